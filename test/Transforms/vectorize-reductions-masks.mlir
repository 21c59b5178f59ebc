// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-vectorize='strategies=inner vector-bits=128 accumulators=4 mask-registers' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-vectorize='strategies=inner vector-bits=128 accumulators=4' --canonicalize --cse | FileCheck %s --check-prefix=NONE

// NONE-NOT: arith.cmpf

// The comparison loses NaN; masks of the lanes that have met none are carried
// beside, one for two machine vectors, and bring it back in the end.
// Clause nan-min.
// CHECK-LABEL: func.func @row
// CHECK-DAG: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : vector<4xf32>
// CHECK-DAG: %[[INF:.*]] = arith.constant dense<0x7F800000> : vector<16xf32>
// CHECK-DAG: %[[TRUE:.*]] = arith.constant dense<true> : vector<4xi1>
// CHECK: %[[LOOP:.*]]:3 = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[INF]], %[[MASK0:.*]] = %[[TRUE]], %[[MASK1:.*]] = %[[TRUE]])
// CHECK:   %[[READ:.*]] = vector.transfer_read
// CHECK:   %[[LESS:.*]] = arith.cmpf olt, %[[READ]], %[[ACC]] : vector<16xf32>
// CHECK:   %[[NEXT:.*]] = arith.select %[[LESS]], %[[READ]], %[[ACC]]
// CHECK-DAG: %[[V0:.*]] = vector.extract_strided_slice %[[READ]] {offsets = [0], sizes = [4]
// CHECK-DAG: %[[V1:.*]] = vector.extract_strided_slice %[[READ]] {offsets = [4], sizes = [4]
// CHECK:   %[[NUMBERS:.*]] = arith.cmpf ord, %[[V0]], %[[V1]] : vector<4xf32>
// CHECK:   %[[NEXT0:.*]] = arith.andi %[[MASK0]], %[[NUMBERS]] : vector<4xi1>
// CHECK:   %[[NEXT1:.*]] = arith.andi %[[MASK1]], %{{.*}} : vector<4xi1>
// CHECK:   scf.yield %[[NEXT]], %[[NEXT0]], %[[NEXT1]]
// CHECK: arith.select %[[LOOP]]#1, %{{.*}}, %[[NAN]]
// CHECK: arith.select %[[LOOP]]#2, %{{.*}}, %[[NAN]]
// CHECK: arith.minimumf {{.*}} : vector<8xf32>
func.func @row(%data: tensor<64xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<64xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// What keeps a NaN by itself, or need not, has no masks; nor has a single strip.
// CHECK-LABEL: func.func @no_masks
// CHECK-NOT: arith.cmpf {{olt|ord}}
// CHECK: return
func.func @no_masks(%floats: tensor<64xf32>, %integers: tensor<64xi32>, %halves: tensor<64xf16>, %few: tensor<20xf32>)
    -> (tensor<f32>, tensor<i32>, tensor<f16>, tensor<f32>) {
  %0 = reduce.prod %floats axes = [0] : tensor<64xf32> -> tensor<f32>
  %1 = reduce.min %integers axes = [0] : tensor<64xi32> -> tensor<i32>
  %2 = reduce.min %halves axes = [0] : tensor<64xf16> -> tensor<f16>
  %3 = reduce.min %few axes = [0] : tensor<20xf32> -> tensor<f32>
  return %0, %1, %2, %3 : tensor<f32>, tensor<i32>, tensor<f16>, tensor<f32>
}

// CHECK-LABEL: func.func @maximum
// CHECK: arith.cmpf ogt
// CHECK: arith.cmpf ord
func.func @maximum(%data: tensor<4x64xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x64xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.maximumf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
