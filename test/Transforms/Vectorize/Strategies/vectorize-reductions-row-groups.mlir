// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=row-groups,inner' --canonicalize --cse | FileCheck %s

// Four rows of two vectors: the first one starts with the row, and the second one
// ends with it. They are read in the order of memory. Then the lanes of the rows
// become one vector of four results. The last four rows include the two remaining
// ones.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[DATA:.*]]: tensor<2x6x7xf32>)
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0], [1, 2]]
// CHECK: scf.for %[[I:.*]] = %c0 to %c2
// CHECK:   scf.for %[[GROUP:.*]] = %c0 to %c6 step %c4
// CHECK:   %[[ROW:.*]] = arith.minui %[[GROUP]], %c2 : index
// CHECK:   %[[START:.*]] = arith.muli %[[ROW]], %c7 : index
// CHECK:   %[[START1:.*]] = arith.addi %[[START]], %c7 : index
// CHECK:   %[[START2:.*]] = arith.addi %[[START]], %c14 : index
// CHECK:   %[[START3:.*]] = arith.addi %[[START]], %c21 : index
// CHECK:   %[[FRONT:.*]] = vector.transfer_read %[[ROWS]][%[[I]], %[[START]]], {{.*}} vector<4xf32>
// CHECK:   %[[TAIL:.*]] = arith.addi %[[START]], %c3 : index
// CHECK:   %[[BACK:.*]] = vector.transfer_read %[[ROWS]][%[[I]], %[[TAIL]]], {{.*}} vector<4xf32>
// CHECK:   arith.minimumf %[[BACK]], %[[FRONT]] fastmath<nsz> : vector<4xf32>
// CHECK:   vector.transfer_read %[[ROWS]][%[[I]], %[[START1]]], {{.*}} vector<4xf32>
// CHECK:   vector.transfer_read %[[ROWS]][%[[I]], %[[START2]]], {{.*}} vector<4xf32>
// CHECK:   vector.transfer_read %[[ROWS]][%[[I]], %[[START3]]], {{.*}} vector<4xf32>
// CHECK-DAG: %[[BACKS:.*]] = vector.shuffle %[[A:.*]], %[[B:.*]] [2, 3, 6, 7]
// CHECK-DAG: %[[FRONTS:.*]] = vector.shuffle %[[A]], %[[B]] [0, 1, 4, 5]
// CHECK:   %[[AB:.*]] = arith.minimumf %[[BACKS]], %[[FRONTS]] fastmath<nsz> : vector<4xf32>
// CHECK-DAG: vector.shuffle %[[AB]], %[[CD:.*]] [1, 3, 5, 7]
// CHECK-DAG: vector.shuffle %[[AB]], %[[CD]] [0, 2, 4, 6]
// CHECK:   %[[RESULTS:.*]] = arith.minimumf {{.*}} : vector<4xf32>
// CHECK:   vector.transfer_write %[[RESULTS]], %{{.*}}[%[[I]], %[[ROW]]] {in_bounds = [true]} : vector<4xf32>, tensor<2x6xf32>
// CHECK-NOT: vector.transfer
// CHECK: return
func.func @rows(%data: tensor<2x6x7xf32>) -> tensor<2x6xf32> {
  %0 = reduce.min %data axes = [2] : tensor<2x6x7xf32> -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// Repeated elements of a tail are excluded, unless the combiner is idempotent.
// CHECK-LABEL: func.func @repeated
// CHECK-DAG: %[[NEW:.*]] = arith.constant dense<[false, true, true, true]> : vector<4xi1>
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1> : vector<4xi32>
// CHECK: %[[TAIL:.*]] = vector.transfer_read %{{.*}}[%c3], {{.*}} vector<4xi32>
// CHECK: arith.select %[[NEW]], %[[TAIL]], %[[ONES]]
func.func @repeated(%data: tensor<4x7xi32>) -> tensor<4xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<4x7xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// For bf16, two vectors at once: the lower and the upper halves of words.
// CHECK-LABEL: func.func @bf16
// CHECK: %[[STRIP:.*]] = vector.transfer_read {{.*}} vector<8xbf16>
// CHECK: %[[EVENS:.*]], %[[ODDS:.*]] = vector.deinterleave %[[STRIP]] : vector<8xbf16> -> vector<4xbf16>
// CHECK-DAG: arith.extf %[[EVENS]] : vector<4xbf16> to vector<4xf32>
// CHECK-DAG: arith.extf %[[ODDS]] : vector<4xbf16> to vector<4xf32>
func.func @bf16(%data: tensor<4x48xbf16>) -> tensor<4xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<4x48xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// The accumulators are carried through outer reduced loops.
// CHECK-LABEL: func.func @alternating
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c8 step %c2
// CHECK:   scf.for %[[I:.*]] = %c0 to %c3 {{.*}} -> (vector<2xi64>, vector<2xi64>)
// CHECK:     scf.for %{{.*}} = %c0 to %c30 step %c2 {{.*}} -> (vector<2xi64>, vector<2xi64>)
// CHECK:   vector.transfer_write {{.*}}[%[[ROW]]] {in_bounds = [true]} : vector<2xi64>, tensor<8xi64>
func.func @alternating(%data: tensor<3x8x30xi64>) -> tensor<8xi64> {
  %0 = reduce.prod %data axes = [0, 2] : tensor<3x8x30xi64> -> tensor<8xi64>
  return %0 : tensor<8xi64>
}

// So they are where a row has few vectors.
// CHECK-LABEL: func.func @alternating_short
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c8 step %c2
// CHECK:   scf.for %{{.*}} = %c0 to %c3 {{.*}} iter_args(%[[FIRST:.*]] = %{{.*}}, %[[SECOND:.*]] = %{{.*}}) -> (vector<2xi64>, vector<2xi64>)
// CHECK-NOT: scf.for
// CHECK:     arith.muli %[[FIRST]], %{{.*}} : vector<2xi64>
// CHECK:     arith.muli %[[SECOND]], %{{.*}} : vector<2xi64>
// CHECK:     scf.yield
// CHECK-NOT: scf.for
// CHECK:   vector.transfer_write {{.*}}[%[[ROW]]] {in_bounds = [true]} : vector<2xi64>, tensor<8xi64>
func.func @alternating_short(%data: tensor<3x8x6xi64>) -> tensor<8xi64> {
  %0 = reduce.prod %data axes = [0, 2] : tensor<3x8x6xi64> -> tensor<8xi64>
  return %0 : tensor<8xi64>
}

// If the length is not known, the strategy is selected at run time: rows of more
// than 8 elements, which have no version of their own, are read in overlapping
// pieces. Lengths below that are large numbers after the subtraction. Rows of an
// input in a cache beyond the first one, of more than 48 KiB and at most 16 MiB, are
// long earlier.
// CHECK-LABEL: func.func @unknown_length
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[SIZE:.*]] = arith.muli %{{.*}}, %[[LENGTH]] : index
// CHECK: %[[NEAR:.*]] = arith.cmpi ule, %[[SIZE]], %c12288 : index
// CHECK: %[[IN_MEMORY:.*]] = arith.cmpi ugt, %[[SIZE]], %c4194304 : index
// CHECK: %[[LEAST_FAR:.*]] = arith.select %[[IN_MEMORY]], %c64, %c32 : index
// CHECK: %[[LEAST:.*]] = arith.select %[[NEAR]], %c64, %[[LEAST_FAR]] : index
// CHECK: %[[LESS:.*]] = arith.subi %[[LENGTH]], %c9 : index
// CHECK: %[[LEAST_LESS:.*]] = arith.subi %[[LEAST]], %c9 : index
// CHECK: %[[LONG:.*]] = arith.cmpi uge, %[[LESS]], %[[LEAST_LESS]] : index
// CHECK: scf.if %[[LONG]] -> (tensor<?xi32>) {
// CHECK:   vector.transfer_read {{.*}} vector<16xi32>
// CHECK: } else {
// CHECK:   scf.for %[[GROUP:.*]] = %c0 to %[[GROUPS:.*]] step %c4 iter_args
// CHECK:     arith.minui %[[GROUP]]
// CHECK:     vector.transfer_write {{.*}} : vector<4xi32>, tensor<?xi32>
// CHECK:   scf.for %{{.*}} = %[[GROUPS]] to %{{.*}} step %c1
// CHECK:     vector.transfer_write {{.*}} : vector<1xi32>, tensor<?xi32>
func.func @unknown_length(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Where rows are at any distance from each other, there are no versions, and
// rows may have any length.
// CHECK-LABEL: func.func @any_length
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[LEAST_FAR:.*]] = arith.select %{{.*}}, %c64, %c32 : index
// CHECK: %[[LEAST:.*]] = arith.select %{{.*}}, %c64, %[[LEAST_FAR]] : index
// CHECK: %[[LONG:.*]] = arith.cmpi uge, %[[LENGTH]], %[[LEAST]] : index
// CHECK: scf.if %[[LONG]] -> (tensor<?xi32>) {
// CHECK: } else {
// CHECK:   %[[FILLS:.*]] = arith.cmpi uge, %[[LENGTH]], %c4 : index
// CHECK:   scf.if %[[FILLS]] -> (tensor<?xi32>) {
// CHECK:     vector.transfer_write {{.*}} : vector<1xi32>, tensor<?xi32>
// CHECK:   } else {
// CHECK:       %[[STRIPS:.*]] = arith.andi %[[LENGTH]], %c-4 : index
// CHECK:       scf.for %{{.*}} = %c0 to %[[STRIPS]] step %c4 {{.*}} -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>)
// CHECK:       %[[END:.*]] = arith.select %{{.*}}, %[[LENGTH]], %[[STRIPS]] : index
// CHECK:       scf.for %{{.*}} = %[[STRIPS]] to %[[END]] step %c4
// CHECK:       scf.for %{{.*}} = %[[END]] to %[[LENGTH]] step %c1
// CHECK:     vector.transfer_write {{.*}} : vector<4xi32>, tensor<?xi32>
func.func @any_length(%data: tensor<?x?xi32>) -> tensor<?xi32>
    attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Long rows and single rows are reduced by themselves.
// CHECK-LABEL: func.func @others
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @others(%long: tensor<8x64xi32>, %single: tensor<1x7xi32>) -> (tensor<8xi32>, tensor<1xi32>) {
  %0 = reduce.min %long axes = [1] : tensor<8x64xi32> -> tensor<8xi32>
  %1 = reduce.min %single axes = [1] : tensor<1x7xi32> -> tensor<1xi32>
  return %0, %1 : tensor<8xi32>, tensor<1xi32>
}

// Of an input that is not in the first-level cache, rows of a strip are long:
// one after another, they are one run of memory.
// CHECK-LABEL: func.func @beyond_cache
// CHECK-NOT: vector<4xi32>, tensor<1000xi32>
// CHECK: vector.transfer_read {{.*}} vector<16xi32>
// CHECK: tensor.insert %{{.*}} into %{{.*}} : tensor<1000xi32>
func.func @beyond_cache(%data: tensor<1000x16xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x16xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// Stages leave rows between others that are longer than a vector, as short as those that have versions
// of their own elsewhere.
// CHECK-LABEL: func.func @unknown_between
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c2
// CHECK: arith.subi %[[LENGTH]], %c5 : index
func.func @unknown_between(%data: tensor<?x?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<?x?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
