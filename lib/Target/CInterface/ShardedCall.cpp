//===- ShardedCall.cpp - Calls that several ranks make together -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardedCall.h"
#include "CallBuilder.h"
#include "Callees/ValueBuilders.h"
#include "reduce/Support/Status.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "reduce/Transforms/Sharding/CollectiveCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Returns the function of ShardedCallSupport.mlir that does with a session
/// what `callee` does; an empty name if there is none.
static StringRef getSessionFunction(StringRef callee) {
  if (callee == allReduceName)
    return "reduce.session_all_reduce";
  if (callee == allGatherName)
    return "reduce.session_all_gather";
  return "";
}

SmallVector<func::CallOp>
mlir::reduce::detail::getCollectiveCalls(func::FuncOp function) {
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) {
    if (!getSessionFunction(call.getCallee()).empty())
      calls.push_back(call);
  });
  return calls;
}

/// Whether `op` is a call that ends the agreement and exchanges data.
static bool isSessionCall(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && call.getCallee().starts_with("reduce.session_");
}

/// Whether `op`, with what it contains, may write to one of `buffers`. These
/// include their views.
static bool mayWrite(Operation *op,
                     const BufferViewFlowAnalysis::ValueSetT &buffers) {
  auto visit = [&](Operation *each) {
    auto isOne = [&](Value value) { return buffers.contains(value); };
    if (llvm::none_of(each->getOperands(), isOne))
      return WalkResult::advance();
    auto interface = dyn_cast<MemoryEffectOpInterface>(each);
    if (!interface && each->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      return WalkResult::advance();
    // An address may be used for anything.
    if (!interface || isa<memref::ExtractAlignedPointerAsIndexOp>(each))
      return WalkResult::interrupt();
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    bool writes =
        llvm::any_of(effects, [&](const MemoryEffects::EffectInstance &effect) {
          return isa<MemoryEffects::Write>(effect.getEffect()) &&
                 (!effect.getValue() || isOne(effect.getValue()));
        });
    return writes ? WalkResult::interrupt() : WalkResult::advance();
  };
  return op->walk(visit).wasInterrupted();
}

/// Makes `function` end the agreement before it writes to an output.
/// Collectives end it, too: so this changes only functions with outputs that
/// need none.
static void agreeBeforeOutputs(func::FuncOp function, Value session) {
  BufferViewFlowAnalysis views(function);
  BufferViewFlowAnalysis::ValueSetT outputs;
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), "bufferize.result"))
      outputs.insert_range(views.resolve(argument));
  // Other blocks come later.
  for (Operation &op : function.front()) {
    if (isSessionCall(&op))
      return;
    if (!mayWrite(&op, outputs) && !op.hasTrait<OpTrait::IsTerminator>())
      continue;
    ImplicitLocOpBuilder builder(op.getLoc(), &op);
    Value status =
        buildCall(builder, "reduce.agree", builder.getI32Type(), session);
    Value isOk = buildIsOk(builder, status);
    // The call returns the agreed status, whatever this one is.
    cf::AssertOp::create(builder, isOk, getStatusText(Status::COMMUNICATION));
    return;
  }
}

