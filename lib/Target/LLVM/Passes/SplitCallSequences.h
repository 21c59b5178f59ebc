//===- SplitCallSequences.h - Functions of very many calls ------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of a model of many nodes is one block of thousands of calls. LLVM
// takes time quadratic in their number for values that most of them read, such
// as the address of the input: the register allocator splits such a value's
// live range again and again, and looks at all calls each time.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_LLVM_SPLITCALLSEQUENCES_H
#define REDUCE_LIB_TARGET_LLVM_SPLITCALLSEQUENCES_H

#include "llvm/IR/Module.h"

namespace mlir::reduce {

/// Moves calls of each block of `module` that has very many, with what is
/// between them, to functions of some hundred calls each.
void splitCallSequences(llvm::Module &module);

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_LLVM_SPLITCALLSEQUENCES_H
