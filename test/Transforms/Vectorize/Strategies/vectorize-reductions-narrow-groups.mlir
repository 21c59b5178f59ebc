// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,permuted_bits=16}' --reduce-vectorize='strategies=narrow-groups,outer' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,permuted_bits=16}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true}' --reduce-vectorize='strategies=narrow-groups,outer' | FileCheck %s --check-prefix=NONE
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,permuted_bits=8}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BYTES

// Nothing is permuted without `permuted_bits`.
// NONE-NOT: llvm.call_intrinsic

// A vector of 16 lanes has four rows of three columns. Four outer indices
// accumulate, which start with the ninth row of each.
// REMARK: Function=four_rows | Reason="columns are few: a vector has several rows, and those of four outer indices are merged", strategy=narrow-groups, tile=4x4x3
// CHECK-LABEL: func.func @four_rows
// CHECK-SAME: (%[[DATA:.*]]: tensor<100x9x3xi32>)
// CHECK-DAG: %[[ROWS:.*]] = vector.constant_mask [12] : vector<16xi1>
// CHECK-DAG: %[[ROW:.*]] = vector.constant_mask [3] : vector<16xi1>
// CHECK-DAG: %[[FRONTS:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]> : vector<16xi32>
// CHECK-DAG: %[[BACKS:.*]] = arith.constant dense<[6, 7, 8, 9, 10, 11, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]> : vector<16xi32>
// CHECK-DAG: %[[FRONTS_OF_TWO:.*]] = arith.constant dense<[0, 1, 2, 6, 7, 8, 16, 17, 18, 22, 23, 24, 25, 26, 27, 28]> : vector<16xi32>
// CHECK-DAG: %[[BACKS_OF_TWO:.*]] = arith.constant dense<[3, 4, 5, 9, 10, 11, 19, 20, 21, 25, 26, 27, 28, 29, 30, 31]> : vector<16xi32>
// CHECK-DAG: %[[OF_REST:.*]] = arith.constant dense<[0, 1, 2, 16, 16, {{.*}}]> : vector<16xi32>
// CHECK-DAG: %[[NEUTRAL:.*]] = arith.constant dense<2147483647> : vector<16xi32>
// CHECK: %[[INPUT:.*]] = tensor.collapse_shape %[[DATA]] {{\[}}[0, 1, 2]] : tensor<100x9x3xi32> into tensor<2700xi32>
// CHECK: scf.for %[[AT:.*]] = %c0 to %c2700 step %c108 iter_args(%[[STORE:.*]] = %c0, %[[RESULTS:.*]] = %{{.*}})
// CHECK:   %[[PLACE:.*]] = arith.minui %[[STORE]], %c288 : index
// CHECK:   %[[START:.*]] = arith.minui %[[AT]], %c2592 : index
// CHECK:   %[[LAST:.*]] = arith.addi %[[START]], %c24 : index
// CHECK:   %[[REST:.*]] = vector.transfer_read %[[INPUT]][%[[LAST]]], %{{.*}}, %[[ROW]] {in_bounds = [true]}
// CHECK:   %[[FIRST:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"(%[[REST]], %[[OF_REST]], %[[NEUTRAL]])
// CHECK-COUNT-3: llvm.call_intrinsic {{.*}}, %[[OF_REST]], %[[NEUTRAL]])
// CHECK:   %[[ALL:.*]]:4 = scf.for %[[OFFSET:.*]] = %c0 to %c24 step %c12 iter_args(%[[SO_FAR:.*]] = %[[FIRST]],
// CHECK:     %[[FROM:.*]] = arith.addi %[[START]], %[[OFFSET]] : index
// CHECK:     %[[READ:.*]] = vector.transfer_read %[[INPUT]][%[[FROM]]], %{{.*}}, %[[ROWS]] {in_bounds = [true]}
// CHECK:     arith.minsi %[[SO_FAR]], %[[READ]] : vector<16xi32>
// CHECK:     arith.addi %[[FROM]], %c27 : index
// CHECK:   %[[FRONT:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"(%[[ALL]]#0, %[[FRONTS]], %[[ALL]]#1)
// CHECK:   %[[BACK:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"(%[[ALL]]#0, %[[BACKS]], %[[ALL]]#1)
// CHECK:   %[[ONE:.*]] = arith.minsi %[[FRONT]], %[[BACK]]
// CHECK:   %[[OTHER:.*]] = arith.minsi
// CHECK:   %[[FRONT:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"(%[[ONE]], %[[FRONTS_OF_TWO]], %[[OTHER]])
// CHECK:   %[[BACK:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"(%[[ONE]], %[[BACKS_OF_TWO]], %[[OTHER]])
// CHECK:   %[[RESULT:.*]] = arith.minsi %[[FRONT]], %[[BACK]]
// CHECK:   vector.transfer_write %[[RESULT]], %[[RESULTS]][%[[PLACE]]], %[[ROWS]] {in_bounds = [true]}
func.func @four_rows(%data: tensor<100x9x3xi32>) -> tensor<100x3xi32> {
  %0 = reduce.min %data axes = [1] : tensor<100x9x3xi32> -> tensor<100x3xi32>
  return %0 : tensor<100x3xi32>
}

