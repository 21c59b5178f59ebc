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

def GenerateCInterfacePass
    : Pass<"reduce-generate-c-interface", "::mlir::ModuleOp"> {
  let summary = "Wrap each public function in a checked call on DLPack tensors";
  let description = [{
    Gives each public function on memrefs the C interface of compiled libraries.
    The function NAME itself becomes the private `NAME.contiguous`; a strided
    variant made by `-reduce-add-strided-variants` is called for tensors that
    are not contiguous. In their place stand

    - `NAME(inputs..., outputs...) -> i32`, on pointers to `DLTensor`: checks
      each tensor before it touches any data, then calls the variant that fits;
    - `NAME_output_shapes(inputs..., outputs...) -> i32`: fills in the shapes of
      the results;
    - `NAME_status_string(i32)`: a status in words;
    - `NAME_signature()`: names, types and shapes as JSON.

    Buffers that a function would allocate move to its caller, one block for
    all, so that a lack of memory is a status like any other.

    Example:

    ```mlir
    func.func @copy(%data: memref<2x3xf32>, %out: memref<2x3xf32> {bufferize.result}) {
      linalg.copy ins(%data : memref<2x3xf32>) outs(%out : memref<2x3xf32>)
      return
    }
    ```

    Public functions must take nothing but memrefs of static shape and the
    specification's element types, and return nothing.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // REDUCE_TARGET_PASSES_TD
