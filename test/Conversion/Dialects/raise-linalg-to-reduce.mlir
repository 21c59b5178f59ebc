// RUN: reduce-opt %s --raise-linalg-to-reduce --split-input-file | FileCheck %s
// RUN: reduce-opt %s --raise-linalg-to-reduce --split-input-file --remark-format=emitRemark --remarks-filter='raise-linalg.*' 2>&1 >%t.out | FileCheck %s --check-prefix=REMARK
// RUN: reduce-opt %s --raise-linalg-to-reduce=keep-zero-order --split-input-file | FileCheck %s --check-prefix=ZEROS

// REMARK: remark: [Passed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=named | operation=reduce.min
// CHECK-LABEL: func.func @named
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
// CHECK-NEXT: return %[[MIN]]
func.func @named(%data: tensor<3x2xf32>) -> tensor<3xf32> {
  %identity = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %fill = linalg.fill ins(%identity : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.reduce { arith.minimumf } ins(%data : tensor<3x2xf32>) outs(%fill : tensor<3xf32>) dimensions = [1]
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @generic
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0, 2] : tensor<?x3x4xi32> -> tensor<3xi32>
// CHECK-NEXT: return %[[MIN]]
func.func @generic(%data: tensor<?x3x4xi32>) -> tensor<3xi32> {
  %init = arith.constant dense<2147483647> : tensor<3xi32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (b)>],
      iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%data : tensor<?x3x4xi32>) outs(%init : tensor<3xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// The axes refer to the input, whatever the order of the loops.
// CHECK-LABEL: func.func @permuted_input
// CHECK-NEXT: reduce.min %{{.*}} axes = [0] : tensor<8x4xf64> -> tensor<4xf64>
// CHECK-NEXT: return
func.func @permuted_input(%data: tensor<8x4xf64>) -> tensor<4xf64> {
  %init = arith.constant dense<0x7FF0000000000000> : tensor<4xf64>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<8x4xf64>) outs(%init : tensor<4xf64>) {
  ^bb0(%element: f64, %accumulator: f64):
    %1 = arith.minimumf %element, %accumulator : f64
    linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// CHECK-LABEL: func.func @permuted_output
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1] : tensor<2x3x4x5xi8> -> tensor<2x4x5xi8>
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x2x4xi8>
// CHECK-NEXT: %[[RESULT:.*]] = linalg.transpose ins(%[[MIN]] : tensor<2x4x5xi8>) outs(%[[EMPTY]] : tensor<5x2x4xi8>) permutation = [2, 0, 1]
// CHECK-NEXT: return %[[RESULT]]
func.func @permuted_output(%data: tensor<2x3x4x5xi8>) -> tensor<5x2x4xi8> {
  %init = arith.constant dense<127> : tensor<5x2x4xi8>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (d, a, c)>],
      iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
      ins(%data : tensor<2x3x4x5xi8>) outs(%init : tensor<5x2x4xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %element, %accumulator : i8
    linalg.yield %1 : i8
  } -> tensor<5x2x4xi8>
  return %0 : tensor<5x2x4xi8>
}

// -----

