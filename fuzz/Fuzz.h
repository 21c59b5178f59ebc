//===- Fuzz.h - Code shared by the fuzzers ----------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_FUZZ_H
#define REDUCE_FUZZ_FUZZ_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <memory>
#include <optional>
#include <random>
#include <string>

namespace mlir::reduce::fuzz {

/// Aborts the process with `message`, which libFuzzer treats as a crash.
[[noreturn]] void reportFinding(const llvm::Twine &message);

/// Counts events over the inputs of a run. The count is printed when the
/// process ends, as "note: NUMBER NAME".
class Counter {
public:
  /// `name` is a string literal. Counters live until the process ends.
  explicit Counter(const char *name);

  Counter &operator++() {
    ++number;
    return *this;
  }

private:
  static void printAll();

  const char *name;
  unsigned number = 0;
  Counter *next;
};

/// Returns libFuzzer's input as a string.
inline llvm::StringRef toString(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// A generator of random numbers, seeded by libFuzzer's arguments to a mutator.
/// The numbers are the same on every machine.
using Generator = std::mt19937;

/// Returns a number in [0, `end`). `end` must not be 0.
inline size_t draw(Generator &generator, size_t end) {
  return generator() % end;
}

/// Returns `data` after bytes that its first bytes determine. A
/// FuzzedDataProvider mostly consumes bytes from the end and would otherwise
/// run out of them.
std::string extend(const uint8_t *data, size_t size);

/// Returns a number near a limit, or any number.
int64_t drawInteger(Generator &generator);

/// An MLIR context with the compiler's dialects and one thread. Types and
/// attributes live as long as their context, so the context is replaced after a
/// number of inputs.
class FuzzContext {
public:
  /// `extend` adds to the registry of each context. It may be null.
  explicit FuzzContext(bool allowUnregisteredDialects = false,
                       void (*extend)(DialectRegistry &) = nullptr)
      : allowsUnregisteredDialects(allowUnregisteredDialects), extend(extend) {}

  /// Returns the context for the next input. Nothing from an earlier input may
  /// be in use.
  MLIRContext *get();

  /// Replaces the context without destroying it, because it may be damaged.
  void abandon();

private:
  bool allowsUnregisteredDialects;
  void (*extend)(DialectRegistry &);
  unsigned numInputs = 0;
  std::unique_ptr<MLIRContext> context;
};

/// Suppresses the diagnostics of a context during its lifetime, and counts
/// errors.
class Diagnostics {
public:
  explicit Diagnostics(MLIRContext *context);

  unsigned getNumErrors() const { return errors.size(); }
  /// Returns the texts of the errors so far, one per line.
  std::string getErrors() const;

  /// Reports a finding with the name `what`, unless it has succeeded without an
  /// error or failed with one.
  void check(bool hasSucceeded, llvm::StringRef what) const;

private:
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler;
};

/// Returns `op` as MLIR text.
std::string print(Operation *op);

/// Reads `text`, which may be bytecode, and verifies it. Returns null if it is
/// invalid.
OwningOpRef<ModuleOp> parse(llvm::StringRef text, MLIRContext *context);

/// Returns `module` as bytecode. Reports a finding if it cannot be written.
std::string writeBytecode(ModuleOp module);

/// Checks that reading the text or bytecode of `module`, which must verify,
/// gives the same module.
void checkRoundTrip(ModuleOp module, const Diagnostics &diagnostics);

/// Canonicalizes `module`, which must verify. Checks that the result verifies
/// and has functions of the same types, and that canonicalizing it again
/// changes nothing.
void checkCanonicalization(ModuleOp module, const Diagnostics &diagnostics);

/// How to lower a module; chosen by a few bytes of an input.
struct Lowering {
  /// A number below `getNumMachines()`.
  unsigned machine = 0;
  unsigned threads = 1;
  bool debugInfo = false;
  /// Whether to continue to an object file.
  bool generateCode = false;
};

/// Returns the number of valid values of Lowering::machine.
unsigned getNumMachines();

/// Lowers `module`, which must verify, to the LLVM dialect. Reports a finding
/// if it fails without an error. Returns whether it succeeded.
bool checkLowering(ModuleOp module, const Lowering &lowering,
                   const Diagnostics &diagnostics);

/// Checks the result of importing `input`: `module`, or null. There must be an
/// error if it is null; otherwise the module must be valid and unchanged after
/// a round trip. Lowers some modules.
void checkImport(ModuleOp module, llvm::StringRef input,
                 const Diagnostics &diagnostics);

/// Counts a module by whether it could be read.
void countRead(bool isRead);

/// Canonicalizes `module`, which must verify, like `checkCanonicalization`.
/// Lowers it if `input`, which it was made from, selects a lowering.
void checkPasses(ModuleOp module, llvm::StringRef input,
                 const Diagnostics &diagnostics);

/// Returns a lowering that `text` determines, so that an input always has the
/// same effect. Returns nothing for most inputs, because lowering takes long.
std::optional<Lowering> chooseLowering(llvm::StringRef text,
                                       unsigned oneIn = 8);

} // namespace mlir::reduce::fuzz

/// Defined by libFuzzer.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

#endif // REDUCE_FUZZ_FUZZ_H
