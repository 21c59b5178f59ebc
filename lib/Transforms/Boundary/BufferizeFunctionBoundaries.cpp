//===- BufferizeFunctionBoundaries.cpp - Functions that fill memrefs ------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Functions.h"
#include "reduce/IR/ReduceOps.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/Transforms/Boundary/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_BUFFERIZEFUNCTIONBOUNDARIESPASS
#include "reduce/Transforms/Boundary/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns the operand, of the same type, whose buffer `result` reuses if
/// bufferization needs no copy; null if there is none. This does not look
/// through `shard.all_reduce`, although it combines in place: an output must
/// stay unchanged until all ranks agree, so partial results have a buffer of
/// their own, which is copied to the output.
static Value getTiedOperand(OpResult result) {
  Operation *op = result.getOwner();
  if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(op))
    return destinationStyle.getTiedOpOperand(result)->get();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getTiedLoopInit(result)->get();
  if (auto loop = dyn_cast<scf::ForallOp>(op))
    return loop.getTiedOpOperand(result)->get();
  return {};
}

/// Returns the layout of memrefs of `rank` with any strides.
static StridedLayoutAttr getAnyStrides(MLIRContext *context, int64_t rank) {
  return StridedLayoutAttr::get(
      context, ShapedType::kDynamic,
      SmallVector<int64_t>(rank, ShapedType::kDynamic));
}

/// Returns the layout of memrefs of `rank` with any strides, except that the
/// innermost one is 1.
static StridedLayoutAttr getInnerContiguous(MLIRContext *context,
                                            int64_t rank) {
  SmallVector<int64_t> strides(rank, ShapedType::kDynamic);
  if (rank > 0)
    strides.back() = 1;
  return StridedLayoutAttr::get(context, ShapedType::kDynamic, strides);
}

/// Where a tensor is at the boundary of a function.
enum class Position { Argument, Result, KernelResult };

/// Returns the layout of memrefs that replace tensors of `type` at `position`
/// of `function`; null for contiguous ones.
static MemRefLayoutAttrInterface getBoundaryLayout(func::FuncOp function,
                                                   RankedTensorType type,
                                                   Position position) {
  int64_t rank = type.getRank();
  std::optional<Layout> layout = getLayout(function);
  if (layout == Layout::Strided)
    return getAnyStrides(function.getContext(), rank);
  if (layout == Layout::InnerContiguous && position == Position::Argument)
    return getInnerContiguous(function.getContext(), rank);
  // A kernel computes parts of a tensor in their place.
  if (position == Position::KernelResult && isRow(type))
    return getInnerContiguous(function.getContext(), rank);
  return {};
}

/// Returns the memref type that replaces the tensor type `type` at the boundary
/// of `function`. Fails, with an error, if there is none.
static FailureOr<MemRefType>
getBoundaryType(func::FuncOp function, TensorType type, Position position) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    return function.emitOpError()
           << "has the unranked tensor " << type << " at its boundary";
  if (!BaseMemRefType::isValidElementType(ranked.getElementType()))
    return function.emitOpError()
           << "has " << type << " at its boundary, but no memref has elements "
           << "of type " << ranked.getElementType();
  return MemRefType::get(ranked.getShape(), ranked.getElementType(),
                         getBoundaryLayout(function, ranked, position));
}

namespace {
/// A tensor and the memref in which it must end up.
struct Destination {
  Value tensor;
  Value memRef;
};
} // namespace

/// Returns whether `op` only adds dimensions of size 1.
static bool isUnitExpansion(Operation *op) {
  auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
  return expand &&
         isRankReducedType(expand.getResultType(), expand.getSrcType()) ==
             SliceVerificationResult::Success;
}

static bool isDynamicCollapse(Operation *op) {
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  return collapse && !collapse.getSrcType().hasStaticShape();
}

