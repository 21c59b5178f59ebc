// RUN: reduce-opt %s --convert-reduce-to-linalg | FileCheck %s

// CHECK-DAG: #[[$ID2:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$NONE2:.+]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[$FIRST2:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$LAST2:.+]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[$ID3:.+]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[$ENDS3:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$ODD4:.+]] = affine_map<(d0, d1, d2, d3) -> (d1, d3)>

//===----------------------------------------------------------------------===//
// Which dimensions
//===----------------------------------------------------------------------===//

// Clauses nan-min, signed-zero.
// CHECK-LABEL: func.func @all
// CHECK-SAME: (%[[DATA:.*]]: tensor<3x4xf32>)
// CHECK-NEXT: %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<f32>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[INF]] : f32) outs(%[[EMPTY]] : tensor<f32>) -> tensor<f32>
// CHECK-NEXT: %[[MIN:.*]] = linalg.generic
// CHECK-SAME:   {indexing_maps = [#[[$ID2]], #[[$NONE2]]], iterator_types = ["reduction", "reduction"]}
// CHECK-SAME:   ins(%[[DATA]] : tensor<3x4xf32>) outs(%[[FILL]] : tensor<f32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK-NEXT:   %[[COMBINED:.*]] = arith.minimumf %[[IN]], %[[OUT]] fastmath<nsz> : f32
// CHECK-NEXT:   linalg.yield %[[COMBINED]] : f32
// CHECK:      return %[[MIN]] : tensor<f32>
func.func @all(%data: tensor<3x4xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0, 1] : tensor<3x4xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @innermost
// CHECK: linalg.generic {indexing_maps = [#[[$ID2]], #[[$FIRST2]]], iterator_types = ["parallel", "reduction"]}
func.func @innermost(%data: tensor<3x4xf32>) -> tensor<3xf32> {
  %0 = reduce.min %data axes = [-1] : tensor<3x4xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @outermost
// CHECK: linalg.generic {indexing_maps = [#[[$ID2]], #[[$LAST2]]], iterator_types = ["reduction", "parallel"]}
func.func @outermost(%data: tensor<3x4xf32>) -> tensor<4xf32> {
  %0 = reduce.min %data axes = [0] : tensor<3x4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @middle
// CHECK: linalg.generic {indexing_maps = [#[[$ID3]], #[[$ENDS3]]], iterator_types = ["parallel", "reduction", "parallel"]}
func.func @middle(%data: tensor<2x3x4xf32>) -> tensor<2x4xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Axes in any order.
// CHECK-LABEL: func.func @alternating
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$ODD4]]], iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
func.func @alternating(%data: tensor<2x3x4x5xf32>) -> tensor<3x5xf32> {
  %0 = reduce.min %data axes = [2, -4] : tensor<2x3x4x5xf32> -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @no_axes
// CHECK-SAME: (%[[DATA:.*]]: tensor<2x3xf32>, %[[SCALAR:.*]]: tensor<f32>)
// CHECK-NEXT: return %[[DATA]], %[[SCALAR]]
func.func @no_axes(%data: tensor<2x3xf32>, %scalar: tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>) {
  %0 = reduce.prod %data axes = [] keepdims : tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = reduce.min %scalar axes = [] : tensor<f32> -> tensor<f32>
  return %0, %1 : tensor<2x3xf32>, tensor<f32>
}

// The fill is the result for an empty set; if a kept dimension has size 0,
// there is nothing to fill.
// Clauses empty-kept, empty-set.
// CHECK-LABEL: func.func @extents_0_and_1
// CHECK: %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK: %[[FILL:.*]] = linalg.fill ins(%[[INF]] : f32) {{.*}} -> tensor<1x3xf32>
// CHECK: %[[NOTHING:.*]] = linalg.fill {{.*}} -> tensor<0x3xf32>
// CHECK-NOT: linalg.generic
// CHECK: return %[[FILL]], %[[NOTHING]]
func.func @extents_0_and_1(%data: tensor<0x1x3xf32>) -> (tensor<1x3xf32>, tensor<0x3xf32>) {
  %0 = reduce.min %data axes = [0] : tensor<0x1x3xf32> -> tensor<1x3xf32>
  %1 = reduce.min %data axes = [1] : tensor<0x1x3xf32> -> tensor<0x3xf32>
  return %0, %1 : tensor<1x3xf32>, tensor<0x3xf32>
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @min_types
// CHECK: arith.constant 0x7FF0000000000000 : f64
// CHECK: arith.minimumf %in, %out fastmath<nsz> : f64
// CHECK: arith.constant 2147483647 : i32
// CHECK: arith.minsi %out, %in : i32
// CHECK: arith.constant 9223372036854775807 : i64
// CHECK: arith.minsi %out, %in : i64
func.func @min_types(%a: tensor<2xf64>, %b: tensor<2xi32>, %c: tensor<2xi64>) -> (tensor<f64>, tensor<i32>, tensor<i64>) {
  %0 = reduce.min %a axes = [0] : tensor<2xf64> -> tensor<f64>
  %1 = reduce.min %b axes = [0] : tensor<2xi32> -> tensor<i32>
  %2 = reduce.min %c axes = [0] : tensor<2xi64> -> tensor<i64>
  return %0, %1, %2 : tensor<f64>, tensor<i32>, tensor<i64>
}

// CHECK-LABEL: func.func @prod_types
// CHECK: arith.constant 1.000000e+00 : f32
// CHECK: arith.mulf %out, %in fastmath<reassoc> : f32
// CHECK: arith.constant 1.000000e+00 : f64
// CHECK: arith.mulf %out, %in fastmath<reassoc> : f64
// CHECK: arith.constant 1 : i32
// CHECK: arith.muli %out, %in : i32
// CHECK: arith.constant 1 : i64
// CHECK: arith.muli %out, %in : i64
func.func @prod_types(%a: tensor<2xf32>, %b: tensor<2xf64>, %c: tensor<2xi32>, %d: tensor<2xi64>)
    -> (tensor<f32>, tensor<f64>, tensor<i32>, tensor<i64>) {
  %0 = reduce.prod %a axes = [0] : tensor<2xf32> -> tensor<f32>
  %1 = reduce.prod %b axes = [0] : tensor<2xf64> -> tensor<f64>
  %2 = reduce.prod %c axes = [0] : tensor<2xi32> -> tensor<i32>
  %3 = reduce.prod %d axes = [0] : tensor<2xi64> -> tensor<i64>
  return %0, %1, %2, %3 : tensor<f32>, tensor<f64>, tensor<i32>, tensor<i64>
}

//===----------------------------------------------------------------------===//
// Kept dimensions
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @keepdims_all
// CHECK: %[[PROD:.*]] = linalg.generic
// CHECK: tensor.expand_shape %[[PROD]] [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
func.func @keepdims_all(%data: tensor<2x3xf32>) -> tensor<1x1xf32> {
  %0 = reduce.prod %data axes = [0, 1] keepdims : tensor<2x3xf32> -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// Reduced dimensions before the first kept one are merged into it, later ones
// into the kept one before them.
// CHECK-LABEL: func.func @keepdims_groups
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2], [3, 4]] output_shape [1, 3, 1, 5, 1] : tensor<3x5xi64> into tensor<1x3x1x5x1xi64>
func.func @keepdims_groups(%data: tensor<2x3x4x5x6xi64>) -> tensor<1x3x1x5x1xi64> {
  %0 = reduce.min %data axes = [0, 2, 4] keepdims : tensor<2x3x4x5x6xi64> -> tensor<1x3x1x5x1xi64>
  return %0 : tensor<1x3x1x5x1xi64>
}

//===----------------------------------------------------------------------===//
// Dynamic sizes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x4x?x?xf32>)
// CHECK-DAG: %[[DIM0:.*]] = tensor.dim %[[DATA]], %c0{{.*}} :
// CHECK-DAG: %[[DIM2:.*]] = tensor.dim %[[DATA]], %c2{{.*}} :
// CHECK: tensor.empty(%[[DIM0]], %[[DIM2]]) : tensor<?x?xf32>
// CHECK: linalg.generic {{.*}} ins(%[[DATA]] : tensor<?x4x?x?xf32>) outs(%{{.*}} : tensor<?x?xf32>)
func.func @dynamic(%data: tensor<?x4x?x?xf32>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = [1, 3] : tensor<?x4x?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_keepdims
// CHECK-SAME: (%[[DATA:.*]]: tensor<5x?x?xf32>)
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<?xf32>)
// CHECK: %[[DIM1:.*]] = tensor.dim %[[DATA]], %c1{{.*}} :
// CHECK: tensor.expand_shape %[[MIN]] {{\[\[}}0, 1, 2]] output_shape [1, %[[DIM1]], 1] : tensor<?xf32> into tensor<1x?x1xf32>
func.func @dynamic_keepdims(%data: tensor<5x?x?xf32>) -> tensor<1x?x1xf32> {
  %0 = reduce.min %data axes = [0, 2] keepdims : tensor<5x?x?xf32> -> tensor<1x?x1xf32>
  return %0 : tensor<1x?x1xf32>
}

// CHECK-LABEL: func.func @dynamic_all
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x?xi32>) outs(%{{.*}} : tensor<i32>)
// CHECK: tensor.expand_shape %{{.*}} [] output_shape [1, 1] : tensor<i32> into tensor<1x1xi32>
func.func @dynamic_all(%data: tensor<?x?xi32>) -> tensor<1x1xi32> {
  %0 = reduce.prod %data axes = [0, 1] keepdims : tensor<?x?xi32> -> tensor<1x1xi32>
  return %0 : tensor<1x1xi32>
}

