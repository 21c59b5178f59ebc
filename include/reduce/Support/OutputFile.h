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

/// Writes `bytes` to the file `path`: beside it first, then renamed, so that no
/// half-written file is ever seen under that name. "-" is standard output, and
/// what is no regular file (a device, a pipe) is written in place. Fails,
/// naming the path, where that cannot be done, a full disk included.
llvm::Error writeOutputFile(llvm::StringRef path, llvm::StringRef bytes,
                            bool isExecutable = false);

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_OUTPUTFILE_H
