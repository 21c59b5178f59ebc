// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=padded-rows,inner' --canonicalize --cse | FileCheck %s

// Two rows of three i16 per vector of eight lanes, padded to four and transposed.
// For an idempotent combiner, the padding repeats the last element. Four vectors are
// merged into one with eight results. A block's last vector ends with the block.
// CHECK-LABEL: func.func @minimum
// CHECK: %[[JOINED:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<24x3xi16> into tensor<72xi16>
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c24 step %c8
// CHECK:   %[[FIRST:.*]] = arith.muli %[[ROW]], %c3 : index
// CHECK:   %[[READ0:.*]] = vector.transfer_read %[[JOINED]][%[[FIRST]]], {{.*}} vector<8xi16>
// CHECK:   %[[V0:.*]] = vector.shuffle %[[READ0]], %[[READ0]] [0, 3, 1, 4, 2, 5, 2, 5]
// CHECK:   %[[AT1:.*]] = arith.addi %[[FIRST]], %c6 : index
// CHECK:   %[[READ1:.*]] = vector.transfer_read %[[JOINED]][%[[AT1]]], {{.*}} vector<8xi16>
// CHECK:   %[[V1:.*]] = vector.shuffle %[[READ1]], %[[READ1]] [0, 3, 1, 4, 2, 5, 2, 5]
// CHECK:   %[[V2:.*]] = vector.shuffle
// CHECK:   %[[AT3:.*]] = arith.addi %[[FIRST]], %c16 : index
// CHECK:   %[[READ3:.*]] = vector.transfer_read %[[JOINED]][%[[AT3]]], {{.*}} vector<8xi16>
// CHECK:   %[[V3:.*]] = vector.shuffle %[[READ3]], %[[READ3]] [2, 5, 3, 6, 4, 7, 4, 7]
// CHECK-DAG: %[[FRONTS:.*]] = vector.shuffle %[[V0]], %[[V1]] [0, 1, 2, 3, 8, 9, 10, 11]
// CHECK-DAG: %[[BACKS:.*]] = vector.shuffle %[[V0]], %[[V1]] [4, 5, 6, 7, 12, 13, 14, 15]
// CHECK:   %[[M0:.*]] = arith.minsi %{{.*}}, %{{.*}} : vector<8xi16>
// CHECK:   %[[M1:.*]] = arith.minsi %{{.*}}, %{{.*}} : vector<8xi16>
// CHECK-DAG: vector.shuffle %[[M0]], %[[M1]] [0, 1, 4, 5, 8, 9, 12, 13]
// CHECK-DAG: vector.shuffle %[[M0]], %[[M1]] [2, 3, 6, 7, 10, 11, 14, 15]
// CHECK:   %[[RESULT:.*]] = arith.minsi %{{.*}}, %{{.*}} : vector<8xi16>
// CHECK:   vector.transfer_write %[[RESULT]], %{{.*}}[%[[ROW]]] {in_bounds = [true]} : vector<8xi16>, tensor<24xi16>
func.func @minimum(%data: tensor<24x3xi16>) -> tensor<24xi16> {
  %0 = reduce.min %data axes = [1] : tensor<24x3xi16> -> tensor<24xi16>
  return %0 : tensor<24xi16>
}

// For a product, the padding is the identity. A block has at most twice as many
// vectors as there are accumulators.
// CHECK-LABEL: func.func @product
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1> : vector<16xi8>
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %c8
// CHECK:   %[[READ:.*]] = vector.transfer_read {{.*}} vector<16xi8>
// CHECK:   vector.shuffle %[[READ]], %[[ONES]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 16, 16, 16, 16, 16, 16]
// CHECK:   vector.transfer_write {{.*}} : vector<8xi8>, tensor<16xi8>
func.func @product(%data: tensor<16x9xi8>) -> tensor<16xi8> {
  %0 = reduce.prod %data axes = [1] : tensor<16x9xi8> -> tensor<16xi8>
  return %0 : tensor<16xi8>
}

// Fewer rows than a block, and than a vector holds.
// CHECK-LABEL: func.func @few
// CHECK-NOT: scf.for
// CHECK: %[[READ:.*]] = vector.transfer_read {{.*}} vector<6xi16>
// CHECK: vector.shuffle %[[READ]], %[[READ]] [0, 3, 1, 4, 2, 5, 2, 5]
// CHECK: vector.transfer_write {{.*}} : vector<2xi16>, tensor<2xi16>
func.func @few(%data: tensor<2x3xi16>) -> tensor<2xi16> {
  %0 = reduce.min %data axes = [1] : tensor<2x3xi16> -> tensor<2xi16>
  return %0 : tensor<2xi16>
}

// A row longer than a vector is reduced by itself.
// CHECK-LABEL: func.func @long
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @long(%data: tensor<16x9xi16>) -> tensor<16xi16> {
  %0 = reduce.min %data axes = [1] : tensor<16x9xi16> -> tensor<16xi16>
  return %0 : tensor<16xi16>
}
