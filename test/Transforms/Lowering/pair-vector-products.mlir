// DEFINE: %{facts} =
// DEFINE: %{pair} = reduce-opt %s --reduce-attach-vector-target='facts={%{facts}}' --reduce-pair-vector-products --canonicalize

// REDEFINE: %{facts} = vector_bits=256,pairs_i64_products=true
// RUN: %{pair} | FileCheck %s
// REDEFINE: %{facts} = vector_bits=128,pairs_i64_products=true
// RUN: %{pair} | FileCheck %s --check-prefix=LANE
// REDEFINE: %{facts} = vector_bits=512,pairs_i64_products=true
// RUN: %{pair} | FileCheck %s --check-prefix=FOUR
// REDEFINE: %{facts} = vector_bits=64,pairs_i64_products=true
// RUN: %{pair} | FileCheck %s --check-prefix=LEFT
// RUN: reduce-opt %s --reduce-pair-vector-products | FileCheck %s --check-prefix=LEFT

// Machines have instructions by default, and vectors of less than a lane are none.
// LEFT-NOT: vector.bitcast

// A chain: low(a) * low(b) for the lower part, and high(a) * low(b) + low(a) * high(b), of 32 bits
// each, for the upper part, which the next product adds to the upper half of the lower one.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[A:.*]]: vector<8xi64>, %[[B:.*]]: vector<8xi64>, %[[C:.*]]: vector<8xi64>)
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK: %[[BITS:.*]] = vector.bitcast %[[A]] : vector<8xi64> to vector<16xi32>
// CHECK-NEXT: %[[LOW_A:.*]] = vector.shuffle %[[BITS]], %[[BITS]] [0, 2, 8, 10, 4, 6, 12, 14]
// CHECK: %[[HIGH_A:.*]] = vector.shuffle %{{.*}} [1, 3, 9, 11, 5, 7, 13, 15]
// CHECK: %[[LOW_B:.*]] = vector.shuffle %{{.*}} [0, 2, 8, 10, 4, 6, 12, 14]
// CHECK: %[[HIGH_B:.*]] = vector.shuffle %{{.*}} [1, 3, 9, 11, 5, 7, 13, 15]
// CHECK-DAG: %[[P0:.*]] = arith.muli %[[HIGH_A]], %[[LOW_B]] : vector<8xi32>
// CHECK-DAG: %[[P1:.*]] = arith.muli %[[LOW_A]], %[[HIGH_B]] : vector<8xi32>
// CHECK: %[[HIGH:.*]] = arith.addi %[[P0]], %[[P1]] : vector<8xi32>
// CHECK: %[[WIDE_A:.*]] = arith.extui %{{.*}} : vector<8xi32> to vector<8xi64>
// CHECK: %[[WIDE_B:.*]] = arith.extui %{{.*}} : vector<8xi32> to vector<8xi64>
// CHECK: %[[LOW:.*]] = arith.muli %[[WIDE_A]], %[[WIDE_B]] : vector<8xi64>
// CHECK: vector.bitcast %[[LOW]]
// CHECK: %[[HIGH_LOW:.*]] = vector.shuffle %{{.*}} [1, 3, 9, 11, 5, 7, 13, 15]
// CHECK: arith.addi %[[HIGH_LOW]], %[[HIGH]] : vector<8xi32>
// CHECK: %[[SECOND_HIGH:.*]] = arith.addi %{{.*}} : vector<8xi32>
// CHECK: %[[SECOND_LOW:.*]] = arith.muli %{{.*}} : vector<8xi64>
// CHECK: %[[JOINED:.*]] = vector.shuffle %[[SECOND_HIGH]], %[[ZEROS]] [8, 0, 8, 1, 8, 4, 8, 5, 8, 2, 8, 3, 8, 6, 8, 7]
// CHECK: %[[UPPER:.*]] = vector.bitcast %[[JOINED]] : vector<16xi32> to vector<8xi64>
// CHECK: %[[PRODUCT:.*]] = arith.addi %[[SECOND_LOW]], %[[UPPER]] : vector<8xi64>
// CHECK: return %[[PRODUCT]]
// Registers of a lane have halves in the order of memory, and a vector of eight elements has two pairs.
// LANE-LABEL: func.func @chain
// LANE: vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [4], strides = [1]}
// LANE: vector.shuffle %{{.*}} [0, 2, 4, 6]
// LANE: vector.shuffle %{{.*}} [1, 3, 5, 7]
// LANE: vector.shuffle %{{.*}} [4, 0, 4, 1, 4, 2, 4, 3]
func.func @chain(%a: vector<8xi64>, %b: vector<8xi64>, %c: vector<8xi64>) -> vector<8xi64> {
  %0 = arith.muli %a, %b : vector<8xi64>
  %1 = arith.muli %c, %0 : vector<8xi64>
  return %1 : vector<8xi64>
}

