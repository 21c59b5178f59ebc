// RUN: reduce-opt %s -allow-unregistered-dialect -transform-interpreter -canonicalize -cse | FileCheck %s

// Bounds on the input's extents are bounds on the result's extents
// (ValueBoundsOpInterface): a tensor with the size of a result of at most 4
// elements is a slice of a tensor of size 4.

// CHECK-LABEL: func @bounded(
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<4x1xf32>
// CHECK: tensor.extract_slice %[[EMPTY]]
func.func @bounded(%data: tensor<?x8xf32>, %value: f32) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %init = tensor.empty() : tensor<f32>
  %extent = tensor.dim %data, %c0 : tensor<?x8xf32>
  %result = scf.for %i = %c0 to %extent step %c4 iter_args(%carried = %init) -> (tensor<f32>) {
    %size = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%extent]
    %slice = tensor.extract_slice %data[%i, 0] [%size, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
    %min = reduce.min %slice axes = [1] keepdims : tensor<?x8xf32> -> tensor<?x1xf32>
    %rows = tensor.dim %min, %c0 : tensor<?x1xf32>
    %empty = tensor.empty(%rows) {independent} : tensor<?x1xf32>
    %used = "test.use"(%empty, %min) : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<f32>
    scf.yield %used : tensor<f32>
  }
  return %result : tensor<f32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %empty = transform.structured.match attributes{independent} in %root : (!transform.any_op) -> !transform.any_op
    %moved = transform.tensor.make_loop_independent %empty {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
