//===- Bytecode.h - Versions of the dialect ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_IR_BYTECODE_H
#define REDUCE_LIB_IR_BYTECODE_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace mlir::reduce {
class ReduceDialect;

/// Gives `dialect` a version, which bytecode carries.
void addBytecodeInterface(ReduceDialect &dialect);

/// Reads the attributes `names` of a reduction as far as they are there, in the
/// order of the alphabet. Fails, with an error by `reader`, where one is an
/// array that contradicts itself: even to print it would be an error.
LogicalResult readReductionProperties(DialectBytecodeReader &reader,
                                      MLIRContext *context,
                                      ArrayRef<StringRef> names,
                                      DictionaryAttr &properties);

/// Writes what `readReductionProperties` reads. `properties` is a dictionary,
/// or null for none.
void writeReductionProperties(DialectBytecodeWriter &writer,
                              ArrayRef<StringRef> names, Attribute properties);

} // namespace mlir::reduce

#endif // REDUCE_LIB_IR_BYTECODE_H
