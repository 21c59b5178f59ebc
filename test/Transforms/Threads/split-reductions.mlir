// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-collapse-dims --reduce-split-reductions --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-collapse-dims --reduce-split-reductions='min-bytes=0 piece-bytes=16 max-pieces=4' --canonicalize | FileCheck %s --check-prefix=SMALL

// A piece has the same form as the whole: a fill, a reduction, known extents.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME: %[[DATA:.*]]: tensor<64x4096xf32>)
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<64xf32>
// CHECK: %[[MIN:.*]] = scf.forall (%[[PIECE:.*]]) in (4) shared_outs(%[[OUT:.*]] = %[[EMPTY]]) -> (tensor<64xf32>) {
// CHECK: %[[ROW:.*]] = arith.muli %[[PIECE]], %c16
// CHECK: %[[RESULTS:.*]] = tensor.extract_slice %[[OUT]][%[[ROW]]] [16] [1]
// CHECK: %[[ROWS:.*]] = tensor.extract_slice %[[DATA]][%[[ROW]], 0] [16, 4096] [1, 1]
// CHECK: %[[FILL:.*]] = linalg.fill ins(%cst : f32) outs(%[[RESULTS]] : tensor<16xf32>)
// CHECK: %[[REDUCED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[ROWS]] : tensor<16x4096xf32>) outs(%[[FILL]] : tensor<16xf32>)
// CHECK: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %[[REDUCED]] into %[[OUT]][%[[ROW]]] [16] [1]
// CHECK: return %[[MIN]]
func.func @kept(%data: tensor<64x4096xf32>) -> tensor<64xf32> {
  %0 = reduce.min %data axes = [1] : tensor<64x4096xf32> -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// The remainder after pieces of equal size follows them, in the same tensor.
// CHECK-LABEL: func.func @kept_with_rest
// CHECK: %[[MOST:.*]] = scf.forall (%{{.*}}) in (16) {{.*}} -> (tensor<1025xi8>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<64x4096xi8>) outs(%{{.*}} : tensor<64xi8>)
// CHECK: tensor.extract_slice %[[MOST]][1024] [1] [1]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<1x4096xi8>) outs(%{{.*}} : tensor<1xi8>)
// CHECK: tensor.insert_slice %{{.*}} into %[[MOST]][1024] [1] [1]
func.func @kept_with_rest(%data: tensor<1025x4096xi8>) -> tensor<1025xi8> {
  %0 = reduce.min %data axes = [1] : tensor<1025x4096xi8> -> tensor<1025xi8>
  return %0 : tensor<1025xi8>
}

// Loops are split starting from the outermost.
// CHECK-LABEL: func.func @kept_outer_and_inner
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (2, 4)
// CHECK: %[[COLUMN:.*]] = arith.muli %[[J]], %c1024
// CHECK: tensor.extract_slice %arg0[%[[I]], 0, %[[COLUMN]]] [1, 64, 1024] [1, 1, 1] : tensor<2x64x4096xf32>
// CHECK: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[I]], %[[COLUMN]]] [1, 1024] [1, 1]
func.func @kept_outer_and_inner(%data: tensor<2x64x4096xf32>) -> tensor<2x4096xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x64x4096xf32> -> tensor<2x4096xf32>
  return %0 : tensor<2x4096xf32>
}

// Partial results start with the identity, and are combined in order.
// CHECK-LABEL: func.func @reduced(
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<16x512xf32>
// CHECK: %[[PARTIALS:.*]] = scf.forall (%[[PIECE:.*]]) in (16) shared_outs(%[[OUT:.*]] = %[[EMPTY]])
// CHECK: %[[PARTIAL:.*]] = tensor.extract_slice %[[OUT]][%[[PIECE]], 0] [1, 512] [1, 1] : tensor<16x512xf32> to tensor<512xf32>
// CHECK: %[[FILL:.*]] = linalg.fill ins(%cst : f32) outs(%[[PARTIAL]] : tensor<512xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<128x512xf32>) outs(%[[FILL]] : tensor<512xf32>)
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[OUT]][%[[PIECE]], 0] [1, 512] [1, 1] : tensor<512xf32> into tensor<16x512xf32>
// CHECK: %[[PROD:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[PARTIALS]] : tensor<16x512xf32>) outs(%{{.*}} : tensor<512xf32>)
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc> : f32
// CHECK: return %[[PROD]]
func.func @reduced(%data: tensor<2048x512xf32>) -> tensor<512xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<2048x512xf32> -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

