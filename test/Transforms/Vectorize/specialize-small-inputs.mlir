// RUN: reduce-opt %s -split-input-file -reduce-specialize-small-inputs | FileCheck %s

// An input of 1 to 32 elements is reduced one by one. The epilogue is applied to each
// accumulator, which needs no memory.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>
#both = affine_map<(a, b) -> (a, b)>

// CHECK-LABEL: func @epilogue
// CHECK-SAME:  (%[[DATA:[^:]*]]: {{[^%]*}}, %[[EMPTY:[^:]*]]: {{[^%]*}}, %[[TO:[^:]*]]:
// CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG:   %[[LIMIT:.*]] = arith.constant 32 : index
// CHECK:       %[[PART:.*]] = arith.muli
// CHECK:       %[[COUNT:.*]] = arith.muli %[[PART]]
// CHECK:       %[[LESS:.*]] = arith.subi %[[COUNT]], %[[ONE]]
// CHECK:       %[[SMALL:.*]] = arith.cmpi ult, %[[LESS]], %[[LIMIT]]
// CHECK:       scf.if %[[SMALL]]
// CHECK:         scf.for %[[OUTER:[^ ]*]] = %{{.*}} iter_args(%{{.*}} = %[[TO]])
// CHECK:           scf.for %[[COLUMN:[^ ]*]] = %{{.*}} iter_args(%[[RESULTS:.*]] =
// CHECK:             %[[PRODUCT:.*]] = scf.for %[[ROW:[^ ]*]] = %{{.*}} iter_args(%[[ACCUMULATOR:.*]] = %{{.*}}) -> (vector<1xf32>)
// CHECK:               %[[ELEMENT:.*]] = vector.transfer_read %[[DATA]][%[[OUTER]], %[[ROW]], %[[COLUMN]]]
// CHECK:               %[[EXTENDED:.*]] = arith.extf %[[ELEMENT]]
// CHECK:               %[[NEXT:.*]] = arith.mulf %[[ACCUMULATOR]], %[[EXTENDED]]
// CHECK:               scf.yield %[[NEXT]]
// CHECK:             %[[ROUNDED:.*]] = arith.truncf %[[PRODUCT]]
// CHECK:             vector.transfer_write %[[ROUNDED]], %[[RESULTS]][%[[OUTER]], %[[COLUMN]]]
// CHECK-NOT:     linalg
// CHECK:       else
// CHECK:         linalg.generic {{.*}} ins(%[[DATA]] :
// CHECK:         linalg.generic
// CHECK-NOT:   linalg.generic
func.func @epilogue(%data: tensor<?x2x?xf16>, %empty: tensor<?x?xf32>, %to: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %one = arith.constant 1.0 : f32
  %start = linalg.fill ins(%one : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %product = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x2x?xf16>) outs(%start : tensor<?x?xf32>) {
  ^bb0(%element: f16, %accumulator: f32):
    %extended = arith.extf %element : f16 to f32
    %0 = arith.mulf %accumulator, %extended fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  %rounded = linalg.generic {indexing_maps = [#both, #both], iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<?x?xf32>) outs(%to : tensor<?x?xf16>) {
  ^bb0(%accumulated: f32, %unused: f16):
    %0 = arith.truncf %accumulated : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<?x?xf16>
  return %rounded : tensor<?x?xf16>
}

// -----

// The innermost dimension is reduced.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (b)>

// CHECK-LABEL: func @inner_and_outer
// CHECK-SAME:  (%[[DATA:[^:]*]]: {{[^%]*}}, %[[EMPTY:[^:]*]]:
// CHECK:       scf.if
// CHECK:         scf.for %[[KEPT:[^ ]*]] = %{{.*}} iter_args(%{{.*}} = %[[EMPTY]])
// CHECK:           scf.for %[[OUTER:[^ ]*]] =
// CHECK:             scf.for %[[INNER:[^ ]*]] =
// CHECK:               vector.transfer_read %[[DATA]][%[[OUTER]], %[[KEPT]], %[[INNER]]]
// CHECK:           vector.transfer_write %{{.*}}[%[[KEPT]]]
// CHECK:       else
// CHECK:         linalg.generic
func.func @inner_and_outer(%data: tensor<?x?x?xi8>, %empty: tensor<?xi8>) -> tensor<?xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%data : tensor<?x?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// -----

// Left as they are: two loops, no kept dimension, known extents, known extents that are too
// large or 0, and a start that is not constant.

#rows = affine_map<(a, b) -> (a, b)>
#row = affine_map<(a, b) -> (a)>
#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>

// CHECK-LABEL: func @two_loops
// CHECK-NOT: scf.if
func.func @two_loops(%data: tensor<?x?xi32>, %empty: tensor<?xi32>) -> tensor<?xi32> {
  %max = arith.constant 2147483647 : i32
  %start = linalg.fill ins(%max : i32) outs(%empty : tensor<?xi32>) -> tensor<?xi32>
  %0 = linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xi32>) outs(%start : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func @none_kept
// CHECK-NOT: scf.if
func.func @none_kept(%data: tensor<?x?x?xi32>, %empty: tensor<i32>) -> tensor<i32> {
  %max = arith.constant 2147483647 : i32
  %start = linalg.fill ins(%max : i32) outs(%empty : tensor<i32>) -> tensor<i32>
  %0 = linalg.generic {indexing_maps = [#all, affine_map<(a, b, c) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%data : tensor<?x?x?xi32>) outs(%start : tensor<i32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func @known
// CHECK-NOT: scf.if
func.func @known(%data: tensor<3x2x2xi32>, %empty: tensor<3x2xi32>) -> tensor<3x2xi32> {
  %max = arith.constant 2147483647 : i32
  %start = linalg.fill ins(%max : i32) outs(%empty : tensor<3x2xi32>) -> tensor<3x2xi32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<3x2x2xi32>) outs(%start : tensor<3x2xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// CHECK-LABEL: func @too_large
// CHECK-NOT: scf.if
func.func @too_large(%data: tensor<?x33x?xi32>, %empty: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %max = arith.constant 2147483647 : i32
  %start = linalg.fill ins(%max : i32) outs(%empty : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x33x?xi32>) outs(%start : tensor<?x?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// CHECK-LABEL: func @empty
// CHECK-NOT: scf.if
func.func @empty(%data: tensor<?x0x?xi32>, %empty: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %max = arith.constant 2147483647 : i32
  %start = linalg.fill ins(%max : i32) outs(%empty : tensor<?x?xi32>) -> tensor<?x?xi32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x0x?xi32>) outs(%start : tensor<?x?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// CHECK-LABEL: func @no_start
// CHECK-NOT: scf.if
func.func @no_start(%data: tensor<?x?x?xi32>, %start: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x?x?xi32>) outs(%start : tensor<?x?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
