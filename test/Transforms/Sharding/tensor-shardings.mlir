// RUN: reduce-opt %s --reduce-shard-functions --canonicalize --split-input-file | FileCheck %s

// Casts, reshapes and tensor.dim on shards.
module attributes {reduce.grid = #reduce.grid<x:2, y:?>} {
  // A size that a cast states is that of whole tensors. Shards have it if the number of
  // ranks is known and divides it.
  // CHECK-LABEL: func.func @cast(
  // CHECK-SAME:      %[[DATA:.*]]: tensor<?x?x?xf32> {reduce.sharding = #reduce.sharding<[x, y, _]>}) -> (tensor<4x?x5xf32> {reduce.sharding = #reduce.sharding<[x, y, _]>})
  // CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[DATA]] : tensor<?x?x?xf32> to tensor<4x?x5xf32>
  // CHECK-NEXT:    return %[[CAST]]
  func.func @cast(%data: tensor<?x?x?xf32> {reduce.sharding = #reduce.sharding<[x, y, _]>}) -> tensor<8x8x5xf32> {
    %0 = tensor.cast %data : tensor<?x?x?xf32> to tensor<8x8x5xf32>
    return %0 : tensor<8x8x5xf32>
  }

  // CHECK-LABEL: func.func @uneven_cast(
  // CHECK-SAME:      %[[DATA:.*]]: tensor<?xf32> {{.*}}) -> (tensor<?xf32> {{.*}})
  // CHECK-NEXT:    %[[NEG:.*]] = arith.negf %[[DATA]] : tensor<?xf32>
  // CHECK-NEXT:    return %[[NEG]]
  func.func @uneven_cast(%data: tensor<7xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<7xf32> {
    %0 = tensor.cast %data : tensor<7xf32> to tensor<?xf32>
    %1 = tensor.cast %0 : tensor<?xf32> to tensor<7xf32>
    %2 = arith.negf %1 : tensor<7xf32>
    return %2 : tensor<7xf32>
  }

  // Dimensions of size 1 beside one that is split, whose size need not be known. The
  // size that the operation states is that of the whole tensor.
  // CHECK-LABEL: func.func @unit_dims(
  // CHECK-SAME:      %[[DATA:.*]]: tensor<?x?xf32> {{.*}}, %[[OTHER:.*]]: tensor<?x?xf32>)
  // CHECK-SAME:      -> (tensor<1x?x1x?x2xf32> {reduce.sharding = #reduce.sharding<[_, x, _, _, _]>})
  // CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
  // CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
  // CHECK-DAG:     %[[INNER:.*]] = tensor.dim %[[OTHER]], %[[C1]]
  // CHECK-DAG:     %[[SHARD:.*]] = tensor.dim %[[DATA]], %[[C0]]
  // CHECK:         %[[RESULT:.*]] = tensor.expand_shape %[[DATA]] {{\[\[}}0, 1, 2], [3, 4]] output_shape [1, %[[SHARD]], 1, %[[INNER]], 2]
  // CHECK-SAME:        : tensor<?x?xf32> into tensor<1x?x1x?x2xf32>
  // CHECK-NEXT:    return %[[RESULT]]
  func.func @unit_dims(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}, %other: tensor<?x?xf32>) -> tensor<1x?x1x?x2xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %whole = tensor.dim %data, %c0 : tensor<?x?xf32>
    %inner = tensor.dim %other, %c1 : tensor<?x?xf32>
    %0 = tensor.expand_shape %data [[0, 1, 2], [3, 4]] output_shape [1, %whole, 1, %inner, 2] : tensor<?x?xf32> into tensor<1x?x1x?x2xf32>
    return %0 : tensor<1x?x1x?x2xf32>
  }

