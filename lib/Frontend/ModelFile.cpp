//===- ModelFile.cpp - Models of any format -------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Frontend/ModelFile.h"

#include "MLIRReader.h"
#include "mlir/Parser/Parser.h"
#include "reduce/Frontend/ONNX/ONNXImport.h"
#include "reduce/Frontend/OpenVINO/OpenVINOImport.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::reduce;

/// Whether `buffer` holds an ONNX model, to judge from its name or, without
/// one, its first byte: the tag of ir_version, which no text starts with.
static bool isONNX(const llvm::MemoryBuffer &buffer, StringRef path) {
  if (path == "-")
    return buffer.getBuffer().starts_with("\x08");
  return llvm::sys::path::extension(path) == ".onnx";
}

/// As above for OpenVINO's XML: no text of MLIR starts with '<'.
static bool isOpenVINO(const llvm::MemoryBuffer &buffer, StringRef path) {
  if (path != "-")
    return llvm::sys::path::extension(path) == ".xml";
  StringRef text = buffer.getBuffer();
  text.consume_front("\xEF\xBB\xBF"); // the byte order mark of UTF-8
  return text.ltrim().starts_with("<");
}

OwningOpRef<ModuleOp> mlir::reduce::readModel(StringRef path,
                                              MLIRContext *context) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) {
    emitError(FileLineColLoc::get(context, path, 0, 0))
        << "cannot read the model: " << buffer.getError().message();
    return nullptr;
  }
  if (isONNX(**buffer, path))
    return importONNX((*buffer)->getBuffer(), path, context);
  if (isOpenVINO(**buffer, path))
    return importOpenVINO((*buffer)->getBuffer(), path, context);
  if (failed(checkReader((*buffer)->getMemBufferRef(),
                         FileLineColLoc::get(context, path, 0, 0))))
    return nullptr;
  auto sourceMgr = std::make_shared<llvm::SourceMgr>();
  sourceMgr->AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sourceMgr, ParserConfig(context));
}
