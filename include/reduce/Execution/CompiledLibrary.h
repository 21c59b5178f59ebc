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

/// A shared library with the compiled library's C interface. It stays open
/// until this object and all functions taken from it are gone.
class CompiledLibrary {
public:
  /// Opens the library at `path`. Fails, naming the path, for a file that is
  /// missing, no ELF shared library, for another machine, or without a compiled
  /// function; no code of such a library is run.
  static llvm::Expected<CompiledLibrary> open(llvm::StringRef path);

  /// The names of its functions, sorted.
  llvm::ArrayRef<std::string> getFunctionNames() const { return names; }

  /// Returns the function `name`; where that is empty, the library's only one.
  /// Fails where there is no such function, more than one to choose from, or
  /// its signature cannot be read.
  llvm::Expected<CompiledFunction> getFunction(llvm::StringRef name) const;

private:
  CompiledLibrary(llvm::StringRef path, std::vector<std::string> names,
                  std::shared_ptr<void> handle)
      : path(path), names(std::move(names)), handle(std::move(handle)) {}

  std::string path;
  std::vector<std::string> names;
  std::shared_ptr<void> handle;
};

/// Returns `name` if it is one of `names`; the only one of them where `name` is
/// empty. Fails otherwise, with the names that `where` ("the library") has.
llvm::Expected<std::string> selectFunction(llvm::ArrayRef<std::string> names,
                                           llvm::StringRef name,
                                           llvm::StringRef where);

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_COMPILEDLIBRARY_H