  // The size of the shards is not known, though that of the tensor is.
  // CHECK-LABEL: func.func @uneven_unit_dims(
  // CHECK-SAME:      %[[DATA:.*]]: tensor<?xf32> {{.*}}) -> (tensor<1x?xf32> {reduce.sharding = #reduce.sharding<[_, x]>})
  // CHECK:         %[[SHARD:.*]] = tensor.dim %[[DATA]]
  // CHECK:         tensor.expand_shape %[[DATA]] {{\[\[}}0, 1]] output_shape [1, %[[SHARD]]] : tensor<?xf32> into tensor<1x?xf32>
  func.func @uneven_unit_dims(%data: tensor<7xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<1x7xf32> {
    %0 = tensor.expand_shape %data [[0, 1]] output_shape [1, 7] : tensor<7xf32> into tensor<1x7xf32>
    return %0 : tensor<1x7xf32>
  }

  // The outermost dimension is split, in even parts.
  // CHECK-LABEL: func.func @expand(
  // CHECK-SAME:      %[[DATA:.*]]: tensor<12xf32> {{.*}}) -> (tensor<2x3x2xf32> {reduce.sharding = #reduce.sharding<[x, _, _]>})
  // CHECK-NEXT:    tensor.expand_shape %[[DATA]] {{\[\[}}0, 1, 2]] output_shape [2, 3, 2] : tensor<12xf32> into tensor<2x3x2xf32>
  func.func @expand(%data: tensor<24xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<4x3x2xf32> {
    %0 = tensor.expand_shape %data [[0, 1, 2]] output_shape [4, 3, 2] : tensor<24xf32> into tensor<4x3x2xf32>
    return %0 : tensor<4x3x2xf32>
  }

  // CHECK-LABEL: func.func @expand_no_elements(
  // CHECK-SAME:      %[[DATA:.*]]: tensor<0xf32> {{.*}}) -> (tensor<2x0xf32> {reduce.sharding = #reduce.sharding<[x, _]>})
  func.func @expand_no_elements(%data: tensor<0xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<4x0xf32> {
    %0 = tensor.expand_shape %data [[0, 1]] output_shape [4, 0] : tensor<0xf32> into tensor<4x0xf32>
    return %0 : tensor<4x0xf32>
  }

  // Shards are contiguous, also those of any size.
  // CHECK-LABEL: func.func @collapse(
  // CHECK-SAME:      %[[DATA:.*]]: tensor<1x?x3x2x5xf32> {{.*}}) -> (tensor<?x10xf32> {reduce.sharding = #reduce.sharding<[y, x]>})
  // CHECK-NEXT:    tensor.collapse_shape %[[DATA]] {{\[\[}}0, 1, 2], [3, 4]] : tensor<1x?x3x2x5xf32> into tensor<?x10xf32>
  func.func @collapse(%data: tensor<1x7x3x4x5xf32> {reduce.sharding = #reduce.sharding<[_, y, _, x, _]>}) -> tensor<21x20xf32> {
    %0 = tensor.collapse_shape %data [[0, 1, 2], [3, 4]] : tensor<1x7x3x4x5xf32> into tensor<21x20xf32>
    return %0 : tensor<21x20xf32>
  }

  // The size of a dimension that is not split is the same on all ranks.
  // CHECK-LABEL: func.func @dim(
  // CHECK:         tensor.dim
  func.func @dim(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> (tensor<?x?xf32>, index) {
    %c1 = arith.constant 1 : index
    %0 = tensor.dim %data, %c1 : tensor<?x?xf32>
    return %data, %0 : tensor<?x?xf32>, index
  }

  // Dimensions that a reduction kept, as importers and frontends write them.
  // CHECK-LABEL: func.func @keepdims(
  // CHECK-SAME:      -> (tensor<1x1xf32> {reduce.sharding = #reduce.sharding<[_, _]>}, tensor<?xf32> {reduce.sharding = #reduce.sharding<[x]>})
  // CHECK:         %[[ALL:.*]] = shard.all_reduce
  // CHECK:         %[[NEG:.*]] = arith.negf %[[ALL]] : tensor<f32>
  // CHECK:         %[[EXPANDED:.*]] = tensor.expand_shape %[[NEG]] [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  // CHECK:         %[[MIN:.*]] = arith.mulf %[[EXPANDED]], %[[EXPANDED]] : tensor<1x1xf32>
  // CHECK:         %[[COLLAPSED:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<?x1xf32> into tensor<?xf32>
  // CHECK:         return %[[MIN]], %[[COLLAPSED]]
  func.func @keepdims(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> (tensor<1x1xf32>, tensor<?xf32>) {
    %0 = reduce.prod %data axes = [0, 1] : tensor<?x?xf32> -> tensor<f32>
    %1 = arith.negf %0 : tensor<f32>
    %2 = tensor.expand_shape %1 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
    %3 = arith.mulf %2, %2 : tensor<1x1xf32>
    %4 = reduce.min %data axes = [1] keepdims : tensor<?x?xf32> -> tensor<?x1xf32>
    %5 = tensor.collapse_shape %4 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
    return %3, %5 : tensor<1x1xf32>, tensor<?xf32>
  }

  // CHECK-LABEL: func.func @to_scalar(
  // CHECK-SAME:      -> (tensor<f32> {reduce.sharding = #reduce.sharding<[]>})
  // CHECK:         %[[ALL:.*]] = shard.all_reduce
  // CHECK:         tensor.collapse_shape %{{.*}} [] : tensor<1x1xf32> into tensor<f32>
  func.func @to_scalar(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<f32> {
    %0 = reduce.prod %data axes = [0, 1] keepdims : tensor<?x?xf32> -> tensor<1x1xf32>
    %1 = tensor.collapse_shape %0 [] : tensor<1x1xf32> into tensor<f32>
    %2 = arith.negf %1 : tensor<f32>
    return %2 : tensor<f32>
  }
}

// -----

// One shard can be reshaped in any way.
module attributes {reduce.grid = #reduce.grid<x:1>} {
  // CHECK-LABEL: func.func @one_rank(
  // CHECK:         tensor.expand_shape %{{.*}} : tensor<?xf32> into tensor<?x4xf32>
  func.func @one_rank(%data: tensor<?xf32> {reduce.sharding = #reduce.sharding<[x]>}, %size: index) -> tensor<?x4xf32> {
    %0 = tensor.expand_shape %data [[0, 1]] output_shape [%size, 4] : tensor<?xf32> into tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  }
}