// Two rows of seven columns: two outer indices fill a vector of results.
// REMARK: Function=two_rows | {{.*}}, strategy=narrow-groups, tile=4x2x7
// CHECK-LABEL: func.func @two_rows
// CHECK: scf.for
// CHECK:   scf.for
// CHECK:     scf.yield
// CHECK-COUNT-2: llvm.call_intrinsic
// CHECK:   %[[ONE:.*]] = arith.mulf
// CHECK-COUNT-2: llvm.call_intrinsic
// CHECK:   %[[OTHER:.*]] = arith.mulf
// CHECK-NOT: llvm.call_intrinsic
// CHECK:   %[[STORED:.*]] = vector.transfer_write %[[ONE]], %{{.*}}[%[[PLACE:.*]]], %[[MASK:.*]] {in_bounds = [true]}
// CHECK:   vector.transfer_write %[[OTHER]], %[[STORED]][%{{.*}}], %[[MASK]] {in_bounds = [true]}
func.func @two_rows(%data: tensor<100x9x7xf32>) -> tensor<100x7xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<100x9x7xf32> -> tensor<100x7xf32>
  return %0 : tensor<100x7xf32>
}

// More than four rows of a vector are combined further after the merges, with
// neutral elements where there is no other row, and the results moved together.
// CHECK-LABEL: func.func @eight_rows
// CHECK-DAG: %[[OTHERS:.*]] = arith.constant dense<[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]> : vector<16xi32>
// CHECK-DAG: %[[OF_RESULTS:.*]] = arith.constant dense<[0, 1, 4, 5, 8, 9, 12, 13, {{.*}}]> : vector<16xi32>
// CHECK: llvm.call_intrinsic {{.*}}(%{{.*}}, %[[OTHERS]], %{{.*}})
// CHECK: arith.mulf
// CHECK: llvm.call_intrinsic {{.*}}(%[[ALL:.*]], %[[OF_RESULTS]], %[[ALL]])
func.func @eight_rows(%data: tensor<100x30x2xf32>) -> tensor<100x2xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<100x30x2xf32> -> tensor<100x2xf32>
  return %0 : tensor<100x2xf32>
}

