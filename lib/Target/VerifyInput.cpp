//===- VerifyInput.cpp - What functions may say in the input --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/Functions.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceOps.h"
#include "reduce/IR/TypeInference.h"
#include "reduce/Target/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_VERIFYINPUTPASS
#include "reduce/Target/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

namespace {
/// The kind of value that an attribute must have.
enum class ValueKind { Any, Unit, Linkage, String, Array, Strings, Unknown };
} // namespace

/// Returns the kind of an LLVM dialect attribute on a function.
static ValueKind getFunctionAttributeKind(StringRef name) {
  return llvm::StringSwitch<ValueKind>(name)
      .Cases({"llvm.bareptr", "llvm.emit_c_interface", "llvm.readnone"},
             ValueKind::Unit)
      .Case("llvm.linkage", ValueKind::Linkage)
      .Default(ValueKind::Unknown);
}

/// Returns the kind of an LLVM dialect attribute on a module.
static ValueKind getModuleAttributeKind(StringRef name) {
  return llvm::StringSwitch<ValueKind>(name)
      .Cases({"llvm.commandline", "llvm.data_layout", "llvm.ident",
              "llvm.target_triple"},
             ValueKind::String)
      .Case("llvm.module.flags", ValueKind::Array)
      .Cases({"llvm.dependent_libraries", "llvm.module_asm"},
             ValueKind::Strings)
      .Case("llvm.target", ValueKind::Any)
      .Default(ValueKind::Unknown);
}

/// Returns what `value` should be, or an empty string if it is of kind `kind`.
static StringRef getExpected(ValueKind kind, Attribute value) {
  auto array = dyn_cast<ArrayAttr>(value);
  switch (kind) {
  case ValueKind::Any:
    return "";
  case ValueKind::Unit:
    return isa<UnitAttr>(value) ? "" : "a unit";
  case ValueKind::Linkage:
    return isa<LLVM::LinkageAttr>(value) ? "" : "a linkage";
  case ValueKind::String:
    return isa<StringAttr>(value) ? "" : "a string";
  case ValueKind::Array:
    return array ? "" : "an array";
  case ValueKind::Strings:
    return array && llvm::all_of(array, llvm::IsaPred<StringAttr>)
               ? ""
               : "an array of strings";
  case ValueKind::Unknown:
    break;
  }
  llvm_unreachable("an unknown attribute has no kind");
}

/// Whether `name` is an inherent attribute of llvm.func.
static bool isInherentInLLVMFunc(StringAttr name) {
  // LLVMFuncOp::getAttributeNames() would return a second, empty list here
  // instead of the library's list.
  auto function =
      RegisteredOperationName::lookup("llvm.func", name.getContext());
  return function && llvm::is_contained(function->getAttributeNames(), name);
}

/// Whether the type of an argument or result of `function` is one of `Types`.
template <typename... Types> static bool isOn(func::FuncOp function) {
  auto isOne = llvm::IsaPred<Types...>;
  return llvm::any_of(function.getArgumentTypes(), isOne) ||
         llvm::any_of(function.getResultTypes(), isOne);
}

namespace {
struct VerifyInputPass : reduce::impl::VerifyInputPassBase<VerifyInputPass> {
  using VerifyInputPassBase::VerifyInputPassBase;

  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](Operation *op) {
      LogicalResult verified = verifyTypes(op);
      if (failed(verified))
        return WalkResult(verified);
      if (auto module = dyn_cast<ModuleOp>(op))
        verified = verifyModule(module);
      else if (auto function = dyn_cast<func::FuncOp>(op))
        verified = verifyFunction(function);
      else if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
        verified = verifyPersonality(function);
      else if (!op->isRegistered() && op->getNumRegions() > 0)
        // Upstream's inliner crashes on such regions, because it does not know
        // what they call.
        verified = op->emitOpError()
                   << "has regions and is not registered: it cannot be lowered";
      return WalkResult(verified);
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  /// Fails if `op` uses tensors with an encoding. Upstream's patterns drop the
  /// encoding from the types that they create.
  LogicalResult verifyTypes(Operation *op);
  LogicalResult verifyModule(ModuleOp module);
  LogicalResult verifyFunction(func::FuncOp function);
  LogicalResult verifyPersonality(LLVM::LLVMFuncOp function);
  LogicalResult verifyFunctionAttribute(func::FuncOp function,
                                        NamedAttribute attribute);
  LogicalResult verifyBoundaryAttribute(func::FuncOp function, StringRef kind,
                                        unsigned index, Type type,
                                        NamedAttribute attribute);
  /// Fails if the value of an LLVM dialect attribute is not of kind `kind`.
  LogicalResult verifyKind(Operation *op, NamedAttribute attribute,
                           ValueKind kind);
  /// Fails if `attribute` belongs to OpenMP and the compiler controls threads.
  LogicalResult verifyNotOpenMP(Operation *op, NamedAttribute attribute,
                                const Twine &place = "");
};
} // namespace

LogicalResult VerifyInputPass::verifyTypes(Operation *op) {
  if (!isa<linalg::LinalgOp>(op) && !OpTrait::hasElementwiseMappableTraits(op))
    return success();
  for (Type type : op->getOperandTypes())
    if (hasEncoding(type))
      return op->emitOpError() << "has " << type
                               << ", whose encoding would be lost: lower it to "
                                  "tensors without an encoding first";
  return success();
}

LogicalResult VerifyInputPass::verifyKind(Operation *op,
                                          NamedAttribute attribute,
                                          ValueKind kind) {
  if (kind == ValueKind::Unknown)
    return op->emitOpError()
           << "has the attribute '" << attribute.getName().getValue()
           << "', which the LLVM dialect does not have here";
  StringRef expected = getExpected(kind, attribute.getValue());
  if (expected.empty())
    return success();
  return op->emitOpError() << "expects '" << attribute.getName().getValue()
                           << "' to be " << expected << ", got "
                           << attribute.getValue();
}

