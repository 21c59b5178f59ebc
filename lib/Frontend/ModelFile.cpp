//===- ModelFile.cpp - Models of any format -------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Frontend/ModelFile.h"

#include "MLIRReader.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "reduce/Frontend/ONNX/ONNXImport.h"
#include "reduce/Frontend/OpenVINO/OpenVINOImport.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
/// A model format other than MLIR's own.
struct Format {
  /// The flag of `reduce-translate` is --import-NAME.
  StringLiteral name;
  StringLiteral description;
  /// Extension of the format's file names.
  StringLiteral extension;
  /// Whether bytes without a file name are treated as this format.
  bool (*sniff)(StringRef bytes);
  OwningOpRef<ModuleOp> (*import)(StringRef bytes, StringRef fileName,
                                  MLIRContext *context);
};
} // namespace

/// A protobuf message begins with the tag of its first field, ir_version. No
/// text starts with that byte.
static bool sniffONNX(StringRef bytes) { return bytes.starts_with("\x08"); }

static bool sniffXML(StringRef bytes) {
  bytes.consume_front("\xEF\xBB\xBF"); // the byte order mark of UTF-8
  return bytes.ltrim().starts_with("<");
}

static constexpr Format formats[] = {
    {"onnx", "import an ONNX model", ".onnx", sniffONNX, importONNX},
    {"openvino", "import an OpenVINO model (IR version 10 or 11)", ".xml",
     sniffXML, importOpenVINO},
};

OwningOpRef<ModuleOp> mlir::reduce::readModel(StringRef path,
                                              MLIRContext *context) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) {
    emitError(FileLineColLoc::get(context, path, 0, 0))
        << "cannot read the model: " << buffer.getError().message();
    return nullptr;
  }
  StringRef bytes = (*buffer)->getBuffer();
  for (const Format &format : formats)
    if (path == "-" ? format.sniff(bytes)
                    : llvm::sys::path::extension(path) == format.extension)
      return format.import(bytes, path, context);
  if (failed(checkReader((*buffer)->getMemBufferRef(),
                         FileLineColLoc::get(context, path, 0, 0))))
    return nullptr;
  auto sourceMgr = std::make_shared<llvm::SourceMgr>();
  sourceMgr->AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sourceMgr, ParserConfig(context));
}

void mlir::reduce::registerImportTranslations() {
  // A TranslateToMLIRRegistration would print %0, %1 and so on instead of the
  // model's names.
  for (const Format &format : formats)
    TranslateRegistration registration(
        ("import-" + format.name).str(), format.description,
        [&format](const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
                  llvm::raw_ostream &output,
                  MLIRContext *context) -> LogicalResult {
          const llvm::MemoryBuffer *buffer =
              sourceMgr->getMemoryBuffer(sourceMgr->getMainFileID());
          OwningOpRef<ModuleOp> module = format.import(
              buffer->getBuffer(), buffer->getBufferIdentifier(), context);
          if (!module || failed(verify(*module)))
            return failure();
          module->print(output, OpPrintingFlags().printNameLocAsPrefix());
          return success();
        });
}
