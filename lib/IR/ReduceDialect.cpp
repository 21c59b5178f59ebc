//===- ReduceDialect.cpp - The reduce dialect -----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceDialect.h"
#include "Bytecode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "reduce/IR/Canonicalization.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::reduce;

#include "reduce/IR/ReduceDialect.cpp.inc"

namespace {
struct ReduceInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  // The meaning of operations on values does not depend on their position.
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void ReduceDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "reduce/IR/ReduceOps.cpp.inc"
      >();
  registerAttributes();
  addInterfaces<ReduceInlinerInterface>();
  addBytecodeInterface(*this);
}

// These belong to the dialect since no pattern is for one operation only.
void ReduceDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  populateReductionCanonicalizationPatterns(patterns);
}

Operation *ReduceDialect::materializeConstant(OpBuilder &builder,
                                              Attribute value, Type type,
                                              Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// Reports that `attribute` of `op` is not of the kind named `expected`, such
/// as "a string".
static LogicalResult emitKindError(Operation *op, NamedAttribute attribute,
                                   StringRef expected) {
  return op->emitOpError() << "expects '" << attribute.getName().getValue()
                           << "' to be " << expected << ", got "
                           << attribute.getValue();
}

/// Verifies an attribute of this dialect on an argument or result of `op` that
/// has the type `type`.
static LogicalResult verifyBoundaryAttribute(Operation *op, Type type,
                                             NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == ReduceDialect::NameAttrHelper::getNameStr()) {
    if (isa<StringAttr>(attribute.getValue()))
      return success();
    return emitKindError(op, attribute, "a string");
  }
  if (name == ReduceDialect::ElementTypeAttrHelper::getNameStr()) {
    auto original = dyn_cast<TypeAttr>(attribute.getValue());
    if (!original)
      return emitKindError(op, attribute, "a type");
    if (!isa<ShapedType>(type) ||
        getStorageType(original.getValue()) != getElementTypeOrSelf(type))
      return op->emitOpError()
             << "expects '" << name
             << "' to be a type whose elements can be stored in " << type
             << ", got " << original.getValue();
    return success();
  }
  if (name == ReduceDialect::DimParamsAttrHelper::getNameStr()) {
    auto params = dyn_cast<ArrayAttr>(attribute.getValue());
    if (!params || !llvm::all_of(params, llvm::IsaPred<StringAttr>))
      return emitKindError(op, attribute, "an array of strings");
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || !shaped.hasRank() ||
        shaped.getRank() != static_cast<int64_t>(params.size()))
      return op->emitOpError()
             << "expects '" << name << "' to have one entry per dimension of "
             << type << ", got " << params.size();
    return success();
  }
  if (name == ReduceDialect::ShardingAttrHelper::getNameStr()) {
    auto sharding = dyn_cast<ShardingAttr>(attribute.getValue());
    if (!sharding)
      return emitKindError(op, attribute, "a #reduce.sharding");
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || !shaped.hasRank() ||
        shaped.getRank() != static_cast<int64_t>(sharding.getDims().size()))
      return op->emitOpError()
             << "expects '" << name << "' to have one entry per dimension of "
             << type << ", got " << sharding;
    return success();
  }
  return op->emitOpError() << "has the unknown attribute '" << name << "'";
}

/// Verifies that the tensors of `op`, if it is a function, are split only along
/// axes of its grid.
static LogicalResult verifyAxesOfGrid(Operation *op, GridAttr grid) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  StringRef name = ReduceDialect::ShardingAttrHelper::getNameStr();
  auto verify = [&](Attribute attribute) -> LogicalResult {
    if (auto sharding = dyn_cast_if_present<ShardingAttr>(attribute))
      for (ArrayAttr axes : sharding.getDims())
        for (auto axis : axes.getAsRange<StringAttr>())
          if (!grid.getAxis(axis))
            return op->emitOpError()
                   << "has the sharding " << sharding << ", but axis " << axis
                   << " is not in its grid " << grid;
    return success();
  };
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (failed(verify(function.getArgAttr(i, name))))
      return failure();
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    if (failed(verify(function.getResultAttr(i, name))))
      return failure();
  return success();
}

