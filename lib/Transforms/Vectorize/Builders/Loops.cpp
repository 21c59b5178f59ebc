//===- Loops.cpp - Loops around vectors -----------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "Tails.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

SmallVector<Value> mlir::reduce::detail::buildDynamicLoop(
    ImplicitLocOpBuilder &builder, Value lowerBound, Value upperBound,
    Value step, Value &index, ValueRange carried, BuildBodyFn buildBody) {
  auto loop = scf::ForOp::create(
      builder, lowerBound, upperBound, step, carried,
      [&](OpBuilder &nested, Location loc, Value iv, ValueRange iterArgs) {
        ImplicitLocOpBuilder bodyBuilder(loc, nested);
        index = iv;
        scf::YieldOp::create(bodyBuilder, buildBody(bodyBuilder, iterArgs));
      });
  return loop.getResults();
}

SmallVector<Value> mlir::reduce::detail::buildDynamicLoop(
    ImplicitLocOpBuilder &builder, Value lowerBound, Value upperBound,
    int64_t step, Value &index, ValueRange carried, BuildBodyFn buildBody) {
  return buildDynamicLoop(builder, lowerBound, upperBound,
                          arith::ConstantIndexOp::create(builder, step), index,
                          carried, buildBody);
}

/// Builds a loop in `streams` that are unrolled, and another one over the
/// iterations that are left over.
static SmallVector<Value>
buildUnrolledStreamLoop(ImplicitLocOpBuilder &builder, Value lowerBound,
                        Value upperBound, Value step, const Streams &streams,
                        Value &index, ValueRange carried,
                        BuildBodyFn buildBody) {
  std::optional<int64_t> elements = getConstantIntValue(
      builder.createOrFold<arith::MulIOp>(streams.elements, step));
  int64_t numParts = elements && *elements <= streams.maxShortElements
                         ? streams.shortParts
                         : streams.longParts;
  Value numPartsValue = arith::ConstantIndexOp::create(builder, numParts);
  Value iterations = builder.createOrFold<arith::DivSIOp>(
      builder.createOrFold<arith::SubIOp>(upperBound, lowerBound),
      builder.createOrFold<arith::MulIOp>(step, numPartsValue));
  Value distance = builder.createOrFold<arith::MulIOp>(iterations, step);
  Value first;
  SmallVector<Value> values = buildDynamicLoop(
      builder, lowerBound,
      builder.createOrFold<arith::AddIOp>(lowerBound, distance), step, first,
      carried, [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs) {
        SmallVector<Value> next(iterArgs);
        Value ofPart = first;
        for (int64_t part = 0; part < numParts; ++part) {
          index = ofPart;
          next = buildBody(nested, next);
          ofPart = arith::AddIOp::create(nested, ofPart, distance);
        }
        return next;
      });
  Value done = builder.createOrFold<arith::AddIOp>(
      lowerBound, builder.createOrFold<arith::MulIOp>(distance, numPartsValue));
  return buildDynamicLoop(builder, done, upperBound, step, index, values,
                          buildBody);
}

SmallVector<Value> mlir::reduce::detail::buildStreamLoop(
    ImplicitLocOpBuilder &builder, Value lowerBound, Value upperBound,
    Value step, const Streams &streams, Value &index, ValueRange carried,
    BuildBodyFn buildBody) {
  if (!streams.areUsed || matchPattern(streams.areUsed, m_Zero()))
    return buildDynamicLoop(builder, lowerBound, upperBound, step, index,
                            carried, buildBody);
  if (streams.areUnrolled)
    return buildUnrolledStreamLoop(builder, lowerBound, upperBound, step,
                                   streams, index, carried, buildBody);
  // How far the index gets in a turn, and from one part to the next. Divisions
  // take long, so there are none if the loop is one part: it has one turn then,
  // and the loop over iterations is the same as without streams.
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value length = builder.createOrFold<arith::MaxSIOp>(
      builder.createOrFold<arith::SubIOp>(upperBound, lowerBound), one);
  SmallVector<Value> distances = buildChoice(
      builder, streams.areUsed,
      [&](ImplicitLocOpBuilder &nested) -> SmallVector<Value> {
        auto buildConstant = [&](int64_t value) {
          return arith::ConstantIndexOp::create(nested, value);
        };
        Value elements = nested.createOrFold<arith::MaxUIOp>(
            nested.createOrFold<arith::MulIOp>(streams.elements, step), one);
        Value isLong =
            buildIsAtLeast(nested, elements, streams.maxShortElements + 1);
        Value parts = nested.createOrFold<arith::SelectOp>(
            isLong, buildConstant(streams.longParts),
            buildConstant(streams.shortParts));
        Value iterations = nested.createOrFold<arith::MaxUIOp>(
            nested.createOrFold<arith::DivUIOp>(
                buildConstant(streams.turnElements), elements),
            one);
        Value turn = nested.createOrFold<arith::MulIOp>(iterations, step);
        Value turns = nested.createOrFold<arith::CeilDivUIOp>(
            nested.createOrFold<arith::CeilDivUIOp>(length, turn), parts);
        return {turn, nested.createOrFold<arith::MulIOp>(turns, turn)};
      },
      [&](ImplicitLocOpBuilder &) -> SmallVector<Value> {
        return {length, length};
      });
  Value turn = distances[0], distance = distances[1], inPart, first;
  return buildDynamicLoop(
      builder, lowerBound,
      builder.createOrFold<arith::AddIOp>(lowerBound, distance), turn, inPart,
      carried, [&](ImplicitLocOpBuilder &turns, ValueRange turnArgs) {
        return buildDynamicLoop(
            turns, inPart, upperBound, distance, first, turnArgs,
            [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs) {
              Value end = arith::MinSIOp::create(
                  nested, arith::AddIOp::create(nested, first, turn),
                  upperBound);
              return buildDynamicLoop(nested, first, end, step, index, iterArgs,
                                      buildBody);
            });
      });
}

