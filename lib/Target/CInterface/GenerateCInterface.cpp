//===- GenerateCInterface.cpp - Checked calls on DLPack tensors -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaAllocation.h"
#include "CInterfaceBuilder.h"
#include "CInterfaceSupport.h"
#include "reduce/IR/Functions.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "reduce/Target/CInterface/Passes.h"
#include "reduce/Transforms/Boundary/ShapeFunctions.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_GENERATECINTERFACEPASS
#include "reduce/Target/CInterface/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Functions that take part
//===----------------------------------------------------------------------===//

/// Makes `callee` take an arena and return a status where it needs to.
static void prepare(Callee &callee) {
  func::FuncOp function = callee.function;
  callee.takesArena = allocateFromArena(function);
  if (callee.returnsStatus || !hasAssertion(function))
    return;
  callee.returnsStatus = true;
  (void)function.insertResult(0, IntegerType::get(function.getContext(), 32),
                              {});
  for (func::ReturnOp op : getReturns(function)) {
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    op.getOperandsMutable().assign(
        buildInteger(builder, static_cast<int32_t>(Status::OK), 32));
  }
}

static void makeInternal(func::FuncOp function) {
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
}

CInterfaceBuilder::CInterfaceBuilder(func::FuncOp function,
                                     FunctionSignature signature)
    : builder(ImplicitLocOpBuilder(function.getLoc(), function)),
      signature(std::move(signature)),
      module(function->getParentOfType<ModuleOp>()) {
  kernel.function = function;
  auto find = [&](const std::string &name, bool hasRows) {
    auto found = module.lookupSymbol<func::FuncOp>(name);
    return found && !found.isExternal() && isStrided(found) &&
                   hasContiguousRows(found) == hasRows
               ? found
               : func::FuncOp();
  };
  StringRef name = function.getName();
  strided.function = find(getStridedVariantName(name), /*hasRows=*/false);
  rows.function = find(getRowsVariantName(name), /*hasRows=*/true);
  shapes.function = find(getShapeFunctionName(name), /*hasRows=*/false);
  shapes.returnsStatus = true;
}

unsigned CInterfaceBuilder::getNumUnknownSizes() {
  unsigned count = 0;
  for (const TensorSignature &output : signature.outputs)
    count += llvm::count(output.shape, TensorSignature::kDynamic);
  return count;
}

/// Whether `types` are memrefs with the shapes and elements of `expected`.
static bool areMemRefsLike(TypeRange types, TypeRange expected) {
  return types.size() == expected.size() &&
         llvm::all_of_zip(types, expected, [](Type type, Type other) {
           auto memRef = dyn_cast<MemRefType>(type);
           return memRef &&
                  memRef.getShape() == cast<ShapedType>(other).getShape() &&
                  memRef.getElementType() == getElementTypeOrSelf(other);
         });
}

