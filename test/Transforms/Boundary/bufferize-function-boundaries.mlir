// RUN: reduce-opt %s --reduce-bufferize-function-boundaries --split-input-file | FileCheck %s

// Attributes are kept; types other than tensors are unchanged.
// CHECK-LABEL: func.func @boundary(
// CHECK-SAME: %[[DATA:.*]]: memref<2x0xf32> {reduce.name = "x"}, %[[SCALAR:.*]]: f32,
// CHECK-SAME: %[[OUT:.*]]: memref<2x0xf32> {bufferize.result, reduce.dim_params = ["N", ""], reduce.name = "y"}) -> (f32 {reduce.name = "z"})
// CHECK-NEXT: %[[TENSOR:.*]] = bufferization.to_tensor %[[DATA]] restrict : memref<2x0xf32> to tensor<2x0xf32>
// CHECK-NEXT: bufferization.materialize_in_destination %[[TENSOR]] in restrict writable %[[OUT]] : (tensor<2x0xf32>, memref<2x0xf32>) -> ()
// CHECK-NEXT: return %[[SCALAR]] : f32
func.func @boundary(%data: tensor<2x0xf32> {reduce.name = "x"}, %scalar: f32)
    -> (tensor<2x0xf32> {reduce.name = "y", reduce.dim_params = ["N", ""]}, f32 {reduce.name = "z"}) {
  return %data, %scalar : tensor<2x0xf32>, f32
}

// CHECK-LABEL: func.func private @strided
// CHECK-SAME: %{{.*}}: memref<2x3xf32, strided<[?, ?], offset: ?>>, %{{.*}}: memref<f32, strided<[], offset: ?>>
// CHECK-SAME: %{{.*}}: memref<2x3xf32, strided<[?, ?], offset: ?>> {bufferize.result}
func.func private @strided(%data: tensor<2x3xf32>, %scalar: tensor<f32>) -> tensor<2x3xf32> attributes {reduce.layout = #reduce.layout<strided>} {
  return %data : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @rows
// CHECK-SAME: %{{.*}}: memref<2x3xf32, strided<[?, 1], offset: ?>>, %{{.*}}: memref<?xi64, strided<[1], offset: ?>>, %{{.*}}: memref<f32, strided<[], offset: ?>>
// CHECK-SAME: %{{.*}}: memref<2x3xf32> {bufferize.result}
func.func private @rows(%data: tensor<2x3xf32>, %axes: tensor<?xi64>, %scalar: tensor<f32>) -> tensor<2x3xf32> attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  return %data : tensor<2x3xf32>
}

// CHECK-LABEL: func.func private @external(tensor<4xf32>) -> tensor<4xf32>
func.func private @external(tensor<4xf32>) -> tensor<4xf32>

// CHECK-LABEL: func.func @scalars(%{{.*}}: f32) -> f32
func.func @scalars(%scalar: f32) -> f32 {
  return %scalar : f32
}

