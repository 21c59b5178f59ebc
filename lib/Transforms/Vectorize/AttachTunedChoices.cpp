//===- AttachTunedChoices.cpp - Choices from a tuning file ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningFile.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Vectorize/Passes.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_ATTACHTUNEDCHOICESPASS
#include "reduce/Transforms/Vectorize/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
struct AttachTunedChoicesPass
    : reduce::impl::AttachTunedChoicesPassBase<AttachTunedChoicesPass> {
  using AttachTunedChoicesPassBase::AttachTunedChoicesPassBase;

  void runOnOperation() override {
    FailureOr<TuningFile> contents = TuningFile();
    if (!file.empty())
      contents = TuningFile::read(file, &getContext());
    if (failed(contents))
      return signalPassFailure();
    DictionaryAttr choices = contents->getChoices(target, &getContext());
    ReduceDialect::TunedChoicesAttrHelper(&getContext())
        .setAttr(getOperation(), choices);
    numChoices += choices.size();
  }
};
} // namespace
