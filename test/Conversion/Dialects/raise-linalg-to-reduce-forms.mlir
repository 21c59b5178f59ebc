// RUN: reduce-opt %s --raise-linalg-to-reduce --split-input-file | FileCheck %s
// RUN: reduce-opt %s --raise-linalg-to-reduce=allow-reassociation --split-input-file | FileCheck %s --check-prefix=ANY
// RUN: reduce-opt %s --raise-linalg-to-reduce --split-input-file --remark-format=emitRemark --remarks-filter='raise-linalg.*' 2>&1 >%t.out | FileCheck %s --check-prefix=REMARK
// RUN: reduce-opt %s --raise-linalg-to-reduce --reduce-to-llvm-pipeline --split-input-file -o %t.mlir

// Code that compilers emit around a reduction.

// torch-mlir's keepdim: reduced dimensions are written at 0.
// CHECK-LABEL: func.func @keepdims
// CHECK-SAME: (%[[DATA:.*]]: tensor<4x?x6xi32>)
// CHECK-NEXT: %[[PROD:.*]] = reduce.prod %[[DATA]] axes = [0, 2] keepdims : tensor<4x?x6xi32> -> tensor<1x?x1xi32>
// CHECK-NEXT: return %[[PROD]]
func.func @keepdims(%data: tensor<4x?x6xi32>) -> tensor<1x?x1xi32> {
  %c1 = arith.constant 1 : index
  %size = tensor.dim %data, %c1 : tensor<4x?x6xi32>
  %one = arith.constant 1 : i32
  %empty = tensor.empty(%size) : tensor<1x?x1xi32>
  %fill = linalg.fill ins(%one : i32) outs(%empty : tensor<1x?x1xi32>) -> tensor<1x?x1xi32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (0, b, 0)>],
      iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%data : tensor<4x?x6xi32>) outs(%fill : tensor<1x?x1xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.muli %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<1x?x1xi32>
  return %0 : tensor<1x?x1xi32>
}

// -----

// An init that is not the identity is combined with a result that keeps its dimensions.
// CHECK-LABEL: func.func @keepdims_init
// CHECK: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1] keepdims : tensor<4x5xf32> -> tensor<4x1xf32>
// CHECK: linalg.generic {{.*}} ins(%[[MIN]] : tensor<4x1xf32>) outs(%{{.*}} : tensor<4x1xf32>)
func.func @keepdims_init(%data: tensor<4x5xf32>, %init: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, 0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x5xf32>) outs(%init : tensor<4x1xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator : f32
    linalg.yield %1 : f32
  } -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// A minimum with its index, of which only the minimum is used.
// CHECK-LABEL: func.func @unused_index
// CHECK-SAME: (%[[DATA:.*]]: tensor<4x8xf32>)
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %[[DATA]] axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
// CHECK-NEXT: return %[[MIN]]
func.func @unused_index(%data: tensor<4x8xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0 : i64
  %infinity = arith.constant 0x7F800000 : f32
  %places = tensor.empty() : tensor<4xi64>
  %first = linalg.fill ins(%zero : i64) outs(%places : tensor<4xi64>) -> tensor<4xi64>
  %empty = tensor.empty() : tensor<4xf32>
  %fill = linalg.fill ins(%infinity : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xf32>) outs(%fill, %first : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%element: f32, %least: f32, %place: i64):
    %index = linalg.index 1 : index
    %1 = arith.index_cast %index : index to i64
    %2 = arith.minimumf %element, %least : f32
    %3 = arith.cmpf olt, %element, %least : f32
    %4 = arith.select %3, %1, %place : i64
    linalg.yield %2, %4 : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %0#0 : tensor<4xf32>
}

// -----

// The second result, from an init that is not the identity.
// CHECK-LABEL: func.func @second_result
// CHECK-SAME: (%[[DATA:.*]]: tensor<8xi32>, %{{.*}}: tensor<i64>, %[[INIT:.*]]: tensor<i32>)
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %[[DATA]] axes = [0] : tensor<8xi32> -> tensor<i32>
// CHECK-NEXT: %[[BOTH:.*]] = linalg.generic {{.*}} ins(%[[MIN]] : tensor<i32>) outs(%[[INIT]] : tensor<i32>)
// CHECK: return %[[BOTH]]
func.func @second_result(%data: tensor<8xi32>, %zero: tensor<i64>, %init: tensor<i32>) -> tensor<i32> {
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<8xi32>) outs(%zero, %init : tensor<i64>, tensor<i32>) {
  ^bb0(%element: i32, %count: i64, %least: i32):
    %one = arith.constant 1 : i64
    %1 = arith.addi %count, %one : i64
    %2 = arith.minsi %least, %element : i32
    linalg.yield %1, %2 : i64, i32
  } -> (tensor<i64>, tensor<i32>)
  return %0#1 : tensor<i32>
}

