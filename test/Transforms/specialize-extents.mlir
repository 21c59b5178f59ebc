// RUN: reduce-opt %s -split-input-file -reduce-specialize-extents=lengths=4,7,4 | FileCheck %s
// RUN: not reduce-opt %s -split-input-file -reduce-specialize-extents=lengths=-1 2>&1 \
// RUN: | FileCheck %s --check-prefix=NEGATIVE

// NEGATIVE: error: option 'lengths' of 'reduce-specialize-extents' names -1, which is not a length

// A length that is given twice has one version. Each version starts with a fill
// and ends with an epilogue of its own.

#rows = affine_map<(a, b) -> (a, b)>
#results = affine_map<(a, b) -> (a)>
#elementwise = affine_map<(a) -> (a)>

// CHECK-LABEL: func @rows
// CHECK-SAME:    (%[[DATA:.*]]: tensor<?x?xf16>, %[[FILLED:.*]]: tensor<?xf32>, %[[INIT:.*]]: tensor<?xf16>)
func.func @rows(%data: tensor<?x?xf16>, %filled: tensor<?xf32>, %init: tensor<?xf16>)
    -> tensor<?xf16> {
  // CHECK-DAG:  %[[ONE:.*]] = arith.constant 1.0{{.*}} : f32
  // CHECK-DAG:  %[[COLUMNS:.*]] = arith.constant 1 : index
  // CHECK:      %[[LENGTH:.*]] = tensor.dim %[[DATA]], %[[COLUMNS]]
  // CHECK-NEXT: %[[RESULT:.*]] = scf.index_switch %[[LENGTH]] -> tensor<?xf16>
  // CHECK-NEXT: case 4 {
  // CHECK-NEXT:   %[[SHORT:.*]] = tensor.cast %[[DATA]] : tensor<?x?xf16> to tensor<?x4xf16>
  // CHECK-NEXT:   %[[FILL:.*]] = linalg.fill ins(%[[ONE]] : f32) outs(%[[FILLED]]
  // CHECK-NEXT:   %[[PRODUCT:.*]] = linalg.generic
  // CHECK-SAME:     ins(%[[SHORT]] : tensor<?x4xf16>) outs(%[[FILL]] : tensor<?xf32>)
  // CHECK:        %[[ROUNDED:.*]] = linalg.generic
  // CHECK-SAME:     ins(%[[PRODUCT]] : tensor<?xf32>) outs(%[[INIT]] : tensor<?xf16>)
  // CHECK:        scf.yield %[[ROUNDED]]
  // CHECK:      case 7 {
  // CHECK-NOT:  case
  // CHECK:      default {
  // CHECK-NEXT:   linalg.fill
  // CHECK-NEXT:   linalg.generic
  // CHECK-SAME:     ins(%[[DATA]] : tensor<?x?xf16>)
  // CHECK:        linalg.generic
  // CHECK:      return %[[RESULT]]
  %one = arith.constant 1.0 : f32
  %start = linalg.fill ins(%one : f32) outs(%filled : tensor<?xf32>) -> tensor<?xf32>
  %product = linalg.generic {
      indexing_maps = [#rows, #results], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xf16>) outs(%start : tensor<?xf32>) {
  ^bb0(%element: f16, %accumulator: f32):
    %extended = arith.extf %element : f16 to f32
    %0 = arith.mulf %accumulator, %extended fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %rounded = linalg.generic {
      indexing_maps = [#elementwise, #elementwise], iterator_types = ["parallel"]}
      ins(%product : tensor<?xf32>) outs(%init : tensor<?xf16>) {
  ^bb0(%accumulated: f32, %unused: f16):
    %0 = arith.truncf %accumulated : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<?xf16>
  return %rounded : tensor<?xf16>
}

// -----

// Versions would not help if the order is fixed, ...

// CHECK-LABEL: func @strict_order
// CHECK-NOT:     scf.index_switch
func.func @strict_order(%data: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// ... nor if there is one row or rows are not reduced, ...

// CHECK-LABEL: func @no_rows
// CHECK-NOT:     scf.index_switch
func.func @no_rows(%row: tensor<?xi32>, %scalar: tensor<i32>,
                   %columns: tensor<?x?xi32>, %init: tensor<?xi32>)
    -> (tensor<i32>, tensor<?xi32>) {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%row : tensor<?xi32>) outs(%scalar : tensor<i32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %2 = arith.minsi %accumulator, %element : i32
    linalg.yield %2 : i32
  } -> tensor<i32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%columns : tensor<?x?xi32>) outs(%init : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %2 = arith.minsi %accumulator, %element : i32
    linalg.yield %2 : i32
  } -> tensor<?xi32>
  return %0, %1 : tensor<i32>, tensor<?xi32>
}

// -----

// ... nor if the length is known.

// CHECK-LABEL: func @known_length
// CHECK-NOT:     scf.index_switch
func.func @known_length(%data: tensor<?x4xi32>, %init: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x4xi32>) outs(%init : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
