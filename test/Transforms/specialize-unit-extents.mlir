// RUN: reduce-opt %s -split-input-file -reduce-specialize-unit-extents | FileCheck %s
// RUN: reduce-opt %s -split-input-file -reduce-specialize-unit-extents -canonicalize -reduce-collapse-dims \
// RUN: | FileCheck %s --check-prefix=COLLAPSED

// The innermost dimension, and the one before it, may have one element.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>
#both = affine_map<(a, b) -> (a, b)>

// CHECK-LABEL: func @innermost_kept
// CHECK-SAME: (%[[DATA:[^:]*]]:
// CHECK:      %[[COLUMNS:.*]] = tensor.dim %[[DATA]], %{{.*}}
// CHECK:      arith.cmpi eq, %[[COLUMNS]]
// CHECK:      scf.if
// CHECK:        tensor.cast %[[DATA]] : tensor<?x?x?xf16> to tensor<?x?x1xf16>
// CHECK:      else
// CHECK:        scf.if
// CHECK:          tensor.cast %[[DATA]] : tensor<?x?x?xf16> to tensor<?x1x?xf16>
// CHECK:        else
// CHECK:          linalg.generic {{.*}} ins(%[[DATA]] : tensor<?x?x?xf16>)

// COLLAPSED-LABEL: func @innermost_kept
// COLLAPSED: scf.if
// COLLAPSED:   linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// COLLAPSED-SAME: tensor<?x?xf16>
// COLLAPSED-NOT: expand_shape
// COLLAPSED:   linalg.generic {{.*}} iterator_types = ["parallel"]
// COLLAPSED: else
// COLLAPSED:   scf.if
// COLLAPSED:     linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// COLLAPSED-SAME: tensor<1x?xf16>
// COLLAPSED:   else
// COLLAPSED:     linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
func.func @innermost_kept(%data: tensor<?x?x?xf16>, %empty: tensor<?x?xf32>, %to: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %one = arith.constant 1.0 : f32
  %start = linalg.fill ins(%one : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %product = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x?x?xf16>) outs(%start : tensor<?x?xf32>) {
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

// In the version without the innermost dimension, the one that is then the
// innermost may have one element. Without the outermost dimension, there are
// rows.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (b)>

// CHECK-LABEL: func @innermost_reduced
// CHECK:     scf.if
// CHECK:       scf.if
// CHECK:         tensor<?x1x1xi32>
// CHECK:       else
// CHECK:         tensor<?x?x1xi32>
// CHECK:     else
// CHECK:       scf.if
// CHECK:         tensor<?x1x?xi32>
// CHECK:       else
// CHECK:         scf.if
// CHECK:           tensor<1x?x?xi32>
// CHECK:         else
// CHECK-NOT:       tensor.cast
func.func @innermost_reduced(%data: tensor<?x?x?xi32>, %init: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%data : tensor<?x?x?xi32>) outs(%init : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Rows, whose lengths have versions of their own, and known extents need none.

#both = affine_map<(a, b) -> (a, b)>
#first = affine_map<(a, b) -> (a)>
#second = affine_map<(a, b) -> (b)>

// CHECK-LABEL: func @none
// CHECK-NOT: scf.if
func.func @none(%data: tensor<?x?xi32>, %narrow: tensor<?x4xi32>, %init: tensor<?xi32>, %four: tensor<4xi32>) -> (tensor<?xi32>, tensor<4xi32>) {
  %0 = linalg.generic {indexing_maps = [#both, #first], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xi32>) outs(%init : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %2 = arith.minsi %element, %accumulator : i32
    linalg.yield %2 : i32
  } -> tensor<?xi32>
  %1 = linalg.generic {indexing_maps = [#both, #second], iterator_types = ["reduction", "parallel"]}
      ins(%narrow : tensor<?x4xi32>) outs(%four : tensor<4xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %2 = arith.minsi %element, %accumulator : i32
    linalg.yield %2 : i32
  } -> tensor<4xi32>
  return %0, %1 : tensor<?xi32>, tensor<4xi32>
}

// -----

// Of five dimensions, all: without an inner one, there are three; without the
// outermost one, four are reduced in stages.

#all = affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>
#kept = affine_map<(a, b, c, d, e) -> (b, d)>

// CHECK-LABEL: func @five
// CHECK: tensor.cast %{{.*}} : tensor<?x?x?x?x?xi32> to tensor<?x?x?x?x1xi32>
// CHECK: tensor.cast %{{.*}} : tensor<?x?x?x?x?xi32> to tensor<?x?x?x1x?xi32>
// CHECK: tensor.cast %{{.*}} : tensor<?x?x?x?x?xi32> to tensor<?x?x1x?x?xi32>
// CHECK: tensor.cast %{{.*}} : tensor<?x?x?x?x?xi32> to tensor<?x1x?x?x?xi32>
// CHECK: tensor.cast %{{.*}} : tensor<?x?x?x?x?xi32> to tensor<1x?x?x?x?xi32>
// CHECK-NOT: tensor.cast
func.func @five(%data: tensor<?x?x?x?x?xi32>, %init: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = linalg.generic {indexing_maps = [#all, #kept],
      iterator_types = ["reduction", "parallel", "reduction", "parallel", "reduction"]}
      ins(%data : tensor<?x?x?x?x?xi32>) outs(%init : tensor<?x?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
