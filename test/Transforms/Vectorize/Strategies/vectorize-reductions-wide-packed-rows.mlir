// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,mask_registers=true,shuffled_vectors=16}' --reduce-vectorize='strategies=packed-rows,outer' --canonicalize --cse | FileCheck %s

// The accumulators of columns have 32 lanes here, and the others 16. A row of 23
// is read as 32 elements rather than as 20, 2 and 1. It is alone in a group.
// CHECK-LABEL: func.func @one_row
// CHECK: scf.for {{.*}} step %c23 {{.*}} -> (vector<32xi32>)
// CHECK: vector.transfer_read {{.*}} {in_bounds = [true]} : tensor<23000xi32>, vector<32xi32>
// CHECK-NOT: scf.for %{{.*}} = %c0 to %c1 step
// CHECK: return
func.func @one_row(%data: tensor<1000x23xi32>) -> tensor<23xi32> {
  %0 = reduce.min %data axes = [0] : tensor<1000x23xi32> -> tensor<23xi32>
  return %0 : tensor<23xi32>
}

// CHECK-LABEL: func.func @two_rows
// CHECK: scf.for {{.*}} step %c22 {{.*}} -> (vector<32xi32>)
// CHECK: vector.transfer_read {{.*}} {in_bounds = [true]} : tensor<22000xi32>, vector<32xi32>
func.func @two_rows(%data: tensor<2000x11xi32>) -> tensor<11xi32> {
  %0 = reduce.min %data axes = [0] : tensor<2000x11xi32> -> tensor<11xi32>
  return %0 : tensor<11xi32>
}

// In the first cache, at least 7 of 8 lanes must be used: 28.
// CHECK-LABEL: func @near
// CHECK: scf.for {{.*}} step %c31 {{.*}} -> (vector<32xi32>)
// CHECK: vector.transfer_read {{.*}} vector<32xi32>
// CHECK-NOT: step %c27
// CHECK: return
func.func @near(%used: tensor<100x31xi32>, %unused: tensor<100x27xi32>) -> (tensor<31xi32>, tensor<27xi32>) {
  %0 = reduce.min %used axes = [0] : tensor<100x31xi32> -> tensor<31xi32>
  %1 = reduce.min %unused axes = [0] : tensor<100x27xi32> -> tensor<27xi32>
  return %0, %1 : tensor<31xi32>, tensor<27xi32>
}

// Rows that leave more than 3 of 8 lanes unused, that end with one part of a vector,
// or that are longer than the accumulators are read in pieces, as are those that
// fill the accumulators only a few times.
// CHECK-LABEL: func.func @pieces
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @pieces(%unused: tensor<1000x19xi32>, %one_part: tensor<1000x22xi32>, %longer: tensor<1000x35xi32>, %few: tensor<16x31xi32>)
    -> (tensor<19xi32>, tensor<22xi32>, tensor<35xi32>, tensor<31xi32>) {
  %0 = reduce.min %unused axes = [0] : tensor<1000x19xi32> -> tensor<19xi32>
  %1 = reduce.min %one_part axes = [0] : tensor<1000x22xi32> -> tensor<22xi32>
  %2 = reduce.min %longer axes = [0] : tensor<1000x35xi32> -> tensor<35xi32>
  %3 = reduce.min %few axes = [0] : tensor<16x31xi32> -> tensor<31xi32>
  return %0, %1, %2, %3 : tensor<19xi32>, tensor<22xi32>, tensor<35xi32>, tensor<31xi32>
}

// If the length is not known, whatever uses 28 of 32 lanes, or any of them of an
// input that is larger than the first cache, is packed, even if it ends with one part
// of a vector: reading an unknown rest in pieces takes longer.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x?xi32>)
// CHECK: %[[LENGTH:.*]] = tensor.dim %[[DATA]], %c1
// CHECK: %[[COUNT:.*]] = tensor.dim %[[DATA]], %c0
// CHECK: %[[ELEMENTS:.*]] = arith.muli %[[LENGTH]], %[[COUNT]] : index
// CHECK: %[[LESS:.*]] = arith.subi %[[LENGTH]], %c1 : index
// CHECK: %[[NARROW:.*]] = arith.andi
// CHECK: %[[NOT_NARROW:.*]] = arith.xori %[[NARROW]], %true
// CHECK:   %[[FITS:.*]] = arith.cmpi ult, %[[LESS]], %c32 : index
// CHECK:   %[[ARE_MANY:.*]] = arith.cmpi uge, %[[ELEMENTS]], %c256 : index
// CHECK:   %[[MAY_BE_WIDE:.*]] = arith.andi %[[FITS]], %[[ARE_MANY]] : i1
// CHECK:   %[[USES_WIDE:.*]] = scf.if %[[MAY_BE_WIDE]] -> (i1) {
// CHECK:     %[[ROWS:.*]] = arith.divui %c32, %[[LENGTH]] : index
// CHECK:     %[[USED:.*]] = arith.muli %[[LENGTH]], %[[ROWS]] : index
// CHECK:     %[[LARGE:.*]] = arith.cmpi ugt, %[[ELEMENTS]], %c12288 : index
// CHECK-DAG: %[[MIN_USED:.*]] = arith.select %[[LARGE]], %c0, %c28 : index
// CHECK-DAG: %[[MIN_ELEMENTS:.*]] = arith.select %[[LARGE]], %c256, %c512 : index
// CHECK-DAG: %[[FILL:.*]] = arith.cmpi uge, %[[ELEMENTS]], %[[MIN_ELEMENTS]] : index
// CHECK-DAG: %[[USES_MOST:.*]] = arith.cmpi uge, %[[USED]], %[[MIN_USED]] : index
// CHECK:     %[[USES_ENOUGH:.*]] = arith.ori %{{.*}}, %[[USES_MOST]] : i1
// CHECK:     %[[BOTH:.*]] = arith.andi %[[USES_ENOUGH]], %[[FILL]] : i1
// CHECK:     scf.yield %[[BOTH]] : i1
// CHECK:   } else {
// CHECK:     scf.yield %false : i1
// CHECK: %[[WIDE:.*]] = arith.andi %[[USES_WIDE]], %[[NOT_NARROW]] : i1
// CHECK:   scf.if %[[WIDE]] -> (tensor<?xi32>) {
// CHECK:     vector.transfer_read {{.*}} vector<32xi32>
// CHECK:   } else {
// CHECK:     scf.for
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
