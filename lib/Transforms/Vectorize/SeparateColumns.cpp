//===- SeparateColumns.cpp - Reductions of rows with few columns ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders/Combinations.h"
#include "Builders/Loops.h"
#include "Builders/MemoryAccess.h"
#include "Builders/Permutations.h"
#include "Builders/VectorTarget.h"
#include "Strategies/Strategies.h"
#include "Transforms/Analysis/PartBuilder.h"
#include "Transforms/Analysis/StrategyLimits.h"
#include "Transforms/Analysis/Versions.h"
#include "reduce/Transforms/Vectorize/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_SEPARATECOLUMNSPASS
#include "reduce/Transforms/Vectorize/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// Builds a reduction whose innermost dimension, a kept one, has few elements,
/// the columns:
///
/// for each tile of the outer kept dimensions:
///   scratch = the elements of the tile, one column after another
///   sums = the rows of scratch, reduced
///   store sums, whose columns are next to each other again
class ColumnSeparator {
public:
  explicit ColumnSeparator(const Reduction &reduction)
      : reduction(reduction), op(reduction.getOp()), parts(reduction),
        target(VectorTargetAttr::lookup(op)),
        rowLoop(reduction.getNumLoops() - 2),
        columnLoop(reduction.getNumLoops() - 1) {}

  /// Returns whether columns can be separated and should be, perhaps depending
  /// on extents that are known only at run time.
  bool match();

  /// Returns the tensor with all results.
  Value build(ImplicitLocOpBuilder &builder);

private:
  bool hasMatchingLoops() const;
  bool hasMatchingExtents() const;
  Value buildIsSeparated(ImplicitLocOpBuilder &builder);
  Value buildTiles(ImplicitLocOpBuilder &builder);
  Value buildTile(ImplicitLocOpBuilder &builder, Value destination, Value first,
                  Value step);
  Value buildReduced(ImplicitLocOpBuilder &builder, Value positions,
                     Value tileResults);
  void buildSeparation(ImplicitLocOpBuilder &builder, int64_t columns,
                       Value first, Value positions);
  Value buildJoining(ImplicitLocOpBuilder &builder, int64_t columns,
                     Value ofTile, Value destination, Value first,
                     Value positions);

  /// Builds `build` for each number of columns that may occur.
  using BuildForColumnsFn =
      llvm::function_ref<Value(ImplicitLocOpBuilder &, int64_t columns)>;
  Value buildForColumns(ImplicitLocOpBuilder &builder, Type type,
                        BuildForColumnsFn build);

  /// Builds `buildMany` for each `lanes` of `positions`, and `buildOne` for
  /// each of them if they are fewer. The last `lanes` may overlap the others.
  using BuildAtFn =
      llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Value)>;
  Value buildOverlapped(ImplicitLocOpBuilder &builder, Value positions,
                        Value carried, BuildAtFn buildMany, BuildAtFn buildOne);

  const Reduction &reduction;
  // Operations are handles: their methods are not const.
  mutable linalg::GenericOp op;
  PartBuilder parts;
  VectorTarget target;
  unsigned rowLoop, columnLoop;
  Type inputType, resultType;
  int64_t lanes = 0, maxColumns = 0, scratchElements = 0, maxRowElements = 0;
  /// The input and the memory for its elements, and memory for results and, if
  /// there is an epilogue, for its operands.
  Value input, scratch, results, accumulators;
  /// The extents of the row loop, of the column loop, and of all others.
  Value numRows, numColumns, numOuter;
};
} // namespace

//===----------------------------------------------------------------------===//
// Match
//===----------------------------------------------------------------------===//

/// Returns the maximum number of columns of elements of `bits` bits.
static int64_t getMaxColumns(const VectorTarget &target, unsigned bits) {
  // SSE and AVX2 take several instructions for a shuffle of two vectors.
  if (target.getBlends() && !areVectorsLines(target)) {
    if (bits > limits::maxSlowlySeparatedBits)
      return 0;
    return target.getVectorBits() < limits::minSlowlySeparatedVectorBits
               ? limits::maxSlowlySeparatedColumns - 1
               : limits::maxSlowlySeparatedColumns;
  }
  // Separating takes as many shuffles of each vector as there are columns;
  // reading each row alone takes a vector for each row.
  int64_t lanes = target.getVectorBits() / bits;
  int64_t columns = 0;
  while (columns < limits::maxSeparatedColumns &&
         (columns + 1) * (columns + 1) <= 2 * lanes)
    ++columns;
  return columns;
}

