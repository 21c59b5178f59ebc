//===- ReduceInterfaces.h - The interface of all reductions -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEINTERFACES_H
#define REDUCE_IR_REDUCEINTERFACES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/TypeUtilities.h"
#include "reduce/IR/Combiners/Combiner.h"
#include "reduce/IR/TypeInference.h"

namespace mlir::reduce {

/// Discards the errors that this thread begins with `emit`, and those that it
/// reports afterwards while the object exists. For upstream's functions that
/// report errors where failing is no error.
class DiscardedErrors {
public:
  explicit DiscardedErrors(MLIRContext *context) : context(context) {}

  /// Begins an error, which is discarded.
  InFlightDiagnostic emit();

private:
  MLIRContext *context;
  // Registered by the first error, since registering locks the context's
  // diagnostics.
  std::optional<ScopedDiagnosticHandler> handler;
};

/// Returns the attributes that the reduction `op` declares, except those that
/// determine which dimensions are reduced.
DictionaryAttr getCombinerOptions(Operation *op);

/// Returns the element type of the result of `operation`, a reduction, for
/// elements of type `elementType`. `attributes` may be null, and may have more
/// than the combiner's options. Returns `elementType` if `operation` does not
/// allow the type or one of the options.
Type getResultElementType(OperationName operation, Type elementType,
                          DictionaryAttr attributes);

/// Creates the operator of `operation`, a reduction, for elements of type
/// `elementType`. Returns null if `operation` is not a registered reduction, or
/// if it does not allow the type or one of the options.
std::unique_ptr<Combiner> createCombiner(OperationName operation,
                                         Type elementType,
                                         DictionaryAttr options);

} // namespace mlir::reduce

#include "reduce/IR/ReduceInterfaces.h.inc"

#endif // REDUCE_IR_REDUCEINTERFACES_H
