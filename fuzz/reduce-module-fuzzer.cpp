//===- reduce-module-fuzzer.cpp - Fuzzing with valid modules --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Generates valid modules, so that each reaches the end of the pipeline. The
// modules are printed if REDUCE_FUZZ_PRINT is set in the environment.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "ModuleGenerator.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::reduce;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz::FuzzContext contexts;
  std::string extended = fuzz::extend(data, size);
  FuzzedDataProvider bytes(reinterpret_cast<const uint8_t *>(extended.data()),
                           extended.size());
  fuzz::Lowering lowering;
  lowering.machine =
      bytes.ConsumeIntegralInRange<unsigned>(0, fuzz::getNumMachines() - 1);
  lowering.threads = bytes.ConsumeIntegralInRange(0, 3) == 0 ? 4 : 1;
  lowering.debugInfo = bytes.ConsumeIntegralInRange(0, 7) == 0;
  lowering.generateCode = bytes.ConsumeIntegralInRange(0, 15) == 0;

  MLIRContext *context = contexts.get();
  fuzz::Diagnostics diagnostics(context);
  fuzz::ModuleGenerator generator(bytes, context);
  OwningOpRef<ModuleOp> module = generator.generate();
  static const bool prints = getenv("REDUCE_FUZZ_PRINT");
  if (prints)
    llvm::errs() << *module << '\n';
  if (failed(verify(*module)))
    fuzz::reportFinding("the generated module is not valid: " +
                        diagnostics.getErrors() + "\n" + fuzz::print(*module));
  fuzz::checkRoundTrip(*module, diagnostics);
  fuzz::checkCanonicalization(*module, diagnostics);
  std::string text = fuzz::print(*module);
  static fuzz::Counter numLowered("modules lowered"),
      numRefused("modules refused");
  bool isLowered = fuzz::checkLowering(*module, lowering, diagnostics);
  ++(isLowered ? numLowered : numRefused);
  if (!isLowered && generator.mustLower())
    fuzz::reportFinding("lowering fails: " + diagnostics.getErrors() + "\n" +
                        text);
  return 0;
}
