//===- Pipelines.cpp - From reductions to the LLVM dialect ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/Pipelines.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"
#include "reduce/Conversion/Passes.h"
#include "reduce/Target/LLVM/TargetMachine.h"
#include "reduce/Target/Passes.h"
#include "reduce/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;

void mlir::reduce::buildReduceToLinalgStage(
    OpPassManager &pm, const ReduceToLLVMPipelineOptions &options,
    bool isLast) {
  VerifyInputPassOptions verifyOptions;
  verifyOptions.cInterface = options.cInterface;
  pm.addPass(createVerifyInputPass(verifyOptions));
  if (!options.nanMode.empty() || options.strictOrder) {
    OverrideOptionsPassOptions overrideOptions;
    overrideOptions.nanMode = options.nanMode;
    overrideOptions.strictOrder = options.strictOrder;
    pm.addPass(createOverrideOptionsPass(overrideOptions));
  }
  // Upstream has no models of the reshapes that canonical forms contain, and
  // the inliner makes functions canonical.
  pm.addPass(createShardFunctionsPass());
  // Only functions without callers can take memrefs instead of tensors.
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  ConvertReduceToLinalgPassOptions linalgOptions;
  linalgOptions.allFunctions = true;
  linalgOptions.expandShapes = true;
  linalgOptions.nameCombiners = options.vectorize && !isLast;
  pm.addPass(createConvertReduceToLinalgPass(linalgOptions));
  pm.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createFuseElementwisePass());
  if (options.cInterface) {
    pm.addPass(createAddShapeFunctionsPass());
    AddStridedVariantsPassOptions variantsOptions;
    variantsOptions.rows = options.vectorize;
    pm.addPass(createAddStridedVariantsPass(variantsOptions));
  }
  if (isLast)
    pm.addPass(createStripAnnotationsPass());
}

/// Canonicalizes structured control flow, which has no blocks to merge, from
/// the uses to the definitions: for 60 kinds of reductions of unknown shape,
/// all these passes take two thirds of the time of those with default options,
/// and the code is the same.
static void addCanonicalizer(OpPassManager &pm) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  config.setUseTopDownTraversal(false);
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass(config));
}

/// Vectorizes reductions.
static void buildVectorization(OpPassManager &pm,
                               const ReduceToLLVMPipelineOptions &options) {
  pm.addNestedPass<func::FuncOp>(createCollapseReductionDimsPass());
  // Collapsed, more computations are equal. The passes after it multiply code.
  pm.addPass(createOutlineKernelsPass());
  pm.addNestedPass<func::FuncOp>(createSpecializeSmallInputsPass());
  pm.addNestedPass<func::FuncOp>(createSpecializeUnitExtentsPass());
  // Gives all tensors of a version the extents that it knows.
  addCanonicalizer(pm);
  pm.addNestedPass<func::FuncOp>(createCollapseReductionDimsPass());
  if (options.threads != 1)
    pm.addNestedPass<func::FuncOp>(createSplitReductionsPass());
  pm.addNestedPass<func::FuncOp>(createReduceOuterFirstPass());
  pm.addNestedPass<func::FuncOp>(createReduceInnerFirstPass());
  pm.addNestedPass<func::FuncOp>(createSeparateColumnsPass());
  // Large inputs are in parallel loops otherwise.
  if (options.threads == 1)
    pm.addNestedPass<func::FuncOp>(createSpecializeSpreadRowsPass());
  // Versions of a reduction have stages that are equal.
  OutlineKernelsPassOptions outlineOptions;
  outlineOptions.minUses = 2;
  outlineOptions.maxInline = std::numeric_limits<unsigned>::max();
  outlineOptions.versions = true;
  pm.addPass(createOutlineKernelsPass(outlineOptions));
  pm.addNestedPass<func::FuncOp>(createSpecializeExtentsPass());
  pm.addNestedPass<func::FuncOp>(createVectorizeReductionsPass());
  addCanonicalizer(pm);
  pm.addNestedPass<func::FuncOp>(createCSEPass());
}

void mlir::reduce::buildVectorStage(OpPassManager &pm,
                                    const ReduceToLLVMPipelineOptions &options,
                                    bool isLast) {
  if (!options.vectorTarget.empty()) {
    AttachVectorTargetPassOptions attachOptions;
    attachOptions.facts = options.vectorTarget;
    pm.addPass(createAttachVectorTargetPass(attachOptions));
  }
  if (!options.tuningFile.empty()) {
    AttachTunedChoicesPassOptions tunedOptions;
    tunedOptions.file = options.tuningFile;
    tunedOptions.target = options.tuningTarget;
    pm.addPass(createAttachTunedChoicesPass(tunedOptions));
  }
  if (options.vectorize)
    buildVectorization(pm, options);
  if (isLast)
    pm.addPass(createStripAnnotationsPass());
}

