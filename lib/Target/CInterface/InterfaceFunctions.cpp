//===- InterfaceFunctions.cpp - What a C interface calls ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterfaceFunctions.h"
#include "CInterfaceSupport.h"
#include "Callees/ArenaAllocation.h"
#include "Callees/TensorArguments.h"
#include "Callees/ValueBuilders.h"
#include "ShardedCall.h"
#include "reduce/IR/Functions.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/StridedFunctions.h"
#include "reduce/Support/Status.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "reduce/Transforms/Boundary/ShapeFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

InterfaceFunctions::InterfaceFunctions(func::FuncOp function,
                                       FunctionSignature signature,
                                       Operation *user)
    : signature(std::move(signature)),
      module(function->getParentOfType<ModuleOp>()), user(user) {
  kernel.function = function;
  auto find = [&](const std::string &name, Layout layout) {
    auto found = module.lookupSymbol<func::FuncOp>(name);
    return found && !found.isExternal() && getLayout(found) == layout
               ? found
               : func::FuncOp();
  };
  StringRef name = function.getName();
  strided.function = find(getStridedVariantName(name), Layout::Strided);
  rows.function = find(getRowsVariantName(name), Layout::InnerContiguous);
  shapes.function = find(getShapeFunctionName(name), Layout::Strided);
  shapes.returnsStatus = true;
}

const TensorSignature &InterfaceFunctions::getTensor(size_t i) const {
  return i < getNumInputs() ? signature.inputs[i]
                            : signature.outputs[i - getNumInputs()];
}

StringRef InterfaceFunctions::getDataSuffix() const {
  return hasDataFunction(signature) ? StringRef(dataSuffix) : ".data";
}

std::string InterfaceFunctions::getExtentsName(size_t i) const {
  return signature.name + ".shape" + std::to_string(i);
}

std::string InterfaceFunctions::getTypesName() const {
  return signature.name + ".types";
}

//===----------------------------------------------------------------------===//
// Whether C can call them
//===----------------------------------------------------------------------===//

