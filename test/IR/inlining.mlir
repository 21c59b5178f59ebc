// RUN: reduce-opt %s --inline | FileCheck %s

// CHECK-LABEL: func.func @caller
// CHECK: reduce.min
// CHECK: reduce.prod
// CHECK-NOT: call
func.func @caller(%data: tensor<2x3xf32>) -> tensor<f32> {
  %0 = call @callee(%data) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @callee(%data: tensor<2x3xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [1] : tensor<2x3xf32> -> tensor<2xf32>
  %1 = reduce.prod %0 axes = [0] : tensor<2xf32> -> tensor<f32>
  return %1 : tensor<f32>
}
