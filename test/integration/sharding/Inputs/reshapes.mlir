module attributes {reduce.grid = #reduce.grid<x:3>} {
  func.func @unit_dim(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<1x?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %rows = tensor.dim %data, %c0 : tensor<?x?xf32>
    %columns = tensor.dim %data, %c1 : tensor<?x?xf32>
    %0 = tensor.expand_shape %data [[0, 1], [2]] output_shape [1, %rows, %columns] : tensor<?x?xf32> into tensor<1x?x?xf32>
    %1 = reduce.min %0 axes = [2] : tensor<1x?x?xf32> -> tensor<1x?xf32>
    return %1 : tensor<1x?xf32>
  }

  // 3 does not divide 10.
  func.func @uneven(%data: tensor<10x4xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<10x1xf32> {
    %0 = reduce.min %data axes = [1] : tensor<10x4xf32> -> tensor<10xf32>
    %1 = tensor.expand_shape %0 [[0, 1]] output_shape [10, 1] : tensor<10xf32> into tensor<10x1xf32>
    return %1 : tensor<10x1xf32>
  }

  func.func @even(%data: tensor<12x5xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<6x5xf32> {
    %0 = tensor.expand_shape %data [[0, 1], [2]] output_shape [6, 2, 5] : tensor<12x5xf32> into tensor<6x2x5xf32>
    %1 = reduce.min %0 axes = [1] : tensor<6x2x5xf32> -> tensor<6x5xf32>
    return %1 : tensor<6x5xf32>
  }

  func.func @from_scalar(%data: tensor<?x4xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<1x1xf32> {
    %0 = reduce.min %data axes = [0, 1] : tensor<?x4xf32> -> tensor<f32>
    %cst = arith.constant dense<-1.0> : tensor<f32>
    %1 = arith.mulf %0, %cst : tensor<f32>
    %2 = tensor.expand_shape %1 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
    return %2 : tensor<1x1xf32>
  }

  // Elementwise operations of linalg.
  func.func @elementwise(%data: tensor<?x4xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<4xf32> {
    %0 = linalg.negf ins(%data : tensor<?x4xf32>) outs(%data : tensor<?x4xf32>) -> tensor<?x4xf32>
    %1 = linalg.exp ins(%0 : tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
    %2 = linalg.floor ins(%1 : tensor<?x4xf32>) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
    %3 = reduce.min %2 axes = [0] : tensor<?x4xf32> -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }

  // The sizes that a cast states are checked, those of shards too.
  func.func @cast(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<?xf32> {
    %0 = tensor.cast %data : tensor<?x?xf32> to tensor<9x?xf32>
    %1 = reduce.min %0 axes = [0] : tensor<9x?xf32> -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
}
