//===- TuningFile.h - Measured choices in a file ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_VECTORIZE_TUNINGFILE_H
#define REDUCE_LIB_TRANSFORMS_VECTORIZE_TUNINGFILE_H

#include "reduce/IR/ReduceAttributes.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace mlir::reduce::detail {

/// Choices for the reductions of targets. The file is text. The first line is
/// "reduce-tuning 1", and each other line has a choice:
///
///   TARGET KEY STRATEGY [accumulators=N] [vector_bits=N]
///
/// '#' starts a comment.
class TuningFile {
public:
  /// Reads the file at `path`. Fails after an error at the line and column that
  /// is not valid.
  static FailureOr<TuningFile> read(StringRef path, MLIRContext *context);

  /// Returns the choices for `target` by their keys.
  DictionaryAttr getChoices(StringRef target, MLIRContext *context) const;

  /// Adds, replaces or, if `choice` is null, removes the choice for `key`.
  void setChoice(StringRef target, StringRef key, TunedChoiceAttr choice);

  /// Writes all choices in order. The file at `path` is replaced atomically.
  llvm::Error write(StringRef path) const;

private:
  /// The choices by target and key.
  std::map<std::pair<std::string, std::string>, TunedChoiceAttr> choices;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_VECTORIZE_TUNINGFILE_H
