//===- KernelOps.cpp - Calls of shared kernels ----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "reduce/IR/ReduceOps.h"

using namespace mlir;
using namespace mlir::reduce;

/// Whether a function takes `type` where a call passes `passed`: the same type,
/// or a memref of the same shape.
static bool takes(Type type, Type passed) {
  if (type == passed)
    return true;
  auto memRef = dyn_cast<MemRefType>(type);
  auto tensor = dyn_cast<RankedTensorType>(passed);
  return memRef && tensor && memRef.getShape() == tensor.getShape() &&
         memRef.getElementType() == tensor.getElementType();
}

LogicalResult
CallKernelOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto function =
      symbolTable.lookupNearestSymbolFrom<func::FuncOp>(*this, getKernelAttr());
  if (!function)
    return emitOpError() << "calls '" << getKernel()
                         << "', which is not a function";
  FunctionType type = function.getFunctionType();
  SmallVector<Type> onMemRefs(getInputs().getTypes());
  llvm::append_range(onMemRefs, getOutputs().getTypes());
  bool isOnTensors = type.getInputs() == getInputs().getTypes() &&
                     type.getResults() == getResultTypes();
  if (isOnTensors || (type.getNumResults() == 0 &&
                      llvm::equal(type.getInputs(), onMemRefs, takes)))
    return success();
  return emitOpError() << "calls '" << getKernel() << "' of type " << type
                       << ", expected its inputs and results, or memrefs for "
                          "its inputs and outputs";
}
