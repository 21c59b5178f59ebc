//===- KernelOps.td - Calls of shared kernels --------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_KERNELOPS_TD
#define REDUCE_IR_KERNELOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "reduce/IR/ReduceDialect.td"

def Reduce_CallKernelOp : Op<Reduce_Dialect, "call_kernel", [
    Pure, AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Call of a function that computes part of a model";
  let description = [{
    Computes the results of the function `kernel`, which has no side effects, for
    `inputs`. `outputs` are tensors of the same types as the results. Their elements
    are not read. Bufferization computes each result in the buffer of its output, and
    turns the operation into a `func.call` of the function on memrefs. This is the
    difference from a `func.call` on tensors, which would allocate its results.

    The operation is internal. `-reduce-outline-kernels` builds it, and
    `-reduce-verify-input` rejects it in the input.

    Example:

    ```mlir
    func.func private @kernel(%data: tensor<?x8xf32>) -> tensor<?xf32> {
      %min = reduce.min %data axes = [1] : tensor<?x8xf32> -> tensor<?xf32>
      return %min : tensor<?xf32>
    }

    func.func @main(%data: tensor<?x8xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
      %min = reduce.call_kernel @kernel ins(%data : tensor<?x8xf32>)
          outs(%out : tensor<?xf32>) -> tensor<?xf32>
      return %min : tensor<?xf32>
    }
    ```

    The symbol must be a function. It takes the inputs and returns the results. When
    its tensors have become memrefs, it takes the inputs and the outputs.
  }];

  let arguments = (ins
    FlatSymbolRefAttr:$kernel,
    Arg<Variadic<AnyType>, "what the function takes">:$inputs,
    Arg<Variadic<AnyRankedTensor>, "where it writes its results">:$outputs);
  let results = (outs Res<Variadic<AnyRankedTensor>, "the outputs">:$results);

  let assemblyFormat = [{
    $kernel (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` attr-dict `->` type($results)
  }];

  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
  }];
}

#endif // REDUCE_IR_KERNELOPS_TD
