//===- reduce-damage-bytecode.cpp - Reads bytecode that is damaged --------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a module as bytecode, changes each byte in turn in several ways, and
// reads the result like the tools. Each must give an error or a module that can
// be verified and printed.
//
//===----------------------------------------------------------------------===//

#include "Frontend/MLIRReader.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "reduce/Target/Compiler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The result of reading one file.
enum class Outcome { Error, Module, SilentFailure };

static Outcome read(const std::string &bytes, MLIRContext &context) {
  unsigned numErrors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) { ++numErrors; });
  Location loc = UnknownLoc::get(&context);
  if (succeeded(checkReader(llvm::MemoryBufferRef(bytes, "bytes"), loc,
                            /*seconds=*/1))) {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(bytes, ParserConfig(&context));
    if (module && succeeded(verify(*module))) {
      module->print(llvm::nulls());
      return Outcome::Module;
    }
  }
  return numErrors > 0 ? Outcome::Error : Outcome::SilentFailure;
}

/// reduce-damage-bytecode FILE [SHARE]
///
/// Makes one in SHARE of the changes of each byte.
int main(int argc, char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
  unsigned share = 1;
  if (argc < 2 || argc > 3 ||
      (argc == 3 && (StringRef(argv[2]).getAsInteger(10, share) || !share))) {
    llvm::errs() << "usage: reduce-damage-bytecode FILE [SHARE]\n";
    return EXIT_FAILURE;
  }
  DialectRegistry registry;
  registerCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], &context);
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (!module || failed(writeBytecodeToFile(*module, os)))
    return EXIT_FAILURE;
  if (read(bytes, context) != Outcome::Module) {
    llvm::errs() << "what is not damaged cannot be read\n";
    return EXIT_FAILURE;
  }

  unsigned numErrors = 0, numModules = 0, numSilent = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    auto byte = static_cast<unsigned char>(bytes[i]);
    // The lowest bits of a number encode its length in bytes. A number that is
    // one higher or lower is another reference or size.
    for (auto [number, change] : llvm::enumerate(std::array<int, 5>{
             byte ^ 1, byte + 2, byte - 2, byte ^ 0x80, 0xFF})) {
      if ((i + number) % share != 0)
        continue;
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(change);
      if (damaged == bytes)
        continue;
      llvm::PrettyStackTraceFormat trace("reading with byte %zu of %d as %d", i,
                                         byte, change & 0xFF);
      switch (read(damaged, context)) {
      case Outcome::Error:
        ++numErrors;
        break;
      case Outcome::Module:
        ++numModules;
        break;
      case Outcome::SilentFailure:
        llvm::errs() << "no error says why byte " << i << " of "
                     << unsigned(byte) << " as " << (change & 0xFF)
                     << " cannot be read\n";
        ++numSilent;
        break;
      }
    }
  }
  llvm::outs() << bytes.size() << " bytes: " << numErrors << " errors, "
               << numModules << " modules\n";
  return numErrors == 0 || numModules == 0 || numSilent != 0;
}
