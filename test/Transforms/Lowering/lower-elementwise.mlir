// RUN: reduce-opt %s --reduce-lower-elementwise | FileCheck %s

// CHECK-DAG: #[[$ANNOTATION:.*]] = #llvm.loop_annotation<vectorize = #[[$VECTORIZE:.*]]>
// CHECK-DAG: #[[$VECTORIZE]] = #llvm.loop_vectorize<disable = false>

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#column = affine_map<(i, j) -> (i)>
#transposed = affine_map<(i, j) -> (j, i)>

// Contiguous memrefs have one loop.
// CHECK-LABEL: func.func @contiguous
// CHECK-SAME: (%[[A:.*]]: memref<?x7xf32>, %[[B:.*]]: memref<20x7xf32>)
// CHECK-DAG: memref.collapse_shape %[[A]] {{\[}}[0, 1]] : memref<?x7xf32> into memref<?xf32>
// CHECK-DAG: %[[TO:.*]] = memref.collapse_shape %[[B]] {{\[}}[0, 1]] : memref<20x7xf32> into memref<140xf32>
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: memref.store %[[SUM]], %[[TO]][%{{.*}}] : memref<140xf32>
// CHECK: } {llvm.loop_annotation = #[[$ANNOTATION]]}
// CHECK-NEXT: return
func.func @contiguous(%a: memref<?x7xf32>, %b: memref<20x7xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x7xf32>) outs(%b : memref<20x7xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.addf %x, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// The innermost loop reads rows, or the same element again and again.
// CHECK-LABEL: func.func @broadcast
// CHECK: scf.for
// CHECK: scf.for
// CHECK: } {llvm.loop_annotation = #[[$ANNOTATION]]}
// CHECK-NEXT: }{{$}}
func.func @broadcast(%row: memref<7xf32>, %column: memref<?xf32>, %scalar: f32, %b: memref<?x7xf32>) {
  linalg.generic {indexing_maps = [#row, #column, affine_map<(i, j) -> ()>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%row, %column, %scalar : memref<7xf32>, memref<?xf32>, f32) outs(%b : memref<?x7xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.mulf %0, %z : f32
    linalg.yield %1 : f32
  }
  return
}

// Rows with gaps between them.
// CHECK-LABEL: func.func @rows
// CHECK: scf.for
// CHECK: scf.for
// CHECK: } {llvm.loop_annotation = #[[$ANNOTATION]]}
func.func @rows(%a: memref<?x7xf32, strided<[?, 1], offset: ?>>, %b: memref<?x7xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x7xf32, strided<[?, 1], offset: ?>>) outs(%b : memref<?x7xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  }
  return
}

// Elements that are apart: vectors would be gathered.
// CHECK-LABEL: func.func @strided
// CHECK: scf.for
// CHECK-NOT: llvm.loop_annotation
func.func @strided(%a: memref<?xf32, strided<[?], offset: ?>>, %b: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : memref<?xf32, strided<[?], offset: ?>>) outs(%b : memref<?xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK-LABEL: func.func @transposed
// CHECK: scf.for
// CHECK-NOT: llvm.loop_annotation
func.func @transposed(%a: memref<?x?xf32>, %b: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#transposed, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<?x?xf32>) outs(%b : memref<?x?xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  }
  return
}

// Indices are those of the loops.
// CHECK-LABEL: func.func @indices
// CHECK: scf.for %[[I:.*]] = {{.*}} {
// CHECK: scf.for %[[J:.*]] = {{.*}} {
// CHECK: arith.addi %[[I]], %[[J]]
// CHECK-NOT: llvm.loop_annotation
func.func @indices(%b: memref<?x?xindex>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%b : memref<?x?xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = arith.addi %i, %j : index
    linalg.yield %0 : index
  }
  return
}

// CHECK-LABEL: func.func @scalars
// CHECK: memref.load
// CHECK: memref.store
// CHECK-NEXT: return
func.func @scalars(%a: memref<f32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a : memref<f32>) outs(%b : memref<f32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK-LABEL: func.func @fill
// CHECK: scf.for
// CHECK: } {llvm.loop_annotation = #[[$ANNOTATION]]}
func.func @fill(%b: memref<?xf32>, %value: f32) {
  linalg.fill ins(%value : f32) outs(%b : memref<?xf32>)
  return
}

// Reductions and tensors are not for this pass.
// CHECK-LABEL: func.func @reduction
// CHECK: linalg.generic
func.func @reduction(%a: memref<?xf32>, %b: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : memref<?xf32>) outs(%b : memref<f32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = arith.minimumf %x, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// CHECK-LABEL: func.func @tensors
// CHECK: linalg.generic
func.func @tensors(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
