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

/// Starts an error on `function`, to which the caller appends the reason why C
/// cannot call it.
InFlightDiagnostic emitNotCallable(func::FuncOp function);

/// Returns the signature of `function`, a function on tensors or memrefs, in a
/// library: its name converted to a C identifier, and its inputs and outputs
/// with their names in the model. Outputs are the results and the arguments
/// with the attribute `bufferize.result`. Fails, with an error at the function,
/// for other types and for element types that the specification does not have.
FailureOr<FunctionSignature> getFunctionSignature(func::FuncOp function);

/// For each function, a library exports its name with each of these suffixes.
constexpr llvm::StringLiteral exportedSuffixes[] = {
    "", "_output_shapes", "_status_string", "_signature"};

/// For a sharded function, it also exports the name with this suffix.
constexpr llvm::StringLiteral shardedSuffix = "_sharded";

/// For a function of which all shapes are known and that is not sharded, it
/// exports the name with this suffix, too.
constexpr llvm::StringLiteral dataSuffix = "_data";

/// Whether a library has NAME_data for a function.
bool hasDataFunction(const FunctionSignature &signature);

/// Returns the names that a library exports for a function.
SmallVector<std::string> getExportedNames(const FunctionSignature &signature);

/// Returns the signatures of the public functions of `module`, in order. Fails
/// if `getFunctionSignature` does, and if a library would export the same name
/// for two functions.
FailureOr<SmallVector<FunctionSignature>>
getFunctionSignatures(ModuleOp module);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_CINTERFACE_FUNCTIONSIGNATURES_H
