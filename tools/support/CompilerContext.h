//===- CompilerContext.h - Context for compiling models ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_SUPPORT_COMPILERCONTEXT_H
#define REDUCE_TOOLS_SUPPORT_COMPILERCONTEXT_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::reduce {

/// An MLIR context with the compiler's dialects. Diagnostics are printed on
/// standard error with their location in the model.
class CompilerContext {
public:
  CompilerContext();

  MLIRContext *get() { return &context; }

private:
  MLIRContext context;
  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticHandler diagnostics;
};

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_SUPPORT_COMPILERCONTEXT_H
