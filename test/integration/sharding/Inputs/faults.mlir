module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @columns(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<?xf32> {
    %0 = reduce.min %data axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }

  // The products are an intermediate tensor.
  func.func @large(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<f32> {
    %0 = reduce.prod %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
    %1 = reduce.min %0 axes = [0] : tensor<?xf32> -> tensor<f32>
    return %1 : tensor<f32>
  }

  // The first and the last result need no collective.
  func.func @several(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> (tensor<?xf32>, tensor<?xf32>, tensor<?x1xf32>) {
    %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
    %1 = reduce.min %data axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
    %2 = reduce.prod %data axes = [1] keepdims : tensor<?x?xf32> -> tensor<?x1xf32>
    return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?x1xf32>
  }
}
