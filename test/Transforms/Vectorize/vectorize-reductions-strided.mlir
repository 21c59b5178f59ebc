// RUN: reduce-opt %s --reduce-collapse-dims --reduce-specialize-extents --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize --canonicalize --remark-format=emitRemark --remarks-filter='reduce.*' --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not=tensor.collapse_shape --implicit-check-not=scf.index_switch

// If rows are contiguous but have gaps between them, dimensions are not merged,
// nor are strategies used that would merge them.

// CHECK-LABEL: func.func private @short_rows
// CHECK-SAME: %[[DATA:[^ ]*]]: tensor<16x8xf32>
// CHECK: scf.for %[[FIRST:.*]] = %c0{{.*}} to %c16{{.*}} step %c4
// CHECK: %[[ROW:.*]] = arith.addi %[[FIRST]], %c1
// CHECK: vector.transfer_read %[[DATA]][%[[ROW]], %{{.*}}], {{.*}} vector<4xf32>
func.func private @short_rows(%data: tensor<16x8xf32>, %init: tensor<16xf32>) -> tensor<16xf32> attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=short_rows | Reason="rows are not long: those of a group share the combination of lanes", strategy=row-groups, tile=4x4}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<16x8xf32>) outs(%init : tensor<16xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

// Loops of one kind, which would be merged for contiguous memory.
// CHECK-LABEL: func.func private @two_reduced
// CHECK-SAME: %[[DATA:[^ ]*]]: tensor<?x?x?xi32>
// CHECK: scf.for %[[A:.*]] = %c0{{.*}} to
// CHECK:   scf.for %[[B:.*]] = %c0{{.*}} to
// CHECK:     scf.for %[[C:.*]] = %c0{{.*}} to {{.*}} step %c16
// CHECK:       vector.transfer_read %[[DATA]][%[[A]], %[[B]], %[[C]]], %{{.*}} {in_bounds = [true]} : tensor<?x?x?xi32>, vector<16xi32>
func.func private @two_reduced(%data: tensor<?x?x?xi32>, %init: tensor<?xi32>) -> tensor<?xi32> attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=two_reduced | Reason="the innermost dimension is reduced: strips of a row go into all accumulators", strategy=inner, tile=16}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a)>],
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%data : tensor<?x?x?xi32>) outs(%init : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// CHECK-LABEL: func.func private @columns
// CHECK-SAME: %[[DATA:[^ ]*]]: tensor<64x4xi32>
// CHECK: scf.for %[[ROW:.*]] = %c0{{.*}} to %c64
// CHECK: vector.transfer_read %[[DATA]][%[[ROW]], %c0{{.*}}], %{{.*}} {in_bounds = [true]} : tensor<64x4xi32>, vector<4xi32>
func.func private @columns(%data: tensor<64x4xi32>, %init: tensor<4xi32>) -> tensor<4xi32> attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=columns | Reason="the innermost dimension is kept: strips of columns go over all rows", strategy=outer, tile=64x16}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<64x4xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// No other strategy is tried.
// CHECK-LABEL: func.func private @in_order
// CHECK: linalg.generic
func.func private @in_order(%data: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=in_order | Reason="left for scalar loops: overlapped-rows: the combiner does not allow reassociation; row-groups: the combiner does not allow reassociation; inner: the combiner does not allow reassociation; outer-blocks: the innermost dimension is reduced; outer: the innermost dimension is reduced"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
