// RUN: reduce-opt %s --reduce-shard-functions=reproducible --split-input-file --verify-diagnostics | FileCheck %s

module attributes {reduce.grid = #reduce.grid<y:2, x:3>} {
  // The product of all ranks is computed in their order.
  // CHECK-LABEL: func.func @product
  // CHECK:         %[[PART:.*]] = reduce.prod %{{.*}} axes = [0] : tensor<?x4xf32> -> tensor<4xf32>
  // CHECK:         %[[ROW:.*]] = tensor.expand_shape %[[PART]] {{.*}} : tensor<4xf32> into tensor<1x4xf32>
  // CHECK:         %[[ALL:.*]] = shard.all_gather %[[ROW]] on @reduce_grid grid_axes = [0, 1] gather_axis = 0 : tensor<1x4xf32> -> tensor<6x4xf32>
  // CHECK:         reduce.prod %[[ALL]] axes = [0] strict_order : tensor<6x4xf32> -> tensor<4xf32>
  func.func @product(%data: tensor<?x4xf32> {reduce.sharding = #reduce.sharding<[x*y, _]>}) -> tensor<4xf32> {
    %0 = reduce.prod %data axes = [0] : tensor<?x4xf32> -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }

  // These do not depend on the order.
  // CHECK-LABEL: func.func @exact
  // CHECK-NOT:     shard.all_gather
  // CHECK:         shard.all_reduce {{.*}} reduction = product : tensor<4xi32> -> tensor<4xi32>
  // CHECK:         shard.all_reduce {{.*}} reduction = max : tensor<4xi32> -> tensor<4xi32>
  func.func @exact(%a: tensor<?x4xi32> {reduce.sharding = #reduce.sharding<[x, _]>},
                   %b: tensor<?x4xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> (tensor<4xi32>, tensor<4xf32>) {
    %0 = reduce.prod %a axes = [0] : tensor<?x4xi32> -> tensor<4xi32>
    %1 = reduce.min %b axes = [0] : tensor<?x4xf32> -> tensor<4xf32>
    return %0, %1 : tensor<4xi32>, tensor<4xf32>
  }
}

// -----

module attributes {reduce.grid = #reduce.grid<x:?>} {
  func.func @unknown(%data: tensor<?xf64> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<f64> {
    // expected-error @+1 {{cannot be reproducible: the grid #reduce.grid<x:?> has an unknown number of ranks along an axis that splits a reduced dimension}}
    %0 = reduce.prod %data axes = [0] : tensor<?xf64> -> tensor<f64>
    return %0 : tensor<f64>
  }
}
