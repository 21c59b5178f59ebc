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
          "Target triple (default: the host's if mcpu or mattr is given)"),
      llvm::cl::init("")};
  Option<std::string> cpu{
      *this, "mcpu",
      llvm::cl::desc(
          "Target CPU, or native. If target, mcpu or mattr is given, "
          "the machine determines the default of vector-target"),
      llvm::cl::init("")};
  Option<std::string> features{*this, "mattr",
                               llvm::cl::desc("CPU features, such as +a,-b"),
                               llvm::cl::init("")};
  Option<std::string> nanMode{
      *this, "nan-mode",
      llvm::cl::desc("NaN mode of all minima, propagate or ignore "
                     "(-reduce-override-options)"),
      llvm::cl::init("")};
  Option<bool> strictOrder{
      *this, "strict-order",
      llvm::cl::desc("Multiply the factors of all products in order "
                     "(-reduce-override-options)"),
      llvm::cl::init(false)};
  Option<bool> vectorize{
      *this, "vectorize",
      llvm::cl::desc(
          "Vectorize reductions; otherwise, they become scalar loops"),
      llvm::cl::init(true)};
  Option<std::string> vectorTarget{
      *this, "vector-target",
      llvm::cl::desc("Facts about the vector instructions, as "
                     "name=value,name=value (-reduce-attach-vector-target). "
                     "Others have the values of target, mcpu and mattr "
                     "or, without these, their defaults. Without all of these, "
                     "the attribute of the module counts"),
      llvm::cl::init("")};
  Option<std::string> tuningFile{
      *this, "tuning-file",
      llvm::cl::desc("File of the strategies that reduce-compile --tune "
                     "measured (-reduce-attach-tuned-choices). Without it, "
                     "the attribute of the module counts"),
      llvm::cl::init("")};
  Option<std::string> tuningTarget{
      *this, "tuning-target",
      llvm::cl::desc("The target whose strategies are read from tuning-file "
                     "(default: that of target, mcpu and mattr)"),
      llvm::cl::init("")};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("Number of OpenMP threads for large reductions; 0: as "
                     "many as OpenMP chooses, 1: no OpenMP"),
      llvm::cl::init(1)};
  Option<bool> debugInfo{
      *this, "debug-info",
      llvm::cl::desc("Record which line or node the code comes from "
                     "(-reduce-add-debug-info)"),
      llvm::cl::init(false)};
  Option<bool> cInterface{*this, "c-interface",
                          llvm::cl::desc("Generate checked entry points on "
                                         "DLPack tensors for public functions "
                                         "(-reduce-generate-c-interface)"),
                          llvm::cl::init(false)};
};

/// Sets the options that depend on `machine`, except for those that were given,
/// and except for the facts of `vectorTarget` that were.
void setMachineOptions(ReduceToLLVMPipelineOptions &options,
                       llvm::TargetMachine &machine);

// The stages of the pipeline, in order. The input of each is the output of the
// previous one. The attributes #reduce.combiner and #reduce.vector_target only
// pass from stage to stage: tools without the reduce dialect can read the
// output of the last one.

/// Inlines calls and converts reductions to linalg.generic.
void buildReduceToLinalgStage(OpPassManager &pm,
                              const ReduceToLLVMPipelineOptions &options,
                              bool isLast);

/// Turns linalg.generic into loops over vectors, still on tensors.
void buildVectorStage(OpPassManager &pm,
                      const ReduceToLLVMPipelineOptions &options, bool isLast);

/// Bufferizes and lowers to the LLVM dialect.
void buildLLVMStage(OpPassManager &pm,
                    const ReduceToLLVMPipelineOptions &options);

/// Builds all stages.
void buildReduceToLLVMPipeline(OpPassManager &pm,
                               const ReduceToLLVMPipelineOptions &options);

/// Builds the first stage.
void buildReduceToLinalgPipeline(OpPassManager &pm,
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
