// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=256,blends=true,shuffled_vectors=8}' --reduce-separate-columns | FileCheck %s --check-prefixes=CHECK,LONG
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,blends=true,shuffled_vectors=8}' --reduce-separate-columns | FileCheck %s --check-prefixes=CHECK,SHORT
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=256,shuffled_vectors=8}' --reduce-separate-columns | FileCheck %s --check-prefix=SHUFFLES
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,blends=true}' --reduce-separate-columns | FileCheck %s --check-prefix=SHUFFLES

// Where blends are cheaper than shuffles and vectors are shorter than cache lines, separating is
// only worth it for two columns of at most 16 bits, and for three if vectors have 256 bits.
// CHECK-LABEL: func.func @two_columns
// CHECK: memref.alloca
// SHUFFLES-LABEL: func.func @two_columns
// SHUFFLES: memref.alloca
func.func @two_columns(%data: tensor<10000x3x2xi16>) -> tensor<10000x2xi16> {
  %0 = reduce.min %data axes = [1] : tensor<10000x3x2xi16> -> tensor<10000x2xi16>
  return %0 : tensor<10000x2xi16>
}

// LONG-LABEL: func.func @three_columns
// LONG: memref.alloca
// SHORT-LABEL: func.func @three_columns
// SHORT-NOT: memref.alloca
// SHORT: return
// SHUFFLES-LABEL: func.func @three_columns
// SHUFFLES: memref.alloca
func.func @three_columns(%data: tensor<10000x3x3xi8>) -> tensor<10000x3xi8> {
  %0 = reduce.min %data axes = [1] : tensor<10000x3x3xi8> -> tensor<10000x3xi8>
  return %0 : tensor<10000x3xi8>
}

// CHECK-LABEL: func.func @four_columns
// CHECK-NOT: memref.alloca
// CHECK: return
// SHUFFLES-LABEL: func.func @four_columns
// SHUFFLES: memref.alloca
func.func @four_columns(%data: tensor<10000x3x4xi8>) -> tensor<10000x4xi8> {
  %0 = reduce.min %data axes = [1] : tensor<10000x3x4xi8> -> tensor<10000x4xi8>
  return %0 : tensor<10000x4xi8>
}

// CHECK-LABEL: func.func @two_wide_columns
// CHECK-NOT: memref.alloca
// CHECK: return
// SHUFFLES-LABEL: func.func @two_wide_columns
// SHUFFLES: memref.alloca
func.func @two_wide_columns(%data: tensor<10000x3x2xi32>) -> tensor<10000x2xi32> {
  %0 = reduce.min %data axes = [1] : tensor<10000x3x2xi32> -> tensor<10000x2xi32>
  return %0 : tensor<10000x2xi32>
}

// Of an unknown number of columns, two and three have code, but not four. With vectors of 128 bits,
// only two have, so there is nothing to choose.
// LONG-LABEL: func.func @unknown
// LONG: scf.if
// LONG: scf.index_switch
// LONG: case 2 {
// LONG-NOT: case 3 {
// LONG: default {
// LONG: return
// SHORT-LABEL: func.func @unknown
// SHORT: memref.alloca
// SHORT-NOT: scf.index_switch
// SHORT: return
func.func @unknown(%data: tensor<?x?x?xi8>) -> tensor<?x?xi8> {
  %0 = reduce.min %data axes = [1] : tensor<?x?x?xi8> -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}
