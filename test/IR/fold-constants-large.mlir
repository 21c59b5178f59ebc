// RUN: reduce-opt %s --canonicalize | FileCheck %s

// The largest input that is evaluated, and one with one more element.
// Evaluating the last one would take forever.

// CHECK-LABEL: func.func @limit
// CHECK-NEXT: %[[CONSTANT:.*]] = arith.constant dense<2> : tensor<256xi32>
// CHECK-NEXT: return %[[CONSTANT]]
func.func @limit() -> tensor<256xi32> {
  %data = arith.constant dense<2> : tensor<256x256xi32>
  %0 = reduce.min %data axes = [1] : tensor<256x256xi32> -> tensor<256xi32>
  return %0 : tensor<256xi32>
}

// CHECK-LABEL: func.func @large
// CHECK: reduce.min
func.func @large() -> tensor<i32> {
  %data = arith.constant dense<2> : tensor<65537xi32>
  %0 = reduce.min %data axes = [0] : tensor<65537xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @overflow
// CHECK: reduce.min
func.func @overflow() -> tensor<1xi32> {
  %data = arith.constant dense<2> : tensor<4294967296x1073741824xi32>
  %0 = reduce.min %data axes = [0, 1] : tensor<4294967296x1073741824xi32> -> tensor<i32>
  %1 = tensor.expand_shape %0 [] output_shape [1] : tensor<i32> into tensor<1xi32>
  return %1 : tensor<1xi32>
}
