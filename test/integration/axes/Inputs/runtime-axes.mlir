// The library that runtime-axes.py calls.

func.func @keepdims(%data: tensor<?x?x?xf32>, %axes: tensor<?xi64>) -> tensor<?x?x?xf32> {
  %0 = reduce.min %data axes = %axes keepdims : tensor<?x?x?xf32>, tensor<?xi64> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

func.func @drop_two(%data: tensor<?x?x?xi32>, %axes: tensor<?xi64>) -> tensor<?xi32> {
  %0 = reduce.prod %data axes = %axes : tensor<?x?x?xi32>, tensor<?xi64> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @chain(%data: tensor<?x?x?xf32>, %axes: tensor<1xi32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = %axes : tensor<?x?x?xf32>, tensor<1xi32> -> tensor<?x?xf32>
  %1 = reduce.min %0 axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