bool mlir::reduce::detail::passSession(func::FuncOp function) {
  SmallVector<func::CallOp> calls = getCollectiveCalls(function);
  if (calls.empty())
    return false;
  // This fails only for types that do not describe functions.
  unsigned index = function.getNumArguments();
  (void)function.insertArgument(
      index, LLVM::LLVMPointerType::get(function.getContext()), {},
      function.getLoc());
  Value session = function.getArgument(index);
  auto builder =
      ImplicitLocOpBuilder::atBlockBegin(function.getLoc(), &function.front());
  func::CallOp::create(builder, "reduce.begin_agreement", TypeRange(), session);
  for (func::CallOp call : calls) {
    builder.setInsertionPoint(call);
    builder.setLoc(call.getLoc());
    SmallVector<Value> operands = {session};
    llvm::append_range(operands, call.getOperands());
    auto replacement =
        func::CallOp::create(builder, getSessionFunction(call.getCallee()),
                             call.getResultTypes(), operands);
    call.replaceAllUsesWith(replacement);
    call.erase();
  }
  agreeBeforeOutputs(function, session);
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Returns the set of all axes of the grid.
static uint32_t getAllAxes(const FunctionSignature &signature) {
  return llvm::maskTrailingOnes<uint32_t>(signature.grid.size());
}

SmallVector<AgreedSize>
mlir::reduce::detail::getAgreedSizes(const FunctionSignature &signature) {
  SmallVector<AgreedSize> sizes;
  size_t tensor = 0;
  for (const auto *list : {&signature.inputs, &signature.outputs})
    for (const TensorSignature &each : *list) {
      for (auto [dim, extent] : llvm::enumerate(each.shape)) {
        if (extent != TensorSignature::kDynamic)
          continue;
        uint32_t splits = 0;
        for (auto [bit, axis] : llvm::enumerate(signature.grid))
          if (llvm::is_contained(each.sharding[dim], axis.name))
            splits |= uint32_t(1) << bit;
        // Shards along all axes may have any sizes.
        if (splits != getAllAxes(signature))
          sizes.push_back({tensor, dim, splits});
      }
      ++tensor;
    }
  return sizes;
}

namespace {
/// Builds the functions of one interface.
class ShardedCallBuilder {
public:
  ShardedCallBuilder(ImplicitLocOpBuilder &builder,
                     InterfaceFunctions &functions)
      : builder(builder), functions(functions),
        pointer(LLVM::LLVMPointerType::get(builder.getContext())) {}

  void build();

private:
  /// Builds the status of checking the communicator.
  Value buildCommCheck(Value comm);
  /// Builds a session and its memory. Changes `status`, that of the check, if
  /// there cannot be a session.
  Value buildSession(Value comm, Value &status);
  /// Builds memory for `count` words, in the entry block.
  Value buildMemory(Value count) {
    return LLVM::AllocaOp::create(builder, pointer, builder.getI64Type(),
                                  count);
  }

  ImplicitLocOpBuilder &builder;
  InterfaceFunctions &functions;
  Type pointer;
};
} // namespace

Value ShardedCallBuilder::buildCommCheck(Value comm) {
  SmallVector<int64_t> shape;
  for (const GridAxisSignature &axis : functions.signature.grid)
    shape.push_back(axis.size);
  bool allowsOne = llvm::all_of(shape, [](int64_t size) {
    return size == 1 || size == TensorSignature::kDynamic;
  });
  Value address = buildConstant(
      builder, functions, functions.signature.name + ".grid",
      LLVM::LLVMArrayType::get(builder.getI64Type(), shape.size()),
      builder.getI64TensorAttr(shape));
  return buildCall(builder, "reduce.check_comm", builder.getI32Type(),
                   {comm, buildInteger(builder, shape.size(), 32), address,
                    buildInteger(builder, allowsOne, 1)});
}

Value ShardedCallBuilder::buildSession(Value comm, Value &status) {
  SmallVector<int32_t> splits;
  for (const AgreedSize &size : getAgreedSizes(functions.signature))
    splits.push_back(static_cast<int32_t>(size.splits));
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value number = buildInteger(builder, splits.size(), 64);
  Value null = LLVM::ZeroOp::create(builder, pointer);
  Value splitsAddress =
      splits.empty()
          ? null
          : buildConstant(builder, functions,
                          functions.signature.name + ".splits",
                          LLVM::LLVMArrayType::get(i32, splits.size()),
                          builder.getI32TensorAttr(splits));
  // A communicator that does not fit must not be read.
  Value isOk = buildIsOk(builder, status);
  Value fitting = arith::SelectOp::create(builder, isOk, comm, null);
  Value count = buildCall(builder, "reduce.count_slots", i64,
                          {fitting, number, splitsAddress});
  status = buildCall(builder, "reduce.check_slots", i32, {status, count});
  count = arith::SelectOp::create(builder, buildIsOk(builder, status), count,
                                  number);
  // The session's eight fields take at most as many words.
  Value session = buildMemory(buildInteger(builder, 8, 64));
  Value sizes = buildMemory(count);
  Value one = buildInteger(builder, 1, 64), two = buildInteger(builder, 2, 64);
  Value words = buildMemory(arith::AddIOp::create(
      builder, arith::MulIOp::create(builder, count, two), one));
  func::CallOp::create(
      builder, "reduce.begin_session", TypeRange(),
      ValueRange{session, comm, arith::TruncIOp::create(builder, i32, count),
                 buildInteger(
                     builder,
                     static_cast<int32_t>(getAllAxes(functions.signature)), 32),
                 sizes, splitsAddress, words});
  return session;
}

void ShardedCallBuilder::build() {
  Type i32 = builder.getI32Type();
  size_t numTensors = functions.getNumTensors();
  const std::string &name = functions.signature.name;
  func::FuncOp sharded =
      beginFunction(builder, functions, shardedSuffix,
                    SmallVector<Type>(numTensors + 1, pointer), i32);
  Value comm = sharded.getArguments().back();
  Value status = buildCommCheck(comm);
  Block *entry = builder.getInsertionBlock();
  Block *call = builder.createBlock(&sharded.getBody(), sharded.end());
  Block *end = builder.createBlock(&sharded.getBody(), sharded.end(), i32,
                                   builder.getLoc());
  func::ReturnOp::create(builder, end->getArgument(0));

  // An alloca outside the entry block would require a frame pointer.
  builder.setInsertionPointToEnd(entry);
  SmallVector<Value> operands(sharded.getArguments().drop_back());
  if (functions.communicates())
    operands.push_back(buildSession(comm, status));
  cf::CondBranchOp::create(builder, buildIsOk(builder, status), call,
                           ValueRange(), end, status);

  builder.setInsertionPointToStart(call);
  Value result = buildCall(builder, name + checkedSuffix.str(), i32, operands);
  if (functions.communicates())
    result = buildCall(builder, "reduce.end_session", i32,
                       {operands.back(), result});
  cf::BranchOp::create(builder, end, result);

  func::FuncOp single = beginFunction(
      builder, functions, "", SmallVector<Type>(numTensors, pointer), i32);
  operands.assign(single.args_begin(), single.args_end());
  operands.push_back(LLVM::ZeroOp::create(builder, pointer));
  func::ReturnOp::create(builder,
                         buildCall(builder, sharded.getName(), i32, operands));
}

void mlir::reduce::detail::buildShardedCall(ImplicitLocOpBuilder &builder,
                                            InterfaceFunctions &functions) {
  ShardedCallBuilder(builder, functions).build();
}
