//===- Bytecode.h - Versions of the dialect ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_IR_BYTECODE_H
#define REDUCE_LIB_IR_BYTECODE_H

namespace mlir::reduce {
class ReduceDialect;

/// Gives `dialect` a version, which bytecode carries.
void addBytecodeInterface(ReduceDialect &dialect);

} // namespace mlir::reduce

#endif // REDUCE_LIB_IR_BYTECODE_H
