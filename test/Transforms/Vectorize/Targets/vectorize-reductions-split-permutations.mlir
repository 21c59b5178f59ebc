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

// Products of bf16 are padded before they are extended, two rows in a vector: each
// element beside the one eight columns later, so that those at even and at odd positions
// are the halves of both rows, transposed. The last vector ends with the block.
// CHECK-LABEL: func.func @product_bf16
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<16256> : vector<32xi16>
// CHECK: %[[READ:.*]] = vector.transfer_read {{.*}} vector<32xbf16>
// CHECK: %[[BITS:.*]] = vector.bitcast %[[READ]] : vector<32xbf16> to vector<32xi16>
// CHECK: %[[PADDED:.*]] = vector.shuffle %[[BITS]], %[[ONES]] [0, 8, 9, 17, 1, 32, 10, 32, 2, 32, 11, 32, 3, 32, 12, 32, 4, 32, 13, 32, 5, 32, 14, 32, 6, 32, 15, 32, 7, 32, 16, 32]
// CHECK: %[[ROWS:.*]] = vector.bitcast %[[PADDED]] : vector<32xi16> to vector<32xbf16>
// CHECK: %[[EVENS:.*]], %[[ODDS:.*]] = vector.deinterleave %[[ROWS]]
// CHECK-DAG: arith.extf %[[EVENS]] : vector<16xbf16> to vector<16xf32>
// CHECK-DAG: arith.extf %[[ODDS]] : vector<16xbf16> to vector<16xf32>
// CHECK: arith.mulf {{.*}} : vector<16xf32>
// CHECK: vector.shuffle {{.*}} [14, 22, 23, 31,
// CHECK: vector.transfer_write {{.*}} : vector<16xbf16>, tensor<64xbf16>
func.func @product_bf16(%data: tensor<64x9xbf16>) -> tensor<64xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<64x9xbf16> -> tensor<64xbf16>
  return %0 : tensor<64xbf16>
}

// So a row may be as long as twice the elements of a vector.
// CHECK-LABEL: func.func @product_bf16_long
// CHECK: vector.transfer_read {{.*}} vector<32xbf16>
// CHECK: vector.shuffle {{.*}} [0, 16, 1, 17, 2, 18, 3, 32, 4, 32,
func.func @product_bf16_long(%data: tensor<64x19xbf16>) -> tensor<64xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<64x19xbf16> -> tensor<64xbf16>
  return %0 : tensor<64xbf16>
}

// Fewer elements than a vector has are read under a mask: LLVM would shuffle 18 elements
// one by one.
// CHECK-LABEL: func.func @product_bf16_few
// CHECK: %[[MASK:.*]] = vector.constant_mask [18] : vector<32xi1>
// CHECK: vector.transfer_read {{.*}}, %[[MASK]] {in_bounds = [true]} : tensor<18xbf16>, vector<32xbf16>
// CHECK: vector.shuffle {{.*}} [0, 8, 9, 17, 1, 32, 10, 32, {{.*}} : vector<32xi16>, vector<32xi16>
// CHECK: vector.transfer_write {{.*}} : vector<2xbf16>, tensor<2xbf16>
func.func @product_bf16_few(%data: tensor<2x9xbf16>) -> tensor<2xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<2x9xbf16> -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// The extension of f16 takes more operations, and padding needs none.
// CHECK-LABEL: func.func @product_f16
// CHECK: vector.transfer_read {{.*}} vector<16xf16>
// CHECK: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: vector.shuffle
func.func @product_f16(%data: tensor<64x9xf16>) -> tensor<64xf16> {
  %0 = reduce.prod %data axes = [1] : tensor<64x9xf16> -> tensor<64xf16>
  return %0 : tensor<64xf16>
}
