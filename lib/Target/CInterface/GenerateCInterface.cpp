//===- GenerateCInterface.cpp - Checked calls on DLPack tensors -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterfaceBuilder.h"
#include "CInterfaceSupport.h"
#include "reduce/IR/Functions.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "reduce/Target/CInterface/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_GENERATECINTERFACEPASS
#include "reduce/Target/CInterface/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Makes all functions of `module` internal except those called `exported`.
static void hideAllBut(const llvm::StringSet<> &exported, ModuleOp module) {
  for (auto symbol : module.getOps<SymbolOpInterface>()) {
    if (isDeclaration(symbol) || exported.contains(symbol.getName()))
      continue;
    symbol.setPrivate();
    // Private functions still need internal linkage.
    if (auto function = dyn_cast<func::FuncOp>(*symbol))
      makeInternal(function);
    else if (auto function = dyn_cast<LLVM::LLVMFuncOp>(*symbol))
      function.setLinkage(LLVM::Linkage::Internal);
    else if (auto global = dyn_cast<LLVM::GlobalOp>(*symbol);
             global && global.getLinkage() != LLVM::Linkage::Appending)
      global.setLinkage(LLVM::Linkage::Internal);
  }
}

/// Removes attributes that tools without the reduce dialect cannot read.
static void removeReduceAttributes(func::FuncOp function) {
  StringRef sharding = ReduceDialect::ShardingAttrHelper::getNameStr();
  function->removeDiscardableAttr(
      ReduceDialect::LayoutAttrHelper::getNameStr());
  function->removeDiscardableAttr(ReduceDialect::GridAttrHelper::getNameStr());
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (function.getArgAttr(i, sharding))
      function.removeArgAttr(i, sharding);
}

namespace {
struct GenerateCInterfacePass
    : reduce::impl::GenerateCInterfacePassBase<GenerateCInterfacePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<SmallVector<FunctionSignature>> signatures =
        getFunctionSignatures(module);
    if (failed(signatures))
      return signalPassFailure();
    if (signatures->empty())
      return;
    SmallVector<func::FuncOp> functions = llvm::to_vector(
        llvm::make_filter_range(module.getOps<func::FuncOp>(),
                                [](func::FuncOp op) { return op.isPublic(); }));
    llvm::DenseMap<StringAttr, Operation *> users = getSymbolUsers(module);
    llvm::StringSet<> names;
    std::vector<InterfaceFunctions> interfaces;
    for (auto [function, signature] : llvm::zip_equal(functions, *signatures)) {
      for (const std::string &name : getExportedNames(signature))
        names.insert(name);
      interfaces.emplace_back(function, std::move(signature),
                              users.lookup(function.getSymNameAttr()));
    }
    auto forEach = [&](LogicalResult (InterfaceFunctions::*step)()) {
      return success(llvm::all_of(interfaces, [&](InterfaceFunctions &each) {
        return succeeded((each.*step)());
      }));
    };
    if (failed(forEach(&InterfaceFunctions::check)))
      return signalPassFailure();
    // Rename all kernels first: the interfaces reuse their names.
    for (InterfaceFunctions &each : interfaces)
      each.hide();
    if (failed(forEach(&InterfaceFunctions::checkNames)) ||
        failed(insertCInterfaceSupport(module)))
      return signalPassFailure();
    if (llvm::any_of(
            interfaces,
            [](const InterfaceFunctions &each) { return each.isSharded(); }) &&
        failed(insertShardedCallSupport(module)))
      return signalPassFailure();
    for (InterfaceFunctions &each : interfaces) {
      each.prepare();
      buildCInterface(each);
    }
    hideAllBut(names, module);
    // The interfaces know now which variant to call, and how tensors are
    // sharded.
    for (auto function : module.getOps<func::FuncOp>())
      removeReduceAttributes(function);
    module->removeDiscardableAttr(ReduceDialect::GridAttrHelper::getNameStr());
    numFunctions += interfaces.size();
    // Remove products of sizes that no stride uses.
    IRRewriter rewriter(&getContext());
    (void)runRegionDCE(rewriter, module->getRegions());
  }
};
} // namespace
