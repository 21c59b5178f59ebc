//===- Passes.td - What the compiler takes -----------------*- tablegen -*-===//
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
  let summary = "Refuse attributes that the lowering would misunderstand";
  let description = [{
    Passes tell each other something by attributes of functions, and LLVM acts
    upon others. In the input of a pipeline they would be believed, or crash it.
    This pass, the first of each pipeline, fails where it finds one:

    - `reduce.strided` on a function and `bufferize.result` on an argument or
      result are internal: only passes may set them;
    - `bufferization.buffer_layout` on an argument or result, whose layout
      `-reduce-bufferize-function-boundaries` decides;
    - the inherent attributes of `llvm.func`, such as `CConv`, `passthrough` or
      `memory_effects`, and `func.varargs`;
    - attributes of the `llvm` dialect on arguments and results that are tensors
      or memrefs: each becomes several values of LLVM, or one with
      `llvm.bareptr`;
    - `personality` on an `llvm.func`, where there is no such function;
    - `no_inline` on a private function on tensors, which could only be inlined;
    - `llvm.readnone` on a function with such arguments or results and a body;
    - attributes of the `llvm` dialect on a module or function that it does not
      have there, or whose value is of another kind than it should be.

    It fails as well where an operation that is not registered has regions, on
    which MLIR's inliner crashes.

    `llvm.emit_c_interface`, `llvm.bareptr` and `llvm.linkage` on a function, and
    those of the `llvm` and `dlti` dialects on a module, do what they do
    upstream. With `c-interface` a module or a function with a body must have
    none of them, and none of the `omp` dialect: what a library exports, how it
    is called and what its target is, the compiler decides.

    Any other attribute goes by unnoticed. `reduce.name`, `reduce.dim_params` and
    `reduce.element_type` are for anyone to write, and the dialect verifies them;
    `bufferization.access` and `bufferization.writable` allow no more than is done
    anyway.

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
