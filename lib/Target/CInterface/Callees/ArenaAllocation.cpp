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
/// Allocates the buffers of one function.
class ArenaAllocator {
public:
  ArenaAllocator(func::FuncOp function, Value arena)
      : builder(ImplicitLocOpBuilder::atBlockBegin(function.getLoc(),
                                                   &function.front())),
        function(function), arena(arena), layout(DataLayout::closest(function)),
        isChecked(hasAssertion(function)) {
    zero = arith::ConstantIndexOp::create(builder, 0);
    end = arith::ConstantIndexOp::create(builder, 0);
    builder.setInsertionPoint(end);
  }
  ~ArenaAllocator() { end->erase(); }

  void allocateStatic(ArrayRef<memref::AllocOp> allocations);
  void allocateDynamic(memref::AllocOp op);

private:
  /// Returns memory of `size` bytes as a memref of `type`.
  Value buildMemory(Value size, MemRefType type);
  /// Moves the computation of `sizes` to the start of the function. Fails if
  /// that is impossible.
  LogicalResult moveToStart(ValueRange sizes);
  static void replace(memref::AllocOp op, Value view);

  ImplicitLocOpBuilder builder;
  func::FuncOp function;
  Value arena;
  DataLayout layout;
  /// Whether the function contained assertions before memory was allocated.
  bool isChecked;
  Value zero;
  /// The end of the operations moved to the function's start, `atStart`.
  Operation *end;
  DenseSet<Operation *> atStart;
};
} // namespace

Value ArenaAllocator::buildMemory(Value size, MemRefType type) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value memory = buildCall(builder, "reduce.allocate", pointer, {arena, size});
  Value null = LLVM::ZeroOp::create(builder, pointer);
  Value exists =
      LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, memory, null);
  cf::AssertOp::create(builder, exists, getStatusText(Status::OUT_OF_MEMORY));
  return buildMemRef(builder, type, memory, size, buildInteger(builder, 1, 64));
}

void ArenaAllocator::replace(memref::AllocOp op, Value view) {
  for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  op.getResult().replaceAllUsesWith(view);
  op.erase();
}

void ArenaAllocator::allocateStatic(ArrayRef<memref::AllocOp> allocations) {
  if (allocations.empty())
    return;
  uint64_t size = 0;
  SmallVector<int64_t> offsets;
  for (memref::AllocOp op : allocations) {
    offsets.push_back(size);
    // An empty buffer still needs an address of its own.
    uint64_t bytes =
        std::max<uint64_t>(1, getStaticBytes(op.getType(), layout));
    size = std::min<uint64_t>(size + llvm::alignTo(bytes, bufferAlignment),
                              std::numeric_limits<int64_t>::max());
  }
  Value memory =
      buildMemory(buildInteger(builder, size, 64),
                  MemRefType::get(int64_t(size), builder.getI8Type()));
  for (auto [op, offset] : llvm::zip_equal(allocations, offsets)) {
    Value offsetValue = arith::ConstantIndexOp::create(builder, offset);
    memref::AllocOp allocation = op;
    replace(allocation,
            memref::ViewOp::create(builder, allocation.getType(), memory,
                                   offsetValue, ValueRange()));
  }
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

void ArenaAllocator::allocateDynamic(memref::AllocOp op) {
  // At the function's start, no output has been written yet and no loop repeats
  // the allocation. If a size is not known there, each iteration allocates a
  // buffer, and all are freed at the end of the call.
  OpBuilder::InsertionGuard guard(builder);
  if (mayLeaveIteration(op) || failed(moveToStart(op.getDynamicSizes())))
    builder.setInsertionPoint(op);
  Type i64 = builder.getI64Type();
  Value bytes = buildInteger(builder, getStaticBytes(op.getType(), layout), 64);
  for (Value size : op.getDynamicSizes())
    bytes = buildCall(builder, "reduce.multiply_sizes", i64,
                      {bytes, arith::IndexCastOp::create(builder, i64, size)});
  Value memory = buildMemory(
      bytes, MemRefType::get(ShapedType::kDynamic, builder.getI8Type()));
  replace(op, memref::ViewOp::create(builder, op.getType(), memory, zero,
                                     op.getDynamicSizes()));
}

bool mlir::reduce::detail::allocateFromArena(func::FuncOp function) {
  SmallVector<memref::AllocOp> staticOnes, dynamicOnes;
  function.walk([&](memref::AllocOp op) {
    if (!op.getType().getLayout().isIdentity())
      return;
    // All iterations of a loop can share one buffer, unless an iteration may
    // read what the previous one wrote.
    bool isStatic = op.getType().hasStaticShape() && !mayLeaveIteration(op);
    (isStatic ? staticOnes : dynamicOnes).push_back(op);
  });
  if (staticOnes.empty() && dynamicOnes.empty())
    return false;
  unsigned index = function.getNumArguments();
  // This fails only for types that do not describe functions.
  (void)function.insertArgument(
      index, LLVM::LLVMPointerType::get(function.getContext()), {},
      function.getLoc());
  ArenaAllocator allocator(function, function.getArgument(index));
  allocator.allocateStatic(staticOnes);
  for (memref::AllocOp op : dynamicOnes)
    allocator.allocateDynamic(op);
  return true;
}
