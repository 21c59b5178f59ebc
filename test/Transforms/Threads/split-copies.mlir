// RUN: reduce-opt %s --reduce-split-copies='min-bytes=1024 part-bytes=512' --canonicalize | FileCheck %s
// RUN: reduce-opt %s --reduce-split-copies | FileCheck %s --check-prefix=SMALL
// RUN: not reduce-opt %s --reduce-split-copies=part-bytes=0 2>&1 | FileCheck %s --check-prefix=ZERO

// SMALL-LABEL: func.func @known
// SMALL-NOT: scf.parallel
// SMALL-LABEL: func.func @unknown
// ZERO: error: option 'part-bytes' of 'reduce-split-copies' must not be 0

// 1100 bytes: two parts of 128 elements, and the last 128 elements.
// CHECK-LABEL: func.func @known
// CHECK-DAG: %[[FROM:.*]] = memref.collapse_shape %arg0 {{\[}}[0, 1]] : memref<11x25xf32> into memref<275xf32>
// CHECK-DAG: %[[TO:.*]] = memref.collapse_shape %arg1
// CHECK: scf.parallel (%[[PART:.*]]) = (%c0) to (%c2) step (%c1) {
// CHECK:   %[[FIRST:.*]] = arith.muli %[[PART]], %c128
// CHECK:   %[[SOURCE:.*]] = memref.subview %[[FROM]][%[[FIRST]]] [128] [1]
// CHECK:   %[[TARGET:.*]] = memref.subview %[[TO]][%[[FIRST]]] [128] [1]
// CHECK:   memref.copy %[[SOURCE]], %[[TARGET]]
// CHECK: memref.subview %[[FROM]][147] [128] [1]
// CHECK: memref.copy
// CHECK-NOT: memref.copy
func.func @known(%from: memref<11x25xf32>, %to: memref<11x25xf32>) {
  memref.copy %from, %to : memref<11x25xf32> to memref<11x25xf32>
  return
}

// No element is left.
// CHECK-LABEL: func.func @whole_parts
// CHECK-COUNT-1: memref.copy
// CHECK-NOT: memref.copy
func.func @whole_parts(%from: memref<4096xi8>, %to: memref<4096xi8>) {
  memref.copy %from, %to : memref<4096xi8> to memref<4096xi8>
  return
}

// The size is known only at run time.
// CHECK-LABEL: func.func @unknown
// CHECK-DAG: %[[ROWS:.*]] = memref.dim %arg0, %c0
// CHECK-DAG: %[[COLUMNS:.*]] = memref.dim %arg0, %c1
// CHECK: %[[SIZE:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK: %[[IS_LARGE:.*]] = arith.cmpi uge, %[[SIZE]], %c128
// CHECK: scf.if %[[IS_LARGE]] {
// CHECK:   scf.parallel
// CHECK:     memref.subview %{{.*}}[%{{.*}}] [64] [1]
// CHECK:   memref.copy
// CHECK: } else {
// CHECK:   memref.copy %arg0, %arg1
func.func @unknown(%from: memref<?x?xf64>, %to: memref<?x?xf64>) {
  memref.copy %from, %to : memref<?x?xf64> to memref<?x?xf64>
  return
}

// CHECK-LABEL: func.func @others
// CHECK-COUNT-4: memref.copy %arg
func.func @others(%small: memref<10xf32>, %to_small: memref<10xf32>, %scalar: memref<f32>,
                  %to_scalar: memref<f32>, %gaps: memref<999xf32, strided<[2]>>,
                  %from: memref<999xf32>, %to: memref<999xf32>) {
  memref.copy %small, %to_small : memref<10xf32> to memref<10xf32>
  memref.copy %scalar, %to_scalar : memref<f32> to memref<f32>
  memref.copy %gaps, %to : memref<999xf32, strided<[2]>> to memref<999xf32>
  scf.forall (%i) in (4) {
    memref.copy %from, %to : memref<999xf32> to memref<999xf32>
  }
  return
}
