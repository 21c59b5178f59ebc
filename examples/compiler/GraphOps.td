//===- GraphOps.td - A dialect that has a reduction --------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Graph_Dialect : Dialect {
  let name = "graph";
  let cppNamespace = "::graph";
}

def Graph_AMinOp : Op<Graph_Dialect, "amin", [Pure]> {
  let summary = "Minimum along dimensions; along all, if none is named";
  let arguments = (ins
    TensorOf<[F32]>:$input, DenseI64ArrayAttr:$dims, UnitAttr:$keepdim);
  let results = (outs TensorOf<[F32]>:$result);
  let assemblyFormat = [{
    $input `,` $dims (`keepdim` $keepdim^)? attr-dict
    `:` type($input) `->` type($result)
  }];
}
