//===- ReduceInterfaces.cpp - The interface of all reductions -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceInterfaces.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::reduce;

#include "reduce/IR/ReduceInterfaces.cpp.inc"

InFlightDiagnostic DiscardedErrors::emit() {
  if (!handler)
    handler.emplace(context, [thread = llvm::get_threadid()](Diagnostic &) {
      return success(llvm::get_threadid() == thread);
    });
  return emitError(UnknownLoc::get(context));
}

/// Returns whether the reduction `operation` declares the attribute `name`, and
/// this attribute does not determine which dimensions are reduced.
static bool isCombinerOption(OperationName operation, StringRef name) {
  constexpr StringLiteral common[] = {"axes", "keepdims",
                                      "noop_with_empty_axes"};
  return !llvm::is_contained(common, name) &&
         llvm::any_of(operation.getAttributeNames(),
                      [&](StringAttr declared) { return declared == name; });
}

/// Returns those of `attributes` that are options of the combiner.
static DictionaryAttr selectCombinerOptions(OperationName operation,
                                            DictionaryAttr attributes) {
  NamedAttrList options;
  if (attributes)
    for (NamedAttribute attribute : attributes)
      if (isCombinerOption(operation, attribute.getName()))
        options.push_back(attribute);
  return options.getDictionary(operation.getContext());
}

DictionaryAttr mlir::reduce::getCombinerOptions(Operation *op) {
  return selectCombinerOptions(op->getName(), op->getAttrDictionary());
}

Type mlir::reduce::getResultElementType(OperationName operation,
                                        Type elementType,
                                        DictionaryAttr attributes) {
  std::unique_ptr<Combiner> combiner = createCombiner(
      operation, elementType, selectCombinerOptions(operation, attributes));
  return combiner ? combiner->getResultElementType() : elementType;
}

std::unique_ptr<Combiner> mlir::reduce::createCombiner(OperationName operation,
                                                       Type elementType,
                                                       DictionaryAttr options) {
  if (!operation.isRegistered())
    return nullptr;
  auto *reduction = operation.getInterface<ReductionOpInterface>();
  if (!reduction || !llvm::all_of(options, [&](NamedAttribute option) {
        return isCombinerOption(operation, option.getName());
      }))
    return nullptr;
  return reduction->createCombiner(elementType, options);
}
