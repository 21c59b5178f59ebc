// RUN: reduce-opt %s --reduce-bufferize-functions | FileCheck %s
// RUN: reduce-opt %s --reduce-bufferize-functions --mlir-disable-threading | FileCheck %s

// The global of a constant. Others of the same value share it.
// CHECK: memref.global "private" constant @[[GLOBAL:.*]] : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-NOT: memref.global

// CHECK-LABEL: func.func private @declared(tensor<8xf32>)
func.func private @declared(tensor<8xf32>)

// CHECK-LABEL: func.func @fill(
// CHECK-SAME:      %[[VALUE:.*]]: f32, %[[OUT:.*]]: memref<8xf32>)
// CHECK-NOT: tensor
// CHECK: linalg.fill ins(%[[VALUE]] : f32) outs(%[[BUFFER:.*]] : memref<8xf32>)
// CHECK: memref.copy %[[BUFFER]], %[[OUT]]
func.func @fill(%value: f32, %out: memref<8xf32>) {
  %empty = tensor.empty() : tensor<8xf32>
  %filled = linalg.fill ins(%value : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %filled in restrict writable %out
      : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @constant(
// CHECK-SAME:      %[[OUT:.*]]: memref<2xf32>)
// CHECK: %[[CONSTANT:.*]] = memref.get_global @[[GLOBAL]]
// CHECK: memref.copy %[[CONSTANT]], %[[OUT]]
func.func @constant(%out: memref<2xf32>) {
  %constant = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  bufferization.materialize_in_destination %constant in restrict writable %out
      : (tensor<2xf32>, memref<2xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @same_constant(
// CHECK: memref.get_global @[[GLOBAL]]
func.func @same_constant(%out: memref<2xf32>) {
  %constant = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  bufferization.materialize_in_destination %constant in restrict writable %out
      : (tensor<2xf32>, memref<2xf32>) -> ()
  return
}

// Functions of nested modules, and of other dialects.
// CHECK-LABEL: module @nested
module @nested {
  // CHECK-LABEL: llvm.func @element(
  // CHECK: %[[ALLOC:.*]] = memref.alloc
  // CHECK: memref.load %[[ALLOC]]
  llvm.func @element(%value: f32) -> f32 {
    %zero = arith.constant 0 : index
    %empty = tensor.empty() : tensor<8xf32>
    %filled = linalg.fill ins(%value : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
    %element = tensor.extract %filled[%zero] : tensor<8xf32>
    llvm.return %element : f32
  }
}
