// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=256,pairs_i64_products=true}' --reduce-join-product-chains --canonicalize | FileCheck %s
// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=32,pairs_i64_products=true}' --reduce-join-product-chains | FileCheck %s --check-prefix=LEFT
// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=256}' --reduce-join-product-chains | FileCheck %s --check-prefix=LEFT

// Machines have instructions by default.
// LEFT-NOT: vector.shuffle

// Two rows of three registers each. The reads of the first one move to those of the second.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[DATA:.*]]: memref<24xi64>)
// CHECK: %[[A0:.*]] = vector.transfer_read %[[DATA]][%c0]
// CHECK-NEXT: %[[B0:.*]] = vector.transfer_read %[[DATA]][%c12]
// CHECK-NEXT: %[[V0:.*]] = vector.shuffle %[[A0]], %[[B0]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NEXT: %[[A1:.*]] = vector.transfer_read %[[DATA]][%c4]
// CHECK-NEXT: %[[B1:.*]] = vector.transfer_read %[[DATA]][%c16]
// CHECK-NEXT: %[[V1:.*]] = vector.shuffle %[[A1]], %[[B1]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NEXT: %[[P0:.*]] = arith.muli %[[V0]], %[[V1]] : vector<8xi64>
// CHECK-NEXT: %[[A2:.*]] = vector.transfer_read %[[DATA]][%c8]
// CHECK-NEXT: %[[B2:.*]] = vector.transfer_read %[[DATA]][%c20]
// CHECK-NEXT: %[[V2:.*]] = vector.shuffle %[[A2]], %[[B2]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-NEXT: %[[P1:.*]] = arith.muli %[[P0]], %[[V2]] : vector<8xi64>
// CHECK-DAG: %[[A:.*]] = vector.extract_strided_slice %[[P1]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK-DAG: %[[B:.*]] = vector.extract_strided_slice %[[P1]] {offsets = [4], sizes = [4], strides = [1]}
// CHECK: return %[[A]], %[[B]]
func.func @rows(%data: memref<24xi64>) -> (vector<4xi64>, vector<4xi64>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0 : i64
  %a0 = vector.transfer_read %data[%c0], %zero {in_bounds = [true]} : memref<24xi64>, vector<4xi64>
  %a1 = vector.transfer_read %data[%c4], %zero {in_bounds = [true]} : memref<24xi64>, vector<4xi64>
  %a2 = vector.transfer_read %data[%c8], %zero {in_bounds = [true]} : memref<24xi64>, vector<4xi64>
  %0 = arith.muli %a0, %a1 : vector<4xi64>
  %1 = arith.muli %a2, %0 : vector<4xi64>
  %b0 = vector.transfer_read %data[%c12], %zero {in_bounds = [true]} : memref<24xi64>, vector<4xi64>
  %b1 = vector.transfer_read %data[%c16], %zero {in_bounds = [true]} : memref<24xi64>, vector<4xi64>
  %b2 = vector.transfer_read %data[%c20], %zero {in_bounds = [true]} : memref<24xi64>, vector<4xi64>
  %2 = arith.muli %b0, %b1 : vector<4xi64>
  %3 = arith.muli %2, %b2 : vector<4xi64>
  return %1, %3 : vector<4xi64>, vector<4xi64>
}

