//===- Fuzz.cpp - Code shared by the fuzzers ------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "reduce/Target/Compiler.h"
#include "reduce/Target/LLVM/TargetMachine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include <limits>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::fuzz;

/// LLVM's allocators poison their memory in instrumented code, but not in
/// LLVM's shared library, which uses the same memory without instrumentation. A
/// failed allocation returns null; Guard.cpp handles that.
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:allocator_may_return_null=1";
}

void fuzz::reportFinding(const Twine &message) {
  llvm::errs() << "finding: " << message << '\n';
  std::abort();
}

static Counter *lastCounter = nullptr;

Counter::Counter(const char *name) : name(name), next(lastCounter) {
  if (!lastCounter)
    std::atexit(printAll);
  lastCounter = this;
}

void Counter::printAll() {
  for (Counter *counter = lastCounter; counter; counter = counter->next)
    llvm::errs() << "note: " << counter->number << ' ' << counter->name << '\n';
}

std::string fuzz::extend(const uint8_t *data, size_t size) {
  constexpr size_t extension = 2048;
  // Depends only on the first bytes, so that changes after them do not change
  // the extension.
  Generator generator(llvm::xxh3_64bits(toString(data, size).take_front(4)));
  std::string extended(extension, '\0');
  for (char &byte : extended)
    byte = generator();
  extended += toString(data, size);
  return extended;
}

int64_t fuzz::drawInteger(Generator &generator) {
  static constexpr int64_t limits[] = {std::numeric_limits<int64_t>::min(),
                                       std::numeric_limits<int64_t>::min() + 1,
                                       -(int64_t(1) << 32),
                                       std::numeric_limits<int32_t>::min(),
                                       -256,
                                       -3,
                                       -2,
                                       -1,
                                       0,
                                       1,
                                       2,
                                       3,
                                       4,
                                       5,
                                       7,
                                       8,
                                       16,
                                       17,
                                       255,
                                       256,
                                       65535,
                                       65536,
                                       std::numeric_limits<int32_t>::max(),
                                       std::numeric_limits<uint32_t>::max(),
                                       int64_t(1) << 32,
                                       int64_t(1) << 61,
                                       int64_t(1) << 62,
                                       std::numeric_limits<int64_t>::max() - 1,
                                       std::numeric_limits<int64_t>::max()};
  if (draw(generator, 8) == 0)
    return static_cast<int64_t>(generator()) << draw(generator, 33);
  return limits[draw(generator, std::size(limits))];
}

//===----------------------------------------------------------------------===//
// Contexts and diagnostics
//===----------------------------------------------------------------------===//

MLIRContext *FuzzContext::get() {
  constexpr unsigned inputsPerContext = 256;
  if (!context || numInputs++ % inputsPerContext == 0) {
    DialectRegistry registry;
    registerCompilerDialects(registry);
    if (extend)
      extend(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->printOpOnDiagnostic(false);
    context->allowUnregisteredDialects(allowsUnregisteredDialects);
  }
  return context.get();
}

void FuzzContext::abandon() {
  static std::vector<std::unique_ptr<MLIRContext>> &abandoned =
      *new std::vector<std::unique_ptr<MLIRContext>>();
  abandoned.push_back(std::move(context));
}

Diagnostics::Diagnostics(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        // Rendering a message is also tested.
        std::string text = diagnostic.str();
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          errors.push_back(std::move(text));
      }) {}

std::string Diagnostics::getErrors() const { return llvm::join(errors, "\n"); }

void Diagnostics::check(bool hasSucceeded, StringRef what) const {
  if (hasSucceeded && !errors.empty())
    reportFinding(what + " has succeeded after an error: " + getErrors());
  if (!hasSucceeded && errors.empty())
    reportFinding(what + " has failed without an error");
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

std::string fuzz::print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text;
}

OwningOpRef<ModuleOp> fuzz::parse(StringRef text, MLIRContext *context) {
  // The lexer reads the zero after the text.
  std::string copy = text.str();
  return parseSourceString<ModuleOp>(copy, ParserConfig(context), "fuzz");
}

std::string fuzz::writeBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecodeToFile(module, os)))
    reportFinding("the module cannot be written as bytecode");
  return bytes;
}

void fuzz::checkRoundTrip(ModuleOp module, const Diagnostics &diagnostics) {
  std::string text = print(module);
  for (bool asBytecode : {false, true}) {
    StringRef form = asBytecode ? "bytecode" : "text";
    OwningOpRef<ModuleOp> copy =
        parse(asBytecode ? writeBytecode(module) : text, module.getContext());
    if (!copy)
      reportFinding("the module's " + form + " cannot be read: " +
                    diagnostics.getErrors() + "\n" + text);
    if (std::string copied = print(*copy); copied != text)
      reportFinding("the module's " + form + " is read as another module:\n" +
                    text + "\n" + copied);
  }
}

