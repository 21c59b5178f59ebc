func.func @inner(%data: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @outer(%data: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @alternating(%data: tensor<?x?x?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<?x?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @middle(%data: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
