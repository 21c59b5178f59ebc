//===- ReductionRequest.cpp - Reductions in the input ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Operators/ReductionRequest.h"

#include "mlir/IR/TypeUtilities.h"
#include "reduce/IR/ReduceInterfaces.h"

using namespace mlir;
using namespace mlir::reduce;

bool mlir::reduce::areCompatible(TensorType declared,
                                 RankedTensorType inferred) {
  return declared.getElementType() == inferred.getElementType() &&
         succeeded(verifyCompatibleShape(declared, inferred));
}

std::string mlir::reduce::getElementTypeName(Type type) {
  if (std::optional<ElementType> elementType = getElementType(type))
    return getName(*elementType).str();
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return name;
}

LogicalResult mlir::reduce::checkElementType(const OperatorVersion &version,
                                             Type type, EmitErrorFn emitError) {
  std::optional<ElementType> elementType = getElementType(type);
  // Clause element-types.
  if (elementType && version.accepts(*elementType))
    return success();
  return emitError() << version.getVersionName()
                     << " does not accept element type "
                     << getElementTypeName(type);
}

FailureOr<Value> mlir::reduce::buildReduction(OpBuilder &builder, Location loc,
                                              const OperatorVersion &version,
                                              const ReductionRequest &request,
                                              EmitErrorFn emitError) {
  bool isDynamic = bool(request.dynamicAxes);
  ReductionAxes axes = isDynamic
                           ? ReductionAxes(std::nullopt, request.dynamicAxes,
                                           request.noopWithEmptyAxes)
                           : ReductionAxes(request.axes);
  auto inputType = cast<TensorType>(request.input.getType());
  Type resultElementType = getResultElementType(
      OperationName(version.operation, builder.getContext()),
      inputType.getElementType(), builder.getDictionaryAttr({}));
  FailureOr<TensorType> resultType = inferReductionType(
      inputType, resultElementType, axes, request.keepdims, emitError);
  if (failed(resultType))
    return failure();
  if (!resultType->hasRank()) {
    // Clause runtime-axes-unknown-length.
    if (!request.declared || !request.declared.hasRank())
      return emitError() << "the number of axes is not known at compile time, "
                            "and the rank of the result is not declared";
    if (request.declared.getRank() > inputType.getRank())
      return emitError() << "the result is declared as " << request.declared
                         << ", but its rank exceeds " << inputType.getRank()
                         << ", the rank of the input";
    SmallVector<int64_t> shape(request.declared.getRank(),
                               ShapedType::kDynamic);
    resultType = RankedTensorType::get(shape, resultElementType);
  }
  OperationState state(loc, version.operation);
  state.addOperands(request.input);
  if (isDynamic)
    state.addOperands(request.dynamicAxes);
  else
    state.addAttribute("axes", builder.getDenseI64ArrayAttr(request.axes));
  if (request.keepdims)
    state.addAttribute("keepdims", builder.getUnitAttr());
  if (isDynamic && request.noopWithEmptyAxes)
    state.addAttribute("noop_with_empty_axes", builder.getUnitAttr());
  state.addTypes(*resultType);
  return builder.create(state)->getResult(0);
}
