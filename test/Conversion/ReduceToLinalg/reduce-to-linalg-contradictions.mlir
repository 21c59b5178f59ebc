// RUN: reduce-opt %s --convert-reduce-to-linalg --canonicalize --split-input-file --verify-diagnostics | FileCheck %s
// RUN: reduce-opt %s --reduce-to-llvm-pipeline --split-input-file -o %t.mlir
// RUN: reduce-opt %s --reduce-to-llvm-pipeline=c-interface --split-input-file -o %t.mlir
// RUN: reduce-opt %s --reduce-to-loops-pipeline --split-input-file -o %t.mlir

// Types that hide sizes make operations valid that always fail. They become
// invalid once the sizes are known. They may be unreachable.

// CHECK-LABEL: func.func @size
// CHECK-NEXT: %[[FALSE:.*]] = arith.constant false
// CHECK-NEXT: cf.assert %[[FALSE]], "a tensor's shape is not the declared one"
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<13x7x13xi32>
// CHECK-NEXT: return %[[EMPTY]]
func.func @size(%data: tensor<13x7x13xi32>) -> tensor<13x7x13xi32> {
  %0 = reduce.prod %data axes = [2] keepdims : tensor<13x7x13xi32> -> tensor<?x?x?xi32>
  // expected-warning @below {{always fails: its source is 'tensor<13x7x1xi32>', not 'tensor<13x7x13xi32>'}}
  %1 = tensor.cast %0 : tensor<?x?x?xi32> to tensor<13x7x13xi32>
  return %1 : tensor<13x7x13xi32>
}

// -----

// One of several casts.
// CHECK-LABEL: func.func @casts
// CHECK: cf.assert
// CHECK-NEXT: tensor.empty() : tensor<4x3xui8>
func.func @casts(%data: tensor<4x2xui8>) -> tensor<4x3xui8> {
  %0 = tensor.cast %data : tensor<4x2xui8> to tensor<?x2xui8>
  %1 = tensor.cast %0 : tensor<?x2xui8> to tensor<?x?xui8>
  // expected-warning @below {{always fails: its source is 'tensor<4x2xui8>', not 'tensor<?x3xui8>'}}
  %2 = tensor.cast %1 : tensor<?x?xui8> to tensor<?x3xui8>
  %3 = tensor.cast %2 : tensor<?x3xui8> to tensor<4x3xui8>
  return %3 : tensor<4x3xui8>
}

// -----

// The declared result of a reduction. Its replacement has the declared sizes,
// so that it does not contradict later operations.
// CHECK-LABEL: func.func @result
// CHECK: cf.assert
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<6x5xf32>
// CHECK: linalg.generic {{.*}} ins(%[[EMPTY]] : tensor<6x5xf32>)
func.func @result(%data: tensor<2x3x4xf32>) -> tensor<6xf32> {
  %0 = tensor.cast %data : tensor<2x3x4xf32> to tensor<?x?x?xf32>
  // expected-warning @below {{always fails: its result is 'tensor<2x3xf32>', not 'tensor<?x5xf32>'}}
  %1 = reduce.min %0 axes = [2] : tensor<?x?x?xf32> -> tensor<?x5xf32>
  %2 = reduce.min %1 axes = [1] : tensor<?x5xf32> -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// -----

// Clause runtime-axes-range.
// CHECK-LABEL: func.func @axes_range
// CHECK: cf.assert %false, "an axis is out of range"
// CHECK: %[[UNKNOWN:.*]] = tensor.empty() : tensor<index>
// CHECK: %[[SIZE:.*]] = tensor.extract %[[UNKNOWN]][]
// CHECK: tensor.empty(%[[SIZE]], %[[SIZE]], %[[SIZE]], %[[SIZE]]) : tensor<?x?x?x?xf32>
func.func @axes_range(%data: tensor<6x7x4x6x2xf32>) -> tensor<?x?x?x?xf32> {
  %axis = arith.constant dense<-6> : tensor<i32>
  // expected-warning @below {{always fails: axis -6 is out of range [-5, 4] for rank 5}}
  %0 = reduce.prod %data axes = %axis : tensor<6x7x4x6x2xf32>, tensor<i32> -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @axes_unsigned
// CHECK: cf.assert %{{.*}}, "an axis is out of range"
func.func @axes_unsigned(%data: tensor<6x7xf32>) -> tensor<?xf32> {
  %axis = arith.constant dense<18446744073709551615> : tensor<1xui64>
  // expected-warning @below {{always fails: axis 9223372036854775807 is out of range [-2, 1] for rank 2}}
  %0 = reduce.prod %data axes = %axis : tensor<6x7xf32>, tensor<1xui64> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Clause runtime-axes-unique.
// CHECK-LABEL: func.func @axes_unique
// CHECK: cf.assert %{{.*}}, "two axes name the same dimension"
func.func @axes_unique(%data: tensor<6x7x4xf32>) -> tensor<?xf32> {
  %axes = arith.constant dense<[1, -2]> : tensor<2xi64>
  // expected-warning @below {{always fails: axis -2 names dimension 1, which another axis already names}}
  %0 = reduce.min %data axes = %axes : tensor<6x7x4xf32>, tensor<2xi64> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Clause runtime-axes-unknown-length.
// CHECK-LABEL: func.func @axes_count
// CHECK: cf.assert %{{.*}}, "the number of axes does not give the declared rank"
func.func @axes_count(%data: tensor<6x7x4xf32>) -> tensor<?xf32> {
  %axes = arith.constant dense<[1]> : tensor<1xi64>
  %unknown = tensor.cast %axes : tensor<1xi64> to tensor<?xi64>
  // expected-warning @below {{always fails: its result is 'tensor<6x4xf32>', not 'tensor<?xf32>'}}
  %0 = reduce.min %data axes = %unknown : tensor<6x7x4xf32>, tensor<?xi64> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Operations that may succeed are kept.
// CHECK-LABEL: func.func @may_hold
// CHECK-NOT: cf.assert
func.func @may_hold(%data: tensor<4x?xf32>) -> tensor<5xf32> {
  %0 = tensor.cast %data : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x5xf32>
  %2 = reduce.min %1 axes = [0] : tensor<?x5xf32> -> tensor<5xf32>
  return %2 : tensor<5xf32>
}
