// Each pair of factors is converted to f32, multiplied, and rounded back.
func.func @f16(%data: tensor<2x65536xf16>) -> tensor<65536xf16> {
  %0 = reduce.prod %data axes = [0] : tensor<2x65536xf16> -> tensor<65536xf16>
  return %0 : tensor<65536xf16>
}
func.func @bf16(%data: tensor<2x65536xbf16>) -> tensor<65536xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<2x65536xbf16> -> tensor<65536xbf16>
  return %0 : tensor<65536xbf16>
}

// The NaN of the factors may have any bits, and none may be rounded to a number.
#all = affine_map<(r, c) -> (r, c)>
#column = affine_map<(r, c) -> (c)>
func.func @scaled_bf16(%data: tensor<2x65536xbf16>, %factors: tensor<2x65536xf32>) -> tensor<65536xbf16> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<65536xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<65536xf32>) -> tensor<65536xf32>
  %products = linalg.generic {indexing_maps = [#all, #all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data, %factors : tensor<2x65536xbf16>, tensor<2x65536xf32>) outs(%ones : tensor<65536xf32>) {
  ^bb0(%element: bf16, %factor: f32, %accumulator: f32):
    %0 = arith.extf %element : bf16 to f32
    %1 = arith.mulf %0, %factor : f32
    %2 = arith.mulf %accumulator, %1 fastmath<reassoc> : f32
    linalg.yield %2 : f32
  } -> tensor<65536xf32>
  %results = tensor.empty() : tensor<65536xbf16>
  %rounded = linalg.generic {indexing_maps = [affine_map<(c) -> (c)>, affine_map<(c) -> (c)>], iterator_types = ["parallel"]}
      ins(%products : tensor<65536xf32>) outs(%results : tensor<65536xbf16>) {
  ^bb0(%product: f32, %out: bf16):
    %0 = arith.truncf %product : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<65536xbf16>
  return %rounded : tensor<65536xbf16>
}
