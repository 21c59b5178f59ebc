//===- OutlineKernels.cpp - Functions that equal computations share -------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/Reduction.h"
#include "Transforms/Analysis/Scratch.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceOps.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Computations
//===----------------------------------------------------------------------===//

namespace {
/// Operations that a kernel can compute.
struct Computation {
  /// In order. The last one has the results; others have no other users, except
  /// fills.
  SmallVector<Operation *> operations;
  /// The operation whose operands determine the sizes of the results.
  linalg::GenericOp loops;
  /// The tensors that the results are written to, without being read.
  SmallVector<Value> destinations;
  /// What the operations read.
  SetVector<Value> inputs;
  /// For each input, the slice that it is if a kernel takes its source and the
  /// rows instead; null otherwise.
  SmallVector<tensor::ExtractSliceOp> slices;

  Operation *getRoot() const { return operations.back(); }
};
} // namespace

/// Whether `value` is a constant that becomes part of a kernel. Others may be
/// large.
static bool isScalarConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>() &&
         !isa<ShapedType>(value.getType());
}

/// Whether the buffer of `value` will have the layout that a kernel with the
/// layout of `function` accepts.
static bool hasAcceptedLayout(Value value, func::FuncOp function) {
  std::optional<Layout> layout = getLayout(function);
  if (!isa<ShapedType>(value.getType()) || layout == Layout::Strided)
    return true;
  bool isReshaped = false;
  while (isa_and_present<tensor::CastOp, tensor::CollapseShapeOp,
                         tensor::ExpandShapeOp>(value.getDefiningOp()) ||
         isFront(value)) {
    value = value.getDefiningOp()->getOperand(0);
    isReshaped = true;
  }
  if (isScratch(value))
    return !layout;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == &function.front() && !(layout && isReshaped);
  Operation *op = value.getDefiningOp();
  return isa<tensor::EmptyOp, linalg::LinalgOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

/// Whether a kernel with the layout of `function` computes a result in
/// `destination`. It would be copied there otherwise.
static bool isAcceptedDestination(Value destination, func::FuncOp function) {
  if (getLayout(function) == Layout::Strided)
    return true;
  bool isResultRow = isRow(cast<RankedTensorType>(destination.getType()));
  while (isa_and_present<tensor::CastOp, tensor::CollapseShapeOp,
                         tensor::ExpandShapeOp>(destination.getDefiningOp()) ||
         isFront(destination))
    destination = destination.getDefiningOp()->getOperand(0);
  // A part of other results (`buildInRuns`), except memory of its own.
  if (destination.getDefiningOp<bufferization::ToTensorOp>())
    return isResultRow || isScratch(destination);
  auto slice = destination.getDefiningOp<tensor::ExtractSliceOp>();
  // A part of a column is no row.
  return !slice ||
         (isResultRow && slice.hasUnitStride() &&
          !slice.getDroppedDims().test(slice.getSourceType().getRank() - 1));
}

/// Returns the slice that `input` is if a kernel without `reduce.layout` can
/// take its source and the rows: a run of whole rows. Returns null otherwise.
static tensor::ExtractSliceOp getSliceOfRows(Value input,
                                             func::FuncOp function) {
  auto slice = input.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || slice.getType() != slice.getSourceType() ||
      slice.getType().getRank() == 0 || !slice.getType().isDynamicDim(0) ||
      !slice.hasUnitStride() || getLayout(function) ||
      !hasAcceptedLayout(slice.getSource(), function))
    return {};
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets(),
                            sizes = slice.getMixedSizes();
  for (int64_t dim : llvm::seq<int64_t>(1, slice.getType().getRank())) {
    FailureOr<bool> isWhole = ValueBoundsConstraintSet::areEqual(
        sizes[dim], ValueBoundsConstraintSet::Variable(slice.getSource(), dim));
    if (!isZeroInteger(offsets[dim]) || failed(isWhole) || !*isWhole)
      return {};
  }
  return slice;
}

