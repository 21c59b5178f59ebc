// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=2}' --reduce-vectorize='strategies=column-groups,packed-rows,outer' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=2}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,drops_nan=true}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,prefetches=true}' --reduce-vectorize='strategies=column-groups,outer' --canonicalize --cse | FileCheck %s --check-prefix=FAR
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=8}' --reduce-vectorize='strategies=column-groups,outer' --canonicalize --cse | FileCheck %s --check-prefix=MANY

// Two groups of five rows of three elements accumulate side by side. The fourth
// lane of a vector is not stored: the next results replace it. The vector of
// the last outer index would end beyond the results, so it is read as three
// elements.
// REMARK: Function=known | Reason="columns are few: groups of outer indices are reduced together", strategy=column-groups, tile=2x1x3
// CHECK-LABEL: func.func @known
// CHECK-SAME: (%[[DATA:.*]]: tensor<100x5x3xi32>)
// CHECK: %[[INPUT:.*]] = tensor.collapse_shape %[[DATA]] {{\[}}[0, 1, 2]] : tensor<100x5x3xi32> into tensor<1500xi32>
// CHECK: %[[TO:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<100x3xi32> into tensor<300xi32>
// CHECK: %[[GROUPS:.*]]:2 = scf.for %[[AT:.*]] = %c0 to %c1485 step %c30 iter_args(%[[STORE:.*]] = %c0, %[[RESULTS:.*]] = %[[TO]])
// CHECK:   arith.addi %[[STORE]], %c6 : index
// CHECK:   %[[PLACE:.*]] = arith.minui %[[STORE]], %c291 : index
// CHECK:   %[[START:.*]] = arith.minui %[[AT]], %c1455 : index
// CHECK:   %[[END:.*]] = arith.addi %[[START]], %c15 : index
// CHECK:   %[[ALL:.*]] = scf.for %[[ROW:.*]] = %[[START]] to %[[END]] step %c3 iter_args(%[[SO_FAR:.*]] = %{{.*}}) -> (vector<8xi32>)
// CHECK:     %[[NEXT:.*]] = arith.addi %[[ROW]], %c15 : index
// CHECK:     vector.transfer_read %[[INPUT]][%[[ROW]]], %{{.*}} {in_bounds = [true]} : tensor<1500xi32>, vector<4xi32>
// CHECK:     vector.transfer_read %[[INPUT]][%[[NEXT]]], %{{.*}} {in_bounds = [true]} : tensor<1500xi32>, vector<4xi32>
// CHECK:     arith.minsi %[[SO_FAR]], %{{.*}} : vector<8xi32>
// CHECK:   %[[STORED:.*]] = vector.transfer_write %{{.*}}, %[[RESULTS]][%[[PLACE]]] {in_bounds = [true]} : vector<4xi32>, tensor<300xi32>
// CHECK:   %[[NEXT_PLACE:.*]] = arith.addi %[[PLACE]], %c3 : index
// CHECK:   vector.transfer_write %{{.*}}, %[[STORED]][%[[NEXT_PLACE]]] {in_bounds = [true]} : vector<4xi32>, tensor<300xi32>
// CHECK: %[[LAST:.*]] = scf.for %[[ROW:.*]] = %c0 to %c5 step %c1
// CHECK:   vector.transfer_read %[[DATA]][%c99, %[[ROW]], %c0], %{{[^{]*}} : tensor<100x5x3xi32>, vector<4xi32>
// CHECK: vector.transfer_write %[[LAST]], %[[GROUPS]]#1[%c297] : vector<4xi32>, tensor<300xi32>
func.func @known(%data: tensor<100x5x3xi32>) -> tensor<100x3xi32> {
  %0 = reduce.min %data axes = [1] : tensor<100x5x3xi32> -> tensor<100x3xi32>
  return %0 : tensor<100x3xi32>
}

