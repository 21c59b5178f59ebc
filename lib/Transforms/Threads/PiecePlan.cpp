//===- PiecePlan.cpp - How a reduction is cut into pieces -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PiecePlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Loops that can be cut
//===----------------------------------------------------------------------===//

uint64_t mlir::reduce::detail::getBytesPerElement(const Reduction &reduction) {
  uint64_t bytes = 0;
  for (Value input : reduction.getOp().getDpsInputs()) {
    Type type = getElementTypeOrSelf(input.getType());
    unsigned bits = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                   : type.getIntOrFloatBitWidth();
    bytes += llvm::divideCeil(bits, CHAR_BIT);
  }
  return std::max<uint64_t>(bytes, 1);
}

uint64_t mlir::reduce::detail::getMinBytes(const Reduction &reduction,
                                           const PieceLimits &limits) {
  // Along rows, each element is converted and multiplied alone: f16 takes 10
  // times as long as reading from a cache, bf16 5 times.
  bool isSlow = (reduction.doesExtendF16() || reduction.doesExtendBF16()) &&
                reduction.isReduced(reduction.getNumLoops() - 1);
  return limits.minBytes / (isSlow ? 4 : 1);
}

/// Returns the number of bytes of input; a very large number if an extent is
/// dynamic.
static uint64_t getBytes(const Reduction &reduction) {
  uint64_t bytes = getBytesPerElement(reduction);
  for (unsigned loop : llvm::seq(reduction.getNumLoops()))
    bytes = llvm::SaturatingMultiply<uint64_t>(
        bytes, reduction.isDynamic(loop) ? std::numeric_limits<uint64_t>::max()
                                         : reduction.getExtent(loop));
  return bytes;
}

/// Returns the number of elements that pieces should read in one run: a page,
/// or less if the input is in a cache. Such runs are longer than rows that
/// strategies read as joined rows, so cuts do not prevent joining.
static int64_t getMinRun(const Reduction &reduction, unsigned loop) {
  constexpr uint64_t pageBytes = 4096, cachedRunBytes = 1024;
  constexpr uint64_t cacheBytes = 2 * 1024 * 1024;
  bool isCached =
      !reduction.isReduced(loop) && getBytes(reduction) <= cacheBytes;
  return std::max<uint64_t>(1, (isCached ? cachedRunBytes : pageBytes) /
                                   getBytesPerElement(reduction));
}

/// Returns whether pieces of `loop`, a kept one, are not contiguous: each has
/// runs of several rows for each index of an outer reduced loop.
static bool hasOuterReducedLoop(const Reduction &reduction, unsigned loop) {
  return llvm::any_of(llvm::seq(loop), [&](unsigned outer) {
    return reduction.isReduced(outer) && reduction.getExtent(outer) != 1;
  });
}

/// Returns the number of elements of one index of `loop`; a very large number
/// if it is not known.
static int64_t getInnerElements(const Reduction &reduction, unsigned loop) {
  int64_t elements = 1;
  for (unsigned inner : llvm::seq(loop + 1, reduction.getNumLoops()))
    if (reduction.isDynamic(inner) ||
        llvm::MulOverflow(elements, reduction.getExtent(inner), elements))
      return std::numeric_limits<int64_t>::max();
  return std::max<int64_t>(1, elements);
}

int64_t mlir::reduce::detail::getMinTile(const Reduction &reduction,
                                         unsigned loop) {
  if (loop + 1 == reduction.getNumLoops())
    return getMinRun(reduction, loop);
  if (!reduction.isReduced(loop))
    return hasOuterReducedLoop(reduction, loop)
               ? llvm::divideCeil(getMinRun(reduction, loop),
                                  getInnerElements(reduction, loop))
               : 1;
  // Partial results are written and read again, so there should be few.
  int64_t tile = 64;
  for (unsigned other : reduction.getReducedLoops())
    if (other != loop && !reduction.isDynamic(other))
      tile /= std::max<int64_t>(1, std::min(reduction.getExtent(other), tile));
  return std::max<int64_t>(1, tile);
}