// Within a cache, shorter contiguous parts of memory suffice.
// CHECK-LABEL: func.func @cached(
// CHECK: scf.forall (%{{.*}}) in (2) {{.*}} -> (tensor<512xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<512x256xf32>) outs(%{{.*}} : tensor<256xf32>)
func.func @cached(%data: tensor<512x512xf32>) -> tensor<512xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<512x512xf32> -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

// The remainder is one more partial result.
// CHECK-LABEL: func.func @reduced_with_rest
// CHECK: %[[PARTIALS:.*]] = scf.forall (%{{.*}}) in (8) {{.*}} -> (tensor<9xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<124992xf32>) outs(%{{.*}} : tensor<f32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<67xf32>) outs(%{{.*}} : tensor<f32>)
// CHECK: %[[ALL:.*]] = tensor.insert_slice %{{.*}} into %[[PARTIALS]][8] [1] [1]
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[ALL]] : tensor<9xf32>) outs(%{{.*}} : tensor<f32>)
func.func @reduced_with_rest(%data: tensor<1000003xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<1000003xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @both
// CHECK: tensor.empty() : tensor<32x2x64xi32>
// CHECK: scf.forall (%[[PIECE:.*]], %[[I:.*]]) in (32, 2)
// CHECK: tensor.extract_slice %arg0[%[[I]], %{{.*}}, 0] [1, 8192, 64] [1, 1, 1]
// CHECK: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%[[PIECE]], %[[I]], 0] [1, 1, 64] [1, 1, 1] : tensor<1x64xi32> into tensor<32x2x64xi32>
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]} ins(%{{.*}} : tensor<32x2x64xi32>)
func.func @both(%data: tensor<2x262144x64xi32>) -> tensor<2x64xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<2x262144x64xi32> -> tensor<2x64xi32>
  return %0 : tensor<2x64xi32>
}

// The epilogue of kept pieces is applied in each of them.
// CHECK-LABEL: func.func @kept_with_epilogue
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<64xbf16>
// CHECK: %[[PROD:.*]] = scf.forall (%{{.*}}) in (4) shared_outs(%[[OUT:.*]] = %[[EMPTY]])
// CHECK: linalg.fill {{.*}} -> tensor<16xf32>
// CHECK: %[[REDUCED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK: %[[ROUNDED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[REDUCED]] : tensor<16xf32>) outs(%{{.*}} : tensor<16xbf16>)
// CHECK: arith.truncf
// CHECK: tensor.parallel_insert_slice %[[ROUNDED]] into %[[OUT]]
// CHECK: return %[[PROD]]
func.func @kept_with_epilogue(%data: tensor<64x8192xbf16>) -> tensor<64xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<64x8192xbf16> -> tensor<64xbf16>
  return %0 : tensor<64xbf16>
}

