//===- Compiler.cpp - A module through its stages -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/Compiler.h"
#include "Target/CPUDispatch/CPUVariants.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/OpenMPToLLVM/ConvertOpenMPToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/ShardingInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/ShardingInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Tensor/Extensions/ShardingExtensions.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/TensorInferTypeOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Vector/Transforms/SubsetOpInterfaceImpl.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "reduce/Conversion/ReduceToLinalg/Passes.h"
#include "reduce/Conversion/ReduceToLinalg/ShardingInterfaceImpl.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "reduce/Target/LLVM/CodeGen.h"
#include "reduce/Target/Pipelines.h"
#include "reduce/Transforms/Boundary/KernelCalls.h"
#include "reduce/Transforms/Sharding/CollectiveInterfaces.h"
#include "reduce/Transforms/Sharding/ElementwiseShardings.h"
#include "reduce/Transforms/Sharding/Passes.h"
#include "reduce/Transforms/Sharding/TensorShardings.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

std::optional<Stage> mlir::reduce::getStageOfFile(StringRef path) {
  return llvm::StringSwitch<std::optional<Stage>>(
             llvm::sys::path::extension(path))
      .Case(".ll", Stage::LLVMIR)
      .Case(".bc", Stage::Bitcode)
      .Case(".s", Stage::Assembly)
      .Case(".o", Stage::Object)
      .Case(".a", Stage::Archive)
      .Case(".so", Stage::Shared)
      .Default(std::nullopt);
}

void mlir::reduce::registerCompilerDialects(DialectRegistry &registry) {
  registry.insert<ReduceDialect, affine::AffineDialect, arith::ArithDialect,
                  bufferization::BufferizationDialect, cf::ControlFlowDialect,
                  complex::ComplexDialect, index::IndexDialect,
                  math::MathDialect, func::FuncDialect, linalg::LinalgDialect,
                  LLVM::LLVMDialect, memref::MemRefDialect, omp::OpenMPDialect,
                  scf::SCFDialect, shard::ShardDialect, tensor::TensorDialect,
                  ub::UBDialect, vector::VectorDialect>();
  registerCollectiveExternalModels(registry);
  registerElementwiseShardingExternalModels(registry);
  registerKernelCallExternalModels(registry);
  registerShardingInterfaceExternalModels(registry);
  registerTensorShardingExternalModels(registry);
  func::registerInlinerExtension(registry);
  tensor::registerInferTypeOpInterfaceExternalModels(registry);
  tensor::registerValueBoundsOpInterfaceExternalModels(registry);
  vector::registerSubsetOpInterfaceExternalModels(registry);

  arith::registerBufferizableOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  vector::registerBufferizableOpInterfaceExternalModels(registry);
  arith::registerBufferDeallocationOpInterfaceExternalModels(registry);
  cf::registerBufferDeallocationOpInterfaceExternalModels(registry);
  scf::registerBufferDeallocationOpInterfaceExternalModels(registry);

  arith::registerShardingInterfaceExternalModels(registry);
  linalg::registerShardingInterfaceExternalModels(registry);
  tensor::registerShardingInterfaceExternalModels(registry);
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  index::registerConvertIndexToLLVMInterface(registry);
  registerConvertComplexToLLVMInterface(registry);
  registerConvertFuncToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  registerConvertOpenMPToLLVMInterface(registry);
  ub::registerConvertUBToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
}

//===----------------------------------------------------------------------===//
// Stages of MLIR
//===----------------------------------------------------------------------===//

using OnModuleFn = std::function<LogicalResult(Stage, ModuleOp)>;

