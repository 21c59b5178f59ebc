//===- CodeGen.cpp - From the LLVM dialect to machine code ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/LLVM/CodeGen.h"
#include "ShareAllOnes.h"
#include "SplitCallSequences.h"
#include "UnmaskConstants.h"
#include "reduce/Target/LLVM/TargetMachine.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;

/// Whether to run `pass` of LLVM on `ir`.
static bool isWorthRunning(StringRef pass, llvm::Any ir) {
  // It looks for the targets of indirect calls, and takes time quadratic in the
  // number of direct ones.
  if (pass == "CalledValuePropagationPass")
    return false;
  // Functions of very many calls: other passes take superlinear time.
  auto *function = llvm::any_cast<const llvm::Function *>(&ir);
  return !function || !(*function)->hasOptNone() ||
         llvm::is_contained({"SROAPass", "EarlyCSEPass", "InstSimplifyPass",
                             "SimplifyCFGPass"},
                            pass);
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
  llvm::PipelineTuningOptions tuning;
  // Vectors and unrolling are the vectorizing pass's; LLVM's own would only
  // multiply the code. It vectorizes loops whose annotation says so.
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopUnrolling = false;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(isWorthRunning);
  llvm::PassBuilder passBuilder(&machine, tuning, /*PGOOpt=*/std::nullopt,
                                &callbacks);
  passBuilder.registerOptimizerLastEPCallback(
      [&](llvm::ModulePassManager &passes, llvm::OptimizationLevel level,
          llvm::ThinOrFullLTOPhase) {
        if (level == llvm::OptimizationLevel::O0)
          return;
        passes.addPass(
            llvm::createModuleToFunctionPassAdaptor(ShareAllOnesPass(machine)));
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(
            UnmaskConstantsPass(machine)));
      });
  passBuilder.registerModuleAnalyses(moduleAnalyses);
  passBuilder.registerCGSCCAnalyses(sccAnalyses);
  passBuilder.registerFunctionAnalyses(functionAnalyses);
  passBuilder.registerLoopAnalyses(loopAnalyses);
  passBuilder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                                   moduleAnalyses);
  static constexpr const llvm::OptimizationLevel *levels[] = {
      &llvm::OptimizationLevel::O0, &llvm::OptimizationLevel::O1,
      &llvm::OptimizationLevel::O2, &llvm::OptimizationLevel::O3};
  const llvm::OptimizationLevel &level =
      *levels[static_cast<int>(machine.getOptLevel())];
  llvm::ModulePassManager passes =
      level == llvm::OptimizationLevel::O0
          ? passBuilder.buildO0DefaultPipeline(level)
          : passBuilder.buildPerModuleDefaultPipeline(level);
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
