//===- ArenaAllocation.cpp - Buffers of one call --------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaAllocation.h"
#include "ValueBuilders.h"
#include "reduce/IR/Functions.h"
#include "reduce/Support/Status.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Alignment of each static buffer: one cache line.
static constexpr uint64_t bufferAlignment = 64;

bool mlir::reduce::detail::hasKnownSize(Type elementType) {
  // DataLayout aborts for any type not accepted here.
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return hasKnownSize(complex.getElementType());
  if (auto vector = dyn_cast<VectorType>(elementType))
    return !vector.isScalable() && hasKnownSize(vector.getElementType());
  return elementType.isIntOrIndexOrFloat() ||
         isa<DataLayoutTypeInterface>(elementType);
}

static uint64_t getElementBytes(MemRefType type, const DataLayout &layout) {
  Type elementType = type.getElementType();
  return llvm::alignTo(layout.getTypeSize(elementType).getFixedValue(),
                       layout.getTypeABIAlignment(elementType));
}

/// Returns the number of bytes in a buffer of `type`, without its dynamic
/// sizes. Saturates at the largest number.
static uint64_t getStaticBytes(MemRefType type, const DataLayout &layout) {
  uint64_t bytes = getElementBytes(type, layout);
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent))
      bytes = llvm::SaturatingMultiply<uint64_t>(bytes, extent);
  return std::min<uint64_t>(bytes, std::numeric_limits<int64_t>::max());
}

//===----------------------------------------------------------------------===//
// What can run at a function's start
//===----------------------------------------------------------------------===//

/// Whether `value` is memory that `function` only reads, or part of it.
static bool isInput(Value value, func::FuncOp function) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &function.front() &&
         !function.getArgAttr(argument.getArgNumber(), "bufferize.result");
}

/// Whether `op` can run at the start of `function` with the same result. If
/// `isChecked`, an assertion may prevent it from running at its present
/// position.
static bool canRunAtStart(Operation *op, func::FuncOp function,
                          bool isChecked) {
  bool alwaysRuns = op->getBlock() == &function.front() && !isChecked;
  if (!alwaysRuns && !isSpeculatable(op))
    return false;
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  return effects && llvm::all_of(*effects, [&](const auto &effect) {
           return isa<MemoryEffects::Read>(effect.getEffect()) &&
                  effect.getValue() && isInput(effect.getValue(), function);
         });
}

/// Adds to `slice`, operands first, the operations that compute `value`. Fails
/// if one of them cannot run at the start of `function`.
static LogicalResult addSlice(Value value, func::FuncOp function,
                              bool isChecked, SetVector<Operation *> &slice) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return success(argument.getOwner() == &function.front());
  Operation *op = value.getDefiningOp();
  if (slice.contains(op))
    return success();
  if (!canRunAtStart(op, function, isChecked))
    return failure();
  SetVector<Value> operands;
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (!op->isAncestor(operand.getParentRegion()->getParentOp()))
        operands.insert(operand);
  });
  for (Value operand : operands)
    if (failed(addSlice(operand, function, isChecked, slice)))
      return failure();
  slice.insert(op);
  return success();
}