/// Adds to `computation` what its operations read. Fails if a kernel cannot
/// take it, or what they write to. `takesSlices`: whether it can take slices.
static LogicalResult addInputs(Computation &computation, func::FuncOp function,
                               bool takesSlices) {
  DenseSet<Value> internal;
  for (Operation *op : computation.operations) {
    SetVector<Value> used;
    getUsedValuesDefinedAbove(op->getRegions(), used);
    auto linalgOp = cast<linalg::LinalgOp>(op);
    for (OpOperand *input : linalgOp.getDpsInputOperands())
      used.insert(input->get());
    for (Value value : used)
      if (!internal.contains(value) && !isScalarConstant(value))
        computation.inputs.insert(value);
    internal.insert_range(op->getResults());
  }
  computation.slices.resize(computation.inputs.size());
  auto isAccepted = [&](auto inputAndSlice) {
    auto [input, slice] = inputAndSlice;
    if (hasAcceptedLayout(input, function))
      return true;
    if (takesSlices)
      slice = getSliceOfRows(input, function);
    return bool(slice);
  };
  auto isWritten = [&](Value destination) {
    return isAcceptedDestination(destination, function);
  };
  return success(
      llvm::all_of(llvm::zip_equal(computation.inputs, computation.slices),
                   isAccepted) &&
      llvm::all_of(computation.destinations, isWritten));
}

/// Matches a reduction with its fills and its epilogue.
static FailureOr<Computation> matchReduction(linalg::GenericOp op) {
  StringRef reason;
  FailureOr<Reduction> reduction = Reduction::match(op, reason);
  if (failed(reduction) || !reduction->hasConstantStart() ||
      !reduction->mayRepeatResults())
    return failure();
  Computation computation;
  computation.loops = op;
  for (Value init : op.getDpsInits())
    computation.operations.push_back(init.getDefiningOp());
  computation.operations.push_back(op);
  if (reduction->getEpilogue())
    computation.operations.push_back(reduction->getRoot());
  computation.destinations = reduction->getDestinations();
  return computation;
}

/// Matches an elementwise operation that does not read what it overwrites.
static FailureOr<Computation> matchElementwise(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() == 0 ||
      op.getNumLoops() == 0)
    return failure();
  Computation computation;
  computation.loops = op;
  computation.operations = {op};
  for (OpOperand &init : op.getDpsInitsMutable()) {
    // Bufferization may compute it in place; a kernel could not.
    if (op.payloadUsesValueFromOperand(&init) ||
        llvm::is_contained(op.getDpsInputs(), init.get()))
      return failure();
    computation.destinations.push_back(init.get());
  }
  return computation;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Builds the size of loop `loop` of `op`. Returns null if no dimension of an
/// input has it.
static Value buildLoopSize(ImplicitLocOpBuilder &builder, linalg::GenericOp op,
                           unsigned loop) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (expr == getAffineDimExpr(loop, op.getContext()))
        return tensor::DimOp::create(builder, input->get(), dim);
  }
  return {};
}

/// Builds the tensor that a kernel computes result `i` of `op` in, of `type`.
/// Returns null if the sizes are not known.
static Value buildEmpty(ImplicitLocOpBuilder &builder, linalg::GenericOp op,
                        unsigned i, RankedTensorType type) {
  ArrayRef<AffineExpr> dims =
      op.getMatchingIndexingMap(op.getDpsInitOperand(i)).getResults();
  if (dims.size() != static_cast<size_t>(type.getRank()))
    return {};
  SmallVector<Value> sizes;
  for (auto [dim, expr] : llvm::enumerate(dims)) {
    if (!type.isDynamicDim(dim))
      continue;
    auto loop = dyn_cast<AffineDimExpr>(expr);
    Value size =
        loop ? buildLoopSize(builder, op, loop.getPosition()) : Value();
    if (!size)
      return {};
    sizes.push_back(size);
  }
  return tensor::EmptyOp::create(builder, type, sizes);
}

