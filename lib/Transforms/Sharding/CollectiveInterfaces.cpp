//===- CollectiveInterfaces.cpp - Lowering of collectives -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Sharding/CollectiveInterfaces.h"
#include "reduce/Support/Status.h"
#include "reduce/Transforms/Sharding/CollectiveCalls.h"
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

/// Builds a call of the function `name` that returns a status, and an assertion
/// that this is 0. Declares the function if necessary. Fails, with an error at
/// `op`, if something else has its name.
static LogicalResult buildCollectiveCall(ImplicitLocOpBuilder &builder,
                                         Operation *op, StringRef name,
                                         ValueRange operands) {
  // Bufferization runs on the module, so no other thread changes it.
  auto module = op->getParentOfType<ModuleOp>();
  Type i32 = builder.getI32Type();
  auto type = builder.getFunctionType(operands.getTypes(), i32);
  Operation *known = module ? module.lookupSymbol(name) : nullptr;
  auto function = dyn_cast_if_present<func::FuncOp>(known);
  if (module && !known) {
    auto atBegin = OpBuilder::atBlockBegin(module.getBody());
    function = func::FuncOp::create(atBegin, module.getLoc(), name, type);
    function.setPrivate();
  }
  if (!function || function.getFunctionType() != type)
    return op->emitOpError()
           << "cannot be bufferized: the name '" << name << "' is taken";
  auto call = func::CallOp::create(builder, function, operands);
  Value zero = arith::ConstantOp::create(builder, builder.getI32IntegerAttr(0));
  Value isOk = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                     call.getResult(0), zero);
  cf::AssertOp::create(builder, isOk, getStatusText(Status::COMMUNICATION));
  return success();
}

static Value buildCode(ImplicitLocOpBuilder &builder, int32_t code) {
  return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(code));
}

/// Fails, with an error at `op`, if a set of axes cannot hold one of `axes`.
static LogicalResult verifyAxes(Operation *op, ArrayRef<shard::GridAxis> axes) {
  for (shard::GridAxis axis : axes)
    if (axis >= REDUCE_COMM_MAX_AXES)
      return op->emitOpError() << "cannot be bufferized: grid axis " << axis
                               << " is out of range: ranks communicate in "
                                  "grids of at most "
                               << REDUCE_COMM_MAX_AXES << " axes";
  return success();
}

/// Builds the set of `axes` as bits.
static Value buildAxes(ImplicitLocOpBuilder &builder,
                       ArrayRef<shard::GridAxis> axes) {
  uint32_t bits = 0;
  for (shard::GridAxis axis : axes)
    bits |= uint32_t(1) << axis;
  return buildCode(builder, static_cast<int32_t>(bits));
}

/// Builds the number of elements of `buffer`.
static Value buildCount(ImplicitLocOpBuilder &builder, Value buffer) {
  Value count = arith::ConstantIndexOp::create(builder, 1);
  for (int64_t dim : llvm::seq(cast<MemRefType>(buffer.getType()).getRank()))
    count = arith::MulIOp::create(builder, count,
                                  memref::DimOp::create(builder, buffer, dim));
  return count;
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

/// Allocates contiguous memory of the shape of `type`. Its dynamic sizes are
/// those of `source`.
static Value buildBuffer(ImplicitLocOpBuilder &builder, ShapedType type,
                         Value source) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, source, dim));
  return memref::AllocOp::create(
      builder, MemRefType::get(type.getShape(), type.getElementType()), sizes);
}

static Value buildAddress(ImplicitLocOpBuilder &builder, Value buffer) {
  return memref::ExtractAlignedPointerAsIndexOp::create(builder, buffer);
}

namespace {
namespace bf = bufferization;

/// What this rank contributes to a collective.
struct Contribution {
  /// The buffer of the operand, and the same data in contiguous memory.
  Value buffer, contiguous;
  /// The address and the number of elements of the latter.
  Value address, count;
};
} // namespace

/// Builds what this rank contributes with `tensor`.
static FailureOr<Contribution>
buildContribution(ImplicitLocOpBuilder &builder, RewriterBase &rewriter,
                  Value tensor, const bf::BufferizationOptions &options,
                  bf::BufferizationState &state) {
  FailureOr<Value> buffer = bf::getBuffer(rewriter, tensor, options, state);
  if (failed(buffer))
    return failure();
  Contribution result = {*buffer, *buffer, {}, {}};
  auto type = cast<MemRefType>(buffer->getType());
  if (!type.getLayout().isIdentity()) {
    result.contiguous = buildBuffer(builder, type, *buffer);
    memref::CopyOp::create(builder, *buffer, result.contiguous);
  }
  result.address = buildAddress(builder, result.contiguous);
  result.count = buildCount(builder, result.contiguous);
  return result;
}

