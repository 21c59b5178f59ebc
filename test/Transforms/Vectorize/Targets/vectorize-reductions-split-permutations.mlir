// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,masked_arithmetic=true,blends=true,permuted_bits=16}' --reduce-vectorize=strategies=padded-rows --canonicalize --cse | FileCheck %s

// If no instruction permutes the elements, LLVM permutes the halves of a long
// vector one by one: minima use vectors of 256 bits, whose halves are read apart.

// CHECK-LABEL: func.func @bytes
// CHECK-COUNT-2: vector.transfer_read {{.*}} vector<16xi8>
// CHECK: vector.shuffle {{.*}} vector<32xi8>, vector<32xi8>
// CHECK-NOT: vector<64xi8>
func.func @bytes(%data: tensor<64x7xi8>) -> tensor<64xi8> {
  %0 = reduce.min %data axes = [1] : tensor<64x7xi8> -> tensor<64xi8>
  return %0 : tensor<64xi8>
}

// Rows that do not fit into these, and products, do not.
// CHECK-LABEL: func.func @long_rows
// CHECK: vector.transfer_read {{.*}} vector<64xi8>
func.func @long_rows(%data: tensor<64x33xi8>) -> tensor<64xi8> {
  %0 = reduce.min %data axes = [1] : tensor<64x33xi8> -> tensor<64xi8>
  return %0 : tensor<64xi8>
}

// CHECK-LABEL: func.func @product
// CHECK: vector.transfer_read {{.*}} vector<64xi8>
func.func @product(%data: tensor<64x7xi8>) -> tensor<64xi8> {
  %0 = reduce.prod %data axes = [1] : tensor<64x7xi8> -> tensor<64xi8>
  return %0 : tensor<64xi8>
}

// Words are permuted by one instruction.
// CHECK-LABEL: func.func @words
// CHECK: vector.transfer_read {{.*}} vector<32xi16>
func.func @words(%data: tensor<64x7xi16>) -> tensor<64xi16> {
  %0 = reduce.min %data axes = [1] : tensor<64x7xi16> -> tensor<64xi16>
  return %0 : tensor<64xi16>
}

// Rows of unknown length are not padded here.
// CHECK-LABEL: func.func @unknown
// CHECK: linalg.generic
func.func @unknown(%data: tensor<?x?xi8>) -> tensor<?xi8> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi8> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}
