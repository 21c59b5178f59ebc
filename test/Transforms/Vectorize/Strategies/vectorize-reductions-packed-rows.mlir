// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=packed-rows,outer' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,masked_arithmetic=true}' --reduce-vectorize='strategies=packed-rows,outer' --canonicalize --cse | FileCheck %s --check-prefix=MASKED
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=8}' --reduce-vectorize='strategies=packed-rows,outer' --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXTENDED

// Five rows of three fit into sixteen lanes. The element after them is read as
// well, into a lane that no result uses. The remaining rows are combined in
// memory: whole vectors, and then single elements or, where loads can be masked,
// part of a vector. At the end, a vector of columns is combined row by row, in
// four states.
// MASKED-LABEL: func.func @known
// MASKED: %[[SCRATCH:.*]] = memref.alloca() {alignment = 64 : i64} : memref<20xi32>
// MASKED: %[[JOINED:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<40x3xi32> into tensor<120xi32>
// MASKED: scf.for %{{.*}} = %c0 to %c12 step %c4
// MASKED: %[[IS_REST:.*]] = vector.constant_mask [3] : vector<4xi1>
// MASKED: %[[REST:.*]] = vector.transfer_read %[[JOINED]][%c117], %{{.*}} : tensor<120xi32>, vector<4xi32>
// MASKED: %[[NEUTRAL:.*]] = arith.select %[[IS_REST]], %[[REST]]
// MASKED: %[[OLD:.*]] = vector.load %[[SCRATCH]][%c12]
// MASKED: arith.minsi %[[OLD]], %[[NEUTRAL]]
// CHECK-LABEL: func.func @known
// CHECK: %[[SCRATCH:.*]] = memref.alloca() {alignment = 64 : i64} : memref<20xi32>
// CHECK: %[[JOINED:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<40x3xi32> into tensor<120xi32>
// What no row writes is neutral.
// CHECK: vector.store %{{.*}}, %[[SCRATCH]][%c16] : memref<20xi32>, vector<4xi32>
// CHECK: %[[WHOLE:.*]] = scf.for %[[FROM:.*]] = %c0 to %c105 step %c15 iter_args(%[[SO_FAR:.*]] = %{{.*}}) -> (vector<16xi32>)
// CHECK:   %[[READ:.*]] = vector.transfer_read %[[JOINED]][%[[FROM]]], %{{.*}} {in_bounds = [true]} : tensor<120xi32>, vector<16xi32>
// CHECK:   arith.minsi %[[SO_FAR]], %[[READ]] : vector<16xi32>
// CHECK: vector.store %[[WHOLE]], %[[SCRATCH]][%c0] : memref<20xi32>, vector<16xi32>
// CHECK: scf.for %[[LANE:.*]] = %c0 to %c12 step %c4 {
// CHECK:   %[[PLACE:.*]] = arith.addi %[[LANE]], %c105 : index
// CHECK:   %[[NEW:.*]] = vector.transfer_read %[[JOINED]][%[[PLACE]]], %{{.*}} {in_bounds = [true]} : tensor<120xi32>, vector<4xi32>
// CHECK:   %[[OLD:.*]] = vector.load %[[SCRATCH]][%[[LANE]]] : memref<20xi32>, vector<4xi32>
// CHECK:   %[[MIN:.*]] = arith.minsi %[[OLD]], %[[NEW]] : vector<4xi32>
// CHECK:   vector.store %[[MIN]], %[[SCRATCH]][%[[LANE]]] : memref<20xi32>, vector<4xi32>
// CHECK: scf.for %{{.*}} = %c12 to %c15 step %c1 {
// CHECK:   vector.store %{{.*}}, %[[SCRATCH]]{{.*}} : memref<20xi32>, vector<1xi32>
// CHECK: vector.load %[[SCRATCH]][%c0] : memref<20xi32>, vector<4xi32>
// CHECK: vector.load %[[SCRATCH]][%c3] : memref<20xi32>, vector<4xi32>
// CHECK: vector.load %[[SCRATCH]][%c6] : memref<20xi32>, vector<4xi32>
// CHECK: vector.load %[[SCRATCH]][%c9] : memref<20xi32>, vector<4xi32>
// CHECK: %[[OTHERS:.*]] = vector.load %[[SCRATCH]][%c12] : memref<20xi32>, vector<4xi32>
// CHECK: %[[RESULT:.*]] = arith.minsi %{{.*}}, %[[OTHERS]]
// CHECK: vector.transfer_write %[[RESULT]], %{{.*}}[%c0] : vector<4xi32>, tensor<3xi32>
func.func @known(%data: tensor<40x3xi32>) -> tensor<3xi32> {
  %0 = reduce.min %data axes = [0] : tensor<40x3xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// Selected at run time: rows of one to eight elements, and at least 64 of them.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x?xf32>)
// CHECK: %[[LENGTH:.*]] = tensor.dim %[[DATA]], %c1
// CHECK: %[[COUNT:.*]] = tensor.dim %[[DATA]], %c0
// CHECK: %[[ELEMENTS:.*]] = arith.muli %[[LENGTH]], %[[COUNT]] : index
// CHECK: %[[LESS:.*]] = arith.subi %[[LENGTH]], %c1 : index
// CHECK: %[[SHORT:.*]] = arith.cmpi ult, %[[LESS]], %c8 : index
// CHECK: %[[MANY:.*]] = arith.cmpi uge, %[[ELEMENTS]], %c64 : index
// CHECK: %[[SERVED:.*]] = arith.andi %[[SHORT]], %[[MANY]] : i1
// CHECK: scf.if %[[SERVED]] -> (tensor<?xf32>) {
// CHECK:   %[[ROWS:.*]] = arith.divui %c16, %[[LENGTH]] : index
// CHECK:   arith.muli %[[ROWS]], %[[LENGTH]] : index
// CHECK:   scf.for {{.*}} -> (vector<16xf32>)
// CHECK: } else {
// CHECK:   scf.for
func.func @unknown(%data: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The order of a product's factors may be fixed.
// CHECK-LABEL: func.func @strict_order
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @strict_order(%data: tensor<40x3xf32>) -> tensor<3xf32> {
  %0 = reduce.prod %data axes = [0] strict_order : tensor<40x3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Few or long rows do not benefit.
// CHECK-LABEL: func.func @others
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @others(%few: tensor<20x3xi32>, %long: tensor<40x9xi32>) -> (tensor<3xi32>, tensor<9xi32>) {
  %0 = reduce.min %few axes = [0] : tensor<20x3xi32> -> tensor<3xi32>
  %1 = reduce.min %long axes = [0] : tensor<40x9xi32> -> tensor<9xi32>
  return %0, %1 : tensor<3xi32>, tensor<9xi32>
}

// Elements that are extended are packed only in rows below one and a half vectors: the
// accumulators are wider than the elements, so packing takes more shuffles.
// EXTENDED: Function=extended_short |{{.*}} strategy=packed-rows
// EXTENDED: Function=extended_long |{{.*}} strategy=outer
func.func @extended_short(%data: tensor<1000x11xbf16>) -> tensor<11xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<1000x11xbf16> -> tensor<11xbf16>
  return %0 : tensor<11xbf16>
}
func.func @extended_long(%data: tensor<1000x12xbf16>) -> tensor<12xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<1000x12xbf16> -> tensor<12xbf16>
  return %0 : tensor<12xbf16>
}

// If the length is not known, rows of elements of 64 bits that take several instructions
// are packed alone if they use 5 of 8 lanes, 7 in the first cache, or if no cache has them.
// CHECK-LABEL: func.func @unknown_i64
// CHECK: %[[MIN_USED:.*]] = arith.select %{{.*}}, %c5, %c7 : index
// CHECK: %[[USES_MOST:.*]] = arith.cmpi uge, %{{.*}}, %[[MIN_USED]] : index
// CHECK: %[[UNCACHED:.*]] = arith.cmpi ugt, %{{.*}}, %c2097152 : index
// CHECK: arith.ori %[[UNCACHED]], %[[USES_MOST]] : i1
func.func @unknown_i64(%data: tensor<?x?xi64>) -> tensor<?xi64> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi64> -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// Rows of products of bf16 are packed below one and a half vectors, or if no cache has them.
// CHECK-LABEL: func.func @unknown_bf16
// CHECK: %[[UNCACHED:.*]] = arith.cmpi ugt, %{{.*}}, %c8388608 : index
// CHECK: %[[IS_SHORT:.*]] = arith.cmpi ult, %{{.*}}, %c12 : index
// CHECK: arith.ori %[[IS_SHORT]], %[[UNCACHED]] : i1
func.func @unknown_bf16(%data: tensor<?x?xbf16>) -> tensor<?xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<?x?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// A row that uses most accumulators is alone in a group. Its results are stored by one instruction
// where there are masks; otherwise, it is read in pieces.
// MASKED-LABEL: func.func @alone
// MASKED: scf.for {{.*}} step %c15 {{.*}} -> (vector<16xi32>)
// CHECK-LABEL: func.func @alone
// CHECK-NOT: vector<16xi32>
// CHECK: vector.transfer_read {{.*}} vector<8xi32>
// CHECK: vector.transfer_read {{.*}} vector<4xi32>
// CHECK: vector.transfer_read {{.*}} vector<2xi32>
// CHECK: vector.transfer_read {{.*}} vector<1xi32>
func.func @alone(%data: tensor<1000x15xi32>) -> tensor<15xi32> {
  %0 = reduce.min %data axes = [0] : tensor<1000x15xi32> -> tensor<15xi32>
  return %0 : tensor<15xi32>
}
