//===- Passes.td - The C interface -------------------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_CINTERFACE_PASSES_TD
#define REDUCE_TARGET_CINTERFACE_PASSES_TD

include "mlir/Pass/PassBase.td"

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

#endif // REDUCE_TARGET_CINTERFACE_PASSES_TD
