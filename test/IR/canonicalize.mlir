// RUN: reduce-opt %s --canonicalize | FileCheck %s
// Canonical forms are unchanged.
// RUN: reduce-opt %s --canonicalize > %t.once
// RUN: reduce-opt %t.once --canonicalize | diff %t.once -

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @sort_axes
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0, 2] keepdims nan_mode = ignore : tensor<3x4x5xf32> -> tensor<1x4x1xf32>
// CHECK-NEXT: %[[PROD:.*]] = reduce.prod %{{.*}} axes = [1, 2] strict_order : tensor<3x4x5xf32> -> tensor<3xf32>
// CHECK-NEXT: return %[[MIN]], %[[PROD]]
func.func @sort_axes(%data: tensor<3x4x5xf32>) -> (tensor<1x4x1xf32>, tensor<3xf32>) {
  %0 = reduce.min %data axes = [-1, 0] keepdims nan_mode = ignore : tensor<3x4x5xf32> -> tensor<1x4x1xf32>
  %1 = reduce.prod %data axes = [2, -2] strict_order : tensor<3x4x5xf32> -> tensor<3xf32>
  return %0, %1 : tensor<1x4x1xf32>, tensor<3xf32>
}

// The meaning of a negative axis depends on the rank.
// CHECK-LABEL: func.func @unranked
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [-1, 0] keepdims : tensor<*xf32> -> tensor<*xf32>
// CHECK-NEXT: return %[[MIN]]
func.func @unranked(%data: tensor<*xf32>) -> tensor<*xf32> {
  %0 = reduce.min %data axes = [-1, 0] keepdims : tensor<*xf32> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func.func @constant_axes
// CHECK-NEXT: %[[LIST:.*]] = reduce.min %{{.*}} axes = [0, 2] keepdims nan_mode = ignore : tensor<3x?x5xf32> -> tensor<1x?x1xf32>
// CHECK-NEXT: %[[SCALAR:.*]] = reduce.prod %{{.*}} axes = [2] : tensor<3x?x5xf32> -> tensor<3x?xf32>
// CHECK-NEXT: %[[UNSIGNED:.*]] = reduce.min %{{.*}} axes = [0, 1] : tensor<3x?x5xf32> -> tensor<5xf32>
// CHECK-NEXT: %[[UNRANKED:.*]] = reduce.min %{{.*}} axes = [2, -3] : tensor<*xf32> -> tensor<*xf32>
// CHECK-NEXT: return %[[LIST]], %[[SCALAR]], %[[UNSIGNED]], %[[UNRANKED]]
func.func @constant_axes(%data: tensor<3x?x5xf32>, %unranked: tensor<*xf32>)
    -> (tensor<1x?x1xf32>, tensor<3x?xf32>, tensor<5xf32>, tensor<*xf32>) {
  %list = arith.constant dense<[2, -3]> : tensor<2xi64>
  %0 = reduce.min %data axes = %list keepdims noop_with_empty_axes nan_mode = ignore : tensor<3x?x5xf32>, tensor<2xi64> -> tensor<1x?x1xf32>
  %scalar = arith.constant dense<-1> : tensor<i8>
  %1 = reduce.prod %data axes = %scalar : tensor<3x?x5xf32>, tensor<i8> -> tensor<3x?xf32>
  %signless = arith.constant dense<[1, 0]> : tensor<2xi16>
  %bits = tensor.bitcast %signless : tensor<2xi16> to tensor<2xui16>
  %unsigned = tensor.cast %bits : tensor<2xui16> to tensor<?xui16>
  %2 = reduce.min %data axes = %unsigned : tensor<3x?x5xf32>, tensor<?xui16> -> tensor<5xf32>
  %3 = reduce.min %unranked axes = %list : tensor<*xf32>, tensor<2xi64> -> tensor<*xf32>
  return %0, %1, %2, %3 : tensor<1x?x1xf32>, tensor<3x?xf32>, tensor<5xf32>, tensor<*xf32>
}

// The operand is known to be empty even if it is not a constant.
// CHECK-LABEL: func.func @empty_axes
// CHECK-SAME: (%[[DATA:.*]]: tensor<3x4xf32>, %{{.*}}: tensor<0xi64>, %[[UNRANKED:.*]]: tensor<*xf32>)
// CHECK-NEXT: %[[ALL:.*]] = reduce.min %[[DATA]] axes = [0, 1] : tensor<3x4xf32> -> tensor<f32>
// CHECK-NEXT: return %[[ALL]], %[[DATA]], %[[UNRANKED]]
func.func @empty_axes(%data: tensor<3x4xf32>, %empty: tensor<0xi64>, %unranked: tensor<*xf32>)
    -> (tensor<f32>, tensor<3x4xf32>, tensor<*xf32>) {
  %0 = reduce.min %data axes = %empty : tensor<3x4xf32>, tensor<0xi64> -> tensor<f32>
  %constant = arith.constant dense<[]> : tensor<0xi32>
  %1 = reduce.prod %data axes = %constant noop_with_empty_axes : tensor<3x4xf32>, tensor<0xi32> -> tensor<3x4xf32>
  %2 = reduce.min %unranked axes = %empty noop_with_empty_axes : tensor<*xf32>, tensor<0xi64> -> tensor<*xf32>
  return %0, %1, %2 : tensor<f32>, tensor<3x4xf32>, tensor<*xf32>
}

// Invalid axes are left to the check at run time; for an unknown rank, they
// cannot be detected.
// CHECK-LABEL: func.func @axes_left_alone
// CHECK-COUNT-5: reduce.min %{{.*}} axes = %
func.func @axes_left_alone(%data: tensor<3x4xf32>, %unranked: tensor<*xf32>, %axes: tensor<1xi64>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<*xf32>, tensor<?x?xf32>) {
  %range = arith.constant dense<2> : tensor<1xi64>
  %0 = reduce.min %data axes = %range keepdims : tensor<3x4xf32>, tensor<1xi64> -> tensor<?x?xf32>
  %twice = arith.constant dense<[1, -1]> : tensor<2xi64>
  %1 = reduce.min %data axes = %twice keepdims : tensor<3x4xf32>, tensor<2xi64> -> tensor<?x?xf32>
  // As an unsigned axis, 2^64 - 1.
  %minus = arith.constant dense<-1> : tensor<i64>
  %unsigned = tensor.bitcast %minus : tensor<i64> to tensor<ui64>
  %2 = reduce.min %data axes = %unsigned keepdims : tensor<3x4xf32>, tensor<ui64> -> tensor<?x?xf32>
  %empty = arith.constant dense<[]> : tensor<0xi64>
  %3 = reduce.min %unranked axes = %empty keepdims : tensor<*xf32>, tensor<0xi64> -> tensor<*xf32>
  %4 = reduce.min %data axes = %axes keepdims : tensor<3x4xf32>, tensor<1xi64> -> tensor<?x?xf32>
  return %0, %1, %2, %3, %4 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<*xf32>, tensor<?x?xf32>
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @absorb_cast
// CHECK-SAME: (%[[DATA:.*]]: tensor<3x4xf32>, %[[SOME:.*]]: tensor<?x4xf32>, %[[AXES:.*]]: tensor<1xi64>)
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %[[DATA]] axes = [0] : tensor<3x4xf32> -> tensor<4xf32>
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[MIN]] : tensor<4xf32> to tensor<?xf32>
// CHECK-NEXT: %[[UNRANKED:.*]] = reduce.prod %[[DATA]] axes = [1] : tensor<3x4xf32> -> tensor<3xf32>
// CHECK-NEXT: %[[DYNAMIC:.*]] = reduce.prod %[[DATA]] axes = %[[AXES]] keepdims : tensor<3x4xf32>, tensor<1xi64> -> tensor<?x?xf32>
// CHECK-NEXT: return %[[CAST]], %[[UNRANKED]], %[[DYNAMIC]]
func.func @absorb_cast(%data: tensor<3x4xf32>, %some: tensor<?x4xf32>, %axes: tensor<1xi64>)
    -> (tensor<?xf32>, tensor<3xf32>, tensor<?x?xf32>) {
  %dynamic = tensor.cast %data : tensor<3x4xf32> to tensor<?x?xf32>
  %0 = reduce.min %dynamic axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
  %unranked = tensor.cast %data : tensor<3x4xf32> to tensor<*xf32>
  %1 = reduce.prod %unranked axes = [1] : tensor<*xf32> -> tensor<3xf32>
  %2 = reduce.prod %unranked axes = %axes keepdims : tensor<*xf32>, tensor<1xi64> -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<3xf32>, tensor<?x?xf32>
}

// A cast that adds sizes is kept, as is one whose source contradicts the
// reduction.
// CHECK-LABEL: func.func @casts_left_alone
// CHECK-NEXT: %[[KNOWN:.*]] = tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<3x4xf32>
// CHECK-NEXT: reduce.min %[[KNOWN]] axes = [0]
// CHECK-NEXT: %[[SIZE:.*]] = tensor.cast %{{.*}} : tensor<3x5xf32> to tensor<?x?xf32>
// CHECK-NEXT: reduce.min %[[SIZE]] axes = [0] : tensor<?x?xf32> -> tensor<4xf32>
// CHECK-NEXT: %[[RANK:.*]] = tensor.cast %{{.*}} : tensor<3x5xf32> to tensor<*xf32>
// CHECK-NEXT: reduce.min %[[RANK]] axes = [2]
func.func @casts_left_alone(%dynamic: tensor<?x?xf32>, %data: tensor<3x5xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<*xf32>) {
  %known = tensor.cast %dynamic : tensor<?x?xf32> to tensor<3x4xf32>
  %0 = reduce.min %known axes = [0] : tensor<3x4xf32> -> tensor<4xf32>
  %size = tensor.cast %data : tensor<3x5xf32> to tensor<?x?xf32>
  %1 = reduce.min %size axes = [0] : tensor<?x?xf32> -> tensor<4xf32>
  %rank = tensor.cast %data : tensor<3x5xf32> to tensor<*xf32>
  %2 = reduce.min %rank axes = [2] : tensor<*xf32> -> tensor<*xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<*xf32>
}

// What either type states. Sizes that only the declared type has stay there.
// CHECK-LABEL: func.func @refine_result
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0] : tensor<3x4x?xf32> -> tensor<4x7xf32>
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[MIN]] : tensor<4x7xf32> to tensor<?x7xf32>
// CHECK-NEXT: %[[RANKED:.*]] = reduce.min %{{.*}} axes = %{{.*}} keepdims : tensor<3x4x?xf32>, tensor<1xi64> -> tensor<?x?x?xf32>
// CHECK-NEXT: %[[UNRANKED:.*]] = tensor.cast %[[RANKED]] : tensor<?x?x?xf32> to tensor<*xf32>
// CHECK-NEXT: return %[[CAST]], %[[UNRANKED]]
func.func @refine_result(%data: tensor<3x4x?xf32>, %axes: tensor<1xi64>) -> (tensor<?x7xf32>, tensor<*xf32>) {
  %0 = reduce.min %data axes = [0] : tensor<3x4x?xf32> -> tensor<?x7xf32>
  %1 = reduce.min %data axes = %axes keepdims : tensor<3x4x?xf32>, tensor<1xi64> -> tensor<*xf32>
  return %0, %1 : tensor<?x7xf32>, tensor<*xf32>
}

