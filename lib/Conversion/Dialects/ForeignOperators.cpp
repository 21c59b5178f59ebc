//===- ForeignOperators.cpp - Reductions of other dialects ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOperators.h"
#include "Conversion/ReduceToLinalg/LinalgReduction.h"
#include "reduce/IR/TensorBitcast.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/SymbolTable.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/Evaluator.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/TypeInference.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

// The sets of element types in the rows.
static constexpr uint32_t none = 0;
static constexpr uint32_t f16 = 1 << 0;
static constexpr uint32_t bf16 = 1 << 1;
static constexpr uint32_t f32 = 1 << 2;
static constexpr uint32_t f64 = 1 << 3;
static constexpr uint32_t floats = f16 | bf16 | f32 | f64;
static constexpr uint32_t boolean = 1 << 4;
/// Signed and signless integers of 8, 16, 32 and 64 bits.
static constexpr uint32_t integers = 1 << 5;
static constexpr uint32_t unsigneds = 1 << 6;

static constexpr ForeignOperator foreignOperators[] = {
#define REDUCE_FOREIGN_OPERATOR(DIALECT, NAME, CONDITION, TYPES, GIVEN_TYPES,  \
                                OPERATION, OPTIONS, ELEMENTWISE)               \
  {ForeignDialect::DIALECT,                                                    \
   NAME,                                                                       \
   ForeignCondition::CONDITION,                                                \
   TYPES,                                                                      \
   GIVEN_TYPES,                                                                \
   OPERATION,                                                                  \
   OPTIONS,                                                                    \
   ELEMENTWISE},
#include "reduce/Conversion/Dialects/ForeignOperators.def"
};

/// Returns the bit of `type`; `none` for types that reductions do not support.
static uint32_t getTypeBit(Type type) {
  if (type.isF16())
    return f16;
  if (type.isBF16())
    return bf16;
  if (type.isF32())
    return f32;
  if (type.isF64())
    return f64;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return none;
  if (integer.isSignless() && integer.getWidth() == 1)
    return boolean;
  if (!llvm::is_contained({8, 16, 32, 64}, integer.getWidth()) ||
      integer.isSigned())
    return none;
  return integer.isUnsigned() ? unsigneds : integers;
}

Type ForeignOperator::getElementType(Type type) const {
  if (elementTypes & getTypeBit(type))
    return type;
  if (!type.isSignlessInteger())
    return {};
  auto unsignedType = IntegerType::get(
      type.getContext(), type.getIntOrFloatBitWidth(), IntegerType::Unsigned);
  return elementTypes & getTypeBit(unsignedType) ? unsignedType : Type();
}