// Registers of four lanes have the halves lane by lane.
// FOUR-LABEL: func.func @loop
// FOUR: vector.shuffle %{{.*}} [0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30]
// FOUR: vector.shuffle %{{.*}} [1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31]

// A loop carries both parts of a product. Its pairs are read and multiplied one after another.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: (%[[DATA:.*]]: memref<?xi64>
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1> : vector<16xi64>
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0> : vector<8xi32>
// CHECK: %[[LOOP:.*]]:3 = scf.for %[[I:.*]] = {{.*}} iter_args(%[[LOW:.*]] = %[[ONES]], %[[HIGH0:.*]] = %[[ZEROS]], %[[HIGH1:.*]] = %[[ZEROS]])
// CHECK: %[[LOW0:.*]] = vector.extract_strided_slice %[[LOW]] {offsets = [0], sizes = [8]
// CHECK: %[[LOW1:.*]] = vector.extract_strided_slice %[[LOW]] {offsets = [8], sizes = [8]
// CHECK: vector.transfer_read %[[DATA]][%[[I]]], {{.*}} vector<8xi64>
// CHECK: arith.addi %{{.*}}, %[[HIGH0]] : vector<8xi32>
// CHECK: %[[NEXT_HIGH0:.*]] = arith.addi {{.*}} : vector<8xi32>
// CHECK: %[[NEXT_LOW0:.*]] = arith.muli {{.*}} : vector<8xi64>
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %[[C8]]
// CHECK: vector.transfer_read %[[DATA]][%[[NEXT]]], {{.*}} vector<8xi64>
// CHECK: arith.addi %{{.*}}, %[[HIGH1]] : vector<8xi32>
// CHECK: %[[NEXT_HIGH1:.*]] = arith.addi {{.*}} : vector<8xi32>
// CHECK: %[[NEXT_LOW1:.*]] = arith.muli {{.*}} : vector<8xi64>
// CHECK: vector.insert_strided_slice %[[NEXT_LOW0]], {{.*}} {offsets = [0]
// CHECK: %[[NEXT_LOW:.*]] = vector.insert_strided_slice %[[NEXT_LOW1]], {{.*}} {offsets = [8]
// CHECK: scf.yield %[[NEXT_LOW]], %[[NEXT_HIGH0]], %[[NEXT_HIGH1]]
// CHECK: vector.shuffle %[[LOOP]]#1
// CHECK: vector.shuffle %[[LOOP]]#2
func.func @loop(%data: memref<?xi64>, %end: index) -> vector<16xi64> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i64
  %ones = arith.constant dense<1> : vector<16xi64>
  %0 = scf.for %i = %c0 to %end step %c16 iter_args(%product = %ones) -> vector<16xi64> {
    %1 = vector.transfer_read %data[%i], %zero {in_bounds = [true]} : memref<?xi64>, vector<16xi64>
    %2 = arith.muli %product, %1 : vector<16xi64>
    scf.yield %2 : vector<16xi64>
  }
  return %0 : vector<16xi64>
}

// Loops in loops carry the parts on.
// CHECK-LABEL: func.func @nested
// CHECK: %[[OUTER:.*]]:2 = scf.for {{.*}} iter_args(%[[LOW:.*]] = %{{.*}}, %[[HIGH:.*]] = %{{.*}}) -> (vector<8xi64>, vector<8xi32>)
// CHECK-NEXT: %[[INNER:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[LOW]], %{{.*}} = %[[HIGH]]) -> (vector<8xi64>, vector<8xi32>)
// CHECK: scf.yield %[[INNER]]#0, %[[INNER]]#1
func.func @nested(%a: vector<8xi64>, %b: vector<8xi64>, %end: index) -> vector<8xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %end step %c1 iter_args(%outer = %a) -> vector<8xi64> {
    %1 = scf.for %j = %c0 to %end step %c1 iter_args(%inner = %outer) -> vector<8xi64> {
      %2 = arith.muli %inner, %b : vector<8xi64>
      scf.yield %2 : vector<8xi64>
    }
    scf.yield %1 : vector<8xi64>
  }
  return %0 : vector<8xi64>
}

// What a loop yields may be a lone product: its upper part remains zero, which no loop has to carry.
// CHECK-LABEL: func.func @others_of_loop
// CHECK: scf.for {{.*}} -> (vector<8xi64>, vector<8xi64>) {
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK-NEXT: %[[LONE:.*]] = arith.muli %[[SUM]], %[[SUM]] : vector<8xi64>
// CHECK-NEXT: scf.yield %[[SUM]], %[[LONE]]
func.func @others_of_loop(%a: vector<8xi64>, %end: index) -> (vector<8xi64>, vector<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %end step %c1 iter_args(%sum = %a, %product = %a) -> (vector<8xi64>, vector<8xi64>) {
    %1 = arith.addi %sum, %product : vector<8xi64>
    %2 = arith.muli %1, %1 : vector<8xi64>
    scf.yield %1, %2 : vector<8xi64>, vector<8xi64>
  }
  return %0#0, %0#1 : vector<8xi64>, vector<8xi64>
}

