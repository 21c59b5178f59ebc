// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=8,mask_registers=true,drops_nan=true}' --reduce-vectorize='strategies=row-groups,inner' --canonicalize --cse | FileCheck %s

// A row that is left over by groups of eight is reduced alone if that is long: a group that
// overlaps the one before would read seven rows again. 512 elements are read in the time in
// which the lanes of a group are combined: seven rows of 73 elements in less.
// CHECK-LABEL: func.func @left_over
// CHECK: vector.transfer_write %{{.*}}[%c0] {{.*}} : vector<8xi32>, tensor<9xi32>
// CHECK: vector.transfer_write %{{.*}}[%c8] {{.*}} : vector<1xi32>, tensor<9xi32>
// CHECK: scf.for %[[GROUP:.*]] = %c0 to %c9 step %c8
// CHECK: %[[FIRST:.*]] = arith.minui %[[GROUP]], %c1
// CHECK: vector.transfer_write %{{.*}}[%[[FIRST]]] {{.*}} : vector<8xi32>, tensor<9xi32>
// CHECK-NOT: vector<1xi32>, tensor
// CHECK: return
func.func @left_over(%alone: tensor<9x74xi32>, %covered: tensor<9x73xi32>) -> (tensor<9xi32>, tensor<9xi32>) {
  %0 = reduce.min %alone axes = [1] : tensor<9x74xi32> -> tensor<9xi32>
  %1 = reduce.min %covered axes = [1] : tensor<9x73xi32> -> tensor<9xi32>
  return %0, %1 : tensor<9xi32>, tensor<9xi32>
}

// Three rows: two, and one.
// CHECK-LABEL: func.func @two_groups
// CHECK: vector.transfer_write %{{.*}}[%c8] {{.*}} : vector<2xi32>, tensor<11xi32>
// CHECK: vector.transfer_write %{{.*}}[%c10] {{.*}} : vector<1xi32>, tensor<11xi32>
// CHECK: return
func.func @two_groups(%data: tensor<11x300xi32>) -> tensor<11xi32> {
  %0 = reduce.min %data axes = [1] : tensor<11x300xi32> -> tensor<11xi32>
  return %0 : tensor<11xi32>
}

// One row does not keep the processor busy if a vector takes several operations: it takes
// as long as four. If the number of rows is not known, this is decided at run time, and each
// row that is left over is alone.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// CHECK: %[[LEFT:.*]] = arith.andi %[[ROWS]], %c7
// CHECK: %[[AS_LONG:.*]] = arith.muli %[[LEFT]], %c4
// CHECK: %[[LESS:.*]] = arith.subi %c8, %[[AS_LONG]]
// CHECK: %[[SAVED:.*]] = arith.muli %[[LESS]], %c170
// CHECK: %[[MERGES:.*]] = arith.muli %[[LEFT]], %c512
// CHECK: %[[COVERED:.*]] = arith.cmpi sle, %[[SAVED]], %[[MERGES]]
// CHECK: %[[COVERS:.*]] = arith.andi %{{.*}}, %[[COVERED]]
// CHECK: %[[WHOLE:.*]] = arith.andi %[[ROWS]], %c-8
// CHECK: %[[END:.*]] = arith.select %[[COVERS]], %[[ROWS]], %[[WHOLE]]
// CHECK: scf.for %{{.*}} = %c0 to %[[END]] step %c8
// CHECK: scf.for %{{.*}} = %[[END]] to %[[ROWS]] step %c1
func.func @unknown(%data: tensor<?x170xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<?x170xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// So is each of a known number, if their length is not known: twelve rows leave four.
// CHECK-LABEL: func.func @unknown_length
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[SAVED:.*]] = arith.muli %[[LENGTH]], %c4
// CHECK: arith.cmpi sle, %[[SAVED]], %c4096
func.func @unknown_length(%data: tensor<12x?xi16>) -> tensor<12xi16> {
  %0 = reduce.min %data axes = [1] : tensor<12x?xi16> -> tensor<12xi16>
  return %0 : tensor<12xi16>
}

// If the length is not known either, rows of three vectors and more are read 16 at once, side by side. A row alone takes as
// long as reading 1 KiB more.
// CHECK-LABEL: func.func @side_by_side
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// CHECK-DAG: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[LEFT:.*]] = arith.andi %[[ROWS]], %c15
// CHECK: %[[LESS:.*]] = arith.subi %c16, %[[LEFT]]
// CHECK: %[[SAVED:.*]] = arith.muli %[[LESS]], %[[LENGTH]]
// CHECK: %[[MERGES:.*]] = arith.muli %[[LEFT]], %c256
// CHECK: %[[COVERED:.*]] = arith.cmpi sle, %[[SAVED]], %[[MERGES]]
// CHECK: %[[COVERS:.*]] = arith.andi %{{.*}}, %[[COVERED]]
// CHECK: %[[WHOLE:.*]] = arith.andi %[[ROWS]], %c-16
// CHECK: %[[END:.*]] = arith.select %[[COVERS]], %[[ROWS]], %[[WHOLE]]
// CHECK: scf.for %{{.*}} = %c0 to %[[END]] step %c16
// CHECK: scf.for %{{.*}} = %[[END]] to %[[ROWS]] step %c1
func.func @side_by_side(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
