// RUN: reduce-opt %s --pass-pipeline='builtin.module(reduce-to-llvm-pipeline{c-interface=true})' | FileCheck %s --implicit-check-not=@malloc --implicit-check-not=memcpy --implicit-check-not=@all.shapes
// RUN: reduce-opt %s --pass-pipeline='builtin.module(reduce-to-llvm-pipeline{c-interface=true vectorize=false})' | FileCheck %s --implicit-check-not=@malloc --implicit-check-not=memcpy --implicit-check-not=@all.shapes

// A single reduction of unknown shape allocates and copies nothing, whatever
// its strides: the result is computed in the output.

// CHECK-DAG: llvm.func internal @inner.contiguous(
// CHECK-DAG: llvm.func internal @inner.strided(
// CHECK-DAG: llvm.func internal @inner.shapes(
func.func @inner(%data: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = [2] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-DAG: llvm.func internal @inner_keepdims.contiguous(
func.func @inner_keepdims(%data: tensor<?x?x?xf32>) -> tensor<?x?x1xf32> {
  %0 = reduce.min %data axes = [2] keepdims : tensor<?x?x?xf32> -> tensor<?x?x1xf32>
  return %0 : tensor<?x?x1xf32>
}

// CHECK-DAG: llvm.func internal @outer_keepdims.contiguous(
func.func @outer_keepdims(%data: tensor<?x?x?xi64>) -> tensor<1x?x?xi64> {
  %0 = reduce.prod %data axes = [0] keepdims : tensor<?x?x?xi64> -> tensor<1x?x?xi64>
  return %0 : tensor<1x?x?xi64>
}

// CHECK-DAG: llvm.func internal @declared_keepdims.contiguous(
func.func @declared_keepdims(%data: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %0 = reduce.min %data axes = [1] keepdims : tensor<?x?x?xf64> -> tensor<?x?x?xf64>
  return %0 : tensor<?x?x?xf64>
}

// Nor does a result with a known shape need a shape function.
// CHECK-DAG: llvm.func internal @all.contiguous(
func.func @all(%data: tensor<?x?xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0, 1] : tensor<?x?xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
