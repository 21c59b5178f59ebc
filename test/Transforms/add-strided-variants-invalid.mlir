// RUN: reduce-opt %s --reduce-add-strided-variants --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op cannot have a strided variant: the name 'min.strided' is taken}}
func.func @min(%data: tensor<3xf32>) -> tensor<3xf32> {
  return %data : tensor<3xf32>
}

// expected-note @below {{it is taken here}}
func.func @min.strided(%data: tensor<3xf32>) -> tensor<3xf32> {
  return %data : tensor<3xf32>
}
