// Stock mlir-opt with the plugin, through to a program that runs.

// RUN: %mlir_opt_plugin %s --pass-pipeline='builtin.module(reduce-to-llvm-pipeline)' -o %t.mlir
// RUN: mlir-runner %t.mlir -e least -entry-point-result=f32 | FileCheck %s --check-prefix=LEAST
// LEAST: -4.000000e+00
// RUN: mlir-runner %t.mlir -e product -entry-point-result=i32 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: 362880

// The numbers from -4 to 35.
func.func private @numbers() -> tensor<5x8xf32> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %row = arith.muli %i, %c8 : index
    %place = arith.addi %row, %j : index
    %difference = arith.subi %place, %c4 : index
    %integer = arith.index_cast %difference : index to i32
    %number = arith.sitofp %integer : i32 to f32
    tensor.yield %number : f32
  } : tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

func.func @least() -> f32 {
  %numbers = call @numbers() : () -> tensor<5x8xf32>
  %rows = reduce.min %numbers axes = [1] : tensor<5x8xf32> -> tensor<5xf32>
  %all = reduce.min %rows axes = [0] : tensor<5xf32> -> tensor<f32>
  %least = tensor.extract %all[] : tensor<f32>
  return %least : f32
}

// The factorial of 9.
func.func @product() -> i32 {
  %numbers = tensor.generate {
  ^bb0(%i: index):
    %c1 = arith.constant 1 : index
    %place = arith.addi %i, %c1 : index
    %integer = arith.index_cast %place : index to i32
    tensor.yield %integer : i32
  } : tensor<9xi32>
  %all = reduce.prod %numbers axes = [0] : tensor<9xi32> -> tensor<i32>
  %product = tensor.extract %all[] : tensor<i32>
  return %product : i32
}