/// Returns whether `op` only changes the type, so that `viewSource` can look
/// through it. `isStrided`: whether the memory may have any strides; then a
/// collapse would need a copy.
static bool isReshape(Operation *op, bool isStrided) {
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return isa<RankedTensorType>(cast.getSource().getType());
  if (isStrided)
    return isUnitExpansion(op);
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

/// Builds a view of `memRef`, which may have any strides, without the
/// dimensions that `expand` adds.
static Value dropUnitDims(ImplicitLocOpBuilder &builder,
                          tensor::ExpandShapeOp expand, Value memRef) {
  RankedTensorType source = expand.getSrcType();
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memRef);
  // Those that are known, such as of contiguous rows, stay so.
  auto [fromStrides, fromOffset] =
      cast<MemRefType>(memRef.getType()).getStridesAndOffset();
  SmallVector<int64_t> knownStrides;
  SmallVector<OpFoldResult> sizes, strides;
  for (auto [size, group] :
       llvm::zip_equal(source.getShape(), expand.getReassociationIndices())) {
    // Find the dimension of the source in its group: the others have size 1.
    const int64_t *dim = llvm::find_if(group, [&, size = size](int64_t other) {
      return expand.getResultType().getDimSize(other) == size;
    });
    sizes.push_back(ShapedType::isDynamic(size)
                        ? OpFoldResult(metadata.getSizes()[*dim])
                        : builder.getIndexAttr(size));
    knownStrides.push_back(fromStrides[*dim]);
    strides.push_back(ShapedType::isDynamic(knownStrides.back())
                          ? OpFoldResult(metadata.getStrides()[*dim])
                          : builder.getIndexAttr(knownStrides.back()));
  }
  auto type = MemRefType::get(source.getShape(), source.getElementType(),
                              StridedLayoutAttr::get(builder.getContext(),
                                                     ShapedType::kDynamic,
                                                     knownStrides));
  return memref::ReinterpretCastOp::create(
      builder, type, metadata.getBaseBuffer(),
      OpFoldResult(metadata.getOffset()), sizes, strides);
}

/// Builds a view of `memRef` as a `type` of the same layout, which may know
/// other extents.
static Value viewAs(ImplicitLocOpBuilder &builder, MemRefType type,
                    Value memRef) {
  auto from = cast<MemRefType>(memRef.getType());
  bool knowsMore = llvm::any_of(
      llvm::zip_equal(from.getShape(), type.getShape()), [](auto extents) {
        auto [before, after] = extents;
        return ShapedType::isDynamic(before) && !ShapedType::isDynamic(after);
      });
  SmallVector<int64_t> knownStrides;
  int64_t knownOffset;
  if (!knowsMore || failed(type.getStridesAndOffset(knownStrides, knownOffset)))
    return memref::CastOp::create(builder, type, memRef);
  // In code that never runs, the memref may turn out to have other extents.
  // Upstream's folds of memref.cast then make operations that are invalid.
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memRef);
  auto merge = [&](int64_t known, Value other) {
    return ShapedType::isDynamic(known)
               ? OpFoldResult(other)
               : OpFoldResult(builder.getIndexAttr(known));
  };
  SmallVector<OpFoldResult> sizes, strides;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    sizes.push_back(merge(extent, metadata.getSizes()[dim]));
    strides.push_back(merge(knownStrides[dim], metadata.getStrides()[dim]));
  }
  return memref::ReinterpretCastOp::create(
      builder, type, metadata.getBaseBuffer(),
      merge(knownOffset, metadata.getOffset()), sizes, strides);
}

/// Builds the view of `memRef`, the destination of the result of `reshape`, for
/// the operand of `reshape`, whose sizes are `sizes`.
static Value viewSource(ImplicitLocOpBuilder &builder, Operation *reshape,
                        Value memRef, ArrayRef<OpFoldResult> sizes) {
  auto type = cast<MemRefType>(memRef.getType());
  auto source = cast<RankedTensorType>(reshape->getOperand(0).getType());
  if (isa<tensor::CastOp>(reshape))
    return viewAs(
        builder,
        cast<MemRefType>(type.clone(source.getShape(), type.getElementType())),
        memRef);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(reshape)) {
    if (!type.getLayout().isIdentity())
      return dropUnitDims(builder, expand, memRef);
    return memref::CollapseShapeOp::create(builder, memRef,
                                           expand.getReassociationIndices());
  }
  auto collapse = cast<tensor::CollapseShapeOp>(reshape);
  SmallVector<OpFoldResult> sourceSizes;
  for (auto [i, extent] : llvm::enumerate(source.getShape()))
    sourceSizes.push_back(ShapedType::isDynamic(extent)
                              ? sizes[i]
                              : builder.getIndexAttr(extent));
  SmallVector<ReassociationIndices> dims = collapse.getReassociationIndices();
  // This fails only for a layout without strides.
  MemRefType expanded = *memref::ExpandShapeOp::computeExpandedType(
      type, source.getShape(), dims);
  return memref::ExpandShapeOp::create(builder, expanded, memRef, dims,
                                       sourceSizes);
}