/// Fails where `function` allocates what no arena has.
static LogicalResult checkAllocations(func::FuncOp function) {
  WalkResult result = function.walk([](memref::AllocOp op) {
    Type type = op.getType().getElementType();
    if (op.getType().getMemorySpace() || !hasKnownSize(type))
      return WalkResult(
          op.emitOpError()
          << "cannot be of a function that C calls: a buffer of type "
          << op.getType()
          << " is in no ordinary memory, or its elements are of no known size");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Fails where `function` gets an arena or a status and is used in `module`:
/// its callers would not pass the one, nor take the other.
static LogicalResult checkUses(func::FuncOp function, ModuleOp module) {
  bool allocates =
      function.walk([](memref::AllocOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  std::optional<SymbolTable::UseRange> uses = function.getSymbolUses(module);
  if (!uses || uses->empty() || !(allocates || hasAssertion(function)))
    return success();
  return uses->begin()->getUser()->emitOpError()
         << "uses '" << function.getName()
         << "', which allocates memory or asserts something: it must be "
            "inlined first";
}

LogicalResult CInterfaceBuilder::checkFunctions() {
  func::FuncOp function = kernel.function;
  if (failed(verifyNoNestedFunctions(function)) ||
      failed(checkAllocations(function)) || failed(checkUses(function, module)))
    return failure();
  TypeRange types = function.getArgumentTypes();
  if (!areMemRefsLike(types, types) || function.getNumResults() != 0)
    return emitNotCallable(function) << "expected memrefs for arguments and no "
                                        "results, got "
                                     << function.getFunctionType();
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i)
    if (!function.getArgAttr(i, "bufferize.result"))
      return emitNotCallable(function)
             << "argument " << i << ", no result, follows one that is a result";
  for (Callee *variant : {&strided, &rows})
    if (*variant &&
        !areMemRefsLike(variant->function.getArgumentTypes(), types))
      variant->function = {};

  unsigned count = getNumUnknownSizes();
  if (shapes) {
    FunctionType type = shapes.function.getFunctionType();
    if (!areMemRefsLike(type.getInputs(), types.take_front(getNumInputs())) ||
        type.getNumResults() != count + 1 ||
        !type.getResult(0).isSignlessInteger(32) ||
        !llvm::all_of(type.getResults().drop_front(), llvm::IsaPred<IndexType>))
      shapes.function = {};
  }
  if (count > 0 && !shapes)
    return emitNotCallable(function)
           << "there is no shape function for the " << count << " dynamic "
           << (count == 1 ? "size" : "sizes") << " of its results";
  return success();
}

void CInterfaceBuilder::hideKernel() {
  auto name = builder.getStringAttr(signature.name + ".contiguous");
  // Calls of the function itself go on calling it.
  [[maybe_unused]] LogicalResult renamed =
      SymbolTable::replaceAllSymbolUses(kernel.function, name, module);
  assert(succeeded(renamed) && "uses of a symbol can be renamed");
  kernel.function.setName(name);
  for (Callee *callee : {&kernel, &strided, &rows, &shapes})
    if (*callee)
      makeInternal(callee->function);
}

LogicalResult CInterfaceBuilder::checkNames() {
  auto suffixes = llvm::to_vector_of<StringRef>(exportedSuffixes);
  suffixes.append({".status_strings", ".signature"});
  for (StringRef suffix : suffixes)
    if (failed(checkNameIsFree(module, signature.name + suffix)))
      return failure();
  for (size_t i = 0, e = getNumTensors(); i < e; ++i)
    if (failed(checkNameIsFree(module, getExtentsName(i))))
      return failure();
  return success();
}

void CInterfaceBuilder::build() {
  for (Callee *callee : {&kernel, &strided, &rows, &shapes})
    if (*callee)
      prepare(*callee);
  buildEntry();
  buildOutputShapes();
  buildStatusString();
  buildSignature();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Makes whatever `module` defines internal, except for the interfaces of
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
    // Linkage is another thing than visibility.
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
    SmallVector<std::string> names;
    std::vector<CInterfaceBuilder> builders;
    for (auto [function, signature] : llvm::zip_equal(functions, *signatures)) {
      names.push_back(signature.name);
      builders.emplace_back(function, std::move(signature));
    }
    auto forEach = [&](LogicalResult (CInterfaceBuilder::*step)()) {
      return success(llvm::all_of(builders, [&](CInterfaceBuilder &builder) {
        return succeeded((builder.*step)());
      }));
    };
    if (failed(forEach(&CInterfaceBuilder::checkFunctions)))
      return signalPassFailure();
    // All kernels give up their names before any of these is used again.
    for (CInterfaceBuilder &builder : builders)
      builder.hideKernel();
    if (failed(forEach(&CInterfaceBuilder::checkNames)) ||
        failed(insertCInterfaceSupport(module)))
      return signalPassFailure();
    for (CInterfaceBuilder &builder : builders)
      builder.build();
    hideAllBut(names, module);
    numFunctions += builders.size();
    // Products of sizes that no stride needs.
    IRRewriter rewriter(&getContext());
    (void)runRegionDCE(rewriter, module->getRegions());
  }
};
} // namespace
