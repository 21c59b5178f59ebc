// RUN: reduce-opt %s --reduce-to-linalg-pipeline | FileCheck %s
// RUN: reduce-opt %s --reduce-to-llvm-pipeline -o %t.mlir
// RUN: reduce-opt %s --reduce-to-llvm-pipeline=c-interface -o %t.mlir

// Elementwise operations on tensors, as other dialects leave them, become loops
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
