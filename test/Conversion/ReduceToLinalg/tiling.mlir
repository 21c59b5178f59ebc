// Upstream's tiling and fusion, driven by the transform dialect, work on
// reductions (TilingInterface, PartialReductionOpInterface).

// RUN: rm -rf %t && split-file %s %t

//--- kept.mlir
// Tiling a kept dimension gives reductions of slices; their producers and
// consumers are fused into the loop.

// RUN: reduce-opt %t/kept.mlir -transform-interpreter -canonicalize -cse | FileCheck %t/kept.mlir

// CHECK-LABEL: func @tile(
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[EXTENT:.*]] step %c4
// CHECK:   %[[SIZE:.*]] = affine.min #{{.*}}(%[[I]])[%[[EXTENT]]]
// CHECK:   %[[SLICE:.*]] = tensor.extract_slice %arg0[0, %[[I]], 0] [7, %[[SIZE]], 8] [1, 1, 1]
// CHECK:   %[[MIN:.*]] = reduce.min %[[SLICE]] axes = [0, 2] keepdims nan_mode = {{ *}}ignore {tile} : tensor<7x?x8xf32> -> tensor<1x?x1xf32>
// CHECK:   tensor.insert_slice %[[MIN]] into %{{.*}}[0, %[[I]], 0] [1, %[[SIZE]], 1] [1, 1, 1]
func.func @tile(%data: tensor<7x?x8xf32>) -> tensor<1x?x1xf32> {
  %0 = reduce.min %data axes = [2, 0] keepdims nan_mode = ignore {tile} : tensor<7x?x8xf32> -> tensor<1x?x1xf32>
  return %0 : tensor<1x?x1xf32>
}

// CHECK-LABEL: func @fuse(
// CHECK-NOT: reduce.prod
// CHECK: scf.forall
// CHECK:   linalg.negf
// CHECK:   reduce.prod %{{.*}} axes = [1] {fused} : tensor<4x8xf32> -> tensor<4xf32>
// CHECK:   linalg.exp
// CHECK:   tensor.parallel_insert_slice
// CHECK-NOT: reduce.prod
func.func @fuse(%data: tensor<64x8xf32>, %to: tensor<64x8xf32>, %out: tensor<64xf32>) -> tensor<64xf32> {
  %negated = linalg.negf {producer} ins(%data : tensor<64x8xf32>) outs(%to : tensor<64x8xf32>) -> tensor<64x8xf32>
  %0 = reduce.prod %negated axes = [1] {fused} : tensor<64x8xf32> -> tensor<64xf32>
  %1 = linalg.exp {consumer} ins(%0 : tensor<64xf32>) outs(%out : tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %min = transform.structured.match attributes{tile} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %min tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %consumer = transform.structured.match attributes{consumer} in %root : (!transform.any_op) -> !transform.any_op
    %prod = transform.structured.match attributes{fused} in %root : (!transform.any_op) -> !transform.any_op
    %producer = transform.structured.match attributes{producer} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %forall = transform.structured.tile_using_forall %consumer tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused, %forall1 = transform.structured.fuse_into_containing_op %prod into %forall : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused1, %forall2 = transform.structured.fuse_into_containing_op %producer into %forall1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- partial.mlir
// Tiling a reduced dimension gives partial results of the accumulator's type:
// products of f16 are still rounded once.

// RUN: reduce-opt %t/partial.mlir -transform-interpreter -canonicalize -cse | FileCheck %t/partial.mlir

// CHECK-LABEL: func @for(
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} -> tensor<9x5xf32>
// CHECK: %[[PARTIAL:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[FILL]]) -> (tensor<9x5xf32>)
// CHECK:   linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%{{.*}} : tensor<?x9xf16>) outs(%{{.*}} : tensor<9x?xf32>)
// CHECK:     arith.extf
// CHECK:     arith.mulf
// CHECK: %[[MERGED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[PARTIAL]] : tensor<9x5xf32>)
// CHECK:     arith.mulf
// CHECK: linalg.generic {{.*}} ins(%[[MERGED]] : tensor<9xf32>)
// CHECK:     arith.truncf
func.func @for(%data: tensor<?x9xf16>) -> tensor<9xf16> {
  %0 = reduce.prod %data axes = [0] {for} : tensor<?x9xf16> -> tensor<9xf16>
  return %0 : tensor<9xf16>
}

// CHECK-LABEL: func @forall(
// CHECK: scf.forall {{.*}} -> (tensor<4x5xi32>)
// CHECK:   linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<4x?xi32>) outs(%{{.*}} : tensor<4xi32>)
// CHECK:     arith.minui
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<4x5xi32>)
// CHECK:     arith.minui
// CHECK: tensor.bitcast %{{.*}} : tensor<4xi32> to tensor<4xui32>
// CHECK: tensor.expand_shape
func.func @forall(%data: tensor<4x?xui32>) -> tensor<4x1xui32> {
  %0 = reduce.min %data axes = [1] keepdims {forall} : tensor<4x?xui32> -> tensor<4x1xui32>
  return %0 : tensor<4x1xui32>
}