/// Verifies that `attribute` of `op` has tuned choices, and is on a module.
static LogicalResult verifyTunedChoices(Operation *op,
                                        NamedAttribute attribute) {
  auto choices = dyn_cast<DictionaryAttr>(attribute.getValue());
  if (!choices)
    return emitKindError(op, attribute, "a dictionary of #reduce.tuned_choice");
  for (NamedAttribute choice : choices)
    if (!isa<TunedChoiceAttr>(choice.getValue()))
      return op->emitOpError()
             << "expects each value of '" << attribute.getName().getValue()
             << "' to be a #reduce.tuned_choice, got " << choice.getValue()
             << " for " << choice.getName();
  if (!isa<ModuleOp>(op))
    return op->emitOpError()
           << "is not a module, and '" << attribute.getName().getValue()
           << "' belongs on a module";
  return success();
}

LogicalResult
ReduceDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  StringRef name = attribute.getName();
  bool isName = name == NameAttrHelper::getNameStr();
  bool isLayout = name == LayoutAttrHelper::getNameStr();
  if (name == CombinerAttrHelper::getNameStr()) {
    if (!isa<CombinerAttr>(attribute.getValue()))
      return emitKindError(op, attribute, "a #reduce.combiner");
    return success();
  }
  if (name == Bf16NanAttrHelper::getNameStr() ||
      name == ReadsSlicesAttrHelper::getNameStr() ||
      name == SpreadRowsAttrHelper::getNameStr()) {
    if (!isa<UnitAttr>(attribute.getValue()))
      return emitKindError(op, attribute, "a unit attribute");
    // Conversions to other dialects copy it to the operations that they build.
    return success();
  }
  if (name == ImmediateAttrHelper::getNameStr()) {
    auto immediate = dyn_cast<IntegerAttr>(attribute.getValue());
    if (!immediate || !immediate.getType().isInteger(32))
      return emitKindError(op, attribute, "an i32");
    return success();
  }
  if (name == VectorTargetAttrHelper::getNameStr()) {
    if (!isa<VectorTargetAttr>(attribute.getValue()))
      return emitKindError(op, attribute, "a #reduce.vector_target");
    if (!isa<ModuleOp>(op))
      return op->emitOpError()
             << "is not a module, and '" << name << "' belongs on a module";
    return success();
  }
  if (name == TunedChoicesAttrHelper::getNameStr())
    return verifyTunedChoices(op, attribute);
  if (name == GridAttrHelper::getNameStr()) {
    if (!isa<GridAttr>(attribute.getValue()))
      return emitKindError(op, attribute, "a #reduce.grid");
    if (!isa<ModuleOp, FunctionOpInterface>(op))
      return op->emitOpError() << "is neither a module nor a function, but '"
                               << name << "' is allowed on these only";
    return verifyAxesOfGrid(op, cast<GridAttr>(attribute.getValue()));
  }
  if (!isName && !isLayout)
    return op->emitOpError() << "has the unknown attribute '" << name << "'";
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError() << "is not a function, but '" << name
                             << "' is allowed on functions only";
  if (isName && !isa<StringAttr>(attribute.getValue()))
    return emitKindError(op, attribute, "a string");
  if (isLayout && !isa<LayoutAttr>(attribute.getValue()))
    return emitKindError(op, attribute, "a #reduce.layout");
  return success();
}

LogicalResult
ReduceDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                        unsigned argIndex,
                                        NamedAttribute attribute) {
  // Only functions have argument attributes.
  auto function = cast<FunctionOpInterface>(op);
  return verifyBoundaryAttribute(op, function.getArgumentTypes()[argIndex],
                                 attribute);
}

LogicalResult
ReduceDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                           unsigned resultIndex,
                                           NamedAttribute attribute) {
  // Only functions have result attributes.
  auto function = cast<FunctionOpInterface>(op);
  return verifyBoundaryAttribute(op, function.getResultTypes()[resultIndex],
                                 attribute);
}
