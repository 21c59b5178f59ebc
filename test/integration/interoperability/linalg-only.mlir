// Any backend can compile the output of -convert-reduce-to-linalg: here MLIR's
// own passes do, in an mlir-opt without this project.

// RUN: reduce-opt %s --convert-reduce-to-linalg -o %t.mlir
// RUN: mlir-opt %t.mlir --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-loops),buffer-deallocation-pipeline,expand-strided-metadata,convert-vector-to-scf,convert-scf-to-cf,convert-vector-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' -o %t.llvm
// RUN: mlir-runner %t.llvm -e main -entry-point-result=void --shared-libs=%mlir_c_runner_utils | FileCheck %s --match-full-lines

func.func @main() {
  %data = tensor.generate {
  ^bb0(%i: index, %j: index):
    %sum = arith.addi %i, %j : index
    %integer = arith.index_cast %sum : index to i32
    %element = arith.sitofp %integer : i32 to f32
    tensor.yield %element : f32
  } : tensor<3x4xf32>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32

  // CHECK: ( 0, 1, 2 )
  %min = reduce.min %data axes = [1] : tensor<3x4xf32> -> tensor<3xf32>
  %least = vector.transfer_read %min[%c0], %zero {in_bounds = [true]} : tensor<3xf32>, vector<3xf32>
  vector.print %least : vector<3xf32>

  // CHECK-NEXT: ( 0, 24, 120 )
  %prod = reduce.prod %data axes = [-1] strict_order : tensor<3x4xf32> -> tensor<3xf32>
  %product = vector.transfer_read %prod[%c0], %zero {in_bounds = [true]} : tensor<3xf32>, vector<3xf32>
  vector.print %product : vector<3xf32>
  return
}
