// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=256,accumulators=4}' --reduce-vectorize='strategies=overlapped-rows,row-groups,inner' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4}' --reduce-vectorize='strategies=overlapped-rows,row-groups,inner' --canonicalize --cse | FileCheck %s --check-prefix=LINES
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,permuted_bits=8}' --reduce-vectorize --canonicalize --cse | FileCheck %s --check-prefix=PERMUTED

// Two rows share a vector: their first four elements, and their last four.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[DATA:.*]]: tensor<16x5xi32>)
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0, 1]]
// CHECK: scf.for %[[BLOCK:.*]] = %c0 to %c16 step %c8
// CHECK:   %[[START:.*]] = arith.muli %[[BLOCK]], %c5 : index
// CHECK:   %[[START1:.*]] = arith.addi %[[START]], %c5 : index
// CHECK:   %[[FIRST:.*]] = vector.transfer_read %[[ROWS]][%[[START]]], {{.*}} vector<4xi32>
// CHECK:   %[[FIRST1:.*]] = vector.transfer_read %[[ROWS]][%[[START1]]], {{.*}} vector<4xi32>
// CHECK:   %[[FIRSTS:.*]] = vector.shuffle %[[FIRST]], %[[FIRST1]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK:   %[[AT:.*]] = arith.addi %[[START]], %c1 : index
// CHECK:   %[[AT1:.*]] = arith.addi %[[START]], %c6 : index
// CHECK:   %[[LAST:.*]] = vector.transfer_read %[[ROWS]][%[[AT]]], {{.*}} vector<4xi32>
// CHECK:   %[[LAST1:.*]] = vector.transfer_read %[[ROWS]][%[[AT1]]], {{.*}} vector<4xi32>
// CHECK:   %[[LASTS:.*]] = vector.shuffle %[[LAST]], %[[LAST1]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK:   %[[AB:.*]] = arith.minsi %[[FIRSTS]], %[[LASTS]] : vector<8xi32>
// The halves of the rows of two vectors are combined.
// CHECK-DAG: vector.shuffle %[[AB]], %[[CD:.*]] [0, 1, 4, 5, 8, 9, 12, 13]
// CHECK-DAG: vector.shuffle %[[AB]], %[[CD]] [2, 3, 6, 7, 10, 11, 14, 15]
// CHECK:   vector.transfer_write %{{.*}}[%[[BLOCK]]] {in_bounds = [true]} : vector<8xi32>, tensor<16xi32>
func.func @rows(%data: tensor<16x5xi32>) -> tensor<16xi32> {
  %0 = reduce.min %data axes = [1] : tensor<16x5xi32> -> tensor<16xi32>
  return %0 : tensor<16xi32>
}

// Repeated elements of the last pieces are excluded, unless the combiner is
// idempotent.
// CHECK-LABEL: func.func @repeated
// CHECK-DAG: %[[REPEATED:.*]] = arith.constant dense<[true, true, true, false, true, true, true, false]> : vector<8xi1>
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1> : vector<8xi32>
// CHECK: %[[FRONT:.*]] = vector.shuffle
// CHECK: %[[BACK:.*]] = vector.shuffle
// CHECK: %[[NEW:.*]] = arith.select %[[REPEATED]], %[[ONES]], %[[BACK]]
// CHECK: arith.muli %[[FRONT]], %[[NEW]]
func.func @repeated(%data: tensor<16x5xi32>) -> tensor<16xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<16x5xi32> -> tensor<16xi32>
  return %0 : tensor<16xi32>
}

// For bf16, the lower and the upper halves of words have elements of both
// pieces. Where an instruction permutes bf16, padded-rows pads rows instead.
// LINES-LABEL: func.func @bf16
// LINES-DAG: arith.constant dense<[false, false, false, false, true, true, true, false, false, false, false, false, true, true, true, false]> : vector<16xi1>
// LINES-DAG: arith.constant dense<[false, false, false, false, true, true, false, false, false, false, false, false, true, true, false, false]> : vector<16xi1>
// LINES: vector.deinterleave %{{.*}} : vector<32xbf16> -> vector<16xbf16>
func.func @bf16(%data: tensor<16x11xbf16>) -> tensor<16xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<16x11xbf16> -> tensor<16xbf16>
  return %0 : tensor<16xbf16>
}

// If the length is not known, neither are the positions of pieces and the masks.
// Rows that are too short for pieces of a vector have versions of their own.
// LINES-LABEL: func.func @unknown_length
// LINES: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// LINES: scf.if
// LINES: } else {
// LINES: %[[LONGER:.*]] = arith.maxui %[[LENGTH]], %c32
// LINES: arith.subi %[[LONGER]], %c32
// LINES: vector.broadcast %{{.*}} : i8 to vector<16xi8>
// LINES: arith.cmpi ugt, %{{.*}}, %{{.*}} : vector<16xi8>
// LINES: scf.for %{{.*}} = %c0 to %{{.*}} step %c32
// LINES-NOT: vector.transfer_read {{.*}} vector<4xi32>

