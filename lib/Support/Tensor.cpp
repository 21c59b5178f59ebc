//===- Tensor.cpp - A tensor in memory ------------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Support/Tensor.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::reduce;

static std::string shapeToString(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(shape, os);
  os << ']';
  return text;
}

llvm::Expected<int64_t> mlir::reduce::getByteSize(ElementType type,
                                                  ArrayRef<int64_t> shape) {
  for (int64_t extent : shape)
    if (extent < 0)
      return llvm::createStringError("negative extent in the shape " +
                                     shapeToString(shape));
  // An extent of 0 makes the tensor empty, however large the others are.
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t size = getByteSize(type);
  for (int64_t extent : shape)
    if (llvm::MulOverflow(size, extent, size))
      return llvm::createStringError("a tensor of " + getName(type).str() +
                                     " with the shape " + shapeToString(shape) +
                                     " is too large");
  return size;
}

void Tensor::FreeDeleter::operator()(char *pointer) const {
  std::free(pointer);
}

llvm::Expected<Tensor> Tensor::create(ElementType type,
                                      ArrayRef<int64_t> shape) {
  llvm::Expected<int64_t> size = mlir::reduce::getByteSize(type, shape);
  if (!size)
    return size.takeError();
  Tensor tensor(type, shape);
  tensor.size = *size;
  // calloc does not touch the pages of a large tensor. It can also fail, which
  // new cannot without exceptions.
  tensor.memory.reset(
      static_cast<char *>(std::calloc(1, uint64_t(*size) + alignment)));
  if (!tensor.memory)
    return llvm::createStringError("out of memory for a tensor of " +
                                   llvm::Twine(*size) + " bytes");
  tensor.bytes = reinterpret_cast<char *>(
      llvm::alignAddr(tensor.memory.get(), llvm::Align(alignment)));
  return tensor;
}

DLTensor Tensor::getDLTensor() {
  DLTensor view = {};
  view.data = bytes;
  view.device = {kDLCPU, 0};
  view.ndim = static_cast<int32_t>(shape.size());
  view.dtype = getDLDataType(elementType);
  view.shape = shape.data();
  return view;
}
