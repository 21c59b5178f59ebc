//===- CompiledLibrary.h - A compiled library, opened -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_COMPILEDLIBRARY_H
#define REDUCE_EXECUTION_COMPILEDLIBRARY_H

#include "reduce/Execution/CompiledFunction.h"

namespace mlir::reduce {

/// A compiled shared library. It remains open until this object and all of its
/// functions are destroyed.
class CompiledLibrary {
public:
  /// Opens the library at `path`. Fails, with the path in the error, if the
  /// file is missing, is not an ELF shared library, is for another machine, or
  /// has no compiled function. Does not run any code of such a library.
  static llvm::Expected<CompiledLibrary> open(llvm::StringRef path);

  /// Returns the names of the functions, sorted.
  llvm::ArrayRef<std::string> getFunctionNames() const { return names; }

  /// Returns the function `name` or, if that is empty, the library's only
  /// function. Fails if there is no such function, if an empty name is
  /// ambiguous, or if the signature cannot be read.
  llvm::Expected<CompiledFunction> getFunction(llvm::StringRef name) const;

private:
  CompiledLibrary(llvm::StringRef path, std::vector<std::string> names,
                  std::shared_ptr<void> handle)
      : path(path), names(std::move(names)), handle(std::move(handle)) {}

  std::string path;
  std::vector<std::string> names;
  std::shared_ptr<void> handle;
};

/// Returns `name` if it is one of `names`, or the only element of `names` if
/// `name` is empty. Otherwise fails with an error that lists the names of
/// `where`, for example "the library".
llvm::Expected<std::string> selectFunction(llvm::ArrayRef<std::string> names,
                                           llvm::StringRef name,
                                           llvm::StringRef where);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_COMPILEDLIBRARY_H
