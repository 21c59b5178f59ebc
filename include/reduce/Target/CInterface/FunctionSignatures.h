//===- FunctionSignatures.h - Signatures of compiled functions --*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_CINTERFACE_FUNCTIONSIGNATURES_H
#define REDUCE_TARGET_CINTERFACE_FUNCTIONSIGNATURES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "reduce/Support/Signature.h"

namespace mlir::reduce {

/// Starts an error that says why C cannot call `function`.
InFlightDiagnostic emitNotCallable(func::FuncOp function);

/// Returns the signature that `function`, on tensors or memrefs, has in a
/// library: its name made a C identifier, and its inputs and outputs under the
/// names that the model gives them. Outputs are results, and arguments with the
/// attribute `bufferize.result`. Fails, with an error at the function, for any
/// other type and for element types that the specification does not have.
FailureOr<FunctionSignature> getFunctionSignature(func::FuncOp function);

/// What follows a function's name in the names of the functions that a library
/// exports for it.
constexpr llvm::StringLiteral exportedSuffixes[] = {
    "", "_output_shapes", "_status_string", "_signature"};

/// Returns the signatures of the public functions of `module`, in order. Fails
/// as `getFunctionSignature` does, and where a library would export one name
/// for two functions.
FailureOr<SmallVector<FunctionSignature>>
getFunctionSignatures(ModuleOp module);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_CINTERFACE_FUNCTIONSIGNATURES_H
