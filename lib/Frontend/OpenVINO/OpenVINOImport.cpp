//===- OpenVINOImport.cpp - Import of OpenVINO models ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Frontend/OpenVINO/OpenVINOImport.h"

#include "Frontend/Common/ImportTranslation.h"
#include "OpenVINOImporter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::reduce;

OwningOpRef<ModuleOp> mlir::reduce::importOpenVINO(StringRef text,
                                                   StringRef fileName,
                                                   MLIRContext *context) {
  FailureOr<openvino::Net> net = openvino::parseNet(text, fileName, context);
  if (failed(net))
    return nullptr;
  return openvino::Importer(*net, fileName).import();
}

OwningOpRef<ModuleOp> mlir::reduce::importOpenVINO(llvm::SourceMgr &sourceMgr,
                                                   MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  return importOpenVINO(buffer->getBuffer(), buffer->getBufferIdentifier(),
                        context);
}

void mlir::reduce::registerImportOpenVINOTranslation() {
  registerImportTranslation("import-openvino",
                            "import an OpenVINO model (IR version 10 or 11)",
                            importOpenVINO);
}
