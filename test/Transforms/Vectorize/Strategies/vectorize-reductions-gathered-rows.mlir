// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,permuted_bits=8}' --reduce-separate-columns --reduce-vectorize --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,permuted_bits=8}' --reduce-separate-columns --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true}' --reduce-separate-columns --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNPERMUTED --implicit-check-not='are gathered'

// Five outer indices have fifteen results. Their elements are in two vectors, the second of
// which ends with the last element. The last group ends with the last outer index.
// UNPERMUTED: Function=minimum
// REMARK: Function=minimum | Reason="rows and columns are few: those of several outer indices are gathered until all lanes are results", strategy=short-rows, tile=5x2x3{{$}}
// CHECK-LABEL: func.func @minimum
// CHECK-DAG: %[[RESULTS:.*]] = arith.constant dense<[true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, false]> : vector<16xi1>
// CHECK: scf.for %[[OFFSET:.*]] = %c0 to %c600 step %c30 iter_args(%[[RESULT:.*]] = %c0,
// CHECK-DAG:   %[[TO:.*]] = arith.minui %[[RESULT]], %c285 : index
// CHECK-DAG:   %[[START:.*]] = arith.minui %[[OFFSET]], %c570 : index
// CHECK:   %[[V0:.*]] = vector.transfer_read %{{.*}}[%[[START]]], {{.*}} vector<16xf32>
// CHECK:   %[[AT1:.*]] = arith.addi %[[START]], %c14 : index
// CHECK:   %[[V1:.*]] = vector.transfer_read %{{.*}}[%[[AT1]]], {{.*}} vector<16xf32>
// CHECK:   %[[FIRST:.*]] = vector.shuffle %[[V0]], %[[V1]] [0, 1, 2, 6, 7, 8, 12, 13, 14, 20, 21, 22, 26, 27, 28, -1]
// CHECK:   %[[SECOND:.*]] = vector.shuffle %[[V0]], %[[V1]] [3, 4, 5, 9, 10, 11, 15, 18, 19, 23, 24, 25, 29, 30, 31, -1]
// CHECK:   %[[BOTH:.*]] = arith.minimumf %[[SECOND]], %[[FIRST]]
// CHECK:   vector.transfer_write %[[BOTH]], %{{.*}}[%[[TO]]], %[[RESULTS]]
func.func @minimum(%data: tensor<100x2x3xf32>) -> tensor<100x3xf32> {
  %0 = reduce.min %data axes = [1] : tensor<100x2x3xf32> -> tensor<100x3xf32>
  return %0 : tensor<100x3xf32>
}

// REMARK: Function=product | {{.*}}are gathered
// Of five rows, three are gathered: the first one, and two that are combined with those
// two rows later before that.
// CHECK-LABEL: func.func @product
// CHECK-DAG: %[[FIRSTS:.*]] = arith.constant dense<[true, true, false, false, false, false, false, false, false, false, true, true, false, false, false, false]> : vector<16xi1>
// CHECK:   %[[START:.*]] = arith.minui %{{.*}}, %c920 : index
// CHECK:   %[[FRONT:.*]] = vector.transfer_read %{{.*}}[%[[START]]], {{.*}} vector<16xi32>
// CHECK:   %[[LATER:.*]] = arith.addi %[[START]], %c4 : index
// CHECK:   %[[BACK:.*]] = vector.transfer_read %{{.*}}[%[[LATER]]], {{.*}} vector<16xi32>
// CHECK:   %[[PRODUCT:.*]] = arith.muli %[[FRONT]], %[[BACK]]
// CHECK:   %[[V0:.*]] = arith.select %[[FIRSTS]], %[[FRONT]], %[[PRODUCT]]
// CHECK:   vector.shuffle %[[V0]], %[[V1:.*]] [0, 1, 10, 11, 20, 21, 30, 31, -1, -1, -1, -1, -1, -1, -1, -1]
// CHECK-COUNT-2: arith.muli %{{.*}} : vector<16xi32>
// CHECK-NOT: arith.muli
// CHECK:   vector.transfer_write %{{[0-9]+}}, %{{[a-z0-9]+}}[%{{[0-9]+}}] {in_bounds = [true]} : vector<16xi32>, tensor<200xi32>
func.func @product(%data: tensor<100x5x2xi32>) -> tensor<100x2xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<100x5x2xi32> -> tensor<100x2xi32>
  return %0 : tensor<100x2xi32>
}

