// RUN: reduce-opt %s -loop-invariant-code-motion | FileCheck %s

// A reduction has no effect, and can be computed speculatively.

// CHECK-LABEL: func @hoisted(
// CHECK: reduce.min
// CHECK: scf.for
func.func @hoisted(%data: tensor<2x3xf32>, %extent: index, %init: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %result = scf.for %i = %c0 to %extent step %c1 iter_args(%carried = %init) -> (tensor<2xf32>) {
    %0 = reduce.min %data axes = [1] : tensor<2x3xf32> -> tensor<2xf32>
    scf.yield %0 : tensor<2xf32>
  }
  return %result : tensor<2xf32>
}

// Axes that are known only at run time may be invalid, so a reduction along
// them cannot be speculated.

// CHECK-LABEL: func @stays(
// CHECK: scf.for
// CHECK: reduce.min
func.func @stays(%data: tensor<2x3xf32>, %axes: tensor<1xi64>, %extent: index, %init: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %result = scf.for %i = %c0 to %extent step %c1 iter_args(%carried = %init) -> (tensor<?xf32>) {
    %0 = reduce.min %data axes = %axes : tensor<2x3xf32>, tensor<1xi64> -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  return %result : tensor<?xf32>
}
