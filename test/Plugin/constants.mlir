// Constants in reduce-opt are also constants in stock mlir-opt: here, the
// identity that a reduction starts with.

// RUN: %mlir_opt_plugin %s --pass-pipeline='builtin.module(raise-linalg-to-reduce)' | FileCheck %s
// RUN: reduce-opt %s --raise-linalg-to-reduce | FileCheck %s

// CHECK-LABEL: func.func @min
// CHECK-NEXT: %[[MIN:.*]] = reduce.min
// CHECK-NEXT: return %[[MIN]]
func.func @min(%data: tensor<4x9xf32>) -> tensor<4xf32> {
  %infinity = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %fill = linalg.fill ins(%infinity : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.minimumf } ins(%data : tensor<4x9xf32>) outs(%fill : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}
