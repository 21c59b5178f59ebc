// RUN: reduce-opt %s --reduce-lower-copy | FileCheck %s
// RUN: reduce-opt %s --reduce-lower-copy --convert-linalg-to-loops --finalize-memref-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK: #[[$ID:.+]] = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @from_strided
// CHECK-SAME: (%[[FROM:.*]]: memref<4xf32, strided<[2]>>, %[[TO:.*]]: memref<4xf32>)
// CHECK-NOT: memref.copy
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ID]]], iterator_types = ["parallel"]} ins(%[[FROM]] : memref<4xf32, strided<[2]>>) outs(%[[TO]] : memref<4xf32>)
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[IN]] : f32
// CHECK-NOT: memref.copy
// CHECK: return
func.func @from_strided(%from: memref<4xf32, strided<[2]>>, %to: memref<4xf32>) {
  memref.copy %from, %to : memref<4xf32, strided<[2]>> to memref<4xf32>
  return
}

// CHECK-LABEL: func.func @to_strided
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]}
// CHECK-NOT: memref.copy
func.func @to_strided(%from: memref<?x3xi64>, %to: memref<?x3xi64, strided<[?, ?], offset: ?>>) {
  memref.copy %from, %to : memref<?x3xi64> to memref<?x3xi64, strided<[?, ?], offset: ?>>
  return
}

// CHECK-LABEL: func.func @scalar
// CHECK: linalg.generic {{.*}} iterator_types = []}
// CHECK-NOT: memref.copy
func.func @scalar(%from: memref<f32, strided<[], offset: ?>>, %to: memref<f32>) {
  memref.copy %from, %to : memref<f32, strided<[], offset: ?>> to memref<f32>
  return
}

// Upstream lowers these to LLVM's memcpy, and calls no library for any
// remaining ranked memref.
// CHECK-LABEL: func.func @contiguous
// CHECK-NOT: linalg.generic
// CHECK-COUNT-5: memref.copy
// LLVM-LABEL: func.func @contiguous
// LLVM-NOT: call
// LLVM-COUNT-5: llvm.intr.memcpy
// LLVM: return
func.func @contiguous(%from: memref<?x4xf32>, %to: memref<?x4xf32>, %bits: memref<10xi1>, %pairs: memref<10xcomplex<f32>>, %odd: memref<10xi24>, %scalar: memref<f32>) {
  memref.copy %from, %to : memref<?x4xf32> to memref<?x4xf32>
  memref.copy %bits, %bits : memref<10xi1> to memref<10xi1>
  memref.copy %pairs, %pairs : memref<10xcomplex<f32>> to memref<10xcomplex<f32>>
  memref.copy %odd, %odd : memref<10xi24> to memref<10xi24>
  memref.copy %scalar, %scalar : memref<f32> to memref<f32>
  return
}

// CHECK-LABEL: func.func @unranked
// CHECK-NOT: linalg.generic
// CHECK: memref.copy
// LLVM-LABEL: func.func @unranked
// LLVM: call @memrefCopy
func.func @unranked(%from: memref<*xf32>, %to: memref<4xf32>) {
  memref.copy %from, %to : memref<*xf32> to memref<4xf32>
  return
}

// So is a run of a known size in larger memory.
// CHECK-LABEL: func.func @part
// CHECK: memref.copy
// CHECK: linalg.generic
// CHECK-NOT: memref.copy
// LLVM-LABEL: func.func @part
// LLVM: llvm.intr.memcpy
// LLVM-NOT: llvm.intr.memcpy
func.func @part(%from: memref<2x8xf32, strided<[8, 1], offset: ?>>, %to: memref<2x8xf32>,
                %gaps: memref<2x8xf32, strided<[9, 1], offset: ?>>) {
  memref.copy %from, %to : memref<2x8xf32, strided<[8, 1], offset: ?>> to memref<2x8xf32>
  memref.copy %gaps, %to : memref<2x8xf32, strided<[9, 1], offset: ?>> to memref<2x8xf32>
  return
}
