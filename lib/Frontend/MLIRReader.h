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

namespace mlir::reduce {

/// Fails, with an error at `loc`, where MLIR's reader does not survive
/// `buffer`, text or bytecode, in a context with the dialects of the
/// location's. Deeply nested text overflows its stack. It believes the sizes
/// and references of bytecode: from damaged bytes it may write out of bounds,
/// ask for any amount of memory, or never return. So a process of its own reads
/// first, bytecode with at most `seconds` of time and 2 GiB of memory beyond
/// what the buffer takes. Also fails where bytecode cannot be read; whether a
/// module that can be read is valid, and what is wrong with a text, is left to
/// who reads it next.
LogicalResult checkReader(llvm::MemoryBufferRef buffer, Location loc,
                          unsigned seconds = 10);

} // namespace mlir::reduce

#endif // REDUCE_LIB_FRONTEND_MLIRREADER_H
