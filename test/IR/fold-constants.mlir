// RUN: reduce-opt %s --canonicalize | FileCheck %s --implicit-check-not=reduce.min --implicit-check-not=reduce.prod

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @shapes
// CHECK-DAG: %[[DROPPED:.*]] = arith.constant dense<{{\[\[}}1, 2], [-1, -2]]> : tensor<2x2xi32>
// CHECK-DAG: %[[KEPT:.*]] = arith.constant dense<{{\[\[\[}}-7, -2, -5]]]> : tensor<1x1x3xi32>
// CHECK-DAG: %[[ALL:.*]] = arith.constant dense<3628800> : tensor<i32>
// CHECK: return %[[DROPPED]], %[[KEPT]], %[[ALL]]
func.func @shapes() -> (tensor<2x2xi32>, tensor<1x1x3xi32>, tensor<i32>) {
  %data = arith.constant dense<[[[1, 9, 8], [2, 7, 3]], [[-1, 5, 4], [-7, -2, -5]]]> : tensor<2x2x3xi32>
  %signs = arith.constant dense<[[[1, 9, 8], [2, 7, 3]], [[-1, 5, 4], [8, -2, 5]]]> : tensor<2x2x3xi32>
  %0 = reduce.min %signs axes = [-1] : tensor<2x2x3xi32> -> tensor<2x2xi32>
  %1 = reduce.min %data axes = [0, 1] keepdims : tensor<2x2x3xi32> -> tensor<1x1x3xi32>
  %factors = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]> : tensor<2x5xi32>
  %2 = reduce.prod %factors axes = [1, 0] : tensor<2x5xi32> -> tensor<i32>
  return %0, %1, %2 : tensor<2x2xi32>, tensor<1x1x3xi32>, tensor<i32>
}

// CHECK-LABEL: func.func @middle
// CHECK: arith.constant dense<{{\[\[}}5, 12], [21, 32]]> : tensor<2x2xi64>
func.func @middle() -> tensor<2x2xi64> {
  %data = arith.constant dense<[[[1, 2], [5, 6]], [[3, 4], [7, 8]]]> : tensor<2x2x2xi64>
  %0 = reduce.prod %data axes = [1] : tensor<2x2x2xi64> -> tensor<2x2xi64>
  return %0 : tensor<2x2xi64>
}

// CHECK-LABEL: func.func @rank_0
// CHECK: arith.constant dense<2.500000e+00> : tensor<f64>
func.func @rank_0() -> tensor<f64> {
  %data = arith.constant dense<2.5> : tensor<f64>
  %0 = reduce.prod %data axes = [] : tensor<f64> -> tensor<f64>
  return %0 : tensor<f64>
}

