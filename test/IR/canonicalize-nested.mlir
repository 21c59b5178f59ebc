// RUN: reduce-opt %s --canonicalize | FileCheck %s
// RUN: reduce-opt %s --canonicalize > %t.once
// RUN: reduce-opt %t.once --canonicalize | diff %t.once -

// Reductions of reductions.

//===----------------------------------------------------------------------===//
// Which dimensions the result has
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @drop_drop
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1, 2] : tensor<2x3x?x5xf32> -> tensor<2x5xf32>
// CHECK-NEXT: return %[[MIN]]
func.func @drop_drop(%data: tensor<2x3x?x5xf32>) -> tensor<2x5xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x3x?x5xf32> -> tensor<2x?x5xf32>
  %1 = reduce.min %0 axes = [1] : tensor<2x?x5xf32> -> tensor<2x5xf32>
  return %1 : tensor<2x5xf32>
}

// CHECK-LABEL: func.func @keep_keep
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0, 2] keepdims : tensor<2x3x?x5xf32> -> tensor<1x3x1x5xf32>
// CHECK-NEXT: return %[[MIN]]
func.func @keep_keep(%data: tensor<2x3x?x5xf32>) -> tensor<1x3x1x5xf32> {
  %0 = reduce.min %data axes = [2] keepdims : tensor<2x3x?x5xf32> -> tensor<2x3x1x5xf32>
  %1 = reduce.min %0 axes = [0] keepdims : tensor<2x3x1x5xf32> -> tensor<1x3x1x5xf32>
  return %1 : tensor<1x3x1x5xf32>
}

// CHECK-LABEL: func.func @keep_drop
// CHECK-NEXT: %[[PROD:.*]] = reduce.prod %{{.*}} axes = [1, 2] keepdims : tensor<2x3x?x5xf32> -> tensor<2x1x1x5xf32>
// CHECK-NEXT: %[[RESHAPED:.*]] = tensor.collapse_shape %[[PROD]] {{\[\[}}0], [1, 2], [3]] : tensor<2x1x1x5xf32> into tensor<2x1x5xf32>
// CHECK-NEXT: return %[[RESHAPED]]
func.func @keep_drop(%data: tensor<2x3x?x5xf32>) -> tensor<2x1x5xf32> {
  %0 = reduce.prod %data axes = [2] keepdims : tensor<2x3x?x5xf32> -> tensor<2x3x1x5xf32>
  %1 = reduce.prod %0 axes = [1] : tensor<2x3x1x5xf32> -> tensor<2x1x5xf32>
  return %1 : tensor<2x1x5xf32>
}

// CHECK-LABEL: func.func @drop_keep
// CHECK-NEXT: %[[PROD:.*]] = reduce.prod %{{.*}} axes = [0, 3] keepdims : tensor<2x3x?x5xf32> -> tensor<1x3x?x1xf32>
// CHECK-NEXT: %[[RESHAPED:.*]] = tensor.collapse_shape %[[PROD]] {{\[\[}}0, 1], [2], [3]] : tensor<1x3x?x1xf32> into tensor<3x?x1xf32>
// CHECK-NEXT: return %[[RESHAPED]]
func.func @drop_keep(%data: tensor<2x3x?x5xf32>) -> tensor<3x?x1xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<2x3x?x5xf32> -> tensor<3x?x5xf32>
  %1 = reduce.prod %0 axes = [2] keepdims : tensor<3x?x5xf32> -> tensor<3x?x1xf32>
  return %1 : tensor<3x?x1xf32>
}

// The outer reduction also drops what the inner one has kept.
// CHECK-LABEL: func.func @keep_drop_both
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1, 2] : tensor<2x3x?x5xui8> -> tensor<2x5xui8>
// CHECK-NEXT: return %[[MIN]]
func.func @keep_drop_both(%data: tensor<2x3x?x5xui8>) -> tensor<2x5xui8> {
  %0 = reduce.min %data axes = [2] keepdims : tensor<2x3x?x5xui8> -> tensor<2x3x1x5xui8>
  %1 = reduce.min %0 axes = [1, 2] : tensor<2x3x1x5xui8> -> tensor<2x5xui8>
  return %1 : tensor<2x5xui8>
}

// CHECK-LABEL: func.func @three
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0, 1, 2] nan_mode = ignore : tensor<2x3x?xf16> -> tensor<f16>
// CHECK-NEXT: return %[[MIN]]
func.func @three(%data: tensor<2x3x?xf16>) -> tensor<f16> {
  %0 = reduce.min %data axes = [1] nan_mode = ignore : tensor<2x3x?xf16> -> tensor<2x?xf16>
  %1 = reduce.min %0 axes = [1] nan_mode = ignore : tensor<2x?xf16> -> tensor<2xf16>
  %2 = reduce.min %1 axes = [0] nan_mode = ignore : tensor<2xf16> -> tensor<f16>
  return %2 : tensor<f16>
}

// Declared types may differ from the inferred ones.
// CHECK-LABEL: func.func @declared
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0, 2] : tensor<2x3x?xi32> -> tensor<3xi32>
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[MIN]] : tensor<3xi32> to tensor<?xi32>
// CHECK-NEXT: return %[[CAST]]
func.func @declared(%data: tensor<2x3x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<2x3x?xi32> -> tensor<?x7xi32>
  %1 = reduce.min %0 axes = [1] : tensor<?x7xi32> -> tensor<?xi32>
  return %1 : tensor<?xi32>
}