/// Builds the operations of `computation`, with inputs from `mapping`. Returns
/// the last one; null if the sizes of a result are not known.
static Operation *buildBody(ImplicitLocOpBuilder &builder,
                            const Computation &computation,
                            IRMapping &mapping) {
  linalg::GenericOp loops = computation.loops;
  auto clone = [&](Operation *op) {
    builder.setLoc(op->getLoc());
    return cast<linalg::LinalgOp>(builder.clone(*op, mapping));
  };
  // The operands of the copy are needed for the sizes, but these come first.
  linalg::LinalgOp last;
  SmallVector<linalg::FillOp> fills;
  for (Operation *op : computation.operations) {
    last = clone(op);
    if (auto fill = dyn_cast<linalg::FillOp>(*last))
      fills.push_back(fill);
  }
  auto copy = cast<linalg::GenericOp>(
      loops == computation.getRoot()
          ? last
          : cast<linalg::LinalgOp>(
                mapping.lookup(loops->getResult(0)).getDefiningOp()));
  builder.setInsertionPoint(fills.empty() ? copy : fills.front());
  builder.setLoc(loops.getLoc());
  auto setDestination = [&](OpOperand &init, unsigned i) {
    auto type = cast<RankedTensorType>(init.get().getType());
    Value empty = buildEmpty(builder, copy, i, type);
    if (empty)
      init.set(empty);
    return bool(empty);
  };
  for (auto [i, fill] : llvm::enumerate(fills))
    if (!setDestination(fill.getOutputsMutable()[0], i))
      return nullptr;
  for (auto [i, init] : llvm::enumerate(last.getDpsInitsMutable())) {
    // The init may be a fill, or a result that the epilogue overwrites.
    Operation *op = init.get().getDefiningOp();
    bool isInside = op && op->getBlock() == last->getBlock();
    if (!isInside && !setDestination(init, i))
      return nullptr;
  }
  builder.setInsertionPointAfter(last);
  return last;
}

/// Builds the slices that a kernel reads instead of those of its arguments that
/// `areSliced`. For each, further arguments are the first row and the number of
/// rows.
static SmallVector<Value> buildSlices(ImplicitLocOpBuilder &builder,
                                      func::FuncOp kernel,
                                      const llvm::BitVector &areSliced) {
  SmallVector<Value> inputs(kernel.getArguments().take_front(areSliced.size()));
  ArrayRef<BlockArgument> rows =
      kernel.getArguments().drop_front(areSliced.size());
  for (unsigned i : areSliced.set_bits()) {
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(builder, builder.getLoc(), inputs[i]);
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0)),
        strides(sizes.size(), builder.getIndexAttr(1));
    offsets.front() = rows[0];
    sizes.front() = rows[1];
    rows = rows.drop_front(2);
    inputs[i] = tensor::ExtractSliceOp::create(builder, inputs[i], offsets,
                                               sizes, strides);
  }
  return inputs;
}

/// Builds the kernel of `computation`, a computation in `function`, not yet in
/// a module. It takes slices of those inputs that `areSliced`. Returns null if
/// there is none.
static OwningOpRef<func::FuncOp> buildKernel(const Computation &computation,
                                             func::FuncOp function,
                                             const llvm::BitVector &areSliced) {
  Operation *root = computation.getRoot();
  ImplicitLocOpBuilder builder(root->getLoc(), root->getContext());
  ValueRange inputs = computation.inputs.getArrayRef();
  SmallVector<Type> types(inputs.getTypes());
  types.append(2 * areSliced.count(), builder.getIndexType());
  OwningOpRef<func::FuncOp> kernel = func::FuncOp::create(
      builder, "reduce.kernel",
      builder.getFunctionType(types, root->getResultTypes()));
  kernel->setPrivate();
  // For LLVM, which would make the callers large again.
  (*kernel)->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  (*kernel)->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal));
  if (std::optional<Layout> layout = getLayout(function))
    setLayout(*kernel, *layout);
  if (areSliced.any())
    ReduceDialect::ReadsSlicesAttrHelper(builder.getContext())
        .setAttr(*kernel, builder.getUnitAttr());
  builder.setInsertionPointToStart(kernel->addEntryBlock());
  IRMapping mapping;
  mapping.map(inputs, buildSlices(builder, *kernel, areSliced));
  SetVector<Value> used;
  for (Operation *op : computation.operations) {
    getUsedValuesDefinedAbove(op->getRegions(), used);
    used.insert_range(op->getOperands());
  }
  // Computations are equal even if one has a constant twice.
  DenseMap<std::pair<Attribute, Type>, Value> constants;
  for (Value value : used) {
    Attribute constant;
    if (!isScalarConstant(value) || !matchPattern(value, m_Constant(&constant)))
      continue;
    Value &clone = constants[{constant, value.getType()}];
    if (!clone)
      clone = builder.clone(*value.getDefiningOp())->getResult(0);
    mapping.map(value, clone);
  }
  Operation *last = buildBody(builder, computation, mapping);
  if (!last)
    return {};
  func::ReturnOp::create(builder, last->getResults());
  return kernel;
}