/// Returns whether all loops except the last but one are kept, and its rows are
/// next to each other.
bool ColumnSeparator::hasMatchingLoops() const {
  return reduction.getNumLoops() >= 3 &&
         reduction.getReducedLoops() == ArrayRef(rowLoop) &&
         reduction.hasContiguousInputs() && !reduction.readsIndices() &&
         reduction.hasConstantStart() &&
         (!reduction.getEpilogue() || reduction.getEpilogue()->isUnary());
}

/// Returns whether the known extents are not 0, do not overflow, and rows fit
/// into the memory and have something to reduce.
bool ColumnSeparator::hasMatchingExtents() const {
  int64_t all = 1, ofRow = 1;
  for (unsigned loop : llvm::seq(reduction.getNumLoops())) {
    if (reduction.isDynamic(loop))
      continue;
    int64_t extent = reduction.getExtent(loop);
    if (extent < (loop == rowLoop ? 2 : 1) ||
        llvm::MulOverflow(all, extent, all))
      return false;
    if (loop >= rowLoop)
      ofRow *= extent;
  }
  return ofRow <= maxRowElements &&
         (op.hasDynamicShape() ||
          all >= limits::minSeparatedVectors * lanes * maxColumns);
}

bool ColumnSeparator::match() {
  if (reduction.getNumLoops() < 3 || !hasMatchingLoops() ||
      op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1)
    return false;
  inputType = getElementTypeOrSelf(op.getDpsInputs()[0]);
  resultType = getElementTypeOrSelf(reduction.getRoot().getDpsInits()[0]);
  for (Type type : {inputType, resultType})
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() < CHAR_BIT ||
        !llvm::isPowerOf2_32(type.getIntOrFloatBitWidth()))
      return false;
  unsigned bits = inputType.getIntOrFloatBitWidth();
  lanes = target.getVectorBits() / bits;
  int64_t columns = reduction.getExtent(columnLoop);
  maxColumns = std::min<int64_t>(getMaxColumns(target, bits),
                                 target.getShuffledVectors());
  // Each number of columns has code of its own. Those that fill half a vector
  // need none: they are as fast side by side (column-groups).
  if (ShapedType::isDynamic(columns))
    maxColumns = std::min(maxColumns, (lanes - 1) / 2);
  scratchElements = target.getSeparatedBytes() * CHAR_BIT / bits;
  // Longer rows are better packed (packed-rows).
  maxRowElements = std::min(scratchElements / limits::minSeparatedRows,
                            getMinPackedElements(reduction, target));
  if (canPermutePairs(reduction, target)) {
    // Merging rows in vectors is as fast (narrow-groups), and its code serves
    // each number of rows and columns. If these are known, it is faster for
    // rows that fill a vector. Elements that are extended fill two vectors.
    bool isExtended = reduction.getStateBits() > reduction.getInputBits();
    if (!isExtended &&
        (reduction.isDynamic(rowLoop) || reduction.isDynamic(columnLoop)))
      return false;
    maxRowElements = std::min(
        maxRowElements, (isExtended ? 2 : 1) * target.getLanes(reduction) - 1);
  }
  if (maxColumns < 2 || !hasMatchingExtents() || gathersRows(reduction, target))
    return false;
  // Rows that fill a vector are then better read as they are (narrow-rows).
  if (ShapedType::isDynamic(columns))
    return true;
  if (llvm::isPowerOf2_64(columns) && !reduction.isDynamic(rowLoop) &&
      reduction.getExtent(rowLoop) >= llvm::divideCeilSigned(lanes, columns))
    return false;
  return columns >= 2 && columns <= maxColumns;
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

Value ColumnSeparator::buildForColumns(ImplicitLocOpBuilder &builder, Type type,
                                       BuildForColumnsFn build) {
  if (!reduction.isDynamic(columnLoop))
    return build(builder, reduction.getExtent(columnLoop));
  if (maxColumns == 2)
    return build(builder, maxColumns);
  SmallVector<int64_t> cases =
      llvm::to_vector(llvm::seq_inclusive<int64_t>(2, maxColumns));
  // The last one is the default.
  cases.pop_back();
  auto choice =
      scf::IndexSwitchOp::create(builder, type ? TypeRange(type) : TypeRange(),
                                 numColumns, cases, cases.size());
  for (auto [i, region] : llvm::enumerate(choice->getRegions())) {
    ImplicitLocOpBuilder nested(builder.getLoc(), builder.getContext());
    nested.createBlock(&region);
    // The first region is the default.
    Value result = build(nested, i == 0 ? maxColumns : cases[i - 1]);
    scf::YieldOp::create(nested, result ? ValueRange(result) : ValueRange());
  }
  return type ? choice.getResult(0) : Value();
}