SmallVector<Value> mlir::reduce::detail::buildStripLoop(
    ImplicitLocOpBuilder &builder, int64_t extent, int64_t step, Value &index,
    ValueRange carried, BuildBodyFn buildBody, const Streams &streams) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  index = zero;
  if (extent == 0)
    return carried;
  if (extent == step)
    return buildBody(builder, carried);
  return buildStreamLoop(builder, zero,
                         arith::ConstantIndexOp::create(builder, extent),
                         arith::ConstantIndexOp::create(builder, step), streams,
                         index, carried, buildBody);
}

SmallVector<Value> mlir::reduce::detail::buildLoops(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    ArrayRef<unsigned> loops, MutableArrayRef<Value> indices,
    ValueRange carried, BuildBodyFn buildBody, const Streams &streams) {
  if (loops.empty())
    return buildBody(builder, carried);
  if (streams.areUsed && loops == ArrayRef<unsigned>{0})
    return buildStreamLoop(builder, arith::ConstantIndexOp::create(builder, 0),
                           reduction.buildExtent(builder, 0),
                           arith::ConstantIndexOp::create(builder, 1), streams,
                           indices[0], carried, buildBody);
  unsigned loop = loops.front();
  auto buildInner = [&](ImplicitLocOpBuilder &nested, ValueRange iterArgs) {
    return buildLoops(nested, reduction, loops.drop_front(), indices, iterArgs,
                      buildBody);
  };
  if (!reduction.isDynamic(loop))
    return buildStripLoop(builder, reduction.getExtent(loop), /*step=*/1,
                          indices[loop], carried, buildInner);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  return buildDynamicLoop(builder, zero, reduction.buildExtent(builder, loop),
                          /*step=*/1, indices[loop], carried, buildInner);
}

SmallVector<Value> mlir::reduce::detail::buildKeptLoops(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    MutableArrayRef<Value> indices, BuildBodyFn buildResults,
    const Streams &streams) {
  SmallVector<unsigned> loops = reduction.getParallelLoops();
  loops.pop_back();
  return buildLoops(builder, reduction, loops, indices,
                    reduction.getDestinations(), buildResults, streams);
}

SmallVector<Value>
mlir::reduce::detail::buildChoice(ImplicitLocOpBuilder &builder,
                                  Value condition, BuildValuesFn buildThen,
                                  BuildValuesFn buildElse) {
  if (matchPattern(condition, m_One()))
    return buildThen(builder);
  if (matchPattern(condition, m_Zero()))
    return buildElse(builder);
  auto getBuilder = [](BuildValuesFn build) {
    return [build](OpBuilder &nested, Location loc) {
      ImplicitLocOpBuilder body(loc, nested);
      scf::YieldOp::create(body, build(body));
    };
  };
  return scf::IfOp::create(builder, condition, getBuilder(buildThen),
                           getBuilder(buildElse))
      .getResults();
}

Value mlir::reduce::detail::buildAnd(ImplicitLocOpBuilder &builder, Value first,
                                     Value second) {
  return builder.createOrFold<arith::AndIOp>(first, second);
}

