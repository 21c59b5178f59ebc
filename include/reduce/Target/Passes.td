//===- Passes.td - Verification of the compiler's input ----*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_PASSES_TD
#define REDUCE_TARGET_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyInputPass : Pass<"reduce-verify-input", "::mlir::ModuleOp"> {
  let summary = "Reject attributes that the lowering would misinterpret";
  let description = [{
    Some attributes of functions carry information between passes, and LLVM acts on
    others. In the input of a pipeline they would be trusted, or crash the compiler.
    This pass, the first of each pipeline, fails if it finds one of these:

    - `reduce.layout` on a function and `bufferize.result` on an argument or
      result are internal: only passes may set them;
    - `bufferization.buffer_layout` on an argument or result:
      `-reduce-bufferize-function-boundaries` determines the layout;
    - the inherent attributes of `llvm.func`, such as `CConv`, `passthrough` or
      `memory_effects`, and `func.varargs`;
    - attributes of the `llvm` dialect on arguments and results that are tensors
      or memrefs: each of these becomes several LLVM values, or one with
      `llvm.bareptr`;
    - `personality` on an `llvm.func`, if no function has that name;
    - `no_inline` on a private function on tensors, which must be inlined;
    - `llvm.readnone` on a function with a body and tensor or memref arguments or
      results;
    - attributes of the `llvm` dialect on a module or function that this dialect
      does not define there, or whose value is of the wrong kind.

    It also fails if an unregistered operation has regions, on which MLIR's inliner
    crashes, or if a linalg or elementwise operation has operands with an encoding,
    which upstream's patterns would drop.

    `llvm.emit_c_interface`, `llvm.bareptr` and `llvm.linkage` on a function, and
    attributes of the `llvm` and `dlti` dialects on a module, have the same meaning
    as upstream. With `c-interface`, modules and functions with a body must have none
    of these attributes, and none of the `omp` dialect. The compiler alone determines
    what a library exports, its calling convention and its target.

    All other attributes are accepted. Any producer may set `reduce.name`,
    `reduce.dim_params` and `reduce.element_type`; the dialect verifies them.
    `bufferization.access` and `bufferization.writable` permit nothing that the
    lowering does not do anyway.

    Example, which the pass accepts without `c-interface`:

    ```mlir
    func.func @rows(%data: tensor<3x2xf32> {reduce.name = "data"}) -> tensor<3xf32>
        attributes {llvm.emit_c_interface} {
      %min = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
      return %min : tensor<3xf32>
    }
    ```
  }];
  let options = [
    Option<"cInterface", "c-interface", "bool", /*default=*/"false",
           "Functions get the C interface of a library, see "
           "-reduce-generate-c-interface">
  ];
  let statistics = [
    Statistic<"numFunctions", "num-functions", "Number of functions verified">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // REDUCE_TARGET_PASSES_TD
