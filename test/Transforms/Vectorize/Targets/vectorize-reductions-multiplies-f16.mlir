// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,converts_f16=true,multiplies_f16=true}' --reduce-vectorize --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,converts_f16=true}' --reduce-vectorize --canonicalize --cse | FileCheck %s --check-prefix=ALONE

// On a machine that multiplies two vectors of f16, both factors of a product are
// extended, and the accumulator is multiplied by half as many vectors.

// CHECK-LABEL: func @inner
// CHECK: scf.for
// CHECK: %[[FIRST:.*]] = arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: %[[SECOND:.*]] = arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: %[[PAIR:.*]] = arith.mulf %[[FIRST]], %[[SECOND]]
// CHECK: arith.mulf %{{.*}}, %[[PAIR]] {{.*}}vector<8xf32>
// ALONE-LABEL: func @inner
// ALONE: arith.extf %{{.*}} : vector<16xf16> to vector<16xf32>
func.func @inner(%data: tensor<10000xf16>) -> tensor<f16> {
  %0 = reduce.prod %data axes = [0] : tensor<10000xf16> -> tensor<f16>
  return %0 : tensor<f16>
}

// CHECK-LABEL: func @columns
// CHECK: %[[FIRST:.*]] = arith.extf
// CHECK: %[[SECOND:.*]] = arith.extf
// CHECK: arith.mulf %[[FIRST]], %[[SECOND]]
// ALONE-LABEL: func @columns
// ALONE: scf.for {{.*}} -> (vector<16xf32>)
// ALONE: %[[ROW:.*]] = arith.extf
// ALONE-NEXT: arith.mulf %{{.*}}, %[[ROW]]
// ALONE-NEXT: scf.yield
func.func @columns(%data: tensor<15x64xf16>) -> tensor<64xf16> {
  %0 = reduce.prod %data axes = [0] : tensor<15x64xf16> -> tensor<64xf16>
  return %0 : tensor<64xf16>
}
