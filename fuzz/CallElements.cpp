//===- CallElements.cpp - The elements of tensors -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallElements.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir::reduce;
using namespace mlir::reduce::fuzz;
using llvm::ArrayRef;

static bool isReal(ElementType type) { return getFloatSemantics(type); }

Number fuzz::readNumber(ElementType type, const char *bytes) {
  uint64_t bits = 0;
  unsigned size = getByteSize(type);
  std::memcpy(&bits, bytes, size);
  if (const llvm::fltSemantics *semantics = getFloatSemantics(type)) {
    llvm::APFloat number(*semantics, llvm::APInt(size * 8, bits));
    bool losesInformation;
    number.convert(llvm::APFloat::IEEEdouble(),
                   llvm::APFloat::rmNearestTiesToEven, &losesInformation);
    return {number.convertToDouble(), 0};
  }
  // Clause bool-bytes.
  if (type == ElementType::Bool)
    return {0, bits != 0};
  bool isSigned = getDLDataType(type).code == kDLInt;
  if (isSigned && size < 8 && bits >> (size * 8 - 1))
    bits |= ~uint64_t(0) << (size * 8);
  return {0, static_cast<int64_t>(bits)};
}

bool fuzz::areEqual(ElementType type, Number a, Number b) {
  if (!isReal(type))
    return a.integer == b.integer;
  // Clauses signed-zero, nan-min.
  return a.real == b.real || (std::isnan(a.real) && std::isnan(b.real));
}

int32_t fuzz::getDeviceType(const DLTensor &tensor) {
  int32_t type;
  static_assert(sizeof(type) == sizeof(tensor.device.device_type));
  std::memcpy(&type, &tensor.device.device_type, sizeof(type));
  return type;
}

Wide fuzz::countElements(ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0))
    return 0;
  Wide count = 1;
  for (int64_t extent : shape) {
    count *= extent;
    // Stop at a count that is too large in any case, far from overflow.
    if (count > std::numeric_limits<int64_t>::max())
      return count;
  }
  return count;
}

ArrayRef<int64_t> fuzz::getShape(const DLTensor &tensor) {
  return {tensor.shape, static_cast<size_t>(tensor.ndim)};
}

std::vector<Wide> fuzz::getStrides(const DLTensor &tensor) {
  std::vector<Wide> strides(tensor.ndim);
  Wide stride = 1;
  for (int dim = tensor.ndim - 1; dim >= 0; --dim) {
    strides[dim] = tensor.strides ? tensor.strides[dim] : stride;
    stride *= tensor.shape[dim];
  }
  return strides;
}

char *fuzz::getFirstElement(const DLTensor &tensor) {
  return reinterpret_cast<char *>(reinterpret_cast<uint64_t>(tensor.data) +
                                  tensor.byte_offset);
}

std::vector<char *> fuzz::getElementAddresses(const DLTensor &tensor) {
  int64_t size = tensor.dtype.bits / 8;
  std::vector<char *> addresses;
  ArrayRef<int64_t> shape = getShape(tensor);
  if (llvm::is_contained(shape, 0))
    return addresses;
  addresses.push_back(getFirstElement(tensor));
  std::vector<Wide> strides = getStrides(tensor);
  for (auto [extent, stride] : llvm::zip(shape, strides)) {
    std::vector<char *> next;
    for (char *address : addresses)
      for (int64_t i = 0; i < extent; ++i)
        next.push_back(address + static_cast<int64_t>(i * stride) * size);
    addresses = std::move(next);
  }
  return addresses;
}

Elements fuzz::readElements(ElementType type, const DLTensor &tensor) {
  Elements elements{type, getShape(tensor).vec(), {}};
  for (char *address : getElementAddresses(tensor))
    elements.numbers.push_back(readNumber(type, address));
  return elements;
}
