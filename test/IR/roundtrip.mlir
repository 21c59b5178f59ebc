// RUN: reduce-opt %s --verify-roundtrip | FileCheck %s
// RUN: reduce-opt %s --mlir-print-op-generic | reduce-opt | FileCheck %s

// CHECK-LABEL: func.func @min
func.func @min(%data: tensor<3x2x2xf32>) -> tensor<3x1x2xf32> {
  // CHECK: %min = reduce.min %{{.*}} axes = [1] keepdims : tensor<3x2x2xf32> -> tensor<3x1x2xf32>
  %0 = reduce.min %data axes = [1] keepdims : tensor<3x2x2xf32> -> tensor<3x1x2xf32>
  return %0 : tensor<3x1x2xf32>
}

// CHECK-LABEL: func.func @prod
func.func @prod(%data: tensor<3x2x2xi32>) -> tensor<2xi32> {
  // CHECK: %prod = reduce.prod %{{.*}} axes = [0, -1] : tensor<3x2x2xi32> -> tensor<2xi32>
  %0 = reduce.prod %data axes = [0, -1] : tensor<3x2x2xi32> -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: func.func @options
func.func @options(%data: tensor<3x2xf32>) -> (tensor<3xf32>, tensor<3x1xf32>, tensor<3xf32>) {
  // CHECK: reduce.min %{{.*}} axes = [1] nan_mode = ignore : tensor<3x2xf32> -> tensor<3xf32>
  %0 = reduce.min %data axes = [1] nan_mode = ignore : tensor<3x2xf32> -> tensor<3xf32>
  // CHECK: reduce.min %{{.*}} axes = [1] keepdims : tensor<3x2xf32> -> tensor<3x1xf32>
  %1 = reduce.min %data axes = [1] keepdims nan_mode = propagate : tensor<3x2xf32> -> tensor<3x1xf32>
  // CHECK: reduce.prod %{{.*}} axes = [1] strict_order : tensor<3x2xf32> -> tensor<3xf32>
  %2 = reduce.prod %data axes = [1] strict_order : tensor<3x2xf32> -> tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3x1xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @no_axes
func.func @no_axes(%data: tensor<4xf64>, %scalar: tensor<i64>) -> (tensor<4xf64>, tensor<i64>) {
  // CHECK: reduce.min %{{.*}} axes = [] : tensor<4xf64> -> tensor<4xf64>
  %0 = reduce.min %data axes = [] : tensor<4xf64> -> tensor<4xf64>
  // CHECK: reduce.prod %{{.*}} axes = [] keepdims : tensor<i64> -> tensor<i64>
  %1 = reduce.prod %scalar axes = [] keepdims : tensor<i64> -> tensor<i64>
  return %0, %1 : tensor<4xf64>, tensor<i64>
}

// CHECK-LABEL: func.func @dynamic
func.func @dynamic(%data: tensor<?x2x?xbf16>) -> tensor<?x1x1xbf16> {
  // CHECK: reduce.min %{{.*}} axes = [-1, 1] keepdims : tensor<?x2x?xbf16> -> tensor<?x1x1xbf16>
  %0 = reduce.min %data axes = [-1, 1] keepdims : tensor<?x2x?xbf16> -> tensor<?x1x1xbf16>
  return %0 : tensor<?x1x1xbf16>
}

// CHECK-LABEL: func.func @element_types
func.func @element_types(%a: tensor<2xf16>, %b: tensor<2xi1>, %c: tensor<2xi8>, %d: tensor<2xi16>,
                         %e: tensor<2xui8>, %f: tensor<2xui16>, %g: tensor<2xui32>, %h: tensor<2xui64>) {
  // CHECK-COUNT-8: reduce.min
  reduce.min %a axes = [0] : tensor<2xf16> -> tensor<f16>
  reduce.min %b axes = [0] : tensor<2xi1> -> tensor<i1>
  reduce.min %c axes = [0] : tensor<2xi8> -> tensor<i8>
  reduce.min %d axes = [0] : tensor<2xi16> -> tensor<i16>
  reduce.min %e axes = [0] : tensor<2xui8> -> tensor<ui8>
  reduce.min %f axes = [0] : tensor<2xui16> -> tensor<ui16>
  reduce.min %g axes = [0] : tensor<2xui32> -> tensor<ui32>
  reduce.min %h axes = [0] : tensor<2xui64> -> tensor<ui64>
  return
}

// CHECK-LABEL: func.func @boundary_attributes
// CHECK-SAME: reduce.dim_params = ["N", ""]
// CHECK-SAME: reduce.name = "data:0"
// CHECK-SAME: reduce.name = "my graph"
func.func @boundary_attributes(%data: tensor<?x2xf32> {reduce.name = "data:0", reduce.dim_params = ["N", ""]})
    -> (tensor<?xf32> {reduce.name = "out", reduce.dim_params = ["N"]}) attributes {reduce.name = "my graph"} {
  %0 = reduce.min %data axes = [1] : tensor<?x2xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @dynamic_axes
func.func @dynamic_axes(%data: tensor<3x2xf32>, %list: tensor<?xi64>, %pair: tensor<2xui8>, %one: tensor<i32>)
    -> (tensor<?x?xf32>, tensor<*xf32>, tensor<f32>, tensor<?xf32>) {
  // CHECK: reduce.min %{{.*}} axes = %{{.*}} keepdims : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x?xf32>
  %0 = reduce.min %data axes = %list keepdims : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x?xf32>
  // CHECK: reduce.min %{{.*}} axes = %{{.*}} noop_with_empty_axes nan_mode = ignore : tensor<3x2xf32>, tensor<?xi64> -> tensor<*xf32>
  %1 = reduce.min %data axes = %list noop_with_empty_axes nan_mode = ignore : tensor<3x2xf32>, tensor<?xi64> -> tensor<*xf32>
  // CHECK: reduce.prod %{{.*}} axes = %{{.*}} : tensor<3x2xf32>, tensor<2xui8> -> tensor<f32>
  %2 = reduce.prod %data axes = %pair : tensor<3x2xf32>, tensor<2xui8> -> tensor<f32>
  // CHECK: reduce.prod %{{.*}} axes = %{{.*}} strict_order : tensor<3x2xf32>, tensor<i32> -> tensor<?xf32>
  %3 = reduce.prod %data axes = %one strict_order : tensor<3x2xf32>, tensor<i32> -> tensor<?xf32>
  return %0, %1, %2, %3 : tensor<?x?xf32>, tensor<*xf32>, tensor<f32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @unranked
func.func @unranked(%data: tensor<*xf32>) -> (tensor<*xf32>, tensor<2x?xf32>) {
  // CHECK: reduce.min %{{.*}} axes = [7, -1] : tensor<*xf32> -> tensor<*xf32>
  %0 = reduce.min %data axes = [7, -1] : tensor<*xf32> -> tensor<*xf32>
  // CHECK: reduce.min %{{.*}} axes = [0] : tensor<*xf32> -> tensor<2x?xf32>
  %1 = reduce.min %data axes = [0] : tensor<*xf32> -> tensor<2x?xf32>
  return %0, %1 : tensor<*xf32>, tensor<2x?xf32>
}

// CHECK-LABEL: func.func @combiners
func.func @combiners(%a: i16) {
  // CHECK: {reduce.combiner = #reduce.combiner<"reduce.min"(bf16), {nan_mode = #reduce<nan_mode ignore>}>}
  %0 = arith.maxui %a, %a {reduce.combiner = #reduce.combiner<"reduce.min"(bf16), {nan_mode = #reduce<nan_mode ignore>}>} : i16
  // CHECK: {reduce.combiner = #reduce.combiner<"reduce.prod"(ui16)>}
  %1 = arith.muli %a, %a {reduce.combiner = #reduce.combiner<"reduce.prod"(ui16)>} : i16
  // CHECK: {reduce.combiner = #reduce.combiner<"other.sum"(complex<f32>), {any = 1 : i64}>}
  %2 = arith.addi %a, %a {reduce.combiner = #reduce.combiner<"other.sum"(complex<f32>), {any = 1}>} : i16
  return
}