//===----------------------------------------------------------------------===//
// Nothing to reduce
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @no_axes
// CHECK-SAME: (%[[DATA:.*]]: tensor<3x?xf32>, %[[BOOLS:.*]]: tensor<i1>, %[[UNRANKED:.*]]: tensor<*xi8>)
// CHECK-NEXT: %[[MORE:.*]] = tensor.cast %[[DATA]] : tensor<3x?xf32> to tensor<3x4xf32>
// CHECK-NEXT: %[[LESS:.*]] = tensor.cast %[[DATA]] : tensor<3x?xf32> to tensor<?x?xf32>
// CHECK-NEXT: return %[[DATA]], %[[MORE]], %[[LESS]], %[[BOOLS]], %[[UNRANKED]]
func.func @no_axes(%data: tensor<3x?xf32>, %bools: tensor<i1>, %unranked: tensor<*xi8>)
    -> (tensor<3x?xf32>, tensor<3x4xf32>, tensor<?x?xf32>, tensor<i1>, tensor<*xi8>) {
  %0 = reduce.min %data axes = [] keepdims : tensor<3x?xf32> -> tensor<3x?xf32>
  %1 = reduce.prod %data axes = [] : tensor<3x?xf32> -> tensor<3x4xf32>
  %2 = reduce.prod %data axes = [] strict_order : tensor<3x?xf32> -> tensor<?x?xf32>
  %3 = reduce.min %bools axes = [] : tensor<i1> -> tensor<i1>
  %4 = reduce.min %unranked axes = [] nan_mode = ignore : tensor<*xi8> -> tensor<*xi8>
  return %0, %1, %2, %3, %4 : tensor<3x?xf32>, tensor<3x4xf32>, tensor<?x?xf32>, tensor<i1>, tensor<*xi8>
}