static std::vector<std::pair<std::string, Type>> getFunctions(ModuleOp module) {
  std::vector<std::pair<std::string, Type>> functions;
  for (auto function : module.getOps<func::FuncOp>())
    functions.emplace_back(function.getName(), function.getFunctionType());
  return functions;
}

void fuzz::checkCanonicalization(ModuleOp module,
                                 const Diagnostics &diagnostics) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager pm(module.getContext());
  pm.addPass(createCanonicalizerPass());
  std::string before = print(*copy);
  if (failed(pm.run(*copy)))
    reportFinding("canonicalization fails: " + diagnostics.getErrors() + "\n" +
                  before);
  if (getFunctions(module) != getFunctions(*copy))
    reportFinding("canonicalization changes a function's type:\n" + before +
                  "\n" + print(*copy));
  std::string once = print(*copy);
  if (failed(pm.run(*copy)) || print(*copy) != once)
    reportFinding("canonicalization has two results:\n" + before + "\n" + once +
                  "\n" + print(*copy));
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

static const TargetOptions machineOptions[] = {
    {"x86_64-linux-gnu", "x86-64", "", 2},
    {"x86_64-linux-gnu", "x86-64-v2", "", 2},
    {"x86_64-linux-gnu", "x86-64-v3", "", 2},
    {"x86_64-linux-gnu", "x86-64-v4", "", 2},
    {"x86_64-linux-gnu", "x86-64-v3", "", 0},
    {"x86_64-linux-gnu", "x86-64-v4", "", 1},
    {"x86_64-linux-gnu", "x86-64-v4", "", 3},
    {"aarch64-linux-gnu", "", "", 2},
    {"riscv64-linux-gnu", "", "+v", 2},
    {"riscv64-linux-gnu", "", "", 3}};

unsigned fuzz::getNumMachines() { return std::size(machineOptions); }

static std::unique_ptr<llvm::TargetMachine> makeMachine(unsigned number) {
  auto machine = createTargetMachine(machineOptions[number]);
  if (!machine)
    reportFinding(llvm::toString(machine.takeError()));
  return std::move(*machine);
}

bool fuzz::checkLowering(ModuleOp module, const Lowering &lowering,
                         const Diagnostics &diagnostics) {
  std::unique_ptr<llvm::TargetMachine> machine = makeMachine(lowering.machine);
  CompilerOptions options;
  options.threads = lowering.threads;
  options.debugInfo = lowering.debugInfo;
  bool hasSucceeded =
      lowering.generateCode
          ? succeeded(compile(module, machine, Stage::Object, options))
          : succeeded(lowerTo(module, Stage::LLVM, *machine, options));
  diagnostics.check(hasSucceeded, "lowering");
  return hasSucceeded;
}

std::optional<Lowering> fuzz::chooseLowering(StringRef text, unsigned oneIn) {
  uint64_t hash = llvm::xxh3_64bits(text);
  if (hash % oneIn != 0)
    return std::nullopt;
  hash /= oneIn;
  Lowering lowering;
  lowering.machine = hash % getNumMachines();
  hash /= getNumMachines();
  lowering.threads = hash % 4 == 0 ? 4 : 1;
  lowering.debugInfo = hash / 4 % 4 == 0;
  lowering.generateCode = hash / 16 % 16 == 0;
  return lowering;
}

void fuzz::checkImport(ModuleOp module, StringRef input,
                       const Diagnostics &diagnostics) {
  static Counter numImported("models imported"), numRefused("models refused");
  ++(module ? numImported : numRefused);
  diagnostics.check(bool(module), "the import");
  if (!module) {
    if (diagnostics.getNumErrors() != 1)
      reportFinding("expected one error, got " + diagnostics.getErrors());
    return;
  }
  if (failed(verify(module)))
    reportFinding("the imported module is not valid: " +
                  diagnostics.getErrors() + "\n" + print(module));
  checkRoundTrip(module, diagnostics);
  checkPasses(module, input, diagnostics);
}

void fuzz::countRead(bool isRead) {
  static Counter numRead("modules read"), numRefused("modules refused");
  ++(isRead ? numRead : numRefused);
}

void fuzz::checkPasses(ModuleOp module, StringRef input,
                       const Diagnostics &diagnostics) {
  checkCanonicalization(module, diagnostics);
  if (std::optional<Lowering> lowering = chooseLowering(input))
    checkLowering(module, *lowering, diagnostics);
}