LogicalResult VerifyInputPass::verifyNotOpenMP(Operation *op,
                                               NamedAttribute attribute,
                                               const Twine &place) {
  if (!cInterface || !attribute.getName().getValue().starts_with("omp."))
    return success();
  return op->emitOpError()
         << place << "has the attribute '" << attribute.getName().getValue()
         << "', but the compiler controls OpenMP in a compiled library";
}

LogicalResult VerifyInputPass::verifyModule(ModuleOp module) {
  for (NamedAttribute attribute : module->getDiscardableAttrs()) {
    StringRef name = attribute.getName();
    if (failed(verifyNotOpenMP(module, attribute)))
      return failure();
    bool isLLVM = name.starts_with("llvm.");
    if (isLLVM &&
        failed(verifyKind(module, attribute, getModuleAttributeKind(name))))
      return failure();
    if (cInterface && (isLLVM || name.starts_with("dlti.")))
      return module.emitOpError() << "has the attribute '" << name
                                  << "', but the target determines such "
                                     "attributes of a compiled library";
  }
  return success();
}

LogicalResult
VerifyInputPass::verifyFunctionAttribute(func::FuncOp function,
                                         NamedAttribute attribute) {
  StringAttr name = attribute.getName();
  auto emitError = [&] {
    return function.emitOpError()
           << "has the attribute '" << name.getValue() << "', ";
  };
  // Clause internal-attributes.
  if (name == ReduceDialect::LayoutAttrHelper::getNameStr())
    return emitError() << "which only -reduce-add-strided-variants and "
                          "-reduce-add-shape-functions may set";
  // Clause llvm-attributes.
  if (name == "func.varargs")
    return emitError() << "but variable arguments are not supported";
  if (isInherentInLLVMFunc(name))
    return emitError() << "which belongs to llvm.func and is lost when a "
                          "func.func is lowered";
  if (failed(verifyNotOpenMP(function, attribute)))
    return failure();
  if (!name.getValue().starts_with("llvm."))
    return success();
  if (failed(verifyKind(function, attribute, getFunctionAttributeKind(name))))
    return failure();
  if (function.isExternal())
    return success();
  if (name == LLVM::LLVMDialect::getReadnoneAttrName()) {
    if (isOn<TensorType, BaseMemRefType>(function))
      return emitError() << "but its arguments or results are in memory";
    return success();
  }
  if (cInterface)
    return emitError() << "but the C interface determines how a function of a "
                          "compiled library is called";
  return success();
}

LogicalResult
VerifyInputPass::verifyBoundaryAttribute(func::FuncOp function, StringRef kind,
                                         unsigned index, Type type,
                                         NamedAttribute attribute) {
  StringRef name = attribute.getName();
  std::string place = (kind + " " + Twine(index) + " ").str();
  auto emitError = [&] {
    return function.emitOpError()
           << place << "has the attribute '" << name << "', ";
  };
  // Clause internal-attributes.
  if (name == "bufferize.result")
    return emitError() << "which only -reduce-bufferize-function-boundaries "
                          "may set";
  // Clause llvm-attributes.
  if (failed(verifyNotOpenMP(function, attribute, place)))
    return failure();
  if (!isa<TensorType, BaseMemRefType>(type))
    return success();
  if (name == bufferization::BufferizationDialect::kBufferLayoutAttrName)
    return emitError()
           << "but -reduce-bufferize-function-boundaries chooses the layout";
  // A bare pointer is one value, so it can have LLVM attributes.
  if (name.starts_with("llvm.") && !function->hasAttr("llvm.bareptr"))
    return emitError() << "which applies to one LLVM value, but " << type
                       << " is lowered to several";
  return success();
}

LogicalResult VerifyInputPass::verifyFunction(func::FuncOp function) {
  ++numFunctions;
  if (failed(verifyNoNestedFunctions(function)))
    return failure();
  // Clause llvm-attributes.
  if (function.getNoInline() && function.isPrivate() &&
      isOn<TensorType>(function))
    return function.emitOpError()
           << "has the attribute 'no_inline', but a function on tensors must "
              "be inlined unless it has no callers";
  WalkResult internal =
      function.walk(
          [](CallKernelOp op) {
            op.emitOpError()
                << "is internal: only -reduce-outline-kernels may build it";
            return WalkResult::interrupt();
          });
  if (internal.wasInterrupted())
    return failure();
  for (NamedAttribute attribute : function->getDiscardableAttrs())
    if (failed(verifyFunctionAttribute(function, attribute)))
      return failure();
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    for (NamedAttribute attribute :
         function_interface_impl::getArgAttrs(function, i))
      if (failed(verifyBoundaryAttribute(function, "argument", i, type,
                                         attribute)))
        return failure();
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    for (NamedAttribute attribute :
         function_interface_impl::getResultAttrs(function, i))
      if (failed(
              verifyBoundaryAttribute(function, "result", i, type, attribute)))
        return failure();
  return success();
}

LogicalResult VerifyInputPass::verifyPersonality(LLVM::LLVMFuncOp function) {
  // Clause llvm-attributes.
  FlatSymbolRefAttr name = function.getPersonalityAttr();
  if (!name || isa_and_nonnull<FunctionOpInterface>(
                   SymbolTable::lookupNearestSymbolFrom(function, name)))
    return success();
  return function.emitOpError()
         << "has the attribute 'personality', but there is no function "
         << name;
}
