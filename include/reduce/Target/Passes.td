//===- Passes.td - Passes for compiled libraries -----------*- tablegen -*-===//
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

def GenerateCInterfacePass
    : Pass<"reduce-generate-c-interface", "::mlir::ModuleOp"> {
  let summary = "Wrap each public function in a checked call on DLPack tensors";
  let description = [{
    Gives each public function on memrefs the C interface of compiled libraries.
    The function NAME itself becomes the private `NAME.contiguous`; the variants
    made by `-reduce-add-strided-variants` are called for tensors that are not
    contiguous: `NAME.rows`, if there is one, where the innermost stride of each
    input is 1 and outputs are contiguous, else `NAME.strided`. In their place
    stand

    - `NAME(inputs..., outputs...) -> i32`, on pointers to `DLTensor`: checks
      each tensor before it touches any data, then calls the variant that fits;
    - `NAME_output_shapes(inputs..., outputs...) -> i32`: fills in the shapes of
      the results;
    - `NAME_status_string(i32)`: a status in words;
    - `NAME_signature()`: names, types and shapes as JSON.

    Whatever else the module defines becomes internal.

    What a function allocates comes from an arena of the call, which is freed as
    a whole in the end: one block for all buffers of static shape, one for each
    other, all of them at the function's start as far as their sizes are known
    there. A `cf.assert` checks each block, so that a lack of memory is a status
    like any other once `-reduce-convert-assert-to-status` has run.

    Example:

    ```mlir
    func.func @copy(%data: memref<2x3xf32>, %out: memref<2x3xf32> {bufferize.result}) {
      linalg.copy ins(%data : memref<2x3xf32>) outs(%out : memref<2x3xf32>)
      return
    }
    ```

    Where a result has dynamic dimensions, there must be a function that computes
    them, as `-reduce-add-shape-functions` makes it: the call compares them with
    the shapes of its outputs, and `NAME_output_shapes` returns them. Symbolic
    dimensions (`reduce.dim_params`) of one name must agree.

    Public functions must take nothing but memrefs of the specification's element
    types, and return nothing.
  }];
  let statistics = [
    Statistic<"numFunctions", "num-functions", "Number of functions wrapped">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ConvertAssertToStatusPass
    : Pass<"reduce-convert-assert-to-status", "::mlir::func::FuncOp"> {
  let summary = "Return a status where an assertion fails";
  let description = [{
    Replaces each `cf.assert` in a function whose first result is a status, of
    type i32, by a branch to a `return` of the status that has the assertion's
    message for its text (`Statuses.def`), or else of status `ASSERTION`. The
    other results are 0 then. A structured region cannot be left in the middle:
    assertions inside one stay, so `-convert-scf-to-cf` is to run before.

    Example:

    ```mlir
    func.func @checked(%valid: i1, %size: index) -> (i32, index) {
      %ok = arith.constant 0 : i32
      cf.assert %valid, "an axis is out of range"
      return %ok, %size : i32, index
    }
    ```

    becomes

    ```mlir
    func.func @checked(%valid: i1, %size: index) -> (i32, index) {
      %ok = arith.constant 0 : i32
      %failed = arith.constant 12 : i32
      cf.cond_br %valid, ^next, ^failure(%failed : i32)
    ^next:
      return %ok, %size : i32, index
    ^failure(%status: i32):
      %zero = arith.constant 0 : index
      return %status, %zero : i32, index
    }
    ```

    Functions with other first results are left alone.
  }];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of assertions converted">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect"];
}

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

#endif // REDUCE_TARGET_PASSES_TD