// A NaN that is ignored becomes +inf.
// CHECK-LABEL: func.func @no_axes_ignoring_nan
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [] nan_mode = ignore : tensor<3xbf16> -> tensor<3xbf16>
// CHECK-NEXT: return %[[MIN]]
func.func @no_axes_ignoring_nan(%data: tensor<3xbf16>) -> tensor<3xbf16> {
  %0 = reduce.min %data axes = [] keepdims nan_mode = ignore : tensor<3xbf16> -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

//===----------------------------------------------------------------------===//
// Dimensions of size 1
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @unit_dims
// CHECK-SAME: (%[[DATA:.*]]: tensor<1x?x1x5xui8>, %[[ONE:.*]]: tensor<1x1xi1>)
// CHECK-NEXT: %[[RESHAPED:.*]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0, 1], [2, 3]] : tensor<1x?x1x5xui8> into tensor<?x5xui8>
// CHECK-NEXT: %[[SCALAR:.*]] = tensor.collapse_shape %[[ONE]] [] : tensor<1x1xi1> into tensor<i1>
// CHECK-NEXT: return %[[RESHAPED]], %[[DATA]], %[[SCALAR]]
func.func @unit_dims(%data: tensor<1x?x1x5xui8>, %one: tensor<1x1xi1>)
    -> (tensor<?x5xui8>, tensor<1x?x1x5xui8>, tensor<i1>) {
  %0 = reduce.prod %data axes = [0, 2] : tensor<1x?x1x5xui8> -> tensor<?x5xui8>
  %1 = reduce.min %data axes = [2] keepdims : tensor<1x?x1x5xui8> -> tensor<1x?x1x5xui8>
  %2 = reduce.min %one axes = [0, 1] : tensor<1x1xi1> -> tensor<i1>
  return %0, %1, %2 : tensor<?x5xui8>, tensor<1x?x1x5xui8>, tensor<i1>
}

// CHECK-LABEL: func.func @some_unit_dims
// CHECK-SAME: (%[[DATA:.*]]: tensor<2x1x3x?xf32>)
// CHECK-NEXT: %[[KEPT:.*]] = reduce.prod %[[DATA]] axes = [2] keepdims strict_order : tensor<2x1x3x?xf32> -> tensor<2x1x1x?xf32>
// CHECK-NEXT: %[[RESHAPED:.*]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0], [1, 2], [3]] : tensor<2x1x3x?xf32> into tensor<2x3x?xf32>
// CHECK-NEXT: %[[DROPPED:.*]] = reduce.prod %[[RESHAPED]] axes = [1, 2] : tensor<2x3x?xf32> -> tensor<2xf32>
// CHECK-NEXT: return %[[KEPT]], %[[DROPPED]]
func.func @some_unit_dims(%data: tensor<2x1x3x?xf32>) -> (tensor<2x1x1x?xf32>, tensor<2xf32>) {
  %0 = reduce.prod %data axes = [1, 2] keepdims strict_order : tensor<2x1x3x?xf32> -> tensor<2x1x1x?xf32>
  %1 = reduce.prod %data axes = [1, 2, 3] : tensor<2x1x3x?xf32> -> tensor<2xf32>
  return %0, %1 : tensor<2x1x1x?xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @unit_dims_ignoring_nan
// CHECK-SAME: (%[[DATA:.*]]: tensor<3x1xf32>)
// CHECK-NEXT: %[[KEPT:.*]] = reduce.min %[[DATA]] axes = [] nan_mode = ignore : tensor<3x1xf32> -> tensor<3x1xf32>
// CHECK-NEXT: %[[RESHAPED:.*]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0, 1]] : tensor<3x1xf32> into tensor<3xf32>
// CHECK-NEXT: %[[DROPPED:.*]] = reduce.min %[[RESHAPED]] axes = [] nan_mode = ignore : tensor<3xf32> -> tensor<3xf32>
// CHECK-NEXT: return %[[KEPT]], %[[DROPPED]]
func.func @unit_dims_ignoring_nan(%data: tensor<3x1xf32>) -> (tensor<3x1xf32>, tensor<3xf32>) {
  %0 = reduce.min %data axes = [1] keepdims nan_mode = ignore : tensor<3x1xf32> -> tensor<3x1xf32>
  %1 = reduce.min %data axes = [1] nan_mode = ignore : tensor<3x1xf32> -> tensor<3xf32>
  return %0, %1 : tensor<3x1xf32>, tensor<3xf32>
}

//===----------------------------------------------------------------------===//
// Empty sets
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @static_empty_sets
// CHECK-DAG: %[[INF:.*]] = arith.constant dense<0x7F800000> : tensor<3x1xf32>
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-DAG: %[[ROUNDED:.*]] = arith.constant dense<1.000000e+00> : tensor<f16>
// CHECK-DAG: %[[BITS:.*]] = arith.constant dense<-1> : tensor<4xi16>
// CHECK: %[[MAX:.*]] = tensor.bitcast %[[BITS]] : tensor<4xi16> to tensor<4xui16>
// CHECK-NEXT: return %[[INF]], %[[ONE]], %[[ROUNDED]], %[[MAX]]
func.func @static_empty_sets(%data: tensor<3x0xf32>, %half: tensor<0xf16>, %unsigned: tensor<?x0x4xui16>)
    -> (tensor<3x1xf32>, tensor<3xf32>, tensor<f16>, tensor<4xui16>) {
  %0 = reduce.min %data axes = [1] keepdims : tensor<3x0xf32> -> tensor<3x1xf32>
  %1 = reduce.prod %data axes = [1] strict_order : tensor<3x0xf32> -> tensor<3xf32>
  %2 = reduce.prod %half axes = [0] : tensor<0xf16> -> tensor<f16>
  %3 = reduce.min %unsigned axes = [0, 1] : tensor<?x0x4xui16> -> tensor<4xui16>
  return %0, %1, %2, %3 : tensor<3x1xf32>, tensor<3xf32>, tensor<f16>, tensor<4xui16>
}

// CHECK-LABEL: func.func @dynamic_empty_sets
// CHECK-SAME: (%[[DATA:.*]]: tensor<0x?x3xi1>, %[[UNSIGNED:.*]]: tensor<?x0xui8>)
// CHECK-DAG: %[[TRUE:.*]] = arith.constant true
// CHECK-DAG: %[[MAX:.*]] = arith.constant -1 : i8
// CHECK: %[[SIZE:.*]] = tensor.dim %[[DATA]], %c1
// CHECK-NEXT: %[[KEPT:.*]] = tensor.splat %[[TRUE]][%[[SIZE]]] : tensor<1x?x1xi1>
// CHECK: %[[SIZE:.*]] = tensor.dim %[[UNSIGNED]], %c0
// CHECK-NEXT: %[[SPLAT:.*]] = tensor.splat %[[MAX]][%[[SIZE]]] : tensor<?xi8>
// CHECK-NEXT: %[[DROPPED:.*]] = tensor.bitcast %[[SPLAT]] : tensor<?xi8> to tensor<?xui8>
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[DROPPED]] : tensor<?xui8> to tensor<7xui8>
// CHECK-NEXT: return %[[KEPT]], %[[CAST]]
func.func @dynamic_empty_sets(%data: tensor<0x?x3xi1>, %unsigned: tensor<?x0xui8>) -> (tensor<1x?x1xi1>, tensor<7xui8>) {
  %0 = reduce.min %data axes = [0, 2] keepdims : tensor<0x?x3xi1> -> tensor<1x?x1xi1>
  %1 = reduce.min %unsigned axes = [1] : tensor<?x0xui8> -> tensor<7xui8>
  return %0, %1 : tensor<1x?x1xi1>, tensor<7xui8>
}

// If a kept dimension has size 0, there is nothing to fill.
// CHECK-LABEL: func.func @empty_results
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x0x4xf32>)
// CHECK-DAG: %[[NONE:.*]] = tensor.empty() : tensor<0xf32>
// CHECK-DAG: %[[SIZE:.*]] = tensor.dim %[[DATA]], %c0
// CHECK-DAG: %[[KEPT:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x0x1xf32>
// CHECK: return %[[KEPT]], %[[NONE]]
func.func @empty_results(%data: tensor<?x0x4xf32>) -> (tensor<?x0x1xf32>, tensor<0xf32>) {
  %0 = reduce.min %data axes = [2] keepdims : tensor<?x0x4xf32> -> tensor<?x0x1xf32>
  %1 = reduce.prod %data axes = [0, 2] : tensor<?x0x4xf32> -> tensor<0xf32>
  return %0, %1 : tensor<?x0x1xf32>, tensor<0xf32>
}

