//===- TextMutator.h - Mutation of texts by words ---------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_TEXTMUTATOR_H
#define REDUCE_FUZZ_TEXTMUTATOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace mlir::reduce::fuzz {

/// Changes the text in `data`, which is `size` bytes long and has room for
/// `maxSize`. Returns its new size. Words and lines are replaced, removed,
/// repeated and exchanged, using other parts of the text, `words`, or numbers;
/// sometimes bytes are changed. A word is a number, a name with its sigil (%x,
/// #m, !t), or a single character.
size_t mutateText(llvm::ArrayRef<const char *> words, uint8_t *data,
                  size_t size, size_t maxSize, unsigned seed);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_TEXTMUTATOR_H
