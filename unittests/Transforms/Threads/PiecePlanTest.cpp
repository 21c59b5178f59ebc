//===- PiecePlanTest.cpp - How a reduction is cut into pieces -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Threads/PiecePlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
class PiecePlanTest : public ::testing::Test {
protected:
  PiecePlanTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, tensor::TensorDialect>();
  }

  /// Builds the minimum of `type`, or the product in sequence, over the loops
  /// whose bits in `isReduced` are set.
  Reduction build(ArrayRef<int64_t> extents, unsigned isReduced,
                  bool inSequence = false) {
    unsigned numLoops = extents.size();
    SmallVector<int64_t> kept;
    std::string all, results, iterators;
    for (unsigned loop = 0; loop < numLoops; ++loop) {
      std::string name = "d" + std::to_string(loop);
      all += (loop ? ", " : "") + name;
      iterators += loop ? ", " : "";
      iterators += isReduced >> loop & 1 ? "\"reduction\"" : "\"parallel\"";
      if (isReduced >> loop & 1)
        continue;
      results += (kept.empty() ? "" : ", ") + name;
      kept.push_back(extents[loop]);
    }
    auto getType = [&](ArrayRef<int64_t> shape) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      stream << RankedTensorType::get(shape, Float32Type::get(&context));
      return text;
    };
    std::string in = getType(extents), out = getType(kept);
    std::string text =
        "func.func @f(%in: " + in + ", %out: " + out + ") -> " + out + " {\n" +
        "  %r = linalg.generic {indexing_maps = [affine_map<(" + all +
        ") -> (" + all + ")>, affine_map<(" + all + ") -> (" + results +
        ")>], iterator_types = [" + iterators + "]} ins(%in : " + in +
        ") outs(%out : " + out + ") {\n  ^bb0(%a: f32, %b: f32):\n    %c = " +
        (inSequence ? "arith.mulf" : "arith.minimumf") +
        " %a, %b : f32\n    linalg.yield %c : f32\n  } -> " + out +
        "\n  return %r : " + out + "\n}\n";
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(bool(module)) << text;
    std::optional<Reduction> result;
    module->walk([&](linalg::GenericOp op) {
      StringRef reason;
      FailureOr<Reduction> reduction = Reduction::match(op, reason);
      EXPECT_TRUE(succeeded(reduction)) << reason.str();
      result = *reduction;
    });
    return *result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// A cut with known numbers.
struct Numbers {
  unsigned loop;
  int64_t count, tile;
};
} // namespace

static SmallVector<Numbers> getNumbers(ArrayRef<Cut> cuts) {
  return llvm::map_to_vector(cuts, [](const Cut &cut) {
    return Numbers{cut.loop, *getConstantIntValue(cut.count),
                   *getConstantIntValue(cut.tile)};
  });
}

static void checkStaticPlan(const Reduction &reduction,
                            const PieceLimits &limits) {
  PiecePlan plan = planStaticPieces(reduction, limits);
  uint64_t bytes = getBytesPerElement(reduction);
  for (unsigned loop : llvm::seq(reduction.getNumLoops()))
    bytes *= reduction.getExtent(loop);
  if (bytes < limits.minBytes) {
    EXPECT_TRUE(plan.isEmpty());
    return;
  }

  SmallVector<Numbers> kept = getNumbers(plan.kept);
  SmallVector<Numbers> reduced = getNumbers(plan.reduced);
  EXPECT_LE(reduced.size(), 1u);
  SmallVector<Numbers> all = kept;
  all.append(reduced);
  int64_t numPieces = 1;
  std::optional<unsigned> loopBefore;
  for (auto [number, cut] : llvm::enumerate(all)) {
    bool isReduced = number >= kept.size();
    EXPECT_EQ(reduction.isReduced(cut.loop), isReduced);
    // Loops are cut from the outermost one on, each once.
    if (number > 0 && !isReduced) {
      EXPECT_GT(cut.loop, *loopBefore);
    }
    loopBefore = cut.loop;
    EXPECT_GE(cut.count, 1);
    EXPECT_GE(cut.tile, 1);
    int64_t rest = reduction.getExtent(cut.loop) - cut.count * cut.tile;
    EXPECT_GE(rest, 0);
    EXPECT_GE(cut.tile, getMinTile(reduction, cut.loop));
    // Only the last cut has a remainder.
    if (number + 1 < all.size()) {
      EXPECT_EQ(rest, 0);
    }
    numPieces *= cut.count;
  }
  if (!all.empty()) {
    EXPECT_GE(numPieces, 2);
    EXPECT_LE(numPieces, int64_t(4 * limits.maxPieces));
  }
  // The plan depends on the extents alone.
  PiecePlan again = planStaticPieces(reduction, limits);
  EXPECT_EQ(getNumbers(again.kept).size(), kept.size());
}

