//===- OuterReduction.cpp - Reduction across the innermost loop -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for each index of the outer kept loops:
//   for each strip of columns, and for the columns left over:
//     accumulators = the initial values of the strip
//     for each index of the reduced loops: combine the strip of that row
//     store the accumulators
//
// The elements of each column are combined in order, so this needs no
// reassociation.
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"
#include "Transforms/Vectorize/Builders/ColumnStrips.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static LogicalResult matchOuter(const Reduction &reduction,
                                const VectorTarget &target, Choice &choice) {
  if (reduction.isReduced(reduction.getNumLoops() - 1))
    return choice.refuse("the innermost dimension is reduced");
  return choice.accept(
      {reduction.getExtent(reduction.getReducedLoops().back()),
       target.getColumnWidth(reduction)},
      "the innermost dimension is kept: strips of columns go over all rows",
      getLoopForm(
          reduction, target,
          !reduction.isKnownBelow(reduction.getReducedLoops().back(), 2)));
}

static SmallVector<Value> buildOuter(ImplicitLocOpBuilder &builder,
                                     const Reduction &facts,
                                     const VectorTarget &target) {
  VectorReduction reduction(facts);
  usePrefetchesOfColumns(reduction, target,
                         facts.getExtent(facts.getReducedLoops().back()));
  ColumnStrips strips(reduction, target);
  SmallVector<unsigned> reducedLoops = reduction.getReducedLoops();
  unsigned rowLoop = reducedLoops.pop_back_val();
  auto buildColumns = [&](ImplicitLocOpBuilder &body, ValueRange destinations,
                          const Columns &columns) {
    SmallVector<Value> accumulators =
        buildLoops(body, reduction, reducedLoops, strips.getIndices(),
                   strips.buildStarts(body, destinations, columns),
                   [&](ImplicitLocOpBuilder &rows, ValueRange carried) {
                     OpFoldResult numRows =
                         rows.getIndexAttr(reduction.getExtent(rowLoop));
                     if (reduction.isDynamic(rowLoop))
                       numRows = reduction.buildExtent(rows, rowLoop);
                     return strips.buildRows(rows, columns, carried,
                                             /*firstRow=*/{}, numRows);
                   });
    return strips.buildResults(body, destinations, columns, accumulators);
  };
  return buildKeptLoops(builder, reduction, strips.getIndices(),
                        [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                          return strips.visit(nested, carried, /*from=*/{},
                                              /*to=*/{}, buildColumns);
                        });
}

const Strategy mlir::reduce::detail::outerReduction = {
    "outer", /*servesStrides=*/true, matchOuter, buildOuter};
