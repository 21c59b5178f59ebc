//===- ConversionRemarks.cpp - Remarks of conversions ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionRemarks.h"

#include "reduce/Support/RemarkOptions.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

void ConversionRemarks::passed(Operation *op, StringRef replacement,
                               size_t count) const {
  numConverted += count;
  remark::passed(op->getLoc(), getRemarkOptions(op, name, pass))
      << remark::metric("operation", replacement);
}

void ConversionRemarks::note(Operation *op, StringRef text) const {
  remark::analysis(op->getLoc(), getRemarkOptions(op, name, pass)) << text;
}

void ConversionRemarks::missed(Operation *op, StringRef reason) const {
  ++numLeft;
  remark::missed(op->getLoc(), getRemarkOptions(op, name, pass))
      << remark::reason("left as it is: {0}", reason);
}

ReasonHandler::ReasonHandler(MLIRContext *context)
    : ScopedDiagnosticHandler(context) {
  // Other threads process other functions and have diagnostics of their own.
  setHandler([this, thread = llvm::get_threadid()](Diagnostic &diagnostic) {
    if (llvm::get_threadid() != thread)
      return failure();
    reason = diagnostic.str();
    return success();
  });
}
