// RUN: reduce-opt %s --reduce-lower-copy | FileCheck %s
// RUN: reduce-opt %s --reduce-lower-copy --convert-linalg-to-loops --finalize-memref-to-llvm | FileCheck %s --check-prefix=LLVM

// RUN: reduce-opt %s --pass-pipeline='builtin.module(reduce-attach-vector-target{facts=vector_bits=128},func.func(reduce-lower-copy{min-vector-bytes=256}))' | FileCheck %s --implicit-check-not=vector.
// RUN: reduce-opt %s --pass-pipeline='builtin.module(reduce-attach-vector-target{facts=vector_bits=256},func.func(reduce-lower-copy{min-vector-bytes=256}))' | FileCheck %s --check-prefix=VECTORS

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

// Copies of known size become loops if they are large: over two vectors of two
// machine vectors each. The last iteration ends with the memory.
// CHECK-LABEL: func.func @large
// CHECK-COUNT-6: memref.copy
// LLVM-LABEL: func.func @large
// VECTORS-LABEL: func.func @large
// VECTORS-SAME: (%[[FROM:.*]]: memref<5x15xi32>
// VECTORS: %[[FLAT:.*]] = memref.collapse_shape %[[FROM]] {{\[}}[0, 1]] : memref<5x15xi32> into memref<75xi32>
// VECTORS: %[[TO:.*]] = memref.collapse_shape %{{.*}} {{\[}}[0, 1]] : memref<5x15xi32> into memref<75xi32>
// VECTORS: %[[WIDTH:.*]] = arith.constant 16 : index
// VECTORS: %[[LAST:.*]] = arith.constant 43 : index
// VECTORS: scf.for %[[I:.*]] = %{{.*}} to %c75 step %c32 {
// VECTORS:   %[[FIRST:.*]] = arith.minui %[[I]], %[[LAST]] : index
// VECTORS:   %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[WIDTH]] : index
// VECTORS:   %[[FRONT:.*]] = vector.load %[[FLAT]][%[[FIRST]]] : memref<75xi32>, vector<16xi32>
// VECTORS:   %[[BACK:.*]] = vector.load %[[FLAT]][%[[SECOND]]] : memref<75xi32>, vector<16xi32>
// VECTORS:   vector.store %[[FRONT]], %[[TO]][%[[FIRST]]]
// VECTORS:   vector.store %[[BACK]], %[[TO]][%[[SECOND]]]
// Smaller ones, those of unknown size, with strides or of elements that vectors do
// not hold stay.
// VECTORS-NOT: scf.for
// VECTORS-COUNT-5: memref.copy
// VECTORS: return
func.func @large(%from: memref<5x15xi32>, %to: memref<75xi32>, %flat: memref<75xi32>,
                 %small: memref<63xi32>, %unknown: memref<?xi32>, %bits: memref<9000xi1>,
                 %part: memref<75xi32, strided<[1], offset: ?>>, %sizes: memref<64xindex>) {
  %run = memref.expand_shape %to [[0, 1]] output_shape [5, 15] : memref<75xi32> into memref<5x15xi32>
  memref.copy %from, %run : memref<5x15xi32> to memref<5x15xi32>
  memref.copy %small, %small : memref<63xi32> to memref<63xi32>
  memref.copy %unknown, %unknown : memref<?xi32> to memref<?xi32>
  memref.copy %bits, %bits : memref<9000xi1> to memref<9000xi1>
  memref.copy %part, %flat : memref<75xi32, strided<[1], offset: ?>> to memref<75xi32>
  memref.copy %sizes, %sizes : memref<64xindex> to memref<64xindex>
  return
}
