// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=outer-blocks,outer' --canonicalize --cse | FileCheck %s

// 100 = 6 * 16 + 4 rows, 40 = 2 * 16 + 8 columns. The accumulators are in
// memory on the stack, and the output is written once.
// CHECK-LABEL: func.func @blocks
// CHECK: %[[SCRATCH:.*]] = memref.alloca() {alignment = 64 : i64} : memref<64xi32>
// CHECK-NOT: linalg.fill
// CHECK: scf.for %[[I:.*]] = %c0 to %c2
// CHECK:   vector.store %{{.*}}, %[[SCRATCH]]{{.*}} vector<16xi32>
// CHECK:   vector.store %{{.*}}, %[[SCRATCH]]{{.*}} vector<8xi32>
// CHECK:   scf.for %[[BLOCK:.*]] = %c0 to %c96 step %c16
// CHECK:     scf.for %[[COLUMN:.*]] = %c0 to %{{.*}} step %c16
// CHECK:       %[[SO_FAR:.*]] = vector.load %[[SCRATCH]][%{{.*}}] : memref<64xi32>, vector<16xi32>
// CHECK:       %[[NEXT:.*]] = scf.for %[[ROW:.*]] = %c0 to %c16 step %c1 iter_args(%{{.*}} = %[[SO_FAR]])
// CHECK:         %[[J:.*]] = arith.addi %[[BLOCK]], %[[ROW]] : index
// CHECK:         vector.transfer_read %{{.*}}[%[[I]], %[[J]], %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK:       vector.store %[[NEXT]], %[[SCRATCH]]
// CHECK:     scf.for %[[ROW:.*]] = %c0 to %c16 step %c1
// CHECK:       %[[J:.*]] = arith.addi %[[BLOCK]], %[[ROW]] : index
// CHECK:       vector.transfer_read %{{.*}}[%[[I]], %[[J]], %c32], {{.*}} vector<8xi32>
// CHECK:   scf.for
// CHECK:     scf.for %[[ROW:.*]] = %c0 to %c4 step %c1
// CHECK:       arith.addi %[[ROW]], %c96 : index
// CHECK:   scf.for
// CHECK:     %[[RESULT:.*]] = vector.load %[[SCRATCH]][%{{.*}}] : memref<64xi32>, vector<16xi32>
// CHECK:     vector.transfer_write %[[RESULT]]
func.func @blocks(%data: tensor<2x100x40xi32>) -> tensor<2x40xi32> {
  %0 = reduce.min %data axes = [1] : tensor<2x100x40xi32> -> tensor<2x40xi32>
  return %0 : tensor<2x40xi32>
}

// A tile is 16 KiB of accumulators. Those of bf16 are f32 until the end, and in
// the order of the halves of words.
// CHECK-LABEL: func.func @tiles
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<4096xf32>
// CHECK: scf.for %[[FROM:.*]] = %c0 to %c10000 step %c4096
// CHECK:   %[[END:.*]] = arith.addi %[[FROM]], %c4096 : index
// CHECK:   %[[TO:.*]] = arith.minui %[[END]], %c10000 : index
// CHECK:   %[[STRIPS:.*]] = arith.minui %[[TO]], %c10000 : index
// CHECK:   scf.for %[[COLUMN:.*]] = %[[FROM]] to %[[STRIPS]] step %c16
// CHECK:     arith.subi %[[COLUMN]], %[[FROM]] : index
// CHECK:   vector.deinterleave
// CHECK-NOT: arith.truncf
// CHECK:   vector.store
// CHECK:   vector.interleave
// CHECK:   arith.truncf
func.func @tiles(%data: tensor<100x10000xbf16>) -> tensor<10000xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<100x10000xbf16> -> tensor<10000xbf16>
  return %0 : tensor<10000xbf16>
}

// The initial value of the output is combined.
// CHECK-LABEL: func.func @start
// CHECK-SAME: , %[[INIT:[^:]*]]: tensor<40xi32>)
// CHECK: vector.transfer_read %[[INIT]]
// CHECK: vector.store
func.func @start(%data: tensor<100x40xi32>, %init: tensor<40xi32>) -> tensor<40xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<100x40xi32>) outs(%init : tensor<40xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.muli %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<40xi32>
  return %0 : tensor<40xi32>
}

// Whether there are enough rows and columns is known at run time.
// CHECK-LABEL: func.func @unknown
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[MANY_ROWS:.*]] = arith.cmpi uge, %[[ROWS]], %c32 : index
// CHECK: %[[MANY_COLUMNS:.*]] = arith.cmpi uge, %[[COLUMNS]], %c32 : index
// CHECK: %[[MANY:.*]] = arith.andi %[[MANY_ROWS]], %[[MANY_COLUMNS]] : i1
// CHECK: scf.if %[[MANY]] -> (tensor<?xi32>) {
// CHECK:   vector.load
// CHECK: } else {
// CHECK-NOT: vector.load
// CHECK: return
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Too few rows or columns for blocks.
// CHECK-LABEL: func.func @no_blocks
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @no_blocks(%few_rows: tensor<31x40xi32>, %few_columns: tensor<100x31xi32>) -> (tensor<40xi32>, tensor<31xi32>) {
  %0 = reduce.min %few_rows axes = [0] : tensor<31x40xi32> -> tensor<40xi32>
  %1 = reduce.min %few_columns axes = [0] : tensor<100x31xi32> -> tensor<31xi32>
  return %0, %1 : tensor<40xi32>, tensor<31xi32>
}
