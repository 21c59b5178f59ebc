//===- OutputFile.h - Files written whole or not at all ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_SUPPORT_OUTPUTFILE_H
#define REDUCE_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::reduce {

/// Writes `bytes` to the file `path`. First writes a temporary file in the same
/// folder and then renames it, so that `path` is never incomplete. "-" is
/// standard output. A path that is not a regular file (a device, a pipe) is
/// written in place. On failure, including a full disk, the error names the
/// path.
llvm::Error writeOutputFile(llvm::StringRef path, llvm::StringRef bytes,
                            bool isExecutable = false);

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_OUTPUTFILE_H
