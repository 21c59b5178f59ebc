// The library that c-interface.c calls.

func.func @rows(%data: tensor<4x6xf32> {reduce.name = "data"}) -> (tensor<4xf32> {reduce.name = "min"}) {
  %0 = reduce.min %data axes = [1] : tensor<4x6xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @columns(%data: tensor<4x6xi64>) -> tensor<1x6xi64> {
  %0 = reduce.prod %data axes = [0] keepdims : tensor<4x6xi64> -> tensor<1x6xi64>
  return %0 : tensor<1x6xi64>
}

func.func @same(%data: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = reduce.min %data axes = [] : tensor<4x6xf32> -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

func.func @empty_set(%data: tensor<3x0xf64>) -> tensor<3xf64> {
  %0 = reduce.min %data axes = [1] : tensor<3x0xf64> -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

func.func @empty_result(%data: tensor<0x6xf32>) -> tensor<0xf32> {
  %0 = reduce.min %data axes = [1] : tensor<0x6xf32> -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

func.func @empty_chain(%data: tensor<0x6x2xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [1] : tensor<0x6x2xf32> -> tensor<0x2xf32>
  %1 = reduce.prod %0 axes = [0, 1] : tensor<0x2xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// A chain, whose intermediate tensor is allocated. With the same options it
// would be one reduction.
func.func @chain(%data: tensor<64x1000xf32>) -> (tensor<f32>, tensor<64xf32>) {
  %0 = reduce.min %data axes = [1] : tensor<64x1000xf32> -> tensor<64xf32>
  %1 = reduce.min %data axes = [0] : tensor<64x1000xf32> -> tensor<1000xf32>
  %2 = reduce.min %1 axes = [0] nan_mode = ignore : tensor<1000xf32> -> tensor<f32>
  return %2, %0 : tensor<f32>, tensor<64xf32>
}

func.func @scalar(%data: tensor<i32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [] : tensor<i32> -> tensor<i32>
  return %0 : tensor<i32>
}
