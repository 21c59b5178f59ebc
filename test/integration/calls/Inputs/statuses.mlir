// The library that statuses.py calls.

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @rows(%data: tensor<4x6xf32>) -> tensor<4xf32> {
    %0 = reduce.min %data axes = [1] : tensor<4x6xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }

  // An intermediate tensor too large for any address space. With the same options
  // on both, this would be one reduction.
  func.func @large(%data: tensor<70368744177664x1x2xf32>) -> tensor<f32> {
    %0 = reduce.min %data axes = [2] : tensor<70368744177664x1x2xf32> -> tensor<70368744177664x1xf32>
    %1 = reduce.min %0 axes = [0, 1] nan_mode = ignore : tensor<70368744177664x1xf32> -> tensor<f32>
    return %1 : tensor<f32>
  }

  func.func @axes(%data: tensor<?x?x?xf32>, %axes: tensor<?xi64>) -> tensor<?xf32> {
    %0 = reduce.min %data axes = %axes : tensor<?x?x?xf32>, tensor<?xi64> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }

  func.func @agree(%a: tensor<?x?xf32> {reduce.dim_params = ["N", "M"]},
                   %b: tensor<?x?xf32> {reduce.dim_params = ["N", "M"]}) -> (tensor<f32>, tensor<f32>) {
    %0 = reduce.min %a axes = [0, 1] : tensor<?x?xf32> -> tensor<f32>
    %1 = reduce.min %b axes = [0, 1] : tensor<?x?xf32> -> tensor<f32>
    return %0, %1 : tensor<f32>, tensor<f32>
  }

  func.func @asserts(%data: tensor<?xf32>) -> tensor<f32> {
    %c0 = arith.constant 0 : index
    %size = tensor.dim %data, %c0 : tensor<?xf32>
    %c2 = arith.constant 2 : index
    %is_long = arith.cmpi sgt, %size, %c2 : index
    cf.assert %is_long, "expected more than two elements"
    %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
    return %0 : tensor<f32>
  }

  // From a memref, whose layout is part of its type.
  func.func @fixed(%data: memref<6x4xf32>) -> tensor<6x4xf32> {
    %0 = bufferization.to_tensor %data restrict : memref<6x4xf32> to tensor<6x4xf32>
    return %0 : tensor<6x4xf32>
  }

  func.func @shared(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<?xf32> {
    %0 = reduce.min %data axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}