// Up to eight columns: more than four take two vectors, and then a group has
// one outer index. The second vector ends with the row.
// REMARK: Function=unknown | Reason="columns may be few: whether groups of outer indices are reduced together is decided at run time", strategy=column-groups, tile=?x1x?
// A group of an input beyond the second cache is prefetched before another one is
// read, unless it has more than 8 KiB. `outer` prefetches the rows of one index.
// With eight vectors in a group, any columns that take at most four of them, of two elements here, are grouped.
// MANY-LABEL: func.func @unknown
// MANY: %[[TAKE_FEW:.*]] = arith.cmpi ule, %[[COLUMNS:.*]], %c8 : index
// MANY: arith.ori %[[TAKE_FEW]], %{{.*}} : i1
// FAR-LABEL: func.func @unknown
// FAR-SAME: (%[[DATA:.*]]: tensor<?x?x?xf64>)
// FAR: %[[ROWS:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// FAR: %[[SIZE:.*]] = arith.shrui %c4, %{{.*}} : index
// FAR: %[[IS_FAR:.*]] = arith.cmpi ugt, %{{.*}}, %c196608 : index
// FAR: %[[GROUP:.*]] = arith.muli %[[SIZE]], %[[ROWS]] : index
// FAR: %[[IS_SMALL:.*]] = arith.cmpi ule, %[[GROUP]], %c1024 : index
// FAR: %[[AFTER:.*]] = arith.addi %[[GROUP]], %c2048 : index
// FAR: %[[PREFETCHES:.*]] = arith.andi %[[IS_FAR]], %[[IS_SMALL]] : i1
// FAR: %[[END:.*]] = arith.select %[[PREFETCHES]], %[[AFTER]], %c2048 : index
// FAR: %[[IS_NEAR:.*]] = arith.cmpi ule, %{{.*}}, %c196608 : index
// FAR: arith.ori %[[IS_NEAR]], %[[IS_SMALL]] : i1
// FAR: scf.if
// FAR:   %[[INPUT:.*]] = tensor.collapse_shape %[[DATA]]
// FAR:   scf.for
// FAR:     arith.minui
// FAR:     %[[START:.*]] = arith.minui
// FAR:     %[[BUFFER:.*]] = bufferization.to_buffer %[[INPUT]]
// FAR:     scf.for %[[LINE:.*]] = %c2048 to %[[END]] step %c8 {
// FAR:       %[[PLACE:.*]] = arith.addi %[[START]], %[[LINE]] : index
// FAR:       memref.prefetch %[[BUFFER]][%[[PLACE]]], read, locality<0>, data
// FAR:     }
// FAR-NOT: memref.prefetch
// FAR: else
// FAR:   %[[IS_SMALL:.*]] = arith.cmpi ule, %{{.*}}, %c1536 : index
// Rows that are streams, and others.
// FAR:   scf.for %[[INDEX:.*]] = %c0 to
// FAR:     scf.for %[[LINE:.*]] = %c2048 to %{{.*}} step %c8 {
// FAR:       memref.prefetch %{{.*}}[%[[INDEX]], %c0, %[[LINE]]], read, locality<0>, data
// FAR:     }
// FAR-NOT: memref.prefetch
// FAR:     scf.for %[[LINE:.*]] = %c2048 to %{{.*}} step %c8 {
// FAR:       memref.prefetch %{{.*}}[%{{.*}}, %c0, %[[LINE]]], read, locality<0>, data
// FAR:     }
// FAR-NOT: memref.prefetch
// FAR: return
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x?x?xf64>)
// CHECK-DAG: %[[OUTER:.*]] = tensor.dim %[[DATA]], %c0
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[DATA]], %c1
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %[[DATA]], %c2
// CHECK: %[[TWO:.*]] = arith.cmpi ugt, %[[COLUMNS]], %c2 : index
// CHECK: %[[SHIFT:.*]] = arith.index_castui %[[TWO]] : i1 to index
// CHECK: %[[SIZE:.*]] = arith.shrui %c2, %[[SHIFT]] : index
// CHECK: %[[MORE:.*]] = arith.subi %[[OUTER]], %[[SIZE]] : index
// CHECK: %[[STARTS:.*]] = arith.addi %[[MORE]], %c1 : index
// CHECK: %[[RESULTS:.*]] = arith.muli %[[STARTS]], %[[COLUMNS]] : index
// CHECK: arith.cmpi sge, %[[RESULTS]], %c2 : index
// CHECK-NOT: arith.divui
// CHECK: %[[LESS:.*]] = arith.subi %[[ROWS]], %c1 : index
// CHECK: arith.cmpi ult, %[[LESS]], %c64 : index
// CHECK: scf.if
// CHECK:   %[[SINGLE:.*]] = arith.divui %c1, %[[COLUMNS]] : index
// CHECK:   arith.subi %[[COLUMNS]], %c2 : index
// CHECK:   arith.subi %[[OUTER]], %[[SINGLE]] : index
// CHECK:   %[[RESULTS:.*]] = scf.for
// CHECK:     scf.for
// CHECK-COUNT-2: vector.transfer_read {{.*}} {in_bounds = [true]} : tensor<?xf64>, vector<2xf64>
// CHECK:     arith.mulf %{{.*}} : vector<4xf64>
// CHECK-COUNT-2: vector.transfer_write {{.*}} {in_bounds = [true]} : vector<2xf64>, tensor<?xf64>
// CHECK: else
// CHECK:   vector.transfer_read {{.*}} : tensor<?x?x?xf64>
func.func @unknown(%data: tensor<?x?x?xf64>) -> tensor<?x?xf64> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?x?xf64> -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// Numbers and NaN are told apart for two rows at once.
// WIDE: Function=numbers {{.*}} strategy=column-groups, tile=4x2x3
func.func @numbers(%data: tensor<100x5x3xf32>) -> tensor<100x3xf32> {
  %0 = reduce.min %data axes = [1] : tensor<100x5x3xf32> -> tensor<100x3xf32>
  return %0 : tensor<100x3xf32>
}