/// Returns whether `value` has no user except `user` and, if that inserts a
/// slice, operations that extract the same slice before.
static bool isOnlyUsedBy(Value value, Operation *user) {
  auto insertion = dyn_cast_if_present<SubsetInsertionOpInterface>(user);
  return llvm::all_of(value.getUsers(), [&](Operation *other) {
    return other == user || (insertion && isa<tensor::ExtractSliceOp>(other) &&
                             insertion.isEquivalentSubset(
                                 other->getResult(0), std::equal_to<Value>()));
  });
}

/// Makes a result be computed in its destination from the start. If its first
/// buffer is a tensor.empty with no other use, the destination replaces that,
/// as a view by the inverse of the reshapes in between. Other users of the
/// result read it in the destination. Returns the tensor before the trailing
/// reshapes, with its destination.
///
/// Upstream's -eliminate-empty-tensors does the same if all tensors in between
/// have the same type. It does not look through reshapes, with which each
/// reduction with keepdims ends, or into the branches of scf.if. In the 24
/// functions of bufferize-function-boundaries.mlir, LLVM 22.1 leaves an
/// allocation and a copy of the result in nine that have none here; in one,
/// @dynamic_collapse_between, it is the other way round.
static Destination forwardDestination(Destination result, bool isStrided) {
  // All reshapes, the last one first, and the number of trailing ones, whose
  // source is `last`.
  SmallVector<Operation *> reshapes;
  size_t numLast = 0;
  Value value = result.tensor, last = value;
  Operation *user = nullptr;
  while (value == result.tensor || isOnlyUsedBy(value, user)) {
    auto opResult = dyn_cast<OpResult>(value);
    if (!opResult)
      return result;
    Operation *op = user = opResult.getOwner();
    if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
      ImplicitLocOpBuilder builder(op->getLoc(), op);
      SmallVector<Value> views = {result.memRef};
      for (Operation *reshape : reshapes)
        views.push_back(
            viewSource(builder, reshape, views.back(), empty.getMixedSizes()));
      Value tensor = bufferization::ToTensorOp::create(
          builder, empty.getType(), views.back(), /*restrict=*/true,
          /*writable=*/true);
      bool isLast = last == empty.getResult();
      empty.getResult().replaceAllUsesWith(tensor);
      empty.erase();
      return {isLast ? tensor : last, views[numLast]};
    }
    if (isReshape(op, isStrided)) {
      // The view for a collapse with dynamic sizes uses those of the first
      // buffer, so no reshape may come before it.
      if (!isa<tensor::CastOp>(op) && llvm::any_of(reshapes, isDynamicCollapse))
        return result;
      reshapes.push_back(op);
      bool followsOthers = value == last;
      value = op->getOperand(0);
      if (followsOthers) {
        last = value;
        numLast = reshapes.size();
      }
      continue;
    }
    value = getTiedOperand(opResult);
    if (!value)
      return result;
  }
  return result;
}

/// Fails, with an error, if there is an operation that one-shot bufferization
/// does not support.
static LogicalResult verifyBufferizable(func::FuncOp function) {
  WalkResult result =
      function.walk([](tensor::BitcastOp op) {
        return WalkResult(
            op.emitOpError()
            << "cannot be lowered from " << op.getSource().getType() << " to "
            << op.getType()
            << ": only signless integer and float elements can be "
               "reinterpreted, in ranked tensors without an encoding");
      });
  return failure(result.wasInterrupted());
}

/// Gives each use of `op`, except one, a clone of its own.
static void cloneForEachUse(Operation *op) {
  for (OpOperand &use :
       llvm::make_early_inc_range(llvm::drop_begin(op->getUses())))
    use.set(OpBuilder(op).clone(*op)->getResult(0));
}

/// Undoes CSE of the first buffers of several results, so that each can be
/// computed in its own destination.
static void unshareFirstBuffers(func::FuncOp function) {
  function.walk([](linalg::FillOp fill) {
    if (fill.hasPureTensorSemantics() &&
        fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>())
      cloneForEachUse(fill);
  });
  function.walk([](tensor::EmptyOp empty) { cloneForEachUse(empty); });
}