/// Returns the number of output sizes that are not known at compile time.
static unsigned getNumUnknownSizes(const FunctionSignature &signature) {
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

/// Fails if `function` allocates memory that an arena cannot provide.
static LogicalResult checkAllocations(func::FuncOp function) {
  WalkResult result = function.walk([](memref::AllocOp op) {
    Type type = op.getType().getElementType();
    if (op.getType().getMemorySpace() || !hasKnownSize(type))
      return WalkResult(
          op.emitOpError()
          << "is not supported in a function that C calls: a buffer of type "
          << op.getType()
          << " is not in the default memory space, or the size of its elements "
             "is not known");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Fails if `function` will take an arena or return a status and `user` uses
/// it: it would not pass the arena or expect the status.
static LogicalResult checkUser(func::FuncOp function, Operation *user) {
  bool allocates =
      function.walk([](memref::AllocOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!allocates && !hasAssertion(function))
    return success();
  return user->emitOpError()
         << "uses '" << function.getName()
         << "', which allocates memory or contains assertions: it must be "
            "inlined first";
}

LogicalResult InterfaceFunctions::check() {
  func::FuncOp function = kernel.function;
  if (failed(verifyNoNestedFunctions(function)) ||
      failed(checkAllocations(function)) ||
      (user && failed(checkUser(function, user))))
    return failure();
  TypeRange types = function.getArgumentTypes();
  if (!areMemRefsLike(types, types) || function.getNumResults() != 0)
    return emitNotCallable(function) << "expected memrefs for arguments and no "
                                        "results, got "
                                     << function.getFunctionType();
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i)
    if (!function.getArgAttr(i, "bufferize.result"))
      return emitNotCallable(function)
             << "argument " << i
             << " is not a result, but follows an argument that is one";
  for (Callee *variant : {&strided, &rows})
    if (*variant &&
        !areMemRefsLike(variant->function.getArgumentTypes(), types))
      variant->function = {};

  if (shapes && !getCollectiveCalls(shapes.function).empty())
    return emitNotCallable(function)
           << "the shapes of its results depend on data of several ranks";
  if (!isSharded() && !getCollectiveCalls(function).empty())
    return emitNotCallable(function)
           << "it communicates, but has no attribute '"
           << ReduceDialect::GridAttrHelper::getNameStr() << "'";

  unsigned count = getNumUnknownSizes(signature);
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

LogicalResult InterfaceFunctions::checkNames() {
  SmallVector<std::string> names = getExportedNames(signature);
  for (StringRef suffix :
       {StringRef(".status_strings"), StringRef(".signature"),
        StringRef(checkedSuffix), StringRef(".data"), StringRef(".grid"),
        StringRef(".splits")})
    names.push_back(signature.name + suffix.str());
  names.push_back(getTypesName());
  for (const std::string &name : names)
    if (failed(checkNameIsFree(module, name)))
      return failure();
  for (size_t i = 0, e = getNumTensors(); i < e; ++i)
    if (failed(checkNameIsFree(module, getExtentsName(i))))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// What they become
//===----------------------------------------------------------------------===//

void mlir::reduce::detail::makeInternal(func::FuncOp function) {
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
}

void InterfaceFunctions::hide() {
  auto name =
      StringAttr::get(module.getContext(), signature.name + ".contiguous");
  // Calls of the function still refer to it after the renaming.
  if (user) {
    [[maybe_unused]] LogicalResult renamed =
        SymbolTable::replaceAllSymbolUses(kernel.function, name, module);
    assert(succeeded(renamed) && "uses of a symbol can be renamed");
  }
  kernel.function.setName(name);
  for (Callee *callee : {&kernel, &strided, &rows, &shapes})
    if (*callee)
      makeInternal(callee->function);
}

/// Makes `function` store its results, except the first one, in an array of
/// 64-bit integers, which becomes its last argument. Returns how many these
/// are.
static unsigned storeResults(func::FuncOp function) {
  unsigned numStored = function.getNumResults() - 1;
  if (numStored == 0)
    return 0;
  Type pointer = LLVM::LLVMPointerType::get(function.getContext());
  // This fails only for types that do not describe functions.
  (void)function.insertArgument(function.getNumArguments(), pointer, {},
                                function.getLoc());
  Value array = function.getArguments().back();
  for (func::ReturnOp op : getReturns(function)) {
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    for (auto [i, size] : llvm::enumerate(op.getOperands().drop_front()))
      LLVM::StoreOp::create(
          builder,
          arith::IndexCastOp::create(builder, builder.getI64Type(), size),
          buildInteger64Address(builder, array, i));
    op.getOperandsMutable().erase(1, numStored);
  }
  BitVector stored(numStored + 1, true);
  stored.reset(0);
  (void)function.eraseResults(stored);
  return numStored;
}

/// Makes `callee` take an arena and return a status if it needs them.
static void prepareCallee(Callee &callee, bool hasManyTensors) {
  func::FuncOp function = callee.function;
  for (Value argument : function.getArguments())
    callee.areRead.push_back(
        !llvm::all_of(argument.getUsers(), llvm::IsaPred<memref::DimOp>));
  // Before the arena's allocations, so that these come first in the function:
  // a rank without memory must not promise the others that all is well.
  callee.takesSession = passSession(function);
  unsigned numTensors = function.getNumArguments() - callee.takesSession;
  callee.takesArena = allocateFromArena(function);
  if (hasManyTensors) {
    takeTensors(function, numTensors,
                callee.takesElements ? Pointee::FirstElement
                                     : Pointee::DLTensor);
    callee.takesTensors = true;
    if (callee.returnsStatus)
      callee.numStored = storeResults(function);
  }
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

void InterfaceFunctions::prepare() {
  kernel.takesElements = hasManyTensors() && hasDataFunction(signature);
  for (Callee *callee : {&kernel, &strided, &rows, &shapes})
    if (*callee)
      prepareCallee(*callee, hasManyTensors());
}
