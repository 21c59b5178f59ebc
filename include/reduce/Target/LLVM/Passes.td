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
  let summary = "Say of machine code which line or node it comes from";
  let description = [{
    Turns the locations of operations into DWARF's terms, so that debuggers and
    profilers name what they find. Each function of the LLVM dialect becomes a
    subprogram, with its file and line. An operation whose location has a name,
    as each node of a model has, belongs to a subprogram of that name, inlined
    into the function; any other is a line of the function.

    A file has the name that the location gives it; the folder that it is
    relative to is not recorded, so that code is the same wherever it is
    compiled. Where it has no lines, as an ONNX model, all is in line 1.
    Functions that are subprograms already are left alone.

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
