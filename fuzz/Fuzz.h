//===- Fuzz.h - What the fuzzers share --------------------------*- C++ -*-===//
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

/// Ends the process with `message`, which libFuzzer takes for a crash.
[[noreturn]] void reportFinding(const llvm::Twine &message);

/// Counts something of the inputs of a run. What was counted is printed at the
/// end of the process, as "note: NUMBER NAME".
class Counter {
public:
  /// `name` is a literal. Counters live to the end.
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

/// Returns what libFuzzer passes as a string.
inline llvm::StringRef toString(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// Makes a number generator of what libFuzzer hands to a mutator. Its numbers
/// are the same on every machine.
using Generator = std::mt19937;

/// Returns a number in [0, `end`); `end` is not 0.
inline size_t draw(Generator &generator, size_t end) {
  return generator() % end;
}

/// Returns `data` behind bytes that its first ones decide: a
/// FuzzedDataProvider, which takes most from the end, does not run out of them
/// then.
std::string extend(const uint8_t *data, size_t size);

/// One of the numbers that lie at limits, or any.
int64_t drawInteger(Generator &generator);

/// An MLIR context with the compiler's dialects and one thread. Types and
/// attributes stay in a context as long as it does, so a new one takes its
/// place after a number of inputs.
class FuzzContext {
public:
  /// `extend` adds to the registry of each context; it may be null.
  explicit FuzzContext(bool allowUnregisteredDialects = false,
                       void (*extend)(DialectRegistry &) = nullptr)
      : allowsUnregisteredDialects(allowUnregisteredDialects), extend(extend) {}

  /// Returns the context for the next input. Nothing of an earlier input may
  /// be left.
  MLIRContext *get();

  /// Leaves the context behind, without destroying it, as it may be damaged.
  void abandon();

private:
  bool allowsUnregisteredDialects;
  void (*extend)(DialectRegistry &);
  unsigned numInputs = 0;
  std::unique_ptr<MLIRContext> context;
};

/// Swallows the diagnostics of a context as long as it lives, and counts
/// errors.
class Diagnostics {
public:
  explicit Diagnostics(MLIRContext *context);

  unsigned getNumErrors() const { return errors.size(); }
  /// The texts of the errors so far, one a line.
  std::string getErrors() const;

  /// A finding, which names `what`, unless it has either succeeded without an
  /// error or failed with one.
  void check(bool hasSucceeded, llvm::StringRef what) const;

private:
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler;
};

/// Returns `op` as MLIR text.
std::string print(Operation *op);

/// Reads `text`, or bytecode, and verifies it; null where it is not valid.
OwningOpRef<ModuleOp> parse(llvm::StringRef text, MLIRContext *context);

/// Returns `module` as bytecode. A finding where it cannot be written.
std::string writeBytecode(ModuleOp module);

/// Checks that `module`, which verifies, is what is read from its text and from
/// its bytecode.
void checkRoundTrip(ModuleOp module, const Diagnostics &diagnostics);

/// Canonicalizes `module`, which verifies, and checks that it still does, with
/// functions of the same types, and that a second time changes nothing.
void checkCanonicalization(ModuleOp module, const Diagnostics &diagnostics);

/// How to lower a module, from a few bytes of an input.
struct Lowering {
  /// One of the machines below.
  unsigned machine = 0;
  unsigned threads = 1;
  bool debugInfo = false;
  /// Whether to go on to an object file.
  bool generateCode = false;
};

/// The number of different values of Lowering::machine.
unsigned getNumMachines();

/// Lowers `module`, which verifies, to the LLVM dialect. A finding where it
/// fails without an error. Returns whether it succeeded.
bool checkLowering(ModuleOp module, const Lowering &lowering,
                   const Diagnostics &diagnostics);

/// Checks what the import of `input` gave, `module` or null: that it says why
/// there is none, and that any other is valid and read back as it was. Lowers
/// some.
void checkImport(ModuleOp module, llvm::StringRef input,
                 const Diagnostics &diagnostics);

/// Counts a module that could be read, or could not.
void countRead(bool isRead);

/// Canonicalizes `module`, which verifies, as `checkCanonicalization` does, and
/// lowers it where `input`, which it was made of, decides so.
void checkPasses(ModuleOp module, llvm::StringRef input,
                 const Diagnostics &diagnostics);

/// Returns a lowering that `text` decides, so that an input does the same
/// whenever it is run; none for most, as it takes long.
std::optional<Lowering> chooseLowering(llvm::StringRef text,
                                       unsigned oneIn = 8);

} // namespace mlir::reduce::fuzz

/// Defined by libFuzzer.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

#endif // REDUCE_FUZZ_FUZZ_H
