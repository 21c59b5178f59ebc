// RUN: reduce-opt %s --pass-pipeline='builtin.module(reduce-attach-vector-target{facts=vector_bits=512,accumulators=16,mask_registers=true},func.func(reduce-outer-first,reduce-vectorize,canonicalize),reduce-bufferize-function-boundaries,func.func(canonicalize),reduce-bufferize-functions,func.func(canonicalize,cse))' | FileCheck %s

// A slice of whole rows is one run of memory, although the type of its memref
// does not say so. It is collapsed without a copy.

#all = affine_map<(row, column) -> (row, column)>
#kept = affine_map<(row, column) -> (row)>

// CHECK-LABEL: func @rows(
// CHECK-SAME:      %[[DATA:[^ ]*]]: memref<?x?xf32>
// CHECK-NOT: memref.alloc(
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[DATA]] {{\[}}[0, 1]]
// CHECK: memref.subview %[[FLAT]]
// CHECK-NOT: memref.alloc(
func.func @rows(%data: tensor<?x?xf32>, %first: index, %count: index) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %columns = tensor.dim %data, %c1 : tensor<?x?xf32>
  %slice = tensor.extract_slice %data[%first, 0] [%count, %columns] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %empty = tensor.empty(%count) : tensor<?xf32>
  %infinity = arith.constant 0x7F800000 : f32
  %init = linalg.fill ins(%infinity : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%slice : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The rows of a slice of middle dimensions are runs, which -reduce-outer-first
// joins: their dimensions in the source are collapsed.

#all4 = affine_map<(a, b, c, d) -> (a, b, c, d)>
#kept4 = affine_map<(a, b, c, d) -> (a, c)>

// CHECK-LABEL: func @middle(
// CHECK-SAME:      %[[DATA:[^ ]*]]: memref<?x?x?x?xf32>
// CHECK-NOT: memref.alloc(
// CHECK: %[[JOINED:.*]] = memref.collapse_shape %[[DATA]] {{\[}}[0], [1], [2, 3]]
// CHECK: memref.subview %[[JOINED]]
// CHECK-NOT: memref.alloc(
func.func @middle(%data: tensor<?x?x?x?xf32>, %first: index, %count: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %d0 = tensor.dim %data, %c0 : tensor<?x?x?x?xf32>
  %d1 = tensor.dim %data, %c1 : tensor<?x?x?x?xf32>
  %d3 = tensor.dim %data, %c3 : tensor<?x?x?x?xf32>
  %slice = tensor.extract_slice %data[0, 0, %first, 0] [%d0, %d1, %count, %d3] [1, 1, 1, 1]
      : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %empty = tensor.empty(%d0, %count) : tensor<?x?xf32>
  %infinity = arith.constant 0x7F800000 : f32
  %init = linalg.fill ins(%infinity : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#all4, #kept4],
                       iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%slice : tensor<?x?x?x?xf32>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Rows with gaps are no runs: they are not joined.

// CHECK-LABEL: func @gaps(
// CHECK-NOT: memref.alloc(
// CHECK-NOT: memref.collapse_shape
// CHECK: return
func.func @gaps(%data: tensor<?x?x?x?xf32>, %first: index, %count: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %data, %c0 : tensor<?x?x?x?xf32>
  %d1 = tensor.dim %data, %c1 : tensor<?x?x?x?xf32>
  %d2 = tensor.dim %data, %c2 : tensor<?x?x?x?xf32>
  %slice = tensor.extract_slice %data[0, 0, 0, %first] [%d0, %d1, %d2, %count] [1, 1, 1, 1]
      : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
  %empty = tensor.empty(%d0, %d2) : tensor<?x?xf32>
  %infinity = arith.constant 0x7F800000 : f32
  %init = linalg.fill ins(%infinity : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#all4, #kept4],
                       iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%slice : tensor<?x?x?x?xf32>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
