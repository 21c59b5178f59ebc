//===- Combiner.cpp - The operator of a reduction -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Combiners/Combiner.h"
#include "reduce/IR/Combiners/StorageTypes.h"

#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::reduce;

SmallVector<Type> StateCombiner::getStateTypes() const {
  return llvm::map_to_vector(getNeutralState(),
                             [](TypedAttr value) { return value.getType(); });
}

State Combiner::prepare(ImplicitLocOpBuilder &, Value element, Value) const {
  return {element};
}

Value Combiner::finalize(ImplicitLocOpBuilder &, ValueRange state,
                         Value) const {
  return state.front();
}

NumberState Combiner::evaluatePrepare(const Number &element, int64_t) const {
  return {element};
}

Number Combiner::evaluateFinalize(const NumberState &state, int64_t) const {
  return state.front();
}

Value mlir::reduce::buildConstantLike(ImplicitLocOpBuilder &builder,
                                      TypedAttr value, Value like) {
  if (auto type = dyn_cast<VectorType>(like.getType()))
    return arith::ConstantOp::create(
        builder,
        DenseElementsAttr::get(type.clone(value.getType()), Attribute(value)));
  return arith::ConstantOp::create(builder, value);
}

Type mlir::reduce::getTypeLike(Type elementType, Value like) {
  if (auto type = dyn_cast<VectorType>(like.getType()))
    return type.clone(elementType);
  return elementType;
}

Number mlir::reduce::convertNumber(const Number &number, Type type) {
  auto *value = std::get_if<APFloat>(&number);
  if (!value)
    return number;
  APFloat converted = *value;
  bool losesInformation;
  converted.convert(cast<FloatType>(type).getFloatSemantics(),
                    APFloat::rmNearestTiesToEven, &losesInformation);
  return converted;
}

Number mlir::reduce::getNumber(TypedAttr value, Type type) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue();
  return APSInt(cast<IntegerAttr>(value).getValue(), isUnsigned(type));
}

TypedAttr mlir::reduce::getNumberAttr(const Number &number, Type type) {
  if (auto *value = std::get_if<APFloat>(&number))
    return FloatAttr::get(type, *value);
  return IntegerAttr::get(type, std::get<APSInt>(number));
}