// A loop carries two of three registers together, those of the loop in it as well.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: (%[[A:.*]]: vector<4xi64>, %[[B:.*]]: vector<4xi64>
// CHECK: %[[INIT:.*]] = vector.shuffle %[[A]], %[[B]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: %[[OUTER:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[A]], %[[PAIR:.*]] = %[[INIT]]) -> (vector<4xi64>, vector<8xi64>)
// CHECK-NEXT: %[[INNER:.*]]:2 = scf.for {{.*}} iter_args(%[[C:.*]] = %{{.*}}, %[[P:.*]] = %[[PAIR]]) -> (vector<4xi64>, vector<8xi64>)
// CHECK-DAG: %[[FACTOR:.*]] = vector.shuffle %[[A]], %[[B]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK-DAG: %[[PRODUCT:.*]] = arith.muli %[[P]], %[[FACTOR]] : vector<8xi64>
// CHECK-DAG: %[[LONE:.*]] = arith.muli %[[C]], %[[A]] : vector<4xi64>
// CHECK: scf.yield %[[LONE]], %[[PRODUCT]] : vector<4xi64>, vector<8xi64>
// CHECK: scf.yield %[[INNER]]#0, %[[INNER]]#1 : vector<4xi64>, vector<8xi64>
// CHECK-DAG: %[[X:.*]] = vector.extract_strided_slice %[[OUTER]]#1 {offsets = [0], sizes = [4], strides = [1]}
// CHECK-DAG: %[[Y:.*]] = vector.extract_strided_slice %[[OUTER]]#1 {offsets = [4], sizes = [4], strides = [1]}
// CHECK: return %[[X]], %[[Y]], %[[OUTER]]#0
func.func @nested(%a: vector<4xi64>, %b: vector<4xi64>, %end: index) -> (vector<4xi64>, vector<4xi64>, vector<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %end step %c1 iter_args(%x = %a, %y = %b, %z = %a) -> (vector<4xi64>, vector<4xi64>, vector<4xi64>) {
    %1:3 = scf.for %j = %c0 to %end step %c1 iter_args(%u = %x, %v = %y, %w = %z) -> (vector<4xi64>, vector<4xi64>, vector<4xi64>) {
      %2 = arith.muli %u, %a : vector<4xi64>
      %3 = arith.muli %b, %v : vector<4xi64>
      %4 = arith.muli %w, %a : vector<4xi64>
      scf.yield %2, %3, %4 : vector<4xi64>, vector<4xi64>, vector<4xi64>
    }
    scf.yield %1#0, %1#1, %1#2 : vector<4xi64>, vector<4xi64>, vector<4xi64>
  }
  return %0#0, %0#1, %0#2 : vector<4xi64>, vector<4xi64>, vector<4xi64>
}

// Two chains are not joined if the second one needs the first one, if something between them does, if
// they have different lengths, or if a chain of the second one precedes that of the first one.
// CHECK-LABEL: func.func @dependent
// CHECK-NOT: vector<8xi64>
// CHECK: return
func.func @dependent(%a: vector<4xi64>, %b: vector<4xi64>) -> vector<4xi64> {
  %0 = arith.muli %a, %a : vector<4xi64>
  %1 = arith.muli %0, %a : vector<4xi64>
  %2 = arith.addi %1, %b : vector<4xi64>
  %3 = arith.muli %2, %b : vector<4xi64>
  %4 = arith.muli %3, %b : vector<4xi64>
  return %4 : vector<4xi64>
}

// CHECK-LABEL: func.func @used_between
// CHECK-NOT: vector<8xi64>
// CHECK: return
func.func @used_between(%a: vector<4xi64>, %b: vector<4xi64>, %data: memref<4xi64>, %condition: i1) -> vector<4xi64> {
  %c0 = arith.constant 0 : index
  %0 = arith.muli %a, %a : vector<4xi64>
  %1 = arith.muli %0, %a : vector<4xi64>
  scf.if %condition {
    vector.store %1, %data[%c0] : memref<4xi64>, vector<4xi64>
  }
  %2 = arith.muli %b, %b : vector<4xi64>
  %3 = arith.muli %2, %b : vector<4xi64>
  return %3 : vector<4xi64>
}

// CHECK-LABEL: func.func @lengths
// CHECK-NOT: vector<8xi64>
// CHECK: return
func.func @lengths(%a: vector<4xi64>, %b: vector<4xi64>) -> (vector<4xi64>, vector<4xi64>, vector<4xi64>, vector<4xi64>) {
  %0 = arith.muli %a, %a : vector<4xi64>
  %1 = arith.muli %0, %a : vector<4xi64>
  %2 = arith.muli %b, %b : vector<4xi64>
  %3 = arith.muli %2, %b : vector<4xi64>
  %4 = arith.muli %3, %b : vector<4xi64>
  // Lone products.
  %5 = arith.muli %a, %b : vector<4xi64>
  %6 = arith.muli %b, %b : vector<4xi64>
  return %1, %4, %5, %6 : vector<4xi64>, vector<4xi64>, vector<4xi64>, vector<4xi64>
}

