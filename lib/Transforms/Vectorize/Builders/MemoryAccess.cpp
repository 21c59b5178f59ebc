//===- MemoryAccess.cpp - How loops read memory ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryAccess.h"
#include "NumberCombination.h"
#include "Transforms/Analysis/Scratch.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/VectorBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Returns the number of bytes of an element of `input`.
static int64_t getElementBytes(Value input) {
  return getElementBits(getElementTypeOrSelf(input)) / CHAR_BIT;
}

/// Returns the first input, whose lines matter most.
static Value getFirstInput(const Reduction &reduction) {
  return reduction.getOp().getDpsInputs()[0];
}

/// Builds a memref of any layout that is the buffer of `input`.
static Value buildBuffer(ImplicitLocOpBuilder &builder, Value input) {
  auto tensor = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> strides(tensor.getRank(), ShapedType::kDynamic);
  auto memref =
      MemRefType::get(tensor.getShape(), tensor.getElementType(),
                      StridedLayoutAttr::get(builder.getContext(),
                                             ShapedType::kDynamic, strides));
  return bufferization::ToBufferOp::create(builder, memref, input,
                                           /*read_only=*/true);
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// Returns whether a minimum or maximum of floats can have the same bits in any
/// order.
static bool canOrderZeros(const Reduction &reduction,
                          const VectorTarget &target) {
  return target.getOrdersZeros() && reduction.getTraits().isFloatExtremum &&
         isSingleOrDouble(reduction);
}

bool mlir::reduce::detail::gainsFromAlignment(const Reduction &reduction,
                                              const VectorTarget &target) {
  // Clause same-bits.
  bool isExact = llvm::all_of(reduction.getStateTypes(),
                              llvm::IsaPred<IntegerType, IndexType>) ||
                 canOrderZeros(reduction, target);
  return isExact && reduction.isReassociable() && target.getMaskRegisters() &&
         reduction.getOp().getNumDpsInputs() > 0 &&
         target.getLanes(reduction) *
                 getElementBytes(getFirstInput(reduction)) ==
             limits::lineBytes;
}

Value mlir::reduce::detail::buildUnalignedLength(ImplicitLocOpBuilder &builder,
                                                 Value input,
                                                 ValueRange indices) {
  auto metadata = memref::ExtractStridedMetadataOp::create(
      builder, buildBuffer(builder, input));
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(
      builder, metadata.getBaseBuffer());
  Value position = metadata.getOffset();
  for (auto [index, stride] : llvm::zip_equal(indices, metadata.getStrides()))
    position = builder.createOrFold<arith::AddIOp>(
        position, builder.createOrFold<arith::MulIOp>(index, stride));
  auto buildConstant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  };
  // The distance to the next line is the negative address, modulo its size.
  int64_t bytes = getElementBytes(input);
  Value first = arith::DivUIOp::create(builder, address, buildConstant(bytes));
  Value distance =
      arith::SubIOp::create(builder, buildConstant(0),
                            arith::AddIOp::create(builder, first, position));
  return arith::AndIOp::create(builder, distance,
                               buildConstant(limits::lineBytes / bytes - 1));
}

Value mlir::reduce::detail::buildCommonFactor(ImplicitLocOpBuilder &builder,
                                              Value length, int64_t lanes) {
  return math::CountTrailingZerosOp::create(
      builder,
      arith::OrIOp::create(builder, length,
                           arith::ConstantIndexOp::create(builder, lanes)));
}

AlignedRow
mlir::reduce::detail::buildFirstAlignedRow(ImplicitLocOpBuilder &builder,
                                           Value unaligned, Value length,
                                           int64_t lanes) {
  auto buildConstant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  };
  // The row r that is to be found starts r * length elements after the first
  // one. These are as many as there are before the first line, modulo `lanes`.
  // Divided by the greatest power of two that divides the length, the length is
  // odd, and has an inverse modulo each power of two. The square of an odd
  // number is 1 modulo 8, so it is its own inverse; each step after that
  // doubles the number of bits. If the length is a multiple of `lanes`, each
  // row is like the first.
  Value shift = buildCommonFactor(builder, length, lanes);
  Value odd = arith::ShRUIOp::create(builder, length, shift);
  Value inverse = odd;
  for (int64_t modulus = 8; modulus < lanes; modulus *= modulus) {
    Value error =
        arith::SubIOp::create(builder, buildConstant(2),
                              arith::MulIOp::create(builder, odd, inverse));
    inverse = arith::MulIOp::create(builder, inverse, error);
  }
  Value quotient = arith::ShRUIOp::create(builder, unaligned, shift);
  Value row = arith::AndIOp::create(
      builder, arith::MulIOp::create(builder, quotient, inverse),
      arith::SubIOp::create(
          builder, arith::ShRUIOp::create(builder, buildConstant(lanes), shift),
          buildConstant(1)));
  Value rounded = arith::ShLIOp::create(builder, quotient, shift);
  return {row, arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                     unaligned, rounded)};
}

