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
    Gives each public function on memrefs the C interface of compiled libraries. For
    a function NAME it generates

    - `NAME(inputs..., outputs...) -> i32`, on pointers to `DLTensor`: checks
      all tensors before it accesses any data, then calls the variant that fits;
    - `NAME_data(inputs..., outputs...) -> i32`, on pointers to elements, if all
      shapes are known and the function is not sharded: checks nothing, and calls the
      variant for contiguous tensors;
    - `NAME_output_shapes(inputs..., outputs...) -> i32`: fills in the shapes of
      the results;
    - `NAME_status_string(i32)`: returns the text of a status;
    - `NAME_signature()`: returns names, types and shapes as JSON;
    - `NAME_sharded(inputs..., outputs..., comm) -> i32`, if `-reduce-shard-functions`
      changed the function: the call that the ranks of a communicator make together
      (`reduce_comm.h`). Ranks agree on the status before they exchange data. The
      function NAME is the call of a grid of one rank.

    The checks of NAME end in one branch for tensors that pass them, are contiguous and
    have elements; any other call goes to the private function `NAME.checked`, which
    finds out which status to return or which variant to call. For more than 4 tensors
    or 16 dimensions NAME itself does that.

    The original function becomes the private variant `NAME.contiguous`. It has one
    caller, `NAME_data`, or the private `NAME.data`, which also takes the sizes that
    are not known, so that a library has its code only once. Functions of more than 64
    tensors differ: the variants take the address of an array of tensors, and NAME and
    `NAME_data`, which exists under the same conditions, both call `NAME.contiguous`.
    The variants
    made by `-reduce-add-strided-variants` are called for tensors that are not
    contiguous: `NAME.rows`, if it exists, when the innermost stride of each input is
    1 and outputs are contiguous; otherwise `NAME.strided`. All other definitions of
    the module become internal.

    A function allocates memory from an arena, which is freed as a whole at the end
    of the call. All buffers of static shape share one block; each other buffer has
    its own. Blocks whose size is known at the start of the function are allocated
    there. A `cf.assert` checks each block, so that out of memory becomes a status
    like any other once `-reduce-convert-assert-to-status` has run.

    Example:

    ```mlir
    func.func @copy(%data: memref<2x3xf32>, %out: memref<2x3xf32> {bufferize.result}) {
      linalg.copy ins(%data : memref<2x3xf32>) outs(%out : memref<2x3xf32>)
      return
    }
    ```

    If a result has dynamic dimensions, there must be a function that computes them,
    as made by `-reduce-add-shape-functions`: the call compares them with the shapes
    of its outputs, and `NAME_output_shapes` returns them. The call also checks that
    dimensions with the same symbolic name (`reduce.dim_params`) have the same size.

    Public functions must take only memrefs of the specification's element types, and
    return nothing.
  }];
  let statistics = [
    Statistic<"numFunctions", "num-functions", "Number of functions wrapped">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ConvertAssertToStatusPass
    : Pass<"reduce-convert-assert-to-status", "::mlir::func::FuncOp"> {
  let summary = "Return a status when an assertion fails";
  let description = [{
    Applies to functions whose first result is a status, of type i32. A failing
    `cf.assert` then returns the status whose text is the assertion's message
    (`Statuses.def`), or `ASSERTION` if there is none. The other results are 0. It is
    impossible to return from the middle of a structured region, so assertions
    inside one are not replaced. Run `-convert-scf-to-cf` first.

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

    Functions with other first results are not changed.
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
