//===- GraphBuilder.cpp - Building of a graph's function ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/TensorBitcast.h"
#include "reduce/Support/CIdentifier.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Loads the dialects of imported graphs into the context of `loc` and returns
/// it.
static MLIRContext *loadDialects(Location loc) {
  loc->getContext()
      ->loadDialect<ReduceDialect, arith::ArithDialect, func::FuncDialect,
                    tensor::TensorDialect>();
  return loc->getContext();
}

GraphBuilder::GraphBuilder(StringRef name, StringRef fileName, Location loc)
    : builder(loadDialects(loc)), loc(loc),
      module(ModuleOp::create(builder, loc)) {
  builder.setInsertionPointToEnd(module->getBody());
  std::string symbol =
      makeCIdentifier(name.empty() ? llvm::sys::path::stem(fileName) : name);
  function = func::FuncOp::create(builder, loc, symbol,
                                  builder.getFunctionType({}, {}));
  if (!name.empty() && name != symbol)
    function->setAttr(ReduceDialect::NameAttrHelper::getNameStr(),
                      builder.getStringAttr(name));
  builder.setInsertionPointToEnd(&function.getBody().emplaceBlock());
}

RankedTensorType GraphBuilder::getType(const GraphValue &value) {
  if (value.value)
    return cast<RankedTensorType>(value.value.getType());
  const Tensor &tensor = *value.constant;
  return RankedTensorType::get(
      tensor.getShape(),
      getMLIRType(builder.getContext(), tensor.getElementType()));
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

/// Returns the attribute reduce.dim_params for a tensor of `type` declared with
/// the dimension names `dimParams`, or null if no dynamic dimension has a name.
static ArrayAttr makeDimParams(RankedTensorType type,
                               ArrayRef<StringRef> dimParams) {
  SmallVector<StringRef> names(type.getRank());
  bool hasName = false;
  // Drop the name of a dimension that turned out to be static.
  for (auto [dim, param] : llvm::enumerate(dimParams))
    if (type.isDynamicDim(dim) && !param.empty()) {
      names[dim] = param;
      hasName = true;
    }
  return hasName ? Builder(type.getContext()).getStrArrayAttr(names) : nullptr;
}

DictionaryAttr
GraphBuilder::makeBoundaryAttributes(StringRef name, RankedTensorType type,
                                     ArrayRef<StringRef> dimParams) {
  NamedAttrList attributes;
  attributes.set(ReduceDialect::NameAttrHelper::getNameStr(),
                 builder.getStringAttr(name));
  if (ArrayAttr params = makeDimParams(type, dimParams))
    attributes.set(ReduceDialect::DimParamsAttrHelper::getNameStr(), params);
  return attributes.getDictionary(builder.getContext());
}

Value GraphBuilder::addInput(StringRef name, RankedTensorType type,
                             ArrayRef<StringRef> dimParams, Location loc) {
  inputAttributes.push_back(makeBoundaryAttributes(name, type, dimParams));
  return function.getBody().addArgument(type, loc);
}

void GraphBuilder::addOutput(StringRef name, Value value, TensorType declared,
                             ArrayRef<StringRef> dimParams) {
  auto type = cast<RankedTensorType>(value.getType());
  // The compiled function checks the declared sizes at run time.
  if (declared)
    if (TensorType combined = combineTypes(type, declared); combined != type)
      value = tensor::CastOp::create(builder, loc, combined, value);
  outputAttributes.push_back(makeBoundaryAttributes(
      name, cast<RankedTensorType>(value.getType()), dimParams));
  outputs.push_back(value);
}

OwningOpRef<ModuleOp> GraphBuilder::finish() {
  func::ReturnOp::create(builder, loc, outputs);
  function.setFunctionType(builder.getFunctionType(
      function.getBody().getArgumentTypes(), TypeRange(ValueRange(outputs))));
  function.setAllArgAttrs(inputAttributes);
  function.setAllResultAttrs(outputAttributes);
  return std::move(module);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Returns the elements of `tensor` as an attribute of `type`, for an
/// arith.constant.
static DenseElementsAttr makeElements(RankedTensorType type,
                                      const Tensor &tensor) {
  ArrayRef<char> bytes = tensor.getBytes();
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  // MLIR may store i1 elements in a raw buffer differently, so build them from
  // bools.
  static_assert(sizeof(bool) == 1);
  return DenseElementsAttr::get(
      type,
      ArrayRef(reinterpret_cast<const bool *>(bytes.data()), bytes.size()));
}

Value GraphBuilder::getData(GraphValue &value, Location loc) {
  if (value.value)
    return value.value;
  RankedTensorType type = getType(value);
  RankedTensorType constantType = type;
  if (type.getElementType().isUnsignedInteger())
    // Constants of the arith dialect have signless types.
    constantType = type.clone(getStorageType(type.getElementType()));
  value.value = arith::ConstantOp::create(
      builder, loc, constantType, makeElements(constantType, *value.constant));
  value.value =
      buildTensorBitcast(builder, loc, value.value, type.getElementType());
  return value.value;
}

FailureOr<Value> GraphBuilder::addReduction(const OperatorVersion &version,
                                            const ReductionRequest &request,
                                            Location loc,
                                            EmitErrorFn emitError) {
  return buildReduction(builder, loc, version, request, emitError);
}
