// RUN: reduce-opt %s --reduce-lower-copy | FileCheck %s

// CHECK-DAG: #[[$ID:.+]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[$SIXTEEN:.+]] = affine_map<()[s0] -> (s0 * 16)>

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

// CHECK-LABEL: func.func @contiguous
// CHECK-SAME: (%[[FROM:.*]]: memref<?x4xf32>, %[[TO:.*]]: memref<?x4xf32>)
// CHECK: %[[SIZE:.*]] = memref.dim %[[FROM]]
// CHECK: %[[BYTES:.*]] = affine.apply #[[$SIXTEEN]]()[%[[SIZE]]]
// CHECK: %[[COUNT:.*]] = arith.index_cast %[[BYTES]] : index to i64
// CHECK: %[[FROM_INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[FROM]]
// CHECK: %[[FROM_INTEGER:.*]] = arith.index_cast %[[FROM_INDEX]]
// CHECK: %[[FROM_POINTER:.*]] = llvm.inttoptr %[[FROM_INTEGER]]
// CHECK: %[[TO_INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[TO]]
// CHECK: %[[TO_INTEGER:.*]] = arith.index_cast %[[TO_INDEX]]
// CHECK: %[[TO_POINTER:.*]] = llvm.inttoptr %[[TO_INTEGER]]
// CHECK: "llvm.intr.memcpy"(%[[TO_POINTER]], %[[FROM_POINTER]], %[[COUNT]]) <{isVolatile = false}>
// CHECK-NOT: memref.copy
func.func @contiguous(%from: memref<?x4xf32>, %to: memref<?x4xf32>) {
  memref.copy %from, %to : memref<?x4xf32> to memref<?x4xf32>
  return
}

// CHECK-LABEL: func.func @unranked
// CHECK-NOT: linalg.generic
// CHECK: memref.copy
func.func @unranked(%from: memref<*xf32>, %to: memref<4xf32>) {
  memref.copy %from, %to : memref<*xf32> to memref<4xf32>
  return
}

// Elements of odd widths are further apart than their bytes are many, and memory
// of another kind has another instruction: these have loops.
// CHECK-LABEL: func.func @odd
// CHECK-COUNT-6: linalg.generic
// CHECK-NOT: llvm.intr.memcpy
// CHECK: return
func.func @odd(%i24: memref<10xi24>, %f80: memref<10xf80>, %bits: memref<10xvector<12xi1>>, %scalable: memref<10xvector<[4]xf32>>, %memrefs: memref<10xmemref<4xf32>>, %plain: memref<10xf32>, %other: memref<10xf32, 3>) {
  memref.copy %i24, %i24 : memref<10xi24> to memref<10xi24>
  memref.copy %f80, %f80 : memref<10xf80> to memref<10xf80>
  memref.copy %bits, %bits : memref<10xvector<12xi1>> to memref<10xvector<12xi1>>
  memref.copy %scalable, %scalable : memref<10xvector<[4]xf32>> to memref<10xvector<[4]xf32>>
  memref.copy %memrefs, %memrefs : memref<10xmemref<4xf32>> to memref<10xmemref<4xf32>>
  memref.copy %plain, %other : memref<10xf32> to memref<10xf32, 3>
  return
}

// CHECK-LABEL: func.func @pairs
// CHECK: %[[BYTES:.*]] = arith.constant 80 : index
// CHECK: llvm.intr.memcpy
func.func @pairs(%from: memref<10xcomplex<f32>>, %to: memref<10xcomplex<f32>>) {
  memref.copy %from, %to : memref<10xcomplex<f32>> to memref<10xcomplex<f32>>
  return
}