Value mlir::reduce::detail::buildOr(ImplicitLocOpBuilder &builder, Value first,
                                    Value second) {
  return builder.createOrFold<arith::OrIOp>(first, second);
}

Value mlir::reduce::detail::buildNot(ImplicitLocOpBuilder &builder,
                                     Value condition) {
  return builder.createOrFold<arith::XOrIOp>(
      condition, arith::ConstantOp::create(builder, builder.getBoolAttr(true)));
}

Value mlir::reduce::detail::buildIsAtLeast(ImplicitLocOpBuilder &builder,
                                           Value value, uint64_t least) {
  return builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::uge, value,
      arith::ConstantIndexOp::create(builder, least));
}

Value mlir::reduce::detail::buildIsInRange(ImplicitLocOpBuilder &builder,
                                           Value value, int64_t least,
                                           int64_t most) {
  // What is less than `least` becomes greater than all others.
  return builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ult,
      builder.createOrFold<arith::SubIOp>(
          value, arith::ConstantIndexOp::create(builder, least)),
      arith::ConstantIndexOp::create(builder, most - least + 1));
}

SmallVector<Value> mlir::reduce::detail::buildBlocks(
    ImplicitLocOpBuilder &builder, const Reduction &reduction, unsigned loop,
    int64_t size, ValueRange carried, BuildBlockFn buildBlock,
    const Streams &streams) {
  Value first;
  Value step = arith::ConstantIndexOp::create(builder, size);
  auto buildBlockOf = [&](int64_t count) {
    return [&, count](ImplicitLocOpBuilder &block, ValueRange iterArgs) {
      return buildBlock(block, iterArgs, first, count);
    };
  };
  if (reduction.isDynamic(loop)) {
    Value extent = reduction.buildExtent(builder, loop);
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    Value tailStart = buildRoundedDown(builder, extent, size);
    SmallVector<Value> values =
        buildStreamLoop(builder, zero, tailStart, step, streams, first, carried,
                        buildBlockOf(size));
    return buildDynamicLoop(builder, tailStart, extent, /*step=*/1, first,
                            values, buildBlockOf(1));
  }
  int64_t extent = reduction.getExtent(loop);
  int64_t done = extent - extent % size;
  SmallVector<Value> values = buildStripLoop(
      builder, done, size, first, carried, buildBlockOf(size), streams);
  for (int64_t count : getTailWidths(extent, size)) {
    Value tailFirst = arith::ConstantIndexOp::create(builder, done);
    values = buildBlock(builder, values, tailFirst, count);
    done += count;
  }
  return values;
}

/// Like `buildBlocks`, if a result may be computed twice: if `isCovered`, one
/// more block, which ends with the loop, covers the remainder. If there is a
/// `shift`, less than `size`, blocks after the first one start so much before
/// multiples of `size`. It requires that blocks always cover a known extent.
static SmallVector<Value>
buildCoveringBlocks(ImplicitLocOpBuilder &builder, const Reduction &reduction,
                    unsigned loop, int64_t size, ValueRange carried,
                    BuildBlockFn buildBlock, Value isCovered, Value shift,
                    const Streams &streams) {
  bool isKnown = !reduction.isDynamic(loop);
  bool isAlwaysCovered = !isCovered || matchPattern(isCovered, m_One());
  assert((!shift || (isKnown && isAlwaysCovered)) && "expected a known extent");
  if (isKnown) {
    int64_t extent = reduction.getExtent(loop);
    if (extent <= size || (extent % size == 0 && !shift) ||
        (isCovered && matchPattern(isCovered, m_Zero())))
      return buildBlocks(builder, reduction, loop, size, carried, buildBlock,
                         streams);
    isKnown = isAlwaysCovered;
  }
  Value extent = reduction.buildExtent(builder, loop);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value sizeValue = arith::ConstantIndexOp::create(builder, size);
  Value lastFirst = arith::SubIOp::create(builder, extent, sizeValue);
  Value end = extent;
  if (!isKnown) {
    Value covers = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                         extent, sizeValue);
    Value whole = zero;
    if (!isAlwaysCovered) {
      covers = arith::AndIOp::create(builder, covers, isCovered);
      whole = buildRoundedDown(builder, extent, size);
    }
    end = arith::SelectOp::create(builder, covers, extent, whole);
  }
  if (shift)
    end = arith::AddIOp::create(builder, end, shift);
  Value index;
  SmallVector<Value> values = buildStreamLoop(
      builder, zero, end, sizeValue, streams, index, carried,
      [&](ImplicitLocOpBuilder &block, ValueRange iterArgs) {
        Value first = index;
        if (shift)
          first = arith::MaxSIOp::create(
              block, arith::SubIOp::create(block, index, shift), zero);
        first = arith::MinUIOp::create(block, first, lastFirst);
        return buildBlock(block, iterArgs, first, size);
      });
  if (isKnown)
    return values;
  return buildDynamicLoop(
      builder, end, extent, /*step=*/1, index, values,
      [&](ImplicitLocOpBuilder &block, ValueRange iterArgs) {
        return buildBlock(block, iterArgs, index, /*count=*/1);
      });
}

