//===- Inputs.cpp - Inputs of a function ----------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "TensorFile.h"

#include "mlir/Support/LLVM.h"
#include "reduce/Execution/TensorIO/RandomTensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::reduce;

static constexpr llvm::StringLiteral randomSource = "random";

llvm::Expected<SmallVector<int64_t>> mlir::reduce::parseShape(StringRef text) {
  SmallVector<int64_t> shape;
  if (text.empty())
    return shape;
  for (StringRef part : llvm::split(text, 'x')) {
    int64_t extent;
    if (part.getAsInteger(10, extent) || extent < 0)
      return llvm::createStringError("invalid shape '" + text +
                                     "': expected extents such as 2x3");
    shape.push_back(extent);
  }
  return shape;
}

/// Returns the shard of the input "random:SHAPE", or of "random" if there is no
/// `shapeText`.
static llvm::Expected<Tensor>
createRandomInput(std::optional<StringRef> shapeText,
                  const TensorSignature &expected, uint64_t seed,
                  const Grid &grid) {
  SmallVector<int64_t> shape(ArrayRef(grid.getWhole(expected).shape));
  if (shapeText) {
    llvm::Expected<SmallVector<int64_t>> parsed = parseShape(*shapeText);
    if (!parsed)
      return parsed.takeError();
    shape = std::move(*parsed);
  } else if (!expected.hasStaticShape()) {
    return llvm::createStringError("the shape of input '" + expected.name +
                                   "' is not known: expected random:SHAPE, "
                                   "such as random:2x3");
  }
  if (!grid.isSplit(expected))
    return createRandomTensor(expected.elementType, shape, seed);
  llvm::Expected<TensorSlice> shard = grid.getShard(expected, shape);
  if (!shard)
    return shard.takeError();
  return createRandomSlice(expected.elementType, shape, *shard, seed);
}

llvm::Expected<SmallVector<Tensor>>
mlir::reduce::readInputs(ArrayRef<std::string> sources,
                         ArrayRef<TensorSignature> expected, uint64_t seed,
                         const Grid &grid) {
  SmallVector<Tensor> tensors;
  for (auto [index, source] : llvm::enumerate(sources)) {
    const TensorSignature *signature =
        index < expected.size() ? &expected[index] : nullptr;
    auto [kind, shapeText] = StringRef(source).split(':');
    auto select = [&](ArrayRef<int64_t> shape) {
      return grid.getShard(*signature, shape);
    };
    llvm::Expected<Tensor> tensor =
        // A surplus input has no signature; the call rejects it later.
        !signature ? readTensorFile(source, std::nullopt)
        : kind == randomSource
            ? createRandomInput(source.size() > kind.size()
                                    ? std::optional<StringRef>(shapeText)
                                    : std::nullopt,
                                *signature, seed + index, grid)
            : readTensorFile(source, signature->elementType, select);
    if (!tensor)
      return tensor.takeError();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}
