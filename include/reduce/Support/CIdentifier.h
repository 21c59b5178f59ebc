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

/// Returns `name` made a C identifier that a library can export: a character
/// that cannot stand in one becomes '_', a leading digit gets '_' in front,
/// and what C, C++ or libc uses itself gets the prefix "reduce_". The empty
/// name becomes "_". Different names can become the same identifier.
std::string makeCIdentifier(llvm::StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_CIDENTIFIER_H
