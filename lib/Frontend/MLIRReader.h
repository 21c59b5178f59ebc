//===- MLIRReader.h - Reading MLIR of any origin ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_MLIRREADER_H
#define REDUCE_LIB_FRONTEND_MLIRREADER_H

#include "mlir/IR/Location.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::reduce::detail {

/// Checks that MLIR's reader survives `buffer` (text or bytecode). Fails with
/// an error at `loc` otherwise. Deeply nested text overflows the reader's
/// stack. The reader trusts the sizes and references of bytecode: damaged
/// bytecode can make it write out of bounds, request any amount of memory, or
/// never return. This function therefore reads `buffer` in a child process
/// first, in a context with the dialects of the location's context. Bytecode
/// gets at most `seconds` of time and 2 GiB of memory in addition to the
/// buffer.
///
/// Also fails if bytecode cannot be read. Errors in text, and modules that can
/// be read but are invalid, are left for the regular reader to report.
LogicalResult checkReader(llvm::MemoryBufferRef buffer, Location loc,
                          unsigned seconds = 10);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_FRONTEND_MLIRREADER_H
