//===- AttachShardings.cpp - Declare how ranks share tensors --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Transforms/Sharding/Passes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_ATTACHSHARDINGSPASS
#include "reduce/Transforms/Sharding/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// Returns the name by which argument `index` of `function` is known.
static std::string getInputName(func::FuncOp function, unsigned index) {
  if (auto name = function.getArgAttrOfType<StringAttr>(
          index, ReduceDialect::NameAttrHelper::getNameStr()))
    return name.str();
  return ("arg" + Twine(index)).str();
}

namespace {
struct AttachShardingsPass
    : reduce::impl::AttachShardingsPassBase<AttachShardingsPass> {
  using AttachShardingsPassBase::AttachShardingsPassBase;

  void runOnOperation() override {
    if (grid.empty() && shardings.empty())
      return;
    if (failed(attach()))
      signalPassFailure();
  }

private:
  LogicalResult attach();
  /// Sets the sharding of each argument called `name`.
  LogicalResult attach(StringRef name, ShardingAttr sharding);
  /// Parses #reduce.KIND<text>. Returns null after an error.
  Attribute parse(StringRef kind, StringRef text);
};
} // namespace

Attribute AttachShardingsPass::parse(StringRef kind, StringRef text) {
  Attribute attribute = parseAttribute(
      ("#reduce." + kind + "<" + text + ">").str(), &getContext());
  if (!attribute)
    getOperation().emitError() << "'" << text << "' is not a " << kind;
  return attribute;
}

LogicalResult AttachShardingsPass::attach() {
  ModuleOp module = getOperation();
  if (grid.empty() || shardings.empty())
    return module.emitError()
           << (grid.empty() ? "inputs are sharded, but there is no grid"
                            : "there is a grid, but no input is sharded");
  auto gridAttr = dyn_cast_if_present<GridAttr>(parse("grid", grid));
  if (!gridAttr)
    return failure();
  module->setAttr(ReduceDialect::GridAttrHelper::getNameStr(), gridAttr);
  llvm::StringSet<> names;
  SmallVector<StringRef> entries;
  StringRef(shardings).split(entries, ';', /*MaxSplit=*/-1,
                             /*KeepEmpty=*/false);
  for (StringRef entry : entries) {
    // A name may contain '='.
    auto [name, text] = entry.rsplit('=');
    if (text.empty())
      return module.emitError()
             << "expected INPUT=[...], got '" << entry << "'";
    if (!names.insert(name).second)
      return module.emitError() << "input '" << name << "' has two shardings";
    auto sharding = dyn_cast_if_present<ShardingAttr>(parse("sharding", text));
    if (!sharding || failed(attach(name, sharding)))
      return failure();
  }
  return success();
}

LogicalResult AttachShardingsPass::attach(StringRef name,
                                          ShardingAttr sharding) {
  ModuleOp module = getOperation();
  bool isKnown = false;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic())
      continue;
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
      if (getInputName(function, index) != name)
        continue;
      // The verifier would report this, too, but not name the input.
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor ||
          tensor.getRank() != static_cast<int64_t>(sharding.getDims().size()))
        return function.emitOpError()
               << "input '" << name << "' is " << type
               << ", which has not as many dimensions as " << sharding;
      function.setArgAttr(
          index, ReduceDialect::ShardingAttrHelper::getNameStr(), sharding);
      ++numArguments;
      isKnown = true;
    }
  }
  if (isKnown)
    return success();
  InFlightDiagnostic error = module.emitError()
                             << "no function has an input '" << name << "'";
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic()) {
      Diagnostic &note = error.attachNote(function.getLoc());
      note << "'" << function.getName() << "' has ";
      llvm::interleaveComma(
          llvm::seq(function.getNumArguments()), note, [&](unsigned index) {
            note << "'" << getInputName(function, index) << "'";
          });
    }
  return error;
}