static llvm::hash_code hash(func::FuncOp kernel) {
  llvm::hash_code code = llvm::hash_combine(
      kernel.getFunctionType(), kernel->getDiscardableAttrDictionary());
  kernel.getBody().walk([&](Operation *op) {
    code =
        llvm::hash_combine(code, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return code;
}

static bool areEqual(func::FuncOp first, func::FuncOp second) {
  return first.getFunctionType() == second.getFunctionType() &&
         first->getDiscardableAttrDictionary() ==
             second->getDiscardableAttrDictionary() &&
         OperationEquivalence::isRegionEquivalentTo(
             &first.getBody(), &second.getBody(),
             OperationEquivalence::IgnoreLocations);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
/// Equal computations.
struct Kind {
  OwningOpRef<func::FuncOp> kernel;
  SmallVector<Computation> uses;
  /// The inputs that are a slice in at least one use. The kernel takes the
  /// source of each and the rows.
  llvm::BitVector areSliced;
  /// Whether one of them is in a large function.
  bool isInLargeFunction = false;
  /// Whether it is the version for rows that are spread.
  bool hasSpreadRows = false;
};

} // namespace

/// Sets `areSliced` of `kind`, and lets its kernel take these slices.
static void takeSlices(Kind &kind) {
  const Computation &first = kind.uses.front();
  kind.areSliced.resize(first.inputs.size());
  for (const Computation &computation : kind.uses)
    for (auto [i, slice] : llvm::enumerate(computation.slices))
      if (slice)
        kind.areSliced.set(i);
  if (kind.areSliced.any())
    kind.kernel =
        buildKernel(first, first.getRoot()->getParentOfType<func::FuncOp>(),
                    kind.areSliced);
}

namespace {
/// The computations of a module, by kind.
class Kinds {
public:
  /// Adds the computations of `function`; only versions of reductions if
  /// `versions`.
  void collect(func::FuncOp function, unsigned maxInline, bool versions);

  std::vector<Kind> &get() { return kinds; }

private:
  /// Returns the kind of `kernel`, which is a new one if no other is equal.
  Kind &getKind(OwningOpRef<func::FuncOp> kernel);

  std::vector<Kind> kinds;
  /// The kinds of each hash value.
  DenseMap<size_t, SmallVector<size_t, 1>> kindsOfHash;
};

struct OutlineKernelsPass
    : reduce::impl::OutlineKernelsPassBase<OutlineKernelsPass> {
  using OutlineKernelsPassBase::OutlineKernelsPassBase;

  void runOnOperation() override {
    results.clear();
    replaced.clear();
    Kinds kinds;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        kinds.collect(function, maxInline, versions);
    SmallVector<Kind *> shared;
    for (Kind &kind : kinds.get())
      if (kind.uses.size() >= minUses || kind.isInLargeFunction ||
          kind.hasSpreadRows)
        shared.push_back(&kind);
    // Kernels are built from the computations, which calls replace.
    for (Kind *kind : shared)
      takeSlices(*kind);
    SymbolTable symbols(getOperation());
    for (Kind *kind : shared)
      outline(*kind, symbols);
    eraseReplaced();
  }

private:
  void outline(Kind &kind, SymbolTable &symbols);
  void eraseReplaced();

  /// The results of calls, by the results that they replace.
  IRMapping results;
  /// These are erased at the end: until then, `results` refers to them.
  SetVector<Operation *> replaced;
};
} // namespace

/// Returns the reductions with unknown extents anywhere in `function`, except
/// in parallel loops.
static SmallVector<linalg::GenericOp> getVersions(func::FuncOp function) {
  SmallVector<linalg::GenericOp> ops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<scf::ForallOp, scf::ParallelOp>(op))
      return WalkResult::skip();
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (generic && generic.getNumReductionLoops() > 0 &&
        generic.hasDynamicShape())
      ops.push_back(generic);
    return WalkResult::advance();
  });
  return ops;
}

