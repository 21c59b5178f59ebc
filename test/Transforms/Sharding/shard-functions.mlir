// RUN: reduce-opt %s --reduce-shard-functions --split-input-file | FileCheck %s
// Functions that are sharded already stay as they are.
// RUN: reduce-opt %s --reduce-shard-functions --reduce-shard-functions --split-input-file | FileCheck %s

module attributes {reduce.grid = #reduce.grid<x:4>} {
  // CHECK: shard.grid @reduce_grid(shape = 4) {sym_visibility = "private"}

  // A kept dimension is sharded: no rank needs data of another.
  // CHECK-LABEL: func.func @kept(
  // CHECK-SAME:      %[[DATA:.*]]: tensor<2x6xf32> {reduce.sharding = #reduce.sharding<[x, _]>})
  // CHECK-SAME:      -> (tensor<2xf32> {reduce.sharding = #reduce.sharding<[x]>})
  // CHECK-SAME:      attributes {reduce.grid = #reduce.grid<x:4>}
  // CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[DATA]] axes = [1] : tensor<2x6xf32> -> tensor<2xf32>
  // CHECK-NEXT:    return %[[MIN]]
  func.func @kept(%data: tensor<8x6xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<8xf32> {
    %0 = reduce.min %data axes = [1] : tensor<8x6xf32> -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }

  // A reduced dimension is sharded. Signed integers need no other form.
  // CHECK-LABEL: func.func @reduced(
  // CHECK-SAME:      -> (tensor<1x6xi32> {reduce.sharding = #reduce.sharding<[_, _]>})
  // CHECK-NEXT:    %[[MIN:.*]] = reduce.min %{{.*}} axes = [0] keepdims : tensor<2x6xi32> -> tensor<1x6xi32>
  // CHECK-NEXT:    %[[ALL:.*]] = shard.all_reduce %[[MIN]] on @reduce_grid grid_axes = [0] reduction = min : tensor<1x6xi32> -> tensor<1x6xi32>
  // CHECK-NEXT:    return %[[ALL]]
  func.func @reduced(%data: tensor<8x6xi32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<1x6xi32> {
    %0 = reduce.min %data axes = [0] keepdims : tensor<8x6xi32> -> tensor<1x6xi32>
    return %0 : tensor<1x6xi32>
  }

  // 4 does not divide 10: shards may have any size, and types change behind it.
  // CHECK-LABEL: func.func @uneven(
  // CHECK-SAME:      tensor<?x6xi32> {{.*}}) -> (tensor<?xi32> {reduce.sharding = #reduce.sharding<[x]>})
  // CHECK:         reduce.prod %{{.*}} axes = [1] : tensor<?x6xi32> -> tensor<?xi32>
  func.func @uneven(%data: tensor<10x6xi32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<10xi32> {
    %0 = reduce.prod %data axes = [1] : tensor<10x6xi32> -> tensor<10xi32>
    return %0 : tensor<10xi32>
  }

  // One annotation shards a chain. The order of products along a dimension that is
  // not sharded may be strict.
  // CHECK-LABEL: func.func @chain(
  // CHECK-NEXT:    %[[MIN:.*]] = reduce.prod %{{.*}} axes = [1] strict_order : tensor<2x6xf32> -> tensor<2xf32>
  // CHECK-NEXT:    %[[PROD:.*]] = reduce.prod %[[MIN]] axes = [0] : tensor<2xf32> -> tensor<f32>
  // CHECK-NEXT:    %[[ALL:.*]] = shard.all_reduce %[[PROD]] on @reduce_grid grid_axes = [0] reduction = product : tensor<f32> -> tensor<f32>
  // CHECK-NEXT:    return %[[ALL]]
  func.func @chain(%data: tensor<8x6xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<f32> {
    %0 = reduce.prod %data axes = [1] strict_order : tensor<8x6xf32> -> tensor<8xf32>
    %1 = reduce.prod %0 axes = [0] : tensor<8xf32> -> tensor<f32>
    return %1 : tensor<f32>
  }

  // Elementwise operations work on shards, and an argument without a sharding is the
  // same on all ranks.
  // CHECK-LABEL: func.func @elementwise(
  // CHECK-SAME:      %[[DATA:.*]]: tensor<8x?xf32> {{.*}}, %[[OTHER:.*]]: tensor<8xf32>)
  // CHECK-NEXT:    %[[NEG:.*]] = arith.negf %[[DATA]] : tensor<8x?xf32>
  // CHECK-NEXT:    reduce.min %[[NEG]] axes = [1] : tensor<8x?xf32> -> tensor<8xf32>
  // CHECK:         %[[ALL:.*]] = shard.all_reduce
  // CHECK:         arith.addf %{{.*}}, %[[OTHER]] : tensor<8xf32>
  func.func @elementwise(%data: tensor<8x7xf32> {reduce.sharding = #reduce.sharding<[_, x]>},
                         %other: tensor<8xf32>) -> tensor<8xf32> {
    %0 = arith.negf %data : tensor<8x7xf32>
    %1 = reduce.min %0 axes = [1] : tensor<8x7xf32> -> tensor<8xf32>
    %2 = arith.addf %1, %other : tensor<8xf32>
    return %2 : tensor<8xf32>
  }

  // Names of sharded dimensions are those of shards.
  // CHECK-LABEL: func.func @names(
  // CHECK-SAME:      reduce.dim_params = ["N/x", "M"]
  // CHECK-SAME:      -> (tensor<?xf32> {reduce.dim_params = ["N/x"], reduce.sharding = #reduce.sharding<[x]>})
  func.func @names(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>, reduce.dim_params = ["N", "M"]})
      -> (tensor<?xf32> {reduce.dim_params = ["N"]}) {
    %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }

  // CHECK-LABEL: func.func @not_sharded(%{{.*}}: tensor<8xf32>) -> tensor<f32> {
  func.func @not_sharded(%data: tensor<8xf32>) -> tensor<f32> {
    %0 = reduce.min %data axes = [0] : tensor<8xf32> -> tensor<f32>
    return %0 : tensor<f32>
  }

  // CHECK-LABEL: func.func private @declared(tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<f32>
  func.func private @declared(tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<f32>
}

// -----

// What travels between machines.
module attributes {reduce.grid = #reduce.grid<x:?>} {
  // Floats are integer keys: NaN has the greatest, and lesser numbers have greater keys.
  // CHECK-LABEL: func.func @float_minimum
  // CHECK:         %[[MIN:.*]] = reduce.min {{.*}} : tensor<?xf32> -> tensor<f32>
  // CHECK:         linalg.generic {{.*}} ins(%[[MIN]] : tensor<f32>) outs(%{{.*}} : tensor<i32>)
  // CHECK:           arith.cmpf uno
  // CHECK:           arith.subi
  // CHECK:         shard.all_reduce {{.*}} reduction = max : tensor<i32> -> tensor<i32>
  // CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<f32>)
  func.func @float_minimum(%data: tensor<?xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<f32> {
    %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
    return %0 : tensor<f32>
  }

  // The sign bit is turned.
  // CHECK-LABEL: func.func @unsigned_minimum
  // CHECK:           arith.xori
  // CHECK:         shard.all_reduce {{.*}} reduction = min : tensor<i8> -> tensor<i8>
  // CHECK:           arith.xori
  // CHECK:         tensor.bitcast {{.*}} : tensor<i8> to tensor<ui8>
  func.func @unsigned_minimum(%data: tensor<?xui8> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<ui8> {
    %0 = reduce.min %data axes = [0] : tensor<?xui8> -> tensor<ui8>
    return %0 : tensor<ui8>
  }

  // CHECK-LABEL: func.func @bool_minimum
  // CHECK:           arith.extui %{{.*}} : i1 to i8
  // CHECK:         shard.all_reduce {{.*}} reduction = min : tensor<i8> -> tensor<i8>
  // CHECK:           arith.trunci %{{.*}} : i8 to i1
  func.func @bool_minimum(%data: tensor<?xi1> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<i1> {
    %0 = reduce.min %data axes = [0] : tensor<?xi1> -> tensor<i1>
    return %0 : tensor<i1>
  }

  // CHECK-LABEL: func.func @unsigned_product
  // CHECK-NOT:     linalg
  // CHECK:         shard.all_reduce {{.*}} reduction = product : tensor<i16> -> tensor<i16>
  func.func @unsigned_product(%data: tensor<?xui16> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<ui16> {
    %0 = reduce.prod %data axes = [0] : tensor<?xui16> -> tensor<ui16>
    return %0 : tensor<ui16>
  }

  // The product is rounded once.
  // CHECK-LABEL: func.func @half_product
  // CHECK:           arith.extf %{{.*}} : bf16 to f32
  // CHECK:         reduce.prod {{.*}} : tensor<?xf32> -> tensor<f32>
  // CHECK:         shard.all_reduce {{.*}} reduction = product : tensor<f32> -> tensor<f32>
  // CHECK:           arith.truncf %{{.*}} : f32 to bf16
  func.func @half_product(%data: tensor<?xbf16> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<bf16> {
    %0 = reduce.prod %data axes = [0] : tensor<?xbf16> -> tensor<bf16>
    return %0 : tensor<bf16>
  }
}

// -----

// The name of the grid is taken.
module attributes {reduce.grid = #reduce.grid<x:2>} {
  // CHECK: shard.grid @[[GRID:reduce_grid_.*]](shape = 2)
  // CHECK: func.func @taken
  // CHECK: shard.all_reduce %{{.*}} on @[[GRID]]
  func.func @taken(%data: tensor<8xi32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<i32> {
    %0 = reduce.min %data axes = [0] : tensor<8xi32> -> tensor<i32>
    return %0 : tensor<i32>
  }
  // CHECK: func.func private @reduce_grid()
  func.func private @reduce_grid()
}

// -----

// Tensors without dimensions are the same on all ranks.
module attributes {reduce.grid = #reduce.grid<x:2>} {
  // CHECK-LABEL: func.func @scalars(
  // CHECK-SAME:      -> (tensor<f32> {reduce.sharding = #reduce.sharding<[]>})
  // CHECK: shard.all_reduce
  // CHECK: arith.mulf
  func.func @scalars(%data: tensor<8xf32> {reduce.sharding = #reduce.sharding<[x]>}, %scalar: tensor<f32>) -> tensor<f32> {
    %0 = reduce.min %data axes = [0] : tensor<8xf32> -> tensor<f32>
    %1 = arith.addf %0, %scalar : tensor<f32>
    %2 = arith.mulf %1, %1 : tensor<f32>
    return %2 : tensor<f32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<z:2, y:2, x:2>} {
  // CHECK-LABEL: func.func @several_axes(
  // CHECK-SAME:      tensor<2x6xi32> {{.*}}) -> (tensor<6xi32> {reduce.sharding = #reduce.sharding<[z]>})
  // CHECK:         shard.all_reduce {{.*}} grid_axes = [1, 2] reduction = min
  func.func @several_axes(%data: tensor<8x12xi32> {reduce.sharding = #reduce.sharding<[y*x, z]>}) -> tensor<12xi32> {
    %0 = reduce.min %data axes = [0] : tensor<8x12xi32> -> tensor<12xi32>
    return %0 : tensor<12xi32>
  }

  // Two results that are sharded in different ways.
  // CHECK-LABEL: func.func @results(
  // CHECK-SAME:      -> (tensor<4xi32> {reduce.sharding = #reduce.sharding<[x]>}, tensor<6xi32> {reduce.sharding = #reduce.sharding<[z]>})
  // CHECK:         shard.all_reduce {{.*}} grid_axes = [0] reduction = min
  // CHECK:         shard.all_reduce {{.*}} grid_axes = [2] reduction = min
  func.func @results(%data: tensor<8x12xi32> {reduce.sharding = #reduce.sharding<[x, z]>}) -> (tensor<8xi32>, tensor<12xi32>) {
    %0 = reduce.min %data axes = [1] : tensor<8x12xi32> -> tensor<8xi32>
    %1 = reduce.min %data axes = [0] : tensor<8x12xi32> -> tensor<12xi32>
    return %0, %1 : tensor<8xi32>, tensor<12xi32>
  }
}