// CHECK-LABEL: func.func @contradiction
// CHECK-NEXT: %[[INNER:.*]] = reduce.min %{{.*}} axes = [0] : tensor<2x3x5xi32> -> tensor<3x5xi32>
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[INNER]] : tensor<3x5xi32> to tensor<?x?xi32>
// CHECK-NEXT: %[[OUTER:.*]] = reduce.min %[[CAST]] axes = [0] : tensor<?x?xi32> -> tensor<4xi32>
// CHECK-NEXT: return %[[OUTER]]
func.func @contradiction(%data: tensor<2x3x5xi32>) -> tensor<4xi32> {
  %0 = reduce.min %data axes = [0] : tensor<2x3x5xi32> -> tensor<?x?xi32>
  %1 = reduce.min %0 axes = [0] : tensor<?x?xi32> -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

//===----------------------------------------------------------------------===//
// Reductions that cannot be merged.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @prod_types
// CHECK-COUNT-3: reduce.prod %{{.*}} axes = [0, 1]
// CHECK-NOT: reduce.prod
func.func @prod_types(%a: tensor<2x3xf64>, %b: tensor<2x3xi8>, %c: tensor<2x3xui64>) -> (tensor<f64>, tensor<i8>, tensor<ui64>) {
  %0 = reduce.prod %a axes = [0] : tensor<2x3xf64> -> tensor<3xf64>
  %1 = reduce.prod %0 axes = [0] : tensor<3xf64> -> tensor<f64>
  %2 = reduce.prod %b axes = [0] strict_order : tensor<2x3xi8> -> tensor<3xi8>
  %3 = reduce.prod %2 axes = [0] strict_order : tensor<3xi8> -> tensor<i8>
  %4 = reduce.prod %c axes = [0] : tensor<2x3xui64> -> tensor<3xui64>
  %5 = reduce.prod %4 axes = [0] : tensor<3xui64> -> tensor<ui64>
  return %1, %3, %5 : tensor<f64>, tensor<i8>, tensor<ui64>
}

// CHECK-LABEL: func.func @strict_order
// CHECK-COUNT-6: reduce.prod
func.func @strict_order(%data: tensor<2x3xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = reduce.prod %data axes = [1] strict_order : tensor<2x3xf32> -> tensor<2xf32>
  %1 = reduce.prod %0 axes = [0] strict_order : tensor<2xf32> -> tensor<f32>
  %2 = reduce.prod %data axes = [1] : tensor<2x3xf32> -> tensor<2xf32>
  %3 = reduce.prod %2 axes = [0] strict_order : tensor<2xf32> -> tensor<f32>
  %4 = reduce.prod %data axes = [1] strict_order : tensor<2x3xf32> -> tensor<2xf32>
  %5 = reduce.prod %4 axes = [0] : tensor<2xf32> -> tensor<f32>
  return %1, %3, %5 : tensor<f32>, tensor<f32>, tensor<f32>
}

// Each result is rounded.
// CHECK-LABEL: func.func @rounded
// CHECK-COUNT-4: reduce.prod
func.func @rounded(%half: tensor<2x3xf16>, %brain: tensor<2x3xbf16>) -> (tensor<f16>, tensor<bf16>) {
  %0 = reduce.prod %half axes = [1] : tensor<2x3xf16> -> tensor<2xf16>
  %1 = reduce.prod %0 axes = [0] : tensor<2xf16> -> tensor<f16>
  %2 = reduce.prod %brain axes = [1] : tensor<2x3xbf16> -> tensor<2xbf16>
  %3 = reduce.prod %2 axes = [0] : tensor<2xbf16> -> tensor<bf16>
  return %1, %3 : tensor<f16>, tensor<bf16>
}

// CHECK-LABEL: func.func @other_options
// CHECK-COUNT-2: reduce.min
// CHECK: reduce.prod
func.func @other_options(%data: tensor<2x3x4xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] nan_mode = ignore : tensor<2x3x4xf32> -> tensor<3x4xf32>
  %1 = reduce.min %0 axes = [0] : tensor<3x4xf32> -> tensor<4xf32>
  %2 = reduce.prod %1 axes = [0] : tensor<4xf32> -> tensor<f32>
  return %2 : tensor<f32>
}

// Reading all the data again would cost more than reducing the inner result.
// CHECK-LABEL: func.func @two_uses
// CHECK-NEXT: %[[INNER:.*]] = reduce.min %{{.*}} axes = [0]
// CHECK-NEXT: reduce.min %[[INNER]] axes = [0]
func.func @two_uses(%data: tensor<2x3xf32>) -> (tensor<3xf32>, tensor<f32>) {
  %0 = reduce.min %data axes = [0] : tensor<2x3xf32> -> tensor<3xf32>
  %1 = reduce.min %0 axes = [0] : tensor<3xf32> -> tensor<f32>
  return %0, %1 : tensor<3xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @dynamic_axes
// CHECK: reduce.min %{{.*}} axes = %
// CHECK: reduce.min %{{.*}} axes = [0]
func.func @dynamic_axes(%data: tensor<2x3xf32>, %axes: tensor<1xi64>) -> tensor<f32> {
  %0 = reduce.min %data axes = %axes : tensor<2x3xf32>, tensor<1xi64> -> tensor<?xf32>
  %1 = reduce.min %0 axes = [0] : tensor<?xf32> -> tensor<f32>
  return %1 : tensor<f32>
}
