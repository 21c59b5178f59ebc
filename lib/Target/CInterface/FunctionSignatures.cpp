//===- FunctionSignatures.cpp - Signatures of compiled functions ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/CInterface/FunctionSignatures.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Support/CIdentifier.h"
#include "reduce/Support/Tensor.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::reduce;

/// Checks and loops grow with the rank: at this one, compiling takes six
/// seconds.
static constexpr int64_t maxRank = 256;

InFlightDiagnostic mlir::reduce::emitNotCallable(func::FuncOp function) {
  return function.emitOpError()
         << "'" << function.getName() << "' cannot be called from C: ";
}

/// Whether the address of a contiguous tensor is sufficient to build a memref
/// of `type`.
static bool isContiguous(MemRefType type) {
  auto plain = MemRefType::get(type.getShape(), type.getElementType());
  return type == plain || memref::CastOp::areCastCompatible(plain, type);
}

/// Returns the signature of the tensor or memref `type`. Errors mention
/// `place`, its position in the signature of `function`.
static FailureOr<TensorSignature>
getTensorSignature(func::FuncOp function, const Twine &place, Type type,
                   DictionaryAttr attributes, std::string defaultName) {
  auto emitError = [&] { return emitNotCallable(function) << place << ": "; };
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !isa<RankedTensorType, MemRefType>(type))
    return emitError() << type << " is neither a ranked tensor nor a memref";
  if (shaped.getRank() > maxRank)
    return emitError() << "expected at most rank " << maxRank << ", got "
                       << shaped.getRank();
  // After lowering to linalg, the type no longer shows the element type that
  // the caller passes.
  Type originalType = shaped.getElementType();
  if (attributes)
    if (auto recorded = attributes.getAs<TypeAttr>(
            ReduceDialect::ElementTypeAttrHelper::getNameStr()))
      originalType = recorded.getValue();
  std::optional<ElementType> elementType = getElementType(originalType);
  if (!elementType)
    return emitError() << "element type " << shaped.getElementType() << " of "
                       << type << " is not in the specification";
  if (auto memRef = dyn_cast<MemRefType>(type); memRef && !isContiguous(memRef))
    return emitError() << type
                       << " must be contiguous and without an offset, in the "
                          "default memory space";

  // Calls check the extents of dynamic dimensions at run time.
  SmallVector<int64_t> leastShape;
  std::vector<int64_t> shape;
  for (int64_t extent : shaped.getShape()) {
    bool isDynamic = ShapedType::isDynamic(extent);
    leastShape.push_back(isDynamic ? 1 : extent);
    shape.push_back(isDynamic ? TensorSignature::kDynamic : extent);
  }
  llvm::Expected<int64_t> byteSize = getByteSize(*elementType, leastShape);
  if (!byteSize)
    return emitError() << llvm::toString(byteSize.takeError());

  TensorSignature signature;
  signature.name = std::move(defaultName);
  signature.elementType = *elementType;
  signature.shape = std::move(shape);
  if (!attributes)
    return signature;
  if (auto name = attributes.getAs<StringAttr>(
          ReduceDialect::NameAttrHelper::getNameStr()))
    signature.name = name.str();
  if (auto dimParams = attributes.getAs<ArrayAttr>(
          ReduceDialect::DimParamsAttrHelper::getNameStr()))
    for (auto dimParam : dimParams.getAsRange<StringAttr>())
      signature.dimParams.push_back(dimParam.str());
  return signature;
}

FailureOr<FunctionSignature>
mlir::reduce::getFunctionSignature(func::FuncOp function) {
  FunctionSignature signature;
  signature.name = makeCIdentifier(function.getName());
  auto grid = function->getAttrOfType<GridAttr>(
      ReduceDialect::GridAttrHelper::getNameStr());
  if (grid)
    for (auto [name, size] : llvm::zip_equal(grid.getNames(), grid.getShape()))
      signature.grid.push_back({name.str(), ShapedType::isDynamic(size)
                                                ? TensorSignature::kDynamic
                                                : size});
  auto add = [&](const Twine &place, Type type, DictionaryAttr attributes,
                 bool isOutput) {
    std::vector<TensorSignature> &list =
        isOutput ? signature.outputs : signature.inputs;
    std::string name =
        (isOutput ? "result" : "arg") + std::to_string(list.size());
    FailureOr<TensorSignature> tensor =
        getTensorSignature(function, place, type, attributes, std::move(name));
    if (failed(tensor))
      return failure();
    // Without the attribute, a tensor is the same on all ranks.
    if (grid) {
      tensor->sharding.resize(tensor->shape.size());
      if (auto sharding =
              attributes ? attributes.getAs<ShardingAttr>(
                               ReduceDialect::ShardingAttrHelper::getNameStr())
                         : nullptr)
        for (auto [axes, names] :
             llvm::zip_equal(sharding.getDims(), tensor->sharding))
          for (auto axis : axes.getAsRange<StringAttr>())
            names.push_back(axis.str());
    }
    list.push_back(std::move(*tensor));
    return success();
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (failed(add("argument " + Twine(i), type, function.getArgAttrDict(i),
                   bool(function.getArgAttr(i, "bufferize.result")))))
      return failure();
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (failed(add("result " + Twine(i), type, function.getResultAttrDict(i),
                   /*isOutput=*/true)))
      return failure();
  return signature;
}

bool mlir::reduce::hasDataFunction(const FunctionSignature &signature) {
  auto isStatic = [](const TensorSignature &tensor) {
    return tensor.hasStaticShape();
  };
  return signature.grid.empty() &&
         signature.inputs.size() + signature.outputs.size() > 0 &&
         llvm::all_of(signature.inputs, isStatic) &&
         llvm::all_of(signature.outputs, isStatic);
}

SmallVector<std::string>
mlir::reduce::getExportedNames(const FunctionSignature &signature) {
  SmallVector<std::string> names;
  for (StringRef suffix : exportedSuffixes)
    names.push_back(signature.name + suffix.str());
  if (!signature.grid.empty())
    names.push_back(signature.name + shardedSuffix.str());
  if (hasDataFunction(signature))
    names.push_back(signature.name + dataSuffix.str());
  return names;
}

FailureOr<SmallVector<FunctionSignature>>
mlir::reduce::getFunctionSignatures(ModuleOp module) {
  SmallVector<FunctionSignature> signatures;
  llvm::StringMap<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic())
      continue;
    FailureOr<FunctionSignature> signature = getFunctionSignature(function);
    if (failed(signature))
      return failure();
    for (const std::string &name : getExportedNames(*signature)) {
      auto [entry, isNew] = functions.try_emplace(name, function);
      if (isNew)
        continue;
      InFlightDiagnostic diag = function.emitOpError()
                                << "exports the name '" << name << "', as '"
                                << entry->second.getName() << "' does";
      diag.attachNote(entry->second.getLoc()) << "the other function is here";
      return diag;
    }
    signatures.push_back(std::move(*signature));
  }
  return signatures;
}
