//===- CIdentifier.h - Names of C functions ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_SUPPORT_CIDENTIFIER_H
#define REDUCE_SUPPORT_CIDENTIFIER_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::reduce {

/// Converts `name` to a C identifier that a library can export. Each invalid
/// character becomes '_', and a leading digit is prefixed by '_'. Names that C,
/// C++ or libc use get the prefix "reduce_". The empty name becomes "_".
/// Different names can become the same identifier.
std::string makeCIdentifier(llvm::StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_CIDENTIFIER_H