// CHECK-LABEL: func.func @crossed
// CHECK-NOT: vector<8xi64>
// CHECK: return
func.func @crossed(%a: vector<4xi64>, %b: vector<4xi64>) -> (vector<4xi64>, vector<4xi64>) {
  %0 = arith.muli %a, %a : vector<4xi64>
  %1 = arith.muli %b, %b : vector<4xi64>
  %2 = arith.muli %1, %b : vector<4xi64>
  %3 = arith.muli %0, %a : vector<4xi64>
  return %2, %3 : vector<4xi64>, vector<4xi64>
}

// What is written after a read is not read.
// CHECK-LABEL: func.func @written
// CHECK: vector.transfer_read
// CHECK-NEXT: memref.store
// CHECK: arith.muli {{.*}} : vector<8xi64>
func.func @written(%data: memref<?xi64>, %value: i64, %a: vector<4xi64>) -> (vector<4xi64>, vector<4xi64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %read = vector.transfer_read %data[%c0], %zero {in_bounds = [true]} : memref<?xi64>, vector<4xi64>
  memref.store %value, %data[%c0] : memref<?xi64>
  %0 = arith.muli %a, %a : vector<4xi64>
  %1 = arith.muli %0, %read : vector<4xi64>
  %2 = arith.muli %a, %a : vector<4xi64>
  %3 = arith.muli %2, %a : vector<4xi64>
  return %1, %3 : vector<4xi64>, vector<4xi64>
}

// The ends of joined chains are factors of the next ones.
// CHECK-LABEL: func.func @ends
// CHECK: %[[P0:.*]] = arith.muli {{.*}} : vector<8xi64>
// CHECK: %[[P1:.*]] = arith.muli %[[P0]], {{.*}} : vector<8xi64>
// CHECK: %[[P2:.*]] = arith.muli {{.*}} : vector<8xi64>
// CHECK: %[[P3:.*]] = arith.muli %[[P2]], %[[P1]] : vector<8xi64>
// CHECK-NOT: arith.muli
// CHECK: return
func.func @ends(%x: vector<4xi64>, %y: vector<4xi64>) -> (vector<4xi64>, vector<4xi64>) {
  %0 = arith.muli %x, %y : vector<4xi64>
  %1 = arith.muli %0, %y : vector<4xi64>
  %2 = arith.muli %y, %y : vector<4xi64>
  %3 = arith.muli %2, %x : vector<4xi64>
  %4 = arith.muli %x, %x : vector<4xi64>
  %5 = arith.muli %4, %1 : vector<4xi64>
  %6 = arith.muli %y, %x : vector<4xi64>
  %7 = arith.muli %6, %3 : vector<4xi64>
  return %5, %7 : vector<4xi64>, vector<4xi64>
}

// A product of two parts belongs to the chain of the first one.
// CHECK-LABEL: func.func @parts
// CHECK: scf.for {{.*}} iter_args(%[[FIRST:.*]] = %{{.*}}, %[[SECOND:.*]] = %{{.*}}) -> (vector<8xi64>, vector<8xi64>)
// CHECK: arith.muli %[[FIRST]], %{{.*}} : vector<8xi64>
// CHECK: arith.muli %[[SECOND]], %{{.*}} : vector<8xi64>
func.func @parts(%a: vector<4xi64>, %end: index) -> (vector<4xi64>, vector<4xi64>, vector<4xi64>, vector<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:4 = scf.for %i = %c0 to %end step %c1 iter_args(%x = %a, %y = %a, %z = %a, %w = %a) -> (vector<4xi64>, vector<4xi64>, vector<4xi64>, vector<4xi64>) {
    %1 = arith.muli %x, %z : vector<4xi64>
    %2 = arith.muli %y, %w : vector<4xi64>
    %3 = arith.muli %z, %a : vector<4xi64>
    %4 = arith.muli %w, %a : vector<4xi64>
    scf.yield %1, %2, %3, %4 : vector<4xi64>, vector<4xi64>, vector<4xi64>, vector<4xi64>
  }
  return %0#0, %0#1, %0#2, %0#3 : vector<4xi64>, vector<4xi64>, vector<4xi64>, vector<4xi64>
}