// How many rows a vector has, and the positions, are computed at the start. If
// all rows are fewer than it has room for, it has those of several outer indices:
// as many as there are times their width in eight lanes.
// REMARK: Function=unknown | Reason="columns may be few: whether a vector has several rows, and those of four outer indices are merged, is decided at run time", strategy=narrow-groups, tile=4x?x?
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x?x?xi64>)
// CHECK-DAG: %[[OUTER:.*]] = tensor.dim %[[DATA]], %c0
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[DATA]], %c1
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %[[DATA]], %c2
// CHECK: %[[ALL:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]] : index
// CHECK: arith.cmpi uge, %[[OUTER]], %c4 : index
// CHECK: %[[LESS:.*]] = arith.subi %[[COLUMNS]], %c2 : index
// CHECK: arith.cmpi ult, %[[LESS]], %c3 : index
// CHECK: arith.cmpi uge, %[[ROWS]], %c2 : index
// CHECK: %[[LESS:.*]] = arith.subi %[[ALL]], %c1 : index
// CHECK: arith.cmpi ult, %[[LESS]], %c1024 : index
// CHECK: arith.cmpi uge, %{{.*}}, %c32 : index
// CHECK: scf.if
// CHECK:   %[[TWICE:.*]] = arith.muli %[[COLUMNS]], %c2 : index
// CHECK:   arith.cmpi ule, %[[TWICE]], %c8 : index
// CHECK:   %[[ALL_WIDTH:.*]] = arith.select
// CHECK:   %[[INDICES:.*]] = arith.divui %c8, %[[WIDTH:.*]] : index
// CHECK:   arith.muli %[[WIDTH]], %[[INDICES]] : index
// CHECK:   %[[GROUP:.*]] = arith.muli %[[INDICES]], %c4 : index
// CHECK:   %[[IS_ONE:.*]] = arith.cmpi eq
// CHECK:   scf.for
// CHECK-COUNT-4: llvm.call_intrinsic
// CHECK:     scf.for
// CHECK:     scf.if %[[IS_ONE]]
// CHECK-COUNT-2: vector.transfer_write
// CHECK:     else
// CHECK-COUNT-1: vector.transfer_write
func.func @unknown(%data: tensor<?x?x?xi64>) -> tensor<?x?xi64> {
  %0 = reduce.min %data axes = [1] : tensor<?x?x?xi64> -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}

// Three outer indices, rows that do not fill a vector, more columns than half a
// vector, and elements that no instruction permutes are left to other strategies.
// REMARK-NOT: Function=others {{.*}}strategy=narrow-groups
// CHECK-LABEL: func.func @others
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @others(%few: tensor<3x9x3xi32>, %short: tensor<100x5x3xi32>, %long: tensor<100x9x9xi32>, %bytes: tensor<100x9x9xi8>,
                  %indices: tensor<?x?x?xindex>, %init: tensor<?x?xindex>)
    -> (tensor<3x3xi32>, tensor<100x3xi32>, tensor<100x9xi32>, tensor<100x9xi8>, tensor<?x?xindex>) {
  %0 = reduce.min %few axes = [1] : tensor<3x9x3xi32> -> tensor<3x3xi32>
  %1 = reduce.min %short axes = [1] : tensor<100x5x3xi32> -> tensor<100x3xi32>
  %2 = reduce.min %long axes = [1] : tensor<100x9x9xi32> -> tensor<100x9xi32>
  %3 = reduce.min %bytes axes = [1] : tensor<100x9x9xi8> -> tensor<100x9xi8>
  %4 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%indices : tensor<?x?x?xindex>) outs(%init : tensor<?x?xindex>) {
  ^bb0(%element: index, %accumulator: index):
    %5 = arith.muli %accumulator, %element : index
    linalg.yield %5 : index
  } -> tensor<?x?xindex>
  return %0, %1, %2, %3, %4 : tensor<3x3xi32>, tensor<100x3xi32>, tensor<100x9xi32>, tensor<100x9xi8>, tensor<?x?xindex>
}

// Rows of more vectors than 128, or four for each lane, are packed into full vectors, which
// may start at cache lines.
// REMARK: Function=fills | {{.*}}strategy=narrow-groups
// REMARK: Function=many_fills | {{.*}}strategy=packed-rows
// BYTES: Function=fills_of_bytes | {{.*}}strategy=narrow-groups
// BYTES: Function=many_fills_of_bytes | {{.*}}strategy=packed-rows
func.func @fills(%data: tensor<9x292x7xi32>) -> tensor<9x7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<9x292x7xi32> -> tensor<9x7xi32>
  return %0 : tensor<9x7xi32>
}
func.func @many_fills(%data: tensor<9x293x7xi32>) -> tensor<9x7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<9x293x7xi32> -> tensor<9x7xi32>
  return %0 : tensor<9x7xi32>
}
func.func @fills_of_bytes(%data: tensor<9x2340x7xi8>) -> tensor<9x7xi8> {
  %0 = reduce.min %data axes = [1] : tensor<9x2340x7xi8> -> tensor<9x7xi8>
  return %0 : tensor<9x7xi8>
}
func.func @many_fills_of_bytes(%data: tensor<9x2341x7xi8>) -> tensor<9x7xi8> {
  %0 = reduce.min %data axes = [1] : tensor<9x2341x7xi8> -> tensor<9x7xi8>
  return %0 : tensor<9x7xi8>
}
