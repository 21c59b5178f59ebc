// RUN: reduce-opt %s --convert-reduce-to-linalg --split-input-file --verify-diagnostics

func.func @too_large(%data: tensor<4294967296x4294967296xf32>) -> tensor<f32> {
  // expected-error @below {{'reduce.min' op cannot be lowered: 'tensor<4294967296x4294967296xf32>' is too large}}
  %0 = reduce.min %data axes = [0, 1] : tensor<4294967296x4294967296xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @input_of_unknown_rank(%data: tensor<*xf32>) -> tensor<?xf32> {
  // expected-error @below {{'reduce.min' op cannot be lowered: the rank of 'tensor<*xf32>' is not known}}
  %0 = reduce.min %data axes = [0] : tensor<*xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @result_of_unknown_rank(%data: tensor<?x?xf32>, %axes: tensor<?xi64>) -> tensor<*xf32> {
  // expected-error @below {{'reduce.prod' op cannot be lowered: the rank of 'tensor<*xf32>' is not known}}
  %0 = reduce.prod %data axes = %axes : tensor<?x?xf32>, tensor<?xi64> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
