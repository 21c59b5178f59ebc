//===- RemarkOptions.h - Options of remarks ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_SUPPORT_REMARKOPTIONS_H
#define REDUCE_SUPPORT_REMARKOPTIONS_H

#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::reduce {

/// Returns the options of a remark `name` on `op`, by the pass whose flag is
/// `pass`. The arguments must outlive the options.
inline remark::RemarkOpts getRemarkOptions(Operation *op, StringRef name,
                                           StringRef pass) {
  StringRef function;
  if (auto parent = op->getParentOfType<SymbolOpInterface>())
    function = parent.getName();
  return remark::RemarkOpts::name(name).category(pass).function(function);
}

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_REMARKOPTIONS_H
