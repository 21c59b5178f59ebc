// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=8,mask_registers=true,drops_nan=true}' --reduce-vectorize='strategies=packed-rows,outer' --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,accumulators=8,drops_nan=true}' --reduce-vectorize='strategies=packed-rows,outer' --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=SHORT

// Where a vector is a cache line, a group of rows is whole vectors: of rows of nine
// elements, 16, which are nine vectors. Their accumulators are two vectors, since the
// widths of vectors are powers of two.
// CHECK-LABEL: func @whole
// CHECK: scf.while ({{.*}}) : (index, vector<128xi32>, vector<16xi32>)
// CHECK:   vector.transfer_read %{{.*}}[%[[AT:.*]]], %{{.*}} {in_bounds = [true]} : tensor<90000xi32>, vector<128xi32>
// CHECK:   %[[LAST:.*]] = arith.addi %[[AT]], %c128
// CHECK:   vector.transfer_read %{{.*}}[%[[LAST]]], %{{.*}} {in_bounds = [true]} : tensor<90000xi32>, vector<16xi32>
// CHECK:   arith.addi %[[AT]], %c144
// SHORT-LABEL: func @whole
// SHORT: scf.while ({{.*}}) : (index, vector<64xi32>)
// SHORT:   arith.addi %{{.*}}, %c63
func.func @whole(%data: tensor<10000x9xi32>) -> tensor<9xi32> {
  %0 = reduce.min %data axes = [0] : tensor<10000x9xi32> -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

// -----

// Groups have at least as many vectors as there are accumulators: 48 rows of three.
// CHECK-LABEL: func @short
// CHECK: arith.addi %{{.*}}, %c144
func.func @short(%data: tensor<10000x3xi32>) -> tensor<3xi32> {
  %0 = reduce.min %data axes = [0] : tensor<10000x3xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// Up to 27 of 32 registers accumulate, or 16 if a vector takes several operations.
// CHECK-LABEL: func @most
// CHECK: scf.while ({{.*}}) : (index, vector<256xi32>, vector<128xi32>, vector<32xi32>, vector<16xi32>)
// CHECK:   arith.addi %{{.*}}, %c432
func.func @most(%data: tensor<10000x27xi32>) -> tensor<27xi32> {
  %0 = reduce.min %data axes = [0] : tensor<10000x27xi32> -> tensor<27xi32>
  return %0 : tensor<27xi32>
}

// CHECK-LABEL: func @more
// CHECK: scf.while ({{.*}}) : (index, vector<128xi32>)
// CHECK:   arith.addi %{{.*}}, %c116
func.func @more(%data: tensor<10000x29xi32>) -> tensor<29xi32> {
  %0 = reduce.min %data axes = [0] : tensor<10000x29xi32> -> tensor<29xi32>
  return %0 : tensor<29xi32>
}

// CHECK-LABEL: func @several_operations
// CHECK: scf.while ({{.*}}) : (index, vector<128xf32>, vector<64xf32>, vector<32xf32>, vector<16xf32>)
// CHECK: scf.while ({{.*}}) : (index, vector<128xf32>)
func.func @several_operations(%fifteen: tensor<10000x15xf32>, %seventeen: tensor<10000x17xf32>) -> (tensor<15xf32>, tensor<17xf32>) {
  %0 = reduce.min %fifteen axes = [0] : tensor<10000x15xf32> -> tensor<15xf32>
  %1 = reduce.min %seventeen axes = [0] : tensor<10000x17xf32> -> tensor<17xf32>
  return %0, %1 : tensor<15xf32>, tensor<17xf32>
}

// -----

// Longer rows are packed if their groups are whole vectors and the input is in the second
// cache: two rows of 200 elements.
// CHECK-LABEL: func @long
// CHECK: scf.while
// CHECK:   arith.addi %{{.*}}, %c400
// CHECK-NOT: scf.while
// CHECK: return
func.func @long(%cached: tensor<1000x200xi32>, %near: tensor<40x200xi32>, %far: tensor<10000x200xi32>) -> (tensor<200xi32>, tensor<200xi32>, tensor<200xi32>) {
  %0 = reduce.min %cached axes = [0] : tensor<1000x200xi32> -> tensor<200xi32>
  %1 = reduce.min %near axes = [0] : tensor<40x200xi32> -> tensor<200xi32>
  %2 = reduce.min %far axes = [0] : tensor<10000x200xi32> -> tensor<200xi32>
  return %0, %1, %2 : tensor<200xi32>, tensor<200xi32>, tensor<200xi32>
}

// -----

// Rows of unknown length: as many as are whole vectors, if these are most of the lanes
// that are read. The greatest power of two that divides the length says how many rows are.
// CHECK-LABEL: func @unknown
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[NEGATIVE:.*]] = arith.subi %c0, %[[LENGTH]]
// CHECK: %[[POWER:.*]] = arith.andi %[[LENGTH]], %[[NEGATIVE]]
// CHECK: %[[FACTOR:.*]] = arith.minui %[[POWER]], %c16
// CHECK: %[[PERIOD:.*]] = arith.divui %c16, %[[FACTOR]]
// CHECK: %[[FITTING:.*]] = arith.divui %c256, %[[LENGTH]]
// CHECK: %[[MULTIPLES:.*]] = arith.subi %c0, %[[PERIOD]]
// CHECK: %[[COUNT:.*]] = arith.andi %[[FITTING]], %[[MULTIPLES]]
// CHECK: %[[USED:.*]] = arith.muli %[[COUNT]], %[[LENGTH]]
// CHECK: arith.cmpi uge, %[[USED]], %c192
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
