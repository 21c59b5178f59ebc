//===- TorchTensors.cpp - Tensors of torch-mlir ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchTensors.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "reduce/Support/ElementType.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns the element type that torch-mlir prints as `text`. Its notation is
/// MLIR's, except that signless integers are signed.
static Type parseElementType(StringRef text, MLIRContext *context) {
  for (ElementType elementType : allElementTypes) {
    Type type = getMLIRType(context, elementType);
    std::string name;
    llvm::raw_string_ostream os(name);
    if (type.isSignlessInteger() && !type.isInteger(1))
      os << 's';
    os << type;
    if (name == text)
      return type;
  }
  return {};
}

/// Parses "3,?,2" into `shape`.
static LogicalResult parseShape(StringRef text,
                                SmallVectorImpl<int64_t> &shape) {
  SmallVector<StringRef> sizes;
  if (!text.trim().empty())
    text.split(sizes, ',');
  for (StringRef size : sizes) {
    size = size.trim();
    int64_t value = ShapedType::kDynamic;
    if (size != "?" && (size.getAsInteger(10, value) || value < 0))
      return failure();
    shape.push_back(value);
  }
  return success();
}

TensorType mlir::reduce::detail::parseTorchTensorType(Type type) {
  std::string storage;
  llvm::raw_string_ostream(storage) << type;
  StringRef text = storage;
  if (!text.consume_front("!torch.vtensor<") || !text.consume_back(">"))
    return {};
  bool isUnranked = text.consume_front("*");
  SmallVector<int64_t> shape;
  if (!isUnranked) {
    size_t end = text.find(']');
    if (!text.consume_front("[") || end == StringRef::npos ||
        failed(parseShape(text.take_front(end - 1), shape)))
      return {};
    text = text.drop_front(end);
  }
  if (!text.consume_front(","))
    return {};
  Type elementType = parseElementType(text.trim(), type.getContext());
  if (!elementType)
    return {};
  if (isUnranked)
    return UnrankedTensorType::get(elementType);
  return RankedTensorType::get(shape, elementType);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static constexpr StringLiteral toBuiltin = "torch_c.to_builtin_tensor";
static constexpr StringLiteral fromBuiltin = "torch_c.from_builtin_tensor";

/// Returns the type of a tensor of `type` in torch-mlir's own type conversion,
/// which makes integers signless.
static TensorType getBackendType(TensorType type) {
  Type elementType = type.getElementType();
  if (!elementType.isUnsignedInteger())
    return type;
  return type.clone(
      IntegerType::get(type.getContext(), elementType.getIntOrFloatBitWidth()));
}

/// Converts `value` to `type` by torch-mlir's operation `name`, which
/// torch-mlir's own type conversion removes. If that cannot be built, uses
/// MLIR's unrealized_conversion_cast.
static Value buildConversion(OpBuilder &builder, Location loc, StringRef name,
                             Value value, Type type) {
  OperationName operation(name, builder.getContext());
  if (!operation.isRegistered() &&
      !builder.getContext()->allowsUnregisteredDialects())
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  OperationState state(loc, operation);
  state.addOperands(value);
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

Value mlir::reduce::detail::buildToBuiltinTensor(OpBuilder &builder,
                                                 Location loc, Value value,
                                                 TensorType type) {
  TensorType backendType = getBackendType(type);
  Operation *producer = value.getDefiningOp();
  // A value that was converted from a tensor is that tensor.
  if (producer && producer->getName().getStringRef() == fromBuiltin &&
      producer->getNumOperands() == 1 &&
      producer->getOperand(0).getType() == backendType)
    value = producer->getOperand(0);
  else
    value = buildConversion(builder, loc, toBuiltin, value, backendType);
  if (backendType != type)
    value = tensor::BitcastOp::create(builder, loc, type, value);
  return value;
}

Value mlir::reduce::detail::buildFromBuiltinTensor(OpBuilder &builder,
                                                   Location loc, Value tensor,
                                                   Type type) {
  auto tensorType = cast<TensorType>(tensor.getType());
  TensorType backendType = getBackendType(tensorType);
  if (backendType != tensorType)
    tensor = tensor::BitcastOp::create(builder, loc, backendType, tensor);
  return buildConversion(builder, loc, fromBuiltin, tensor, type);
}

bool mlir::reduce::detail::isTorchConversion(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name == toBuiltin || name == fromBuiltin ||
         isa<UnrealizedConversionCastOp>(op);
}
