//===- ONNXImport.cpp - Import of ONNX models -----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Frontend/ONNXImport.h"

#include "ONNXImporter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"
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
  // Not a TranslateToMLIRRegistration: that one would print %0, %1 and so on
  // where the model has names.
  static TranslateRegistration registration(
      "import-onnx", "import an ONNX model",
      [](const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
         llvm::raw_ostream &output, MLIRContext *context) -> LogicalResult {
        OwningOpRef<ModuleOp> module = importONNX(*sourceMgr, context);
        if (!module || failed(verify(*module)))
          return failure();
        module->print(output, OpPrintingFlags().printNameLocAsPrefix());
        return success();
      });
}