Value mlir::reduce::detail::buildMinTile(ImplicitLocOpBuilder &builder,
                                         const Reduction &reduction,
                                         unsigned loop) {
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  if (reduction.isReduced(loop) || loop + 1 == reduction.getNumLoops() ||
      !hasOuterReducedLoop(reduction, loop))
    return buildConstant(getMinTile(reduction, loop));
  Value elements = buildConstant(1);
  for (unsigned inner : llvm::seq(loop + 1, reduction.getNumLoops()))
    elements = builder.createOrFold<arith::MulIOp>(
        elements, reduction.buildExtent(builder, inner));
  // Neither an empty row nor a minimum of 0 may be a divisor.
  elements = builder.createOrFold<arith::MaxUIOp>(elements, buildConstant(1));
  return builder.createOrFold<arith::CeilDivUIOp>(
      buildConstant(getMinRun(reduction, loop)), elements);
}

/// Returns the unit of tiles of `loop`. In the innermost loop, it makes vectors
/// start at multiples of a cache line if rows do.
static int64_t getTileUnit(const Reduction &reduction, unsigned loop) {
  if (loop + 1 < reduction.getNumLoops())
    return 1;
  constexpr uint64_t lineBytes = 64;
  return std::max<uint64_t>(1, lineBytes / getBytesPerElement(reduction));
}

/// Returns the loops of one kind that can be cut, starting with the outermost.
static SmallVector<unsigned> getCuttableLoops(const Reduction &reduction,
                                              bool isReduced) {
  // Clauses prod-order, prod-strict-order.
  if (isReduced && !reduction.isReassociable())
    return {};
  return llvm::filter_to_vector(
      llvm::seq(reduction.getNumLoops()), [&](unsigned loop) {
        return reduction.isReduced(loop) == isReduced &&
               (reduction.isDynamic(loop) ||
                reduction.getExtent(loop) / 2 >= getMinTile(reduction, loop));
      });
}

//===----------------------------------------------------------------------===//
// Static extents
//===----------------------------------------------------------------------===//

namespace {
/// A cut with static numbers.
struct StaticCut {
  int64_t count = 1;
  int64_t tile = 0;
  int64_t rest = 0;

  Cut get(MLIRContext *context, unsigned loop) const {
    Builder builder(context);
    return {loop, builder.getIndexAttr(count), builder.getIndexAttr(tile)};
  }
};
} // namespace

/// Returns the total time of a cut on 2, 4 and 8 threads, as far as these are
/// not more than `wanted`, in thread-indices. A single thread processes the
/// remainder.
static int64_t getCost(const StaticCut &cut, int64_t wanted) {
  int64_t cost = 0;
  for (int64_t threads : {2, 4, 8})
    if (threads <= wanted)
      cost += threads *
              (llvm::divideCeil(cut.count, threads) * cut.tile + cut.rest);
  return cost;
}

/// Cuts `loop` into about `wanted` pieces of equal size: the number near
/// `wanted` that balances threads best.
static StaticCut cutLoop(const Reduction &reduction, unsigned loop,
                         int64_t wanted, int64_t maxPieces) {
  int64_t extent = reduction.getExtent(loop);
  int64_t unit = getTileUnit(reduction, loop);
  int64_t most = extent / getMinTile(reduction, loop);
  auto cutInto = [&](int64_t count) {
    StaticCut cut{count, extent / count / unit * unit};
    cut.rest = extent - cut.count * cut.tile;
    return cut;
  };
  StaticCut best = cutInto(std::clamp<int64_t>(wanted, 1, most));
  int64_t first = std::max<int64_t>(2, std::min(wanted / 2, most));
  int64_t last = std::min({4 * wanted, maxPieces, most});
  for (int64_t count = first; count <= last; ++count)
    if (StaticCut cut = cutInto(count);
        getCost(cut, wanted) < getCost(best, wanted))
      best = cut;
  return best;
}

/// Returns whether two threads take about half of `count` equal pieces each.
static bool isBalanced(int64_t count) { return count % 2 == 0 || count > 6; }

