// RUN: reduce-opt %s --convert-tosa-to-reduce --split-input-file | FileCheck %s --implicit-check-not=tosa.
// RUN: reduce-opt %s --convert-tosa-to-reduce --split-input-file --remark-format=emitRemark --remarks-filter='convert-tosa.*' 2>&1 >%t.out | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func.func @min
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1] keepdims : tensor<3x2xf32> -> tensor<3x1xf32>
// CHECK-NEXT: return %[[MIN]]
// REMARK: remark: [Passed] ConvertTosaToReduce | Category:convert-tosa-to-reduce | Function=min | operation=reduce.min
func.func @min(%data: tensor<3x2xf32>) -> tensor<3x1xf32> {
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

// CHECK-LABEL: func.func @generic_form
// CHECK-NEXT: reduce.min %{{.*}} axes = [0] keepdims : tensor<3x2xbf16> -> tensor<1x2xbf16>
func.func @generic_form(%data: tensor<3x2xbf16>) -> tensor<1x2xbf16> {
  %0 = "tosa.reduce_min"(%data) <{axis = 0 : i32, nan_mode = #tosa.nan_mode<PROPAGATE>}> : (tensor<3x2xbf16>) -> tensor<1x2xbf16>
  return %0 : tensor<1x2xbf16>
}

// -----

// TOSA does not specify the order of products.
// CHECK-LABEL: func.func @product
// CHECK-NEXT: reduce.prod %{{.*}} axes = [0] keepdims : tensor<3x2xf32> -> tensor<1x2xf32>
func.func @product(%data: tensor<3x2xf32>) -> tensor<1x2xf32> {
  %0 = tosa.reduce_product %data {axis = 0 : i32} : (tensor<3x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @integers
// CHECK-NEXT: reduce.min %{{.*}} axes = [1] keepdims : tensor<3x2xi8> -> tensor<3x1xi8>
// CHECK-NEXT: reduce.prod %{{.*}} axes = [1] keepdims : tensor<3x2xi32> -> tensor<3x1xi32>
func.func @integers(%bytes: tensor<3x2xi8>, %words: tensor<3x2xi32>) -> (tensor<3x1xi8>, tensor<3x1xi32>) {
  %0 = tosa.reduce_min %bytes {axis = 1 : i32} : (tensor<3x2xi8>) -> tensor<3x1xi8>
  %1 = tosa.reduce_product %words {axis = 1 : i32} : (tensor<3x2xi32>) -> tensor<3x1xi32>
  return %0, %1 : tensor<3x1xi8>, tensor<3x1xi32>
}

// -----

// An integer has no NaN to ignore.
// CHECK-LABEL: func.func @integers_ignore
// CHECK-NEXT: reduce.min %{{.*}} axes = [1] keepdims : tensor<3x2xi16> -> tensor<3x1xi16>
// CHECK-NEXT: return
func.func @integers_ignore(%data: tensor<3x2xi16>) -> tensor<3x1xi16> {
  %0 = tosa.reduce_min %data {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x2xi16>) -> tensor<3x1xi16>
  return %0 : tensor<3x1xi16>
}

// -----

// Whether all are true is the minimum of bools.
// CHECK-LABEL: func.func @all
// CHECK-NEXT: reduce.min %{{.*}} axes = [1] keepdims : tensor<3x2xi1> -> tensor<3x1xi1>
func.func @all(%data: tensor<3x2xi1>) -> tensor<3x1xi1> {
  %0 = tosa.reduce_all %data {axis = 1 : i32} : (tensor<3x2xi1>) -> tensor<3x1xi1>
  return %0 : tensor<3x1xi1>
}

// -----

// CHECK-LABEL: func.func @dynamic
// CHECK-NEXT: reduce.min %{{.*}} axes = [1] keepdims : tensor<?x2xf32> -> tensor<?x1xf32>
// CHECK-NEXT: reduce.min %{{.*}} axes = [1] keepdims : tensor<3x2xf32> -> tensor<?x?xf32>
// CHECK-NEXT: reduce.min %{{.*}} axes = [2] keepdims : tensor<*xf32> -> tensor<*xf32>
func.func @dynamic(%data: tensor<?x2xf32>, %known: tensor<3x2xf32>, %unranked: tensor<*xf32>) -> (tensor<?x1xf32>, tensor<?x?xf32>, tensor<*xf32>) {
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<?x2xf32>) -> tensor<?x1xf32>
  %1 = tosa.reduce_min %known {axis = 1 : i32} : (tensor<3x2xf32>) -> tensor<?x?xf32>
  %2 = tosa.reduce_min %unranked {axis = 2 : i32} : (tensor<*xf32>) -> tensor<*xf32>
  return %0, %1, %2 : tensor<?x1xf32>, tensor<?x?xf32>, tensor<*xf32>
}

// -----

// A chain is one reduction, including the reshape that drops its dimensions.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0, 2] : tensor<4x3x2xf32> -> tensor<3xf32>
// CHECK-NEXT: return %[[MIN]]
func.func @chain(%data: tensor<4x3x2xf32>) -> tensor<3xf32> {
  %0 = tosa.reduce_min %data {axis = 2 : i32} : (tensor<4x3x2xf32>) -> tensor<4x3x1xf32>
  %1 = tosa.reduce_min %0 {axis = 0 : i32} : (tensor<4x3x1xf32>) -> tensor<1x3x1xf32>
  %shape = tosa.const_shape {values = dense<3> : tensor<1xindex>} : () -> !tosa.shape<1>
  %2 = tosa.reshape %1, %shape : (tensor<1x3x1xf32>, !tosa.shape<1>) -> tensor<3xf32>
  return %2 : tensor<3xf32>
}

// -----

// An axis that is reduced again has size 1.
// CHECK-LABEL: func.func @same_axis
// CHECK-NEXT: reduce.min %{{.*}} axes = [0] keepdims : tensor<4xf32> -> tensor<1xf32>
func.func @same_axis(%data: tensor<4xf32>) -> tensor<1xf32> {
  %0 = tosa.reduce_min %data {axis = 0 : i32} : (tensor<4xf32>) -> tensor<1xf32>
  %1 = tosa.reduce_min %0 {axis = 0 : i32} : (tensor<1xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}

// -----

// If the value in the middle has other users, the chain ends there.
// CHECK-LABEL: func.func @used_twice
// CHECK-NEXT: %[[FIRST:.*]] = reduce.min %{{.*}} axes = [1] keepdims
// CHECK-NEXT: %[[SECOND:.*]] = reduce.min %[[FIRST]] axes = [0] keepdims
// CHECK-NEXT: return %[[FIRST]], %[[SECOND]]
func.func @used_twice(%data: tensor<4x3xf32>) -> (tensor<4x1xf32>, tensor<1x1xf32>) {
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  %1 = tosa.reduce_min %0 {axis = 0 : i32} : (tensor<4x1xf32>) -> tensor<1x1xf32>
  return %0, %1 : tensor<4x1xf32>, tensor<1x1xf32>
}

// -----

// Other operators and other NaN modes are separate reductions.
// CHECK-LABEL: func.func @mixed
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1] keepdims
// CHECK-NEXT: reduce.prod %[[MIN]] axes = [0] keepdims
func.func @mixed(%data: tensor<4x3xf32>) -> tensor<1x1xf32> {
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  %1 = tosa.reduce_product %0 {axis = 0 : i32} : (tensor<4x1xf32>) -> tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}

// -----

// If all elements are NaN, TOSA gives NaN.
// CHECK-LABEL: func.func @ignore
// CHECK-SAME: %[[DATA:.*]]: tensor<3x2xf32>
// CHECK: %[[MIN:.*]] = reduce.min %[[DATA]] axes = [1] keepdims nan_mode = ignore : tensor<3x2xf32> -> tensor<3x1xf32>
// CHECK: %[[NANS:.*]] = linalg.generic {{.*}} ins(%[[DATA]] : tensor<3x2xf32>)
// CHECK-NEXT: ^bb0(%[[ELEMENT:.*]]: f32,
// CHECK-NEXT: %[[NAN:.*]] = arith.cmpf uno, %[[ELEMENT]], %[[ELEMENT]] : f32
// CHECK-NEXT: %[[BYTE:.*]] = arith.extui %[[NAN]] : i1 to i8
// CHECK-NEXT: linalg.yield %[[BYTE]]
// CHECK: %[[ALL:.*]] = reduce.min %[[NANS]] axes = [1] keepdims : tensor<3x2xi8> -> tensor<3x1xi8>
// CHECK: %[[RESULT:.*]] = linalg.generic {{.*}} ins(%[[ALL]] : tensor<3x1xi8>) outs(%[[MIN]] : tensor<3x1xf32>)
// CHECK-NEXT: ^bb0(%[[IS:.*]]: i8, %[[NUMBER:.*]]: f32):
// CHECK-NEXT: %[[CONDITION:.*]] = arith.trunci %[[IS]] : i8 to i1
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: %[[ELEMENT:.*]] = arith.select %[[CONDITION]], %[[CST]], %[[NUMBER]] : f32
// CHECK-NEXT: linalg.yield %[[ELEMENT]]
// CHECK: return %[[RESULT]]
func.func @ignore(%data: tensor<3x2xf32>) -> tensor<3x1xf32> {
  %0 = tosa.reduce_min %data {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

// Here the identity replaces it, as in reduce.min.
// CHECK-LABEL: func.func @ignore_all
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [0, 1] nan_mode = ignore : tensor<3x2xf32> -> tensor<f32>
// CHECK-NEXT: return %[[MIN]]
func.func @ignore_all(%data: tensor<3x2xf32>) -> tensor<f32> {
  %0 = tosa.reduce_min %data {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %1 = tosa.reduce_min %0 {axis = 0 : i32, nan_mode = IGNORE} : (tensor<3x1xf32>) -> tensor<1x1xf32>
  %inf = "tosa.const"() <{values = dense<0x7F800000> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %2 = tosa.minimum %inf, %1 {nan_mode = IGNORE} : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %shape = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  %3 = tosa.reshape %2, %shape : (tensor<1x1xf32>, !tosa.shape<0>) -> tensor<f32>
  return %3 : tensor<f32>
}

// -----

// Nothing that is computed once moves into a loop.
// CHECK-LABEL: func.func @loop
// CHECK: %[[FIRST:.*]] = reduce.min %{{.*}} axes = [1] keepdims
// CHECK: scf.for
// CHECK-NEXT: reduce.min %[[FIRST]] axes = [0] keepdims
func.func @loop(%data: tensor<4x3xf32>, %init: tensor<1x1xf32>, %n: index) -> tensor<1x1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<4x3xf32>) -> tensor<4x1xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%last = %init) -> tensor<1x1xf32> {
    %2 = tosa.reduce_min %0 {axis = 0 : i32} : (tensor<4x1xf32>) -> tensor<1x1xf32>
    scf.yield %2 : tensor<1x1xf32>
  }
  return %1 : tensor<1x1xf32>
}
