// RUN: reduce-opt %s --reduce-shard-functions --split-input-file --verify-diagnostics

module attributes {reduce.grid = #reduce.grid<x:4>} {
  func.func @number_does_not_divide(%data: tensor<3x24xf32> {reduce.sharding = #reduce.sharding<[_, x]>}) -> tensor<3x6x4xf32> {
    // expected-error @+1 {{'tensor.expand_shape' op cannot be sharded: dimension 1 is split, so the number of its shards, 4, must divide 6, the size of dimension 1 of the result}}
    %0 = tensor.expand_shape %data [[0], [1, 2]] output_shape [3, 6, 4] : tensor<3x24xf32> into tensor<3x6x4xf32>
    return %0 : tensor<3x6x4xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:?>} {
  func.func @number_is_unknown(%data: tensor<24xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<1x6x4xf32> {
    // expected-error @+1 {{'tensor.expand_shape' op cannot be sharded: dimension 0 is split, so the number of its shards must be known, and divide 6, the size of dimension 1 of the result}}
    %0 = tensor.expand_shape %data [[0, 1, 2]] output_shape [1, 6, 4] : tensor<24xf32> into tensor<1x6x4xf32>
    return %0 : tensor<1x6x4xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @size_is_unknown(%data: tensor<?xf32> {reduce.sharding = #reduce.sharding<[x]>}, %size: index) -> tensor<?x4xf32> {
    // expected-error @+1 {{'tensor.expand_shape' op cannot be sharded: dimension 0 is split, so the sizes of the dimensions that it becomes must be known}}
    %0 = tensor.expand_shape %data [[0, 1]] output_shape [%size, 4] : tensor<?xf32> into tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @inner_size_is_unknown(%data: tensor<?xf32> {reduce.sharding = #reduce.sharding<[x]>}, %size: index) -> tensor<2x?xf32> {
    // expected-error @+1 {{'tensor.expand_shape' op cannot be sharded: dimension 0 is split, so the sizes of the dimensions that it becomes must be known}}
    %0 = tensor.expand_shape %data [[0, 1]] output_shape [2, %size] : tensor<?xf32> into tensor<2x?xf32>
    return %0 : tensor<2x?xf32>
  }
}

// -----

// The error is that of the reshape, not that of its user.
module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @inner_dim(%data: tensor<1x8x4xf32> {reduce.sharding = #reduce.sharding<[_, _, x]>},
                       %other: tensor<32xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<32xf32> {
    // expected-error @+1 {{'tensor.collapse_shape' op cannot be sharded: dimension 2 is split, but of the dimensions that become one with it, only dimension 1, the first that is not of size 1, may be}}
    %0 = tensor.collapse_shape %data [[0, 1, 2]] : tensor<1x8x4xf32> into tensor<32xf32>
    %1 = arith.addf %0, %other : tensor<32xf32>
    return %1 : tensor<32xf32>
  }
}

// -----

// The sizes are not known to be 1.
module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @after_dynamic_dim(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[_, x]>}) -> tensor<?xf32> {
    // expected-error @+1 {{dimension 1 is split, but of the dimensions that become one with it, only dimension 0, the first that is not of size 1, may be}}
    %0 = tensor.collapse_shape %data [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @after_reshape(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}, %other: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = tensor.expand_shape %data [[0, 1]] output_shape [4, 2] : tensor<8xf32> into tensor<4x2xf32>
    // expected-error @+1 {{cannot be sharded: its operands are sharded in different ways, #reduce.sharding<[x, _]> and #reduce.sharding<[_, _]>}}
    %1 = arith.addf %0, %other : tensor<4x2xf32>
    return %1 : tensor<4x2xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @size(%data: tensor<4x?xf32> {reduce.sharding = #reduce.sharding<[_, x]>}) -> (tensor<4x?xf32>, index) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{'tensor.dim' op cannot be sharded: dimension 1 is split, so no rank knows its size}}
    %0 = tensor.dim %data, %c1 : tensor<4x?xf32>
    return %data, %0 : tensor<4x?xf32>, index
  }
}

// -----

// The size of the whole tensor, for a tensor that is not split.
module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @size_of_other(%data: tensor<?xf32> {reduce.sharding = #reduce.sharding<[x]>}, %other: tensor<?xf32>) -> (tensor<1x?xf32>, tensor<1x?xf32>) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{'tensor.dim' op cannot be sharded: dimension 0 is split, so no rank knows its size}}
    %size = tensor.dim %data, %c0 : tensor<?xf32>
    %0 = tensor.expand_shape %data [[0, 1]] output_shape [1, %size] : tensor<?xf32> into tensor<1x?xf32>
    %1 = tensor.expand_shape %other [[0, 1]] output_shape [1, %size] : tensor<?xf32> into tensor<1x?xf32>
    return %0, %1 : tensor<1x?xf32>, tensor<1x?xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @size_at_run_time(%data: tensor<4x?xf32> {reduce.sharding = #reduce.sharding<[_, x]>}, %dim: index) -> (tensor<4x?xf32>, index) {
    // expected-error @+1 {{'tensor.dim' op cannot be sharded: the tensor is split, and the dimension is not a constant within its rank}}
    %0 = tensor.dim %data, %dim : tensor<4x?xf32>
    return %data, %0 : tensor<4x?xf32>, index
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @unranked(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<*xf32> {
    // expected-error @+1 {{'tensor.cast' op cannot be sharded: 'tensor<*xf32>' has no known rank}}
    %0 = tensor.cast %data : tensor<8xf32> to tensor<*xf32>
    return %0 : tensor<*xf32>
  }
}

// -----

// A tensor is not computed from another one of which it only has the size.
module attributes {reduce.grid = #reduce.grid<x:2>} {
  // expected-error @+1 {{cannot be sharded: result 1 is not computed from a tensor that is an argument}}
  func.func @empty(%data: tensor<4x?xf32> {reduce.sharding = #reduce.sharding<[_, x]>}) -> (tensor<4x?xf32>, tensor<?xf32>) {
    %c0 = arith.constant 0 : index
    %size = tensor.dim %data, %c0 : tensor<4x?xf32>
    %0 = tensor.empty(%size) : tensor<?xf32>
    return %data, %0 : tensor<4x?xf32>, tensor<?xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @scalar_operation(%data: tensor<?xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> (tensor<?xf32>, index) {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{'index.add' op cannot be sharded: it does not implement ShardingInterface}}
    %0 = index.add %c0, %c0
    return %data, %0 : tensor<?xf32>, index
  }
}
