//===- CInterfaceSupport.cpp - Functions that checked calls share ---------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterfaceSupport.h"
#include "reduce/Support/Status.h"
#include "reduce_comm.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The text of CInterfaceSupport.mlir.
static constexpr char supportText[] =
#include "CInterfaceSupport.mlir.inc"
    ;

/// The text of ShardedCallSupport.mlir.
static constexpr char shardedCallText[] =
#include "ShardedCallSupport.mlir.inc"
    ;

/// Returns the value of the status or of the code of reduce_comm.h `name`;
/// std::nullopt for other names, which comments contain.
static std::optional<int32_t> getValueOf(StringRef name) {
  for (const StatusInfo &status : getStatuses())
    if (status.name == name)
      return status.value;
  return llvm::StringSwitch<std::optional<int32_t>>(name)
      .Case("REDUCE_COMM_I64", REDUCE_COMM_I64)
      .Case("REDUCE_COMM_MAX", REDUCE_COMM_MAX)
      .Default(std::nullopt);
}

/// Replaces each ${NAME} by the value of NAME.
static std::string substituteValues(StringRef text) {
  std::string result;
  while (true) {
    auto [before, rest] = text.split("${");
    result += before;
    if (rest.empty())
      return result;
    auto [name, after] = rest.split('}');
    if (std::optional<int32_t> value = getValueOf(name))
      result += std::to_string(*value);
    text = after;
  }
}

bool mlir::reduce::detail::isCInterfaceSupport(StringRef name) {
  std::string definition = ("func.func private @" + name + "(").str();
  return StringRef(supportText).contains(definition) ||
         StringRef(shardedCallText).contains(definition);
}

LogicalResult mlir::reduce::detail::checkNameIsFree(ModuleOp module,
                                                    const Twine &name) {
  Operation *other = module.lookupSymbol(name.str());
  if (!other)
    return success();
  return other->emitOpError()
         << "has a name that the C interface needs: '" << name.str() << "'";
}

/// Appends the functions of `text` to `module`.
static LogicalResult insertSupport(ModuleOp module, StringRef text,
                                   StringRef name) {
  MLIRContext *context = module.getContext();
  // The functions may call those of another text, which are not there yet.
  OwningOpRef<ModuleOp> support = parseSourceString<ModuleOp>(
      substituteValues(text), ParserConfig(context, /*verifyAfterParse=*/false),
      name);
  if (!support)
    return failure();
  for (auto function :
       llvm::make_early_inc_range(support->getOps<LLVM::LLVMFuncOp>())) {
    // The module may already declare functions of the C library.
    auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(function.getName());
    if (known && known.isExternal() &&
        known.getFunctionType() == function.getFunctionType())
      continue;
    if (failed(checkNameIsFree(module, function.getName())))
      return failure();
    function->moveBefore(module.getBody(), module.getBody()->end());
  }
  auto internal = LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal);
  for (auto function :
       llvm::make_early_inc_range(support->getOps<func::FuncOp>())) {
    if (failed(checkNameIsFree(module, function.getName())))
      return failure();
    function->setAttr("llvm.linkage", internal);
    function->moveBefore(module.getBody(), module.getBody()->end());
  }
  return success();
}

LogicalResult mlir::reduce::detail::insertCInterfaceSupport(ModuleOp module) {
  return insertSupport(module, supportText, "c-interface-support");
}

LogicalResult mlir::reduce::detail::insertShardedCallSupport(ModuleOp module) {
  return insertSupport(module, shardedCallText, "sharded-call-support");
}