// CHECK-LABEL: func.func @products
// CHECK-SAME: %[[FLOATS:[a-z0-9]*]]: tensor<4xf32>, %[[HALVES:[a-z0-9]*]]: tensor<4xf16>, %[[INTEGERS:[a-z0-9]*]]: tensor<4xi64>
// CHECK-NEXT: reduce.prod %[[FLOATS]] axes = [0] strict_order : tensor<4xf32> -> tensor<f32>
// CHECK-NEXT: reduce.prod %[[FLOATS]] axes = [0] : tensor<4xf32> -> tensor<f32>
// CHECK-NEXT: reduce.prod %[[HALVES]] axes = [0] : tensor<4xf16> -> tensor<f16>
// CHECK-NEXT: reduce.prod %[[INTEGERS]] axes = [0] : tensor<4xi64> -> tensor<i64>
// CHECK-NEXT: return
func.func @products(%floats: tensor<4xf32>, %halves: tensor<4xf16>, %integers: tensor<4xi64>) -> (tensor<f32>, tensor<f32>, tensor<f16>, tensor<i64>) {
  %float = arith.constant dense<1.0> : tensor<f32>
  %half = arith.constant dense<1.0> : tensor<f16>
  %integer = arith.constant dense<1> : tensor<i64>
  %0 = linalg.reduce { arith.mulf } ins(%floats : tensor<4xf32>) outs(%float : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce { arith.mulf {fastmath = #arith.fastmath<reassoc>} } ins(%floats : tensor<4xf32>) outs(%float : tensor<f32>) dimensions = [0]
  %2 = linalg.reduce { arith.mulf {fastmath = #arith.fastmath<fast>} } ins(%halves : tensor<4xf16>) outs(%half : tensor<f16>) dimensions = [0]
  %3 = linalg.reduce { arith.muli {overflowFlags = #arith.overflow<nsw>} } ins(%integers : tensor<4xi64>) outs(%integer : tensor<i64>) dimensions = [0]
  return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f16>, tensor<i64>
}

// -----

// CHECK-LABEL: func.func @unsigned
// CHECK-NEXT: %[[DATA:.*]] = tensor.bitcast %{{.*}} : tensor<3x2xi16> to tensor<3x2xui16>
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %[[DATA]] axes = [1] : tensor<3x2xui16> -> tensor<3xui16>
// CHECK-NEXT: %[[RESULT:.*]] = tensor.bitcast %[[MIN]] : tensor<3xui16> to tensor<3xi16>
// CHECK-NEXT: return %[[RESULT]]
func.func @unsigned(%data: tensor<3x2xi16>) -> tensor<3xi16> {
  %init = arith.constant dense<-1> : tensor<3xi16>
  %0 = linalg.reduce { arith.minui } ins(%data : tensor<3x2xi16>) outs(%init : tensor<3xi16>) dimensions = [1]
  return %0 : tensor<3xi16>
}

// -----

// CHECK-LABEL: func.func @bools
// CHECK-COUNT-3: reduce.min %{{.*}} axes = [0] : tensor<4xi1> -> tensor<i1>
// CHECK-NEXT: return
func.func @bools(%data: tensor<4xi1>) -> (tensor<i1>, tensor<i1>, tensor<i1>) {
  %init = arith.constant dense<true> : tensor<i1>
  %0 = linalg.reduce { arith.andi } ins(%data : tensor<4xi1>) outs(%init : tensor<i1>) dimensions = [0]
  %1 = linalg.reduce { arith.minui } ins(%data : tensor<4xi1>) outs(%init : tensor<i1>) dimensions = [0]
  %2 = linalg.reduce { arith.muli } ins(%data : tensor<4xi1>) outs(%init : tensor<i1>) dimensions = [0]
  return %0, %1, %2 : tensor<i1>, tensor<i1>, tensor<i1>
}

// -----

// An init that is not the identity is combined with the result by the same operation.
// CHECK-LABEL: func.func @init
// CHECK-SAME: %[[DATA:[a-z0-9]*]]: tensor<?x2xf32>, %[[INIT:.*]]: tensor<?xf32>
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %[[DATA]] axes = [1] : tensor<?x2xf32> -> tensor<?xf32>
// CHECK-NEXT: %[[RESULT:.*]] = linalg.generic {indexing_maps = [#[[$MAP:.*]], #[[$MAP]]], iterator_types = ["parallel"]} ins(%[[MIN]] : tensor<?xf32>) outs(%[[INIT]] : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%[[NUMBER:.*]]: f32, %[[START:.*]]: f32):
// CHECK-NEXT: %[[LESS:.*]] = arith.minimumf %[[START]], %[[NUMBER]] : f32
// CHECK-NEXT: linalg.yield %[[LESS]] : f32
// CHECK: return %[[RESULT]]
func.func @init(%data: tensor<?x2xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.reduce { arith.minimumf } ins(%data : tensor<?x2xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
  return %0 : tensor<?xf32>
}

// -----

// The greatest finite number is not the minimum's identity, nor a signed
// maximum that of an unsigned minimum.
// CHECK-LABEL: func.func @other_constants
// CHECK: reduce.min
// CHECK: linalg.generic
// CHECK: reduce.min
// CHECK: linalg.generic
func.func @other_constants(%floats: tensor<4xf32>, %integers: tensor<4xi8>) -> (tensor<f32>, tensor<i8>) {
  %float = arith.constant dense<3.40282347E+38> : tensor<f32>
  %integer = arith.constant dense<127> : tensor<i8>
  %0 = linalg.reduce { arith.minimumf } ins(%floats : tensor<4xf32>) outs(%float : tensor<f32>) dimensions = [0]
  %1 = linalg.reduce { arith.minui } ins(%integers : tensor<4xi8>) outs(%integer : tensor<i8>) dimensions = [0]
  return %0, %1 : tensor<f32>, tensor<i8>
}

// -----

// Started from +inf, only NaN give +inf, as in reduce.min.
// CHECK-LABEL: func.func @ignore
// CHECK-NEXT: reduce.min %{{.*}} axes = [0] nan_mode = ignore : tensor<4xf32> -> tensor<f32>
// CHECK-NEXT: return
func.func @ignore(%data: tensor<4xf32>) -> tensor<f32> {
  %init = arith.constant dense<0x7F800000> : tensor<f32>
  %0 = linalg.reduce { arith.minnumf } ins(%data : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

// Started from NaN, they give NaN.
// CHECK-LABEL: func.func @ignore_from_nan
// CHECK: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0] nan_mode = ignore : tensor<4xf32> -> tensor<f32>
// CHECK: %[[ALL:.*]] = reduce.min %{{.*}} axes = [0] : tensor<4xi8> -> tensor<i8>
// CHECK: %[[NUMBER:.*]] = linalg.generic {{.*}} ins(%[[ALL]] : tensor<i8>) outs(%[[MIN]] : tensor<f32>)
// CHECK: linalg.generic {{.*}} ins(%[[NUMBER]] : tensor<f32>)
// CHECK: arith.minnumf
func.func @ignore_from_nan(%data: tensor<4xf32>) -> tensor<f32> {
  %init = arith.constant dense<0x7FC00000> : tensor<f32>
  %0 = linalg.reduce { arith.minnumf } ins(%data : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

// The init may have other users.
// CHECK-LABEL: func.func @shared_init
// CHECK: %[[FILL:.*]] = linalg.fill
// CHECK: %[[MIN:.*]] = reduce.min
// CHECK: return %[[MIN]], %[[FILL]]
func.func @shared_init(%data: tensor<3x2xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %identity = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %fill = linalg.fill ins(%identity : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.reduce { arith.minimumf } ins(%data : tensor<3x2xf32>) outs(%fill : tensor<3xf32>) dimensions = [1]
  return %0, %fill : tensor<3xf32>, tensor<3xf32>
}

// -----

// The order of zeros may be declared irrelevant, or not matter for the type.
// ZEROS-LABEL: func.func @generic
// ZEROS: reduce.min
// ZEROS-LABEL: func.func @any_zero
// ZEROS: reduce.min
func.func @any_zero(%data: tensor<4xf32>) -> tensor<f32> {
  %init = arith.constant dense<0x7F800000> : tensor<f32>
  %0 = linalg.reduce { arith.minimumf {fastmath = #arith.fastmath<nsz>} } ins(%data : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

// The order of operations in a graph region is irrelevant.
module {
  %data = tensor.empty() : tensor<4xi32>
  // CHECK: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0] : tensor<4xi32> -> tensor<i32>
  // CHECK: linalg.generic {{.*}} ins(%[[MIN]] : tensor<i32>) outs(%{{.*}} : tensor<i32>)
  %0 = linalg.reduce { arith.minsi } ins(%data : tensor<4xi32>) outs(%0 : tensor<i32>) dimensions = [0]
}