static LogicalResult bufferizeArguments(func::FuncOp function,
                                        ImplicitLocOpBuilder &builder) {
  for (BlockArgument argument : function.getArguments()) {
    auto tensorType = dyn_cast<TensorType>(argument.getType());
    if (!tensorType)
      continue;
    FailureOr<MemRefType> type =
        getBoundaryType(function, tensorType, Position::Argument);
    if (failed(type))
      return failure();
    argument.setType(*type);
    auto toTensor = bufferization::ToTensorOp::create(
        builder, tensorType, argument, /*restrict=*/true);
    argument.replaceAllUsesExcept(toTensor, toTensor);
  }
  return success();
}

/// Appends an argument for each tensor result. Returns these arguments, with
/// null for other results.
static FailureOr<SmallVector<Value>> addDestinations(func::FuncOp function,
                                                     bool isKernel) {
  MLIRContext *context = function.getContext();
  Block &entry = function.front();
  SmallVector<Value> destinations;
  SmallVector<Type> remainingTypes;
  SmallVector<Attribute> argumentAttributes, resultAttributes;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    argumentAttributes.push_back(DictionaryAttr::get(
        context, function_interface_impl::getArgAttrs(function, i)));
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    NamedAttrList attributes(
        function_interface_impl::getResultAttrs(function, i));
    auto tensorType = dyn_cast<TensorType>(type);
    if (!tensorType) {
      remainingTypes.push_back(type);
      resultAttributes.push_back(attributes.getDictionary(context));
      destinations.push_back({});
      continue;
    }
    FailureOr<MemRefType> memRefType =
        getBoundaryType(function, tensorType,
                        isKernel ? Position::KernelResult : Position::Result);
    if (failed(memRefType))
      return failure();
    destinations.push_back(entry.addArgument(*memRefType, function.getLoc()));
    attributes.set("bufferize.result", UnitAttr::get(context));
    argumentAttributes.push_back(attributes.getDictionary(context));
  }
  function.setType(
      FunctionType::get(context, entry.getArgumentTypes(), remainingTypes));
  function.setArgAttrsAttr(ArrayAttr::get(context, argumentAttributes));
  function.setResAttrsAttr(ArrayAttr::get(context, resultAttributes));
  return destinations;
}

/// If `result` is, after reshapes, a result of an scf.if or scf.index_switch
/// and has no other use, returns that operation, its result and the destination
/// of that. Otherwise returns none.
static std::optional<std::pair<Operation *, Destination>>
findChoice(Destination result) {
  SmallVector<Operation *> reshapes;
  Value value = result.tensor;
  while (value.hasOneUse()) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
      Value memRef = result.memRef;
      // The first buffers, which become views of `memRef`, may be before the
      // choice.
      ImplicitLocOpBuilder builder(op->getLoc(), op->getContext());
      builder.setInsertionPointAfterValue(memRef);
      for (Operation *reshape : reshapes)
        memRef = viewSource(builder, reshape, memRef, /*sizes=*/{});
      return std::pair(op, Destination{value, memRef});
    }
    if (!isReshape(op, /*isStrided=*/false) || isDynamicCollapse(op))
      return std::nullopt;
    reshapes.push_back(op);
    value = op->getOperand(0);
  }
  return std::nullopt;
}

/// Materializes `result` in its destination at the end of `block`.
static void materialize(Block &block, Destination result, bool isStrided) {
  // Each case of a choice writes to the destination. Canonicalization then
  // removes the yielded values.
  if (!isStrided)
    if (auto choice = findChoice(result)) {
      auto [op, whole] = *choice;
      unsigned number = cast<OpResult>(whole.tensor).getResultNumber();
      for (Region &region : op->getRegions()) {
        Value yielded = region.front().getTerminator()->getOperand(number);
        materialize(region.front(), {yielded, whole.memRef}, isStrided);
      }
      return;
    }
  Operation *end = block.getTerminator();
  ImplicitLocOpBuilder builder(end->getLoc(), end);
  result = forwardDestination(result, isStrided);
  bufferization::MaterializeInDestinationOp::create(
      builder, /*result=*/Type(), result.tensor, result.memRef,
      /*restrict=*/true, /*writable=*/true);
}