// If the number of outer indices is not known, others than these loops serve few.
// REMARK: Function=unknown_outer | {{.*}}are gathered
// CHECK-LABEL: func.func @unknown_outer
// CHECK: %[[IS_GROUP:.*]] = arith.cmpi uge, %{{.*}}, %c5 : index
// CHECK: scf.if %[[IS_GROUP]]
// CHECK:   vector.shuffle %{{.*}} [0, 1, 2, 6, 7, 8, 12, 13, 14, 20, 21, 22, 26, 27, 28, -1]
// CHECK: } else {
// CHECK-NOT: -1]
// CHECK: return
func.func @unknown_outer(%data: tensor<?x2x3xf32>) -> tensor<?x3xf32> {
  %0 = reduce.min %data axes = [1] : tensor<?x2x3xf32> -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// Rows that fill a vector, more rows, outer indices that do not fill a group, rows of
// unknown number, and extended elements whose halves have an order of their own.
// REMARK-NOT: are gathered
// REMARK: Function=full
func.func @full(%data: tensor<100x4x4xf32>) -> tensor<100x4xf32> {
  %0 = reduce.min %data axes = [1] : tensor<100x4x4xf32> -> tensor<100x4xf32>
  return %0 : tensor<100x4xf32>
}
// REMARK: Function=bytes_7 | {{.*}}are gathered
// REMARK-NOT: are gathered
// REMARK: Function=bytes_8
func.func @bytes_7(%data: tensor<100x7x3xi8>) -> tensor<100x3xi8> {
  %0 = reduce.min %data axes = [1] : tensor<100x7x3xi8> -> tensor<100x3xi8>
  return %0 : tensor<100x3xi8>
}
func.func @bytes_8(%data: tensor<100x8x3xi8>) -> tensor<100x3xi8> {
  %0 = reduce.min %data axes = [1] : tensor<100x8x3xi8> -> tensor<100x3xi8>
  return %0 : tensor<100x3xi8>
}
// REMARK: Function=words_10 | {{.*}}are gathered
// REMARK-NOT: are gathered
// REMARK: Function=words_11
func.func @words_10(%data: tensor<100x10x3xi16>) -> tensor<100x3xi16> {
  %0 = reduce.min %data axes = [1] : tensor<100x10x3xi16> -> tensor<100x3xi16>
  return %0 : tensor<100x3xi16>
}
func.func @words_11(%data: tensor<100x11x2xi16>) -> tensor<100x2xi16> {
  %0 = reduce.min %data axes = [1] : tensor<100x11x2xi16> -> tensor<100x2xi16>
  return %0 : tensor<100x2xi16>
}
// REMARK: Function=five | {{.*}}are gathered
// REMARK-NOT: are gathered
// REMARK: Function=four
func.func @five(%data: tensor<5x2x3xf32>) -> tensor<5x3xf32> {
  %0 = reduce.min %data axes = [1] : tensor<5x2x3xf32> -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}
func.func @four(%data: tensor<4x2x3xf32>) -> tensor<4x3xf32> {
  %0 = reduce.min %data axes = [1] : tensor<4x2x3xf32> -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
// REMARK-NOT: are gathered
// REMARK: Function=unknown
func.func @unknown(%data: tensor<100x?x3xf32>) -> tensor<100x3xf32> {
  %0 = reduce.min %data axes = [1] : tensor<100x?x3xf32> -> tensor<100x3xf32>
  return %0 : tensor<100x3xf32>
}
// REMARK: Function=odd_bf16 | {{.*}}are gathered
// REMARK-NOT: are gathered
// REMARK: Function=even_bf16
func.func @odd_bf16(%data: tensor<100x5x2xbf16>) -> tensor<100x2xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<100x5x2xbf16> -> tensor<100x2xbf16>
  return %0 : tensor<100x2xbf16>
}
func.func @even_bf16(%data: tensor<100x4x2xbf16>) -> tensor<100x2xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<100x4x2xbf16> -> tensor<100x2xbf16>
  return %0 : tensor<100x2xbf16>
}

// The number of elements of an outer index does not overflow.
// REMARK-NOT: are gathered
// REMARK: Function=huge
#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>
func.func @huge(%data: tensor<64x2x4611686018427387904xi8>, %start: tensor<64x4611686018427387904xi8>) -> tensor<64x4611686018427387904xi8> {
  %zero = arith.constant 0 : i8
  %empty = tensor.empty() : tensor<64x4611686018427387904xi8>
  %fill = linalg.fill ins(%zero : i8) outs(%empty : tensor<64x4611686018427387904xi8>) -> tensor<64x4611686018427387904xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<64x2x4611686018427387904xi8>) outs(%fill : tensor<64x4611686018427387904xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minui %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<64x4611686018427387904xi8>
  return %0 : tensor<64x4611686018427387904xi8>
}
