//===- Guard.h - Crashes in upstream's code ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// MLIR's readers and verifiers are not made for hostile input and crash on
// some. Those crashes are not this project's to fix, and must not hide the ones
// that are.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_GUARD_H
#define REDUCE_FUZZ_GUARD_H

#include "Fuzz.h"

namespace mlir::reduce::fuzz {

/// Runs `function`. Returns false if it crashes, exceeds a limit, or takes too
/// long without any code of this project on the stack; its data are then lost,
/// and their memory leaks. A crash with code of this project on the stack is
/// reported as usual. The number of ignored crashes is printed at the end.
bool runGuarded(llvm::function_ref<void()> function);

/// Reads MLIR like `parse`, guarded, in the next context of `contexts`. Calls
/// `use` with the module, or with null if it is invalid. Does not call it if
/// the reader crashes.
void parseGuarded(
    FuzzContext &contexts, llvm::StringRef text,
    llvm::function_ref<void(OwningOpRef<ModuleOp>, const Diagnostics &)> use);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_GUARD_H
