// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize --canonicalize --cse | FileCheck %s

// Blocks of short rows are combined over the outer reduced dimension before
// their results are stored.
// CHECK-LABEL: func.func @short
// CHECK: scf.for %[[BLOCK:.*]] = %c0 to %c64 step %c4 {{.*}} -> (tensor<64xf32>)
// CHECK:   %[[RESULTS:.*]] = scf.for %[[OUTER:.*]] = %c0 to %c9 {{.*}} -> (vector<4xf32>)
// CHECK:     vector.transfer_read %{{.*}}[%[[OUTER]], %{{.*}}], {{.*}} vector<8xf32>
// CHECK:   vector.transfer_write %[[RESULTS]], %{{.*}}[%[[BLOCK]]]
func.func @short(%data: tensor<9x64x2xf32>) -> tensor<64xf32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<9x64x2xf32> -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// CHECK-LABEL: func.func @padded
// CHECK: %[[RESULTS:.*]] = scf.for %{{.*}} = %c0 to %c9 {{.*}} -> (vector<16xi8>)
// CHECK: vector.transfer_write %[[RESULTS]]
func.func @padded(%data: tensor<9x64x7xi8>) -> tensor<64xi8> {
  %0 = reduce.prod %data axes = [0, 2] : tensor<9x64x7xi8> -> tensor<64xi8>
  return %0 : tensor<64xi8>
}
