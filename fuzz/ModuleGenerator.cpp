//===- ModuleGenerator.cpp - Valid modules made from bytes ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceOps.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::fuzz;

ModuleGenerator::ModuleGenerator(FuzzedDataProvider &bytes,
                                 MLIRContext *context)
    : bytes(bytes), builder(UnknownLoc::get(context), context) {
  context->loadDialect<arith::ArithDialect, func::FuncDialect,
                       linalg::LinalgDialect, tensor::TensorDialect,
                       ReduceDialect>();
}

OwningOpRef<ModuleOp> ModuleGenerator::generate() {
  module = ModuleOp::create(builder.getLoc());
  for (unsigned i = 0, e = bytes.ConsumeIntegralInRange(1, 3); i < e; ++i)
    addFunction(i);
  return std::move(module);
}

void ModuleGenerator::addFunction(unsigned number) {
  builder.setInsertionPointToEnd(module->getBody());
  unsigned numArguments = bytes.ConsumeIntegralInRange(1, 3);
  SmallVector<Type> inputs;
  for (unsigned i = 0; i < numArguments; ++i)
    inputs.push_back(drawType());
  auto function =
      func::FuncOp::create(builder, "f" + std::to_string(number),
                           builder.getFunctionType(inputs, TypeRange()));
  if (bytes.ConsumeIntegralInRange(0, 7) == 0)
    function.setPrivate();
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  values.assign(body->args_begin(), body->args_end());

  for (unsigned i = 0, e = bytes.ConsumeIntegralInRange(1, 6); i < e; ++i)
    addOperation();

  // Prefer the last results, which depend on the most operations.
  SmallVector<Value> results;
  for (unsigned i = 0, e = bytes.ConsumeIntegralInRange(1, 3); i < e; ++i) {
    size_t back = bytes.ConsumeIntegralInRange<size_t>(0, values.size() - 1);
    results.push_back(values[values.size() - 1 - back]);
    if (!isa<RankedTensorType>(results.back().getType()))
      isLowerable = false;
  }
  func::ReturnOp::create(builder, results);
  function.setType(
      builder.getFunctionType(inputs, ValueRange(results).getTypes()));

  // Symbolic dimensions: all that are called N must agree.
  if (bytes.ConsumeIntegralInRange(0, 3) != 0)
    return;
  auto getParams = [&](Type type) -> Attribute {
    SmallVector<Attribute> params;
    for (int64_t extent : cast<RankedTensorType>(type).getShape())
      params.push_back(builder.getStringAttr(
          ShapedType::isDynamic(extent) && bytes.ConsumeBool() ? "N" : ""));
    return builder.getArrayAttr(params);
  };
  for (auto [i, type] : llvm::enumerate(inputs))
    function.setArgAttr(i, "reduce.dim_params", getParams(type));
  for (auto [i, result] : llvm::enumerate(results))
    if (isa<RankedTensorType>(result.getType()))
      function.setResultAttr(i, "reduce.dim_params",
                             getParams(result.getType()));
}

void ModuleGenerator::addOperation() {
  // Most operations should be reductions.
  switch (bytes.ConsumeIntegralInRange(0, 15)) {
  case 0:
    return addCast();
  case 1:
    return addConstant();
  case 2:
  case 3:
  case 4:
    return addElementwise();
  case 5:
  case 6:
    return addGenericReduction();
  case 7:
    return addCollapse();
  case 8:
    return addExpand();
  case 9:
    return addCall();
  default:
    return addReduction();
  }
}

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

Type ModuleGenerator::drawElementType() {
  auto integer = [&](unsigned width, bool isUnsigned) -> Type {
    return isUnsigned ? IntegerType::get(builder.getContext(), width,
                                         IntegerType::Unsigned)
                      : IntegerType::get(builder.getContext(), width);
  };
  switch (bytes.ConsumeIntegralInRange(0, 14)) {
  case 0:
    return builder.getF16Type();
  case 1:
    return builder.getBF16Type();
  case 2:
    return builder.getF64Type();
  case 3:
    return builder.getI1Type();
  case 4:
    return integer(8, false);
  case 5:
    return integer(16, false);
  case 6:
  case 7:
    return integer(32, false);
  case 8:
    return integer(64, false);
  case 9:
    return integer(8, true);
  case 10:
    return integer(16, true);
  case 11:
    return integer(32, true);
  case 12:
    return integer(64, true);
  default:
    return builder.getF32Type();
  }
}

