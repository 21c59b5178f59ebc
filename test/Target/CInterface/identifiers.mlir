// RUN: reduce-compile %s --emit=llvmir | FileCheck %s

// Names become C identifiers: each invalid character becomes one underscore,
// however many bytes it has.

// CHECK-DAG: define {{.*}} @n_e_2(
func.func @"née-2"(%data: tensor<4xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<4xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-DAG: define {{.*}} @_3___4(
func.func @"3€😀ä4"(%data: tensor<4xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<4xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
