// RUN: reduce-opt %s --split-input-file --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,blends=true,drops_nan=true}' --reduce-vectorize --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,BLENDS
// RUN: reduce-opt %s --split-input-file --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,blends=true,mask_registers=true,permuted_bits=8,drops_nan=true}' --reduce-vectorize --canonicalize --cse | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: reduce-opt %s --split-input-file --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=256,blends=true,drops_nan=true}' --reduce-vectorize --canonicalize --cse | FileCheck %s --check-prefix=AVX2

// Where blends are cheap, one of the two shuffles that merge two vectors leaves
// each element in its lane. The vectors are merged in the order in which the
// results of four rows are in their lanes.

// CHECK-LABEL: func.func @order
// BLENDS: scf.for
// BLENDS: %[[ROW0:.*]] = arith.minsi %{{.*}}#0, %{{.*}} : vector<4xi32>
// BLENDS: %[[ROW1:.*]] = arith.minsi %{{.*}}#1, %{{.*}} : vector<4xi32>
// BLENDS: %[[ROW2:.*]] = arith.minsi %{{.*}}#2, %{{.*}} : vector<4xi32>
// BLENDS: %[[ROW3:.*]] = arith.minsi %{{.*}}#3, %{{.*}} : vector<4xi32>
// BLENDS-DAG: %[[KEPT02:.*]] = vector.shuffle %[[ROW0]], %[[ROW2]] [0, 1, 6, 7]
// BLENDS-DAG: %[[MOVED02:.*]] = vector.shuffle %[[ROW0]], %[[ROW2]] [2, 3, 4, 5]
// BLENDS: %[[ROWS02:.*]] = arith.minsi %[[KEPT02]], %[[MOVED02]]
// BLENDS-DAG: %[[KEPT13:.*]] = vector.shuffle %[[ROW1]], %[[ROW3]] [0, 1, 6, 7]
// BLENDS-DAG: %[[MOVED13:.*]] = vector.shuffle %[[ROW1]], %[[ROW3]] [2, 3, 4, 5]
// BLENDS: %[[ROWS13:.*]] = arith.minsi %[[KEPT13]], %[[MOVED13]]
// BLENDS-DAG: %[[KEPT:.*]] = vector.shuffle %[[ROWS02]], %[[ROWS13]] [0, 5, 2, 7]
// BLENDS-DAG: %[[MOVED:.*]] = vector.shuffle %[[ROWS02]], %[[ROWS13]] [1, 4, 3, 6]
// BLENDS: %[[RESULTS:.*]] = arith.minsi %[[KEPT]], %[[MOVED]]
// BLENDS-NEXT: vector.transfer_write %[[RESULTS]]
func.func @order(%data: tensor<4x33xi32>) -> tensor<4xi32> {
  %0 = reduce.min %data axes = [1] : tensor<4x33xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// If vectors have several rows one after the other, the results are sorted at
// the end, or when the lanes of the last vector are combined.

// CHECK-LABEL: func.func @several_rows
// WIDE-DAG: vector.shuffle %[[MERGED:.*]], %{{.*}} [0, 1, 8, 9, 4, 5, 12, 13]
// WIDE-DAG: vector.shuffle %[[MERGED]], %[[MERGED]] [2, 3, 10, 11, 6, 7, 14, 15]
// WIDE: %[[HALVES:.*]] = arith.minsi %{{.*}}, %{{.*}} : vector<8xi32>
// WIDE-DAG: vector.shuffle %[[HALVES]], %[[HALVES]] [0, 2, 4, 6]
// WIDE-DAG: vector.shuffle %[[HALVES]], %[[HALVES]] [1, 3, 5, 7]
// WIDE: %[[RESULTS:.*]] = arith.minsi %{{.*}}, %{{.*}} : vector<4xi32>
// WIDE-NEXT: vector.transfer_write %[[RESULTS]]
func.func @several_rows(%data: tensor<4x13xi32>) -> tensor<4xi32> {
  %0 = reduce.min %data axes = [1] : tensor<4x13xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @all_rows
// WIDE: %[[SORTED:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]
// WIDE-NEXT: vector.transfer_write %[[SORTED]]
func.func @all_rows(%data: tensor<16x13xi32>) -> tensor<16xi32> {
  %0 = reduce.min %data axes = [1] : tensor<16x13xi32> -> tensor<16xi32>
  return %0 : tensor<16xi32>
}

// -----

// To LLVM, a blend of the halves of 512 bits is a shuffle, and one of quarters
// is not. So the second quarters are exchanged with the fourth ones.

// CHECK-LABEL: func.func @quarters
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [0, 1, 10, 11, 12, 13, 6, 7]
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [4, 5, 14, 15, 8, 9, 2, 3]
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [0, 1, 10, 11, 4, 5, 14, 15]
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [6, 7, 12, 13, 2, 3, 8, 9]
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [0, 9, 2, 11, 4, 13, 6, 15]
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [1, 8, 3, 10, 5, 12, 7, 14]
// WIDE: %[[RESULTS:.*]] = arith.minsi
// WIDE-NEXT: vector.transfer_write %[[RESULTS]]
func.func @quarters(%data: tensor<8x20xi64>) -> tensor<8xi64> {
  %0 = reduce.min %data axes = [1] : tensor<8x20xi64> -> tensor<8xi64>
  return %0 : tensor<8xi64>
}

// -----

// A fence keeps the permutation that pads a row of short elements apart from
// the shuffles that merge it: LLVM would join them in permutations of two
// vectors, which are slow.

// CHECK-LABEL: func.func @fence
// WIDE: %[[PADDED:.*]] = vector.shuffle %{{.*}} [0, 20, 1, 21,
// WIDE: %[[BITS:.*]] = vector.bitcast %[[PADDED]] : vector<64xi8> to vector<16xf32>
// WIDE: %[[APART:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence.v16f32"(%[[BITS]])
// WIDE: %[[ROWS:.*]] = vector.bitcast %[[APART]] : vector<16xf32> to vector<64xi8>
// WIDE: vector.shuffle %[[ROWS]], %{{.*}} [0, 1, 2,
// BLENDS-NOT: arithmetic.fence
func.func @fence(%data: tensor<4x20xi8>) -> tensor<4xi8> {
  %0 = reduce.min %data axes = [1] : tensor<4x20xi8> -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// Where minima drop NaN, vectors are tested for NaN before they are merged. If
// there is none, only numbers are combined.

// CHECK-LABEL: func.func @numbers
// BLENDS: %[[ARE02:.*]] = arith.cmpf ord, %[[ROW0:.*]], %[[ROW2:.*]] : vector<4xf32>
// BLENDS: %[[ARE13:.*]] = arith.cmpf ord, %[[ROW1:.*]], %[[ROW3:.*]] : vector<4xf32>
// BLENDS: %[[ARE:.*]] = arith.andi %[[ARE02]], %[[ARE13]]
// BLENDS: %[[ALL:.*]] = vector.reduction <and>, %[[ARE]]
// BLENDS: %[[RESULTS:.*]] = scf.if %[[ALL]]
// BLENDS-NOT: arith.minimumf
// BLENDS-COUNT-3: arith.cmpf olt
// BLENDS-NOT: arith.minimumf
// BLENDS: } else {
// BLENDS-NOT: arith.cmpf
// BLENDS-COUNT-3: arith.minimumf
// BLENDS: }
// BLENDS-NEXT: vector.transfer_write %[[RESULTS]]
// WIDE-COUNT-2: arith.cmpf ord, %{{.*}}, %{{.*}} : vector<16xf32>
// WIDE: vector.reduction <and>, %{{.*}} : vector<16xi1> into i1
// WIDE: scf.if
func.func @numbers(%data: tensor<4x17xf32>) -> tensor<4xf32> {
  %0 = reduce.min %data axes = [1] : tensor<4x17xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Two vectors are not.
// CHECK-LABEL: func.func @two_vectors
// CHECK-NOT: scf.if
// CHECK: arith.minimumf
// CHECK: return
func.func @two_vectors(%data: tensor<2x17xf32>) -> tensor<2xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x17xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Nor are those whose minimum ignores NaN, or is -0.0 rather than +0.0: a
// comparison does not tell these apart.
// CHECK-LABEL: func.func @ignores_nan
// CHECK-NOT: scf.if
// CHECK: arith.minimumf %{{.*}}, %{{.*}} fastmath<nnan,nsz> : vector<
// CHECK: return
func.func @ignores_nan(%data: tensor<4x17xf32>) -> tensor<4xf32> {
  %0 = reduce.min %data axes = [1] {nan_mode = #reduce<nan_mode ignore>} : tensor<4x17xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @zero_order
// CHECK-NOT: scf.if
// CHECK: arith.minimumf %{{.*}}, %{{.*}} : vector<
// CHECK-NOT: arith.cmpf
// CHECK: return
func.func @zero_order(%data: tensor<4x17xf32>, %start: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(row, column) -> (row, column)>, affine_map<(row, column) -> (row)>], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x17xf32>) outs(%start : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Products are merged by shuffles of halves, unless one instruction permutes their
// elements. Then those of less than 32 bits need a fence, as minima do.

// CHECK-LABEL: func.func @product
// CHECK-NOT: arithmetic.fence
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3, 20, 21, 22, 23, 24, 25, 26, 27, 12, 13, 14, 15]
// BLENDS: vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 5]
// BLENDS: vector.shuffle %{{.*}}, %{{.*}} [2, 3, 6, 7]
// BLENDS: vector.shuffle %{{.*}}, %{{.*}} [0, 2, 4, 6]
// BLENDS: vector.shuffle %{{.*}}, %{{.*}} [1, 3, 5, 7]
// CHECK: return
func.func @product(%data: tensor<4x17xi32>) -> tensor<4xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<4x17xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @product_of_bytes
// BLENDS-NOT: arithmetic.fence
// WIDE: arithmetic.fence
// CHECK: return
func.func @product_of_bytes(%data: tensor<4x20xi8>) -> tensor<4xi8> {
  %0 = reduce.prod %data axes = [1] : tensor<4x20xi8> -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// Four vectors of two padded rows each are merged in the order of their lanes,
// too: the last one comes before the second.

// CHECK-LABEL: func.func @padded
// WIDE: %[[ROWS01:.*]] = vector.shuffle %{{.*}} [0, 7, 1, 8,
// WIDE: %[[ROWS23:.*]] = vector.shuffle %{{.*}} [0, 7, 1, 8,
// WIDE: %[[ROWS45:.*]] = vector.shuffle %{{.*}} [0, 7, 1, 8,
// WIDE: %[[ROWS67:.*]] = vector.shuffle %{{.*}} [2, 9, 3, 10,
// WIDE: vector.shuffle %[[ROWS01]], %[[ROWS45]] [0, 1, 2, 3, 20, 21, 22, 23, 24, 25, 26, 27, 12, 13, 14, 15]
// WIDE: vector.shuffle %[[ROWS01]], %[[ROWS45]] [8, 9, 10, 11, 28, 29, 30, 31, 16, 17, 18, 19, 4, 5, 6, 7]
// WIDE: %[[ROWS0145:.*]] = arith.minsi
// WIDE: vector.shuffle %[[ROWS67]], %[[ROWS23]] [0, 1, 2, 3, 20, 21, 22, 23, 24, 25, 26, 27, 12, 13, 14, 15]
// WIDE: vector.shuffle %[[ROWS67]], %[[ROWS23]] [8, 9, 10, 11, 28, 29, 30, 31, 16, 17, 18, 19, 4, 5, 6, 7]
// WIDE: %[[ROWS6723:.*]] = arith.minsi
// WIDE: vector.shuffle %[[ROWS0145]], %[[ROWS6723]] [0, 1, 2, 3, 20, 21, 22, 23, 8, 9, 10, 11, 28, 29, 30, 31]
// WIDE: vector.shuffle %[[ROWS0145]], %[[ROWS6723]] [12, 13, 14, 15, 24, 25, 26, 27, 4, 5, 6, 7, 16, 17, 18, 19]
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 5, 8, 9, 12, 13]
// WIDE: vector.shuffle %{{.*}}, %{{.*}} [2, 3, 6, 7, 10, 11, 14, 15]
// WIDE: %[[RESULTS:.*]] = arith.minsi
// WIDE-NEXT: vector.transfer_write %[[RESULTS]]
func.func @padded(%data: tensor<8x7xi32>) -> tensor<8xi32> {
  %0 = reduce.min %data axes = [1] : tensor<8x7xi32> -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// Shuffles of 256 bits do not cross the halves at no cost. Rows that share a vector are four apart,
// so that blends leave the results in order. That holds for products, too.

// AVX2-LABEL: func.func @halves
// AVX2: %[[FRONT:.*]] = vector.transfer_read %[[JOINED:.*]][%c0]
// AVX2: %[[BACK:.*]] = vector.transfer_read %[[JOINED]][%c20]
// AVX2: vector.shuffle %[[FRONT]], %[[BACK]] [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xi32>
// AVX2: vector.transfer_read %[[JOINED]][%c10]
// AVX2: vector.transfer_read %[[JOINED]][%c30]
// AVX2-DAG: %[[KEPT:.*]] = vector.shuffle %[[ROWS0426:.*]], %[[ROWS1537:.*]] [0, 9, 2, 11, 4, 13, 6, 15]
// AVX2-DAG: %[[MOVED:.*]] = vector.shuffle %[[ROWS0426]], %[[ROWS1537]] [1, 8, 3, 10, 5, 12, 7, 14]
// AVX2: %[[RESULTS:.*]] = arith.muli %[[KEPT]], %[[MOVED]]
// AVX2-NEXT: vector.transfer_write %[[RESULTS]]
func.func @halves(%data: tensor<8x5xi32>) -> tensor<8xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<8x5xi32> -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// Padded rows: each half is read at its own place and transposed alone. The last one ends with the
// block.

// AVX2-LABEL: func.func @padded_halves
// AVX2: scf.for %{{.*}} = %c0 to %c64 step %c32
// AVX2: %[[SECOND:.*]] = arith.addi %[[FIRST:.*]], %c112
// AVX2: %[[FRONT:.*]] = vector.transfer_read %{{.*}}[%[[FIRST]]], {{.*}} vector<16xi8>
// AVX2: %[[BACK:.*]] = vector.transfer_read %{{.*}}[%[[SECOND]]], {{.*}} vector<16xi8>
// AVX2: %[[ROWS:.*]] = vector.shuffle %[[FRONT]], %[[BACK]]
// AVX2: vector.shuffle %[[ROWS]], %[[ROWS]] [0, 7, 1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 6, 13, 16, 23, 17, 24, 18, 25, 19, 26, 20, 27, 21, 28, 22, 29, 22, 29]
// AVX2: arith.addi %[[FIRST]], %c208
// AVX2: vector.shuffle %{{.*}} [0, 7, {{.*}}, 6, 13, 18, 25, 19, 26, 20, 27, 21, 28, 22, 29, 23, 30, 24, 31, 24, 31]
// AVX2: %[[KEPT:.*]] = vector.shuffle %[[ONE:.*]], %[[OTHER:.*]] [0, 1, 34, 35, {{.*}}, 28, 29, 62, 63]
// AVX2: %[[MOVED:.*]] = vector.shuffle %[[ONE]], %[[OTHER]] [2, 3, 32, 33, {{.*}}, 30, 31, 60, 61]
// AVX2: %[[RESULTS:.*]] = arith.minsi %[[KEPT]], %[[MOVED]] : vector<32xi8>
// AVX2-NEXT: vector.transfer_write %[[RESULTS]]
func.func @padded_halves(%data: tensor<64x7xi8>) -> tensor<64xi8> {
  %0 = reduce.min %data axes = [1] : tensor<64x7xi8> -> tensor<64xi8>
  return %0 : tensor<64xi8>
}

// -----

// Products are padded with ones. A row may be a half alone, and a vector a whole block.

// AVX2-LABEL: func.func @padded_product
// AVX2: %[[ONES:.*]] = arith.constant dense<1> : vector<32xi8>
// AVX2: %[[ROWS:.*]] = vector.shuffle %{{.*}} : vector<16xi8>, vector<16xi8>
// AVX2: vector.shuffle %[[ROWS]], %[[ONES]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 32, 32, 32, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 32, 32, 32]
// AVX2-LABEL: func.func @one_vector
// AVX2: vector.transfer_read %{{.*}}[%c0]
// AVX2: vector.transfer_read %{{.*}}[%c10]
// AVX2: vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12, 12, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 31, 31, 31]
// AVX2-NOT: transfer_read
// AVX2: return
func.func @padded_product(%data: tensor<64x13xi8>) -> tensor<64xi8> {
  %0 = reduce.prod %data axes = [1] : tensor<64x13xi8> -> tensor<64xi8>
  return %0 : tensor<64xi8>
}
func.func @one_vector(%data: tensor<2x13xi8>) -> tensor<2xi8> {
  %0 = reduce.min %data axes = [1] : tensor<2x13xi8> -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

// Rows that do not fill a vector are one part.

// AVX2-LABEL: func.func @few_padded_rows
// AVX2: %[[ROWS:.*]] = vector.transfer_read {{.*}} vector<6xi8>
// AVX2-NEXT: vector.shuffle %[[ROWS]], %[[ROWS]] [0, 3, 1, 4, 2, 5, 2, 5]
// AVX2: return
func.func @few_padded_rows(%data: tensor<3x3xi8>) -> tensor<3xi8> {
  %0 = reduce.min %data axes = [1] : tensor<3x3xi8> -> tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

// 16 rows of unknown length stay in the order of memory: their addresses would take more registers.
// Results are sorted at the end.

// AVX2-LABEL: func.func @many_rows
// AVX2: vector.shuffle %{{.*}} [0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30]
func.func @many_rows(%data: tensor<16x?xi8>) -> tensor<16xi8> {
  %0 = reduce.min %data axes = [1] : tensor<16x?xi8> -> tensor<16xi8>
  return %0 : tensor<16xi8>
}