SmallVector<Value> mlir::reduce::detail::buildResultBlocks(
    ImplicitLocOpBuilder &builder, const Reduction &reduction, unsigned loop,
    int64_t size, MutableArrayRef<Value> indices, BuildBlockFn buildBlock,
    Value isCovered, BuildValueFn buildShift, const Streams &streams) {
  return buildKeptLoops(
      builder, reduction, indices,
      [&](ImplicitLocOpBuilder &nested, ValueRange carried) {
        if (reduction.mayRepeatResults())
          return buildCoveringBlocks(
              nested, reduction, loop, size, carried, buildBlock, isCovered,
              buildShift ? buildShift(nested) : Value(), streams);
        return buildBlocks(nested, reduction, loop, size, carried, buildBlock,
                           streams);
      });
}

int64_t mlir::reduce::detail::getBlockSize(const Reduction &reduction,
                                           unsigned loop, int64_t limit) {
  if (!reduction.isDynamic(loop))
    limit = std::min(limit, reduction.getExtent(loop));
  return llvm::bit_floor<uint64_t>(limit);
}

/// Returns the block in which memory for `reduction` is allocated. That is not
/// a sequential loop: each iteration would allocate more.
static Block *getScratchBlock(const Reduction &reduction) {
  Operation *scope = reduction.getRoot()->getParentOp();
  while (!isa<FunctionOpInterface, scf::ForallOp, scf::ParallelOp>(scope))
    scope = scope->getParentOp();
  return &scope->getRegion(0).front();
}

Value mlir::reduce::detail::buildScratch(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction, Type type,
                                         int64_t size) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(getScratchBlock(reduction));
  return memref::AllocaOp::create(builder, MemRefType::get(size, type),
                                  builder.getI64IntegerAttr(64));
}

SmallVector<Value>
mlir::reduce::detail::buildScratch(ImplicitLocOpBuilder &builder,
                                   const Reduction &reduction,
                                   ArrayRef<Type> types, int64_t size) {
  return llvm::map_to_vector(types, [&](Type type) {
    return buildScratch(builder, reduction, type, size);
  });
}

/// The attribute of allocations that other loops may share, until `endSharing`.
/// Those of the user do not have it.
static constexpr StringLiteral sharedName = "reduce.shared";

SmallVector<Value>
mlir::reduce::detail::buildSharedScratch(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         ArrayRef<Type> types, int64_t size) {
  // The values of a state need memory of their own.
  if (types.size() > 1)
    return buildScratch(builder, reduction, types, size);
  for (auto alloca : getScratchBlock(reduction)->getOps<memref::AllocaOp>()) {
    MemRefType type = alloca.getType();
    if (!alloca->hasAttr(sharedName) || type.getElementType() != types.front())
      continue;
    int64_t most = std::max(size, type.getDimSize(0));
    alloca.getResult().setType(MemRefType::get(most, types.front()));
    return {alloca.getResult()};
  }
  Value scratch = buildScratch(builder, reduction, types.front(), size);
  scratch.getDefiningOp()->setAttr(sharedName, builder.getUnitAttr());
  return {scratch};
}

void mlir::reduce::detail::endSharing(Operation *op) {
  op->walk([](memref::AllocaOp alloca) { alloca->removeAttr(sharedName); });
}

Value mlir::reduce::detail::buildHasRemainder(ImplicitLocOpBuilder &builder,
                                              Value value, int64_t divisor) {
  Value remainder = builder.createOrFold<arith::RemUIOp>(
      value, arith::ConstantIndexOp::create(builder, divisor));
  return builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ne, remainder,
      arith::ConstantIndexOp::create(builder, 0));
}

Value mlir::reduce::detail::buildRoundedDown(ImplicitLocOpBuilder &builder,
                                             Value extent, int64_t step) {
  Value mask = arith::ConstantIndexOp::create(builder, -step);
  return arith::AndIOp::create(builder, extent, mask);
}
