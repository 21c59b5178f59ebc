//===- Reduction.cpp - Analysis of a reduction ----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "StrategyLimits.h"
#include "VectorBody.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/IR/TypeInference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Bufferization takes time exponential in the depth of loops that carry
/// tensors (LLVM 22.1): 0.3 s for 16 loops, more than 100 s for 32.
static constexpr unsigned maxLoops = 16;

FailureOr<Reduction> Reduction::match(linalg::GenericOp op, StringRef &reason) {
  auto fail = [&](StringRef why) {
    reason = why;
    return failure();
  };
  assert(op.getNumReductionLoops() > 0 && "expected a reduction");
  // A strategy may need memory on the stack of the function.
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function || !function->hasTrait<OpTrait::AutomaticAllocationScope>())
    return fail("it is not in a function that has a stack");
  if (!op.hasPureTensorSemantics())
    return fail("an operand is not a tensor");
  if (op.getNumLoops() > maxLoops)
    return fail("there are more than 16 loops");
  if (!llvm::all_of(op.getBody()->getArgumentTypes(), isVectorElement))
    return fail(noVectorElement);
  if (!llvm::all_of(op->getOperandTypes(), [](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return !tensor || hasRepresentableByteSize(tensor);
      }))
    return fail("a tensor has too many elements to count");

  Reduction reduction(op);
  reduction.extents = op.getStaticLoopRanges();
  AffineMap identityMap =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  SmallVector<AffineExpr> parallelExprs;
  for (auto [loop, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    reduction.reduced.push_back(iterator == utils::IteratorType::reduction);
    if (!reduction.reduced.back())
      parallelExprs.push_back(identityMap.getResult(loop));
  }
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.getMatchingIndexingMap(input) != identityMap)
      return fail("an input is not read in the order of the loops");
  for (OpOperand &init : op.getDpsInitsMutable())
    if (op.getMatchingIndexingMap(&init).getResults() !=
        ArrayRef<AffineExpr>(parallelExprs))
      return fail("the output is not written in the order of the loops");

  FailureOr<Combination> combination = matchCombination(op, reason);
  if (failed(combination))
    return failure();
  reduction.combination = *combination;
  const StateCombiner &combiner = *combination->combiner;
  reduction.traits = combiner.getTraits();
  reduction.stateTypes = combiner.getStateTypes();
  reduction.neutral = combiner.getNeutralState();
  if (!llvm::all_of(*op.getBody(), [](Operation &nested) {
        return isa<linalg::IndexOp>(nested) || isVectorizable(nested);
      }))
    return fail("an operation of the body has no vector form");
  reduction.matchStart();
  if (FailureOr<Epilogue> epilogue = Epilogue::match(op);
      reduction.hasConstantStart() && succeeded(epilogue))
    reduction.epilogue = *epilogue;
  reduction.noteBody();
  return reduction;
}

/// Sets `start` and `filled` if all outputs start as constants.
void Reduction::matchStart() {
  for (Value init : op.getDpsInits()) {
    auto fill = init.getDefiningOp<linalg::FillOp>();
    TypedAttr value;
    if (!fill || !matchPattern(fill.getInputs()[0], m_Constant(&value))) {
      start.clear();
      filled.clear();
      return;
    }
    start.push_back(value);
    filled.push_back(fill.getOutputs()[0]);
  }
}

void Reduction::useFloat16Form() {
  assert(hasFloat16Form() && "expected a combiner with a form for f16");
  finishing = std::exchange(combination.float16Form, nullptr);
  combination.form = nullptr;
  combination.combiner = finishing;
  combination.elements = {combination.unprepared};
  traits = finishing->getTraits();
  stateTypes = finishing->getStateTypes();
  neutral = finishing->getNeutralState();
  start = neutral;
}

