// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,prefetches=true}' --reduce-vectorize='strategies=outer-blocks,outer' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=outer-blocks,outer' --canonicalize --cse | FileCheck %s --check-prefix=NO-PREFETCH

// 100 = 8 * 12 + 4 rows: a block has every twelfth row. 40 = 2 * 16 + 8 columns.
// The accumulators are in memory on the stack. The loop that writes the output, once,
// combines the last four rows.
// CHECK-LABEL: func.func @blocks
// CHECK: %[[SCRATCH:.*]] = memref.alloca() {alignment = 64 : i64} : memref<48xi32>
// CHECK-NOT: linalg.fill
// CHECK: scf.for %[[I:.*]] = %c0 to %c4
// CHECK:   vector.store %{{.*}}, %[[SCRATCH]]{{.*}} vector<16xi32>
// CHECK:   vector.store %{{.*}}, %[[SCRATCH]]{{.*}} vector<8xi32>
// CHECK:   scf.for %[[BLOCK:.*]] = %c0 to %c12 step %c1
// CHECK:     scf.for %[[COLUMN:.*]] = %c0 to %{{.*}} step %c16
// CHECK:       vector.load %[[SCRATCH]][%{{.*}}] : memref<48xi32>, vector<16xi32>
// CHECK:       vector.transfer_read %{{.*}}[%[[I]], %[[BLOCK]], %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK:       %[[J:.*]] = arith.addi %[[BLOCK]], %c12 : index
// CHECK:       vector.transfer_read %{{.*}}[%[[I]], %[[J]], %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK-COUNT-6: vector.transfer_read {{.*}} vector<16xi32>
// CHECK-NOT:   vector.transfer_read
// CHECK:       vector.store %{{.*}}, %[[SCRATCH]]
// CHECK:     vector.transfer_read %{{.*}}[%[[I]], %[[BLOCK]], %c32], {{.*}} vector<8xi32>
// CHECK-COUNT-7: vector.transfer_read {{.*}} vector<8xi32>
// CHECK-NOT: vector.transfer_read
// CHECK:   scf.for %[[COLUMN:.*]] = %c0 to %{{.*}} step %c16
// CHECK:     vector.load %[[SCRATCH]][%[[COLUMN]]] : memref<48xi32>, vector<16xi32>
// CHECK:     vector.transfer_read %{{.*}}[%[[I]], %c96, %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK:     vector.transfer_read %{{.*}}[%[[I]], %c97, %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK:     vector.transfer_read %{{.*}}[%[[I]], %c98, %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK:     vector.transfer_read %{{.*}}[%[[I]], %c99, %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK:     %[[RESULT:.*]] = arith.minsi
// CHECK:     vector.transfer_write %[[RESULT]]
func.func @blocks(%data: tensor<4x100x40xi32>) -> tensor<4x40xi32> {
  %0 = reduce.min %data axes = [1] : tensor<4x100x40xi32> -> tensor<4x40xi32>
  return %0 : tensor<4x40xi32>
}

// Without reassociation, the elements of a column are combined in order: a block
// has 16 successive rows.
// CHECK-LABEL: func.func @in_order
// CHECK: scf.for %[[BLOCK:.*]] = %c0 to %c19 step %c1
// CHECK:   %[[SO_FAR:.*]] = vector.load
// CHECK:   %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c16 : index
// CHECK:   %[[NEXT:.*]] = scf.for %[[ROW:.*]] = %c0 to %c16 step %c1 iter_args(%{{.*}} = %[[SO_FAR]])
// CHECK:     %[[J:.*]] = arith.addi %[[FIRST]], %[[ROW]] : index
// CHECK:     vector.transfer_read %{{.*}}[%[[J]], %{{.*}}], {{.*}} vector<16xf32>
// CHECK:   vector.store %[[NEXT]]
// CHECK: %[[ALL:.*]] = scf.for %[[ROW:.*]] = %c0 to %c6 step %c1
// CHECK:   arith.addi %[[ROW]], %c304 : index
// CHECK: vector.transfer_write %[[ALL]]
func.func @in_order(%data: tensor<310x40xf32>, %init: tensor<40xf32>) -> tensor<40xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<310x40xf32>) outs(%init : tensor<40xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<40xf32>
  return %0 : tensor<40xf32>
}

