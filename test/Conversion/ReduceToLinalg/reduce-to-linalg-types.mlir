// RUN: reduce-opt %s --convert-reduce-to-linalg=all-functions --canonicalize | FileCheck %s

// The minimum of f16 and bf16 is a minimum of integer keys, here in reversed
// order, in which NaN of either sign is the greatest; a second generic converts
// the key to the number it represents.
// Clause nan-min.
// CHECK-LABEL: func.func @min_bf16
// CHECK-DAG: %[[INFINITY:.*]] = arith.constant 32640 : i16
// CHECK-DAG: %[[IDENTITY:.*]] = arith.constant 0 : i16
// CHECK: linalg.fill ins(%[[IDENTITY]] : i16)
// CHECK: linalg.generic
// CHECK: ^bb0(%[[IN:.*]]: bf16, %[[OUT:.*]]: i16):
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[IN]] : bf16 to i16
// CHECK-NEXT: %[[POSITIVE:.*]] = arith.cmpi sge, %[[BITS]], %[[IDENTITY]]
// CHECK-NEXT: %[[REVERSED:.*]] = arith.subi %[[INFINITY]], %[[BITS]]
// CHECK-NEXT: %[[KEY:.*]] = arith.select %[[POSITIVE]], %[[REVERSED]], %[[BITS]]
// CHECK-NEXT: %[[MIN:.*]] = arith.maxui %[[OUT]], %[[KEY]] : i16
// CHECK-NEXT: linalg.yield %[[MIN]]
// CHECK: linalg.generic
// CHECK: arith.cmpi sge
// CHECK: arith.subi %[[INFINITY]]
// CHECK: arith.select
// CHECK-NEXT: arith.bitcast %{{.*}} : i16 to bf16
func.func @min_bf16(%data: tensor<3x2xbf16>) -> tensor<3xbf16> {
  %0 = reduce.min %data axes = [1] : tensor<3x2xbf16> -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// With nan_mode = ignore, the keys are in the order of the numbers, and NaN
// have the greatest keys, above +inf. At the end, keys above +inf become +inf.
// Clause nan-ignore.
// CHECK-LABEL: func.func @ignore_f16
// CHECK-DAG: %[[INFINITY:.*]] = arith.constant 31744 : i16
// CHECK-DAG: %[[GREATEST:.*]] = arith.constant 32767 : i16
// CHECK: linalg.fill ins(%[[GREATEST]] : i16)
// CHECK: arith.cmpi slt
// CHECK: arith.subi %[[INFINITY]]
// CHECK: arith.minsi %{{.*}}, %{{.*}} : i16
// CHECK: linalg.generic
// CHECK: %[[KEY:.*]] = arith.minsi %{{.*}}, %[[INFINITY]] : i16
// CHECK: arith.cmpi slt, %[[KEY]]
func.func @ignore_f16(%data: tensor<3x2xf16>) -> tensor<3xf16> {
  %0 = reduce.min %data axes = [1] nan_mode = ignore : tensor<3x2xf16> -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// CHECK-LABEL: func.func @ignore_f32
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[IN:.*]], %[[IN]] : f32
// CHECK-NEXT: %[[ELEMENT:.*]] = arith.select %[[NAN]], %{{.*}}, %[[IN]] : f32
// CHECK-NEXT: arith.minimumf %[[ELEMENT]], %{{.*}} fastmath<nnan,nsz> : f32
func.func @ignore_f32(%data: tensor<3x2xf32>) -> tensor<3xf32> {
  %0 = reduce.min %data axes = [1] nan_mode = ignore : tensor<3x2xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Products of f16 and bf16 are products of f32, rounded once.
// Clauses prod-half-accumulation, prod-order.
// CHECK-LABEL: func.func @prod_f16
// CHECK: linalg.fill {{.*}} outs(%{{.*}} : tensor<3xf32>)
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT: arith.mulf %{{.*}}, %[[WIDE]] fastmath<reassoc> : f32
// CHECK: linalg.generic
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @prod_f16(%data: tensor<3x2xf16>) -> tensor<3xf16> {
  %0 = reduce.prod %data axes = [1] : tensor<3x2xf16> -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// Clause prod-strict-order.
// CHECK-LABEL: func.func @strict
// CHECK: arith.mulf %{{.*}}, %{{[^ ]*}} : f32
func.func @strict(%data: tensor<3x2xf32>) -> tensor<3xf32> {
  %0 = reduce.prod %data axes = [1] strict_order : tensor<3x2xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Signedness is considered before it is dropped.
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: tensor<3x2xi32> {reduce.element_type = ui32}
// CHECK-SAME: -> (tensor<3xi32> {reduce.element_type = ui32})
// CHECK: arith.constant -1 : i32
// CHECK: arith.minui
func.func @unsigned(%data: tensor<3x2xui32>) -> tensor<3xui32> {
  %0 = reduce.min %data axes = [1] : tensor<3x2xui32> -> tensor<3xui32>
  return %0 : tensor<3xui32>
}

// CHECK-LABEL: func.func @signed
// CHECK-SAME: (%{{.*}}: tensor<3x2xi8>) -> tensor<3xi8>
// CHECK: arith.constant 127 : i8
// CHECK: arith.minsi
func.func @signed(%data: tensor<3x2xi8>) -> tensor<3xi8> {
  %0 = reduce.min %data axes = [1] : tensor<3x2xi8> -> tensor<3xi8>
  return %0 : tensor<3xi8>
}

// A bool is a byte. A byte from outside is true if it is not 0, so the minimum
// of the bytes is the result.
// Clauses bool-bytes, bool-order.
// CHECK-LABEL: func.func @bool
// CHECK-SAME: %[[ARG:.*]]: tensor<3x2xi8> {reduce.element_type = i1}
// CHECK: arith.constant -1 : i8
// CHECK: linalg.generic {{.*}} ins(%[[ARG]]
// CHECK-NEXT: ^bb0(%[[ELEMENT:.*]]: i8, %[[ACCUMULATOR:.*]]: i8):
// CHECK-NEXT: arith.minui %[[ACCUMULATOR]], %[[ELEMENT]] : i8
// CHECK: %[[TRUE:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : i8
// CHECK-NEXT: arith.extui %[[TRUE]] : i1 to i8
// CHECK: %[[SAME:.*]] = linalg.generic {{.*}} ins(%[[ARG]]
// CHECK: return %{{.*}}, %[[SAME]]
func.func @bool(%data: tensor<3x2xi1>) -> (tensor<3xi1>, tensor<3x2xi1>) {
  %0 = reduce.min %data axes = [1] : tensor<3x2xi1> -> tensor<3xi1>
  return %0, %data : tensor<3xi1>, tensor<3x2xi1>
}

// CHECK-LABEL: func.func @constants
// CHECK-DAG: arith.constant dense<[1, 0]> : tensor<2xi8>
// CHECK-DAG: arith.constant dense<[-1, 7]> : tensor<2xi32>
// CHECK-NOT: bitcast
func.func @constants() -> (tensor<2xi1>, tensor<2xui32>) {
  %bools = arith.constant dense<[true, false]> : tensor<2xi1>
  %signless = arith.constant dense<[-1, 7]> : tensor<2xi32>
  %unsigned = tensor.bitcast %signless : tensor<2xi32> to tensor<2xui32>
  return %bools, %unsigned : tensor<2xi1>, tensor<2xui32>
}
