//===- Pipelines.h - From reductions to the LLVM dialect --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_PIPELINES_H
#define REDUCE_TARGET_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir {
class OpPassManager;

namespace reduce {

/// Options of -reduce-to-llvm-pipeline.
struct ReduceToLLVMPipelineOptions
    : public PassPipelineOptions<ReduceToLLVMPipelineOptions> {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc(
          "Triple of the target (default: this machine's, where mcpu "
          "or mattr is given)"),
      llvm::cl::init("")};
  Option<std::string> cpu{
      *this, "mcpu",
      llvm::cl::desc(
          "CPU of the target, or native. With target, mcpu or mattr, "
          "the machine decides the defaults of vectorize and "
          "vector-target"),
      llvm::cl::init("")};
  Option<std::string> features{*this, "mattr",
                               llvm::cl::desc("Features of the CPU, as +a,-b"),
                               llvm::cl::init("")};
  Option<std::string> nanMode{
      *this, "nan-mode",
      llvm::cl::desc("What all minima do with NaN, propagate or ignore "
                     "(-reduce-override-options)"),
      llvm::cl::init("")};
  Option<bool> strictOrder{
      *this, "strict-order",
      llvm::cl::desc("Multiply in sequence in all products "
                     "(-reduce-override-options)"),
      llvm::cl::init(false)};
  Option<bool> vectorize{
      *this, "vectorize",
      llvm::cl::desc("Vectorize reductions; without, they become scalar loops"),
      llvm::cl::init(true)};
  Option<std::string> vectorTarget{
      *this, "vector-target",
      llvm::cl::desc("What the machine's vector instructions can do, as "
                     "name=value,name=value (-reduce-attach-vector-target); by "
                     "default what target, mcpu and mattr say or, without "
                     "these, the module"),
      llvm::cl::init("")};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("Threads that large reductions are split over, by OpenMP; "
                     "0: as many as OpenMP chooses, 1: no OpenMP"),
      llvm::cl::init(1)};
  Option<bool> debugInfo{
      *this, "debug-info",
      llvm::cl::desc("Say which line or node code comes from "
                     "(-reduce-add-debug-info)"),
      llvm::cl::init(false)};
  Option<bool> cInterface{
      *this, "c-interface",
      llvm::cl::desc("Wrap public functions in checked calls on DLPack tensors "
                     "(-reduce-generate-c-interface)"),
      llvm::cl::init(false)};
};

/// Sets the options that depend on `machine`, except for those that were given.
void setMachineOptions(ReduceToLLVMPipelineOptions &options,
                       llvm::TargetMachine &machine);

// The stages of the pipeline, in order. The input of each is the output of the
// previous one.

/// Inlines calls and converts reductions to linalg.generic.
void buildReduceToLinalgStage(OpPassManager &pm,
                              const ReduceToLLVMPipelineOptions &options);

/// Turns linalg.generic into loops over vectors, still on tensors.
void buildVectorStage(OpPassManager &pm,
                      const ReduceToLLVMPipelineOptions &options);

/// Bufferizes and lowers to the LLVM dialect.
void buildLLVMStage(OpPassManager &pm,
                    const ReduceToLLVMPipelineOptions &options);

/// Builds all stages.
void buildReduceToLLVMPipeline(OpPassManager &pm,
                               const ReduceToLLVMPipelineOptions &options);

/// Builds the first two stages.
void buildReduceToVectorPipeline(OpPassManager &pm,
                                 const ReduceToLLVMPipelineOptions &options);

/// Lowers to scf.for over the elements of memrefs, without vectors.
void buildReduceToLoopsPipeline(OpPassManager &pm);

/// Registers -reduce-to-llvm-pipeline, the pipelines that stop after one of its
/// stages, and -reduce-to-loops-pipeline.
void registerReducePipelines();

} // namespace reduce
} // namespace mlir

#endif // REDUCE_TARGET_PIPELINES_H