// A tile is 64 KiB of accumulators, or 96 KiB if there is only one. Those of bf16 are
// f32 until the end, and in the order of the halves of words.
// CHECK-LABEL: func.func @tiles
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<16384xf32>
// CHECK: scf.for %[[FROM:.*]] = %c0 to %c24592 step %c16384
// CHECK:   %[[END:.*]] = arith.addi %[[FROM]], %c16384 : index
// CHECK:   %[[TO:.*]] = arith.minui %[[END]], %c24592 : index
// CHECK:   %[[STRIPS:.*]] = arith.minui %[[TO]], %c24592 : index
// CHECK:   scf.for %[[COLUMN:.*]] = %[[FROM]] to %[[STRIPS]] step %c16
// CHECK:     arith.subi %[[COLUMN]], %[[FROM]] : index
// CHECK:   vector.deinterleave
// CHECK-NOT: arith.truncf
// CHECK:   vector.store
// CHECK:   vector.interleave
// CHECK:   arith.truncf
func.func @tiles(%data: tensor<100x24592xbf16>) -> tensor<24592xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<100x24592xbf16> -> tensor<24592xbf16>
  return %0 : tensor<24592xbf16>
}

// CHECK-LABEL: func.func @tile
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<24576xf32>
// CHECK: scf.for %{{.*}} = %c0 to %c24576 step %c16
func.func @tile(%data: tensor<100x24576xbf16>) -> tensor<24576xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<100x24576xbf16> -> tensor<24576xbf16>
  return %0 : tensor<24576xbf16>
}

// Up to four blocks have loops of their own: the first one starts with the initial
// values. 40 = 8 * 4 + 8 rows: the last block is left for the loop that stores.
// CHECK-LABEL: func.func @few_blocks
// CHECK: scf.for %[[COLUMN:.*]] = %c0 to %c2000 step %c16
// CHECK-NOT: vector.load
// CHECK:   vector.transfer_read %{{.*}}[%c0, %[[COLUMN]]]
// CHECK:   vector.transfer_read %{{.*}}[%c4, %[[COLUMN]]]
// CHECK:   vector.store
// CHECK: scf.for %[[BLOCK:.*]] = %c1 to %c4 step %c1
// CHECK:   vector.load
// CHECK:   vector.transfer_read %{{.*}}[%[[BLOCK]],
// CHECK:   vector.store
// CHECK: scf.for %[[COLUMN:.*]] = %c0 to %c2000 step %c16
// CHECK:   vector.load
// CHECK:   vector.transfer_read %{{.*}}[%c32, %[[COLUMN]]]
// CHECK-COUNT-7: vector.transfer_read
// CHECK-NOT: vector.transfer_read
// CHECK:   vector.transfer_write
func.func @few_blocks(%data: tensor<40x2000xi32>) -> tensor<2000xi32> {
  %0 = reduce.min %data axes = [0] : tensor<40x2000xi32> -> tensor<2000xi32>
  return %0 : tensor<2000xi32>
}

// 41 = 8 * 5 + 1 rows: five blocks.
// CHECK-LABEL: func.func @five_blocks
// CHECK: vector.store %cst
// CHECK: scf.for %{{.*}} = %c0 to %c5 step %c1
func.func @five_blocks(%data: tensor<41x2000xi32>) -> tensor<2000xi32> {
  %0 = reduce.min %data axes = [0] : tensor<41x2000xi32> -> tensor<2000xi32>
  return %0 : tensor<2000xi32>
}

// Versions of which one runs share the memory.
// CHECK-LABEL: func.func @shared
// CHECK-COUNT-1: memref.alloca
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @shared(%data: tensor<100x3000xi32>, %longer: tensor<100x5000xi32>) -> (tensor<3000xi32>, tensor<5000xi32>) {
  %0 = reduce.min %data axes = [0] : tensor<100x3000xi32> -> tensor<3000xi32>
  %1 = reduce.min %longer axes = [0] : tensor<100x5000xi32> -> tensor<5000xi32>
  return %0, %1 : tensor<3000xi32>, tensor<5000xi32>
}

// The initial value of the output is combined.
// CHECK-LABEL: func.func @start
// CHECK-SAME: , %[[INIT:[^:]*]]: tensor<40xi32>)
// CHECK: vector.transfer_read %[[INIT]]
// CHECK: vector.store
func.func @start(%data: tensor<310x40xi32>, %init: tensor<40xi32>) -> tensor<40xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<310x40xi32>) outs(%init : tensor<40xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.muli %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<40xi32>
  return %0 : tensor<40xi32>
}

