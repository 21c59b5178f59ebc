//===- TensorFile.cpp - Tensors in files ----------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorFile.h"

#include "mlir/Support/LLVM.h"
#include "reduce/Runtime/NumpyFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#if __has_include("reduce/Frontend/TensorProto.h")
#include "reduce/Frontend/TensorProto.h"
#define REDUCE_HAS_TENSORPROTO
#endif

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
                                    std::optional<ElementType> expected) {
  if (!isTensorProto(path))
    return parseNumpyFile(contents, expected);
#ifdef REDUCE_HAS_TENSORPROTO
  return parseTensorProto(contents);
#else
  return llvm::createStringError(".pb files are not supported yet");
#endif
}

llvm::Expected<Tensor>
mlir::reduce::readTensorFile(StringRef path,
                             std::optional<ElementType> expected) {
  if (llvm::Error error = checkTensorFileName(path))
    return error;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createFileError(path, buffer.getError());
  llvm::Expected<Tensor> tensor = parse(path, (*buffer)->getBuffer(), expected);
  if (!tensor)
    return llvm::createFileError(path, tensor.takeError());
  return tensor;
}

static llvm::Error print(raw_ostream &os, StringRef path, const Tensor &tensor,
                         StringRef name) {
  if (!isTensorProto(path)) {
    writeNumpyFile(os, tensor);
    return llvm::Error::success();
  }
#ifdef REDUCE_HAS_TENSORPROTO
  os << serializeTensorProto(tensor, name);
  return llvm::Error::success();
#else
  return llvm::createStringError(".pb files are not supported yet");
#endif
}

llvm::Error mlir::reduce::writeTensorFile(StringRef path, const Tensor &tensor,
                                          StringRef name) {
  if (llvm::Error error = checkTensorFileName(path))
    return error;
  llvm::Error error = llvm::writeToOutput(path, [&](raw_ostream &os) {
    if (llvm::Error error = print(os, path, tensor, name))
      return error;
    // A stream destroyed with an error pending ends the process, and
    // writeToOutput does not look for one before it renames the file.
    // (Names without an extension, as "-", have other streams.)
    auto &file = static_cast<llvm::raw_fd_ostream &>(os);
    file.flush();
    std::error_code errorCode = file.error();
    file.clear_error();
    return llvm::errorCodeToError(errorCode);
  });
  if (!error || error.isA<llvm::FileError>())
    return error;
  return llvm::createFileError(path, std::move(error));
}