/// Bufferizes the remaining tensors. The memrefs are freed again.
static void buildBufferization(OpPassManager &pm,
                               const ReduceToLLVMPipelineOptions &options) {
  pm.addPass(createBufferizeFunctionBoundariesPass());
  addCanonicalizer(pm);
  pm.addPass(createBufferizeFunctionsPass());
  addCanonicalizer(pm);
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  // Results and the memory that they are written to are equal only now: copies
  // of one to the other are erased.
  addCanonicalizer(pm);
  if (options.threads != 1)
    pm.addNestedPass<func::FuncOp>(createLowerForallPass());
  // No buffer leaks in either case: behind the C interface, an arena holds
  // them.
  if (options.cInterface) {
    pm.addPass(createGenerateCInterfacePass());
    pm.addPass(createSymbolDCEPass());
  } else {
    bufferization::buildBufferDeallocationPipeline(pm);
    // No collective needs a grid any more.
    pm.addPass(createSymbolDCEPass());
  }
  pm.addPass(createConvertBufferizationToMemRefPass());
}

/// The size in bytes of a copy from which loops over vectors are faster than
/// calls of memcpy: on Zen 5, glibc 2.36 takes up to 2.4 times as long.
static constexpr uint64_t minVectorCopyBytes = 2048;

void mlir::reduce::buildLLVMStage(OpPassManager &pm,
                                  const ReduceToLLVMPipelineOptions &options) {
  buildBufferization(pm, options);
  if (options.threads != 1)
    pm.addNestedPass<func::FuncOp>(createSplitCopiesPass());
  LowerCopyPassOptions copyOptions;
  if (options.vectorize)
    copyOptions.minVectorBytes = minVectorCopyBytes;
  pm.addNestedPass<func::FuncOp>(createLowerCopyPass(copyOptions));
  if (options.vectorize)
    pm.addNestedPass<func::FuncOp>(createLowerElementwisePass());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  // Without this, arithmetic on unsupported types would become library calls.
  pm.addNestedPass<func::FuncOp>(createEmulateFloat16Pass());
  pm.addNestedPass<func::FuncOp>(createExpandFloat16Pass());
  pm.addNestedPass<func::FuncOp>(createJoinProductChainsPass());
  pm.addNestedPass<func::FuncOp>(createPairVectorProductsPass());
  pm.addNestedPass<func::FuncOp>(createExpandVectorProductsPass());
  pm.addNestedPass<func::FuncOp>(createExpandVectorExtremaPass());
  pm.addNestedPass<func::FuncOp>(createExpandVectorMasksPass());
  pm.addPass(createStripAnnotationsPass());
  pm.addNestedPass<func::FuncOp>(createLowerExpandShapePass());
  pm.addNestedPass<func::FuncOp>(memref::createExpandOpsPass());
  pm.addNestedPass<func::FuncOp>(memref::createExpandStridedMetadataPass());
  // No single instruction reads a vector from a memref with arbitrary strides.
  pm.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass());
  pm.addNestedPass<func::FuncOp>(createLowerAffinePass());
  if (options.threads != 1) {
    ConvertSCFToOpenMPPassOptions openMPOptions;
    openMPOptions.numThreads = options.threads;
    pm.addPass(createConvertSCFToOpenMPPass(openMPOptions));
    pm.addNestedPass<func::FuncOp>(createHoistThreadMemoryPass());
    pm.addNestedPass<func::FuncOp>(createDropBarriersPass());
  }
  // An alloca_scope that remains when its scf region becomes blocks does not
  // verify.
  addCanonicalizer(pm);
  // What a pattern could be undone with grows with the square of the loops in a
  // function: 5.5 GB for 3,000 of them. These patterns fail before they change
  // anything.
  SCFToControlFlowPassOptions controlFlowOptions;
  controlFlowOptions.allowPatternRollback = false;
  pm.addPass(createSCFToControlFlowPass(controlFlowOptions));
  if (options.cInterface)
    pm.addNestedPass<func::FuncOp>(createConvertAssertToStatusPass());
  // One function after the other would take longer. Operations without an LLVM
  // equivalent become calls of libm, which are declared in the module.
  pm.addNestedPass<func::FuncOp>(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addNestedPass<func::FuncOp>(createConvertVectorToLLVMPass());
  // -convert-to-llvm looks for the callee of each call in the whole module.
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addNestedPass<LLVM::LLVMFuncOp>(createMoveLoopAnnotationsPass());
  pm.addNestedPass<LLVM::LLVMFuncOp>(createMoveFloat16AsIntegersPass());
  pm.addNestedPass<LLVM::LLVMFuncOp>(createCanonicalizerPass());
  pm.addNestedPass<LLVM::LLVMFuncOp>(createCSEPass());
  if (options.debugInfo)
    pm.addPass(createAddDebugInfoPass());
}

