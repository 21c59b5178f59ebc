// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=short-rows,inner' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,shuffled_vectors=4}' --reduce-vectorize='strategies=short-rows,inner' | FileCheck %s --check-prefix=FEWER

// Four rows at once; the last four include the two remaining ones. Words of 64
// bits are moved as long as possible. A target that can shuffle four vectors at
// once does not use this for rows of eight.
// CHECK-LABEL: func.func @power_of_two
// FEWER-LABEL: func.func @power_of_two
// FEWER-NOT: vector.shuffle
// FEWER-LABEL: func.func @odd
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<3x10x8xf32> into tensor<3x80xf32>
// CHECK: scf.for %[[I:.*]] = %c0 to %c3
// CHECK:   scf.for %[[BLOCK:.*]] = %c0 to %c10 step %c4
// CHECK:     %[[ROW:.*]] = arith.minui %[[BLOCK]], %c6 : index
// CHECK:     %[[FIRST:.*]] = arith.muli %[[ROW]], %c8 : index
// CHECK:     %[[BLOCK:.*]] = vector.transfer_read %[[ROWS]][%[[I]], %[[FIRST]]], {{.*}} vector<32xf32>
// CHECK-DAG: %[[ODD:.*]] = vector.shuffle %[[BLOCK]], %[[BLOCK]] [2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31]
// CHECK-DAG: %[[EVEN:.*]] = vector.shuffle %[[BLOCK]], %[[BLOCK]] [0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29]
// CHECK:     %[[HALF:.*]] = arith.minimumf %[[ODD]], %[[EVEN]] fastmath<nsz> : vector<16xf32>
// CHECK-DAG: vector.shuffle %[[HALF]], %[[HALF]] [2, 3, 6, 7, 10, 11, 14, 15]
// CHECK-DAG: vector.shuffle %[[HALF]], %[[HALF]] [0, 1, 4, 5, 8, 9, 12, 13]
// CHECK:     %[[QUARTER:.*]] = arith.minimumf {{.*}} : vector<8xf32>
// CHECK-DAG: vector.shuffle %[[QUARTER]], %[[QUARTER]] [1, 3, 5, 7]
// CHECK-DAG: vector.shuffle %[[QUARTER]], %[[QUARTER]] [0, 2, 4, 6]
// CHECK:     %[[RESULT:.*]] = arith.minimumf {{.*}} : vector<4xf32>
// CHECK:     vector.transfer_write %[[RESULT]], %{{.*}}[%[[I]], %[[ROW]]] {in_bounds = [true]} : vector<4xf32>, tensor<3x10xf32>
// CHECK-NOT: vector.transfer
// CHECK: return
func.func @power_of_two(%data: tensor<3x10x8xf32>) -> tensor<3x10xf32> {
  %0 = reduce.min %data axes = [2] : tensor<3x10x8xf32> -> tensor<3x10xf32>
  return %0 : tensor<3x10xf32>
}

// For rows of an odd length, one column after the other.
// CHECK-LABEL: func.func @odd
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c2
// CHECK:   %[[PAIRS:.*]] = arith.muli {{.*}} : vector<6xi64>
// CHECK-DAG: %[[FIRST:.*]] = vector.shuffle %[[PAIRS]], %[[PAIRS]] [0, 3]
// CHECK-DAG: %[[SECOND:.*]] = vector.shuffle %[[PAIRS]], %[[PAIRS]] [1, 4]
// CHECK:   %[[BOTH:.*]] = arith.muli %[[FIRST]], %[[SECOND]] : vector<2xi64>
// CHECK:   %[[THIRD:.*]] = vector.shuffle %[[PAIRS]], %[[PAIRS]] [2, 5]
// CHECK:   arith.muli %[[BOTH]], %[[THIRD]] : vector<2xi64>
func.func @odd(%data: tensor<4x6xi64>) -> tensor<4xi64> {
  %0 = reduce.prod %data axes = [1] : tensor<4x6xi64> -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// Row by row only if there are not enough rows for a block. An epilogue is
// applied to the results.
// CHECK-LABEL: func.func @unknown_number_of_rows
// FEWER-LABEL: func.func @unknown_number_of_rows
// FEWER: vector.shuffle
// CHECK: %[[COUNT:.*]] = tensor.dim
// CHECK: %[[LAST:.*]] = arith.subi %[[COUNT]], %c4 : index
// CHECK: %[[ENOUGH:.*]] = arith.cmpi uge, %[[COUNT]], %c4 : index
// CHECK: %[[BLOCKS:.*]] = arith.select %[[ENOUGH]], %[[COUNT]], %c0 : index
// CHECK: scf.for %[[BLOCK:.*]] = %c0 to %[[BLOCKS]] step %c4
// CHECK:   arith.minui %[[BLOCK]], %[[LAST]] : index
// CHECK:   arith.mulf {{.*}} : vector<4xf32>
// CHECK:   arith.truncf {{.*}} : vector<4xf32> to vector<4xf16>
// CHECK: scf.for %{{.*}} = %[[BLOCKS]] to %[[COUNT]] step %c1
// CHECK:   vector.transfer_write {{.*}} : vector<1xf16>, tensor<?xf16>
func.func @unknown_number_of_rows(%data: tensor<?x2xf16>) -> tensor<?xf16> {
  %0 = reduce.prod %data axes = [1] : tensor<?x2xf16> -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// The initial value of the output is combined.
#id = affine_map<(a, b) -> (a, b)>
#row = affine_map<(a, b) -> (a)>
// CHECK-LABEL: func.func @starts
// CHECK-DAG: %[[SEVENS:.*]] = arith.constant dense<7> : vector<4xi32>
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c8 step %c4 iter_args(%[[OUT:.*]] = %{{.*}})
// CHECK:   %[[START:.*]] = vector.transfer_read %[[OUT]][%[[ROW]]]
// CHECK:   arith.muli %[[START]], %{{.*}} : vector<4xi32>
// CHECK: scf.for
// CHECK:   arith.muli %{{.*}}, %[[SEVENS]] : vector<4xi32>
func.func @starts(%data: tensor<8x3xi32>, %init: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<8x3xi32>) outs(%init : tensor<8xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.muli %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<8xi32>
  %seven = arith.constant 7 : i32
  %fill = linalg.fill ins(%seven : i32) outs(%init : tensor<8xi32>) -> tensor<8xi32>
  %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<8x3xi32>) outs(%fill : tensor<8xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %3 = arith.muli %accumulator, %element : i32
    linalg.yield %3 : i32
  } -> tensor<8xi32>
  return %0, %2 : tensor<8xi32>, tensor<8xi32>
}

// Rows that are too long, or whose odd part is, are reduced one by one.
// CHECK-LABEL: func.func @long_rows
// CHECK-NOT: vector.shuffle
func.func @long_rows(%long: tensor<8x33xi32>, %odd: tensor<8x34xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0 = reduce.min %long axes = [1] : tensor<8x33xi32> -> tensor<8xi32>
  %1 = reduce.min %odd axes = [1] : tensor<8x34xi32> -> tensor<8xi32>
  return %0, %1 : tensor<8xi32>, tensor<8xi32>
}
