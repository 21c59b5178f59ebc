// RUN: reduce-opt %s --reduce-lower-expand-shape --canonicalize --split-input-file | FileCheck %s
// RUN: reduce-opt %s --reduce-lower-expand-shape --expand-strided-metadata --lower-affine --convert-to-llvm --reconcile-unrealized-casts --split-input-file | FileCheck %s --check-prefix=LLVM

// LLVM-NOT: memref.

// CHECK: #[[$PRODUCT:.+]] = affine_map<()[s0, s1] -> (s0 * s1)>

// CHECK-LABEL: func.func @contiguous
// CHECK-SAME: (%[[LIST:.*]]: memref<?xf32>, %[[A:.*]]: index, %[[B:.*]]: index, %[[C:.*]]: index)
// CHECK: %[[ROW:.*]] = affine.apply #[[$PRODUCT]]()[%[[C]], %[[B]]]
// CHECK: memref.reinterpret_cast %[[LIST]] to offset: [0], sizes: [%[[A]], %[[B]], %[[C]]], strides: [%[[ROW]], %[[C]], 1] : memref<?xf32> to memref<?x?x?xf32>
func.func @contiguous(%list: memref<?xf32>, %a: index, %b: index, %c: index) -> memref<?x?x?xf32> {
  %0 = memref.expand_shape %list [[0, 1, 2]] output_shape [%a, %b, %c] : memref<?xf32> into memref<?x?x?xf32>
  return %0 : memref<?x?x?xf32>
}

// -----

// CHECK: #[[TRIPLE:.+]] = affine_map<()[s0, s1] -> ((s0 * s1) * 3)>
// Strides of the source, and a static size between unknown ones.
// CHECK-LABEL: func.func @strided
// CHECK-SAME: (%[[LIST:.*]]: memref<?x2xf32, strided<[?, ?], offset: ?>>, %[[A:.*]]: index, %[[B:.*]]: index)
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[LIST]]
// CHECK: %[[MIDDLE:.*]] = affine.apply #{{.*}}()[%[[STRIDES]]#0, %[[B]]]
// CHECK: %[[OUTER:.*]] = affine.apply #[[TRIPLE]]()[%[[STRIDES]]#0, %[[B]]]
// CHECK: memref.reinterpret_cast %[[LIST]] to offset: [%[[OFFSET]]], sizes: [%[[A]], 3, %[[B]], 2], strides: [%[[OUTER]], %[[MIDDLE]], %[[STRIDES]]#0, %[[STRIDES]]#1]
func.func @strided(%list: memref<?x2xf32, strided<[?, ?], offset: ?>>, %a: index, %b: index) -> memref<?x3x?x2xf32, strided<[?, ?, ?, ?], offset: ?>> {
  %0 = memref.expand_shape %list [[0, 1, 2], [3]] output_shape [%a, 3, %b, 2] : memref<?x2xf32, strided<[?, ?], offset: ?>> into memref<?x3x?x2xf32, strided<[?, ?, ?, ?], offset: ?>>
  return %0 : memref<?x3x?x2xf32, strided<[?, ?, ?, ?], offset: ?>>
}

// -----

// Upstream lowers a shape with one unknown size.
// CHECK-LABEL: func.func @one
// CHECK: memref.expand_shape
func.func @one(%list: memref<?xf32>, %a: index) -> memref<?x4xf32> {
  %0 = memref.expand_shape %list [[0, 1]] output_shape [%a, 4] : memref<?xf32> into memref<?x4xf32>
  return %0 : memref<?x4xf32>
}
