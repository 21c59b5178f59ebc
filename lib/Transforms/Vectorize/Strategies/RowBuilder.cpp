//===- RowBuilder.cpp - Common parts of row strategies --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

LogicalResult mlir::reduce::detail::matchReducedRows(const Reduction &reduction,
                                                     Choice &choice) {
  if (!reduction.isReduced(reduction.getNumLoops() - 1))
    return choice.refuse("the innermost dimension is kept");
  if (!reduction.isReassociable())
    return choice.refuse("the combiner does not allow reassociation");
  return success();
}

LogicalResult
mlir::reduce::detail::matchBlocksOfRows(const Reduction &reduction,
                                        Choice &choice) {
  if (failed(matchReducedRows(reduction, choice)))
    return failure();
  if (reduction.getReducedLoops().size() > 1 || reduction.getNumLoops() == 1)
    return choice.refuse("more than the innermost dimension is reduced");
  if (reduction.isDynamic(reduction.getNumLoops() - 1))
    return choice.refuse("the length of rows is not known");
  if (reduction.readsIndices())
    return choice.refuse("the body reads indices");
  return success();
}

LogicalResult mlir::reduce::detail::matchKeptRows(const Reduction &reduction,
                                                  Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (reduction.isReduced(innermost))
    return choice.refuse("the innermost dimension is reduced");
  if (!reduction.isReassociable())
    return choice.refuse("the combiner does not allow reassociation");
  if (!reduction.isReduced(innermost - 1))
    return choice.refuse("the dimension before the innermost is kept");
  if (reduction.readsIndices())
    return choice.refuse("the body reads indices");
  return success();
}
