func.func @axes(%data: tensor<3x2xf32>, %list: tensor<?xi64>, %one: tensor<i32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = reduce.min %data axes = %list keepdims noop_with_empty_axes : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x?xf32>
  %1 = reduce.prod %data axes = %one : tensor<3x2xf32>, tensor<i32> -> tensor<?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}
func.func @constant() -> tensor<1xi1> {
  %data = arith.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %axes = arith.constant dense<0> : tensor<1xi8>
  %0 = reduce.min %data axes = %axes : tensor<2x1xi1>, tensor<1xi8> -> tensor<1xi1>
  return %0 : tensor<1xi1>
}
