// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,mask_registers=true,drops_nan=true}' --reduce-vectorize='strategies=inner' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=inner' --canonicalize --cse | FileCheck %s --check-prefix=NONE

// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,mask_registers=true,drops_nan=true}' --reduce-vectorize='strategies=row-groups,narrow-rows,outer' --canonicalize --cse | FileCheck %s --check-prefix=PAIRS
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=row-groups,narrow-rows,outer' --canonicalize --cse | FileCheck %s --check-prefix=NONE

// NONE-NOT: arith.cmpf

// The comparison loses NaN. Masks of the lanes without NaN so far are carried
// in addition, one for two machine vectors, and restore it at the end by one
// selection for the whole row.
// Clause nan-min.
// CHECK-LABEL: func.func @row
// CHECK-DAG: %[[NAN:.*]] = arith.constant 0xFFC00000 : f32
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
// CHECK: arith.cmpf olt, {{.*}} : vector<1xf32>
// CHECK: %[[RESULT:.*]] = vector.extract %{{.*}}[0] : f32 from vector<1xf32>
// CHECK: %[[NUMBERS:.*]] = arith.andi %[[LOOP]]#1, %[[LOOP]]#2 : vector<4xi1>
// CHECK: %[[ARE_NUMBERS:.*]] = vector.reduction <and>, %[[NUMBERS]] : vector<4xi1> into i1
// CHECK: arith.select %[[ARE_NUMBERS]], %[[RESULT]], %[[NAN]] : f32
func.func @row(%data: tensor<64xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<64xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// The remainder of a row is combined into the first lanes, and its NaN into the
// masks: of two vectors at once, or of one.
// Clause nan-min.
// CHECK-LABEL: func.func @rest
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[C71:.*]] = arith.constant 71 : index
// CHECK: %[[LOOP:.*]]:3 = scf.for
// CHECK: %[[TWO:.*]] = vector.transfer_read %{{.*}}[%[[C64]]]{{.*}} vector<8xf32>
// CHECK: arith.cmpf olt, %[[TWO]], %{{.*}} : vector<8xf32>
// CHECK-DAG: %[[V0:.*]] = vector.extract_strided_slice %[[TWO]] {offsets = [0], sizes = [4]
// CHECK-DAG: %[[V1:.*]] = vector.extract_strided_slice %[[TWO]] {offsets = [4], sizes = [4]
// CHECK: %[[NUMBERS:.*]] = arith.cmpf ord, %[[V0]], %[[V1]] : vector<4xf32>
// CHECK: %[[MASK:.*]] = arith.andi %[[LOOP]]#1, %[[NUMBERS]] : vector<4xi1>
// CHECK: %[[ONE:.*]] = vector.transfer_read %{{.*}}[%[[C71]]]{{.*}} vector<4xf32>
// CHECK: arith.cmpf olt, %[[ONE]], %{{.*}} : vector<4xf32>
// CHECK: %[[NUMBERS:.*]] = arith.cmpf ord, %[[ONE]], %[[ONE]] : vector<4xf32>
// CHECK: %[[LAST:.*]] = arith.andi %[[MASK]], %[[NUMBERS]] : vector<4xi1>
// CHECK: arith.andi %[[LAST]], %[[LOOP]]#2 : vector<4xi1>
// CHECK-NOT: arith.minimumf
// CHECK: return
func.func @rest(%data: tensor<75xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<75xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// Combiners that keep NaN, or need not, have no masks; nor has a single strip.
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
    %1 = arith.maximumf %accumulator, %element fastmath<nsz> : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// If accumulators belong to several results, one comparison checks two vectors
// of each for NaN; a NaN then replaces the accumulator and remains.
// PAIRS-LABEL: func.func @group
// PAIRS-DAG: %[[NANS:.*]] = arith.constant dense<0xFFC00000> : vector<4xf32>
// PAIRS-COUNT-2: vector.transfer_read {{.*}} vector<8xf32>
// PAIRS: %[[LESS0:.*]] = arith.cmpf olt, %[[FIRST:.*]], %[[ACC:.*]] : vector<4xf32>
// PAIRS: %[[NEXT0:.*]] = arith.select %[[LESS0]], %[[FIRST]], %[[ACC]]
// PAIRS: %[[LESS1:.*]] = arith.cmpf olt, %[[SECOND:.*]], %[[NEXT0]] : vector<4xf32>
// PAIRS: %[[NEXT1:.*]] = arith.select %[[LESS1]], %[[SECOND]], %[[NEXT0]]
// PAIRS: %[[HAS_NAN:.*]] = arith.cmpf uno, %[[FIRST]], %[[SECOND]] : vector<4xf32>
// PAIRS: arith.select %[[HAS_NAN]], %[[NANS]], %[[NEXT1]]
func.func @group(%data: tensor<2x24xf32>) -> tensor<2xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x24xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// PAIRS-LABEL: func.func @columns
// PAIRS: scf.for %{{.*}} = %c0 to %c6 step %c2
// PAIRS:   arith.cmpf uno, {{.*}} : vector<16xf32>
// PAIRS: arith.minimumf {{.*}} : vector<16xf32>
// PAIRS: vector.transfer_write
func.func @columns(%data: tensor<7x16xf32>) -> tensor<16xf32> {
  %0 = reduce.min %data axes = [0] : tensor<7x16xf32> -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// PAIRS-LABEL: func.func @narrow
// PAIRS: scf.for %{{.*}} = %c0 to %c16 step %c8
// PAIRS:   vector.transfer_read {{.*}} vector<32xf32>
// PAIRS:   arith.cmpf uno, {{.*}} : vector<16xf32>
// PAIRS: vector.transfer_read {{.*}} vector<16xf32>
// PAIRS: arith.minimumf
// PAIRS: vector.transfer_write
func.func @narrow(%data: tensor<20x4xf32>) -> tensor<4xf32> {
  %0 = reduce.min %data axes = [0] : tensor<20x4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