// -----

// Elements that are extended before they are combined.
// CHECK-LABEL: func.func @extended
// CHECK-SAME: (%[[HALVES:.*]]: tensor<4x?xbf16>, %[[BYTES:.*]]: tensor<9xi8>)
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%[[HALVES]] : tensor<4x?xbf16>)
// CHECK: arith.extf
// CHECK: reduce.prod %[[WIDE]] axes = [1] : tensor<4x?xf32> -> tensor<4xf32>
// CHECK: %[[LONG:.*]] = linalg.generic {{.*}} ins(%[[BYTES]] : tensor<9xi8>)
// CHECK: arith.extsi
// CHECK: reduce.prod %[[LONG]] axes = [0] : tensor<9xi64> -> tensor<i64>
func.func @extended(%halves: tensor<4x?xbf16>, %bytes: tensor<9xi8>) -> (tensor<4xf32>, tensor<i64>) {
  %float = arith.constant dense<1.0> : tensor<4xf32>
  %integer = arith.constant dense<1> : tensor<i64>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%halves : tensor<4x?xbf16>) outs(%float : tensor<4xf32>) {
  ^bb0(%element: bf16, %accumulator: f32):
    %1 = arith.extf %element : bf16 to f32
    %2 = arith.mulf %1, %accumulator fastmath<reassoc> : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %3 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%bytes : tensor<9xi8>) outs(%integer : tensor<i64>) {
  ^bb0(%element: i8, %accumulator: i64):
    %4 = arith.extsi %element : i8 to i64
    %5 = arith.muli %4, %accumulator : i64
    linalg.yield %5 : i64
  } -> tensor<i64>
  return %0, %3 : tensor<4xf32>, tensor<i64>
}

// -----

