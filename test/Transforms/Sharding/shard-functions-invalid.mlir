// RUN: reduce-opt %s --reduce-shard-functions --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @+1 {{has sharded arguments or results, but the module has no 'reduce.grid'}}
func.func @no_grid(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<8xf32> {
  return %data : tensor<8xf32>
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  // expected-error @+1 {{argument 1 is split along axis "y", which is not in the grid #reduce.grid<x:2>}}
  func.func @unknown_axis(%other: tensor<f32>, %data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[y]>}) -> tensor<8xf32> {
    return %data : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @strict(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<f32> {
    // expected-error @+1 {{cannot be sharded along a dimension that it reduces: its elements cannot be combined in any order}}
    %0 = reduce.prod %data axes = [0] strict_order : tensor<8xf32> -> tensor<f32>
    return %0 : tensor<f32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @run_time_axes(%data: tensor<8x8xf32> {reduce.sharding = #reduce.sharding<[x, _]>}, %axes: tensor<1xi64>) -> tensor<8xf32> {
    // expected-error @+1 {{cannot be sharded: the dimensions that it reduces are not known at compile time}}
    %0 = reduce.min %data axes = %axes : tensor<8x8xf32>, tensor<1xi64> -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @region(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}, %flag: i1) -> tensor<8xf32> {
    // expected-error @+1 {{cannot be sharded: it does not implement ShardingInterface}}
    %0 = scf.if %flag -> tensor<8xf32> {
      scf.yield %data : tensor<8xf32>
    } else {
      %1 = arith.negf %data : tensor<8xf32>
      scf.yield %1 : tensor<8xf32>
    }
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  // expected-error @+1 {{cannot be sharded: it has more than one block}}
  func.func @blocks(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<8xf32> {
    cf.br ^end
  ^end:
    return %data : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  // expected-error @+1 {{result 0 is sharded as #reduce.sharding<[x]>, not as #reduce.sharding<[_]>}}
  func.func @result(%data: tensor<8x4xf32> {reduce.sharding = #reduce.sharding<[x, _]>})
      -> (tensor<8xf32> {reduce.sharding = #reduce.sharding<[_]>}) {
    %0 = reduce.min %data axes = [1] : tensor<8x4xf32> -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:3>} {
  func.func @uneven(%data: tensor<8x4xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<8x4xf32> {
    %init = tensor.empty() : tensor<8x4xf32>
    // expected-error @+1 {{cannot be sharded: the number of ranks does not divide the size of a sharded dimension, and only reductions, elementwise operations, casts and reshapes can have results of other sizes}}
    %0 = linalg.abs ins(%data : tensor<8x4xf32>) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @twice(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}, %other: tensor<8xf32>) -> tensor<8xf32> {
    %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
    // expected-error @-1 {{cannot be sharded: the function is sharded already}}
    %0 = shard.shard %data to %s : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  shard.grid @grid(shape = 2)
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @scalar(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}, %flag: i1) -> tensor<8xf32> {
    // expected-error @+1 {{cannot be sharded: an operand is 'i1', not a tensor}}
    %0 = arith.select %flag, %data, %data : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  // expected-error @+1 {{cannot be sharded: result 1 is not computed from a tensor that is an argument}}
  func.func @constant(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = tensor.empty() : tensor<8xf32>
    return %data, %0 : tensor<8xf32>, tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:3>} {
  func.func @different_types(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<8xf32> {
    %cst = arith.constant dense<1.0> : tensor<8xf32>
    // expected-error @+1 {{cannot be sharded: its operands would have different types, 'tensor<?xf32>' and 'tensor<8xf32>'}}
    %0 = arith.addf %data, %cst : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @call(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<8xf32> {
    // expected-error @+1 {{cannot be sharded: it does not implement ShardingInterface}}
    %0 = call @called(%data) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func private @called(tensor<8xf32>) -> tensor<8xf32>
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @slice(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}, %other: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{cannot be sharded: its operands are sharded in different ways, #reduce.sharding<[_]> and #reduce.sharding<[x]>}}
    %0 = arith.addf %other, %data : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @fill(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<8xf32> {
    %cst = arith.constant 1.0 : f32
    // expected-error @+1 {{cannot be sharded: it is neither computed from a tensor that is an argument, nor a constant or an empty tensor with one use by such an operation}}
    %empty = tensor.empty() : tensor<8xf32>
    %fill = linalg.fill ins(%cst : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
    %0 = arith.addf %data, %fill : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @scalars(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}, %a: f32) -> (tensor<8xf32>, f32) {
    // expected-error @+1 {{cannot be sharded: an operand is 'f32', not a tensor}}
    %0 = arith.addf %a, %a : f32
    return %data, %0 : tensor<8xf32>, f32
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  // expected-error @+1 {{is a collective that is not supported: shard the arguments so that only reductions communicate}}
  func.func @gather(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}, %other: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.add ins(%other, %data : tensor<8xf32>, tensor<8xf32>) outs(%other : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @constant_elements(%data: tensor<2xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<2xf32> {
    // expected-error @+1 {{cannot be sharded: it is a constant whose elements differ}}
    %cst = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %0 = arith.addf %data, %cst : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  // expected-error @+1 {{cannot be sharded: argument 0 is 'memref<8xf32>', not a tensor of known rank}}
  func.func @memref(%data: memref<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) {
    return
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @unregistered(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<8xf32> {
    // expected-error @+1 {{cannot be sharded: it does not implement ShardingInterface}}
    %0 = "foo.bar"(%data) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @callee(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<8xf32> {
    return %data : tensor<8xf32>
  }
  func.func @caller(%data: tensor<8xf32>) -> tensor<8xf32> {
    // expected-error @+1 {{'func.call' op calls 'callee', which is sharded}}
    %0 = call @callee(%data) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  // expected-error @+1 {{result 0 is sharded as #reduce.sharding<[_]>, not as #reduce.sharding<[x]>}}
  func.func @result(%data: tensor<8xf32>) -> (tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) {
    return %data : tensor<8xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @linalg(%data: tensor<8x4xi8> {reduce.sharding = #reduce.sharding<[x, _]>}, %init: tensor<4xi8>) -> tensor<4xi8> {
    // expected-error @+1 {{is not supported: only reductions of the reduce dialect can be sharded along a dimension that they reduce}}
    %0 = linalg.reduce {arith.minui} ins(%data : tensor<8x4xi8>) outs(%init : tensor<4xi8>) dimensions = [0]
    return %0 : tensor<4xi8>
  }
}