// A bool is accumulated as a byte.
// CHECK-LABEL: func @bools(
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} -> tensor<4xi8>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[FILL]]) -> (tensor<4xi8>)
// CHECK:   arith.extui %{{.*}} : i1 to i8
// CHECK:   arith.minui
// CHECK: arith.minui
// CHECK: arith.cmpi ne
// CHECK: -> tensor<i1>
func.func @bools(%data: tensor<8xi1>) -> tensor<i1> {
  %0 = reduce.min %data axes = [0] {bools} : tensor<8xi1> -> tensor<i1>
  return %0 : tensor<i1>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %prod = transform.structured.match attributes{for} in %root : (!transform.any_op) -> !transform.any_op
    %fill, %partial, %merge, %loop = transform.structured.tile_reduction_using_for %prod by tile_sizes = [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %min = transform.structured.match attributes{forall} in %root : (!transform.any_op) -> !transform.any_op
    %bools = transform.structured.match attributes{bools} in %root : (!transform.any_op) -> !transform.any_op
    %fill2, %partial2, %merge2, %loop2 = transform.structured.tile_reduction_using_for %bools by tile_sizes = [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %fill1, %partial1, %merge1, %loop1 = transform.structured.tile_reduction_using_forall %min by num_threads = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- refused.mlir
// RUN: reduce-opt %t/refused.mlir -transform-interpreter -split-input-file -verify-diagnostics

func.func @reduced(%data: tensor<2x8xf32>) -> tensor<2xf32> {
  // expected-error @+3 {{'reduce.min' op cannot be tiled along dimension 1, which is reduced: there is no tensor to accumulate in; tile it to a partial reduction}}
  // expected-error @+2 {{'reduce.min' op faild to tile operation}}
  // expected-error @+1 {{'reduce.min' op failed to generate tiling loops}}
  %0 = reduce.min %data axes = [1] {tile} : tensor<2x8xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match attributes{tile} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Without a rank there are no loops.
func.func @no_rank(%data: tensor<*xf32>) -> tensor<*xf32> {
  // expected-note @below {{target op}}
  %0 = reduce.min %data axes = [1] {tile} : tensor<*xf32> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match attributes{tile} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{too many tiles provided, expected at most 0 found 1}}
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Each dimension may be a reduced one.
func.func @axes(%data: tensor<2x8xf32>, %axes: tensor<1xi64>) -> tensor<?xf32> {
  // expected-error @+3 {{'reduce.min' op cannot be tiled along dimension 0, which is reduced: there is no tensor to accumulate in; tile it to a partial reduction}}
  // expected-error @+2 {{'reduce.min' op faild to tile operation}}
  // expected-error @+1 {{'reduce.min' op failed to generate tiling loops}}
  %0 = reduce.min %data axes = %axes {tile} : tensor<2x8xf32>, tensor<1xi64> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match attributes{tile} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @strict(%data: tensor<8xf32>) -> tensor<f32> {
  // expected-error @+1 {{'reduce.prod' op cannot be a partial reduction: its order is strict}}
  %0 = reduce.prod %data axes = [0] strict_order {tile} : tensor<8xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match attributes{tile} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{failed to tile using partial reduction}}
    %fill, %partial, %merge, %loop = transform.structured.tile_reduction_using_for %op by tile_sizes = [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
