//===- Versions.cpp - Versions of a reduction for known extents -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Versions.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

Versions::Versions(const Reduction &reduction) : op(reduction.getOp()) {
  for (Value init : op.getDpsInits())
    if (auto fill = init.getDefiningOp<linalg::FillOp>())
      operations.push_back(fill);
  operations.push_back(op);
  if (reduction.getEpilogue())
    operations.push_back(reduction.getRoot());
}

ValueRange Versions::build(ImplicitLocOpBuilder &builder,
                           ArrayRef<int64_t> known) const {
  IRMapping mapping;
  // An input is read in the order of the loops, so its dimensions are they.
  for (Value input : op.getDpsInputs()) {
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<int64_t> shape(type.getShape());
    for (auto [extent, knownExtent] : llvm::zip_equal(shape, known))
      if (!ShapedType::isDynamic(knownExtent))
        extent = knownExtent;
    if (!llvm::equal(shape, type.getShape()))
      mapping.map(input,
                  tensor::CastOp::create(builder, type.clone(shape), input));
  }
  Operation *clone = nullptr;
  for (Operation *operation : operations)
    clone = builder.clone(*operation, mapping);
  return clone->getResults();
}

void Versions::replace(RewriterBase &rewriter, ValueRange results) const {
  Operation *root = operations.back();
  rewriter.replaceOp(root, results);
  for (Operation *operation : llvm::reverse(ArrayRef(operations).drop_back()))
    if (operation->use_empty())
      rewriter.eraseOp(operation);
}
