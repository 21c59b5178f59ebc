//===- Compiler.h - A module through its stages -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_COMPILER_H
#define REDUCE_TARGET_COMPILER_H

#include "mlir/IR/BuiltinOps.h"
#include "reduce/Support/Signature.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir {
class DialectRegistry;

class PassManager;

namespace reduce {

/// The number of threads that lets OpenMP choose. Unless the number is 1, large
/// reductions are split over threads, and the code needs OpenMP's library.
constexpr unsigned autoThreads = 0;

/// The stages of compilation, in order.
enum class Stage {
  Reduce,
  Linalg,
  Vector,
  LLVM,
  LLVMIR,
  Bitcode,
  Assembly,
  Object,
  Archive,
  Shared
};

/// Returns the stage for the extension of `path`; none for an unknown
/// extension.
std::optional<Stage> getStageOfFile(llvm::StringRef path);

/// Registers the dialects, with their external interface models, that `lowerTo`
/// needs.
void registerCompilerDialects(DialectRegistry &registry);

/// Options of compilation, in addition to the target machine.
struct CompilerOptions {
  /// The number of threads, or autoThreads.
  unsigned threads = 1;
  /// Whether code has debug information on the line or node it comes from.
  bool debugInfo = false;
  /// Whether the module becomes a library, whose public functions are callable
  /// from C and check their arguments. Stages before LLVM add functions for
  /// this.
  bool cInterface = true;
  /// How ranks share the inputs of functions: the options of
  /// -reduce-attach-shardings. Only `compile` uses them.
  std::string grid, shardings;
  /// Whether ranks combine products of floats in a fixed order.
  bool reproducible = false;
  /// Whether to add functions that reduce tensors chunk by chunk
  /// (-reduce-add-partial-functions). Only `compile` adds them.
  bool partialFunctions = false;
  /// The path of a file of measured strategies (-reduce-attach-tuned-choices);
  /// none if empty.
  std::string tuningFile;
  /// Whether to verify the module after each pass, not only after the last one.
  /// That takes about half as long as the passes.
  bool verifyEach = false;
  /// Configures a pass manager before it runs, like applyPassManagerCLOptions.
  std::function<LogicalResult(PassManager &)> configure;
  /// Called with the text of each stage before the final stage of `compile`, in
  /// order. With several machines, `cpu` is the CPU if the stage exists once
  /// per machine; otherwise it is empty. If this fails, compilation stops.
  std::function<LogicalResult(Stage stage, StringRef cpu, StringRef text)>
      onStage;
};

/// Lowers `module`, which is in the reduce dialect, to `stage`, which must not
/// be after LLVM. Does not call `onStage`. On failure, emits errors.
LogicalResult lowerTo(ModuleOp module, Stage stage,
                      llvm::TargetMachine &machine,
                      const CompilerOptions &options = {});

/// The machines to compile for, in the order of `createTargetMachines`.
using TargetMachines = ArrayRef<std::unique_ptr<llvm::TargetMachine>>;

/// The result of compilation.
struct CompiledModule {
  /// The text of the stage, or the bytes of bitcode or of an object file.
  SmallVector<char, 0> contents;
  /// The signatures of the functions that C can call; empty without the C
  /// interface.
  SmallVector<FunctionSignature> signatures;
};

/// Compiles `module`, which is in the reduce dialect, to `stage`, which must
/// not be after Object. Stages before LLVMIR require a single machine. Several
/// machines require the C interface, which chooses between them when a library
/// is loaded. Afterwards `module` may only be destroyed. On failure, emits
/// errors.
FailureOr<CompiledModule> compile(ModuleOp module, TargetMachines machines,
                                  Stage stage = Stage::Object,
                                  const CompilerOptions &options = {});

} // namespace reduce
} // namespace mlir

#endif // REDUCE_TARGET_COMPILER_H