// A result may be declared with more or fewer sizes than follow from the operand.
// CHECK-LABEL: func.func @declared
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<?xi32>)
// CHECK: tensor.cast %[[MIN]] : tensor<?xi32> to tensor<7xi32>
// CHECK: %[[EXPANDED:.*]] = tensor.expand_shape {{.*}} into tensor<5x1xi32>
// CHECK: tensor.cast %[[EXPANDED]] : tensor<5x1xi32> to tensor<?x1xi32>
// CHECK: tensor.cast %{{.*}} : tensor<5x?xi32> to tensor<5x7xi32>
func.func @declared(%data: tensor<5x?xi32>) -> (tensor<7xi32>, tensor<?x1xi32>, tensor<5x7xi32>) {
  %0 = reduce.min %data axes = [0] : tensor<5x?xi32> -> tensor<7xi32>
  %1 = reduce.min %data axes = [1] keepdims : tensor<5x?xi32> -> tensor<?x1xi32>
  %2 = reduce.min %data axes = [] : tensor<5x?xi32> -> tensor<5x7xi32>
  return %0, %1, %2 : tensor<7xi32>, tensor<?x1xi32>, tensor<5x7xi32>
}

// The accumulator is finalized; sizes beside the 0 may be unknown.
// CHECK-LABEL: func.func @empty_set_of_unknown_sizes
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[RESULT:.*]] = arith.truncf %[[ONE]] : f32 to f16
// CHECK: linalg.fill ins(%[[RESULT]] : f16) {{.*}} -> tensor<?x1xf16>
// CHECK-NOT: linalg.generic
func.func @empty_set_of_unknown_sizes(%data: tensor<?x0xf16>) -> tensor<?x1xf16> {
  %0 = reduce.prod %data axes = [1] keepdims : tensor<?x0xf16> -> tensor<?x1xf16>
  return %0 : tensor<?x1xf16>
}
