//===- JIT.cpp - Compiled functions in memory -----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/LLVM/JIT.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"

#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir::reduce;

llvm::Expected<CompiledFunction>
mlir::reduce::loadObject(llvm::ArrayRef<char> object,
                         FunctionSignature signature, bool useOpenMP) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> created =
      llvm::orc::LLJITBuilder().create();
  if (!created)
    return created.takeError();
  std::shared_ptr<llvm::orc::LLJIT> jit = std::move(*created);
  if (useOpenMP) {
    auto library = llvm::orc::DynamicLibrarySearchGenerator::Load(
        OPENMP_LIBRARY, jit->getDataLayout().getGlobalPrefix());
    if (!library)
      return library.takeError();
    jit->getMainJITDylib().addGenerator(std::move(*library));
  }
  if (llvm::Error error =
          jit->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(
              llvm::StringRef(object.data(), object.size()), signature.name)))
    return error;

  // Which symbols nobody defines is said here, and not by the lookup's error.
  auto reason = std::make_shared<std::string>();
  jit->getExecutionSession().setErrorReporter([reason](llvm::Error error) {
    *reason = llvm::toString(std::move(error));
  });
  auto lookup = [&](llvm::StringRef suffix) -> llvm::Expected<void *> {
    llvm::Expected<llvm::orc::ExecutorAddr> address =
        jit->lookup(signature.name + suffix.str());
    if (address)
      return address->toPtr<void *>();
    std::string message = llvm::toString(address.takeError());
    return llvm::createStringError(
        "the function '" + signature.name +
        "' cannot be loaded: " + (reason->empty() ? message : *reason));
  };
  CompiledFunction::Addresses addresses;
  llvm::SmallVector<std::pair<llvm::StringRef, void **>> symbols = {
      {"", &addresses.entry},
      {"_output_shapes", &addresses.outputShapes},
      {"_status_string", &addresses.statusString}};
  if (!signature.grid.empty())
    symbols.emplace_back(shardedSuffix, &addresses.sharded);
  for (auto [suffix, address] : symbols) {
    llvm::Expected<void *> found = lookup(suffix);
    if (!found)
      return found.takeError();
    *address = *found;
  }
  return CompiledFunction(std::move(signature), addresses, std::move(jit));
}