int64_t ModuleGenerator::drawExtent() {
  static constexpr int64_t extents[] = {ShapedType::kDynamic,
                                        ShapedType::kDynamic,
                                        1,
                                        2,
                                        3,
                                        4,
                                        5,
                                        6,
                                        7,
                                        8,
                                        9,
                                        13,
                                        15,
                                        16,
                                        17,
                                        31,
                                        32,
                                        33,
                                        63,
                                        64,
                                        65,
                                        100,
                                        127,
                                        128,
                                        129,
                                        255,
                                        256,
                                        257,
                                        1000,
                                        1024,
                                        4096,
                                        0,
                                        65537,
                                        int64_t(1) << 33};
  return bytes.PickValueInArray(extents);
}

RankedTensorType ModuleGenerator::drawType() {
  SmallVector<int64_t> shape;
  for (unsigned i = 0, e = bytes.ConsumeIntegralInRange(0, 5); i < e; ++i)
    shape.push_back(drawExtent());
  auto type = RankedTensorType::get(shape, drawElementType());
  // Larger tensors can be rejected, because their bytes cannot be counted.
  if (!hasRepresentableByteSize(type))
    isLowerable = false;
  return type;
}

Value ModuleGenerator::drawValue(llvm::function_ref<bool(TensorType)> accept) {
  size_t first = bytes.ConsumeIntegralInRange<size_t>(0, values.size() - 1);
  for (size_t i = 0; i < values.size(); ++i) {
    Value value = values[(values.size() - 1 - first + i) % values.size()];
    if (accept(cast<TensorType>(value.getType())))
      return value;
  }
  return {};
}

TypedAttr ModuleGenerator::drawNumber(Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (bytes.ConsumeIntegralInRange(0, 5)) {
    case 0:
      return FloatAttr::get(type, APFloat::getNaN(semantics));
    case 1:
      return FloatAttr::get(type, APFloat::getInf(semantics));
    case 2:
      return FloatAttr::get(type, APFloat::getInf(semantics, true));
    case 3:
      return FloatAttr::get(type, APFloat::getZero(semantics, true));
    default:
      return FloatAttr::get(type, bytes.ConsumeIntegral<int8_t>() / 4.0);
    }
  }
  unsigned width = type.getIntOrFloatBitWidth();
  return IntegerAttr::get(
      type, APInt(64, bytes.ConsumeIntegral<int64_t>()).trunc(width));
}

Value ModuleGenerator::buildConstant(RankedTensorType type) {
  SmallVector<Attribute> elements;
  if (type.getNumElements() <= 16)
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      elements.push_back(drawNumber(type.getElementType()));
  auto value = elements.empty() && type.getNumElements() != 0
                   ? DenseElementsAttr::get(
                         type, Attribute(drawNumber(type.getElementType())))
                   : DenseElementsAttr::get(type, elements);
  return arith::ConstantOp::create(builder, value);
}

Value ModuleGenerator::buildEmpty(RankedTensorType type, ValueRange sizes) {
  return tensor::EmptyOp::create(builder, type, sizes);
}

