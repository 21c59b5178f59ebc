// Reading damaged bytecode always ends, in an error or in a module.

// Clause attribute-kinds.
// RUN: reduce-damage-bytecode %s %if tier-all %{1%} %else %{2%} | FileCheck %s
// CHECK: {{[1-9][0-9][0-9]}} bytes: {{[1-9][0-9]+}} errors, {{[1-9][0-9]+}} modules

func.func @f(%data: tensor<4x3xf32> {reduce.name = "x"}, %axes: tensor<1xi64>)
    -> (tensor<4xf32>, tensor<?x?xf32>, tensor<f32>) {
  %0 = reduce.min %data axes = [1] nan_mode = ignore : tensor<4x3xf32> -> tensor<4xf32>
  %1 = reduce.min %data axes = %axes keepdims noop_with_empty_axes
      : tensor<4x3xf32>, tensor<1xi64> -> tensor<?x?xf32>
  %2 = reduce.prod %data axes = [0, -1] strict_order : tensor<4x3xf32> -> tensor<f32>
  return %0, %1, %2 : tensor<4xf32>, tensor<?x?xf32>, tensor<f32>
}