/// Whether a loop around `op` may pass its buffer on to the next iteration or
/// to the code after the loop.
static bool mayLeaveIteration(memref::AllocOp op) {
  for (Operation *loop = op->getParentOp(); loop; loop = loop->getParentOp())
    if (isa<LoopLikeOpInterface>(loop) &&
        llvm::any_of(loop->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Allocating
//===----------------------------------------------------------------------===//

namespace {
/// Buffers of one size, which is known at the start of the function.
struct BufferGroup {
  uint64_t staticBytes;
  SmallVector<Value> sizes;
  SmallVector<memref::AllocOp> allocations;
};

/// Allocates the buffers of one function.
class ArenaAllocator {
public:
  ArenaAllocator(func::FuncOp function, Value arena)
      : builder(ImplicitLocOpBuilder::atBlockBegin(function.getLoc(),
                                                   &function.front())),
        function(function), arena(arena), layout(DataLayout::closest(function)),
        isChecked(hasAssertion(function)) {
    end = arith::ConstantIndexOp::create(builder, 0);
    builder.setInsertionPoint(end);
  }
  ~ArenaAllocator() { end->erase(); }

  void allocate(ArrayRef<memref::AllocOp> allocations);

private:
  /// Returns memory of `size` bytes; `knownSize` says how many if that is
  /// known.
  Value buildMemory(Value size, int64_t knownSize);
  /// Returns the number of bytes of a buffer.
  Value buildBytes(uint64_t staticBytes, ValueRange sizes);
  /// Moves the computation of `sizes` to the start of the function. Fails if
  /// that is impossible.
  LogicalResult moveToStart(ValueRange sizes);
  /// Adds `op` to `groups` if its size is known at the start.
  LogicalResult addToGroup(memref::AllocOp op);
  void allocateAtStart(ArrayRef<memref::AllocOp> staticOnes);
  void allocateInPlace(memref::AllocOp op);
  /// Replaces the buffer of `op` by the one at `offset` in `memory`.
  void replace(memref::AllocOp op, Value memory, Value offset);

  ImplicitLocOpBuilder builder;
  func::FuncOp function;
  Value arena;
  DataLayout layout;
  /// Whether the function contained assertions before memory was allocated.
  bool isChecked;
  /// The end of the operations moved to the function's start, `atStart`.
  Operation *end;
  DenseSet<Operation *> atStart;
  std::vector<BufferGroup> groups;
  std::map<std::pair<uint64_t, std::vector<void *>>, size_t> groupOfSize;
};
} // namespace

Value ArenaAllocator::buildMemory(Value size, int64_t knownSize) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value memory = buildCall(builder, "reduce.allocate", pointer, {arena, size});
  Value null = LLVM::ZeroOp::create(builder, pointer);
  Value exists =
      LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, memory, null);
  cf::AssertOp::create(builder, exists, getStatusText(Status::OUT_OF_MEMORY));
  return buildMemRef(builder, MemRefType::get(knownSize, builder.getI8Type()),
                     memory, size, buildInteger(builder, 1, 64));
}

Value ArenaAllocator::buildBytes(uint64_t staticBytes, ValueRange sizes) {
  Type i64 = builder.getI64Type();
  Value bytes = buildInteger(builder, staticBytes, 64);
  for (Value size : sizes)
    bytes = buildCall(builder, "reduce.multiply_sizes", i64,
                      {bytes, arith::IndexCastOp::create(builder, i64, size)});
  return bytes;
}

void ArenaAllocator::replace(memref::AllocOp op, Value memory, Value offset) {
  op.getResult().replaceAllUsesWith(memref::ViewOp::create(
      builder, op.getType(), memory, offset, op.getDynamicSizes()));
  op.erase();
}

LogicalResult ArenaAllocator::moveToStart(ValueRange sizes) {
  SetVector<Operation *> slice;
  for (Value size : sizes)
    if (failed(addSlice(size, function, isChecked, slice)))
      return failure();
  for (Operation *op : slice)
    if (atStart.insert(op).second)
      op->moveBefore(end);
  return success();
}

/// Returns the first operation of the block of `op` that uses its buffer, or
/// `op` itself if there is none.
static Operation *getFirstUser(memref::AllocOp op) {
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    // In other blocks, it is used after this one.
    if (ancestor && (!first || ancestor->isBeforeInBlock(first)))
      first = ancestor;
  }
  return first ? first : op.getOperation();
}

LogicalResult ArenaAllocator::addToGroup(memref::AllocOp op) {
  if (mayLeaveIteration(op) || failed(moveToStart(op.getDynamicSizes())))
    return failure();
  uint64_t staticBytes = getStaticBytes(op.getType(), layout);
  std::vector<void *> sizes;
  for (Value size : op.getDynamicSizes())
    sizes.push_back(size.getAsOpaquePointer());
  auto [found, isNew] =
      groupOfSize.try_emplace({staticBytes, std::move(sizes)}, groups.size());
  if (isNew)
    groups.push_back({staticBytes, op.getDynamicSizes(), {}});
  groups[found->second].allocations.push_back(op);
  return success();
}