//===----------------------------------------------------------------------===//
// Prefetches
//===----------------------------------------------------------------------===//

bool mlir::reduce::detail::areVectorsLines(const VectorTarget &target) {
  return target.getVectorBits() >= limits::lineBytes * CHAR_BIT;
}

bool mlir::reduce::detail::gainsFromWholeVectors(const Reduction &reduction,
                                                 const VectorTarget &target) {
  return areVectorsLines(target) &&
         reduction.getStateBits() <= reduction.getInputBits();
}

bool mlir::reduce::detail::isOneOperation(const Reduction &reduction,
                                          const VectorTarget &target) {
  Block::OpListType::iterator first = reduction.getOp().getBody()->begin();
  if (combinesNumbersFaster(reduction, target) ||
      !llvm::hasSingleElement(
          reduction.getOp().getBody()->without_terminator()))
    return false;
  // x86 has no product of vectors of bytes.
  if (isa<arith::MulIOp>(first) && reduction.getInputBits() <= CHAR_BIT)
    return false;
  // AVX-512 and RISC-V, which load under masks, have minima and mostly products
  // of 64-bit integers; SSE, AVX2 and NEON do not.
  auto integer = dyn_cast<IntegerType>(reduction.getStateTypes().front());
  return target.hasMaskedLoads() || !integer || integer.getWidth() < 64;
}

bool mlir::reduce::detail::areBoundByLoads(const Reduction &reduction,
                                           const VectorTarget &target) {
  if (combinesNumbersFaster(reduction, target))
    return true;
  // Those of f16 and bf16 are emulated otherwise.
  Type type = reduction.getStateTypes().front();
  bool isEmulated = isa<FloatType>(type) &&
                    type.getIntOrFloatBitWidth() == 16 &&
                    !(type.isF16() && target.getComparesF16());
  return isOneOperation(reduction, target) && !isEmulated;
}

bool mlir::reduce::detail::gainsFromPrefetches(const Reduction &reduction,
                                               const VectorTarget &target,
                                               bool isAligned) {
  if (!target.getPrefetches() || !areVectorsLines(target) ||
      reduction.getOp().getNumDpsInputs() == 0)
    return false;
  return !isAligned || !isOneOperation(reduction, target);
}

Value mlir::reduce::detail::buildIsLarger(ImplicitLocOpBuilder &builder,
                                          const Reduction &reduction,
                                          int64_t bytes) {
  int64_t elementBytes = std::max<int64_t>(
      1, llvm::divideCeil(reduction.getInputBits(), CHAR_BIT));
  return builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ugt, reduction.buildTraversedElements(builder),
      arith::ConstantIndexOp::create(builder, bytes / elementBytes));
}

Value mlir::reduce::detail::buildIsFar(ImplicitLocOpBuilder &builder,
                                       const Reduction &reduction,
                                       const VectorTarget &target) {
  return buildIsLarger(builder, reduction, target.getFarBytes());
}

Value mlir::reduce::detail::buildIsInSecondCache(ImplicitLocOpBuilder &builder,
                                                 const Reduction &reduction,
                                                 const VectorTarget &target) {
  return builder.createOrFold<arith::AndIOp>(
      buildIsLarger(builder, reduction, target.getL1CacheBytes()),
      buildNot(builder, buildIsFar(builder, reduction, target)));
}

bool mlir::reduce::detail::isKnownFar(const Reduction &reduction,
                                      const VectorTarget &target) {
  return reduction.getInputBytes().value_or(0) > target.getFarBytes();
}

bool mlir::reduce::detail::isKnownInMemory(const Reduction &reduction,
                                           const VectorTarget &target) {
  return reduction.getInputBytes().value_or(0) > target.getLastCacheBytes();
}

