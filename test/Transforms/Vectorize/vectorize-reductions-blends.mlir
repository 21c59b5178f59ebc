// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,blends=true}' --reduce-vectorize='strategies=short-rows' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=256,blends=true,mask_registers=true}' --reduce-vectorize='strategies=short-rows' --canonicalize --cse | FileCheck %s --check-prefix=MASKS

// Of two combined vectors, each lane's element is in one: the front half of a
// row is from the first half of the rows, the back half from the second. So the
// rows of both are exchanged.
// CHECK-LABEL: func.func @four
// CHECK: %[[ROWS:.*]] = vector.transfer_read {{.*}}vector<16xi32>
// CHECK-DAG: %[[KEPT:.*]] = vector.shuffle %[[ROWS]], %[[ROWS]] [0, 1, 10, 11, 4, 5, 14, 15]
// CHECK-DAG: %[[MOVED:.*]] = vector.shuffle %[[ROWS]], %[[ROWS]] [2, 3, 8, 9, 6, 7, 12, 13]
// CHECK: %[[HALVES:.*]] = arith.minsi %[[KEPT]], %[[MOVED]] : vector<8xi32>
// CHECK-DAG: %[[KEPT:.*]] = vector.shuffle %[[HALVES]], %[[HALVES]] [0, 5, 2, 7]
// CHECK-DAG: %[[MOVED:.*]] = vector.shuffle %[[HALVES]], %[[HALVES]] [1, 4, 3, 6]
// CHECK: %[[RESULTS:.*]] = arith.minsi %[[KEPT]], %[[MOVED]] : vector<4xi32>

// After two steps, four rows are in the order 0, 1, 2, 3 again.
// CHECK: vector.transfer_write %[[RESULTS]]
func.func @four(%data: tensor<4x4xi32>) -> tensor<4xi32> {
  %0 = reduce.min %data axes = [1] : tensor<4x4xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// If they are not, the last shuffle restores the order; for an odd part of
// their length, that is the shuffle that takes columns. SSE and AVX2 read such
// rows otherwise: they shuffle two vectors in several instructions.
// MASKS-LABEL: func.func @six
// MASKS: %[[ROWS:.*]] = vector.transfer_read {{.*}}vector<24xi32>
// MASKS-DAG: vector.shuffle %[[ROWS]], %[[ROWS]] [0, 1, 2, 15, 16, 17, 6, 7, 8, 21, 22, 23]
// MASKS-DAG: vector.shuffle %[[ROWS]], %[[ROWS]] [3, 4, 5, 12, 13, 14, 9, 10, 11, 18, 19, 20]
// MASKS: %[[HALVES:.*]] = arith.minsi %{{.*}} : vector<12xi32>
// MASKS: vector.shuffle %[[HALVES]], %[[HALVES]] [0, 6, 3, 9]
// MASKS: vector.shuffle %[[HALVES]], %[[HALVES]] [1, 7, 4, 10]
// MASKS: vector.shuffle %[[HALVES]], %[[HALVES]] [2, 8, 5, 11]
func.func @six(%data: tensor<4x6xi32>) -> tensor<4xi32> {
  %0 = reduce.min %data axes = [1] : tensor<4x6xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// The halves of a single row are combined, too.
// CHECK-LABEL: func.func @one
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = vector.transfer_read {{.*}}vector<4xf32>
// CHECK-DAG: vector.shuffle %[[ROW]], %[[ROW]] [0, 1]
// CHECK-DAG: vector.shuffle %[[ROW]], %[[ROW]] [2, 3]
func.func @one(%data: tensor<?x4xf32>) -> tensor<?xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x4xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
