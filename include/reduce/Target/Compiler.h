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

/// The number of threads that stands for OpenMP's own choice. With any but 1,
/// large reductions are split over threads, and code needs OpenMP's library.
constexpr unsigned autoThreads = 0;

/// What a module can become, in the order of the way there.
enum class Stage {
  Reduce,
  Linalg,
  Vector,
  LLVM,
  LLVMIR,
  Assembly,
  Object,
  Archive,
  Shared
};

/// Returns the stage that a file named `path` holds, by its extension; none
/// for an unknown one.
std::optional<Stage> getStageOfFile(llvm::StringRef path);

/// Registers the dialects, and the interfaces of theirs, that `lowerTo` works
/// with.
void registerCompilerDialects(DialectRegistry &registry);

/// How to compile, beside the target machine.
struct CompilerOptions {
  /// The number of threads, or autoThreads.
  unsigned threads = 1;
  /// Whether code says which line or node it comes from.
  bool debugInfo = false;
  /// Whether the module becomes a library: C calls its public functions, which
  /// check their arguments. Stages before LLVM prepare that by more functions.
  bool cInterface = true;
  /// Sets up a pass manager before its run, as applyPassManagerCLOptions does.
  std::function<LogicalResult(PassManager &)> configure;
  /// Gets the text of each stage before the one that `compile` is asked for, in
  /// order. With several machines, `cpu` names the CPU of a stage that each of
  /// them has; else it is empty. Compiling ends where this fails.
  std::function<LogicalResult(Stage stage, StringRef cpu, StringRef text)>
      onStage;
};

/// Lowers `module`, on the reduce dialect, to `stage`, which is LLVM at most.
/// Does not call `onStage`. Fails after errors.
LogicalResult lowerTo(ModuleOp module, Stage stage,
                      llvm::TargetMachine &machine,
                      const CompilerOptions &options = {});

/// The machines to compile for, as `createTargetMachines` returns them.
using TargetMachines = ArrayRef<std::unique_ptr<llvm::TargetMachine>>;

/// What a module was compiled to.
struct CompiledModule {
  /// The text of the stage, or the bytes of an object file.
  SmallVector<char, 0> contents;
  /// Those of the functions that C can call; none without the C interface.
  SmallVector<FunctionSignature> signatures;
};

/// Compiles `module`, on the reduce dialect, to `stage`, which is Object at
/// most. Stages before LLVMIR are for one machine, and several machines need
/// the C interface, which chooses between them when a library is loaded. Leaves
/// `module` in a state that is good for nothing but destroying it. Fails after
/// errors.
FailureOr<CompiledModule> compile(ModuleOp module, TargetMachines machines,
                                  Stage stage = Stage::Object,
                                  const CompilerOptions &options = {});

} // namespace reduce
} // namespace mlir

#endif // REDUCE_TARGET_COMPILER_H