namespace {
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
    if (failed(verifyAxes(op, all.getGridAxes())))
      return failure();
    ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
    FailureOr<Contribution> data =
        buildContribution(builder, rewriter, all.getInput(), options, state);
    if (failed(data) ||
        failed(buildCollectiveCall(builder, op, allReduceName,
                                   {data->address, data->count,
                                    buildCode(builder, *typeCode),
                                    buildCode(builder, *opCode),
                                    buildAxes(builder, all.getGridAxes())})))
      return failure();
    if (data->contiguous != data->buffer)
      memref::CopyOp::create(builder, data->contiguous, data->buffer);
    bf::replaceOpWithBufferizedValues(rewriter, op, data->buffer);
    return success();
  }
};

struct AllGatherBufferization
    : bf::BufferizableOpInterface::ExternalModel<AllGatherBufferization,
                                                 shard::AllGatherOp> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const bf::AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const bf::AnalysisState &) const {
    return false;
  }
  bf::AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                          const bf::AnalysisState &) const {
    return {};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bf::BufferizationOptions &options,
                          bf::BufferizationState &state) const {
    auto all = cast<shard::AllGatherOp>(op);
    auto inputType = cast<RankedTensorType>(all.getInput().getType());
    auto type = cast<RankedTensorType>(all.getType());
    std::optional<int32_t> typeCode = getTypeCode(type.getElementType());
    if (!typeCode || all.getGridAxes().empty() || all.getGatherAxis() != 0 ||
        inputType.getShape().front() != 1 || type.isDynamicDim(0))
      return op->emitOpError()
             << "cannot be bufferized: expected signless integers of 8 to 64 "
                "bits, f32 or f64; grid axes; the gather axis 0, of size 1; "
                "and a known number of ranks";
    if (failed(verifyAxes(op, all.getGridAxes())))
      return failure();
    // The call takes a set of axes.
    if (!llvm::is_sorted(all.getGridAxes()))
      return op->emitOpError()
             << "cannot be bufferized: the grid axes [" << all.getGridAxes()
             << "] are not in ascending order, in which "
                "ranks are gathered";
    ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
    FailureOr<Contribution> data =
        buildContribution(builder, rewriter, all.getInput(), options, state);
    if (failed(data))
      return failure();
    Value result = buildBuffer(builder, type, data->contiguous);
    Value bytes =
        arith::MulIOp::create(builder, data->count,
                              arith::ConstantIndexOp::create(
                                  builder, type.getElementTypeBitWidth() / 8));
    if (failed(buildCollectiveCall(builder, op, allGatherName,
                                   {data->address,
                                    buildAddress(builder, result), data->count,
                                    bytes, buildCode(builder, *typeCode),
                                    buildAxes(builder, all.getGridAxes())})))
      return failure();
    bf::replaceOpWithBufferizedValues(rewriter, op, result);
    return success();
  }
};

struct AllGatherReification
    : ReifyRankedShapedTypeOpInterface::ExternalModel<AllGatherReification,
                                                      shard::AllGatherOp> {
  LogicalResult reifyResultShapes(Operation *op, OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) const {
    auto all = cast<shard::AllGatherOp>(op);
    auto type = cast<RankedTensorType>(all.getType());
    int64_t axis = all.getGatherAxis().getSExtValue();
    if (type.isDynamicDim(axis))
      return failure();
    shapes.push_back(
        tensor::getMixedSizes(builder, op->getLoc(), all.getInput()));
    shapes.back()[axis] = builder.getIndexAttr(type.getDimSize(axis));
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

void mlir::reduce::registerCollectiveExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, shard::ShardDialect *) {
    context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                         func::FuncDialect, memref::MemRefDialect,
                         tensor::TensorDialect>();
    shard::AllReduceOp::attachInterface<AllReduceBufferization>(*context);
    shard::AllReduceOp::attachInterface<AllReduceReification>(*context);
    shard::AllGatherOp::attachInterface<AllGatherBufferization>(*context);
    shard::AllGatherOp::attachInterface<AllGatherReification>(*context);
  });
}
