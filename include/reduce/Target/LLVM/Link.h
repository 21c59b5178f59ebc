//===- Link.h - From an object file to a library ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TARGET_LLVM_LINK_H
#define REDUCE_TARGET_LLVM_LINK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Triple;
} // namespace llvm

namespace mlir::reduce {

/// Links the ELF object file `object` to a shared library at `path`, which is
/// replaced atomically on success. Uses the lld of LLVM's packages or, if there
/// is none, `cc` for the host's architecture. On failure, the error contains
/// the linker's messages. If `soname` is not empty, it becomes DT_SONAME;
/// nothing else in the library depends on names or time. With `useOpenMP`, the
/// library depends on OpenMP's library if the object needs it.
llvm::Error linkSharedLibrary(llvm::ArrayRef<char> object, llvm::StringRef path,
                              const llvm::Triple &triple,
                              llvm::StringRef soname = "",
                              bool useOpenMP = false);

/// Returns whether `linkObjects` can be called.
bool canLinkObjects(const llvm::Triple &triple);

/// Returns an object file with the contents of `objects`, for `triple`. Fails
/// if the linker does.
llvm::Expected<llvm::SmallVector<char, 0>>
linkObjects(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects,
            const llvm::Triple &triple);

/// Writes a static archive to `path` with `object` as its only member, named
/// reduce.o. Like linkSharedLibrary, replaces the file atomically, and the
/// archive does not depend on names or time.
llvm::Error writeArchive(llvm::ArrayRef<char> object, llvm::StringRef path);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_LLVM_LINK_H
