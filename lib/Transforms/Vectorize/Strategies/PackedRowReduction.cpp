//===- PackedRowReduction.cpp - Reduction across rows of unknown length ---===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The innermost dimension is kept and short, but no power of two, or the run
// finds it to be short. As many
// rows as the accumulators have room for are read as one vector, as they lie in
// memory, and accumulate side by side. What the vector holds beyond, of the
// next row, is dropped in the end:
//
// for each index of the outer kept loops:
//   accumulators = neutral
//   for each index of the outer reduced loops, for each group of rows:
//     combine the accumulators with the group, and what follows
//   combine the accumulators with the last groups, under a mask
//   write the accumulators to memory, where rows can be told apart
//   for each vector of columns:
//     combine what accumulated of the first row, of the second, and so on
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/CostTable.h"
#include "Transforms/Vectorize/NumberCombination.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::reduce;

/// Returns how many elements it takes to make up for the way through memory.
static int64_t getLeastElements(const Reduction &reduction,
                                const VectorTarget &target) {
  return costs::minPackedFills * target.getWidth(reduction);
}

static LogicalResult matchPackedRows(const Reduction &reduction,
                                     const VectorTarget &target,
                                     Choice &choice) {
  unsigned innermost = reduction.getNumLoops() - 1;
  if (reduction.isReduced(innermost))
    return choice.refuse("the innermost dimension is reduced");
  if (!reduction.isReassociable())
    return choice.refuse("the combiner does not allow reassociation");
  if (!reduction.isReduced(innermost - 1))
    return choice.refuse("the dimension before the innermost is kept");
  LoopForm form = getLoopForm(reduction, target, /*combinePairs=*/false);
  if (reduction.isDynamic(innermost))
    return choice.accept({ShapedType::kDynamic, ShapedType::kDynamic},
                         "kept rows may be short: the run packs several into "
                         "the accumulators, or goes by strips of columns",
                         form);
  int64_t length = reduction.getExtent(innermost);
  int64_t width = target.getWidth(reduction);
  if (length == 0 || length > width / costs::minPackedRows)
    return choice.refuse(
        "rows are empty, or the accumulators have no room for several");
  int64_t numRows = reduction.getExtent(innermost - 1);
  if (!ShapedType::isDynamic(numRows) &&
      numRows * length < getLeastElements(reduction, target))
    return choice.refuse("rows are few");
  return choice.accept(
      {width / length, length},
      "kept rows are short: as many as fit are packed into the "
      "accumulators",
      form);
}

namespace {
class PackedRowReductionBuilder {
public:
  PackedRowReductionBuilder(const Reduction &reduction,
                            const VectorTarget &target)
      : reduction(reduction), target(target),
        rowLoop(reduction.getNumLoops() - 2), lanes(target.getLanes(reduction)),
        width(target.getWidth(reduction)),
        leastElements(getLeastElements(reduction, target)),
        outerReducedLoops(reduction.getReducedLoops()),
        indices(reduction.getNumLoops()) {
    outerReducedLoops.pop_back();
  }

  /// Builds whether rows are so short that several have room, and many.
  Value buildIsServed(ImplicitLocOpBuilder &builder);

  Value build(ImplicitLocOpBuilder &builder);

private:
  Value buildConstant(ImplicitLocOpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  }
  SmallVector<Value> getElementIndices(Value offset);
  Value buildWholeVectors(ImplicitLocOpBuilder &builder, const Reduction &form,
                          Value accumulator, Value &next);
  Value buildGroups(ImplicitLocOpBuilder &builder, Value accumulator);
  Value buildColumns(ImplicitLocOpBuilder &builder, Value destination,
                     Value column);
  Value buildResult(ImplicitLocOpBuilder &builder, Value destination);

  const Reduction &reduction;
  const VectorTarget &target;
  unsigned rowLoop;
  /// Elements of a machine vector, and of the accumulators.
  int64_t lanes, width;
  int64_t leastElements;
  SmallVector<unsigned> outerReducedLoops;
  SmallVector<Value> indices;
  SmallVector<Value> inputs;
  /// How many elements a row has, how many rows a group, and how many elements
  /// a group and all rows.
  Value length, groupRows, groupLength, end;
  /// Memory for the accumulators.
  Value scratch;
};
} // namespace

Value PackedRowReductionBuilder::buildIsServed(ImplicitLocOpBuilder &builder) {
  Value rowLength = reduction.buildExtent(builder, rowLoop + 1);
  Value numElements = arith::MulIOp::create(
      builder, rowLength, reduction.buildExtent(builder, rowLoop));
  // And not 0.
  Value isShort = arith::CmpIOp::create(
      builder, arith::CmpIPredicate::ult,
      arith::SubIOp::create(builder, rowLength, buildConstant(builder, 1)),
      buildConstant(builder, width / costs::minPackedRows));
  Value areMany = buildIsAtLeast(builder, numElements, leastElements);
  return arith::AndIOp::create(builder, isShort, areMany);
}

/// Returns where the element at `offset` of all rows is.
SmallVector<Value> PackedRowReductionBuilder::getElementIndices(Value offset) {
  SmallVector<Value> elementIndices(llvm::drop_end(indices, 2));
  elementIndices.push_back(offset);
  return elementIndices;
}