Value ColumnSeparator::buildOverlapped(ImplicitLocOpBuilder &builder,
                                       Value positions, Value carried,
                                       BuildAtFn buildMany,
                                       BuildAtFn buildOne) {
  auto asRange = [](Value value) {
    return value ? SmallVector<Value>{value} : SmallVector<Value>();
  };
  auto getFirst = [](ValueRange values) {
    return values.empty() ? Value() : values.front();
  };
  Value zero = arith::ConstantIndexOp::create(builder, 0), position;
  SmallVector<Value> done = buildChoice(
      builder, buildIsAtLeast(builder, positions, lanes),
      [&](ImplicitLocOpBuilder &nested) {
        Value last = arith::SubIOp::create(
            nested, positions, arith::ConstantIndexOp::create(nested, lanes));
        return buildDynamicLoop(
            nested, zero, positions, lanes, position, asRange(carried),
            [&](ImplicitLocOpBuilder &body, ValueRange values) {
              return asRange(
                  buildMany(body, getFirst(values),
                            arith::MinUIOp::create(body, position, last)));
            });
      },
      [&](ImplicitLocOpBuilder &nested) {
        return buildDynamicLoop(
            nested, zero, positions, /*step=*/1, position, asRange(carried),
            [&](ImplicitLocOpBuilder &body, ValueRange values) {
              return asRange(buildOne(body, getFirst(values), position));
            });
      });
  return getFirst(done);
}

/// Returns `first` + `second` * `factor`.
static Value buildOffset(ImplicitLocOpBuilder &builder, Value first,
                         Value second, Value factor) {
  return builder.createOrFold<arith::AddIOp>(
      first, builder.createOrFold<arith::MulIOp>(second, factor));
}

/// Copies the elements at `positions` * `columns` from `first` on into scratch,
/// one column after another.
void ColumnSeparator::buildSeparation(ImplicitLocOpBuilder &builder,
                                      int64_t columns, Value first,
                                      Value positions) {
  Value count = arith::ConstantIndexOp::create(builder, columns);
  auto buildMany = [&](ImplicitLocOpBuilder &body, Value, Value position) {
    Value all = vector::TransferReadOp::create(
        body, VectorType::get(columns * lanes, inputType), input,
        ValueRange{buildOffset(body, first, position, count)},
        /*padding=*/std::nullopt, ArrayRef<bool>{true});
    for (int64_t column : llvm::seq(columns)) {
      SmallVector<int64_t> ofColumn;
      for (int64_t lane : llvm::seq(lanes))
        ofColumn.push_back(lane * columns + column);
      Value index = arith::ConstantIndexOp::create(body, column);
      vector::StoreOp::create(
          body, vector::ShuffleOp::create(body, all, all, ofColumn), scratch,
          ValueRange{buildOffset(body, position, positions, index)});
    }
    return Value();
  };
  auto buildOne = [&](ImplicitLocOpBuilder &body, Value, Value position) {
    Value offset = buildOffset(body, first, position, count);
    for (int64_t column : llvm::seq(columns)) {
      Value index = arith::ConstantIndexOp::create(body, column);
      memref::StoreOp::create(
          body,
          tensor::ExtractOp::create(
              body, input,
              ValueRange{body.createOrFold<arith::AddIOp>(offset, index)}),
          scratch, ValueRange{buildOffset(body, position, positions, index)});
    }
    return Value();
  };
  buildOverlapped(builder, positions, /*carried=*/{}, buildMany, buildOne);
}

