//===- SharedLibrary.h - Loading of shared libraries ------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_SHAREDLIBRARY_H
#define REDUCE_EXECUTION_SHAREDLIBRARY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::reduce {

/// Loads the shared library at `path`, which is never searched for among the
/// system's, and returns the handle of dlopen. Errors name the path.
llvm::Expected<void *> loadSharedLibrary(llvm::StringRef path);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_SHAREDLIBRARY_H