// It reads slices of its other inputs, except those without kept dimensions.
// CHECK-LABEL: func.func @kept_with_inputs
// CHECK-SAME: (%{{.*}}: tensor<64x8192xf32>, %[[BIAS:.*]]: tensor<64xf32>, %[[SCALE:.*]]: tensor<f32>, %[[SUMS:.*]]: tensor<64xf32>)
// CHECK: %[[ALL:.*]] = scf.forall (%{{.*}}) in (8) shared_outs(%[[OUT:.*]] = %[[SUMS]])
// CHECK-DAG: %[[B:.*]] = tensor.extract_slice %[[BIAS]][%[[FIRST:.*]]] [8] [1]
// CHECK-DAG: %[[S:.*]] = tensor.extract_slice %[[OUT]][%[[FIRST]]] [8] [1]
// CHECK-DAG: %[[REDUCED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK: %[[RESULT:.*]] = linalg.generic {{.*}} ins(%[[B]], %[[REDUCED]], %[[SCALE]] : tensor<8xf32>, tensor<8xf32>, tensor<f32>) outs(%[[S]] : tensor<8xf32>)
// CHECK: tensor.parallel_insert_slice %[[RESULT]] into %[[OUT]]
// CHECK: return %[[ALL]]
func.func @kept_with_inputs(%data: tensor<64x8192xf32>, %bias: tensor<64xf32>, %scale: tensor<f32>, %sums: tensor<64xf32>) -> tensor<64xf32> {
  %0 = reduce.min %data axes = [1] : tensor<64x8192xf32> -> tensor<64xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%bias, %0, %scale : tensor<64xf32>, tensor<64xf32>, tensor<f32>) outs(%sums : tensor<64xf32>) {
  ^bb0(%b: f32, %r: f32, %s: f32, %sum: f32):
    %2 = arith.mulf %r, %s : f32
    %3 = arith.addf %b, %2 : f32
    %4 = arith.addf %sum, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// An epilogue that overwrites the results uses their memory.
// CHECK-LABEL: func.func @kept_over_results
// CHECK: scf.forall (%{{.*}}) in (8) shared_outs(%[[OUT:.*]] = %{{.*}})
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[OUT]]
// CHECK: linalg.fill {{.*}} outs(%[[SLICE]] : tensor<8xf32>)
// CHECK: %[[REDUCED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK: %[[RESULT:.*]] = linalg.generic {{.*}} outs(%[[REDUCED]] : tensor<8xf32>)
// CHECK: tensor.parallel_insert_slice %[[RESULT]] into %[[OUT]]
func.func @kept_over_results(%data: tensor<64x8192xf32>, %bias: tensor<64xf32>) -> tensor<64xf32> {
  %0 = reduce.min %data axes = [1] : tensor<64x8192xf32> -> tensor<64xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%bias : tensor<64xf32>) outs(%0 : tensor<64xf32>) {
  ^bb0(%b: f32, %r: f32):
    %2 = arith.subf %b, %r : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// The epilogue of partial results follows their combination.
// CHECK-LABEL: func.func @reduced_with_epilogue
// CHECK: scf.forall {{.*}} in (2) {{.*}} -> (tensor<2xf32>)
// CHECK-NOT: arith.truncf
// CHECK: %[[PROD:.*]] = linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%{{.*}} : tensor<2xf32>) outs(%{{.*}} : tensor<f32>)
// CHECK: linalg.generic {{.*}} ins(%[[PROD]] : tensor<f32>) outs(%{{.*}} : tensor<f16>)
// CHECK: arith.truncf
func.func @reduced_with_epilogue(%data: tensor<262144xf16>) -> tensor<f16> {
  %0 = reduce.prod %data axes = [0] : tensor<262144xf16> -> tensor<f16>
  return %0 : tensor<f16>
}

// A product in order is only split along kept loops.
// CHECK-LABEL: func.func @strict_order_kept
// CHECK: scf.forall {{.*}} in (4) {{.*}} -> (tensor<64xf32>)
func.func @strict_order_kept(%data: tensor<64x4096xf32>) -> tensor<64xf32> {
  %0 = reduce.prod %data axes = [1] strict_order : tensor<64x4096xf32> -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// Without vectors, the epilogue of each piece would need memory of its own.
// CHECK-LABEL: func.func @strict_order_with_epilogue
// CHECK: %[[PROD:.*]] = scf.forall {{.*}} in (4) {{.*}} -> (tensor<64xf32>)
// CHECK-NOT: arith.truncf
// CHECK: scf.forall.in_parallel
// CHECK: linalg.generic {{.*}} ins(%[[PROD]] : tensor<64xf32>) outs(%{{.*}} : tensor<64xf16>)
// CHECK: arith.truncf
func.func @strict_order_with_epilogue(%data: tensor<64x8192xf16>) -> tensor<64xf16> {
  %0 = reduce.prod %data axes = [1] strict_order : tensor<64x8192xf16> -> tensor<64xf16>
  return %0 : tensor<64xf16>
}

// CHECK-LABEL: func.func @strict_order_reduced
// CHECK-NOT: scf.forall
// CHECK: return
func.func @strict_order_reduced(%data: tensor<1000000xf32>) -> tensor<f32> {
  %0 = reduce.prod %data axes = [0] strict_order : tensor<1000000xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// Less than 768 KiB is not split.
// CHECK-LABEL: func.func @small
// CHECK-NOT: scf.forall
// CHECK: return
// SMALL-LABEL: func.func @small
// SMALL: scf.forall (%{{.*}}) in (4)
func.func @small(%data: tensor<192x1023xf32>) -> tensor<192xf32> {
  %0 = reduce.min %data axes = [1] : tensor<192x1023xf32> -> tensor<192xf32>
  return %0 : tensor<192xf32>
}

// CHECK-LABEL: func.func @large_enough
// CHECK: scf.forall
func.func @large_enough(%data: tensor<192x1024xf32>) -> tensor<192xf32> {
  %0 = reduce.min %data axes = [1] : tensor<192x1024xf32> -> tensor<192xf32>
  return %0 : tensor<192xf32>
}

// Products of f16 and bf16 along rows take so long that a quarter is enough.
// CHECK-LABEL: func.func @slow
// CHECK: scf.forall
func.func @slow(%data: tensor<96x1024xbf16>) -> tensor<96xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<96x1024xbf16> -> tensor<96xbf16>
  return %0 : tensor<96xbf16>
}

// CHECK-LABEL: func.func @slow_but_small
// CHECK-NOT: scf.forall
// CHECK: return
func.func @slow_but_small(%data: tensor<96x1023xf16>) -> tensor<96xf16> {
  %0 = reduce.prod %data axes = [1] : tensor<96x1023xf16> -> tensor<96xf16>
  return %0 : tensor<96xf16>
}

// CHECK-LABEL: func.func @fast_columns
// CHECK-NOT: scf.forall
// CHECK: return
func.func @fast_columns(%data: tensor<96x1024xbf16>) -> tensor<1024xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<96x1024xbf16> -> tensor<1024xbf16>
  return %0 : tensor<1024xbf16>
}

// Selected at run time: the whole, pieces of kept loops, or of reduced loops if
// the former are a single one, or less than half as many as wanted.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[DATA:.*]]: tensor<?x?xf32>)
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[DATA]], %c0
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %[[DATA]], %c1
// CHECK: %[[SIZE:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK: %[[MANY:.*]] = arith.cmpi uge, %[[ROWS]], %c2
// CHECK: %[[LONG:.*]] = arith.cmpi uge, %[[COLUMNS]], %c2048
// CHECK: %[[EITHER:.*]] = arith.ori %[[MANY]], %[[LONG]]
// CHECK: %[[LARGE:.*]] = arith.cmpi uge, %[[SIZE]], %c196608
// CHECK: %[[BOTH:.*]] = arith.andi %[[LARGE]], %[[EITHER]]
// CHECK: scf.if %[[BOTH]] -> (tensor<?xf32>) {
// CHECK: %[[LEAST:.*]] = arith.minui %{{.*}}, %c3
// CHECK: %[[LACK:.*]] = arith.cmpi uge, %[[LACK_OF_KEPT:.*]], %[[LEAST]]
// CHECK: %[[HAS_MORE:.*]] = arith.cmpi ult, %{{.*}}, %[[LACK_OF_KEPT]]
// CHECK: %[[TOO_FEW:.*]] = arith.andi %[[LACK]], %[[HAS_MORE]]
// CHECK: scf.if %[[TOO_FEW]] -> (tensor<?xf32>) {
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) {{.*}} -> (tensor<?x?xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]}
// CHECK: } else {
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) {{.*}} -> (tensor<?xf32>)
// CHECK: arith.minui
// CHECK: } else {
// CHECK-NOT: scf.forall
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[DATA]] : tensor<?x?xf32>)
func.func @dynamic(%data: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Where the first kept loop alone is cut, the results of a piece are a run of the
// results as one dimension; so are the partial results of a piece.
// CHECK-LABEL: func.func @dynamic_rows_and_columns(
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) {{.*}} -> (tensor<?x?xf32>)
// CHECK: bufferization.to_buffer
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]]
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) shared_outs(%[[OUT:.*]] = %[[FLAT]]) -> (tensor<?xf32>)
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[OUT]][%[[OFFSET:.*]]] [%[[SIZE:.*]]] [1]
// CHECK: %[[MEMORY:.*]] = bufferization.to_buffer %[[SLICE]]
// CHECK: %[[EXPANDED_MEMORY:.*]] = memref.expand_shape %[[MEMORY]] {{\[\[}}0, 1]]
// CHECK: %[[TENSOR:.*]] = bufferization.to_tensor %[[MEMORY]] restrict writable
// CHECK: %[[EXPANDED:.*]] = tensor.expand_shape %[[TENSOR]] {{\[\[}}0, 1]]
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} outs(%[[EXPANDED]] : tensor<?x?xf32>)
// CHECK: %[[REDUCED:.*]] = linalg.generic {{.*}} outs(%[[FILL]] : tensor<?x?xf32>)
// CHECK: bufferization.materialize_in_destination %[[REDUCED]] in restrict writable %[[EXPANDED_MEMORY]]
// CHECK: %[[WRITTEN:.*]] = bufferization.to_tensor %[[MEMORY]] restrict :
// CHECK: tensor.parallel_insert_slice %[[WRITTEN]] into %[[OUT]][%[[OFFSET]]] [%[[SIZE]]] [1]
// CHECK: scf.forall (%{{.*}}, %{{.*}}) in (%{{.*}}, %{{.*}}) {{.*}} -> (tensor<?x?xf32>)
func.func @dynamic_rows_and_columns(%data: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Long rows of few columns stay whole if all pieces would have gaps between them.
// CHECK-LABEL: func.func @dynamic_gaps(
// CHECK-DAG: %[[OUTER:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %arg0, %c2
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %arg0, %c3
// CHECK-DAG: %[[NARROW:.*]] = arith.cmpi ult, %[[COLUMNS]], %c16
// CHECK-DAG: %[[ELEMENTS:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK-DAG: %[[LONG:.*]] = arith.cmpi uge, %[[ELEMENTS]], %c513
// CHECK-DAG: %[[SHORT:.*]] = arith.cmpi ult, %[[OUTER]], %c128
// CHECK: %[[BOTH:.*]] = arith.andi %[[LONG]], %[[SHORT]]
// CHECK: arith.andi %[[NARROW]], %[[BOTH]]
func.func @dynamic_gaps(%data: tensor<?x?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<?x?x?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Accumulators that a piece may store have memory before the loop: a piece that
// allocates would not run on a thread.
// CHECK-LABEL: func.func @dynamic_accumulators(
// CHECK: %[[ALL:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NEXT: scf.forall (%{{.*}}) in (%{{.*}}) {{.*}} -> (tensor<?xbf16>)
// CHECK: %[[PART:.*]] = memref.subview %[[ALL]]
// CHECK: %[[ACCUMULATORS:.*]] = bufferization.to_tensor %[[PART]] restrict writable
// CHECK: linalg.fill {{.*}} outs(%[[ACCUMULATORS]] : tensor<?xf32>)
func.func @dynamic_accumulators(%data: tensor<?x?x?xbf16>) -> tensor<?xbf16> {
  %0 = reduce.prod %data axes = [0, 2] : tensor<?x?x?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// A known innermost extent stays known.
// CHECK-LABEL: func.func @dynamic_rows
// CHECK-COUNT-1: scf.if
// CHECK: scf.forall {{.*}} -> (tensor<?xi64>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x8xi64>) outs(%{{.*}} : tensor<?xi64>)
// CHECK-NOT: scf.if
// CHECK: return
// Even without limits, empty inputs stay whole: extents are divisors.
// SMALL-LABEL: func.func @dynamic_rows
// SMALL: %[[SIZE:.*]] = arith.muli %{{.*}}, %c8
// SMALL: %[[EXISTS:.*]] = arith.cmpi uge, %[[SIZE]], %c1
// SMALL: %[[BOTH:.*]] = arith.andi %[[EXISTS]], %{{.*}} : i1
// SMALL: scf.if %[[BOTH]]
func.func @dynamic_rows(%data: tensor<?x8xi64>) -> tensor<?xi64> {
  %0 = reduce.min %data axes = [1] : tensor<?x8xi64> -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// CHECK-LABEL: func.func @dynamic_columns(
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) {{.*}} -> (tensor<?x65536xi8>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x65536xi8>) outs(%{{.*}} : tensor<65536xi8>)
// CHECK: scf.forall (%{{.*}}) in (16) {{.*}} -> (tensor<65536xi8>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x4096xi8>) outs(%{{.*}} : tensor<4096xi8>)
func.func @dynamic_columns(%data: tensor<?x65536xi8>) -> tensor<65536xi8> {
  %0 = reduce.prod %data axes = [0] : tensor<?x65536xi8> -> tensor<65536xi8>
  return %0 : tensor<65536xi8>
}

// A reduction that cannot be split evenly stays whole.
// CHECK-LABEL: func.func @dynamic_odd_columns
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) {{.*}} -> (tensor<?x65537xi8>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x65537xi8>) outs(%{{.*}} : tensor<65537xi8>)
func.func @dynamic_odd_columns(%data: tensor<?x65537xi8>) -> tensor<65537xi8> {
  %0 = reduce.prod %data axes = [0] : tensor<?x65537xi8> -> tensor<65537xi8>
  return %0 : tensor<65537xi8>
}

// SMALL-LABEL: func.func @empty
// SMALL-NOT: scf.forall
// SMALL: return
func.func @empty(%data: tensor<64x0xf32>) -> tensor<64xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %fill = linalg.fill ins(%inf : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<64x0xf32>) outs(%fill : tensor<64xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// There is nothing to split for any sizes.
// CHECK-LABEL: func.func @dynamic_rows_of_nothing
// CHECK-NOT: scf.forall
// CHECK: return
// SMALL-LABEL: func.func @dynamic_rows_of_nothing
// SMALL-NOT: scf.forall
// SMALL: return
func.func @dynamic_rows_of_nothing(%data: tensor<?x0xf32>, %to: tensor<0xf32>) -> tensor<0xf32> {
  %0 = arith.constant 1.0 : f32
  %fill = linalg.fill ins(%0 : f32) outs(%to : tensor<0xf32>) -> tensor<0xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<?x0xf32>) outs(%fill : tensor<0xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %2 = arith.minimumf %accumulator, %element : f32
    linalg.yield %2 : f32
  } -> tensor<0xf32>
  return %1 : tensor<0xf32>
}

// A kept extent of 0 precedes the others.
// CHECK-LABEL: func.func @no_rows_of_dynamic_columns
// CHECK-NOT: scf.forall
// CHECK: return
func.func @no_rows_of_dynamic_columns(%data: tensor<0x?xf32>) -> tensor<0xf32> {
  %0 = reduce.min %data axes = [1] : tensor<0x?xf32> -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// CHECK-LABEL: func.func @dynamic_strict_order
// CHECK-NOT: scf.forall
// CHECK: return
func.func @dynamic_strict_order(%data: tensor<?xf32>) -> tensor<f32> {
  %0 = reduce.prod %data axes = [0] strict_order : tensor<?xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @strided
// CHECK-NOT: scf.forall
// CHECK: return
func.func @strided(%data: tensor<64x4096xf32>) -> tensor<64xf32> attributes {reduce.layout = #reduce.layout<strided>} {
  %0 = reduce.min %data axes = [1] : tensor<64x4096xf32> -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// Without a fill there is no value with which a piece could start.
// CHECK-LABEL: func.func @no_fill
// CHECK-NOT: scf.forall
// CHECK: return
func.func @no_fill(%data: tensor<64x4096xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<64x4096xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// Two threads would share three pieces of columns badly: four pieces of rows instead.
// CHECK-LABEL: func.func @three_pieces_of_columns
// CHECK: scf.forall (%{{.*}}) in (4) shared_outs(%{{.*}} = %{{.*}}) -> (tensor<4x800xf32>)
// CHECK:   tensor.extract_slice %{{.*}}[%{{.*}}, 0] [100, 800] [1, 1]
func.func @three_pieces_of_columns(%data: tensor<400x800xf32>) -> tensor<800xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<800xf32>
  %fill = linalg.fill ins(%inf : f32) outs(%empty : tensor<800xf32>) -> tensor<800xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<400x800xf32>) outs(%fill : tensor<800xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<800xf32>
  return %0 : tensor<800xf32>
}