TensorType ModuleGenerator::drawDeclared(TensorType type, int64_t maxRank) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked) {
    unsigned choice = bytes.ConsumeIntegralInRange(0, 3);
    if (choice == 0) {
      isLowerable = false;
      return type;
    }
    int64_t rank = bytes.ConsumeIntegralInRange<int64_t>(0, maxRank);
    return RankedTensorType::get(
        SmallVector<int64_t>(rank, ShapedType::kDynamic),
        type.getElementType());
  }
  SmallVector<int64_t> shape(ranked.getShape());
  switch (bytes.ConsumeIntegralInRange(0, 7)) {
  case 0:
    for (int64_t &extent : shape)
      if (bytes.ConsumeBool())
        extent = ShapedType::kDynamic;
    break;
  case 1:
    // A size that differs at run time is an error in the program, which may be
    // rejected.
    for (int64_t &extent : shape)
      if (ShapedType::isDynamic(extent) && bytes.ConsumeBool()) {
        extent = drawExtent();
        isLowerable = false;
      }
    break;
  case 2:
    if (bytes.ConsumeIntegralInRange(0, 7) == 0) {
      isLowerable = false;
      return UnrankedTensorType::get(type.getElementType());
    }
    break;
  default:
    break;
  }
  auto declared = RankedTensorType::get(shape, type.getElementType());
  if (!hasRepresentableByteSize(declared))
    isLowerable = false;
  return declared;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value ModuleGenerator::drawAxesOperand(int64_t rank) {
  // An existing tensor, or a constant.
  if (bytes.ConsumeBool())
    if (Value value = drawValue([](TensorType type) {
          auto ranked = dyn_cast<RankedTensorType>(type);
          return ranked && ranked.getRank() <= 1 &&
                 ranked.getElementType().isInteger() &&
                 !ranked.getElementType().isInteger(1);
        }))
      return value;
  SmallVector<int64_t> shape;
  if (bytes.ConsumeBool())
    shape.push_back(bytes.ConsumeIntegralInRange<int64_t>(0, rank));
  static constexpr unsigned widths[] = {8, 16, 32, 64};
  auto type = RankedTensorType::get(
      shape, builder.getIntegerType(bytes.PickValueInArray(widths)));
  SmallVector<Attribute> axes;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    axes.push_back(builder.getIntegerAttr(
        type.getElementType(),
        bytes.ConsumeIntegralInRange<int64_t>(-rank - 1, rank)));
  Value constant =
      arith::ConstantOp::create(builder, DenseElementsAttr::get(type, axes));
  if (shape.empty() || bytes.ConsumeBool())
    return constant;
  return tensor::CastOp::create(
      builder,
      RankedTensorType::get({ShapedType::kDynamic}, type.getElementType()),
      constant);
}

DenseI64ArrayAttr ModuleGenerator::drawAxes(TensorType input, Value &operand) {
  int64_t rank = input.hasRank() ? cast<RankedTensorType>(input).getRank() : 3;
  if (bytes.ConsumeIntegralInRange(0, 4) == 0) {
    operand = drawAxesOperand(rank);
    // The required value is only known when the type is.
    return {};
  }
  SmallVector<int64_t> axes;
  uint8_t chosen = bytes.ConsumeIntegral<uint8_t>();
  uint8_t fromEnd = bytes.ConsumeIntegral<uint8_t>();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (chosen >> dim & 1)
      axes.push_back(input.hasRank() && (fromEnd >> dim & 1) ? dim - rank
                                                             : dim);
  if (bytes.ConsumeBool())
    std::reverse(axes.begin(), axes.end());
  return builder.getDenseI64ArrayAttr(axes);
}

void ModuleGenerator::addReduction() {
  Value input = drawValue([](TensorType) { return true; });
  auto type = cast<TensorType>(input.getType());
  if (!type.hasRank())
    isLowerable = false;
  bool isMin = type.getElementType().isInteger(1) || bytes.ConsumeBool();
  Value operand;
  DenseI64ArrayAttr axes = drawAxes(type, operand);
  bool keepdims = bytes.ConsumeBool();
  bool noop = operand && bytes.ConsumeBool();
  ReductionAxes reductionAxes(
      axes ? std::optional(axes.asArrayRef()) : std::nullopt, operand, noop);
  FailureOr<TensorType> inferred = inferReductionType(
      type, type.getElementType(), reductionAxes, keepdims, nullptr);
  // The operand contains more axes than there are dimensions.
  if (failed(inferred))
    return;
  int64_t maxRank = type.hasRank() ? cast<RankedTensorType>(type).getRank() : 3;
  TensorType result = drawDeclared(*inferred, maxRank);
  UnitAttr unit = builder.getUnitAttr(), none;
  bool option = bytes.ConsumeBool();
  if (isMin)
    add(MinOp::create(
        builder, result, input, operand, axes, keepdims ? unit : none,
        noop ? unit : none,
        NanModeAttr::get(builder.getContext(),
                         option ? NanMode::Ignore : NanMode::Propagate)));
  else
    add(ProdOp::create(builder, result, input, operand, axes,
                       keepdims ? unit : none, noop ? unit : none,
                       option ? unit : none));
}
