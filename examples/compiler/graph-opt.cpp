//===- graph-opt.cpp - A compiler that hands over its reductions ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "reduce/IR/ReduceOps.h"
#include "reduce/InitAll.h"

#include "GraphDialect.h.inc"
#define GET_OP_CLASSES
#include "GraphOps.h.inc"

#include "GraphDialect.cpp.inc"
#define GET_OP_CLASSES
#include "GraphOps.cpp.inc"

using namespace mlir;

void graph::GraphDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "GraphOps.cpp.inc"
      >();
}

namespace {

struct AMinToReduce : OpRewritePattern<graph::AMinOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(graph::AMinOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "the rank is not known");
    SmallVector<int64_t> axes(op.getDims());
    if (axes.empty())
      axes = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
    rewriter.replaceOpWithNewOp<reduce::MinOp>(
        op, op.getType(), op.getInput(), /*dynamic_axes=*/Value(),
        rewriter.getDenseI64ArrayAttr(axes), op.getKeepdim());
    return success();
  }
};

struct ConvertGraphToReducePass
    : PassWrapper<ConvertGraphToReducePass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertGraphToReducePass)

  StringRef getArgument() const override { return "convert-graph-to-reduce"; }
  StringRef getDescription() const override {
    return "Convert reductions of graph to reduce";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<reduce::ReduceDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<AMinToReduce>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  reduce::registerAllDialects(registry);
  registry.insert<graph::GraphDialect>();

  registerAllPasses();
  reduce::registerAllPasses();
  PassRegistration<ConvertGraphToReducePass>();
  PassPipelineRegistration<reduce::ReduceToLLVMPipelineOptions>(
      "graph-to-llvm-pipeline", "Compile graph to the LLVM dialect",
      [](OpPassManager &pm,
         const reduce::ReduceToLLVMPipelineOptions &options) {
        pm.addPass(std::make_unique<ConvertGraphToReducePass>());
        reduce::buildReduceToLLVMPipeline(pm, options);
      });

  return asMainReturnCode(
      MlirOptMain(argc, argv, "Graph optimizer driver\n", registry));
}