/// Stores the `positions` results of each column into `destination`, from
/// `first` on. Returns the updated tensor.
Value ColumnSeparator::buildJoining(ImplicitLocOpBuilder &builder,
                                    int64_t columns, Value ofTile,
                                    Value destination, Value first,
                                    Value positions) {
  Value count = arith::ConstantIndexOp::create(builder, columns);
  auto buildMany = [&](ImplicitLocOpBuilder &body, Value carried,
                       Value position) -> Value {
    SmallVector<Value> ofColumns;
    for (int64_t column : llvm::seq(columns)) {
      Value index = arith::ConstantIndexOp::create(body, column);
      ofColumns.push_back(vector::TransferReadOp::create(
          body, VectorType::get(lanes, resultType), ofTile,
          ValueRange{buildOffset(body, position, positions, index)},
          /*padding=*/std::nullopt, ArrayRef<bool>{true}));
    }
    Value all = buildConcatenation(body, ofColumns);
    SmallVector<int64_t> joined;
    for (int64_t lane : llvm::seq(lanes))
      for (int64_t column : llvm::seq(columns))
        joined.push_back(column * lanes + lane);
    return vector::TransferWriteOp::create(
               body, vector::ShuffleOp::create(body, all, all, joined), carried,
               ValueRange{buildOffset(body, first, position, count)},
               ArrayRef<bool>{true})
        .getResult();
  };
  auto buildOne = [&](ImplicitLocOpBuilder &body, Value carried,
                      Value position) {
    Value offset = buildOffset(body, first, position, count);
    for (int64_t column : llvm::seq(columns)) {
      Value index = arith::ConstantIndexOp::create(body, column);
      Value result = tensor::ExtractOp::create(
          body, ofTile,
          ValueRange{buildOffset(body, position, positions, index)});
      carried = tensor::InsertOp::create(
          body, result, carried,
          ValueRange{body.createOrFold<arith::AddIOp>(offset, index)});
    }
    return carried;
  };
  return buildOverlapped(builder, positions, destination, buildMany, buildOne);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Builds a copy of `op` with one input and one output.
static Value buildClone(ImplicitLocOpBuilder &builder, linalg::GenericOp op,
                        Value input, Value output, ArrayRef<AffineMap> maps,
                        ArrayRef<utils::IteratorType> iterators) {
  auto clone = cast<linalg::GenericOp>(
      mlir::clone(builder, op, {output.getType()}, {input, output}));
  clone.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  clone.setIteratorTypesAttr(builder.getArrayAttr(llvm::map_to_vector(
      iterators, [&](utils::IteratorType type) -> Attribute {
        return linalg::IteratorTypeAttr::get(builder.getContext(), type);
      })));
  return clone.getResult(0);
}

/// Reduces the rows in scratch, one for each of `tileResults`, which have
/// `positions` elements in total.
Value ColumnSeparator::buildReduced(ImplicitLocOpBuilder &builder,
                                    Value positions, Value tileResults) {
  OpFoldResult size = getAsOpFoldResult(
      builder.createOrFold<arith::MulIOp>(positions, numColumns));
  SmallVector<OpFoldResult> sizes = {getAsOpFoldResult(tileResults),
                                     getAsOpFoldResult(numRows)};
  Value rows =
      buildExpanded(builder, buildFront(builder, scratch, size), sizes);
  Value destination = buildFront(builder, results, sizes[0]),
        sums = destination;
  if (accumulators)
    sums = buildFront(builder, accumulators, sizes[0]);
  AffineMap both = builder.getMultiDimIdentityMap(2);
  Value reduced = buildClone(
      builder, op, rows, buildFills(builder, parts.getStarts(), sums).front(),
      {both, both.dropResult(1)},
      {utils::IteratorType::parallel, utils::IteratorType::reduction});
  if (!accumulators)
    return reduced;
  AffineMap one = builder.getMultiDimIdentityMap(1);
  return buildClone(builder, reduction.getRoot(), reduced, destination,
                    {one, one}, utils::IteratorType::parallel);
}

/// Builds the results of the tile whose first outer index is `first`.
Value ColumnSeparator::buildTile(ImplicitLocOpBuilder &builder,
                                 Value destination, Value first, Value step) {
  Value count = builder.createOrFold<arith::MinUIOp>(
      step, builder.createOrFold<arith::SubIOp>(numOuter, first));
  Value positions = builder.createOrFold<arith::MulIOp>(count, numRows);
  Value firstResult = builder.createOrFold<arith::MulIOp>(first, numColumns);
  Value firstElement =
      builder.createOrFold<arith::MulIOp>(firstResult, numRows);
  buildForColumns(builder, /*type=*/{},
                  [&](ImplicitLocOpBuilder &nested, int64_t columns) {
                    buildSeparation(nested, columns, firstElement, positions);
                    return Value();
                  });
  Value reduced =
      buildReduced(builder, positions,
                   builder.createOrFold<arith::MulIOp>(count, numColumns));
  return buildForColumns(builder, destination.getType(),
                         [&](ImplicitLocOpBuilder &nested, int64_t columns) {
                           return buildJoining(nested, columns, reduced,
                                               destination, firstResult, count);
                         });
}

Value ColumnSeparator::buildTiles(ImplicitLocOpBuilder &builder) {
  Value destination = reduction.getDestinations().front();
  input = buildCollapsedRun(builder, op.getDpsInputs()[0], {{0, 1, 2}});
  scratch = buildScratch(builder, reduction, inputType, scratchElements);
  // A row has at least two elements.
  results = buildScratch(builder, reduction, resultType, scratchElements / 2);
  if (reduction.getEpilogue())
    accumulators =
        buildScratch(builder, reduction, getElementTypeOrSelf(op.getResult(0)),
                     scratchElements / 2);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value step = builder.createOrFold<arith::DivUIOp>(
      arith::ConstantIndexOp::create(builder, scratchElements),
      builder.createOrFold<arith::MulIOp>(numRows, numColumns));
  // Groups of rows then have no remainder.
  constexpr int64_t group = limits::overlappedVectors;
  step = builder.createOrFold<arith::SelectOp>(
      buildIsAtLeast(builder, step, group),
      builder.createOrFold<arith::AndIOp>(
          step, arith::ConstantIndexOp::create(builder, -group)),
      step);
  Value first;
  SmallVector<Value> tiles =
      buildDynamicLoop(builder, zero, numOuter, step, first,
                       ValueRange{buildFlattened(builder, destination)},
                       [&](ImplicitLocOpBuilder &body,
                           ValueRange carried) -> SmallVector<Value> {
                         return {buildTile(body, carried.front(), first, step)};
                       });
  return buildUnflattened(builder, tiles.front(), destination);
}

/// Builds the condition on extents that are known only at run time; null if
/// there is none.
Value ColumnSeparator::buildIsSeparated(ImplicitLocOpBuilder &builder) {
  Value condition;
  auto require = [&](Value other) {
    condition =
        condition ? arith::AndIOp::create(builder, condition, other) : other;
  };
  auto buildConstant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, value);
  };
  if (reduction.isDynamic(columnLoop))
    require(buildIsInRange(builder, numColumns, 2, maxColumns));
  if (reduction.isDynamic(rowLoop))
    require(buildIsAtLeast(builder, numRows, 2));
  if (reduction.isDynamic(columnLoop) || reduction.isDynamic(rowLoop))
    require(arith::CmpIOp::create(
        builder, arith::CmpIPredicate::ule,
        builder.createOrFold<arith::MulIOp>(numRows, numColumns),
        buildConstant(maxRowElements)));
  // Rows of two columns that fill some vectors are better read as they are
  // (narrow-rows).
  if (reduction.isDynamic(columnLoop) && reduction.isReassociable() &&
      !canPermutePairs(reduction, target)) {
    Value areTwo = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                         numColumns, buildConstant(2));
    Value fill = buildIsAtLeast(builder, numRows,
                                std::max(limits::minNarrowFills * lanes / 2,
                                         getMinNarrowRows(reduction)));
    require(buildNot(builder, arith::AndIOp::create(builder, areTwo, fill)));
  }
  return condition;
}

