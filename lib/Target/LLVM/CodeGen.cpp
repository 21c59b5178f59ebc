//===- CodeGen.cpp - From the LLVM dialect to machine code ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/LLVM/CodeGen.h"
#include "Target/LLVM/Passes/KeepShifts.h"
#include "Target/LLVM/Passes/MachinePass.h"
#include "Target/LLVM/Passes/OrderLoads.h"
#include "Target/LLVM/Passes/ShareAddresses.h"
#include "Target/LLVM/Passes/ShareAllOnes.h"
#include "Target/LLVM/Passes/SplitCallSequences.h"
#include "Target/LLVM/Passes/UnmaskConstants.h"
#include "Target/LLVM/Passes/UnmaskStores.h"
#include "reduce/Target/LLVM/TargetMachine.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/IPO/SCCP.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"

using namespace mlir;
using namespace mlir::reduce;

/// Whether `function` shuffles vectors of elements of fewer than 32 bits.
static bool shufflesShortElements(const llvm::Function &function) {
  return llvm::any_of(
      llvm::instructions(function), [](const llvm::Instruction &instruction) {
        return isa<llvm::ShuffleVectorInst>(instruction) &&
               instruction.getType()->getScalarSizeInBits() < 32;
      });
}

/// Whether to run `pass` of LLVM on `ir`, code for `machine`.
static bool isWorthRunning(StringRef pass, llvm::Any ir,
                           const llvm::TargetMachine &machine) {
  auto *pointer = llvm::any_cast<const llvm::Function *>(&ir);
  if (!pointer)
    return true;
  const llvm::Function &function = **pointer;
  // It joins a permutation of bytes or words (vpermb) and the shuffle after it
  // into one of two vectors (vpermt2b), which is three operations on Intel's
  // processors, and inserts results one by one (vpinsrb).
  if (pass == "VectorCombinePass" && hasAVX512(machine, function) &&
      shufflesShortElements(function))
    return false;
  // Functions of very many calls: other passes take superlinear time.
  return !function.hasOptNone() ||
         llvm::is_contained({"SROAPass", "EarlyCSEPass", "InstSimplifyPass",
                             "SimplifyCFGPass"},
                            pass);
}

/// Returns the passes of `optimize` above -O0, for code of `machine`.
///
/// They are those of LLVM's -O2 that change this code, most of them once. All
/// of -O2, where InstCombine alone runs eight times, takes half as long again,
/// for loops that are no better. Vectors and unrolling are the vectorizing
/// pass's.
static llvm::ModulePassManager
buildOptimizationPipeline(llvm::TargetMachine &machine) {
  using namespace llvm;
  SimplifyCFGOptions simplifyCFG =
      SimplifyCFGOptions().convertSwitchRangeToICmp(true);

  FunctionPassManager early;
  early.addPass(SROAPass(SROAOptions::ModifyCFG));
  early.addPass(EarlyCSEPass());
  early.addPass(SimplifyCFGPass(simplifyCFG));

  FunctionPassManager combined;
  combined.addPass(InstCombinePass());
  combined.addPass(SimplifyCFGPass(simplifyCFG));

  LoopPassManager rotated;
  rotated.addPass(LoopRotatePass());
  rotated.addPass(LICMPass(LICMOptions()));

  LoopPassManager canonicalized;
  canonicalized.addPass(LoopIdiomRecognizePass());
  // Loops that count down to 0 save a comparison.
  canonicalized.addPass(IndVarSimplifyPass());

  FunctionPassManager simplified;
  simplified.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  simplified.addPass(ReassociatePass());
  simplified.addPass(createFunctionToLoopPassAdaptor(std::move(rotated),
                                                     /*UseMemorySSA=*/true));
  simplified.addPass(SimplifyCFGPass(simplifyCFG));
  simplified.addPass(createFunctionToLoopPassAdaptor(std::move(canonicalized)));
  simplified.addPass(GVNPass());
  // The versions of a reduction test the same facts.
  simplified.addPass(JumpThreadingPass());
  simplified.addPass(CorrelatedValuePropagationPass());
  // Only the loops that -reduce-lower-elementwise annotates.
  simplified.addPass(LoopVectorizePass(
      LoopVectorizeOptions(/*InterleaveOnlyWhenForced=*/true,
                           /*VectorizeOnlyWhenForced=*/true)));
  simplified.addPass(InferAlignmentPass());
  simplified.addPass(VectorCombinePass());
  simplified.addPass(InstCombinePass());
  simplified.addPass(SimplifyCFGPass(SimplifyCFGOptions(simplifyCFG)
                                         .convertSwitchToArithmetic(true)
                                         .needCanonicalLoops(false)
                                         .hoistCommonInsts(true)
                                         .sinkCommonInsts(true)));
  simplified.addPass(InstSimplifyPass());
  simplified.addPass(ADCEPass());

  CGSCCPassManager inlined;
  inlined.addPass(InlinerPass());
  inlined.addPass(PostOrderFunctionAttrsPass());
  inlined.addPass(createCGSCCToFunctionPassAdaptor(std::move(simplified),
                                                   /*EagerlyInvalidate=*/true));

  FunctionPassManager late;
  late.addPass(mlir::reduce::ShareAllOnesPass(machine));
  late.addPass(mlir::reduce::UnmaskConstantsPass(machine));
  late.addPass(mlir::reduce::UnmaskStoresPass(machine));
  // After UnmaskStores, which finds loads and stores of the same address.
  late.addPass(mlir::reduce::ShareAddressesPass());
  late.addPass(mlir::reduce::KeepShiftsPass(machine));
  late.addPass(mlir::reduce::OrderLoadsPass(machine));

  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(early)));
  passes.addPass(IPSCCPPass());
  passes.addPass(GlobalOptPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(combined)));
  passes.addPass(createModuleToPostOrderCGSCCPassAdaptor(std::move(inlined)));
  passes.addPass(DeadArgumentEliminationPass());
  passes.addPass(GlobalDCEPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(late)));
  return passes;
}