// Clause same-bits.
// The plan does not depend on the number of threads.
PiecePlan mlir::reduce::detail::planStaticPieces(const Reduction &reduction,
                                                 const PieceLimits &limits) {
  uint64_t bytes = getBytes(reduction);
  if (bytes < std::max<uint64_t>(getMinBytes(reduction, limits), 1))
    return {};
  int64_t wanted = std::clamp<uint64_t>(
      bytes / limits.pieceBytes, 2, std::max<uint64_t>(limits.maxPieces, 2));
  MLIRContext *context = reduction.getOp().getContext();
  PiecePlan plan;
  StaticCut last;
  int64_t numKept = 1;
  for (unsigned loop : getCuttableLoops(reduction, /*isReduced=*/false)) {
    if (wanted < 2 || last.rest > 0)
      break;
    last = cutLoop(reduction, loop, wanted, limits.maxPieces);
    numKept *= last.count;
    wanted = llvm::divideCeil(wanted, last.count);
    plan.kept.push_back(last.get(context, loop));
  }
  // At least half of the wanted number is enough, if it is not 3 or 5.
  SmallVector<unsigned> reducedLoops =
      getCuttableLoops(reduction, /*isReduced=*/true);
  if (wanted <= 2 && !plan.kept.empty() && isBalanced(numKept))
    return plan;
  if (reducedLoops.empty())
    return plan;
  PiecePlan onlyKept = plan;
  // Partial results have no place for the remainder of a kept loop.
  int64_t lost = 1;
  if (last.rest > 0) {
    plan.kept.pop_back();
    wanted *= last.count;
    lost = last.count;
  }
  std::optional<StaticCut> best;
  for (unsigned loop : reducedLoops) {
    StaticCut cut = cutLoop(reduction, loop, wanted, limits.maxPieces);
    if (best && cut.count <= best->count)
      continue;
    best = cut;
    plan.reduced = {cut.get(context, loop)};
    if (2 * cut.count >= wanted)
      break;
  }
  return best && best->count > lost ? plan : onlyKept;
}

//===----------------------------------------------------------------------===//
// Dynamic extents
//===----------------------------------------------------------------------===//

/// Cuts `loop`, which has a static extent, into the greatest number of equal
/// pieces.
static StaticCut cutEvenly(const Reduction &reduction, unsigned loop,
                           int64_t maxPieces) {
  int64_t extent = reduction.getExtent(loop);
  int64_t units = getTileUnit(reduction, loop);
  int64_t count = std::min(maxPieces, extent / getMinTile(reduction, loop));
  while (count > 1 && extent % (count * units) != 0)
    --count;
  return {count, extent / std::max<int64_t>(count, 1), 0};
}

static bool isStaticInnermost(const Reduction &reduction, unsigned loop) {
  return loop + 1 == reduction.getNumLoops() && !reduction.isDynamic(loop);
}

SmallVector<unsigned>
mlir::reduce::detail::getDynamicCutLoops(const Reduction &reduction,
                                         bool isReduced, int64_t maxPieces) {
  SmallVector<unsigned> loops = getCuttableLoops(reduction, isReduced);
  // Vectors along the innermost loop are best with a static extent.
  if (!isReduced && !loops.empty() &&
      isStaticInnermost(reduction, loops.back()) &&
      (loops.size() > 1 ||
       cutEvenly(reduction, loops.back(), maxPieces).count < 2))
    loops.pop_back();
  return loops;
}

SmallVector<Cut> mlir::reduce::detail::buildDynamicCuts(
    ImplicitLocOpBuilder &builder, const Reduction &reduction,
    ArrayRef<unsigned> loops, int64_t maxPieces, Value &wanted) {
  auto buildConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, value);
  };
  SmallVector<Cut> cuts;
  for (unsigned loop : loops) {
    StaticCut even;
    if (isStaticInnermost(reduction, loop))
      even = cutEvenly(reduction, loop, maxPieces);
    if (even.count > 1) {
      wanted = builder.createOrFold<arith::CeilDivUIOp>(
          wanted, buildConstant(even.count));
      cuts.push_back(even.get(builder.getContext(), loop));
      continue;
    }
    Value extent = reduction.buildExtent(builder, loop);
    Value most = builder.createOrFold<arith::DivUIOp>(
        extent, buildMinTile(builder, reduction, loop));
    most = builder.createOrFold<arith::MaxUIOp>(most, buildConstant(1));
    Value count = builder.createOrFold<arith::MinUIOp>(wanted, most);
    Value tile = builder.createOrFold<arith::CeilDivUIOp>(extent, count);
    Value unit = buildConstant(getTileUnit(reduction, loop));
    tile = builder.createOrFold<arith::MulIOp>(
        builder.createOrFold<arith::CeilDivUIOp>(tile, unit), unit);
    // Since the tile was rounded up, fewer pieces may suffice.
    count = builder.createOrFold<arith::CeilDivUIOp>(extent, tile);
    wanted = builder.createOrFold<arith::CeilDivUIOp>(wanted, count);
    cuts.push_back({loop, getAsOpFoldResult(count), getAsOpFoldResult(tile)});
  }
  return cuts;
}