bool mlir::reduce::detail::isKnownNear(const Reduction &reduction,
                                       const VectorTarget &target) {
  if (std::optional<int64_t> bytes = reduction.getInputBytes())
    return *bytes <= target.getL1CacheBytes();
  return llvm::all_of(reduction.getOp().getDpsInputs(), [](Value input) {
    while (isa_and_present<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
        input.getDefiningOp()))
      input = input.getDefiningOp()->getOperand(0);
    return isScratch(input);
  });
}

Streams mlir::reduce::detail::buildStreams(ImplicitLocOpBuilder &builder,
                                           const Reduction &reduction,
                                           const VectorTarget &target,
                                           Value elements) {
  if (target.getStreams() == 1 || reduction.getOp().getNumDpsInputs() == 0)
    return {};
  int64_t elementBytes = getElementBytes(getFirstInput(reduction));
  int64_t turnBytes =
      areVectorsLines(target) ? limits::turnBytesOfLines : limits::turnBytes;
  return {buildIsLarger(builder, reduction, target.getStreamedBytes()),
          elements,
          turnBytes / elementBytes,
          limits::maxShortIterationBytes / elementBytes,
          target.getStreams(),
          target.getFewStreams()};
}

Streams mlir::reduce::detail::buildUnrolledStreams(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    const VectorTarget &target, Value elements, int64_t maxShortBytes) {
  int64_t numStreams = target.getUnrolledStreams();
  if (numStreams == 1)
    return {};
  return {arith::ConstantIntOp::create(builder, /*value=*/1, /*width=*/1),
          elements,
          /*turnElements=*/0,
          maxShortBytes / getElementBytes(getFirstInput(reduction)),
          numStreams,
          std::max<int64_t>(2, numStreams / 2),
          /*areUnrolled=*/true};
}

Value mlir::reduce::detail::buildAreRowsInMemory(ImplicitLocOpBuilder &builder,
                                                 const Reduction &reduction,
                                                 const VectorTarget &target,
                                                 Value length, bool isAligned) {
  if (reduction.getOp().getNumDpsInputs() == 0)
    return {};
  int64_t elementBytes = getElementBytes(getFirstInput(reduction));
  int64_t minBytes = isAligned && isOneOperation(reduction, target)
                         ? limits::minUnrolledBytes
                         : limits::minSlowUnrolledBytes;
  return builder.createOrFold<arith::AndIOp>(
      buildIsLarger(builder, reduction, target.getLastCacheBytes()),
      buildIsAtLeast(builder, length, minBytes / elementBytes));
}

int64_t mlir::reduce::detail::getShortLoadWidth(Value input) {
  return limits::lineBytes / 2 / getElementBytes(input);
}

bool mlir::reduce::detail::areFarLoadsShort(const Reduction &reduction,
                                            const VectorTarget &target) {
  return target.getSlowFarSplitLoads() && areVectorsLines(target) &&
         reduction.getInputBits() >= CHAR_BIT;
}

bool mlir::reduce::detail::areKnownFarLoadsShort(const Reduction &reduction,
                                                 const VectorTarget &target) {
  return areFarLoadsShort(reduction, target) &&
         isKnownInMemory(reduction, target);
}

NestedStreams mlir::reduce::detail::buildNestedStreams(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    const VectorTarget &target, Value length, Value elements) {
  Streams streams = buildStreams(builder, reduction, target, length);
  if (!streams.areUsed)
    return {};
  NestedStreams nested{streams, streams};
  nested.inner.elements = elements;
  Value isLong = buildIsAtLeast(builder, length,
                                limits::minStreamedBytes /
                                    getElementBytes(getFirstInput(reduction)));
  nested.inner.areUsed =
      builder.createOrFold<arith::AndIOp>(streams.areUsed, isLong);
  nested.outer.areUsed = builder.createOrFold<arith::AndIOp>(
      streams.areUsed, buildNot(builder, isLong));
  return nested;
}

SmallVector<Value> mlir::reduce::detail::buildNearOrFar(
    ImplicitLocOpBuilder &builder, Value isFar,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, bool)>
        buildLoop) {
  if (!isFar)
    return buildLoop(builder, /*isFar=*/false);
  return buildChoice(
      builder, isFar,
      [&](ImplicitLocOpBuilder &far) { return buildLoop(far, true); },
      [&](ImplicitLocOpBuilder &near) { return buildLoop(near, false); });
}

int64_t mlir::reduce::detail::getPrefetchDistance(const Reduction &reduction,
                                                  const VectorTarget &target) {
  return target.getPrefetchBytes() / getElementBytes(getFirstInput(reduction));
}

