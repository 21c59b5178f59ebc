//===- reduce-translate.cpp - Import and export of modules ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-translate with this project's translations. The driver is not upstream's
// mlirTranslateMain, which reports a file that it cannot open without "error:"
// and removes an existing output file if the translation fails.
//
//===----------------------------------------------------------------------===//

#include "ToolSupport.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "reduce/Frontend/ModelFile.h"
#include "reduce/Support/OutputFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

static constexpr llvm::StringLiteral toolName = "reduce-translate";

static cl::OptionCategory category("reduce-translate options");

static cl::opt<std::string> inputFile(cl::Positional, cl::init("-"),
                                      cl::desc("<input file>"),
                                      cl::cat(category));
static cl::opt<std::string> outputFile("o", cl::init("-"),
                                       cl::value_desc("file"),
                                       cl::desc("Output file"),
                                       cl::cat(category));
static cl::opt<bool> splitInputFile(
    "split-input-file", cl::cat(category),
    cl::desc("Translate the parts between lines of // ----- separately"));
static cl::opt<bool> verifyDiagnostics(
    "verify-diagnostics", cl::cat(category),
    cl::desc("Check the diagnostics against expected-* comments"));
static cl::opt<bool> allowUnregisteredDialects(
    "allow-unregistered-dialect", cl::cat(category),
    cl::desc("Accept operations of dialects that are not registered"));

static LogicalResult translate(const Translation &translation,
                               std::unique_ptr<llvm::MemoryBuffer> input,
                               llvm::raw_ostream &output) {
  auto sourceMgr = std::make_shared<llvm::SourceMgr>();
  sourceMgr->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  MLIRContext context;
  context.allowUnregisteredDialects(allowUnregisteredDialects);
  if (verifyDiagnostics) {
    SourceMgrDiagnosticVerifierHandler handler(*sourceMgr, &context);
    // A failure may be what the test expects.
    (void)translation(sourceMgr, output, &context);
    return handler.verify();
  }
  SourceMgrDiagnosticHandler handler(*sourceMgr, &context);
  return translation(sourceMgr, output, &context);
}

static int fail(const llvm::Twine &message) {
  return reduce::reportFailure(toolName, message);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerAllTranslations();
  reduce::registerImportTranslations();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerTranslationCLOptions();
  // Construct this option last: it creates a flag for each translation
  // registered so far.
  cl::opt<const Translation *, false, TranslationParser> translation(
      "", cl::desc("Translation to perform"), cl::cat(category));
  if (!reduce::parseCommandLine(argc, argv, toolName, category,
                                "Reduce translation driver\n"))
    return EXIT_FAILURE;
  if (!translation)
    return fail("expected a translation to perform, such as --import-onnx");

  std::string message;
  std::optional<llvm::Align> alignment = translation->getInputAlignment();
  std::unique_ptr<llvm::MemoryBuffer> input =
      alignment ? openInputFile(inputFile, *alignment, &message)
                : openInputFile(inputFile, &message);
  if (!input)
    return fail(message);

  // Buffer the output, so that nothing is written if the translation fails.
  std::string text;
  llvm::raw_string_ostream os(text);
  auto process = [&](std::unique_ptr<llvm::MemoryBuffer> chunk,
                     llvm::raw_ostream &output) {
    return translate(*translation, std::move(chunk), output);
  };
  StringRef marker = splitInputFile ? kDefaultSplitMarker : "";
  if (failed(
          splitAndProcessBuffer(std::move(input), process, os, marker, marker)))
    return EXIT_FAILURE;
  if (llvm::Error error = reduce::writeOutputFile(outputFile, text))
    return reduce::reportFailure(toolName, std::move(error));
  return EXIT_SUCCESS;
}
