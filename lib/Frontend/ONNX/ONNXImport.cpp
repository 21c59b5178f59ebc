//===- ONNXImport.cpp - Import of ONNX models -----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Frontend/ONNX/ONNXImport.h"

#include "Frontend/Common/ImportTranslation.h"
#include "ONNXImporter.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::reduce;

OwningOpRef<ModuleOp> mlir::reduce::importONNX(StringRef bytes,
                                               StringRef fileName,
                                               MLIRContext *context) {
  onnx::ModelProto model;
  if (!parseMessage(bytes, model)) {
    mlir::emitError(FileLineColLoc::get(context, fileName, 0, 0))
        << "not an ONNX model";
    return nullptr;
  }
  return ONNXImporter(model, fileName, context).import();
}

OwningOpRef<ModuleOp> mlir::reduce::importONNX(llvm::SourceMgr &sourceMgr,
                                               MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  return importONNX(buffer->getBuffer(), buffer->getBufferIdentifier(),
                    context);
}

void mlir::reduce::registerImportONNXTranslation() {
  registerImportTranslation("import-onnx", "import an ONNX model", importONNX);
}