// Vectors shorter than a cache line: rows of at most four pieces have code without a loop, if
// there are as many as a block. Only the last piece has repeated elements. All rows of a block
// are read from its first one on, so that few registers have the addresses.
// CHECK-LABEL: func.func @unknown_length
// CHECK: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[IS_BLOCK:.*]] = arith.cmpi uge, %[[ROWS]], %c8
// CHECK: %[[ARE_FEW:.*]] = arith.cmpi ult, %[[LENGTH]], %c33
// CHECK: %[[IS_UNROLLED:.*]] = arith.andi %[[ARE_FEW]], %[[IS_BLOCK]]
// CHECK: scf.if %[[IS_UNROLLED]]
// CHECK:   %[[ARE_THREE:.*]] = arith.cmpi uge, %[[LENGTH]], %c17
// CHECK:   scf.if %[[ARE_THREE]]
// CHECK:     %[[ARE_FOUR:.*]] = arith.cmpi uge, %[[LENGTH]], %c25
// CHECK:     scf.if %[[ARE_FOUR]]
// CHECK:       scf.for %[[BLOCK:.*]] = %c0 to %{{.*}} step %c8
// CHECK:         %[[FIRST:.*]] = arith.minui %[[BLOCK]], %{{.*}}
// CHECK:         %[[START:.*]] = arith.muli %[[FIRST]], %[[LENGTH]]
// CHECK:         %[[SLICE:.*]] = tensor.extract_slice %{{.*}}[%[[START]]]
// CHECK:         %[[LAST:.*]] = arith.subi %[[LENGTH]], %c8
// CHECK:         %[[REPEATED:.*]] = arith.subi %c32, %[[LENGTH]]
// CHECK:         %[[THIRD:.*]] = vector.transfer_read %[[SLICE]][%c16]
// CHECK:         %[[FOURTH:.*]] = vector.transfer_read %[[SLICE]][%[[LAST]]]
// CHECK:         %[[END:.*]] = arith.minui %[[REPEATED]], %c8
// CHECK:         %[[NEW:.*]] = arith.select %{{.*}}, %{{.*}}, %[[FOURTH]]
// CHECK:         arith.muli %[[THIRD]], %[[NEW]]
// CHECK-NOT:     scf.for
// CHECK:         vector.transfer_read %[[SLICE]][%c0]
// CHECK:         vector.transfer_read %[[SLICE]][%c8]
// CHECK:     } else {
// CHECK:         %[[REPEATED:.*]] = arith.subi %c24, %[[LENGTH]]
// CHECK:     } else {
// CHECK:       arith.subi %c16, %[[LENGTH]]
// CHECK:     } else {

// More pieces have the loop. Of an odd number, a single one follows the strips.
// CHECK:       %[[BEFORE:.*]] = arith.subi %[[LENGTH]], %c1
// CHECK:       %[[STRIPS:.*]] = arith.andi %[[BEFORE]], %c-16
// CHECK:       %[[BIT:.*]] = arith.andi %[[BEFORE]], %c8
// CHECK:       %[[IS_ODD:.*]] = arith.cmpi eq, %[[BIT]], %c0
// CHECK:       scf.if %[[IS_ODD]]
// CHECK:         %[[LAST:.*]] = arith.subi %[[LENGTH]], %c8
// CHECK:         arith.subi %[[STRIPS]], %[[LAST]]
// CHECK:       } else {
// CHECK:         arith.addi %[[STRIPS]], %c8
// CHECK:       scf.for %{{.*}} = %c0 to %[[STRIPS]] step %c16
// CHECK-NOT: vector.transfer_read {{.*}} vector<4xi32>
func.func @unknown_length(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Products of bf16 take two pieces at once: the last two also cover an odd number.
// CHECK-LABEL: func.func @unknown_length_bf16
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: arith.cmpi ult, %[[LENGTH]], %c33
// CHECK: %[[ARE_FOUR:.*]] = arith.cmpi uge, %[[LENGTH]], %c17
// CHECK: scf.if %[[ARE_FOUR]]
// CHECK:   %[[LONGER:.*]] = arith.maxui %[[LENGTH]], %c16
// CHECK:   arith.subi %[[LONGER]], %c16
// CHECK-NOT: arith.cmpi uge, %[[LENGTH]], %c25
// CHECK-LABEL: func.func @gaps
func.func @unknown_length_bf16(%data: tensor<?x?xbf16>) -> tensor<?xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// Rows with gaps between them are read at their indices.
// CHECK-NOT: tensor.extract_slice
// CHECK: scf.for %{{.*}} step %c16
// CHECK-LABEL: func.func @outer_reduced
func.func @gaps(%data: tensor<?x?xi32>) -> tensor<?xi32> attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// The part of the input begins with the block, and has all indices of the outer reduced loop, which
// carries the accumulators.
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %{{.*}}[0, %{{.*}}]
// CHECK: scf.for %[[OUTER:[^ ]*]] = %c0 {{.*}} iter_args(%{{[^ ]*}} = %{{.*}}) -> (vector<8xi32>
// CHECK: vector.transfer_read %[[SLICE]][%[[OUTER]], %{{.*}}]
// CHECK-LABEL: func.func @known_count
func.func @outer_reduced(%data: tensor<?x?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<?x?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// A known number of rows is a block, or is not.
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[ARE_FEW:.*]] = arith.cmpi ult, %[[LENGTH]], %c33
// CHECK-NEXT: scf.if %[[ARE_FEW]]
func.func @known_count(%data: tensor<8x?xi32>) -> tensor<8xi32> {
  %0 = reduce.min %data axes = [1] : tensor<8x?xi32> -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// Where four rows would share a vector, they are padded if the machine can
// permute elements by positions that are computed at the start.
// PERMUTED-LABEL: func.func @permuted
// PERMUTED: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// PERMUTED: arith.cmpi uge, %[[LENGTH]], %c65
// PERMUTED: arith.cmpi uge, %[[LENGTH]], %c33
// PERMUTED: %[[LENGTHS:.*]] = vector.broadcast %{{.*}} : i8 to vector<64xi8>
// PERMUTED: llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"(%{{.*}}, %{{.*}}) : (vector<64xi8>, vector<64xi8>) -> vector<64xi8>
func.func @permuted(%data: tensor<?x?xi8>) -> tensor<?xi8> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi8> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}
