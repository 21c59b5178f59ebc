//===- Quote.h - Names of a model in messages -------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_SUPPORT_QUOTE_H
#define REDUCE_LIB_SUPPORT_QUOTE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::reduce::detail {

/// Returns `name` in single quotes, with anything but plain text escaped.
std::string quote(llvm::StringRef name);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_SUPPORT_QUOTE_H
