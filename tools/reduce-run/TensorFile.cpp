//===- TensorFile.cpp - Tensors in files ----------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFile.h"

#include "mlir/Support/LLVM.h"
#include "reduce/Execution/TensorIO/NumpyFile.h"
#include "reduce/Frontend/ONNX/TensorProto.h"
#include "reduce/Support/OutputFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;

static bool isTensorProto(StringRef path) {
  return llvm::sys::path::extension(path) == ".pb";
}

llvm::Error mlir::reduce::checkTensorFileName(StringRef path) {
  if (isTensorProto(path) || llvm::sys::path::extension(path) == ".npy")
    return llvm::Error::success();
  return llvm::createFileError(
      path,
      llvm::createStringError("expected a file name ending in .npy or .pb"));
}

static llvm::Expected<Tensor> parse(StringRef path, StringRef contents,
                                    std::optional<ElementType> expected,
                                    SliceSelector select) {
  if (!isTensorProto(path))
    return parseNumpyFile(contents, expected, select);
  llvm::Expected<Tensor> tensor = parseTensorProto(contents);
  if (!tensor || !select)
    return tensor;
  llvm::Expected<TensorSlice> slice = select(tensor->getShape());
  if (!slice)
    return slice.takeError();
  return copySlice(*tensor, *slice);
}

llvm::Expected<Tensor> mlir::reduce::readTensorFile(
    StringRef path, std::optional<ElementType> expected, SliceSelector select) {
  if (llvm::Error error = checkTensorFileName(path))
    return error;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createFileError(path, buffer.getError());
  llvm::Expected<Tensor> tensor =
      parse(path, (*buffer)->getBuffer(), expected, select);
  if (!tensor)
    return llvm::createFileError(path, tensor.takeError());
  return tensor;
}

llvm::Error mlir::reduce::writeTensorFile(StringRef path, const Tensor &tensor,
                                          StringRef name) {
  if (llvm::Error error = checkTensorFileName(path))
    return error;
  if (isTensorProto(path))
    return writeOutputFile(path, serializeTensorProto(tensor, name));
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeNumpyFile(os, tensor);
  return writeOutputFile(path, bytes);
}
