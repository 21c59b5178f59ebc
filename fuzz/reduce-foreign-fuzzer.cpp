//===- reduce-foreign-fuzzer.cpp - Fuzzing of other compilers' IR ---------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Converts operations of other compilers. Most are not registered, so no
// verifier has checked them.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "Guard.h"
#include "MLIRMutator.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "reduce/Conversion/Passes.h"
#include "reduce/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::reduce;

static fuzz::FuzzContext contexts(/*allowUnregisteredDialects=*/true,
                                  [](DialectRegistry &registry) {
                                    registry.insert<tosa::TosaDialect>();
                                  });

static void check(ModuleOp module, std::unique_ptr<Pass> pass,
                  const fuzz::Diagnostics &diagnostics) {
  PassManager pm(module.getContext(), module->getName().getStringRef(),
                 OpPassManager::Nesting::Implicit);
  std::string name = pass->getArgument().str();
  pm.addPass(std::move(pass));
  diagnostics.check(succeeded(pm.run(module)), name);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef input = fuzz::toString(data, size);
  using Create = std::unique_ptr<Pass> (*)();
  static constexpr Create creators[] = {
      [] { return createConvertONNXToReducePass(); },
      [] { return createConvertTorchTensorsToBuiltinPass(); },
      [] { return createConvertStableHLOToReducePass(); },
      [] { return createConvertTosaToReducePass(); },
      [] { return createRaiseLinalgToReducePass(); },
      [] { return createConvertReduceToTosaPass(); },
      [] { return createInferShapesPass(); }};
  // Run one pass after the other, each on a newly read module.
  for (Create create : creators) {
    bool isValid = false;
    fuzz::parseGuarded(contexts, input,
                       [&](OwningOpRef<ModuleOp> module,
                           const fuzz::Diagnostics &diagnostics) {
                         isValid = bool(module);
                         static fuzz::Counter numRead("modules read"),
                             numRefused("modules refused");
                         ++(isValid ? numRead : numRefused);
                         if (isValid)
                           check(*module, create(), diagnostics);
                       });
    if (!isValid)
      break;
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return fuzz::mutateMLIR(data, size, maxSize, seed);
}
