// Axes that are only known at run time, lowered by MLIR's own passes.

// RUN: reduce-opt %s --convert-reduce-to-linalg -o %t.mlir
// RUN: mlir-opt %t.mlir --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-loops),buffer-deallocation-pipeline,convert-bufferization-to-memref,memref-expand,expand-strided-metadata,lower-affine,convert-vector-to-scf,convert-scf-to-cf,convert-vector-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' -o %t.llvm
// RUN: mlir-runner %t.llvm -e main -entry-point-result=void --shared-libs=%mlir_c_runner_utils | FileCheck %s --match-full-lines

func.func private @min(%data: tensor<?x?x?xi32>, %axes: tensor<?xi64>) -> tensor<?x?x?xi32> {
  %0 = reduce.min %data axes = %axes keepdims : tensor<?x?x?xi32>, tensor<?xi64> -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}
func.func private @prod(%data: tensor<?x?x?xi32>, %axes: tensor<2xi32>) -> tensor<?xi32> {
  %0 = reduce.prod %data axes = %axes : tensor<?x?x?xi32>, tensor<2xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %constant = arith.constant dense<[[[5, 2, 3], [4, -1, 6]], [[1, 8, -9], [7, 3, 2]]]> : tensor<2x2x3xi32>
  %data = tensor.cast %constant : tensor<2x2x3xi32> to tensor<?x?x?xi32>

  %middle = arith.constant dense<-2> : tensor<1xi64>
  %one = tensor.cast %middle : tensor<1xi64> to tensor<?xi64>
  %0 = call @min(%data, %one) : (tensor<?x?x?xi32>, tensor<?xi64>) -> tensor<?x?x?xi32>
  // CHECK: ( ( ( 4, -1, 3 ) ), ( ( 1, 3, -9 ) ) )
  %1 = vector.transfer_read %0[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : tensor<?x?x?xi32>, vector<2x1x3xi32>
  vector.print %1 : vector<2x1x3xi32>

  %outer = arith.constant dense<[2, 0]> : tensor<2xi64>
  %two = tensor.cast %outer : tensor<2xi64> to tensor<?xi64>
  %2 = call @min(%data, %two) : (tensor<?x?x?xi32>, tensor<?xi64>) -> tensor<?x?x?xi32>
  // CHECK-NEXT: ( ( ( -9 ), ( -1 ) ) )
  %3 = vector.transfer_read %2[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : tensor<?x?x?xi32>, vector<1x2x1xi32>
  vector.print %3 : vector<1x2x1xi32>

  %empty = arith.constant dense<> : tensor<0xi64>
  %none = tensor.cast %empty : tensor<0xi64> to tensor<?xi64>
  %4 = call @min(%data, %none) : (tensor<?x?x?xi32>, tensor<?xi64>) -> tensor<?x?x?xi32>
  // CHECK-NEXT: ( ( ( -9 ) ) )
  %5 = vector.transfer_read %4[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : tensor<?x?x?xi32>, vector<1x1x1xi32>
  vector.print %5 : vector<1x1x1xi32>

  %last = arith.constant dense<[1, -1]> : tensor<2xi32>
  %6 = call @prod(%data, %last) : (tensor<?x?x?xi32>, tensor<2xi32>) -> tensor<?xi32>
  // CHECK-NEXT: ( -720, -3024 )
  %7 = vector.transfer_read %6[%c0], %zero {in_bounds = [true]} : tensor<?xi32>, vector<2xi32>
  vector.print %7 : vector<2xi32>
  return
}
