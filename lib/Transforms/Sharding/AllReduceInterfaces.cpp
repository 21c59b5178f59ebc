//===- AllReduceInterfaces.cpp - Lowering of shard.all_reduce -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Sharding/AllReduceInterfaces.h"
#include "reduce/Support/Status.h"
#include "reduce/Transforms/Sharding/AllReduceCall.h"
#include "reduce_comm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace mlir::reduce;

/// Returns the declaration of the function in `module`; null if something else
/// has its name.
static func::FuncOp getAllReduceFunction(ModuleOp module) {
  if (Operation *known = module.lookupSymbol(allReduceName))
    return dyn_cast<func::FuncOp>(known);
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  Type index = builder.getIndexType(), i32 = builder.getI32Type();
  auto function = func::FuncOp::create(
      builder, module.getLoc(), allReduceName,
      builder.getFunctionType({index, index, i32, i32, i32}, i32));
  function.setPrivate();
  return function;
}

/// Returns the code of `type`, or std::nullopt if ranks cannot exchange it.
static std::optional<int32_t> getTypeCode(Type type) {
  if (type.isSignlessInteger(8))
    return REDUCE_COMM_I8;
  if (type.isSignlessInteger(16))
    return REDUCE_COMM_I16;
  if (type.isSignlessInteger(32))
    return REDUCE_COMM_I32;
  if (type.isSignlessInteger(64))
    return REDUCE_COMM_I64;
  if (type.isF32())
    return REDUCE_COMM_F32;
  if (type.isF64())
    return REDUCE_COMM_F64;
  return std::nullopt;
}

/// Returns the code of `kind`, or std::nullopt if ranks cannot combine so.
static std::optional<int32_t> getOpCode(shard::ReductionKind kind) {
  switch (kind) {
  case shard::ReductionKind::Min:
    return REDUCE_COMM_MIN;
  case shard::ReductionKind::Max:
    return REDUCE_COMM_MAX;
  case shard::ReductionKind::Product:
    return REDUCE_COMM_PRODUCT;
  default:
    return std::nullopt;
  }
}

/// Returns `buffer`, or a contiguous copy of it.
static Value makeContiguous(ImplicitLocOpBuilder &builder, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getLayout().isIdentity())
    return buffer;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, buffer, dim));
  Value copy = memref::AllocOp::create(
      builder, MemRefType::get(type.getShape(), type.getElementType()), sizes);
  memref::CopyOp::create(builder, buffer, copy);
  return copy;
}

namespace {
namespace bf = bufferization;

struct AllReduceBufferization
    : bf::BufferizableOpInterface::ExternalModel<AllReduceBufferization,
                                                 shard::AllReduceOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const bf::AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const bf::AnalysisState &) const {
    return true;
  }
  bf::AliasingValueList getAliasingValues(Operation *op, OpOperand &,
                                          const bf::AnalysisState &) const {
    return {{op->getResult(0), bf::BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bf::BufferizationOptions &options,
                          bf::BufferizationState &state) const {
    auto all = cast<shard::AllReduceOp>(op);
    auto type = dyn_cast<RankedTensorType>(all.getInput().getType());
    std::optional<int32_t> typeCode, opCode = getOpCode(all.getReduction());
    if (type && type == all.getType())
      typeCode = getTypeCode(type.getElementType());
    if (!typeCode || !opCode || all.getGridAxes().empty())
      return op->emitOpError()
             << "cannot be bufferized: expected signless integers of 8 to 64 "
                "bits, f32 or f64; the reduction min, max or product; and grid "
                "axes";
    // Bufferization runs on the module, so no other thread changes it.
    auto module = op->getParentOfType<ModuleOp>();
    func::FuncOp function =
        module ? getAllReduceFunction(module) : func::FuncOp();
    if (!function)
      return op->emitOpError() << "cannot be bufferized: the name '"
                               << allReduceName << "' is taken";
    FailureOr<Value> buffer =
        bf::getBuffer(rewriter, all.getInput(), options, state);
    if (failed(buffer))
      return failure();
    ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
    Value contiguous = makeContiguous(builder, *buffer);
    Value count = arith::ConstantIndexOp::create(builder, 1);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      count = arith::MulIOp::create(
          builder, count, memref::DimOp::create(builder, contiguous, dim));
    uint32_t axes = 0;
    for (shard::GridAxis axis : all.getGridAxes())
      axes |= uint32_t(1) << axis;
    auto buildCode = [&](int32_t code) -> Value {
      return arith::ConstantOp::create(builder,
                                       builder.getI32IntegerAttr(code));
    };
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, contiguous);
    auto call = func::CallOp::create(
        builder, function,
        ValueRange{address, count, buildCode(*typeCode), buildCode(*opCode),
                   buildCode(static_cast<int32_t>(axes))});
    Value isOk = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                       call.getResult(0), buildCode(0));
    cf::AssertOp::create(builder, isOk, getStatusText(Status::COMMUNICATION));
    if (contiguous != *buffer)
      memref::CopyOp::create(builder, contiguous, *buffer);
    bf::replaceOpWithBufferizedValues(rewriter, op, *buffer);
    return success();
  }
};

struct AllReduceReification
    : ReifyRankedShapedTypeOpInterface::ExternalModel<AllReduceReification,
                                                      shard::AllReduceOp> {
  LogicalResult reifyResultShapes(Operation *op, OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) const {
    if (!isa<RankedTensorType>(op->getOperand(0).getType()))
      return failure();
    shapes.push_back(
        tensor::getMixedSizes(builder, op->getLoc(), op->getOperand(0)));
    return success();
  }
};
} // namespace

void mlir::reduce::registerAllReduceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, shard::ShardDialect *) {
    context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                         func::FuncDialect, memref::MemRefDialect,
                         tensor::TensorDialect>();
    shard::AllReduceOp::attachInterface<AllReduceBufferization>(*context);
    shard::AllReduceOp::attachInterface<AllReduceReification>(*context);
  });
}
