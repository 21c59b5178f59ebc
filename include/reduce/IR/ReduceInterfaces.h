//===- ReduceInterfaces.h - What all reductions have in common --*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEINTERFACES_H
#define REDUCE_IR_REDUCEINTERFACES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "reduce/IR/Combiners/Combiner.h"
#include "reduce/IR/TypeInference.h"

namespace mlir::reduce {

/// Returns the attributes that `op`, a reduction, declares, but those that say
/// which dimensions are reduced.
DictionaryAttr getCombinerOptions(Operation *op);

/// Returns the type of the results' elements of the reductions that `operation`
/// names, of elements of `elementType` and with `attributes`, which may be more
/// than the combiner's options, or null for none; `elementType` where these are
/// not allowed.
Type getResultElementType(OperationName operation, Type elementType,
                          DictionaryAttr attributes);

/// Makes the operator of the reductions that `operation` names, of elements of
/// `elementType`. Returns null where it names none that is registered, or where
/// an option or the type is not what it allows.
std::unique_ptr<Combiner> createCombiner(OperationName operation,
                                         Type elementType,
                                         DictionaryAttr options);

} // namespace mlir::reduce

#include "reduce/IR/ReduceInterfaces.h.inc"

#endif // REDUCE_IR_REDUCEINTERFACES_H
