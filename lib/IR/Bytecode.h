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

/// Adds the bytecode interface to `dialect`, which stores its version.
void addBytecodeInterface(ReduceDialect &dialect);

/// Reads those of the attributes `names` of a reduction that are present, in
/// alphabetical order. Fails, with an error by `reader`, if one contains an
/// inconsistent array, which not even the printer may access.
LogicalResult readReductionProperties(DialectBytecodeReader &reader,
                                      MLIRContext *context,
                                      ArrayRef<StringRef> names,
                                      DictionaryAttr &properties);

/// Writes the attributes for `readReductionProperties`. `properties` is a
/// dictionary, or null if there are none.
void writeReductionProperties(DialectBytecodeWriter &writer,
                              ArrayRef<StringRef> names, Attribute properties);

} // namespace mlir::reduce

#endif // REDUCE_LIB_IR_BYTECODE_H
