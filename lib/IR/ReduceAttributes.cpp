//===- ReduceAttributes.cpp - Attributes of the reduce dialect ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceInterfaces.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::reduce;

#include "reduce/IR/ReduceEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "reduce/IR/ReduceAttributes.cpp.inc"

void ReduceDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "reduce/IR/ReduceAttributes.cpp.inc"
      >();
}

/// Returns the operator, and in `isKnown` whether the operation is registered.
static std::unique_ptr<Combiner> makeCombiner(StringAttr operation,
                                              Type elementType,
                                              DictionaryAttr options,
                                              bool &isKnown) {
  MLIRContext *context = operation.getContext();
  OperationName name(operation.getValue(), context);
  isKnown = name.isRegistered();
  return createCombiner(name, elementType,
                        options ? options : DictionaryAttr::get(context));
}

std::unique_ptr<Combiner> CombinerAttr::getCombiner() const {
  bool isKnown;
  return makeCombiner(getOperation(), getElementType(), getOptions(), isKnown);
}

LogicalResult CombinerAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringAttr operation, Type elementType,
                                   DictionaryAttr options) {
  // What a dialect means that is not there cannot be verified.
  bool isKnown;
  if (makeCombiner(operation, elementType, options, isKnown) || !isKnown)
    return success();
  InFlightDiagnostic error =
      emitError() << "operation " << operation
                  << " is not a reduction of elements of " << elementType;
  if (options)
    error << " with the options " << options;
  return error;
}