TEST_F(PiecePlanTest, cutsOfKnownExtents) {
  constexpr int64_t extents[] = {1,   2,    3,    16,   63,    64,
                                 100, 1000, 4096, 4097, 100003};
  constexpr PieceLimits allLimits[] = {{1 << 18, 1 << 16, 1 << 10},
                                       {1, 1, 4},
                                       {1, 4096, 64},
                                       {1 << 10, 1 << 12, 1}};
  for (const PieceLimits &limits : allLimits) {
    for (int64_t first : extents) {
      for (bool inSequence : {false, true}) {
        SCOPED_TRACE(::testing::Message()
                     << first << " " << inSequence << " " << limits.maxPieces);
        checkStaticPlan(build({first}, 1, inSequence), limits);
        for (int64_t second : extents) {
          SCOPED_TRACE(second);
          for (unsigned isReduced : {1, 2, 3})
            checkStaticPlan(build({first, second}, isReduced, inSequence),
                            limits);
        }
      }
    }
    for (int64_t first : {1, 5, 128})
      for (int64_t second : {3, 64, 1000})
        for (int64_t third : {1, 17, 4096})
          for (unsigned isReduced = 1; isReduced < 8; ++isReduced) {
            SCOPED_TRACE(::testing::Message() << first << " " << second << " "
                                              << third << " " << isReduced);
            checkStaticPlan(build({first, second, third}, isReduced), limits);
          }
  }
}

// Clause prod-order: a product in sequence is not cut.
TEST_F(PiecePlanTest, sequencesStayWhole) {
  PieceLimits limits{1, 1, 64};
  for (unsigned isReduced : {1, 2, 3})
    EXPECT_TRUE(planStaticPieces(build({4096, 4096}, isReduced, true), limits)
                    .reduced.empty());
  EXPECT_FALSE(
      planStaticPieces(build({4096, 4096}, 3), limits).reduced.empty());
}

/// Computes `value`, which must depend only on constants and on the values in
/// `known`.
static int64_t evaluate(Value value, DenseMap<Value, int64_t> &known) {
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        IntegerAttr::get(operand.getType(), evaluate(operand, known)));
  SmallVector<OpFoldResult> results;
  EXPECT_TRUE(succeeded(op->fold(operands, results)));
  // An operation may fold to one of its operands.
  OpFoldResult result = results.front();
  if (auto other = dyn_cast<Value>(result))
    return evaluate(other, known);
  return known[value] = cast<IntegerAttr>(cast<Attribute>(result)).getInt();
}

TEST_F(PiecePlanTest, cutsOfUnknownExtents) {
  constexpr int64_t dynamic = ShapedType::kDynamic;
  SmallVector<SmallVector<int64_t>> shapes = {{dynamic},
                                              {dynamic, dynamic},
                                              {dynamic, 4096},
                                              {dynamic, 48},
                                              {64, dynamic}};
  constexpr int64_t maxPieces = 64;
  unsigned numCuts = 0;
  for (ArrayRef<int64_t> shape : shapes) {
    for (unsigned set = 1; set < 1u << shape.size(); ++set) {
      for (bool isReduced : {false, true}) {
        Reduction reduction = build(shape, set);
        SmallVector<unsigned> loops =
            getDynamicCutLoops(reduction, isReduced, maxPieces);
        ImplicitLocOpBuilder builder(UnknownLoc::get(&context),
                                     reduction.getOp());
        Value wanted = func::CallOp::create(builder, "wanted",
                                            TypeRange(builder.getIndexType()))
                           .getResult(0);
        Value rest = wanted;
        SmallVector<Cut> cuts =
            buildDynamicCuts(builder, reduction, loops, maxPieces, rest);
        ASSERT_EQ(cuts.size(), loops.size());
        for (int64_t extent = 1; extent < 20000; extent += 1 + extent / 8) {
          for (int64_t number : {1, 2, 3, 7, 64}) {
            SCOPED_TRACE(::testing::Message() << extent << " " << number);
            DenseMap<Value, int64_t> known = {{wanted, number}};
            module->walk([&](tensor::DimOp op) { known[op] = extent; });
            for (const Cut &cut : cuts) {
              auto get = [&](OpFoldResult result) {
                if (auto constant = getConstantIntValue(result))
                  return *constant;
                return evaluate(cast<Value>(result), known);
              };
              int64_t count = get(cut.count), tile = get(cut.tile);
              int64_t actual = reduction.isDynamic(cut.loop)
                                   ? extent
                                   : reduction.getExtent(cut.loop);
              // The pieces cover everything, and none is empty.
              EXPECT_GE(count * tile, actual);
              EXPECT_LT((count - 1) * tile, actual);
              EXPECT_LE(count, maxPieces);
              if (count > 1) {
                EXPECT_GE(tile, getMinTile(reduction, cut.loop));
              }
              ++numCuts;
            }
            // There are as many pieces as requested, or as possible.
            int64_t left = evaluate(rest, known);
            EXPECT_GE(left, 1);
            EXPECT_LE(left, number);
          }
        }
      }
    }
  }
  EXPECT_GT(numCuts, 1000u);
}