/// Records the relevant properties of the body.
void Reduction::noteBody() {
  // Strategies halve vectors, so they have a power of two of lanes.
  auto noteType = [&](Type type) {
    unsigned bits = llvm::PowerOf2Ceil(getElementBits(type));
    maxElementBits = std::max(maxElementBits, bits);
  };
  llvm::for_each(op.getBody()->getArgumentTypes(), noteType);
  for (Operation &nested : *op.getBody()) {
    if (isa<linalg::IndexOp>(nested)) {
      doesReadIndices = true;
      continue;
    }
    llvm::for_each(nested.getResultTypes(), noteType);
    auto extension = dyn_cast<arith::ExtFOp>(nested);
    if (!extension)
      continue;
    extendsF16 |=
        extension.getIn().getType().isF16() && extension.getType().isF32();
    extendsBF16 |= isa<BlockArgument>(extension.getIn()) &&
                   extension.getIn().getType().isBF16() &&
                   extension.getType().isF32();
  }
  auto operations = op.getBody()->without_terminator();
  if (llvm::range_size(operations) != 2)
    return;
  auto extension = dyn_cast<arith::ExtFOp>(*operations.begin());
  auto product = dyn_cast<arith::MulFOp>(*std::next(operations.begin()));
  multiplies =
      extension && product &&
      llvm::is_contained(product->getOperands(), extension.getResult());
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

SmallVector<unsigned> Reduction::getReducedLoops() const {
  return llvm::filter_to_vector(llvm::seq(getNumLoops()),
                                [&](unsigned loop) { return reduced[loop]; });
}

SmallVector<unsigned> Reduction::getParallelLoops() const {
  return llvm::filter_to_vector(llvm::seq(getNumLoops()),
                                [&](unsigned loop) { return !reduced[loop]; });
}

SmallVector<Value> Reduction::getResultIndices(ValueRange indices) const {
  return llvm::map_to_vector(getParallelLoops(), [&](unsigned loop) -> Value {
    return indices[loop];
  });
}

unsigned Reduction::getStateBits() const {
  unsigned bits = 0;
  for (Type type : stateTypes)
    bits += getElementBits(type);
  return bits;
}

unsigned Reduction::getInputBits() const {
  unsigned bits = 0;
  for (Value input : op.getDpsInputs())
    bits = std::max(bits, getElementBits(getElementTypeOrSelf(input)));
  return bits;
}

/// Returns whether a loop around `slice`, or around calls of its function,
/// reads other slices of its source, too, one after the other.
static bool isTraversed(tensor::ExtractSliceOp slice) {
  auto function = slice->getParentOfType<func::FuncOp>();
  auto argument = dyn_cast<BlockArgument>(slice.getSource());
  if (function && argument && argument.getOwner()->getParentOp() == function &&
      ReduceDialect::ReadsSlicesAttrHelper(slice.getContext())
          .isAttrPresent(function))
    return true;
  Region *ofSource = slice.getSource().getParentRegion();
  bool isInLoop = false;
  for (Region *region = slice->getParentRegion(); region && region != ofSource;
       region = region->getParentRegion()) {
    Operation *parent = region->getParentOp();
    // Threads have caches of their own.
    if (!isa<scf::ForOp, scf::IfOp>(parent))
      return false;
    isInLoop |= isa<scf::ForOp>(parent);
  }
  return isInLoop;
}

/// Returns the tensor that `input` and the loops around it read.
static Value getTraversed(Value input) {
  while (Operation *op = input.getDefiningOp()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op) &&
        !(slice && isTraversed(slice)))
      break;
    input = op->getOperand(0);
  }
  return input;
}

/// Returns the number of bytes of elements of `elementBytes` bytes.
static int64_t getBytes(ArrayRef<int64_t> shape, int64_t elementBytes) {
  // There are no elements, even if the other extents are too large to multiply.
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t bytes = elementBytes;
  for (int64_t extent : shape)
    if (llvm::MulOverflow(bytes, extent, bytes))
      return std::numeric_limits<int64_t>::max();
  return bytes;
}

Value Reduction::getTraversedInput() const {
  return op.getNumDpsInputs() > 0
             ? getTraversed(op.getDpsInputOperand(0)->get())
             : Value();
}

std::optional<int64_t> Reduction::getInputBytes() const {
  if (ShapedType::isDynamicShape(extents))
    return std::nullopt;
  int64_t elementBytes = llvm::divideCeil(getInputBits(), CHAR_BIT);
  int64_t bytes = getBytes(extents, elementBytes);
  Value input = getTraversedInput();
  if (!input)
    return bytes;
  auto traversed = cast<RankedTensorType>(input.getType());
  return traversed.hasStaticShape()
             ? std::max(bytes, getBytes(traversed.getShape(), elementBytes))
             : bytes;
}

