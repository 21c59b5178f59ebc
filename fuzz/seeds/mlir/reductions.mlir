func.func @min(%data: tensor<3x2x2xf32>) -> tensor<3x1x2xf32> {
  %0 = reduce.min %data axes = [1] keepdims nan_mode = ignore : tensor<3x2x2xf32> -> tensor<3x1x2xf32>
  return %0 : tensor<3x1x2xf32>
}
func.func @chain(%data: tensor<?x2xi8> {reduce.name = "d:0", reduce.dim_params = ["N", ""]}) -> (tensor<i8> {reduce.name = "o"}) attributes {reduce.name = "my graph"} {
  %0 = reduce.prod %data axes = [0, -1] : tensor<?x2xi8> -> tensor<i8>
  return %0 : tensor<i8>
}
func.func private @unranked(%data: tensor<*xui16>) -> tensor<*xui16> {
  %0 = reduce.min %data axes = [-1, 0] : tensor<*xui16> -> tensor<*xui16>
  return %0 : tensor<*xui16>
}
func.func @strict(%data: tensor<0x4xbf16>) -> tensor<4xbf16> {
  %0 = "reduce.prod"(%data) <{axes = array<i64: 0>, strict_order}> : (tensor<0x4xbf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}
