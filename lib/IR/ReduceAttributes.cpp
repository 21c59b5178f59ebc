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

#include "mlir/AsmParser/AsmParser.h"
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

/// Returns the operator, or null. Sets `isKnown` to whether the operation is
/// registered.
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

LogicalResult
VectorTargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         unsigned vectorBits, unsigned accumulators, bool, bool,
                         bool, unsigned, bool, bool) {
  auto check = [&](StringRef name, unsigned value, unsigned limit) {
    if (llvm::isPowerOf2_32(value) && value <= limit)
      return success();
    return LogicalResult(emitError()
                         << "expected '" << name << "' to be a power of two up "
                         << "to " << limit << ", got " << value);
  };
  return success(succeeded(check("vector_bits", vectorBits, 2048)) &&
                 succeeded(check("accumulators", accumulators, 64)));
}

VectorTargetAttr VectorTargetAttr::lookup(Operation *op) {
  MLIRContext *context = op->getContext();
  ReduceDialect::VectorTargetAttrHelper helper(context);
  for (; op; op = op->getParentOp())
    if (auto target = dyn_cast_if_present<VectorTargetAttr>(helper.getAttr(op)))
      return target;
  // The parser has the defaults.
  return parse(context, /*facts=*/"");
}

VectorTargetAttr VectorTargetAttr::parse(MLIRContext *context,
                                         StringRef facts) {
  return dyn_cast_if_present<VectorTargetAttr>(
      parseAttribute(("#reduce.vector_target<" + facts + ">").str(), context));
}

std::string VectorTargetAttr::getFacts() const {
  std::string text;
  llvm::raw_string_ostream(text) << *this;
  llvm::erase(text, ' ');
  StringRef facts(text);
  facts.consume_front("#reduce.vector_target<");
  facts.consume_back(">");
  return facts.str();
}

std::unique_ptr<Combiner> CombinerAttr::getCombiner() const {
  bool isKnown;
  return makeCombiner(getOperation(), getElementType(), getOptions(), isKnown);
}

LogicalResult CombinerAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringAttr operation, Type elementType,
                                   DictionaryAttr options) {
  // The operator of an unregistered operation cannot be verified.
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
