// RUN: reduce-opt %s --convert-reduce-to-linalg --split-input-file --verify-diagnostics

func.func @too_large(%data: tensor<4294967296x4294967296xf32>) -> tensor<f32> {
  // expected-error @below {{'reduce.min' op cannot be lowered: 'tensor<4294967296x4294967296xf32>' is too large}}
  %0 = reduce.min %data axes = [0, 1] : tensor<4294967296x4294967296xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