// Several operations on the element, and a value from outside.
// CHECK-LABEL: func.func @prologue
// CHECK: %[[MADE:.*]] = linalg.generic
// CHECK: arith.subf %{{.*}}, %arg1
// CHECK-NEXT: math.absf
// CHECK: reduce.min %[[MADE]] axes = [0]
func.func @prologue(%data: tensor<9xf32>, %mean: f32) -> tensor<f32> {
  %init = arith.constant dense<0x7F800000> : tensor<f32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<9xf32>) outs(%init : tensor<f32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.subf %element, %mean : f32
    %2 = math.absf %1 : f32
    %3 = arith.minimumf %2, %accumulator : f32
    linalg.yield %3 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The identity is broadcast, or inserted from a scalar.
// CHECK-LABEL: func.func @starts
// CHECK-SAME: (%[[DATA:.*]]: tensor<3x2xi32>)
// CHECK-NEXT: %[[ROWS:.*]] = reduce.min %[[DATA]] axes = [1] : tensor<3x2xi32> -> tensor<3xi32>
// CHECK-NEXT: %[[ALL:.*]] = reduce.prod %[[DATA]] axes = [0, 1] : tensor<3x2xi32> -> tensor<i32>
// CHECK-NEXT: %[[SPLAT:.*]] = reduce.prod %[[DATA]] axes = [0] : tensor<3x2xi32> -> tensor<2xi32>
// CHECK-NEXT: return %[[ROWS]], %[[ALL]], %[[SPLAT]]
func.func @starts(%data: tensor<3x2xi32>) -> (tensor<3xi32>, tensor<i32>, tensor<2xi32>) {
  %greatest = arith.constant dense<2147483647> : tensor<i32>
  %rows = tensor.empty() : tensor<3xi32>
  %start = linalg.broadcast ins(%greatest : tensor<i32>) outs(%rows : tensor<3xi32>) dimensions = [0]
  %0 = linalg.reduce { arith.minsi } ins(%data : tensor<3x2xi32>) outs(%start : tensor<3xi32>) dimensions = [1]
  %one = arith.constant 1 : i32
  %scalar = tensor.empty() : tensor<i32>
  %inserted = tensor.insert %one into %scalar[] : tensor<i32>
  %1 = linalg.reduce { arith.muli } ins(%data : tensor<3x2xi32>) outs(%inserted : tensor<i32>) dimensions = [0, 1]
  %splat = tensor.splat %one : tensor<2xi32>
  %2 = linalg.reduce { arith.muli } ins(%data : tensor<3x2xi32>) outs(%splat : tensor<2xi32>) dimensions = [0]
  return %0, %1, %2 : tensor<3xi32>, tensor<i32>, tensor<2xi32>
}

// -----

// An order that no flag relaxes is kept, unless the pass is told otherwise.
// REMARK: remark: [Passed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=product_in_order | operation=reduce.prod
// REMARK: remark: [Analysis] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=product_in_order | Remark="factors are multiplied in order, which is slow; allow-reassociation permits any order"
// CHECK-LABEL: func.func @product_in_order
// CHECK: reduce.prod %{{.*}} axes = [0] strict_order : tensor<9xf32> -> tensor<f32>
// ANY-LABEL: func.func @product_in_order
// ANY: reduce.prod %{{.*}} axes = [0] : tensor<9xf32> -> tensor<f32>
// ANY: reduce.prod %{{.*}} axes = [0] : tensor<9xf16> -> tensor<f16>
func.func @product_in_order(%data: tensor<9xf32>, %halves: tensor<9xf16>) -> (tensor<f32>, tensor<f16>) {
  %init = arith.constant dense<1.0> : tensor<f32>
  %half = arith.constant dense<1.0> : tensor<f16>
  %0 = linalg.reduce { arith.mulf } ins(%data : tensor<9xf32>) outs(%init : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce { arith.mulf } ins(%halves : tensor<9xf16>) outs(%half : tensor<f16>) dimensions = [0]
  return %0, %1 : tensor<f32>, tensor<f16>
}

// -----

// A reduction that is an init is converted as well, whatever the order of blocks.
// CHECK-LABEL: func.func @init_is_reduction
// CHECK-COUNT-2: reduce.min
func.func @init_is_reduction(%data: tensor<3x4xf32>) -> tensor<3xf32> {
  %infinity = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<3xf32>
  cf.br ^first
^second:
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<3x4xf32>) outs(%fill, %init : tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%element: f32, %least: f32, %sum: f32):
    %1 = arith.minimumf %element, %least : f32
    %2 = arith.addf %element, %sum : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0 : tensor<3xf32>
^first:
  %fill = linalg.fill ins(%infinity : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %init = linalg.reduce { arith.minimumf } ins(%data : tensor<3x4xf32>) outs(%fill : tensor<3xf32>) dimensions = [1]
  cf.br ^second
}

// -----

// A tensor that broadcasts itself, in unreachable code.
// CHECK-LABEL: func.func @unreachable
// CHECK: reduce.min
func.func @unreachable(%data: tensor<3x4xf32>, %to: tensor<3xf32>) -> tensor<3xf32> {
  return %to : tensor<3xf32>
^never:
  %0 = linalg.broadcast ins(%0 : tensor<3xf32>) outs(%to : tensor<3xf32>) dimensions = []
  %1 = linalg.reduce { arith.minimumf } ins(%data : tensor<3x4xf32>) outs(%0 : tensor<3xf32>) dimensions = [1]
  return %1 : tensor<3xf32>
}

// -----

// Unused operations are erased once, even if two operations share them.
// CHECK-LABEL: func.func @shared_starts(
// CHECK-NEXT: %[[MIN:.*]] = reduce.min
// CHECK-NEXT: return %[[MIN]]
func.func @shared_starts(%data: tensor<3x4x5xf32>) -> tensor<3xf32> {
  %infinity = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %fill = linalg.fill ins(%infinity : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a)>, affine_map<(a, b, c) -> (a)>],
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%data : tensor<3x4x5xf32>) outs(%fill, %empty : tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%element: f32, %least: f32, %last: f32):
    %1 = arith.minimumf %element, %least : f32
    linalg.yield %1, %element : f32, f32
  } -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @square(
// CHECK-NEXT: reduce.min
// CHECK-NOT: tensor.dim
func.func @square(%data: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %infinity = arith.constant 0x7F800000 : f32
  %size = tensor.dim %data, %c0 : tensor<?x?x?xf32>
  %empty = tensor.empty(%size, %size) : tensor<?x?xf32>
  %fill = linalg.fill ins(%infinity : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = linalg.reduce { arith.minimumf } ins(%data : tensor<?x?x?xf32>) outs(%fill : tensor<?x?xf32>) dimensions = [2]
  return %0 : tensor<?x?xf32>
}