DictionaryAttr ForeignOperator::getOptions(MLIRContext *context) const {
  return cast<DictionaryAttr>(parseAttribute(options, context));
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

static bool hasFastMathFlag(Operation *op, arith::FastMathFlags flag) {
  auto fastMath = dyn_cast<arith::ArithFastMathInterface>(op);
  return fastMath && fastMath.getFastMathFlagsAttr() &&
         bitEnumContainsAll(fastMath.getFastMathFlagsAttr().getValue(), flag);
}

/// Returns whether `op` has the name of `foreign` and meets its condition.
static bool fits(const ForeignOperator &foreign, const ForeignQuery &query,
                 Operation *op) {
  if (foreign.name != op->getName().getStringRef())
    return false;
  auto nanMode = dyn_cast_or_null<tosa::NanPropagationModeAttr>(
      op->getAttr(tosa::NanPropagationModeAttr::getMnemonic()));
  switch (foreign.condition) {
  case ForeignCondition::Always:
  case ForeignCondition::OrdersZeros:
    return true;
  case ForeignCondition::PropagatesNaN:
    return !nanMode ||
           nanMode.getValue() == tosa::NanPropagationMode::PROPAGATE;
  case ForeignCondition::IgnoresNaN:
    return !nanMode || nanMode.getValue() == tosa::NanPropagationMode::IGNORE;
  case ForeignCondition::Reassociates:
    return query.allowReassociation ||
           hasFastMathFlag(op, arith::FastMathFlags::reassoc);
  case ForeignCondition::InOrder:
    return !query.allowReassociation &&
           !hasFastMathFlag(op, arith::FastMathFlags::reassoc);
  }
  llvm_unreachable("unknown condition");
}

bool mlir::reduce::detail::isForeignOperator(ForeignDialect dialect,
                                             Operation *op) {
  return llvm::any_of(foreignOperators, [&](const ForeignOperator &foreign) {
    return foreign.dialect == dialect &&
           foreign.name == op->getName().getStringRef();
  });
}

const ForeignOperator *
mlir::reduce::detail::findForeignOperator(const ForeignQuery &query,
                                          Operation *op, Type elementType,
                                          std::string &reason) {
  llvm::raw_string_ostream stream(reason);
  if (!isForeignOperator(query.dialect, op)) {
    stream << "no reduction is known for '" << op->getName() << "'";
    return nullptr;
  }
  for (const ForeignOperator &foreign : foreignOperators) {
    if (foreign.dialect != query.dialect || !fits(foreign, query, op) ||
        !foreign.getElementType(elementType))
      continue;
    if (query.keepZeroOrder &&
        foreign.condition == ForeignCondition::OrdersZeros &&
        !hasFastMathFlag(op, arith::FastMathFlags::nsz)) {
      stream << "'" << op->getName()
             << "' orders -0.0 and +0.0, but reductions do not";
      return nullptr;
    }
    return &foreign;
  }
  stream << "no reduction of " << elementType << " is known for '"
         << op->getName() << "'";
  if (llvm::any_of(foreignOperators, [&](const ForeignOperator &foreign) {
        return foreign.dialect == query.dialect &&
               foreign.name == op->getName().getStringRef() &&
               foreign.condition == ForeignCondition::Reassociates &&
               foreign.getElementType(elementType);
      }))
    stream << " without the fast-math flag reassoc";
  return nullptr;
}

/// Returns the attributes of `op` that belong to its operator.
static DictionaryAttr getOptions(ReductionOpInterface op) {
  NamedAttrList options(op->getAttrDictionary());
  for (StringRef shared : {"axes", "keepdims", "noop_with_empty_axes"})
    options.erase(shared);
  for (NamedAttribute discardable : op->getDiscardableAttrs())
    options.erase(discardable.getName());
  return options.getDictionary(op.getContext());
}

const ForeignOperator *mlir::reduce::detail::findExportedOperator(
    ForeignDialect dialect, ReductionOpInterface op, std::string &reason) {
  Type elementType = op.getInput().getType().getElementType();
  DictionaryAttr options = getOptions(op);
  bool hasOperation = false, hasOptions = false;
  for (const ForeignOperator &foreign : foreignOperators) {
    if (foreign.dialect != dialect ||
        foreign.operation != op->getName().getStringRef())
      continue;
    hasOperation = true;
    if (foreign.getOptions(op.getContext()) != options)
      continue;
    hasOptions = true;
    if (foreign.exportTypes & getTypeBit(elementType))
      return &foreign;
  }
  llvm::raw_string_ostream stream(reason);
  if (!hasOperation)
    stream << "the dialect has no operation for '" << op->getName() << "'";
  else if (!hasOptions)
    stream << "the dialect has no operation for '" << op->getName()
           << "' with the options " << options;
  else
    stream << "the dialect has no operation for '" << op->getName() << "' of "
           << elementType << " with the same guarantees";
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

TensorType mlir::reduce::detail::checkReduction(TensorType input,
                                                ArrayRef<int64_t> axes,
                                                bool keepdims, Type declared,
                                                std::string &reason) {
  llvm::raw_string_ostream stream(reason);
  for (Type type : {Type(input), declared})
    if (auto ranked = dyn_cast_or_null<RankedTensorType>(type))
      if (ranked.getEncoding()) {
        stream << "a tensor has the encoding " << ranked.getEncoding();
        return {};
      }
  FailureOr<TensorType> inferred =
      inferReductionType(input, input.getElementType(), axes, keepdims,
                         /*emitError=*/nullptr);
  if (failed(inferred)) {
    stream << "[";
    llvm::interleaveComma(axes, stream);
    stream << "] are not distinct dimensions of " << input;
    return {};
  }
  if (!declared)
    return *inferred;
  if (areCompatibleReductionTypes(*inferred, declared))
    return cast<TensorType>(declared);
  stream << "its result is declared as " << declared << ", but is "
         << *inferred;
  return {};
}

Value mlir::reduce::detail::buildForeignReduction(
    OpBuilder &builder, Location loc, const ForeignOperator &foreign,
    Value input, ArrayRef<int64_t> axes, bool keepdims, TensorType type) {
  Type elementType = foreign.getElementType(type.getElementType());
  OperationState state(loc, foreign.operation);
  state.addOperands(buildTensorBitcast(builder, loc, input, elementType));
  state.addAttributes(foreign.getOptions(builder.getContext()).getValue());
  state.addAttribute("axes", builder.getDenseI64ArrayAttr(axes));
  if (keepdims)
    state.addAttribute("keepdims", builder.getUnitAttr());
  state.addTypes(type.clone(elementType));
  return buildTensorBitcast(builder, loc, builder.create(state)->getResult(0),
                            type.getElementType());
}

Value mlir::reduce::detail::buildNaNForAllNaN(OpBuilder &builder, Location loc,
                                              Value input,
                                              ArrayRef<int64_t> axes,
                                              bool keepdims, Value result) {
  // A byte is 1 for NaN and 0 for a number; so the least byte is 1 if all are
  // NaN.
  Value areNaN = buildElementwise(
      builder, loc, input, tensor::getMixedSizes(builder, loc, input),
      builder.getI8Type(), [](OpBuilder &nested, Location loc, Value element) {
        Value isNaN = arith::CmpFOp::create(
            nested, loc, arith::CmpFPredicate::UNO, element, element);
        return arith::ExtUIOp::create(nested, loc, nested.getI8Type(), isNaN);
      });
  const ForeignOperator *all =
      llvm::find_if(foreignOperators, [](const ForeignOperator &foreign) {
        return foreign.name == arith::MinSIOp::getOperationName();
      });
  auto resultType = cast<RankedTensorType>(result.getType());
  Value areAllNaN =
      buildForeignReduction(builder, loc, *all, areNaN, axes, keepdims,
                            resultType.clone(builder.getI8Type()));
  return buildElementwiseUpdate(
      builder, loc, areAllNaN, result,
      [](OpBuilder &nested, Location loc, Value isAllNaN, Value number) {
        Value condition =
            arith::TruncIOp::create(nested, loc, nested.getI1Type(), isAllNaN);
        auto type = cast<FloatType>(number.getType());
        Value nan = arith::ConstantOp::create(
            nested, loc,
            FloatAttr::get(type, APFloat::getNaN(type.getFloatSemantics())));
        return arith::SelectOp::create(nested, loc, condition, nan, number);
      });
}

TypedAttr mlir::reduce::detail::getIdentity(const ForeignOperator &foreign,
                                            Type elementType) {
  MLIRContext *context = elementType.getContext();
  return evaluateEmptySet(*createCombiner(
      OperationName(foreign.operation, context),
      foreign.getElementType(elementType), foreign.getOptions(context)));
}

bool mlir::reduce::detail::isSameNumber(Attribute value, TypedAttr identity) {
  if (auto number = dyn_cast<FloatAttr>(value)) {
    auto other = dyn_cast<FloatAttr>(identity);
    return other && number.getType() == other.getType() &&
           number.getValue().bitwiseIsEqual(other.getValue());
  }
  auto number = dyn_cast<IntegerAttr>(value);
  auto other = dyn_cast<IntegerAttr>(identity);
  return number && other &&
         number.getValue().getBitWidth() == other.getValue().getBitWidth() &&
         number.getValue() == other.getValue();
}