// CHECK-LABEL: func.func @splat
// CHECK: arith.constant dense<1.024000e+03> : tensor<4xf32>
func.func @splat() -> tensor<4xf32> {
  %data = arith.constant dense<2.0> : tensor<10x4xf32>
  %0 = reduce.prod %data axes = [0] strict_order : tensor<10x4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A reduced dimension of size 0, and a kept one.
// CHECK-LABEL: func.func @empty
// CHECK-DAG: %[[INF:.*]] = arith.constant dense<0x7FF0000000000000> : tensor<3xf64>
// CHECK-DAG: %[[NONE:.*]] = arith.constant dense<> : tensor<0x1xf64>
// CHECK: return %[[INF]], %[[NONE]]
func.func @empty() -> (tensor<3xf64>, tensor<0x1xf64>) {
  %data = arith.constant dense<> : tensor<0x3xf64>
  %0 = reduce.min %data axes = [0] : tensor<0x3xf64> -> tensor<3xf64>
  %1 = reduce.prod %data axes = [1] keepdims : tensor<0x3xf64> -> tensor<0x1xf64>
  return %0, %1 : tensor<3xf64>, tensor<0x1xf64>
}

// CHECK-LABEL: func.func @declared
// CHECK: %[[CONSTANT:.*]] = arith.constant dense<[1, 2]> : tensor<2xi8>
// CHECK: %[[CAST:.*]] = tensor.cast %[[CONSTANT]] : tensor<2xi8> to tensor<?xi8>
// CHECK: return %[[CAST]]
func.func @declared() -> tensor<?xi8> {
  %data = arith.constant dense<[[1, 3], [4, 2]]> : tensor<2x2xi8>
  %0 = reduce.min %data axes = [1] : tensor<2x2xi8> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

//===----------------------------------------------------------------------===//
// Minimum
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @nan
// CHECK-DAG: %[[PROPAGATED:.*]] = arith.constant dense<[0x7FC00000, 1.000000e+00, 0x7FC00000]> : tensor<3xf32>
// CHECK-DAG: %[[IGNORED:.*]] = arith.constant dense<[2.000000e+00, 1.000000e+00, 0x7F800000]> : tensor<3xf32>
// CHECK-DAG: %[[ALONE:.*]] = arith.constant dense<[0x7F800000, 0xFF800000]> : tensor<2xf32>
// CHECK-DAG: %[[KEPT:.*]] = arith.constant dense<[0x7FC00000, 0xFF800000]> : tensor<2xf32>
// CHECK: return %[[PROPAGATED]], %[[IGNORED]], %[[ALONE]], %[[KEPT]]
func.func @nan() -> (tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) {
  %data = arith.constant dense<[[0x7FC00000, 2.0], [1.0, 3.0], [0x7FC00000, 0x7FC00000]]> : tensor<3x2xf32>
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
  %1 = reduce.min %data axes = [1] nan_mode = ignore : tensor<3x2xf32> -> tensor<3xf32>
  %some = arith.constant dense<[0x7FC00000, 0xFF800000]> : tensor<2xf32>
  %2 = reduce.min %some axes = [] nan_mode = ignore : tensor<2xf32> -> tensor<2xf32>
  %3 = reduce.min %some axes = [] : tensor<2xf32> -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @infinities
// CHECK-DAG: %[[MINUS:.*]] = arith.constant dense<0xFF80> : tensor<bf16>
// CHECK-DAG: %[[PLUS:.*]] = arith.constant dense<0x7C00> : tensor<f16>
// CHECK: return %[[MINUS]], %[[PLUS]]
func.func @infinities() -> (tensor<bf16>, tensor<f16>) {
  %minus = arith.constant dense<[1.0, 0xFF80, 0x7F80]> : tensor<3xbf16>
  %0 = reduce.min %minus axes = [0] : tensor<3xbf16> -> tensor<bf16>
  %plus = arith.constant dense<[0x7C00, 0x7C00]> : tensor<2xf16>
  %1 = reduce.min %plus axes = [0] : tensor<2xf16> -> tensor<f16>
  return %0, %1 : tensor<bf16>, tensor<f16>
}

// CHECK-LABEL: func.func @limits
// CHECK-DAG: %[[I8:.*]] = arith.constant dense<-128> : tensor<i8>
// CHECK-DAG: %[[I64:.*]] = arith.constant dense<-9223372036854775808> : tensor<i64>
// CHECK-DAG: %[[MAX:.*]] = arith.constant dense<32767> : tensor<i16>
// CHECK: return %[[I8]], %[[I64]], %[[MAX]]
func.func @limits() -> (tensor<i8>, tensor<i64>, tensor<i16>) {
  %a = arith.constant dense<[127, -128, 0]> : tensor<3xi8>
  %0 = reduce.min %a axes = [0] : tensor<3xi8> -> tensor<i8>
  %b = arith.constant dense<[9223372036854775807, -9223372036854775808]> : tensor<2xi64>
  %1 = reduce.min %b axes = [0] : tensor<2xi64> -> tensor<i64>
  %c = arith.constant dense<32767> : tensor<2xi16>
  %2 = reduce.min %c axes = [0] : tensor<2xi16> -> tensor<i16>
  return %0, %1, %2 : tensor<i8>, tensor<i64>, tensor<i16>
}

// As unsigned numbers, 254 is less than 255; i8 prints it as -2.
// CHECK-LABEL: func.func @unsigned
// CHECK-DAG: %[[BITS:.*]] = arith.constant dense<[1, -2]> : tensor<2xi8>
// CHECK-DAG: %[[MIN:.*]] = tensor.bitcast %[[BITS]] : tensor<2xi8> to tensor<2xui8>
// CHECK-DAG: %[[DIRECT:.*]] = arith.constant dense<9> : tensor<i64>
// CHECK-DAG: %[[PROD:.*]] = tensor.bitcast %[[DIRECT]] : tensor<i64> to tensor<ui64>
// CHECK: return %[[MIN]], %[[PROD]]
func.func @unsigned() -> (tensor<2xui8>, tensor<ui64>) {
  %signless = arith.constant dense<[[-1, 1], [-2, -1]]> : tensor<2x2xi8>
  %data = tensor.bitcast %signless : tensor<2x2xi8> to tensor<2x2xui8>
  %0 = reduce.min %data axes = [1] : tensor<2x2xui8> -> tensor<2xui8>
  // -3 times -3, modulo 2^64.
  %bits = arith.constant dense<[-3, -3]> : tensor<2xi64>
  %factors = tensor.bitcast %bits : tensor<2xi64> to tensor<2xui64>
  %1 = reduce.prod %factors axes = [0] : tensor<2xui64> -> tensor<ui64>
  return %0, %1 : tensor<2xui8>, tensor<ui64>
}

// A reshape between a constant and its reduction does not prevent folding.
// CHECK-LABEL: func.func @unsigned_unit_dim
// CHECK: %[[BITS:.*]] = arith.constant dense<[-1, 3]> : tensor<2xi32>
// CHECK-NEXT: %[[MIN:.*]] = tensor.bitcast %[[BITS]] : tensor<2xi32> to tensor<2xui32>
// CHECK-NEXT: return %[[MIN]]
func.func @unsigned_unit_dim() -> tensor<2xui32> {
  %signless = arith.constant dense<[[-1], [3]]> : tensor<2x1xi32>
  %data = tensor.bitcast %signless : tensor<2x1xi32> to tensor<2x1xui32>
  %0 = reduce.min %data axes = [1] : tensor<2x1xui32> -> tensor<2xui32>
  return %0 : tensor<2xui32>
}

// CHECK-LABEL: func.func @bool
// CHECK-DAG: %[[MIN:.*]] = arith.constant dense<[true, false, false]> : tensor<3xi1>
// CHECK-DAG: %[[EMPTY:.*]] = arith.constant dense<true> : tensor<1xi1>
// CHECK: return %[[MIN]], %[[EMPTY]]
func.func @bool() -> (tensor<3xi1>, tensor<1xi1>) {
  %data = arith.constant dense<[[true, true], [false, true], [false, false]]> : tensor<3x2xi1>
  %0 = reduce.min %data axes = [1] : tensor<3x2xi1> -> tensor<3xi1>
  %none = arith.constant dense<> : tensor<0xi1>
  %1 = reduce.min %none axes = [0] keepdims : tensor<0xi1> -> tensor<1xi1>
  return %0, %1 : tensor<3xi1>, tensor<1xi1>
}

//===----------------------------------------------------------------------===//
// Product
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @wrap
// CHECK-DAG: %[[I8:.*]] = arith.constant dense<[44, -128]> : tensor<2xi8>
// CHECK-DAG: %[[I32:.*]] = arith.constant dense<1> : tensor<i32>
// CHECK: return %[[I8]], %[[I32]]
func.func @wrap() -> (tensor<2xi8>, tensor<i32>) {
  %a = arith.constant dense<[[100, 3], [-128, -1]]> : tensor<2x2xi8>
  %0 = reduce.prod %a axes = [1] : tensor<2x2xi8> -> tensor<2xi8>
  // (2^31 - 1)^2 is 1 modulo 2^32.
  %b = arith.constant dense<2147483647> : tensor<2xi32>
  %1 = reduce.prod %b axes = [0] : tensor<2xi32> -> tensor<i32>
  return %0, %1 : tensor<2xi8>, tensor<i32>
}

// The product exceeds f16's limit 65504 on its way. For (1 + 2^-7)^13, rounding
// to bf16 after each factor would give 1 + 13 * 2^-7, which is 1.10156.
// CHECK-LABEL: func.func @rounded_once
// CHECK-DAG: %[[F16:.*]] = arith.constant dense<6.000000e+04> : tensor<f16>
// CHECK-DAG: %[[BF16:.*]] = arith.constant dense<1.109380e+00> : tensor<bf16>
// CHECK: return %[[F16]], %[[BF16]]
func.func @rounded_once() -> (tensor<f16>, tensor<bf16>) {
  %a = arith.constant dense<[6.0e+04, 4.0, 0.25]> : tensor<3xf16>
  %0 = reduce.prod %a axes = [0] : tensor<3xf16> -> tensor<f16>
  %b = arith.constant dense<1.0078125> : tensor<13xbf16>
  %1 = reduce.prod %b axes = [0] : tensor<13xbf16> -> tensor<bf16>
  return %0, %1 : tensor<f16>, tensor<bf16>
}

// In order: the product overflows before it reaches the small factor.
// CHECK-LABEL: func.func @order
// CHECK: arith.constant dense<[0x7F800000, 1.000000e+00, 0x7FC00000]> : tensor<3xf32>
func.func @order() -> tensor<3xf32> {
  %data = arith.constant dense<[[1.0e+38, 1.0e+10, 1.0e-30], [4.0, 0.25, 1.0], [0x7FC00000, 0.0, 1.0]]> : tensor<3x3xf32>
  %0 = reduce.prod %data axes = [1] : tensor<3x3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
