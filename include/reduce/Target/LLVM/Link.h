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
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Triple;
} // namespace llvm

namespace mlir::reduce {

/// Links the ELF object file `object` to a shared library at `path`, which is
/// replaced in one step when all went well. Takes the lld of LLVM's packages;
/// for the host's architecture `cc` where there is none. Fails with what the
/// linker says. The library calls itself `soname` (DT_SONAME), if that is not
/// empty; nothing else in it depends on names or time.
/// With `useOpenMP`, the library names OpenMP's, if the object needs it, for
/// the loader to find.
llvm::Error linkSharedLibrary(llvm::ArrayRef<char> object, llvm::StringRef path,
                              const llvm::Triple &triple,
                              llvm::StringRef soname = "",
                              bool useOpenMP = false);

/// Writes a static archive with `object` as its one member, called reduce.o, at
/// `path`, as above.
llvm::Error writeArchive(llvm::ArrayRef<char> object, llvm::StringRef path);

} // namespace mlir::reduce

#endif // REDUCE_TARGET_LLVM_LINK_H