// CHECK-LABEL: func.func @too_large_to_fill
// CHECK-NEXT: reduce.min
func.func @too_large_to_fill(%data: tensor<0x4611686018427387904x4xf32>) -> tensor<4611686018427387904x4xf32> {
  %0 = reduce.min %data axes = [0] : tensor<0x4611686018427387904x4xf32> -> tensor<4611686018427387904x4xf32>
  return %0 : tensor<4611686018427387904x4xf32>
}

// An attribute cannot represent an unsigned axis beyond int64_t.
// CHECK-LABEL: func.func @axis_beyond_int64
// CHECK: %[[AXIS:.*]] = arith.constant dense<18446744073709551615> : tensor<1xui64>
// CHECK: reduce.min %{{.*}} axes = %[[AXIS]]
func.func @axis_beyond_int64(%data: tensor<*xf32>) -> tensor<*xf32> {
  %axis = arith.constant dense<18446744073709551615> : tensor<1xui64>
  %0 = reduce.min %data axes = %axis : tensor<*xf32>, tensor<1xui64> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// So many axes are invalid in any case.
// CHECK-LABEL: func.func @too_many_axes
// CHECK: reduce.min %{{.*}} axes = %{{.*}} keepdims : tensor<?x?xf32>, tensor<?xi64>
// CHECK: reduce.min %{{.*}} axes = %{{.*}} keepdims : tensor<*xf32>, tensor<1000000000000xi64>
func.func @too_many_axes(%data: tensor<?x?xf32>, %unranked: tensor<*xf32>) -> (tensor<?x?xf32>, tensor<*xf32>) {
  %zeros = arith.constant dense<0> : tensor<1000000000000xi64>
  %axes = tensor.cast %zeros : tensor<1000000000000xi64> to tensor<?xi64>
  %0 = reduce.min %data axes = %axes keepdims : tensor<?x?xf32>, tensor<?xi64> -> tensor<?x?xf32>
  %1 = reduce.min %unranked axes = %zeros keepdims : tensor<*xf32>, tensor<1000000000000xi64> -> tensor<*xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<*xf32>
}

// In a graph region, an input may be the result.
// CHECK-LABEL: module @graph
// CHECK: %[[A:.*]] = reduce.min %[[A]] axes = [0] keepdims : tensor<1xf32> -> tensor<1xf32>
// CHECK: %[[B:.*]] = reduce.min %[[B]] axes = [0] keepdims : tensor<1xf32> -> tensor<1xf32>
// CHECK: %[[C:.*]] = reduce.min %[[C]] axes = [] : tensor<3xf32> -> tensor<3xf32>
module @graph {
  func.func private @use(tensor<1xf32>, tensor<?xf32>, tensor<3xf32>)
  %0 = reduce.min %0 axes = [0] keepdims : tensor<1xf32> -> tensor<1xf32>
  %1 = reduce.min %1 axes = [0] keepdims : tensor<?xf32> -> tensor<?xf32>
  %2 = reduce.min %2 axes = [] : tensor<3xf32> -> tensor<3xf32>
  func.call @use(%0, %1, %2) : (tensor<1xf32>, tensor<?xf32>, tensor<3xf32>) -> ()
}
