// RUN: reduce-opt %s --pass-pipeline='builtin.module(func.func(sharding-propagation,shard-partition))' --split-input-file --verify-diagnostics | FileCheck %s

// Casts and reshapes in upstream's passes, also where results are annotated.
shard.grid @grid(shape = 2)

// CHECK-LABEL: func.func @backward(
// CHECK-SAME:      %[[DATA:.*]]: tensor<4x3xf32>) -> tensor<?x1x3xf32>
// CHECK-NEXT:    %[[EXPANDED:.*]] = tensor.expand_shape %[[DATA]] {{\[\[}}0, 1], [2]] output_shape [4, 1, 3] : tensor<4x3xf32> into tensor<4x1x3xf32>
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[EXPANDED]] : tensor<4x1x3xf32> to tensor<?x1x3xf32>
// CHECK-NEXT:    return %[[CAST]]
func.func @backward(%data: tensor<8x3xf32>) -> tensor<?x1x3xf32> {
  %0 = tensor.expand_shape %data [[0, 1], [2]] output_shape [8, 1, 3] : tensor<8x3xf32> into tensor<8x1x3xf32>
  %1 = tensor.cast %0 : tensor<8x1x3xf32> to tensor<?x1x3xf32>
  %split = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %2 = shard.shard %1 to %split : tensor<?x1x3xf32>
  return %2 : tensor<?x1x3xf32>
}

// CHECK-LABEL: func.func @scalar(
// CHECK:         tensor.expand_shape %{{.*}} [] output_shape [1] : tensor<f32> into tensor<1xf32>
func.func @scalar(%data: tensor<f32>) -> tensor<1xf32> {
  %whole = shard.sharding @grid split_axes = [[]] : !shard.sharding
  %0 = shard.shard %data to %whole : tensor<f32>
  %1 = tensor.expand_shape %0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
  return %1 : tensor<1xf32>
}

// -----

// Upstream permits grids of no ranks.
shard.grid @grid(shape = 0)

// CHECK-LABEL: func.func @no_ranks(
// CHECK:         tensor.cast %{{.*}} : tensor<?xf32> to tensor<?xf32>
func.func @no_ranks(%data: tensor<?xf32>) -> tensor<8xf32> {
  %split = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %data to %split : tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

shard.grid @grid(shape = 2)

func.func @inner_dim_of_result(%data: tensor<8xf32>) -> tensor<4x2xf32> {
  // expected-error @+1 {{cannot be sharded: dimension 1 of its result is not split as its source}}
  %0 = tensor.expand_shape %data [[0, 1]] output_shape [4, 2] : tensor<8xf32> into tensor<4x2xf32>
  %split = shard.sharding @grid split_axes = [[], [0]] : !shard.sharding
  %1 = shard.shard %0 to %split : tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// -----

shard.grid @grid(shape = 3)

func.func @expand(%data: tensor<6xf32>) -> tensor<2x3xf32> {
  %split = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %0 = shard.shard %data to %split : tensor<6xf32>
  // expected-error @+1 {{cannot be sharded: dimension 0 is split, so the number of its shards, 3, must divide 2, the size of dimension 0 of the result}}
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

shard.grid @grid(shape = 2)

func.func @collapse(%data: tensor<4x2xf32>) -> tensor<8xf32> {
  %split = shard.sharding @grid split_axes = [[], [0]] : !shard.sharding
  %0 = shard.shard %data to %split : tensor<4x2xf32>
  // expected-error @+1 {{cannot be sharded: dimension 1 is split, but of the dimensions that become one with it, only dimension 0, the first that is not of size 1, may be}}
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}
