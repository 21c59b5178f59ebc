// RUN: reduce-opt %s --reduce-add-strided-variants | FileCheck %s

// The variant follows its function.
// CHECK: func.func @min(%{{.*}}: tensor<3x2xf32> {reduce.name = "x"}) -> (tensor<3xf32> {reduce.name = "y"}) {
// CHECK: reduce.min
// CHECK: func.func private @min.strided(%{{.*}}: tensor<3x2xf32> {reduce.name = "x"}) -> (tensor<3xf32> {reduce.name = "y"}) attributes {reduce.strided} {
// CHECK: reduce.min
func.func @min(%data: tensor<3x2xf32> {reduce.name = "x"}) -> (tensor<3xf32> {reduce.name = "y"}) {
  %min = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
  return %min : tensor<3xf32>
}

// Calls go where they went.
// CHECK: func.func @caller
// CHECK: call @min(
// CHECK: func.func private @caller.strided
// CHECK: call @min(
func.func @caller(%data: tensor<3x2xf32>) -> tensor<3xf32> {
  %0 = call @min(%data) : (tensor<3x2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK: func.func private @helper
// CHECK-NOT: helper.strided
func.func private @helper(%data: tensor<3x2xf32>) -> tensor<3x2xf32> {
  return %data : tensor<3x2xf32>
}

// CHECK: func.func private @external
// CHECK-NOT: external.strided
func.func private @external(tensor<3x2xf32>)
