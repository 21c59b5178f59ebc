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
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/TensorInferTypeOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Pass/PassManager.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Target/LLVM/CodeGen.h"
#include "reduce/Target/LLVM/TargetMachine.h"
#include "reduce/Target/Pipelines.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;

std::optional<Stage> mlir::reduce::getStageOfFile(StringRef path) {
  return llvm::StringSwitch<std::optional<Stage>>(
             llvm::sys::path::extension(path))
      .Case(".ll", Stage::LLVMIR)
      .Case(".s", Stage::Assembly)
      .Case(".o", Stage::Object)
      .Case(".a", Stage::Archive)
      .Case(".so", Stage::Shared)
      .Default(std::nullopt);
}

void mlir::reduce::registerCompilerDialects(DialectRegistry &registry) {
  registry
      .insert<ReduceDialect, affine::AffineDialect, arith::ArithDialect,
              bufferization::BufferizationDialect, cf::ControlFlowDialect,
              complex::ComplexDialect, index::IndexDialect, math::MathDialect,
              func::FuncDialect, linalg::LinalgDialect, LLVM::LLVMDialect,
              memref::MemRefDialect, omp::OpenMPDialect, scf::SCFDialect,
              tensor::TensorDialect, ub::UBDialect, vector::VectorDialect>();
  func::registerInlinerExtension(registry);
  tensor::registerInferTypeOpInterfaceExternalModels(registry);

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

LogicalResult mlir::reduce::lowerTo(ModuleOp module, Stage stage,
                                    llvm::TargetMachine &machine,
                                    const CompilerOptions &compilerOptions) {
  ReduceToLLVMPipelineOptions options;
  setMachineOptions(options, machine);
  options.threads = compilerOptions.threads;
  options.debugInfo = compilerOptions.debugInfo;
  options.cInterface = stage == Stage::LLVM;

  PassManager pm(module.getContext());
  if (compilerOptions.configure && failed(compilerOptions.configure(pm)))
    return failure();
  if (stage >= Stage::Linalg)
    buildReduceToLinalgStage(pm, options);
  if (stage >= Stage::Vector)
    buildVectorStage(pm, options);
  if (stage >= Stage::LLVM)
    buildLLVMStage(pm, options);
  return pm.run(module);
}

/// Lowers `module` to optimized LLVM IR.
static std::unique_ptr<llvm::Module>
lowerToLLVMIR(ModuleOp module, TargetMachines machines,
              llvm::LLVMContext &context, const CompilerOptions &options) {
  if (machines.size() > 1 && failed(checkVariantNames(module, machines)))
    return nullptr;
  SmallVector<std::unique_ptr<llvm::Module>> variants;
  for (const std::unique_ptr<llvm::TargetMachine> &machine : machines) {
    bool isLast = variants.size() + 1 == machines.size();
    OwningOpRef<ModuleOp> copy = isLast ? nullptr : module.clone();
    ModuleOp variant = isLast ? module : *copy;
    if (failed(lowerTo(variant, Stage::LLVM, *machine, options)))
      return nullptr;
    variants.push_back(translateToLLVMIR(variant, context, *machine));
    if (!variants.back())
      return nullptr;
  }
  if (variants.size() > 1)
    variants.front() = joinVariants(variants, machines);
  optimize(*variants.front(), *machines.front());
  if (variants.size() > 1)
    addDispatch(*variants.front(), machines);
  return std::move(variants.front());
}

LogicalResult mlir::reduce::printLLVMIR(ModuleOp module,
                                        TargetMachines machines,
                                        llvm::raw_ostream &os,
                                        const CompilerOptions &options) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      lowerToLLVMIR(module, machines, context, options);
  if (!llvmModule)
    return failure();
  llvmModule->print(os, /*AAW=*/nullptr);
  return success();
}

FailureOr<llvm::SmallVector<char, 0>>
mlir::reduce::compile(ModuleOp module, TargetMachines machines,
                      llvm::CodeGenFileType fileType,
                      const CompilerOptions &options) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      lowerToLLVMIR(module, machines, context, options);
  if (!llvmModule)
    return failure();
  return generateCode(*llvmModule, *machines.front(), fileType);
}