namespace {
/// Ignores what LLVM says of loops that it cannot vectorize: it was not the
/// user who annotated them, but -reduce-lower-elementwise.
struct OptimizationRemarkFilter : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo &diagnostic) override {
    return isa<llvm::DiagnosticInfoOptimizationBase>(diagnostic);
  }
};
} // namespace

void mlir::reduce::optimize(llvm::Module &module,
                            llvm::TargetMachine &machine) {
  splitCallSequences(module);
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager sccAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [&](StringRef pass, llvm::Any ir) {
        return isWorthRunning(pass, ir, machine);
      });
  llvm::PassBuilder passBuilder(&machine, llvm::PipelineTuningOptions(),
                                /*PGOOpt=*/std::nullopt, &callbacks);
  passBuilder.registerModuleAnalyses(moduleAnalyses);
  passBuilder.registerCGSCCAnalyses(sccAnalyses);
  passBuilder.registerFunctionAnalyses(functionAnalyses);
  passBuilder.registerLoopAnalyses(loopAnalyses);
  passBuilder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                                   moduleAnalyses);
  llvm::ModulePassManager passes =
      machine.getOptLevel() == llvm::CodeGenOptLevel::None
          ? passBuilder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
          : buildOptimizationPipeline(machine);
  llvm::LLVMContext &context = module.getContext();
  std::unique_ptr<llvm::DiagnosticHandler> handler =
      context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<OptimizationRemarkFilter>());
  passes.run(module, moduleAnalyses);
  context.setDiagnosticHandler(std::move(handler));
}

/// Fails, with an error, at an operation in `module` that has no translation.
static LogicalResult verifyLowered(ModuleOp module) {
  WalkResult result = module.walk([&](Operation *op) {
    // Conversions of types are left where an operation is.
    StringRef dialect = op->getName().getDialectNamespace();
    if (isa<ModuleOp, UnrealizedConversionCastOp>(op) || dialect == "llvm" ||
        dialect == "omp")
      return WalkResult::advance();
    op->emitOpError() << "cannot be compiled: nothing lowers it to LLVM";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

std::unique_ptr<llvm::Module>
mlir::reduce::translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context,
                                llvm::TargetMachine &machine) {
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());
  registerOpenMPDialectTranslation(*module.getContext());
  if (failed(verifyLowered(module)))
    return nullptr;
  std::unique_ptr<llvm::Module> result =
      translateModuleToLLVMIR(module, context, "reduce");
  if (!result)
    return nullptr;
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  std::string vectorBits = std::to_string(getVectorBits(machine));
  for (llvm::Function &function : *result) {
    if (function.isDeclaration())
      continue;
    // A library calls its own functions, whatever else has their names.
    function.setDSOLocal(true);
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.addFnAttr("prefer-vector-width", vectorBits);
  }
  return result;
}

llvm::SmallVector<char, 0>
mlir::reduce::generateCode(llvm::Module &module, llvm::TargetMachine &machine,
                           llvm::CodeGenFileType fileType) {
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream os(code);
  llvm::legacy::PassManager passes;
  [[maybe_unused]] bool unsupported =
      machine.addPassesToEmitFile(passes, os, /*DwoOut=*/nullptr, fileType);
  assert(!unsupported && "the supported targets write such files");
  passes.run(module);
  return code;
}
