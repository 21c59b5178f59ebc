// RUN: reduce-opt %s -reduce-fuse-elementwise -canonicalize | FileCheck %s

#identity = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
#columns = affine_map<(d0, d1) -> (d1)>
#row = affine_map<(d0) -> (d0)>

// Elementwise operations before and after a reduction are in its loops, or in
// one operation after it.

// CHECK-LABEL: func @around(
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<4x8xf32>
// CHECK: %[[FILL:.*]] = linalg.fill
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<4x8xf32>, tensor<4x8xf32>) outs(%[[FILL]] : tensor<4xf32>)
// CHECK:   arith.negf
// CHECK:   arith.mulf
// CHECK:   arith.minimumf
// CHECK: linalg.generic {{.*}} ins(%[[MIN]] : tensor<4xf32>)
// CHECK:   math.exp
// CHECK:   math.absf
// CHECK-NOT: linalg.generic
func.func @around(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4xf32> {
  %wide = tensor.empty() : tensor<4x8xf32>
  %narrow = tensor.empty() : tensor<4xf32>
  %negated = linalg.negf ins(%a : tensor<4x8xf32>) outs(%wide : tensor<4x8xf32>) -> tensor<4x8xf32>
  %product = linalg.mul ins(%negated, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%wide : tensor<4x8xf32>) -> tensor<4x8xf32>
  %infinity = arith.constant 0x7F800000 : f32
  %fill = linalg.fill ins(%infinity : f32) outs(%narrow : tensor<4xf32>) -> tensor<4xf32>
  %min = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%product : tensor<4x8xf32>) outs(%fill : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %exp = linalg.exp ins(%min : tensor<4xf32>) outs(%narrow : tensor<4xf32>) -> tensor<4xf32>
  %abs = linalg.abs ins(%exp : tensor<4xf32>) outs(%narrow : tensor<4xf32>) -> tensor<4xf32>
  return %abs : tensor<4xf32>
}

// A broadcasting producer would prevent vectorization.

// CHECK-LABEL: func @broadcast(
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[SUM]] :
func.func @broadcast(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %wide = tensor.empty() : tensor<4x8xf32>
  %sum = linalg.generic {indexing_maps = [#identity, #columns, #identity], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%wide : tensor<4x8xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %0 = arith.addf %in, %bias : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %min = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%sum : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %min : tensor<4xf32>
}

// A value with two uses is computed once.

// CHECK-LABEL: func @twice(
// CHECK: %[[NEGATED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[NEGATED]] :
func.func @twice(%a: tensor<4x8xf32>, %init: tensor<4xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
  %wide = tensor.empty() : tensor<4x8xf32>
  %negated = linalg.negf ins(%a : tensor<4x8xf32>) outs(%wide : tensor<4x8xf32>) -> tensor<4x8xf32>
  %min = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%negated : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %min, %negated : tensor<4xf32>, tensor<4x8xf32>
}

// An operation that finishes a reduction is not fused with the next one. An
// operation with more inputs can finish it, too.

// CHECK-LABEL: func @finished(
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%arg0
// CHECK: %[[EXP:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[MIN]] : tensor<4xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[EXP]] : tensor<4xf32>)
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%arg1
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[MIN]], %arg2 :
// CHECK:   math.exp
// CHECK:   arith.addf
func.func @finished(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %bias: tensor<4xf32>, %init: tensor<4xf32>, %scalar: tensor<f32>) -> (tensor<f32>, tensor<4xf32>) {
  %narrow = tensor.empty() : tensor<4xf32>
  %min = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %exp = linalg.exp ins(%min : tensor<4xf32>) outs(%narrow : tensor<4xf32>) -> tensor<4xf32>
  %all = linalg.generic {indexing_maps = [#row, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%exp : tensor<4xf32>) outs(%scalar : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %other = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%b : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %exp1 = linalg.exp ins(%other : tensor<4xf32>) outs(%narrow : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.add ins(%exp1, %bias : tensor<4xf32>, tensor<4xf32>) outs(%narrow : tensor<4xf32>) -> tensor<4xf32>
  return %all, %sum : tensor<f32>, tensor<4xf32>
}

// Dimensions of size 1 do not separate a reduction from its epilogue.

// CHECK-LABEL: func @keepdims(
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-NOT: tensor.expand_shape
// CHECK: %[[EXP:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[MIN]] : tensor<4xf32>)
// CHECK:   math.exp
// CHECK: %[[EXPANDED:.*]] = tensor.expand_shape %[[EXP]]
// CHECK: return %[[EXPANDED]]
func.func @keepdims(%a: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4x1xf32> {
  %min = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %expanded = tensor.expand_shape %min [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %empty = tensor.empty() : tensor<4x1xf32>
  %exp = linalg.exp ins(%expanded : tensor<4x1xf32>) outs(%empty : tensor<4x1xf32>) -> tensor<4x1xf32>
  return %exp : tensor<4x1xf32>
}

// Also for an unknown shape: a size query does not count as a use of the results.

// CHECK-LABEL: func @keepdims_of_unknown_shape(
// CHECK-SAME: %[[A:.*]]: tensor<?x8xf32>, %[[INIT:.*]]: tensor<?xf32>, %[[BIAS:.*]]: tensor<?x1xf32>)
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[A]] : tensor<?x8xf32>)
// CHECK-NOT: %[[MIN]]
// CHECK: %[[COLLAPSED:.*]] = tensor.collapse_shape %[[BIAS]]
// CHECK-NOT: %[[MIN]]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[MIN]], %[[COLLAPSED]] :
// CHECK-NOT: %[[MIN]]
// CHECK: return
func.func @keepdims_of_unknown_shape(%a: tensor<?x8xf32>, %init: tensor<?xf32>, %bias: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %min = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<?x8xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %extent = tensor.dim %min, %c0 : tensor<?xf32>
  %expanded = tensor.expand_shape %min [[0, 1]] output_shape [%extent, 1] : tensor<?xf32> into tensor<?x1xf32>
  %empty = tensor.empty(%extent) : tensor<?x1xf32>
  %sum = linalg.add ins(%expanded, %bias : tensor<?x1xf32>, tensor<?x1xf32>) outs(%empty : tensor<?x1xf32>) -> tensor<?x1xf32>
  return %sum : tensor<?x1xf32>
}

// An epilogue reads other tensors by some of the loops, in their order: it
// includes broadcasts, but not transposes.

// CHECK-LABEL: func @others(
// CHECK-SAME: %{{.*}}: tensor<3x5x8xf32>, %[[ROW:.*]]: tensor<5xf32>, %[[COLUMN:.*]]: tensor<3xf32>, %[[OTHER:.*]]: tensor<5x3xf32>,
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: %[[TRANSPOSED:.*]] = linalg.generic {{.*}} ins(%[[OTHER]] : tensor<5x3xf32>)
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "parallel"]} ins(%[[MIN]], %[[ROW]], %[[COLUMN]], %[[TRANSPOSED]] :
// CHECK-NOT: linalg.generic
func.func @others(%a: tensor<3x5x8xf32>, %row: tensor<5xf32>, %column: tensor<3xf32>, %other: tensor<5x3xf32>, %init: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %min = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a : tensor<3x5x8xf32>) outs(%init : tensor<3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<3x5xf32>
  %empty = tensor.empty() : tensor<3x5xf32>
  %rows = linalg.broadcast ins(%row : tensor<5xf32>) outs(%empty : tensor<3x5xf32>) dimensions = [0]
  %sum = linalg.add ins(%min, %rows : tensor<3x5xf32>, tensor<3x5xf32>) outs(%empty : tensor<3x5xf32>) -> tensor<3x5xf32>
  %columns = linalg.broadcast ins(%column : tensor<3xf32>) outs(%empty : tensor<3x5xf32>) dimensions = [1]
  %product = linalg.mul ins(%sum, %columns : tensor<3x5xf32>, tensor<3x5xf32>) outs(%empty : tensor<3x5xf32>) -> tensor<3x5xf32>
  %transposed = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #identity], iterator_types = ["parallel", "parallel"]} ins(%other : tensor<5x3xf32>) outs(%empty : tensor<3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3x5xf32>
  %result = linalg.sub ins(%product, %transposed : tensor<3x5xf32>, tensor<3x5xf32>) outs(%empty : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %result : tensor<3x5xf32>
}

// If such a dimension is broadcast, or broadcast along, it is removed, too.

// CHECK-LABEL: func @keepdims_broadcast(
// CHECK-SAME: %{{.*}}: tensor<4x8xf32>, %[[BIAS:.*]]: tensor<8xf32>, %[[FACTOR:.*]]: tensor<1x1xf32>, %{{.*}}: tensor<8xf32>)
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK: %[[COLLAPSED:.*]] = tensor.collapse_shape %[[FACTOR]] [] : tensor<1x1xf32> into tensor<f32>
// CHECK: %[[RESULT:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[MIN]], %[[BIAS]], %[[COLLAPSED]] : tensor<8xf32>, tensor<8xf32>, tensor<f32>)
// CHECK:   arith.addf
// CHECK:   arith.mulf
// CHECK-NOT: linalg.generic
// CHECK: tensor.expand_shape %[[RESULT]]
func.func @keepdims_broadcast(%a: tensor<4x8xf32>, %bias: tensor<8xf32>, %factor: tensor<1x1xf32>, %init: tensor<8xf32>) -> tensor<1x8xf32> {
  %min = linalg.generic {indexing_maps = [#identity, #columns], iterator_types = ["reduction", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %expanded = tensor.expand_shape %min [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
  %empty = tensor.empty() : tensor<1x8xf32>
  %biases = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%empty : tensor<1x8xf32>) dimensions = [0]
  %sum = linalg.add ins(%expanded, %biases : tensor<1x8xf32>, tensor<1x8xf32>) outs(%empty : tensor<1x8xf32>) -> tensor<1x8xf32>
  %product = linalg.generic {indexing_maps = [#identity, affine_map<(d0, d1) -> (d0, 0)>, #identity], iterator_types = ["parallel", "parallel"]} ins(%sum, %factor : tensor<1x8xf32>, tensor<1x1xf32>) outs(%empty : tensor<1x8xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %0 = arith.mulf %in, %by : f32
    linalg.yield %0 : f32
  } -> tensor<1x8xf32>
  return %product : tensor<1x8xf32>
}

// A tensor that a producer overwrites is read as another input; otherwise the
// reduction would have two results.

// CHECK-LABEL: func @overwrites(
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<4x8xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[A]], %[[B]] : tensor<4x8xf32>, tensor<4x8xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK-NOT: linalg.generic
func.func @overwrites(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %sum = linalg.generic {indexing_maps = [#identity, #identity], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %min = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%sum : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %min : tensor<4xf32>
}

// A division is not fused with a reduction, because vectors would divide by
// arbitrary values beyond the end of a row. A division by a constant is.

// CHECK-LABEL: func @divides(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK: arith.divsi
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-NOT: linalg.generic
// CHECK: arith.remui
// CHECK-NOT: linalg.generic
func.func @divides(%a: tensor<4x8xi32>, %b: tensor<4x8xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  %wide = tensor.empty() : tensor<4x8xi32>
  %quotients = linalg.div ins(%a, %b : tensor<4x8xi32>, tensor<4x8xi32>) outs(%wide : tensor<4x8xi32>) -> tensor<4x8xi32>
  %remainders = linalg.generic {indexing_maps = [#identity, #identity], iterator_types = ["parallel", "parallel"]} ins(%quotients : tensor<4x8xi32>) outs(%wide : tensor<4x8xi32>) {
  ^bb0(%in: i32, %out: i32):
    %c3 = arith.constant 3 : i32
    %0 = arith.remui %in, %c3 : i32
    linalg.yield %0 : i32
  } -> tensor<4x8xi32>
  %min = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%remainders : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %0 = arith.minsi %in, %out : i32
    linalg.yield %0 : i32
  } -> tensor<4xi32>
  return %min : tensor<4xi32>
}

// An operation that stands for several is decomposed into them.
// CHECK-LABEL: func.func @softmax
// CHECK-NOT: linalg.softmax
// CHECK: arith.maxnumf
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK: return
func.func @softmax(%data: tensor<3x8xf32>) -> tensor<3x8xf32> {
  %empty = tensor.empty() : tensor<3x8xf32>
  %0 = linalg.softmax dimension(1) ins(%data : tensor<3x8xf32>) outs(%empty : tensor<3x8xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// An operation that overwrites a tensor that it reads is not fused: the loops
// of its user would overwrite it more than once.
// CHECK-LABEL: func.func @overwrites_more
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]}
// CHECK: arith.subf
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
#tripled = affine_map<(d0) -> (0, d0 * 3)>
#one = affine_map<(d0) -> (d0)>
func.func @overwrites_more(%data: tensor<1x7xf32>, %start: tensor<3xf32>, %to: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = linalg.generic {indexing_maps = [#tripled, #one], iterator_types = ["parallel"]} ins(%data : tensor<1x7xf32>) outs(%start : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.subf %out, %in : f32
    linalg.yield %2 : f32
  } -> tensor<3xf32>
  %1 = linalg.generic {indexing_maps = [#rows, #identity], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<3xf32>) outs(%to : tensor<3x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// A product with a constant 0 does not combine its start with elements, but the start is the result if
// there are none.
// CHECK-LABEL: func.func @product_with_zero
// CHECK: %[[START:.*]] = linalg.fill
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}}) outs(%[[START]] : tensor<4xi64>)
func.func @product_with_zero(%data: tensor<4x?xi64>, %to: tensor<4x?xi64>) -> tensor<4xi64> {
  %one = arith.constant 1 : i64
  %0 = linalg.generic {indexing_maps = [#identity, #identity], iterator_types = ["parallel", "parallel"]} ins(%data : tensor<4x?xi64>) outs(%to : tensor<4x?xi64>) {
  ^bb0(%in: i64, %out: i64):
    %3 = arith.xori %in, %in : i64
    linalg.yield %3 : i64
  } -> tensor<4x?xi64>
  %empty = tensor.empty() : tensor<4xi64>
  %1 = linalg.fill ins(%one : i64) outs(%empty : tensor<4xi64>) -> tensor<4xi64>
  %2 = linalg.generic {indexing_maps = [#identity, #rows], iterator_types = ["parallel", "reduction"]} ins(%0 : tensor<4x?xi64>) outs(%1 : tensor<4xi64>) {
  ^bb0(%in: i64, %out: i64):
    %3 = arith.muli %in, %out : i64
    linalg.yield %3 : i64
  } -> tensor<4xi64>
  return %2 : tensor<4xi64>
}
