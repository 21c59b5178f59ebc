func.func @min(%data: tensor<1024x1024xf32>) -> tensor<1024xf32> {
  %0 = reduce.min %data axes = [1] : tensor<1024x1024xf32> -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}
