//===- reduce-pb-fuzzer.cpp - Fuzzing of ONNX's tensor files --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "ProtoMutator.h"
#include "TensorChecks.h"

#include "onnx/onnx_pb.h"
#include "reduce/Frontend/ONNX/TensorProto.h"

using namespace mlir::reduce;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::Expected<Tensor> tensor = parseTensorProto(fuzz::toString(data, size));
  if (!fuzz::checkRead(tensor))
    return 0;
  std::string written = serializeTensorProto(*tensor, "name");
  fuzz::checkCopy(*tensor, parseTensorProto(written));
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  onnx::TensorProto tensor;
  return fuzz::mutateMessage(tensor, data, size, maxSize, seed);
}