void Kinds::collect(func::FuncOp function, unsigned maxInline, bool versions) {
  SmallVector<Computation> computations;
  DenseSet<Operation *> taken;
  auto add = [&](FailureOr<Computation> computation) {
    if (failed(computation) ||
        failed(addInputs(*computation, function, /*takesSlices=*/versions)))
      return;
    for (Operation *op : computation->operations)
      if (!isa<linalg::FillOp>(op))
        taken.insert(op);
    computations.push_back(std::move(*computation));
  };
  auto ops = versions ? getVersions(function)
                      : llvm::to_vector(function.getOps<linalg::GenericOp>());
  for (linalg::GenericOp op : ops)
    if (op.getNumReductionLoops() > 0)
      add(matchReduction(op));
  for (linalg::GenericOp op : ops)
    if (op.getNumReductionLoops() == 0 && !taken.contains(op))
      add(matchElementwise(op));
  bool isLarge = computations.size() > maxInline;
  ReduceDialect::SpreadRowsAttrHelper spreadRows(function.getContext());
  for (Computation &computation : computations) {
    llvm::BitVector noSlices(computation.inputs.size());
    OwningOpRef<func::FuncOp> kernel =
        buildKernel(computation, function, noSlices);
    if (!kernel)
      continue;
    Kind &kind = getKind(std::move(kernel));
    kind.isInLargeFunction |= isLarge;
    kind.hasSpreadRows |= spreadRows.isAttrPresent(computation.loops);
    kind.uses.push_back(std::move(computation));
  }
}

Kind &Kinds::getKind(OwningOpRef<func::FuncOp> kernel) {
  SmallVector<size_t, 1> &sameHash = kindsOfHash[hash(*kernel)];
  for (size_t i : sameHash)
    if (areEqual(*kinds[i].kernel, *kernel))
      return kinds[i];
  sameHash.push_back(kinds.size());
  kinds.emplace_back().kernel = std::move(kernel);
  return kinds.back();
}

/// Returns what a call of a kernel passes for `inputs`, those of `computation`
/// or calls that have replaced them.
static SmallVector<Value> buildOperands(OpBuilder &builder,
                                        const Computation &computation,
                                        ValueRange inputs,
                                        const llvm::BitVector &areSliced) {
  Location loc = computation.getRoot()->getLoc();
  SmallVector<Value> operands, rows;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    tensor::ExtractSliceOp slice = computation.slices[i];
    operands.push_back(slice ? slice.getSource() : input);
    if (!areSliced.test(i))
      continue;
    OpFoldResult first = builder.getIndexAttr(0),
                 size = slice ? slice.getMixedSizes().front()
                              : tensor::getMixedSize(builder, loc, input, 0);
    if (slice)
      first = slice.getMixedOffsets().front();
    for (OpFoldResult value : {first, size})
      rows.push_back(getValueOrCreateConstantIndexOp(builder, loc, value));
  }
  llvm::append_range(operands, rows);
  return operands;
}

void OutlineKernelsPass::outline(Kind &kind, SymbolTable &symbols) {
  StringAttr name = symbols.insert(kind.kernel.release());
  ++numKernels;
  OpBuilder builder(&getContext());
  // Another computation may have had an operand as its result.
  auto update = [&](ArrayRef<Value> values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return results.lookupOrDefault(value); });
  };
  for (const Computation &computation : kind.uses) {
    Operation *root = computation.getRoot();
    builder.setInsertionPoint(root);
    auto call = CallKernelOp::create(
        builder, root->getLoc(), root->getResultTypes(),
        FlatSymbolRefAttr::get(name),
        buildOperands(builder, computation,
                      update(computation.inputs.getArrayRef()), kind.areSliced),
        update(computation.destinations));
    ++numCalls;
    results.map(root->getResults(), call.getResults());
    root->replaceAllUsesWith(call.getResults());
    replaced.insert_range(computation.operations);
  }
}

void OutlineKernelsPass::eraseReplaced() {
  SmallVector<Operation *> fills, others;
  for (Operation *op : replaced)
    (isa<linalg::FillOp>(op) ? fills : others).push_back(op);
  for (Operation *op : others)
    op->dropAllReferences();
  for (Operation *op : others)
    op->erase();
  // Another computation may use the fills.
  for (Operation *op : fills)
    if (op->use_empty())
      op->erase();
}
