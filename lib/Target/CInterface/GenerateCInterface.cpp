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

/// Makes all functions of `module` internal except the interfaces of the
/// functions called `names`.
static void hideAllBut(ArrayRef<std::string> names, ModuleOp module) {
  llvm::StringSet<> exported;
  for (StringRef name : names)
    for (StringRef suffix : exportedSuffixes)
      exported.insert((name + suffix).str());
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
    SmallVector<std::string> names;
    std::vector<InterfaceFunctions> interfaces;
    for (auto [function, signature] : llvm::zip_equal(functions, *signatures)) {
      names.push_back(signature.name);
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
    for (InterfaceFunctions &each : interfaces) {
      each.prepare();
      buildCInterface(each);
    }
    hideAllBut(names, module);
    // The interfaces know now which variant to call.
    ReduceDialect::LayoutAttrHelper layouts(&getContext());
    for (auto function : module.getOps<func::FuncOp>())
      if (layouts.isAttrPresent(function))
        layouts.removeAttr(function);
    numFunctions += interfaces.size();
    // Remove products of sizes that no stride uses.
    IRRewriter rewriter(&getContext());
    (void)runRegionDCE(rewriter, module->getRegions());
  }
};
} // namespace
