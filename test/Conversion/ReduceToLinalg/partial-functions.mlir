// RUN: reduce-opt %s -reduce-add-partial-functions -canonicalize -cse | FileCheck %s
// RUN: reduce-opt %s -reduce-add-partial-functions=name-combiners | FileCheck %s --check-prefix=NAMED

// The example of the pass's description.

// CHECK-LABEL: func @least(
// CHECK: reduce.min
// CHECK-LABEL: func @least_partial(
// CHECK-SAME: %[[CHUNK:.*]]: tensor<?x?xf32>) -> tensor<?x1xf32> {
// CHECK: %[[STATES:.*]] = linalg.generic {{.*}} ["parallel", "reduction"]} ins(%[[CHUNK]] :
// CHECK: %[[STATE:.*]] = tensor.expand_shape %[[STATES]] {{\[\[}}0, 1]] output_shape [%{{.*}}, 1]
// CHECK: return %[[STATE]]
// CHECK-LABEL: func @least_merge(
// CHECK-SAME: tensor<?x?xf32>) -> tensor<?x1xf32> {
// CHECK: linalg.generic {{.*}} ["parallel", "reduction"]}
// CHECK-LABEL: func @least_finish(
// CHECK-SAME: tensor<?x?xf32>) -> tensor<?xf32> {
// CHECK: %[[LEAST:.*]] = linalg.generic {{.*}} ["parallel", "reduction"]}
// CHECK: return %[[LEAST]]

// NAMED-LABEL: func @least_partial(
// NAMED: arith.minimumf {{.*}} {reduce.combiner = #reduce.combiner<"reduce.min"(f32),
// The elements of these are states already.
// NAMED-LABEL: func @least_merge(
// NAMED-NOT: reduce.combiner
// NAMED-LABEL: func @states(
func.func @least(%data: tensor<8x4xf32>) -> tensor<8xf32> {
  %min = reduce.min %data axes = [1] : tensor<8x4xf32> -> tensor<8xf32>
  return %min : tensor<8xf32>
}

// Several reductions, with their states and attributes. Products of f16 are
// rounded once, bools are bytes, and minima of f16 are keys.

// CHECK-LABEL: func @states_partial(
// CHECK-SAME: %arg0: tensor<?x?xf16> {reduce.dim_params = ["N", ""], reduce.name = "data"}, %arg1: tensor<?xi1>) -> (tensor<1x?xf32>, tensor<1xi8>, tensor<1x1xi16>) {
// CHECK-LABEL: func @states_merge(
// CHECK-SAME: tensor<?x?xf32>, %arg1: tensor<?xi8>, %arg2: tensor<?x?xi16>) -> (tensor<1x?xf32>, tensor<1xi8>, tensor<1x1xi16>) {
// CHECK-LABEL: func @states_finish(
// CHECK-SAME: tensor<?x?xf32>, %arg1: tensor<?xi8>, %arg2: tensor<?x?xi16>) -> (tensor<1x?xf16> {reduce.name = "product"}, tensor<i1>, tensor<f16>) {
// CHECK: arith.truncf
func.func @states(%data: tensor<?x?xf16> {reduce.name = "data", reduce.dim_params = ["N", ""]}, %mask: tensor<?xi1>)
    -> (tensor<1x?xf16> {reduce.name = "product"}, tensor<i1>, tensor<f16>) {
  %0 = reduce.prod %data axes = [0] keepdims : tensor<?x?xf16> -> tensor<1x?xf16>
  %1 = reduce.min %mask axes = [0] : tensor<?xi1> -> tensor<i1>
  %2 = reduce.min %data axes = [0, 1] : tensor<?x?xf16> -> tensor<f16>
  return %0, %1, %2 : tensor<1x?xf16>, tensor<i1>, tensor<f16>
}

// Elementwise operations before the reductions are part of the first function,
// those after them of the last. Constants are where they are used.

// CHECK-LABEL: func @elementwise_partial(
// CHECK: arith.mulf %arg0, %arg1 : tensor<?x?xf32>
// CHECK: linalg.exp
// CHECK-NOT: arith.negf
// CHECK-LABEL: func @elementwise_merge(
// CHECK-NOT: arith.negf
// CHECK-LABEL: func @elementwise_finish(
// CHECK-NOT: linalg.exp
// CHECK: arith.negf %{{.*}} : tensor<?xf32>
func.func @elementwise(%data: tensor<?x4xf32>, %factor: tensor<?x4xf32>, %others: tensor<?x?xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %0 = arith.mulf %data, %factor : tensor<?x4xf32>
  %1 = reduce.min %0 axes = [0] : tensor<?x4xf32> -> tensor<4xf32>
  %2 = arith.negf %1 : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %others, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %others, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %3 = linalg.exp ins(%others : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = reduce.prod %3 axes = [0, 1] : tensor<?x?xf32> -> tensor<f32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %5 = arith.subf %4, %one : tensor<f32>
  return %2, %5 : tensor<4xf32>, tensor<f32>
}

// Without reductions, and not public.
// CHECK-NOT: func @copy_partial
// CHECK-NOT: func @hidden_partial
func.func @copy(%data: tensor<?xf32>) -> tensor<?xf32> {
  return %data : tensor<?xf32>
}
func.func private @hidden(%data: tensor<?xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
