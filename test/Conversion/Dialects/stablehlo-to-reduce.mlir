// RUN: reduce-opt %s --convert-stablehlo-to-reduce --allow-unregistered-dialect --split-input-file | FileCheck %s --implicit-check-not=stablehlo
// RUN: reduce-opt %s --convert-stablehlo-to-reduce --allow-unregistered-dialect --split-input-file --remark-format=emitRemark --remarks-filter='convert-stablehlo.*' 2>&1 >%t.out | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=minimum | operation=reduce.min
// CHECK-LABEL: func.func @minimum
// CHECK-NEXT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
// CHECK-NEXT: return %[[MIN]]
func.func @minimum(%data: tensor<3x2xf32>) -> tensor<3xf32> {
  %init = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Versions before 1.0 have a tensor of dimensions, and attributes in braces.
// The operands of the body may be in any order.
// CHECK-LABEL: func.func @old_version
// CHECK-NEXT: reduce.prod %{{.*}} axes = [0, 2] : tensor<?x2x3xf64> -> tensor<2xf64>
func.func @old_version(%data: tensor<?x2x3xf64>) -> tensor<2xf64> {
  %init = "stablehlo.constant"() {value = dense<1.0> : tensor<f64>} : () -> tensor<f64>
  %0 = "stablehlo.reduce"(%data, %init) ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = "stablehlo.multiply"(%b, %a) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%1) : (tensor<f64>) -> ()
  }) {dimensions = dense<[0, 2]> : tensor<2xi64>} : (tensor<?x2x3xf64>, tensor<f64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

// CHECK-LABEL: func.func @arith_constant
// CHECK-NEXT: reduce.min %{{.*}} axes = [0] : tensor<4xi32> -> tensor<i32>
// CHECK-NEXT: return
func.func @arith_constant(%data: tensor<4xi32>) -> tensor<i32> {
  %init = arith.constant dense<2147483647> : tensor<i32>
  %0 = "stablehlo.reduce"(%data, %init) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) {dimensions = array<i64: 0>} : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @unsigned
// CHECK-NEXT: reduce.min %{{.*}} axes = [0] : tensor<4xui8> -> tensor<ui8>
// CHECK-NEXT: return
func.func @unsigned(%data: tensor<4xui8>) -> tensor<ui8> {
  %init = "stablehlo.constant"() <{value = dense<255> : tensor<ui8>}> : () -> tensor<ui8>
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
    "stablehlo.return"(%1) : (tensor<ui8>) -> ()
  }) : (tensor<4xui8>, tensor<ui8>) -> tensor<ui8>
  return %0 : tensor<ui8>
}

// -----

// For bools, minimum, product and conjunction are the same.
// CHECK-LABEL: func.func @bools
// CHECK-NEXT: reduce.min %{{.*}} axes = [0] : tensor<4xi1> -> tensor<i1>
// CHECK-NEXT: reduce.min %{{.*}} axes = [0] : tensor<4xi1> -> tensor<i1>
// CHECK-NEXT: reduce.min %{{.*}} axes = [0] : tensor<4xi1> -> tensor<i1>
// CHECK-NEXT: return
func.func @bools(%data: tensor<4xi1>) -> (tensor<i1>, tensor<i1>, tensor<i1>) {
  %init = "stablehlo.constant"() <{value = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %3 = "stablehlo.and"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%3) : (tensor<i1>) -> ()
  }) : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  %1 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %3 = "stablehlo.minimum"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%3) : (tensor<i1>) -> ()
  }) : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  %2 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %3 = "stablehlo.multiply"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%3) : (tensor<i1>) -> ()
  }) : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return %0, %1, %2 : tensor<i1>, tensor<i1>, tensor<i1>
}

// -----

// An init that is not the identity is combined with the result.
// CHECK-LABEL: func.func @init
// CHECK-SAME: %[[DATA:[a-z0-9]*]]: tensor<3x?xf32>, %[[INIT:.*]]: tensor<f32>
// CHECK-NEXT: %[[PROD:.*]] = reduce.prod %[[DATA]] axes = [0] : tensor<3x?xf32> -> tensor<?xf32>
// CHECK-NEXT: %[[RESULT:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel"]} ins(%[[INIT]] : tensor<f32>) outs(%[[PROD]] : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%[[START:.*]]: f32, %[[NUMBER:.*]]: f32):
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[START]], %[[NUMBER]] fastmath<reassoc> : f32
// CHECK-NEXT: linalg.yield %[[PRODUCT]] : f32
// CHECK: return %[[RESULT]]
func.func @init(%data: tensor<3x?xf32>, %init: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.multiply"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @unsigned_init
// CHECK: %[[MIN:.*]] = reduce.min
// CHECK-DAG: %[[INIT:.*]] = tensor.bitcast %{{.*}} : tensor<ui8> to tensor<i8>
// CHECK-DAG: %[[DESTINATION:.*]] = tensor.bitcast %[[MIN]] : tensor<2xui8> to tensor<2xi8>
// CHECK: linalg.generic {{.*}} ins(%[[INIT]] : tensor<i8>) outs(%[[DESTINATION]] : tensor<2xi8>)
// CHECK: arith.minui
// CHECK: tensor.bitcast %{{.*}} : tensor<2xi8> to tensor<2xui8>
func.func @unsigned_init(%data: tensor<2x4xui8>, %init: tensor<ui8>) -> tensor<2xui8> {
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<ui8>, tensor<ui8>) -> tensor<ui8>
    "stablehlo.return"(%1) : (tensor<ui8>) -> ()
  }) : (tensor<2x4xui8>, tensor<ui8>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -----

// CHECK-LABEL: func.func @bool_init
// CHECK: reduce.min
// CHECK: ^bb0(%[[START:.*]]: i1, %[[NUMBER:.*]]: i1):
// CHECK: arith.extui %[[START]] : i1 to i8
// CHECK: arith.minui
// CHECK: arith.trunci %{{.*}} : i8 to i1
func.func @bool_init(%data: tensor<2x4xi1>, %init: tensor<i1>) -> tensor<2xi1> {
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%1) : (tensor<i1>) -> ()
  }) : (tensor<2x4xi1>, tensor<i1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// The greatest finite number is not the minimum's identity.
// CHECK-LABEL: func.func @finite_init
// CHECK: reduce.min
// CHECK: linalg.generic
func.func @finite_init(%data: tensor<4xf16>) -> tensor<f16> {
  %init = arith.constant dense<65504.0> : tensor<f16>
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%1) : (tensor<f16>) -> ()
  }) : (tensor<4xf16>, tensor<f16>) -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

// The order of operations in a graph region is irrelevant.
module {
  // CHECK: %[[MIN:.*]] = reduce.min %[[RESULT:.*]] axes = []
  // CHECK: %[[RESULT]] = linalg.generic {{.*}} ins(%[[RESULT]] : tensor<f32>) outs(%[[MIN]] : tensor<f32>)
  %0 = "stablehlo.reduce"(%0, %0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) {dimensions = array<i64>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
}

// -----

// CHECK-LABEL: func.func @unsigned_dimensions
// CHECK-NEXT: reduce.min %{{.*}} axes = [1]
func.func @unsigned_dimensions(%data: tensor<3x2xi32>) -> tensor<3xi32> {
  %init = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = dense<1> : tensor<1xui64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) : (tensor<3x2xi32>, tensor<i32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