bool mlir::reduce::detail::hasSmallRowBlocks(const Reduction &reduction,
                                             const VectorTarget &target) {
  int64_t blockElements =
      reduction.getExtent(reduction.getNumLoops() - 1) *
      reduction.getExtent(reduction.getReducedLoops().back());
  return reduction.getNumLoops() > 2 &&
         blockElements * getElementBytes(getFirstInput(reduction)) <=
             target.getRowBlockBytes();
}

int64_t mlir::reduce::detail::getPrefetchDistance(const Reduction &reduction,
                                                  const VectorTarget &target,
                                                  int64_t width,
                                                  int64_t numRows) {
  int64_t distance = getPrefetchDistance(reduction, target);
  int64_t numColumns = reduction.getExtent(reduction.getNumLoops() - 1);
  // A strip of all columns is read in the order of memory.
  if (numColumns <= width)
    return distance;
  int64_t blockElements = numRows * numColumns;
  int64_t nextBlocks =
      blockElements * std::max<int64_t>(1, distance / blockElements);
  bool hasAllRows =
      numRows == reduction.getExtent(reduction.getReducedLoops().back());
  if (hasAllRows && hasSmallRowBlocks(reduction, target))
    return nextBlocks;
  int64_t numStrips = std::max<int64_t>(1, distance / (width * numRows));
  if (numColumns >= (numStrips + 1) * width)
    return numStrips * width;
  if (!hasAllRows)
    return nextBlocks;
  // The rest of the columns is read too soon, and the next rows too late.
  return numColumns < 2 * width ? 0 : width;
}

/// Builds a prefetch of the line of `buffer` that has the element at `place`.
static void buildPrefetch(ImplicitLocOpBuilder &builder, Value buffer,
                          ValueRange place) {
  memref::PrefetchOp::create(builder, buffer, place, /*isWrite=*/false,
                             /*localityHint=*/0, /*isDataCache=*/true);
}

void mlir::reduce::detail::buildPrefetches(ImplicitLocOpBuilder &builder,
                                           ValueRange inputs,
                                           ValueRange indices, int64_t width,
                                           int64_t distance) {
  for (Value input : inputs) {
    int64_t bytes = getElementBytes(input);
    if (width * bytes < limits::lineBytes)
      continue;
    Value buffer = buildBuffer(builder, input);
    Value offset = arith::ConstantIndexOp::create(builder, distance);
    Value first = arith::AddIOp::create(builder, indices.back(), offset);
    for (int64_t line = 0; line < width * bytes; line += limits::lineBytes) {
      SmallVector<Value> place(indices);
      place.back() = arith::AddIOp::create(
          builder, first,
          arith::ConstantIndexOp::create(builder, line / bytes));
      buildPrefetch(builder, buffer, place);
    }
  }
}

BlockPrefetches::BlockPrefetches(ImplicitLocOpBuilder &builder,
                                 const Reduction &reduction,
                                 const VectorTarget &target, Value numElements,
                                 int64_t maxBytes, Value isGain)
    : distance(getPrefetchDistance(reduction, target)) {
  int64_t maxElements = maxBytes / getElementBytes(getFirstInput(reduction));
  isSmall = builder.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ule, numElements,
      arith::ConstantIndexOp::create(builder, maxElements));
  Value begin = arith::ConstantIndexOp::create(builder, distance);
  end = builder.createOrFold<arith::SelectOp>(
      builder.createOrFold<arith::AndIOp>(isGain, isSmall),
      builder.createOrFold<arith::AddIOp>(begin, numElements), begin);
}

bool BlockPrefetches::areKnown() const {
  return end && getConstantIntValue(end).value_or(distance) > distance;
}

void BlockPrefetches::build(ImplicitLocOpBuilder &builder, ValueRange inputs,
                            ValueRange indices) const {
  if (!end || getConstantIntValue(end) == distance)
    return;
  for (Value input : inputs) {
    Value buffer = buildBuffer(builder, input), offset;
    Value begin = arith::ConstantIndexOp::create(builder, distance);
    int64_t lineElements =
        std::max<int64_t>(1, limits::lineBytes / getElementBytes(input));
    buildDynamicLoop(builder, begin, end, lineElements, offset, {},
                     [&](ImplicitLocOpBuilder &line, ValueRange) {
                       SmallVector<Value> place(indices);
                       place.back() = line.createOrFold<arith::AddIOp>(
                           place.back(), offset);
                       buildPrefetch(line, buffer, place);
                       return SmallVector<Value>();
                     });
  }
}