// What is written after a read is not read.
// CHECK-LABEL: func.func @written
// CHECK: vector.transfer_read {{.*}} vector<16xi64>
// CHECK: memref.store
// CHECK-NOT: vector.transfer_read
// CHECK: return
func.func @written(%data: memref<?xi64>, %value: i64, %a: vector<16xi64>) -> vector<16xi64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %0 = vector.transfer_read %data[%c0], %zero {in_bounds = [true]} : memref<?xi64>, vector<16xi64>
  memref.store %value, %data[%c0] : memref<?xi64>
  %1 = arith.muli %a, %a : vector<16xi64>
  %2 = arith.muli %1, %0 : vector<16xi64>
  return %2 : vector<16xi64>
}

// Lone products, other types, and vectors that do not fill pairs of registers are left to LLVM.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: arith.muli %{{.*}} : vector<8xi64>
// CHECK-NEXT: arith.muli %{{.*}} : vector<4xi64>
// CHECK-NEXT: arith.muli %{{.*}} : vector<4xi64>
// CHECK-NEXT: arith.muli %{{.*}} : vector<8xi32>
// CHECK-NEXT: arith.muli %{{.*}} : vector<8xi32>
// CHECK-NEXT: arith.muli %{{.*}} : vector<[8]xi64>
// CHECK-NEXT: arith.muli %{{.*}} : vector<[8]xi64>
// CHECK-NEXT: arith.muli %{{.*}} : vector<1x8xi64>
// CHECK-NEXT: arith.muli %{{.*}} : vector<1x8xi64>
// CHECK-NEXT: return
func.func @others(%a: vector<8xi64>, %b: vector<4xi64>, %c: vector<8xi32>, %d: vector<[8]xi64>, %e: vector<1x8xi64>)
    -> (vector<8xi64>, vector<4xi64>, vector<8xi32>, vector<[8]xi64>, vector<1x8xi64>) {
  %0 = arith.muli %a, %a : vector<8xi64>
  %1 = arith.muli %b, %b : vector<4xi64>
  %2 = arith.muli %1, %b : vector<4xi64>
  %3 = arith.muli %c, %c : vector<8xi32>
  %4 = arith.muli %3, %c : vector<8xi32>
  %5 = arith.muli %d, %d : vector<[8]xi64>
  %6 = arith.muli %5, %d : vector<[8]xi64>
  %7 = arith.muli %e, %e : vector<1x8xi64>
  %8 = arith.muli %7, %e : vector<1x8xi64>
  return %0, %2, %4, %6, %8 : vector<8xi64>, vector<4xi64>, vector<8xi32>, vector<[8]xi64>, vector<1x8xi64>
}

// A product that is multiplied by what a loop carries is a factor of it, in one part.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for {{.*}} iter_args(%[[LOW:.*]] = %{{.*}}, %[[HIGH:.*]] = %{{.*}}) -> (vector<8xi64>, vector<8xi32>)
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [8, 0, 8, 1, 8, 4, 8, 5, 8, 2, 8, 3, 8, 6, 8, 7]
// CHECK: arith.addi %{{.*}}, %[[HIGH]] : vector<8xi32>
// CHECK-NOT: [8, 0, 8, 1, 8, 4, 8, 5, 8, 2, 8, 3, 8, 6, 8, 7]
// CHECK: scf.yield
func.func @carried(%a: vector<8xi64>, %b: vector<8xi64>, %end: index) -> vector<8xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %end step %c1 iter_args(%product = %a) -> vector<8xi64> {
    %1 = arith.muli %a, %b : vector<8xi64>
    %2 = arith.muli %product, %1 : vector<8xi64>
    scf.yield %2 : vector<8xi64>
  }
  return %0 : vector<8xi64>
}

// A vector that is an element of memory is read whole.
// LANE-LABEL: func.func @element
// LANE: vector.transfer_read %{{.*}} : memref<?xvector<8xi64>>, vector<8xi64>
func.func @element(%data: memref<?xvector<8xi64>>, %a: vector<8xi64>, %i: index) -> vector<8xi64> {
  %padding = arith.constant dense<0> : vector<8xi64>
  %0 = vector.transfer_read %data[%i], %padding : memref<?xvector<8xi64>>, vector<8xi64>
  %1 = arith.muli %a, %a : vector<8xi64>
  %2 = arith.muli %1, %0 : vector<8xi64>
  return %2 : vector<8xi64>
}
