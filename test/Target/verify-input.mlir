// RUN: reduce-opt %s --reduce-verify-input --split-input-file > %t.mlir
// RUN: reduce-opt %s --split-input-file | diff %t.mlir -
// RUN: reduce-opt %s --reduce-to-llvm-pipeline --split-input-file | FileCheck %s

// Attributes that pipelines without the C interface accept, and their effect.

// Clause llvm-attributes.
// CHECK-LABEL: llvm.func @wrapped(
// CHECK: llvm.func @_mlir_ciface_wrapped(
func.func @wrapped(%data: tensor<3x2xf32>) -> tensor<3xf32> attributes {llvm.emit_c_interface} {
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: llvm.func @bare(
// CHECK-SAME: !llvm.ptr {{{.*}}llvm.noalias{{.*}}}, %{{[a-z0-9]+}}: !llvm.ptr{{[^,]*}})
func.func @bare(%data: tensor<3x2xf32> {llvm.noalias}) -> tensor<3xf32> attributes {llvm.bareptr} {
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: llvm.func weak @linked(
func.func @linked(%data: tensor<3x2xf32>) -> tensor<3xf32> attributes {llvm.linkage = #llvm.linkage<weak>} {
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK: module attributes {llvm.data_layout = "e", llvm.module_asm = [".globl f"], llvm.target_triple = "x86_64-linux-gnu"}
module attributes {llvm.data_layout = "e", llvm.module_asm = [".globl f"], llvm.target_triple = "x86_64-linux-gnu"} {
  // CHECK-DAG: llvm.func @signed({{.*}}i8 {llvm.signext}) -> (i8 {llvm.signext}) attributes {memory_effects = #llvm.memory_effects<{{[^>]*}}>
  func.func private @signed(i8 {llvm.signext}) -> (i8 {llvm.signext}) attributes {llvm.readnone}
  // CHECK-DAG: llvm.func @f(
  func.func @f(%byte: i8 {llvm.signext}) -> i8 attributes {no_inline} {
    %0 = call @signed(%byte) : (i8) -> i8
    return %0 : i8
  }
}

// -----

// Attributes that no pass interprets, or that keep their usual meaning.
// CHECK-LABEL: llvm.func @foreign(
func.func @foreign(%data: tensor<3x?xi8> {reduce.element_type = i1, reduce.dim_params = ["", "N"], bufferization.access = "read", bufferization.writable = false, tt.divisibility = 16 : i32})
    -> (tensor<3xi8> {reduce.name = "r", reduce.element_type = i8})
    attributes {reduce.name = "a graph", tf.entry_function = "f", gpu.kernel, noinline, no_inline} {
  %0 = reduce.min %data axes = [1] : tensor<3x?xi8> -> tensor<3xi8>
  return %0 : tensor<3xi8>
}
