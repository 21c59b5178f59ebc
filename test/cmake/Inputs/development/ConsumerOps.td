//===- ConsumerOps.td - A dialect beside reduce ------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "reduce/IR/ReduceInterfaces.td"

def Consumer_Dialect : Dialect {
  let name = "consumer";
  let cppNamespace = "::consumer";
}

def Consumer_MaxOp : Op<Consumer_Dialect, "max", [
    Pure,
    DeclareOpInterfaceMethods<ReductionOpInterface, [
      "getDynamicAxes", "getNoopWithEmptyAxes", "createCombiner"]>]> {
  let arguments = (ins
    TensorOf<[I32]>:$input,
    OptionalAttr<DenseI64ArrayAttr>:$axes,
    UnitAttr:$keepdims);
  let results = (outs TensorOf<[I32]>:$result);
  let assemblyFormat =
      "$input (`axes` `=` $axes^)? attr-dict `:` type($input) `->` type($result)";
}
