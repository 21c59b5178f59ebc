// Each pair of factors is converted to f32, multiplied, and rounded back.
func.func @f16(%data: tensor<2x65536xf16>) -> tensor<65536xf16> {
  %0 = reduce.prod %data axes = [0] : tensor<2x65536xf16> -> tensor<65536xf16>
  return %0 : tensor<65536xf16>
}
func.func @bf16(%data: tensor<2x65536xbf16>) -> tensor<65536xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<2x65536xbf16> -> tensor<65536xbf16>
  return %0 : tensor<65536xbf16>
}