static void bufferizeReturn(func::ReturnOp returnOp,
                            ArrayRef<Value> destinations) {
  SmallVector<Value> remaining;
  bool hasAnyStrides =
      getLayout(returnOp->getParentOfType<func::FuncOp>()) == Layout::Strided;
  for (auto [operand, argument] :
       llvm::zip_equal(returnOp.getOperands(), destinations)) {
    if (!argument) {
      remaining.push_back(operand);
      continue;
    }
    materialize(*returnOp->getBlock(), {operand, argument}, hasAnyStrides);
  }
  returnOp.getOperandsMutable().assign(remaining);
}

static LogicalResult bufferizeBoundary(func::FuncOp function, bool isKernel) {
  if (failed(verifyNoNestedFunctions(function)))
    return failure();
  // In unreachable blocks, a result may be its own operand.
  IRRewriter rewriter(function.getContext());
  (void)eraseUnreachableBlocks(rewriter, function->getRegions());
  // One-shot bufferization does not convert branches.
  for (Block &block : llvm::drop_begin(function.getBody()))
    for (Type type : block.getArgumentTypes())
      if (isa<TensorType>(type))
        return function.emitOpError()
               << "passes " << type
               << " to a block, expected tensors in structured control flow "
                  "only";
  ImplicitLocOpBuilder builder =
      ImplicitLocOpBuilder::atBlockBegin(function.getLoc(), &function.front());
  if (failed(bufferizeArguments(function, builder)))
    return failure();
  FailureOr<SmallVector<Value>> destinations =
      addDestinations(function, isKernel);
  if (failed(destinations))
    return failure();
  unshareFirstBuffers(function);
  for (func::ReturnOp op : getReturns(function))
    bufferizeReturn(op, *destinations);
  return success();
}

/// If `function` frees memory, marks its allocations and deallocations, so that
/// upstream's deallocation ignores them.
static void markManualDeallocation(func::FuncOp function) {
  SmallVector<Operation *> allocations;
  bool frees = false;
  function.walk([&](Operation *op) {
    frees |= isa<memref::DeallocOp>(op);
    if (isa<memref::AllocOp, memref::DeallocOp>(op))
      allocations.push_back(op);
  });
  if (!frees)
    return;
  auto unit = UnitAttr::get(function.getContext());
  for (Operation *op : allocations)
    op->setAttr(bufferization::BufferizationDialect::kManualDeallocation, unit);
}

static bool isOnTensors(func::FuncOp function) {
  auto isTensor = llvm::IsaPred<TensorType>;
  return llvm::any_of(function.getArgumentTypes(), isTensor) ||
         llvm::any_of(function.getResultTypes(), isTensor);
}

namespace {
struct BufferizeFunctionBoundariesPass
    : reduce::impl::BufferizeFunctionBoundariesPassBase<
          BufferizeFunctionBoundariesPass> {
  void runOnOperation() override {
    WalkResult nested = getOperation()->walk([&](func::FuncOp function) {
      if (function->getParentOp() == getOperation() || !isOnTensors(function))
        return WalkResult::advance();
      function.emitOpError() << "is a function on tensors in a nested module, "
                                "expected it in the outermost one";
      return WalkResult::interrupt();
    });
    if (nested.wasInterrupted())
      return signalPassFailure();
    llvm::DenseMap<StringAttr, Operation *> users =
        getSymbolUsers(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      markManualDeallocation(function);
      if (!isOnTensors(function))
        continue;
      // A call of a kernel accepts it on memrefs, too.
      Operation *user = users.lookup(function.getSymNameAttr());
      if (user && !isa<CallKernelOp>(user)) {
        user->emitOpError()
            << "uses '" << function.getName() << "', a function on tensors, "
            << (function.isExternal() ? "which has no body to be inlined"
                                      : "which must be inlined first");
        return signalPassFailure();
      }
      if (function.isExternal())
        continue;
      if (failed(verifyBufferizable(function)) ||
          failed(bufferizeBoundary(function, /*isKernel=*/user != nullptr)))
        return signalPassFailure();
      ++numFunctions;
      // Erase reshapes of results that are now computed in their memrefs.
      IRRewriter rewriter(&getContext());
      (void)runRegionDCE(rewriter, function->getRegions());
    }
  }
};
} // namespace