/// Allocates the memory of `staticOnes` and `groups` at once, at the start of
/// the function: there, no output has been written yet, and no loop repeats the
/// allocation. Addresses are computed where they are used: in a function of
/// many buffers, few values should live from its start on.
void ArenaAllocator::allocateAtStart(ArrayRef<memref::AllocOp> staticOnes) {
  uint64_t staticSize = 0;
  SmallVector<int64_t> offsets;
  for (memref::AllocOp op : staticOnes) {
    offsets.push_back(staticSize);
    // An empty buffer still needs an address of its own.
    uint64_t bytes =
        std::max<uint64_t>(1, getStaticBytes(op.getType(), layout));
    staticSize =
        std::min<uint64_t>(staticSize + llvm::alignTo(bytes, bufferAlignment),
                           std::numeric_limits<int64_t>::max());
  }
  // Where each group starts, and the number of bytes of each of its buffers.
  SmallVector<std::pair<Value, Value>> places;
  Value size = buildInteger(builder, staticSize, 64);
  for (const BufferGroup &group : groups) {
    Type i64 = builder.getI64Type();
    Value bytes = buildCall(builder, "reduce.round_size", i64,
                            buildBytes(group.staticBytes, group.sizes));
    places.push_back({size, bytes});
    Value count = buildInteger(builder, group.allocations.size(), 64);
    Value all =
        buildCall(builder, "reduce.multiply_sizes", i64, {bytes, count});
    size = buildCall(builder, "reduce.add_sizes", i64, {size, all});
  }
  Value memory = buildMemory(size, groups.empty() ? int64_t(staticSize)
                                                  : ShapedType::kDynamic);
  OpBuilder::InsertionGuard guard(builder);
  for (auto [op, offset] : llvm::zip_equal(staticOnes, offsets)) {
    builder.setInsertionPoint(getFirstUser(op));
    replace(op, memory, arith::ConstantIndexOp::create(builder, offset));
  }
  for (auto [group, place] : llvm::zip_equal(groups, places)) {
    auto [start, bytes] = place;
    for (auto [i, op] : llvm::enumerate(group.allocations)) {
      builder.setInsertionPoint(getFirstUser(op));
      Value distance =
          arith::MulIOp::create(builder, bytes, buildInteger(builder, i, 64));
      Value offset = arith::AddIOp::create(builder, start, distance);
      replace(
          op, memory,
          arith::IndexCastOp::create(builder, builder.getIndexType(), offset));
    }
  }
}

/// Allocates the buffer of `op`. If a loop repeats it, each iteration allocates
/// a buffer, and all are freed at the end of the call.
void ArenaAllocator::allocateInPlace(memref::AllocOp op) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  Value bytes =
      buildBytes(getStaticBytes(op.getType(), layout), op.getDynamicSizes());
  Value memory = buildMemory(bytes, ShapedType::kDynamic);
  replace(op, memory, arith::ConstantIndexOp::create(builder, 0));
}

void ArenaAllocator::allocate(ArrayRef<memref::AllocOp> allocations) {
  SmallVector<memref::AllocOp> staticOnes, others;
  for (memref::AllocOp op : allocations) {
    // All iterations of a loop can share one buffer, unless an iteration may
    // read what the previous one wrote.
    if (op.getType().hasStaticShape() && !mayLeaveIteration(op))
      staticOnes.push_back(op);
    else if (failed(addToGroup(op)))
      others.push_back(op);
  }
  if (!staticOnes.empty() || !groups.empty())
    allocateAtStart(staticOnes);
  for (memref::AllocOp op : others)
    allocateInPlace(op);
}

bool mlir::reduce::detail::allocateFromArena(func::FuncOp function) {
  SmallVector<memref::AllocOp> allocations;
  function.walk([&](memref::AllocOp op) {
    if (op.getType().getLayout().isIdentity())
      allocations.push_back(op);
  });
  if (allocations.empty())
    return false;
  unsigned index = function.getNumArguments();
  // This fails only for types that do not describe functions.
  (void)function.insertArgument(
      index, LLVM::LLVMPointerType::get(function.getContext()), {},
      function.getLoc());
  for (memref::AllocOp op : allocations)
    for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
  ArenaAllocator(function, function.getArgument(index)).allocate(allocations);
  return true;
}