//===----------------------------------------------------------------------===//
// Results are computed in their arguments
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @fill
// CHECK-NOT: tensor.empty
// CHECK: %[[FIRST:.*]] = bufferization.to_tensor %[[OUT:.*]] restrict writable : memref<4xf32> to tensor<4xf32>
// CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[FIRST]] : tensor<4xf32>)
// CHECK: bufferization.materialize_in_destination %[[FILL]] in restrict writable %[[OUT]]
func.func @fill(%value: f32) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %fill : tensor<4xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK-NOT: tensor.empty
// CHECK: %[[FIRST:.*]] = bufferization.to_tensor %{{.*}} restrict writable
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
func.func @loop(%value: f32, %lower: index, %upper: index, %step: index) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = scf.for %i = %lower to %upper step %step iter_args(%tensor = %empty) -> tensor<4xf32> {
    %inserted = tensor.insert %value into %tensor[%i] : tensor<4xf32>
    scf.yield %inserted : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @reshapes
// CHECK-SAME: %[[OUT:[^ ]*]]: memref<1x6xf32> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK: %[[COLLAPSED:.*]] = memref.collapse_shape %[[OUT]] {{\[\[}}0, 1]] : memref<1x6xf32> into memref<6xf32>
// CHECK: %[[VIEW:.*]] = memref.expand_shape %[[COLLAPSED]] {{\[\[}}0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32>
// CHECK: %[[FIRST:.*]] = bufferization.to_tensor %[[VIEW]] restrict writable : memref<2x3xf32> to tensor<2x3xf32>
// CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[FIRST]] : tensor<2x3xf32>)
// CHECK: bufferization.materialize_in_destination %[[FILL]] in restrict writable %[[VIEW]]
func.func @reshapes(%value: f32) -> tensor<1x6xf32> {
  %empty = tensor.empty() : tensor<2x3xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %collapsed = tensor.collapse_shape %fill [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %expanded = tensor.expand_shape %collapsed [[0, 1]] output_shape [1, 6] : tensor<6xf32> into tensor<1x6xf32>
  return %expanded : tensor<1x6xf32>
}

// A reshape in the middle of such a computation uses the reshaped memory; the
// argument must hold the last value.
// CHECK-LABEL: func.func @reshape_between
// CHECK-SAME: %[[OUT:[^ ]*]]: memref<6x1xf32> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK: %[[COLLAPSED:.*]] = memref.collapse_shape %[[OUT]] {{\[\[}}0, 1]]
// CHECK: %[[VIEW:.*]] = memref.expand_shape %[[COLLAPSED]] {{\[\[}}0, 1]] output_shape [2, 3]
// CHECK: %[[FIRST:.*]] = bufferization.to_tensor %[[VIEW]] restrict writable
// CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[FIRST]] : tensor<2x3xf32>)
// CHECK: %[[MIDDLE:.*]] = tensor.collapse_shape %[[FILL]]
// CHECK: %[[SUM:.*]] = linalg.map { arith.addf } {{.*}} outs(%[[MIDDLE]] : tensor<6xf32>)
// CHECK: bufferization.materialize_in_destination %[[SUM]] in restrict writable %[[COLLAPSED]]
func.func @reshape_between(%data: tensor<6xf32>, %value: f32) -> tensor<6x1xf32> {
  %empty = tensor.empty() : tensor<2x3xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %collapsed = tensor.collapse_shape %fill [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  %sum = linalg.map { arith.addf } ins(%data, %data : tensor<6xf32>, tensor<6xf32>) outs(%collapsed : tensor<6xf32>)
  %expanded = tensor.expand_shape %sum [[0, 1]] output_shape [6, 1] : tensor<6xf32> into tensor<6x1xf32>
  return %expanded : tensor<6x1xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[OUT:[^ ]*]]: memref<?x?xf32> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK: %[[BASE:.*]], %{{.*}}, %[[SIZES:.*]]:2, %{{.*}}:2 = memref.extract_strided_metadata %[[OUT]]
// CHECK: %[[CAST:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[SIZES]]#0, 1], strides: [1, 1] : memref<f32> to memref<?x1xf32>
// CHECK: %[[VIEW:.*]] = memref.collapse_shape %[[CAST]] {{\[\[}}0, 1]] : memref<?x1xf32> into memref<?xf32>
// CHECK: %[[FIRST:.*]] = bufferization.to_tensor %[[VIEW]] restrict writable
// CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[FIRST]] : tensor<?xf32>)
// CHECK: bufferization.materialize_in_destination %[[FILL]] in restrict writable %[[VIEW]]
func.func @dynamic(%size: index, %value: f32) -> tensor<?x?xf32> {
  %empty = tensor.empty(%size) : tensor<?xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %expanded = tensor.expand_shape %fill [[0, 1]] output_shape [%size, 1] : tensor<?xf32> into tensor<?x1xf32>
  %cast = tensor.cast %expanded : tensor<?x1xf32> to tensor<?x?xf32>
  return %cast : tensor<?x?xf32>
}

// The inverse of a collapse uses the first buffer's sizes.
// CHECK-LABEL: func.func @dynamic_collapse(
// CHECK-SAME: %[[M:[^ ]*]]: index, %[[N:[^ ]*]]: index,
// CHECK-SAME: %[[OUT:[^ ]*]]: memref<?x1xf32> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK: %[[COLLAPSED:.*]] = memref.collapse_shape %[[OUT]] {{\[\[}}0, 1]] : memref<?x1xf32> into memref<?xf32>
// CHECK: %[[VIEW:.*]] = memref.expand_shape %[[COLLAPSED]] {{\[\[}}0, 1, 2]] output_shape [%[[M]], 2, %[[N]]] : memref<?xf32> into memref<?x2x?xf32>
// CHECK: bufferization.to_tensor %[[VIEW]] restrict writable
func.func @dynamic_collapse(%m: index, %n: index, %size: index, %value: f32) -> tensor<?x1xf32> {
  %empty = tensor.empty(%m, %n) : tensor<?x2x?xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<?x2x?xf32>) -> tensor<?x2x?xf32>
  %collapsed = tensor.collapse_shape %fill [[0, 1, 2]] : tensor<?x2x?xf32> into tensor<?xf32>
  %expanded = tensor.expand_shape %collapsed [[0, 1]] output_shape [%size, 1] : tensor<?xf32> into tensor<?x1xf32>
  return %expanded : tensor<?x1xf32>
}

// Intermediate sizes are not known where the first buffer is created: a copy.
// CHECK-LABEL: func.func @dynamic_collapse_between
// CHECK: tensor.empty
// CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %{{.*}} : (tensor<?xf32>, memref<?xf32>) -> ()
func.func @dynamic_collapse_between(%m: index, %n: index, %value: f32) -> tensor<?xf32> {
  %empty = tensor.empty(%m) : tensor<?xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %expanded = tensor.expand_shape %fill [[0, 1]] output_shape [2, %n] : tensor<?xf32> into tensor<2x?xf32>
  %collapsed = tensor.collapse_shape %expanded [[0, 1]] : tensor<2x?xf32> into tensor<?xf32>
  return %collapsed : tensor<?xf32>
}

// CHECK-LABEL: func.func @branches
// CHECK-SAME: %[[OUT:[^ ]*]]: memref<4xf32> {bufferize.result})
// CHECK: bufferization.to_tensor %[[OUT]] restrict writable
// CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %[[OUT]]
// CHECK-NEXT: return
// CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %[[OUT]]
// CHECK-NEXT: return
func.func @branches(%condition: i1, %value: f32, %data: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %condition, ^filled, ^copied
^filled:
  %empty = tensor.empty() : tensor<4xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %fill : tensor<4xf32>
^copied:
  return %data : tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Shared first buffers
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @shared_empty
// CHECK-SAME: %[[OUT0:[^ ]*]]: memref<4xf32> {bufferize.result}, %[[OUT1:[^ ]*]]: memref<4xf32> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK-DAG: %[[FIRST0:.*]] = bufferization.to_tensor %[[OUT0]] restrict writable
// CHECK-DAG: %[[FIRST1:.*]] = bufferization.to_tensor %[[OUT1]] restrict writable
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[FIRST0]] : tensor<4xf32>)
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[FIRST1]] : tensor<4xf32>)
func.func @shared_empty(%a: f32, %b: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%a : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.fill ins(%b : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @shared_fill
// CHECK-SAME: %[[OUT0:[^ ]*]]: memref<4xf32> {bufferize.result}, %[[OUT1:[^ ]*]]: memref<4xf32> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK-DAG: %[[FIRST0:.*]] = bufferization.to_tensor %[[OUT0]] restrict writable
// CHECK-DAG: %[[FIRST1:.*]] = bufferization.to_tensor %[[OUT1]] restrict writable
// CHECK-DAG: %[[FILL0:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[FIRST0]] : tensor<4xf32>)
// CHECK-DAG: %[[FILL1:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[FIRST1]] : tensor<4xf32>)
// CHECK: linalg.map { arith.addf } {{.*}} outs(%[[FILL0]] : tensor<4xf32>)
// CHECK: linalg.map { arith.mulf } {{.*}} outs(%[[FILL1]] : tensor<4xf32>)
func.func @shared_fill(%data: tensor<4xf32>, %value: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.map { arith.addf } ins(%data, %data : tensor<4xf32>, tensor<4xf32>) outs(%fill : tensor<4xf32>)
  %1 = linalg.map { arith.mulf } ins(%data, %data : tensor<4xf32>, tensor<4xf32>) outs(%fill : tensor<4xf32>)
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Other readers of a result read it in its argument; a second use as result is a copy.
// CHECK-LABEL: func.func @twice
// CHECK-SAME: %[[OUT0:[^ ]*]]: memref<4xf32> {bufferize.result}, %[[OUT1:[^ ]*]]: memref<4xf32> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK: %[[FIRST:.*]] = bufferization.to_tensor %[[OUT0]] restrict writable
// CHECK: %[[SUM:.*]] = linalg.map { arith.addf } {{.*}} outs(%[[FIRST]] : tensor<4xf32>)
// CHECK: bufferization.materialize_in_destination %[[SUM]] in restrict writable %[[OUT0]]
// CHECK: bufferization.materialize_in_destination %[[SUM]] in restrict writable %[[OUT1]]
func.func @twice(%data: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.map { arith.addf } ins(%data, %data : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>)
  return %0, %0 : tensor<4xf32>, tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Any strides
//===----------------------------------------------------------------------===//

// Dimensions of size 1 are ignored, whatever their strides.
// CHECK-LABEL: func.func private @strided_keepdims
// CHECK-SAME: %[[OUT:[^ ]*]]: memref<2x1x3xf32, strided<[?, ?, ?], offset: ?>> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:3, %[[STRIDES:.*]]:3 = memref.extract_strided_metadata %[[OUT]]
// CHECK: %[[VIEW:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [2, 3], strides: [%[[STRIDES]]#0, %[[STRIDES]]#2] : memref<f32> to memref<2x3xf32, strided<[?, ?], offset: ?>>
// CHECK: %[[FIRST:.*]] = bufferization.to_tensor %[[VIEW]] restrict writable
// CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[FIRST]] : tensor<2x3xf32>)
// CHECK: bufferization.materialize_in_destination %[[FILL]] in restrict writable %[[VIEW]]
func.func private @strided_keepdims(%value: f32) -> tensor<2x1x3xf32> attributes {reduce.layout = #reduce.layout<strided>} {
  %empty = tensor.empty() : tensor<2x3xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %expanded = tensor.expand_shape %fill [[0, 1], [2]] output_shape [2, 1, 3] : tensor<2x3xf32> into tensor<2x1x3xf32>
  return %expanded : tensor<2x1x3xf32>
}

// CHECK-LABEL: func.func private @strided_dynamic
// CHECK-SAME: %[[OUT:[^ ]*]]: memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK: %[[CAST:.*]] = memref.reinterpret_cast {{.*}} to memref<?x1x?xf32, strided<[?, ?, ?], offset: ?>>
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:3, %[[STRIDES:.*]]:3 = memref.extract_strided_metadata %[[CAST]]
// CHECK: %[[VIEW:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%[[SIZES]]#0, %[[SIZES]]#2], strides: [%[[STRIDES]]#0, %[[STRIDES]]#2] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK: bufferization.to_tensor %[[VIEW]] restrict writable
func.func private @strided_dynamic(%m: index, %n: index, %value: f32) -> tensor<?x?x?xf32> attributes {reduce.layout = #reduce.layout<strided>} {
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %expanded = tensor.expand_shape %fill [[0, 1], [2]] output_shape [%m, 1, %n] : tensor<?x?xf32> into tensor<?x1x?xf32>
  %cast = tensor.cast %expanded : tensor<?x1x?xf32> to tensor<?x?x?xf32>
  return %cast : tensor<?x?x?xf32>
}

// Memory with arbitrary strides cannot be collapsed: a copy.
// CHECK-LABEL: func.func private @strided_expansion
// CHECK: tensor.empty
// CHECK: bufferization.materialize_in_destination %{{.*}} in restrict writable %{{.*}} : (tensor<2x3xf32>, memref<2x3xf32, strided<[?, ?], offset: ?>>) -> ()
func.func private @strided_expansion(%value: f32) -> tensor<2x3xf32> attributes {reduce.layout = #reduce.layout<strided>} {
  %empty = tensor.empty() : tensor<6xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<6xf32>) -> tensor<6xf32>
  %expanded = tensor.expand_shape %fill [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %expanded : tensor<2x3xf32>
}

// Results of a variant for contiguous rows are contiguous: no copy.
// CHECK-LABEL: func.func private @rows_expansion
// CHECK-SAME: %[[OUT:[^ ]*]]: memref<2x3xf32> {bufferize.result})
// CHECK-NOT: tensor.empty
// CHECK: memref.collapse_shape %[[OUT]] {{\[}}[0, 1]] : memref<2x3xf32> into memref<6xf32>
func.func private @rows_expansion(%value: f32) -> tensor<2x3xf32> attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  %empty = tensor.empty() : tensor<6xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<6xf32>) -> tensor<6xf32>
  %expanded = tensor.expand_shape %fill [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  return %expanded : tensor<2x3xf32>
}

// The first buffer of a choice may precede it.
// CHECK-LABEL: func.func @first_buffer_of_choice
// CHECK: memref.collapse_shape
// CHECK: bufferization.to_tensor
// CHECK: scf.if
func.func @first_buffer_of_choice(%which: i1, %init: f32, %rows: index, %columns: index) -> tensor<?x?xf32> {
  %size = arith.muli %rows, %columns : index
  %empty = tensor.empty(%size) : tensor<?xf32>
  %list = scf.if %which -> (tensor<?xf32>) {
    %fill = linalg.fill ins(%init : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %fill : tensor<?xf32>
  } else {
    scf.yield %empty : tensor<?xf32>
  }
  %result = tensor.expand_shape %list [[0, 1]] output_shape [%rows, %columns] : tensor<?xf32> into tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}

// Each case of a choice writes directly to the destination.
// CHECK-LABEL: func.func @choice
// CHECK-SAME: (%{{.*}}: i1, %[[INIT:.*]]: f32, %[[ROWS:.*]]: index, %[[COLUMNS:.*]]: index, %[[OUT:.*]]: memref<?x?xf32>
// CHECK: %[[LIST:.*]] = memref.collapse_shape %[[OUT]] {{\[}}[0, 1]]
// CHECK: scf.if
// CHECK:   %[[TENSOR:.*]] = bufferization.to_tensor %[[LIST]]
// CHECK:   %[[FILL:.*]] = linalg.fill {{.*}} outs(%[[TENSOR]] : tensor<?xf32>)
// CHECK:   bufferization.materialize_in_destination %[[FILL]] in restrict writable %[[LIST]]
// CHECK: } else {
// CHECK:   %[[TABLE:.*]] = memref.expand_shape %[[LIST]] {{\[}}[0, 1]] output_shape [%[[ROWS]], %[[COLUMNS]]]
// CHECK:   %[[TENSOR:.*]] = bufferization.to_tensor %[[TABLE]]
// CHECK:   %[[FILL:.*]] = linalg.fill {{.*}} outs(%[[TENSOR]] : tensor<?x?xf32>)
// CHECK:   bufferization.materialize_in_destination %[[FILL]] in restrict writable %[[TABLE]]
// CHECK: }
// CHECK-NOT: materialize_in_destination
// CHECK: return
func.func @choice(%which: i1, %init: f32, %rows: index, %columns: index) -> tensor<?x?xf32> {
  %size = arith.muli %rows, %columns : index
  %list = scf.if %which -> (tensor<?xf32>) {
    %empty = tensor.empty(%size) : tensor<?xf32>
    %fill = linalg.fill ins(%init : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %fill : tensor<?xf32>
  } else {
    %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
    %fill = linalg.fill ins(%init : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
    %collapsed = tensor.collapse_shape %fill [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
    scf.yield %collapsed : tensor<?xf32>
  }
  %result = tensor.expand_shape %list [[0, 1]] output_shape [%rows, %columns] : tensor<?xf32> into tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}

// -----

// Unreachable blocks are removed, also if their results are their own operands.
// CHECK-LABEL: func.func @unreachable(
// CHECK-NOT: linalg.fill
// CHECK: return
func.func @unreachable(%data: tensor<4xf32>) -> tensor<4xf32> {
  return %data : tensor<4xf32>
^never:
  %zero = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A buffer that a function frees itself is allocated by the function.
// CHECK-LABEL: func.func @frees(
// CHECK: memref.alloc() {bufferization.manual_deallocation}
// CHECK: memref.dealloc %{{.*}} {bufferization.manual_deallocation}
func.func @frees(%from: memref<4xf32>, %to: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %from, %0 : memref<4xf32> to memref<4xf32>
  memref.copy %0, %to : memref<4xf32> to memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}

// -----

// A slice of the result is computed in the destination, too, ...
// CHECK-LABEL: func.func @slice(
// CHECK-NOT: tensor.empty
// CHECK: bufferization.to_tensor %{{.*}} restrict writable
func.func @slice(%value: f32) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %slice = tensor.extract_slice %fill[6] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %filled = linalg.fill ins(%value : f32) outs(%slice : tensor<2xf32>) -> tensor<2xf32>
  %result = tensor.insert_slice %filled into %fill[6] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %result : tensor<8xf32>
}

// ... but another slice may be read after the first is overwritten.
// CHECK-LABEL: func.func @another_slice(
// CHECK: tensor.empty
func.func @another_slice(%value: f32) -> (tensor<8xf32>, tensor<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %slice = tensor.extract_slice %fill[5] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %filled = linalg.fill ins(%value : f32) outs(%slice : tensor<2xf32>) -> tensor<2xf32>
  %result = tensor.insert_slice %filled into %fill[6] [2] [1] : tensor<2xf32> into tensor<8xf32>
  return %result, %slice : tensor<8xf32>, tensor<2xf32>
}

// -----

// A result of a kernel that is a single row may be anywhere, and its elements are next to
// each other, also without a dimension of size 1, and with others.
// CHECK-LABEL: func.func private @kernel
// CHECK-SAME: (%{{.*}}: memref<4x8xf32>, %[[TO:.*]]: memref<1x8xf32, strided<[?, 1], offset: ?>>
// CHECK:      memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8], strides: [1] : memref<f32> to memref<8xf32, strided<[1], offset: ?>>
// CHECK-LABEL: func.func private @flat
// CHECK-SAME: memref<6xf32, strided<[1], offset: ?>>
// CHECK-NOT:  tensor.empty
// CHECK:      memref.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [2, 3] : memref<6xf32, strided<[1], offset: ?>> into memref<2x3xf32, strided<[3, 1], offset: ?>>
func.func @calls(%data: tensor<4x8xf32>, %small: tensor<2x3xf32>, %to: tensor<1x8xf32>, %flat: tensor<6xf32>) -> (tensor<1x8xf32>, tensor<6xf32>) {
  %0 = reduce.call_kernel @kernel ins(%data : tensor<4x8xf32>) outs(%to : tensor<1x8xf32>) -> tensor<1x8xf32>
  %1 = reduce.call_kernel @flat ins(%small : tensor<2x3xf32>) outs(%flat : tensor<6xf32>) -> tensor<6xf32>
  return %0, %1 : tensor<1x8xf32>, tensor<6xf32>
}

func.func private @kernel(%data: tensor<4x8xf32>) -> tensor<1x8xf32> {
  %infinity = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %start = linalg.fill ins(%infinity : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %min = linalg.reduce { arith.minimumf } ins(%data : tensor<4x8xf32>) outs(%start : tensor<8xf32>) dimensions = [0]
  %row = tensor.expand_shape %min [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
  return %row : tensor<1x8xf32>
}

func.func private @flat(%data: tensor<2x3xf32>) -> tensor<6xf32> {
  %empty = tensor.empty() : tensor<2x3xf32>
  %negated = linalg.map { arith.negf } ins(%data : tensor<2x3xf32>) outs(%empty : tensor<2x3xf32>)
  %flat = tensor.collapse_shape %negated [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %flat : tensor<6xf32>
}
