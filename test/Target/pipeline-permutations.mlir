// RUN: reduce-opt %s --reduce-to-llvm-pipeline='target=x86_64-linux-gnu mcpu=znver4' | FileCheck %s

// Code for rows of unknown length permutes lanes by an intrinsic of the target,
// also where no caller provides the memory of results.

// CHECK-LABEL: llvm.func @rows_i8
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.permvar.qi.512"
func.func @rows_i8(%data: tensor<?x?xi8>) -> tensor<?xi8> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi8> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: llvm.func @rows_f16
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.permvar.hi.512"
func.func @rows_f16(%data: tensor<?x?xf16>) -> tensor<?xf16> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xf16> -> tensor<?xf16>
  return %0 : tensor<?xf16>
}
