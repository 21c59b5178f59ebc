//===- CompilerContext.cpp - Context for compiling models -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerContext.h"

#include "mlir/IR/DialectRegistry.h"
#include "reduce/Target/Compiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  return registry;
}

CompilerContext::CompilerContext()
    : context(makeRegistry()), diagnostics(sourceMgr, &context, llvm::errs()) {
  context.printOpOnDiagnostic(false);
}
