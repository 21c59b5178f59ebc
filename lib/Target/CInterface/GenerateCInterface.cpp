//===- GenerateCInterface.cpp - Checked calls on DLPack tensors -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterfaceSupport.h"
#include "CallBuilder.h"
#include "Callees/KernelBuffers.h"
#include "Callees/ValueBuilders.h"
#include "QuickCall.h"
#include "ShardedCall.h"
#include "reduce/IR/Functions.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "reduce/Target/CInterface/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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

//===----------------------------------------------------------------------===//
// The functions that C calls
//===----------------------------------------------------------------------===//

/// Builds the function that checks all tensors and calls the matching variant.
/// This is NAME itself, or NAME.checked, if the function is sharded or NAME is
/// a quick call.
static void buildEntry(ImplicitLocOpBuilder &builder,
                       InterfaceFunctions &functions) {
  Callee &kernel = functions.kernel, &strided = functions.strided,
         &rows = functions.rows, &shapes = functions.shapes;
  size_t numInputs = functions.getNumInputs();
  size_t numTensors = functions.getNumTensors();
  bool isQuick = canCallQuickly(functions);
  SmallVector<Callee *> callees = {&strided, &rows, &shapes};
  if (!functions.isSharded())
    buildDataFunction(builder, functions);
  if (!functions.data)
    callees.push_back(&kernel);
  CallBuilder call(builder, functions,
                   functions.isSharded() || isQuick ? checkedSuffix : "",
                   callees);
  call.buildInputChecks([](size_t) { return true; });
  call.buildOutputTypeChecks();
  call.buildInputExtents();
  call.buildOutputExtents();
  call.buildSizeRecords();
  call.buildOutputChecks();

  Value inputs = call.buildAreContiguous(0, numInputs);
  Value outputs = call.buildAreContiguous(numInputs, numTensors);
  Block *next = call.beginCase(arith::AndIOp::create(builder, inputs, outputs));
  call.buildAliasingCheck(/*areContiguous=*/true);
  call.endCase(kernel, next);
  if (rows || strided)
    call.buildAliasingCheck(/*areContiguous=*/false);
  if (rows) {
    Value haveRows = call.buildHaveContiguousRows();
    next = call.beginCase(arith::AndIOp::create(builder, outputs, haveRows));
    call.endCase(rows, next);
  }
  if (strided)
    call.buildCalleeCall(strided);
  call.buildReturn(strided ? Status::OK : Status::STRIDES);
  if (isQuick)
    buildQuickCall(builder, functions);
}

/// Builds NAME_output_shapes.
static void buildOutputShapes(ImplicitLocOpBuilder &builder,
                              InterfaceFunctions &functions) {
  Callee &shapes = functions.shapes;
  CallBuilder call(builder, functions, "_output_shapes", {&shapes});
  // Static shapes do not depend on the inputs.
  if (shapes)
    call.buildInputChecks([&](size_t i) { return shapes.readsData(i); });
  call.buildCapacityChecks();
  if (shapes) {
    call.buildInputExtents();
    call.buildOutputExtents();
  }
  call.buildShapeStores();
  call.buildReturn(Status::OK);
}

/// Creates the private constant NAME + `suffix` and returns its address.
static Value buildStringConstant(ImplicitLocOpBuilder &builder,
                                 InterfaceFunctions &functions,
                                 StringRef suffix, StringRef bytes) {
  return buildConstant(
      builder, functions, functions.signature.name + suffix.str(),
      LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
      builder.getStringAttr(bytes), /*alignment=*/8);
}

/// Builds NAME_status_string.
static void buildStatusString(ImplicitLocOpBuilder &builder,
                              InterfaceFunctions &functions) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  func::FuncOp function = beginFunction(builder, functions, "_status_string",
                                        builder.getI32Type(), pointer);
  std::string table = getStatusStringTable();
  Value strings =
      buildStringConstant(builder, functions, ".status_strings", table);
  // Statuses beyond the table map to its last entry.
  int64_t numEntries = table.size() / statusStringSize;
  Value last = buildInteger(builder, numEntries - 1, 32);
  Value index = arith::MinUIOp::create(builder, function.getArgument(0), last);
  Value text = LLVM::GEPOp::create(
      builder, pointer,
      LLVM::LLVMArrayType::get(builder.getI8Type(), statusStringSize), strings,
      ArrayRef<LLVM::GEPArg>(index));
  func::ReturnOp::create(builder, text);
}

/// Builds NAME_signature.
static void buildSignature(ImplicitLocOpBuilder &builder,
                           InterfaceFunctions &functions) {
  beginFunction(builder, functions, "_signature", TypeRange(),
                LLVM::LLVMPointerType::get(builder.getContext()));
  std::string text = printSignature(functions.signature);
  Value address = buildStringConstant(builder, functions, ".signature",
                                      StringRef(text.c_str(), text.size() + 1));
  func::ReturnOp::create(builder, address);
}

/// Builds the functions that C calls (`getExportedNames`) and their constants.
/// `functions` must be hidden and prepared.
static void buildCInterface(InterfaceFunctions &functions) {
  func::FuncOp kernel = functions.kernel.function;
  ImplicitLocOpBuilder builder(kernel.getLoc(), kernel);
  buildEntry(builder, functions);
  if (functions.isSharded())
    buildShardedCall(builder, functions);
  buildOutputShapes(builder, functions);
  buildStatusString(builder, functions);
  buildSignature(builder, functions);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

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
    moveKernelBuffersToCallers(module);
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