void mlir::reduce::buildReduceToLLVMPipeline(
    OpPassManager &pm, const ReduceToLLVMPipelineOptions &options) {
  buildReduceToLinalgStage(pm, options, /*isLast=*/false);
  buildVectorStage(pm, options, /*isLast=*/false);
  buildLLVMStage(pm, options);
}

void mlir::reduce::buildReduceToVectorPipeline(
    OpPassManager &pm, const ReduceToLLVMPipelineOptions &options) {
  buildReduceToLinalgStage(pm, options, /*isLast=*/false);
  buildVectorStage(pm, options, /*isLast=*/true);
}

void mlir::reduce::buildReduceToLinalgPipeline(
    OpPassManager &pm, const ReduceToLLVMPipelineOptions &options) {
  buildReduceToLinalgStage(pm, options, /*isLast=*/true);
}

void mlir::reduce::buildReduceToLoopsPipeline(OpPassManager &pm) {
  ReduceToLLVMPipelineOptions options;
  options.vectorize = false;
  buildReduceToLinalgStage(pm, options, /*isLast=*/true);
  buildBufferization(pm, options);
  pm.addNestedPass<func::FuncOp>(createLowerCopyPass());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addNestedPass<func::FuncOp>(createCanonicalizerPass());
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Returns `facts`, as name=value,name=value, with those of `defaults` that
/// have other names.
static std::string addFacts(StringRef facts, StringRef defaults) {
  auto getName = [](StringRef fact) { return fact.split('=').first.trim(); };
  SmallVector<StringRef> all, others;
  facts.split(all, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  defaults.split(others, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef fact : others)
    if (llvm::none_of(all, [&](StringRef given) {
          return getName(given) == getName(fact);
        }))
      all.push_back(fact);
  return llvm::join(all, ",");
}

void mlir::reduce::setMachineOptions(ReduceToLLVMPipelineOptions &options,
                                     llvm::TargetMachine &machine) {
  auto setDefault = [](auto &option, auto value) {
    if (option.getNumOccurrences() == 0)
      option = value;
  };
  setDefault(options.vectorize,
             machine.getOptLevel() != llvm::CodeGenOptLevel::None);
  setDefault(options.tuningTarget, getTuningTarget(machine));
  // Options have no context.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  options.vectorTarget = addFacts(
      options.vectorTarget, getVectorTarget(&context, machine).getFacts());
}

/// Sets the options that follow from `target`, `mcpu` and `mattr`, if any of
/// those is given.
static llvm::Error resolveTarget(ReduceToLLVMPipelineOptions &options) {
  TargetOptions target{options.target, options.cpu, options.features};
  if (target.triple.empty() && target.cpu.empty() && target.features.empty()) {
    if (!options.tuningFile.empty() && options.tuningTarget.empty())
      return llvm::createStringError("tuning-file needs tuning-target, or a "
                                     "target that target, mcpu or mattr names");
    return llvm::Error::success();
  }
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  setMachineOptions(options, **machine);
  return llvm::Error::success();
}

/// Like PassPipelineRegistration, for options that may name a target.
static void registerPipeline(
    StringRef name, StringRef description,
    void (*build)(OpPassManager &, const ReduceToLLVMPipelineOptions &)) {
  registerPassPipeline(
      name, description,
      [build](OpPassManager &pm, StringRef text,
              function_ref<LogicalResult(const Twine &)> errorHandler) {
        ReduceToLLVMPipelineOptions options;
        if (failed(options.parseFromString(text)))
          return failure();
        if (llvm::Error error = resolveTarget(options))
          return errorHandler(llvm::toString(std::move(error)));
        build(pm, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> handler) {
        handler(ReduceToLLVMPipelineOptions());
      });
}

void mlir::reduce::registerReducePipelines() {
  registerPipeline("reduce-to-linalg-pipeline",
                   "Lower reductions to linalg: the first stage of "
                   "-reduce-to-llvm-pipeline, with its options c-interface, "
                   "nan-mode, strict-order and vectorize",
                   buildReduceToLinalgPipeline);
  registerPipeline(
      "reduce-to-vector-pipeline",
      "Lower reductions to loops over vectors: the first two stages of "
      "-reduce-to-llvm-pipeline",
      buildReduceToVectorPipeline);
  PassPipelineRegistration<>("reduce-to-loops-pipeline",
                             "Lower reductions to scalar loops over memrefs, "
                             "for inspection and debugging",
                             buildReduceToLoopsPipeline);
  registerPipeline(
      "reduce-to-llvm-pipeline",
      "Lower reductions to the LLVM dialect: linalg, vectors, memrefs",
      buildReduceToLLVMPipeline);
}
