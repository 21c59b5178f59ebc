// RUN: reduce-opt %s --reduce-to-linalg-pipeline | FileCheck %s
// RUN: reduce-opt %s --reduce-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM
// RUN: reduce-opt %s --reduce-to-llvm-pipeline=c-interface -o %t.mlir

// Elementwise operations on tensors, as emitted by other dialects, become loops
// and are fused with the reduction.

// CHECK-LABEL: func.func @floats(
// CHECK: linalg.generic
// CHECK: arith.mulf
// CHECK-NEXT: math.absf
// CHECK-NEXT: arith.minimumf
// CHECK-NOT: linalg.generic
func.func @floats(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>) -> tensor<4xf32> {
  %0 = arith.mulf %x, %y : tensor<4x?xf32>
  %1 = math.absf %0 : tensor<4x?xf32>
  %2 = reduce.min %1 axes = [1] : tensor<4x?xf32> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @bools(
// CHECK: linalg.generic
// CHECK: arith.minui
// CHECK: linalg.generic
// CHECK: arith.xori
// CHECK: arith.extui {{.*}} : i1 to i8
func.func @bools(%mask: tensor<4xi1>, %data: tensor<4x?xi1>) -> tensor<4xi1> {
  %0 = reduce.min %data axes = [1] : tensor<4x?xi1> -> tensor<4xi1>
  %1 = arith.xori %mask, %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// Operations without an LLVM equivalent are called. A shape may be a tensor.
// LLVM: llvm.func @erff(f32) -> f32
// LLVM-LABEL: llvm.func @others
// LLVM: llvm.call @erff
// LLVM-NOT: {{math|memref|linalg}}.
func.func @others(%data: tensor<9xf32>, %shape: tensor<2xi64>) -> (tensor<9xf32>, tensor<?x?xf32>, tensor<3x8xf32>) {
  %0 = math.erf %data : tensor<9xf32>
  %1 = tensor.reshape %0(%shape) : (tensor<9xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %empty = tensor.empty() : tensor<3x8xf32>
  %zero = arith.constant 0.0 : f32
  %wide = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x8xf32>) -> tensor<3x8xf32>
  %2 = linalg.softmax dimension(1) ins(%wide : tensor<3x8xf32>) outs(%empty : tensor<3x8xf32>) -> tensor<3x8xf32>
  return %0, %1, %2 : tensor<9xf32>, tensor<?x?xf32>, tensor<3x8xf32>
}

// A loop may yield a tensor that it allocates.
// LLVM-LABEL: llvm.func @loop
func.func @loop(%data: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%state = %data) -> (tensor<4xf32>) {
    %empty = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(a) -> (3 - a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
        ins(%state : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.addf %in, %in : f32
      linalg.yield %2 : f32
    } -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
