// RUN: reduce-opt %s --reduce-add-strided-variants --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op cannot have a strided variant: the name 'min.strided' is taken}}
func.func @min(%data: tensor<3xf32>) -> tensor<3xf32> {
  return %data : tensor<3xf32>
}

// expected-note @below {{it is taken here}}
func.func @min.strided(%data: tensor<3xf32>) -> tensor<3xf32> {
  return %data : tensor<3xf32>
}

// -----

// expected-error @below {{'func.func' op cannot have a strided variant: the name 'rows.rows' is taken}}
func.func @rows(%data: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %min = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %0 = arith.minimumf %accumulator, %element : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %min : tensor<4xf32>
}

// expected-note @below {{it is taken here}}
func.func private @rows.rows(%data: tensor<3xf32>) -> tensor<3xf32> {
  return %data : tensor<3xf32>
}