namespace {
/// Passes the module to a callback between two stages. This is a pass so that
/// all stages form one pipeline, to which options such as
/// --mlir-print-ir-after-all apply.
struct OnModulePass : PassWrapper<OnModulePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OnModulePass)

  OnModulePass(Stage stage, OnModuleFn onModule)
      : stage(stage), onModule(std::move(onModule)) {}

  void runOnOperation() override {
    if (failed(onModule(stage, getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  Stage stage;
  OnModuleFn onModule;
};
} // namespace

/// Lowers `module` to `stage`. Calls `onModule`, if not null, after each stage
/// except the first.
static LogicalResult lower(ModuleOp module, Stage stage,
                           llvm::TargetMachine &machine,
                           const CompilerOptions &compilerOptions,
                           OnModuleFn onModule) {
  ReduceToLLVMPipelineOptions options;
  setMachineOptions(options, machine);
  options.tuningFile = compilerOptions.tuningFile;
  options.threads = compilerOptions.threads;
  options.debugInfo = compilerOptions.debugInfo;
  options.cInterface = compilerOptions.cInterface;

  PassManager pm(module.getContext());
  pm.enableVerifier(compilerOptions.verifyEach);
  if (compilerOptions.configure && failed(compilerOptions.configure(pm)))
    return failure();
  auto finish = [&](Stage reached) {
    if (onModule)
      pm.addPass(std::make_unique<OnModulePass>(reached, onModule));
  };
  if (stage >= Stage::Linalg) {
    buildReduceToLinalgStage(pm, options, /*isLast=*/stage == Stage::Linalg);
    finish(Stage::Linalg);
  }
  if (stage >= Stage::Vector) {
    buildVectorStage(pm, options, /*isLast=*/stage == Stage::Vector);
    finish(Stage::Vector);
  }
  if (stage >= Stage::LLVM) {
    buildLLVMStage(pm, options);
    finish(Stage::LLVM);
  }
  if (failed(pm.run(module)))
    return failure();
  return compilerOptions.verifyEach ? success() : verify(module);
}

LogicalResult mlir::reduce::lowerTo(ModuleOp module, Stage stage,
                                    llvm::TargetMachine &machine,
                                    const CompilerOptions &options) {
  return lower(module, stage, machine, options, /*onModule=*/nullptr);
}

//===----------------------------------------------------------------------===//
// All stages
//===----------------------------------------------------------------------===//

using Contents = SmallVector<char, 0>;

static Contents print(Stage stage, ModuleOp module) {
  Contents text;
  llvm::raw_svector_ostream os(text);
  // After this stage, one name of the model would apply to too many values.
  module->print(os,
                OpPrintingFlags().printNameLocAsPrefix(stage == Stage::Reduce));
  os << '\n';
  return text;
}

static Contents print(const llvm::Module &module) {
  Contents text;
  llvm::raw_svector_ostream os(text);
  module.print(os, /*AAW=*/nullptr);
  return text;
}

static Contents writeBitcode(const llvm::Module &module) {
  Contents bytes;
  llvm::raw_svector_ostream os(bytes);
  llvm::WriteBitcodeToFile(module, os);
  return bytes;
}

namespace {
/// One call of `compile`.
class Compilation {
public:
  Compilation(TargetMachines machines, Stage stage,
              const CompilerOptions &options)
      : machines(machines), stage(stage), options(options) {}

  FailureOr<CompiledModule> run(ModuleOp module);

private:
  /// Passes an intermediate stage to `onStage`.
  LogicalResult show(Stage reached, StringRef cpu,
                     function_ref<Contents()> render);
  /// Lowers `module` for `machine`, at most to the LLVM dialect.
  LogicalResult lower(ModuleOp module, llvm::TargetMachine &machine);
  /// Lowers `module` to LLVM IR. Returns null after errors.
  std::unique_ptr<llvm::Module> lowerToLLVMIR(ModuleOp module,
                                              llvm::LLVMContext &context);
  /// Optimizes `module`, the code of an operation at `loc`. If it is large,
  /// sets `partsObject` instead.
  LogicalResult optimizeAll(llvm::Module &module, Location loc);
  /// Returns the assembly or object file of `module`. Modifies `module`.
  Contents generate(llvm::Module &module, Stage reached);

  TargetMachines machines;
  Stage stage;
  const CompilerOptions &options;
  /// The object file, if it was made from parts of the module.
  Contents partsObject;
};
} // namespace

LogicalResult Compilation::show(Stage reached, StringRef cpu,
                                function_ref<Contents()> render) {
  if (!options.onStage || reached == stage)
    return success();
  Contents contents = render();
  return options.onStage(reached, cpu,
                         StringRef(contents.data(), contents.size()));
}

LogicalResult Compilation::lower(ModuleOp module,
                                 llvm::TargetMachine &machine) {
  OnModuleFn onModule;
  if (options.onStage)
    onModule = [&](Stage reached, ModuleOp lowered) {
      StringRef cpu = machines.size() > 1 ? machine.getTargetCPU() : "";
      return show(reached, cpu, [&] { return print(reached, lowered); });
    };
  return ::lower(module, std::min(stage, Stage::LLVM), machine, options,
                 std::move(onModule));
}

std::unique_ptr<llvm::Module>
Compilation::lowerToLLVMIR(ModuleOp module, llvm::LLVMContext &context) {
  SmallVector<std::unique_ptr<llvm::Module>> variants;
  for (const std::unique_ptr<llvm::TargetMachine> &machine : machines) {
    bool isLast = variants.size() + 1 == machines.size();
    OwningOpRef<ModuleOp> copy = isLast ? nullptr : module.clone();
    ModuleOp variant = isLast ? module : *copy;
    if (failed(lower(variant, *machine)))
      return nullptr;
    variants.push_back(translateToLLVMIR(variant, context, *machine));
    if (!variants.back())
      return nullptr;
  }
  if (variants.size() > 1)
    variants.front() = joinVariants(variants, machines);
  return std::move(variants.front());
}

LogicalResult Compilation::optimizeAll(llvm::Module &module, Location loc) {
  // Other stages need the whole module; parts would lose its debug information.
  bool isOnlyObject = stage >= Stage::Object && !options.onStage &&
                      machines.size() == 1 && !options.debugInfo;
  if (isOnlyObject) {
    llvm::Expected<Contents> object = compileInParts(module, *machines.front());
    if (!object)
      return emitError(loc) << llvm::toString(object.takeError());
    if (!object->empty()) {
      partsObject = std::move(*object);
      return success();
    }
  }
  optimize(module, *machines.front());
  if (machines.size() > 1)
    addDispatch(module, machines);
  return success();
}

Contents Compilation::generate(llvm::Module &module, Stage reached) {
  return generateCode(module, *machines.front(),
                      reached == Stage::Assembly
                          ? llvm::CodeGenFileType::AssemblyFile
                          : llvm::CodeGenFileType::ObjectFile);
}

/// Runs the passes that change signatures: those of sharded functions become
/// those of one rank, and functions on chunks are added.
static LogicalResult changeSignatures(ModuleOp module, Stage stage,
                                      const CompilerOptions &options) {
  PassManager pm(module.getContext());
  if (options.configure && failed(options.configure(pm)))
    return failure();
  if (!options.grid.empty() || !options.shardings.empty()) {
    AttachShardingsPassOptions attachOptions;
    attachOptions.grid = options.grid;
    attachOptions.shardings = options.shardings;
    pm.addPass(createAttachShardingsPass(attachOptions));
  }
  ShardFunctionsPassOptions shardOptions;
  shardOptions.reproducible = options.reproducible;
  pm.addPass(createShardFunctionsPass(shardOptions));
  if (options.partialFunctions) {
    AddPartialFunctionsPassOptions partialOptions;
    // Tools without the reduce dialect can read the last stage.
    partialOptions.nameCombiners = stage > Stage::Linalg;
    pm.addPass(createAddPartialFunctionsPass(partialOptions));
  }
  return pm.run(module);
}

FailureOr<CompiledModule> Compilation::run(ModuleOp module) {
  CompiledModule result;
  if (failed(changeSignatures(module, stage, options)))
    return failure();
  if (options.cInterface) {
    FailureOr<SmallVector<FunctionSignature>> signatures =
        getFunctionSignatures(module);
    if (failed(signatures))
      return failure();
    result.signatures = std::move(*signatures);
  }
  assert((machines.size() == 1 || options.cInterface) &&
         "only the C interface can choose a machine's code");
  if (machines.size() > 1 &&
      failed(checkVariantNames(module, result.signatures, machines)))
    return failure();

  if (failed(show(Stage::Reduce, /*cpu=*/"",
                  [&] { return print(Stage::Reduce, module); })))
    return failure();
  if (stage < Stage::LLVMIR) {
    assert(machines.size() == 1 && "each machine has its own module");
    if (failed(lower(module, *machines.front())))
      return failure();
    result.contents = print(stage, module);
    return result;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule = lowerToLLVMIR(module, context);
  if (!llvmModule || failed(optimizeAll(*llvmModule, module.getLoc())) ||
      failed(
          show(Stage::LLVMIR, /*cpu=*/"", [&] { return print(*llvmModule); })))
    return failure();
  if (!partsObject.empty()) {
    result.contents = std::move(partsObject);
    return result;
  }
  if (stage == Stage::LLVMIR) {
    result.contents = print(*llvmModule);
    return result;
  }
  if (stage == Stage::Bitcode) {
    result.contents = writeBitcode(*llvmModule);
    return result;
  }

  // Generating code changes a module, and the object file needs it unchanged.
  auto generateAssembly = [&] {
    return generate(*llvm::CloneModule(*llvmModule), Stage::Assembly);
  };
  if (failed(show(Stage::Assembly, /*cpu=*/"", generateAssembly)))
    return failure();
  result.contents = generate(*llvmModule, stage);
  return result;
}

FailureOr<CompiledModule>
mlir::reduce::compile(ModuleOp module, TargetMachines machines, Stage stage,
                      const CompilerOptions &options) {
  return Compilation(machines, stage, options).run(module);
}
