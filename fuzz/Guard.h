//===- Guard.h - Crashes of upstream's code ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// MLIR's readers are not made for hostile input: they crash on some, and MLIR's
// own verifiers do. These crashes are not this project's to mend, and are not
// to hide those that are.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_GUARD_H
#define REDUCE_FUZZ_GUARD_H

#include "Fuzz.h"

namespace mlir::reduce::fuzz {

/// Runs `function`. Returns false where it crashed, gave up, or took too long,
/// without any code of this project on the stack; what it was working on is
/// lost then, and its memory with it. A crash with such code on the stack is
/// reported as any other. How many crashes were passed over is printed at the
/// end.
bool runGuarded(llvm::function_ref<void()> function);

/// Reads MLIR as `parse` does, guarded, in the next context of `contexts`,
/// which calls `use` with what was read, null where that is not valid. Does not
/// call it where the reader crashed.
void parseGuarded(
    FuzzContext &contexts, llvm::StringRef text,
    llvm::function_ref<void(OwningOpRef<ModuleOp>, const Diagnostics &)> use);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_GUARD_H