/// Combines the accumulators, in `form`, with groups of rows as long as there
/// is a whole vector. Sets `next` to what is left.
Value PackedRowReductionBuilder::buildWholeVectors(
    ImplicitLocOpBuilder &builder, const Reduction &form, Value accumulator,
    Value &next) {
  auto whole = scf::WhileOp::create(
      builder, TypeRange{builder.getIndexType(), accumulator.getType()},
      ValueRange{buildConstant(builder, 0), accumulator},
      [&](OpBuilder &opBuilder, Location loc, ValueRange carried) {
        ImplicitLocOpBuilder before(loc, opBuilder);
        Value last = arith::AddIOp::create(before, carried[0],
                                           buildConstant(before, width));
        Value isWhole =
            arith::CmpIOp::create(before, arith::CmpIPredicate::ule, last, end);
        scf::ConditionOp::create(before, isWhole, carried);
      },
      [&](OpBuilder &opBuilder, Location loc, ValueRange carried) {
        ImplicitLocOpBuilder body(loc, opBuilder);
        Value elements = form.buildJoinedElements(
            body, inputs, getElementIndices(carried[0]), width);
        Value after = arith::AddIOp::create(body, carried[0], groupLength);
        scf::YieldOp::create(
            body, {after, form.buildCombination(body, carried[1], elements)});
      });
  next = whole.getResult(0);
  return whole.getResult(1);
}

/// Combines the accumulators with all rows.
Value PackedRowReductionBuilder::buildGroups(ImplicitLocOpBuilder &builder,
                                             Value accumulator) {
  Value next;
  SmallVector<Value> whole =
      buildInLoopForm(builder, reduction, target, accumulator,
                      [&](const Reduction &form, ValueRange starts) {
                        return SmallVector<Value>{
                            buildWholeVectors(builder, form, starts[0], next)};
                      });
  // What is left of the rows, less than a vector and a group.
  auto rest = scf::ForOp::create(
      builder, next, end, groupLength, whole,
      [&](OpBuilder &opBuilder, Location loc, Value offset,
          ValueRange carried) {
        ImplicitLocOpBuilder body(loc, opBuilder);
        Value groupEnd = arith::MinUIOp::create(
            body, end, arith::AddIOp::create(body, offset, groupLength));
        Value mask = buildTailMask(body, offset, groupEnd, width);
        Value elements = reduction.buildMaskedJoinedElements(
            body, inputs, getElementIndices(offset), mask);
        scf::YieldOp::create(
            body, reduction.buildCombination(body, carried[0], elements));
      });
  return rest.getResult(0);
}

/// Combines what accumulated of one vector of columns, from `column` on, and
/// stores it.
Value PackedRowReductionBuilder::buildColumns(ImplicitLocOpBuilder &builder,
                                              Value destination, Value column) {
  auto type = VectorType::get(lanes, reduction.getAccumulatorType());
  Value row;
  Value result = buildDynamicLoop(
      builder, buildConstant(builder, 0), groupRows, /*step=*/1, row,
      reduction.buildNeutral(builder, lanes),
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        Value offset = arith::AddIOp::create(
            body, column, arith::MulIOp::create(body, row, length));
        Value elements =
            vector::LoadOp::create(body, type, scratch, ValueRange(offset));
        return SmallVector<Value>{
            reduction.buildCombination(body, carried[0], elements)};
      })[0];
  indices.back() = column;
  return buildStore(builder, reduction, result, destination,
                    reduction.getResultIndices(indices), /*inBounds=*/false);
}

/// Reduces all elements of one row of results and stores it.
Value PackedRowReductionBuilder::buildResult(ImplicitLocOpBuilder &builder,
                                             Value destination) {
  Value accumulator =
      buildLoops(builder, reduction, outerReducedLoops, indices,
                 reduction.buildNeutral(builder, width),
                 [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
                   return SmallVector<Value>{buildGroups(nested, carried[0])};
                 })[0];
  vector::StoreOp::create(builder, accumulator, scratch,
                          buildConstant(builder, 0));
  Value column;
  return buildDynamicLoop(
      builder, buildConstant(builder, 0), length, lanes, column, destination,
      [&](ImplicitLocOpBuilder &body, ValueRange carried) {
        return SmallVector<Value>{buildColumns(body, carried[0], column)};
      })[0];
}

Value PackedRowReductionBuilder::build(ImplicitLocOpBuilder &builder) {
  inputs = reduction.buildJoinedInputs(builder);
  length = reduction.buildExtent(builder, rowLoop + 1);
  groupRows =
      arith::DivUIOp::create(builder, buildConstant(builder, width), length);
  groupLength = arith::MulIOp::create(builder, groupRows, length);
  end = arith::MulIOp::create(builder, length,
                              reduction.buildExtent(builder, rowLoop));
  // A vector of the last row's columns may reach beyond the accumulators.
  scratch = buildScratch(builder, reduction, width + lanes);
  return buildKeptLoops(builder, reduction, indices,
                        [&](ImplicitLocOpBuilder &nested, Value destination) {
                          return buildResult(nested, destination);
                        });
}

/// Builds the loops; where only the run tells how long rows are, also those of
/// `outerReduction`, or of `outerBlockReduction`, for long ones, and the
/// choice.
static Value buildPackedRows(ImplicitLocOpBuilder &builder,
                             const Reduction &reduction,
                             const VectorTarget &target) {
  PackedRowReductionBuilder packed(reduction, target);
  if (!reduction.isDynamic(reduction.getNumLoops() - 1))
    return packed.build(builder);
  Choice choice;
  bool mayBeMany =
      succeeded(outerBlockReduction.match(reduction, target, choice));
  const Strategy &longRows = mayBeMany ? outerBlockReduction : outerReduction;
  return buildChoice(
      builder, packed.buildIsServed(builder),
      [&](ImplicitLocOpBuilder &nested) { return packed.build(nested); },
      [&](ImplicitLocOpBuilder &nested) {
        return longRows.build(nested, reduction, target);
      });
}

const Strategy mlir::reduce::packedRowReduction = {
    "packed-rows", matchPackedRows, buildPackedRows};