Value ColumnSeparator::build(ImplicitLocOpBuilder &builder) {
  numRows = reduction.buildExtent(builder, rowLoop);
  numColumns = reduction.buildExtent(builder, columnLoop);
  numOuter = arith::ConstantIndexOp::create(builder, 1);
  for (unsigned loop : llvm::seq(rowLoop))
    numOuter = builder.createOrFold<arith::MulIOp>(
        numOuter, reduction.buildExtent(builder, loop));
  Value isSeparated = buildIsSeparated(builder);
  if (!isSeparated)
    return buildTiles(builder);
  return buildChoice(
             builder, isSeparated,
             [&](ImplicitLocOpBuilder &nested) {
               return SmallVector<Value>{buildTiles(nested)};
             },
             [&](ImplicitLocOpBuilder &nested) {
               SmallVector<int64_t> known(reduction.getNumLoops(),
                                          ShapedType::kDynamic);
               return SmallVector<Value>(
                   Versions(reduction).build(nested, known));
             })
      .front();
}

namespace {
struct SeparateColumnsPass
    : reduce::impl::SeparateColumnsPassBase<SeparateColumnsPass> {
  void runOnOperation() override {
    numSeparated += replaceContiguousReductions(
        getOperation(),
        [](ImplicitLocOpBuilder &builder,
           const Reduction &reduction) -> FailureOr<SmallVector<Value>> {
          ColumnSeparator separator(reduction);
          if (!separator.match())
            return failure();
          return SmallVector<Value>{separator.build(builder)};
        });
  }
};
} // namespace
