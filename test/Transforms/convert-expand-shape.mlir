// RUN: reduce-opt %s --reduce-convert-expand-shape | FileCheck %s
// RUN: reduce-opt %s --reduce-convert-expand-shape --expand-strided-metadata | FileCheck %s --check-prefix=UPSTREAM

// UPSTREAM-NOT: memref.expand_shape

// CHECK-LABEL: func.func @contiguous
// CHECK-SAME: %[[DATA:.*]]: memref<?x4xf32>, %[[M:.*]]: index, %[[N:.*]]: index)
// CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[DATA]]
// CHECK: %[[STRIDE:.*]] = arith.muli %{{.*}}, %[[N]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[M]], %[[N]], 4], strides: [%[[STRIDE]], 4, 1] : memref<f32> to memref<?x?x4xf32>
func.func @contiguous(%data: memref<?x4xf32>, %m: index, %n: index) -> memref<?x?x4xf32> {
  %0 = memref.expand_shape %data [[0, 1], [2]] output_shape [%m, %n, 4] : memref<?x4xf32> into memref<?x?x4xf32>
  return %0 : memref<?x?x4xf32>
}

// CHECK-LABEL: func.func @strided
// CHECK-SAME: %[[DATA:[^ ]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[M:.*]]: index, %[[N:.*]]: index)
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}, %[[STRIDE0:.*]] = memref.extract_strided_metadata %[[DATA]]
// CHECK: %[[STRIDE1:.*]] = arith.muli %[[STRIDE0]], %[[N]]
// CHECK: %[[STRIDE2:.*]] = arith.muli %[[STRIDE1]], %c2
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%[[M]], 2, %[[N]]], strides: [%[[STRIDE2]], %[[STRIDE1]], %[[STRIDE0]]]
func.func @strided(%data: memref<?xf32, strided<[?], offset: ?>>, %m: index, %n: index) -> memref<?x2x?xf32, strided<[?, ?, ?], offset: ?>> {
  %0 = memref.expand_shape %data [[0, 1, 2]] output_shape [%m, 2, %n] : memref<?xf32, strided<[?], offset: ?>> into memref<?x2x?xf32, strided<[?, ?, ?], offset: ?>>
  return %0 : memref<?x2x?xf32, strided<[?, ?, ?], offset: ?>>
}

// Upstream's pass knows one unknown size in each group.
// CHECK-LABEL: func.func @known
// CHECK: memref.expand_shape
func.func @known(%data: memref<?x?xf32>, %m: index, %n: index) -> memref<?x2x?x1xf32> {
  %0 = memref.expand_shape %data [[0, 1], [2, 3]] output_shape [%m, 2, %n, 1] : memref<?x?xf32> into memref<?x2x?x1xf32>
  return %0 : memref<?x2x?x1xf32>
}
