// RUN: reduce-opt %s --reduce-add-shape-functions --split-input-file | FileCheck %s

// The sizes of the results, in order, from those of the inputs.
// CHECK: func.func @sizes(
// CHECK: linalg.generic
// CHECK: func.func private @sizes.shapes(
// CHECK-SAME: %[[DATA:[^ ]*]]: tensor<?x?x?xf32> {reduce.name = "x"}) -> (i32, index, index, index)
// CHECK-SAME: attributes {reduce.layout = #reduce.layout<strided>}
// CHECK-NOT: linalg
// CHECK-DAG: %[[OK:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[DIM0:.*]] = tensor.dim %[[DATA]], %c0
// CHECK-DAG: %[[DIM1:.*]] = tensor.dim %[[DATA]], %c1
// CHECK: return %[[OK]], %[[DIM0]], %[[DIM1]], %[[DIM0]] : i32, index, index, index
#in = affine_map<(a, b, c) -> (a, b, c)>
#out = affine_map<(a, b, c) -> (a, b)>
func.func @sizes(%data: tensor<?x?x?xf32> {reduce.name = "x"})
    -> (tensor<?x?x1xf32> {reduce.name = "y"}, tensor<4xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  %m = tensor.dim %data, %c0 : tensor<?x?x?xf32>
  %n = tensor.dim %data, %c1 : tensor<?x?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %sum = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%data : tensor<?x?x?xf32>) outs(%empty : tensor<?x?xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %0 = arith.addf %element, %accumulator : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  %first = tensor.empty(%m) : tensor<?xf32>
  %rows = linalg.reduce { arith.addf } ins(%sum : tensor<?x?xf32>) outs(%first : tensor<?xf32>) dimensions = [1]
  %expanded = tensor.expand_shape %sum [[0], [1, 2]] output_shape [%m, %n, 1] : tensor<?x?xf32> into tensor<?x?x1xf32>
  %static = tensor.empty() : tensor<4xf32>
  return %expanded, %static, %rows : tensor<?x?x1xf32>, tensor<4xf32>, tensor<?xf32>
}

// -----

// Assertions move, together with the operations that they need.
// CHECK: func.func @assertions(
// CHECK-NOT: cf.assert
// CHECK: func.func private @assertions.shapes(
// CHECK-SAME: %[[AXES:[^ ]*]]: tensor<2xi64>, %[[DATA:[^ ]*]]: tensor<4xf32>) -> i32
// CHECK: scf.for
// CHECK: tensor.extract %[[AXES]]
// CHECK: cf.assert %{{.*}}, "an axis is out of range"
// CHECK-NOT: linalg
// CHECK: return %c0_i32 : i32
func.func @assertions(%axes: tensor<2xi64>, %data: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %limit = arith.constant 4 : i64
  scf.for %i = %c0 to %c2 step %c1 {
    %axis = tensor.extract %axes[%i] : tensor<2xi64>
    %valid = arith.cmpi ult, %axis, %limit : i64
    cf.assert %valid, "an axis is out of range"
  }
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.map { arith.addf } ins(%data, %data : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>)
  return %0 : tensor<4xf32>
}

// -----

// A size that a cast asserts is checked, wherever it is.
// CHECK: func.func @claims(
// CHECK-NOT: cf.assert
// CHECK: func.func private @claims.shapes(
// CHECK-SAME: %[[DATA:.*]]: tensor<?x?xf32>) -> i32
// CHECK: %[[SIZE:.*]] = tensor.dim %[[DATA]], %c0
// CHECK: %[[FITS:.*]] = arith.cmpi eq, %[[SIZE]], %c4
// CHECK: cf.assert %[[FITS]], "a tensor's shape is not the declared one"
// CHECK: return
func.func @claims(%data: tensor<?x?xf32>) -> tensor<f32> {
  %cast = tensor.cast %data : tensor<?x?xf32> to tensor<4x?xf32>
  %empty = tensor.empty() : tensor<f32>
  %0 = linalg.reduce { arith.addf } ins(%cast : tensor<4x?xf32>) outs(%empty : tensor<f32>) dimensions = [0, 1]
  return %0 : tensor<f32>
}