// Whether there are enough rows and columns, and whether the input is larger than
// the first cache, is known at run time. If it is in no cache or the last one, 16 rows
// are few.
// CHECK-LABEL: func.func @unknown
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[ELEMENTS:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK: %[[FAR:.*]] = arith.cmpi ugt, %[[ELEMENTS]], %c393216 : index
// CHECK: %[[LEAST:.*]] = arith.select %[[FAR]], %c32, %c16 : index
// CHECK: %[[MANY_ROWS:.*]] = arith.cmpi uge, %[[ROWS]], %[[LEAST]] : index
// CHECK: %[[MANY_COLUMNS:.*]] = arith.cmpi uge, %[[COLUMNS]], %c32 : index
// CHECK: %[[MANY:.*]] = arith.andi %[[MANY_ROWS]], %[[MANY_COLUMNS]] : i1
// CHECK: %[[LARGE:.*]] = arith.cmpi ugt, %[[ELEMENTS]], %c12288 : index
// CHECK: %[[BLOCKS:.*]] = arith.andi %[[MANY]], %[[LARGE]] : i1
// CHECK: scf.if %[[BLOCKS]] -> (tensor<?xi32>) {
// CHECK:   %[[WHOLE:.*]] = arith.andi %[[ROWS]], %c-8 : index
// CHECK:   %[[STEP:.*]] = arith.divui %[[ROWS]], %c8 : index
// CHECK:   arith.subi %[[ROWS]], %[[WHOLE]] : index
// CHECK:   scf.for %{{.*}} = %c0 to %[[STEP]] step %c1
// CHECK:   vector.load
// CHECK: } else {
// CHECK-NOT: vector.load
// CHECK: return
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Too few rows or columns for blocks, or an input in the first cache.
// CHECK-LABEL: func.func @no_blocks
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @no_blocks(%few_rows: tensor<15x4000xi32>, %few_far_rows: tensor<31x40000xi32>, %few_columns: tensor<1000x31xi32>, %near: tensor<100x120xi32>)
    -> (tensor<4000xi32>, tensor<40000xi32>, tensor<31xi32>, tensor<120xi32>) {
  %0 = reduce.min %few_rows axes = [0] : tensor<15x4000xi32> -> tensor<4000xi32>
  %1 = reduce.min %few_far_rows axes = [0] : tensor<31x40000xi32> -> tensor<40000xi32>
  %2 = reduce.min %few_columns axes = [0] : tensor<1000x31xi32> -> tensor<31xi32>
  %3 = reduce.min %near axes = [0] : tensor<100x120xi32> -> tensor<120xi32>
  return %0, %1, %2, %3 : tensor<4000xi32>, tensor<40000xi32>, tensor<31xi32>, tensor<120xi32>
}

// Memory of the user is not shared.
// CHECK-LABEL: func.func @own_memory
// CHECK: %[[SCRATCH:.*]] = memref.alloca() {alignment = 64 : i64} : memref<3008xi32>
// CHECK: %[[OWN:.*]] = memref.alloca() {alignment = 64 : i64} : memref<8192xi32>
// CHECK: vector.store %{{.*}}, %[[OWN]]
// CHECK-NOT: %[[OWN]]
// CHECK: vector.load %[[OWN]]
func.func @own_memory(%data: tensor<100x3000xi32>, %value: vector<16xi32>) -> (tensor<3000xi32>, vector<16xi32>) {
  %c0 = arith.constant 0 : index
  %own = memref.alloca() {alignment = 64 : i64} : memref<8192xi32>
  vector.store %value, %own[%c0] : memref<8192xi32>, vector<16xi32>
  %0 = reduce.min %data axes = [0] : tensor<100x3000xi32> -> tensor<3000xi32>
  %1 = vector.load %own[%c0] : memref<8192xi32>, vector<16xi32>
  return %0, %1 : tensor<3000xi32>, vector<16xi32>
}

// Without prefetches, fewer rows are blocks: 16 of them, wherever the input is.
// NO-PREFETCH-LABEL: func.func @far_rows
// NO-PREFETCH: memref.alloca
// NO-PREFETCH: return
func.func @far_rows(%data: tensor<16x40000xi32>) -> tensor<40000xi32> {
  %0 = reduce.min %data axes = [0] : tensor<16x40000xi32> -> tensor<40000xi32>
  return %0 : tensor<40000xi32>
}
