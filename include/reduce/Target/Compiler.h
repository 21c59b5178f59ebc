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
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CodeGen.h"
#include <optional>

namespace llvm {
class TargetMachine;
class raw_ostream;
} // namespace llvm

namespace mlir {
class DialectRegistry;

class PassManager;

namespace reduce {

/// Sets up a pass manager before its run, for example by
/// applyPassManagerCLOptions; may fail.
using ConfigurePassManagerFn =
    llvm::function_ref<llvm::LogicalResult(PassManager &)>;

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
  /// Called on each pass manager; what it refers to must outlive the options.
  ConfigurePassManagerFn configure = {};
};

/// Lowers `module`, on the reduce dialect, to `stage`, which is LLVM at most.
/// At stage LLVM public functions have the C interface. Fails after errors.
LogicalResult lowerTo(ModuleOp module, Stage stage,
                      llvm::TargetMachine &machine,
                      const CompilerOptions &options = {});

/// The machines to compile for, as `createTargetMachines` returns them.
using TargetMachines = ArrayRef<std::unique_ptr<llvm::TargetMachine>>;

/// Lowers `module` to LLVM IR and prints it. Fails after errors.
LogicalResult printLLVMIR(ModuleOp module, TargetMachines machines,
                          llvm::raw_ostream &os,
                          const CompilerOptions &options = {});

/// Compiles `module` to an object file or to assembly. Fails after errors.
FailureOr<llvm::SmallVector<char, 0>>
compile(ModuleOp module, TargetMachines machines,
        llvm::CodeGenFileType fileType = llvm::CodeGenFileType::ObjectFile,
        const CompilerOptions &options = {});

} // namespace reduce
} // namespace mlir

#endif // REDUCE_TARGET_COMPILER_H
