// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize --canonicalize --remark-format=emitRemark --remarks-filter='reduce.*' --split-input-file --verify-diagnostics | FileCheck %s

#all = affine_map<(row, column) -> (row, column)>
#kept = affine_map<(row, column) -> (row)>

// A slice of whole rows is one run of memory, as the tensor is.

// CHECK-LABEL: func @rows
// CHECK: tensor.collapse_shape {{.*}} tensor<100x3xi8> into tensor<300xi8>
func.func @rows(%data: tensor<200x3xi8>, %first: index, %init: tensor<100xi8>) -> tensor<100xi8> {
  %slice = tensor.extract_slice %data[%first, 0] [100, 3] [1, 1] : tensor<200x3xi8> to tensor<100x3xi8>
  // expected-remark @below {{strategy=padded-rows}}
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%slice : tensor<100x3xi8>) outs(%init : tensor<100xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %element, %accumulator : i8
    linalg.yield %1 : i8
  } -> tensor<100xi8>
  return %0 : tensor<100xi8>
}

// -----

#all = affine_map<(row, column) -> (row, column)>
#kept = affine_map<(row, column) -> (row)>

// A slice of columns has gaps. To read its rows as one would need a copy.

// CHECK-LABEL: func @columns
// CHECK-NOT: tensor.collapse_shape
func.func @columns(%data: tensor<100x6xi8>, %first: index, %init: tensor<100xi8>) -> tensor<100xi8> {
  %slice = tensor.extract_slice %data[0, %first] [100, 3] [1, 1] : tensor<100x6xi8> to tensor<100x3xi8>
  // expected-remark @below {{strategy=row-groups}}
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%slice : tensor<100x3xi8>) outs(%init : tensor<100xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %element, %accumulator : i8
    linalg.yield %1 : i8
  } -> tensor<100xi8>
  return %0 : tensor<100xi8>
}

// -----

#all = affine_map<(row, column) -> (row, column)>
#kept = affine_map<(row, column) -> (column)>

// All columns are a slice of columns whose offset is 0.

// CHECK-LABEL: func @all_columns
// CHECK: tensor.collapse_shape {{.*}} tensor<1000x4xi32> into tensor<4000xi32>
func.func @all_columns(%data: tensor<1000x4xi32>, %first: index, %empty: tensor<4xi32>) -> tensor<4xi32> {
  %slice = tensor.extract_slice %data[0, %first] [1000, 4] [1, 1] : tensor<1000x4xi32> to tensor<1000x4xi32>
  %max = arith.constant 2147483647 : i32
  %init = linalg.fill ins(%max : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  // expected-remark @below {{strategy=narrow-rows}}
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel"]}
      ins(%slice : tensor<1000x4xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
