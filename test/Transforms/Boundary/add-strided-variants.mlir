// RUN: reduce-opt %s --reduce-add-strided-variants | FileCheck %s --implicit-check-not=.rows
// RUN: reduce-opt %s --reduce-add-strided-variants=rows=false | FileCheck %s --check-prefix=NO-ROWS --implicit-check-not=.rows
// RUN: reduce-opt %s --reduce-add-strided-variants=max-rows-tensors=1 | FileCheck %s --check-prefix=NO-ROWS --implicit-check-not=.rows
// NO-ROWS: @rows.strided

// The variant follows its function.
// CHECK: func.func @min(%{{.*}}: tensor<3x2xf32> {reduce.name = "x"}) -> (tensor<3xf32> {reduce.name = "y"}) {
// CHECK: reduce.min
// CHECK: func.func private @min.strided(%{{.*}}: tensor<3x2xf32> {reduce.name = "x"}) -> (tensor<3xf32> {reduce.name = "y"}) attributes {reduce.layout = #reduce.layout<strided>} {
// CHECK: reduce.min
func.func @min(%data: tensor<3x2xf32> {reduce.name = "x"}) -> (tensor<3xf32> {reduce.name = "y"}) {
  %min = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
  return %min : tensor<3xf32>
}

// Calls still refer to the same functions.
// CHECK: func.func @caller
// CHECK: call @min(
// CHECK: func.func private @caller.strided
// CHECK: call @min(
func.func @caller(%data: tensor<3x2xf32>) -> tensor<3xf32> {
  %0 = call @min(%data) : (tensor<3x2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: func.func private @helper
// CHECK-NOT: helper.strided
func.func private @helper(%data: tensor<3x2xf32>) -> tensor<3x2xf32> {
  return %data : tensor<3x2xf32>
}

// CHECK: func.func private @external
// CHECK-NOT: external.strided
func.func private @external(tensor<3x2xf32>)

// If vectors can read rows of the arguments, there is another variant.
// CHECK: func.func @rows(
// CHECK: func.func private @rows.rows(%{{.*}}: tensor<?x?xf32>, %{{.*}}: tensor<?xf32>) -> tensor<?xf32> attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
// CHECK: linalg.generic
// CHECK: func.func private @rows.strided({{.*}} attributes {reduce.layout = #reduce.layout<strided>} {
func.func @rows(%data: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %min = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %0 = arith.minimumf %accumulator, %element : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %min : tensor<?xf32>
}

// In order, but across rows.
// CHECK: func.func private @columns.rows(
func.func @columns(%data: tensor<4x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %prod = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<4x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %0 = arith.mulf %accumulator, %element : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %prod : tensor<?xf32>
}

// In order along rows: no vectors.
// CHECK: func.func private @in_order.strided
func.func @in_order(%data: tensor<4x?xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %prod = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x?xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %0 = arith.mulf %accumulator, %element : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %prod : tensor<4xf32>
}

// A row of one element, a list, loops that do not read rows in order, and a
// function without a reduction.
// CHECK: func.func private @single.strided
func.func @single(%data: tensor<?x1xi32>, %init: tensor<?xi32>) -> tensor<?xi32> {
  %min = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x1xi32>) outs(%init : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %0 = arith.minsi %accumulator, %element : i32
    linalg.yield %0 : i32
  } -> tensor<?xi32>
  return %min : tensor<?xi32>
}

// CHECK: func.func private @list.strided
func.func @list(%data: tensor<?xi32>, %init: tensor<i32>) -> tensor<i32> {
  %min = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<?xi32>) outs(%init : tensor<i32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %0 = arith.minsi %accumulator, %element : i32
    linalg.yield %0 : i32
  } -> tensor<i32>
  return %min : tensor<i32>
}

// CHECK: func.func private @transposed.strided
func.func @transposed(%data: tensor<?x?xi32>, %init: tensor<?xi32>) -> tensor<?xi32> {
  %min = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xi32>) outs(%init : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %0 = arith.minsi %accumulator, %element : i32
    linalg.yield %0 : i32
  } -> tensor<?xi32>
  return %min : tensor<?xi32>
}

// CHECK: func.func private @elementwise.strided
func.func @elementwise(%data: tensor<4x8xf32>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%data : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) {
  ^bb0(%element: f32, %old: f32):
    %1 = arith.negf %element : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Rows with another shape would be copied.
// CHECK: func.func private @reshaped.strided
func.func @reshaped(%data: tensor<2x3x8xi32>, %init: tensor<6xi32>) -> tensor<6xi32> {
  %rows = tensor.collapse_shape %data [[0, 1], [2]] : tensor<2x3x8xi32> into tensor<6x8xi32>
  %min = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%rows : tensor<6x8xi32>) outs(%init : tensor<6xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %0 = arith.minsi %accumulator, %element : i32
    linalg.yield %0 : i32
  } -> tensor<6xi32>
  return %min : tensor<6xi32>
}

// A version for some run-time value counts as well.
// CHECK: func.func private @choice.rows(
func.func @choice(%which: i1, %data: tensor<4x8xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  %result = scf.if %which -> tensor<4xi32> {
    %min = linalg.generic {
        indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%data : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
    ^bb0(%element: i32, %accumulator: i32):
      %0 = arith.minsi %accumulator, %element : i32
      linalg.yield %0 : i32
    } -> tensor<4xi32>
    scf.yield %min : tensor<4xi32>
  } else {
    scf.yield %init : tensor<4xi32>
  }
  return %result : tensor<4xi32>
}

// A memref's layout is part of its type.
// CHECK-NOT: @on_memrefs.strided
func.func @on_memrefs(%data: memref<2xf32>, %out: memref<2xf32> {bufferize.result}) {
  memref.copy %data, %out : memref<2xf32> to memref<2xf32>
  return
}
