// The library that concurrent-calls.c calls.

func.func @rows(%data: tensor<24x1000xf32>) -> tensor<24xf32> {
  %0 = reduce.min %data axes = [1] : tensor<24x1000xf32> -> tensor<24xf32>
  return %0 : tensor<24xf32>
}

// Allocates an intermediate tensor. With the same options on both, this would
// be one reduction.
func.func @chain(%data: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [] : tensor<?x?xf32> -> tensor<?x?xf32>
  %1 = reduce.min %0 axes = [1] nan_mode = ignore : tensor<?x?xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
