//===- reduce-onnx-fuzzer.cpp - Fuzzing of ONNX models --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "ProtoMutator.h"

#include "mlir/IR/Verifier.h"
#include "onnx/onnx_pb.h"
#include "reduce/Frontend/ONNX/ONNXImport.h"

using namespace mlir;
using namespace mlir::reduce;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz::FuzzContext contexts;
  MLIRContext *context = contexts.get();
  llvm::StringRef bytes = fuzz::toString(data, size);
  fuzz::Diagnostics diagnostics(context);
  OwningOpRef<ModuleOp> module = importONNX(bytes, "fuzz.onnx", context);
  fuzz::checkImport(module.get(), bytes, diagnostics);
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  onnx::ModelProto model;
  return fuzz::mutateMessage(model, data, size, maxSize, seed);
}