// Pieces of 128 bits are as fast to read.
// WIDE: Function=pieces {{.*}} strategy=outer
func.func @pieces(%data: tensor<100x5x12xi32>) -> tensor<100x12xi32> {
  %0 = reduce.min %data axes = [1] : tensor<100x5x12xi32> -> tensor<100x12xi32>
  return %0 : tensor<100x12xi32>
}

// Columns fill a vector.
// REMARK: Function=wide | {{.*}} strategy=outer
func.func @wide(%data: tensor<100x5x7xi32>) -> tensor<100x7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<100x5x7xi32> -> tensor<100x7xi32>
  return %0 : tensor<100x7xi32>
}

// Rows are many.
// REMARK: Function=many | {{.*}} strategy=packed-rows
func.func @many(%data: tensor<100x65x3xi32>) -> tensor<100x3xi32> {
  %0 = reduce.min %data axes = [1] : tensor<100x65x3xi32> -> tensor<100x3xi32>
  return %0 : tensor<100x3xi32>
}

// More rows than 64, whose elements are too few to be packed: those of less than
// four times the accumulators, which have room for 256 bytes.
// WIDE: Function=more | {{.*}} strategy=column-groups
func.func @more(%data: tensor<100x204x5xi8>) -> tensor<100x5xi8> {
  %0 = reduce.min %data axes = [1] : tensor<100x204x5xi8> -> tensor<100x5xi8>
  return %0 : tensor<100x5xi8>
}

// WIDE: Function=enough | {{.*}} strategy=packed-rows
func.func @enough(%data: tensor<100x205x5xi8>) -> tensor<100x5xi8> {
  %0 = reduce.min %data axes = [1] : tensor<100x205x5xi8> -> tensor<100x5xi8>
  return %0 : tensor<100x5xi8>
}

// If columns are not known, elements are compared at run time: with four times the
// accumulators, which have room for 32.
// CHECK-LABEL: func.func @more_and_unknown
// CHECK: %[[COLUMNS:.*]] = tensor.dim %{{.*}}, %c2
// CHECK: %[[ELEMENTS:.*]] = arith.muli %[[COLUMNS]], %c65
// CHECK: %[[LESS:.*]] = arith.subi %[[ELEMENTS]], %c1
// CHECK: %[[FEW:.*]] = arith.cmpi ult, %[[LESS]], %c127
func.func @more_and_unknown(%data: tensor<?x65x?xi8>) -> tensor<?x?xi8> {
  %0 = reduce.min %data axes = [1] : tensor<?x65x?xi8> -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// Outer indices are few.
// REMARK: Function=few | {{.*}} strategy=outer
func.func @few(%data: tensor<2x5x3xi32>) -> tensor<2x3xi32> {
  %0 = reduce.min %data axes = [1] : tensor<2x5x3xi32> -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// In no near cache, they are grouped if prefetches gain and most lanes are used.
// FAR-LABEL: func.func @far_groups
// FAR: scf.for %[[START:.*]] = %c0 to
// FAR:   scf.for %[[LINE:.*]] = %c4096 to %c4276 step %c16 {
// FAR:     memref.prefetch
// FAR: return
// WIDE: Function=far_groups | {{.*}} strategy=outer
func.func @far_groups(%data: tensor<100000x5x9xf32>) -> tensor<100000x9xf32> {
  %0 = reduce.min %data axes = [1] : tensor<100000x5x9xf32> -> tensor<100000x9xf32>
  return %0 : tensor<100000x9xf32>
}

// Groups of more than 8 KiB are not.
// FAR-LABEL: func.func @far_large_groups
// FAR-NOT: tensor.collapse_shape
// FAR: return
func.func @far_large_groups(%data: tensor<10000x64x7xf64>) -> tensor<10000x7xf64> {
  %0 = reduce.min %data axes = [1] : tensor<10000x64x7xf64> -> tensor<10000x7xf64>
  return %0 : tensor<10000x7xf64>
}

// In no near cache, rows are read one after the other.
// REMARK: Function=far | {{.*}} strategy=outer
func.func @far(%data: tensor<100000x5x3xi16>) -> tensor<100000x3xi16> {
  %0 = reduce.min %data axes = [1] : tensor<100000x5x3xi16> -> tensor<100000x3xi16>
  return %0 : tensor<100000x3xi16>
}
