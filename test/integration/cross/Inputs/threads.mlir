func.func @threads(%data: tensor<64x4096xf32>) -> tensor<64xf32> {
  %0 = reduce.min %data axes = [1] : tensor<64x4096xf32> -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