Value Reduction::buildExtent(ImplicitLocOpBuilder &builder,
                             unsigned loop) const {
  if (!isDynamic(loop))
    return arith::ConstantIndexOp::create(builder, extents[loop]);
  return tensor::DimOp::create(builder, op.getDpsInputOperand(0)->get(), loop);
}

Value Reduction::buildNumElements(ImplicitLocOpBuilder &builder) const {
  Value elements = arith::ConstantIndexOp::create(builder, 1);
  for (unsigned loop : llvm::seq(getNumLoops()))
    elements = builder.createOrFold<arith::MulIOp>(elements,
                                                   buildExtent(builder, loop));
  return elements;
}

Value Reduction::buildTraversedElements(ImplicitLocOpBuilder &builder) const {
  Value input = getTraversedInput();
  // Extents of the loops fold more.
  if (!input || input == op.getDpsInputOperand(0)->get())
    return buildNumElements(builder);
  Value elements = arith::ConstantIndexOp::create(builder, 1);
  for (int64_t dim :
       llvm::seq(cast<RankedTensorType>(input.getType()).getRank()))
    elements = builder.createOrFold<arith::MulIOp>(
        elements, builder.createOrFold<tensor::DimOp>(input, dim));
  return elements;
}

bool Reduction::hasSpreadRows() const {
  return ReduceDialect::SpreadRowsAttrHelper(op->getContext())
      .isAttrPresent(op);
}

bool Reduction::isStaged() const {
  return hasConstantStart() && getReducedLoops().size() > 1 &&
         getNumLoops() <= limits::maxStagedLoops;
}

int64_t Reduction::getSpecializedLength() const {
  unsigned innermost = getNumLoops() - 1;
  // Rows that are spread, and those that stages leave, are longer.
  bool hasVersions = innermost > 0 && isDynamic(innermost) &&
                     isReassociable() && !readsIndices() &&
                     isReduced(innermost) && !isReduced(innermost - 1) &&
                     !hasSpreadRows() && !isStaged() && hasContiguousInputs();
  return hasVersions ? limits::getSpecializedLength(getInputBits()) : 0;
}

bool Reduction::hasContiguousInputs() const {
  return !isInStridedFunction(op) &&
         llvm::all_of(op.getDpsInputs(), [](Value input) {
           while (Operation *producer = input.getDefiningOp()) {
             if (auto slice = dyn_cast<tensor::ExtractSliceOp>(producer)) {
               if (!isContiguousSlice(slice))
                 return false;
             } else if (!isa<tensor::CastOp, tensor::CollapseShapeOp,
                             tensor::ExpandShapeOp>(producer)) {
               return true;
             }
             input = producer->getOperand(0);
           }
           return true;
         });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void Reduction::replaceWith(RewriterBase &rewriter, ValueRange results) const {
  // Replace the epilogue first since it uses the reduction.
  rewriter.replaceOp(getRoot(), results);
  if (epilogue)
    rewriter.eraseOp(op);
}

SmallVector<Value> Reduction::getDestinations() const {
  if (epilogue)
    if (Value destination = epilogue->getDestination())
      return {destination};
  SmallVector<Value> destinations =
      hasConstantStart() ? filled : SmallVector<Value>(op.getDpsInits());
  // An epilogue without a destination overwrites one of the accumulated
  // results.
  if (epilogue)
    return {destinations[epilogue->getOverwritten()]};
  return destinations;
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

SmallVector<linalg::GenericOp>
mlir::reduce::detail::getContiguousReductions(Operation *root) {
  SmallVector<linalg::GenericOp> ops;
  root->walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() > 0 && !isInStridedFunction(op))
      ops.push_back(op);
  });
  return ops;
}

unsigned
mlir::reduce::detail::replaceContiguousReductions(Operation *root,
                                                  BuildReductionFn build) {
  unsigned numReplaced = 0;
  for (linalg::GenericOp op : getContiguousReductions(root)) {
    StringRef reason;
    FailureOr<Reduction> reduction = Reduction::match(op, reason);
    if (failed(reduction))
      continue;
    IRRewriter rewriter(reduction->getRoot());
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    FailureOr<SmallVector<Value>> results = build(builder, *reduction);
    if (failed(results))
      continue;
    reduction->replaceWith(rewriter, *results);
    ++numReplaced;
  }
  // Erase the fills of the original reductions: the others have their own.
  IRRewriter rewriter(root->getContext());
  (void)runRegionDCE(rewriter, root->getRegions());
  return numReplaced;
}
