//===- KernelCalls.cpp - Bufferization of calls ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Boundary/KernelCalls.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceOps.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::reduce;

namespace bf = mlir::bufferization;

namespace {
struct CallKernelBufferization
    : bf::DstBufferizableOpInterfaceExternalModel<CallKernelBufferization,
                                                  CallKernelOp> {
  // The analysis asks for each pair of calls that read the same tensor. The
  // base class would make a mutable range each time, which makes an attribute.
  static bool isOutput(Operation *op, OpOperand &operand) {
    return operand.getOperandNumber() >=
           cast<CallKernelOp>(op).getInputs().size();
  }

  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const bf::AnalysisState &) const {
    return !isOutput(op, operand);
  }

  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const bf::AnalysisState &) const {
    return isOutput(op, operand);
  }

  bf::AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                          const bf::AnalysisState &) const {
    if (!isOutput(op, operand))
      return {};
    size_t result =
        operand.getOperandNumber() - cast<CallKernelOp>(op).getInputs().size();
    return {{op->getResult(result), bf::BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bf::BufferizationOptions &options,
                          bf::BufferizationState &state) const {
    auto call = cast<CallKernelOp>(op);
    auto function =
        state.getSymbolTables().lookupNearestSymbolFrom<func::FuncOp>(
            op, call.getKernelAttr());
    if (!function || function.getNumArguments() != op->getNumOperands() ||
        function.getNumResults() != 0)
      return op->emitOpError() << "cannot be bufferized: the tensors of '"
                               << call.getKernel() << "' are not memrefs yet";
    SmallVector<Value> operands, buffers;
    for (auto [operand, type] :
         llvm::zip_equal(op->getOpOperands(), function.getArgumentTypes())) {
      if (!isa<TensorType>(operand.get().getType())) {
        operands.push_back(operand.get());
        continue;
      }
      FailureOr<Value> buffer =
          bf::getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      // This copies only memory of a layout that the kernel does not accept.
      FailureOr<Value> accepted = bf::castOrReallocMemRefValue(
          rewriter, *buffer, cast<MemRefType>(type), options);
      if (failed(accepted))
        return failure();
      operands.push_back(*accepted);
      if (call.isDpsInit(&operand))
        buffers.push_back(*buffer);
    }
    func::CallOp::create(rewriter, op->getLoc(), function, operands);
    for (auto [buffer, accepted] :
         llvm::zip_equal(buffers, ArrayRef(operands).take_back(buffers.size())))
      if (accepted.getDefiningOp<memref::AllocOp>() && accepted != buffer)
        memref::CopyOp::create(rewriter, op->getLoc(), accepted, buffer);
    bf::replaceOpWithBufferizedValues(rewriter, op, buffers);
    return success();
  }
};
} // namespace

void mlir::reduce::registerKernelCallExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ReduceDialect *) {
    context->loadDialect<func::FuncDialect, memref::MemRefDialect>();
    CallKernelOp::attachInterface<CallKernelBufferization>(*context);
  });
}