// Returns in several blocks.
// CHECK: func.func private @blocks.shapes(
// CHECK-SAME: %[[CONDITION:.*]]: i1, %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>) -> (i32, index)
// CHECK: cf.cond_br %[[CONDITION]]
// CHECK: %[[SIZE_A:.*]] = tensor.dim %[[A]]
// CHECK: return %{{.*}}, %[[SIZE_A]] : i32, index
// CHECK: %[[SIZE_B:.*]] = tensor.dim %[[B]]
// CHECK: return %{{.*}}, %[[SIZE_B]] : i32, index
func.func @blocks(%condition: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %condition, ^a, ^b
^a:
  return %a : tensor<?xf32>
^b:
  return %b : tensor<?xf32>
}

// -----

// Here, no size needs to be computed.
// CHECK-NOT: .shapes
// CHECK: func.func @static
func.func @static(%data: tensor<4xf32>) -> tensor<4xf32> {
  return %data : tensor<4xf32>
}
// CHECK: func.func @sure
// CHECK-NOT: .shapes
func.func @sure(%data: tensor<4xf32>) -> tensor<4xf32> {
  %forget = tensor.cast %data : tensor<4xf32> to tensor<?xf32>
  %true = arith.constant true
  cf.assert %true, "an axis is out of range"
  %claim = tensor.cast %forget : tensor<?xf32> to tensor<4xf32>
  return %claim : tensor<4xf32>
}
// CHECK: func.func private @helper
// CHECK-NOT: .shapes
func.func private @helper(%data: tensor<?xf32>) -> tensor<?xf32> {
  return %data : tensor<?xf32>
}
// CHECK: func.func @on_memrefs
// CHECK-NOT: .shapes
func.func @on_memrefs(%data: memref<?xf32>) {
  return
}

// -----

// A choice of tensors becomes a choice of sizes.
// CHECK: func.func private @choice.shapes(
// CHECK-SAME: %[[WHICH:[^ ]*]]: i1, %{{.*}}: f32, %[[A:[^ ]*]]: index, %[[B:[^ ]*]]: index) -> (i32, index)
// CHECK-NOT: linalg
// CHECK: %[[SIZE:.*]] = arith.select %[[WHICH]], %[[A]], %[[B]] : index
// CHECK: return %{{.*}}, %[[SIZE]] : i32, index
func.func @choice(%which: i1, %init: f32, %a: index, %b: index) -> tensor<?xf32> {
  %list = scf.if %which -> (tensor<?xf32>) {
    %empty = tensor.empty(%a) : tensor<?xf32>
    %fill = linalg.fill ins(%init : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %fill : tensor<?xf32>
  } else {
    %empty = tensor.empty(%b) : tensor<?xf32>
    %fill = linalg.fill ins(%init : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %fill : tensor<?xf32>
  }
  return %list : tensor<?xf32>
}

// -----

// The loops of %product read both tensors, and those of %sum the new one.

// CHECK-LABEL: func private @operands.shapes(
// CHECK-SAME: %[[A:.*]]: tensor<?x8xf32>, %[[B:.*]]: tensor<?x?xf32>, %[[C:.*]]: tensor<?xf32>) -> (i32, index)
// CHECK-DAG: %[[ROWS_A:.*]] = tensor.dim %[[A]], %c0
// CHECK-DAG: %[[ROWS_B:.*]] = tensor.dim %[[B]], %c0
// CHECK-DAG: %[[COLUMNS_B:.*]] = tensor.dim %[[B]], %c1
// CHECK-DAG: %[[ROWS_C:.*]] = tensor.dim %[[C]], %c0
// CHECK-DAG: %[[SAME_ROWS:.*]] = arith.cmpi eq, %[[ROWS_A]], %[[ROWS_B]]
// CHECK-DAG: cf.assert %[[SAME_ROWS]], "a tensor's shape is not the declared one"
// CHECK-DAG: %[[SAME_COLUMNS:.*]] = arith.cmpi eq, %[[COLUMNS_B]], %c8
// CHECK-DAG: cf.assert %[[SAME_COLUMNS]],
// CHECK-DAG: %[[SAME_SUMS:.*]] = arith.cmpi eq, %[[ROWS_A]], %[[ROWS_C]]
// CHECK-DAG: cf.assert %[[SAME_SUMS]],
// CHECK-NOT: cf.assert
// CHECK: return %c0_i32, %[[ROWS_A]]
func.func @operands(%a: tensor<?x8xf32>, %b: tensor<?x?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %a, %c0 : tensor<?x8xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %product = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<?x8xf32>, tensor<?x?xf32>) outs(%fill : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %accumulator: f32):
    %xy = arith.mulf %x, %y : f32
    %next = arith.addf %accumulator, %xy : f32
    linalg.yield %next : f32
  } -> tensor<?xf32>
  %sum = linalg.add ins(%product, %c : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}
