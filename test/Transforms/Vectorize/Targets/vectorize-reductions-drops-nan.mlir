// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,drops_nan=true}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s

// Where minima drop NaN and comparisons set the bits of vectors, these bits
// accumulate: at most two vectors of them, each for two pairs of vectors here.

#all = affine_map<(column) -> (column)>
#none = affine_map<(column) -> ()>

// CHECK-LABEL: func @inner
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<-1> : vector<4xi32>
// CHECK: scf.for {{.*}} iter_args(%[[MIN:.*]] = %{{.*}}, %[[FIRST:.*]] = %[[ONES]], %[[SECOND:.*]] = %[[ONES]]) -> (vector<16xf32>, vector<4xi32>, vector<4xi32>)
// CHECK: %[[LESS:.*]] = arith.cmpf olt, %[[ELEMENTS:.*]], %[[MIN]]
// CHECK: arith.select %[[LESS]], %[[ELEMENTS]], %[[MIN]]
// CHECK: %[[ARE0:.*]] = arith.cmpf ord, {{.*}} : vector<4xf32>
// CHECK: %[[BITS0:.*]] = arith.extsi %[[ARE0]] : vector<4xi1> to vector<4xi32>
// CHECK: arith.andi %[[FIRST]], %[[BITS0]]
// CHECK: %[[ARE1:.*]] = arith.cmpf ord, {{.*}} : vector<4xf32>
// CHECK: %[[BITS1:.*]] = arith.extsi %[[ARE1]]
// CHECK: arith.andi %[[SECOND]], %[[BITS1]]
// CHECK: scf.yield
// CHECK: %[[NUMBERS:.*]] = arith.andi {{.*}} : vector<4xi32>
// CHECK: %[[ARE:.*]] = arith.cmpi eq, %[[NUMBERS]], %[[ONES]]
// CHECK: %[[ALL:.*]] = vector.reduction <and>, %[[ARE]]
// CHECK: arith.select %[[ALL]], %{{.*}}, %{{.*}} : f32
func.func @inner(%data: tensor<1024xf32>, %empty: tensor<f32>) -> tensor<f32> {
  %max = arith.constant 0x7F800000 : f32
  %start = linalg.fill ins(%max : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %0 = linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction"]}
      ins(%data : tensor<1024xf32>) outs(%start : tensor<f32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator fastmath<nsz> {reduce.combiner = #reduce.combiner<"reduce.min"(f32), {nan_mode = #reduce<nan_mode propagate>}>} : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The bits of a pair of rows make the accumulator NaN.

#all = affine_map<(row, column) -> (row, column)>
#kept = affine_map<(row, column) -> (column)>

// CHECK-LABEL: func @outer
// CHECK: %[[HAS:.*]] = arith.cmpf uno, %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: %[[SET:.*]] = arith.extsi %[[HAS]] : vector<16xi1> to vector<16xi32>
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : vector<16xf32> to vector<16xi32>
// CHECK: %[[OR:.*]] = arith.ori %[[BITS]], %[[SET]]
// CHECK: arith.bitcast %[[OR]] : vector<16xi32> to vector<16xf32>
func.func @outer(%data: tensor<10x4xf32>, %empty: tensor<4xf32>) -> tensor<4xf32> {
  %max = arith.constant 0x7F800000 : f32
  %start = linalg.fill ins(%max : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<10x4xf32>) outs(%start : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator fastmath<nsz> {reduce.combiner = #reduce.combiner<"reduce.min"(f32), {nan_mode = #reduce<nan_mode propagate>}>} : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
