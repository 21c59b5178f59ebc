module attributes {reduce.grid = #reduce.grid<y:2, x:?>} {
  func.func @collapse(%data: tensor<?x?x?xf32> {reduce.sharding = #reduce.sharding<[y, _, x]>}) -> tensor<?xf32> {
    %0 = tensor.collapse_shape %data [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
    %1 = reduce.min %0 axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }

  func.func @all(%data: tensor<?x1x?xf32> {reduce.sharding = #reduce.sharding<[y, _, x]>}) -> tensor<1xf32> {
    %0 = tensor.collapse_shape %data [[0], [1, 2]] : tensor<?x1x?xf32> into tensor<?x?xf32>
    %1 = reduce.min %0 axes = [0, 1] keepdims : tensor<?x?xf32> -> tensor<1x1xf32>
    %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<1x1xf32> into tensor<1xf32>
    return %2 : tensor<1xf32>
  }
}
