//===- Passes.td - Passes on the LLVM dialect --------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_LLVM_PASSES_TD
#define REDUCE_TARGET_LLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def AddDebugInfoPass : Pass<"reduce-add-debug-info", "::mlir::ModuleOp"> {
  let summary = "Record the line or node that machine code comes from";
  let description = [{
    Translates the locations of operations to DWARF, so that debuggers and profilers
    can show the source of machine code. Each function of the LLVM dialect becomes a
    subprogram, with its file and line. If the location of an operation has a name,
    as for nodes of a model, the operation belongs to a subprogram of that name,
    inlined into the function. Any other operation is a line of the function.

    The name of a file is the one in the location. The folder that it is relative to
    is not recorded, so that the code does not depend on where it was compiled. For a
    file without lines, such as an ONNX model, every line is 1. Functions that
    already are subprograms are not changed.

    Example:

    ```mlir
    llvm.func @f() {
      llvm.return loc("smallest"("model.xml":7:5))
    } loc("model.xml":1:1)
    ```

    A debugger finds the code of the return in `smallest`, at line 7 of
    `model.xml`, inlined into `f` at line 1.
  }];
  let statistics = [
    Statistic<"numFunctions", "num-functions",
              "Number of functions that became subprograms">,
    Statistic<"numNodes", "num-nodes",
              "Number of nodes that became subprograms">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // REDUCE_TARGET_LLVM_PASSES_TD
