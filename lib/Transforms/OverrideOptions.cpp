//===- OverrideOptions.cpp - Options of all reductions --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_OVERRIDEOPTIONSPASS
#include "reduce/Transforms/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

namespace {
struct OverrideOptionsPass
    : reduce::impl::OverrideOptionsPassBase<OverrideOptionsPass> {
  using OverrideOptionsPassBase::OverrideOptionsPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    NamedAttrList options;
    if (!nanMode.empty()) {
      std::optional<NanMode> mode = symbolizeNanMode(nanMode);
      if (!mode) {
        getOperation()->emitError() << "invalid nan-mode '" << nanMode
                                    << "': expected propagate or ignore";
        return signalPassFailure();
      }
      options.set("nan_mode", NanModeAttr::get(context, *mode));
    }
    if (strictOrder)
      options.set("strict_order", UnitAttr::get(context));
    getOperation()->walk([&](ReductionOpInterface op) {
      ArrayRef<StringAttr> known = op->getName().getAttributeNames();
      for (NamedAttribute option : options)
        if (llvm::is_contained(known, option.getName()) &&
            op->getAttr(option.getName()) != option.getValue()) {
          op->setAttr(option.getName(), option.getValue());
          ++numOptionsSet;
        }
    });
  }
};
} // namespace
