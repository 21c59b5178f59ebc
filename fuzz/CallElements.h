//===- CallElements.h - The elements of tensors -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_CALLELEMENTS_H
#define REDUCE_FUZZ_CALLELEMENTS_H

#include "reduce/Support/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlir::reduce::fuzz {

/// Wide enough for a product of two 64-bit numbers.
using Wide = __int128;

/// An element of any type.
struct Number {
  double real = 0;
  int64_t integer = 0;
};

/// The elements of a tensor in row-major order.
struct Elements {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  std::vector<Number> numbers;
};

Number readNumber(ElementType type, const char *bytes);

/// Whether two numbers count as the same result: the signs of zeros and the
/// payloads of NaN may differ.
bool areEqual(ElementType type, Number a, Number b);

/// Returns the number of elements. If it exceeds 63 bits, returns some number
/// that does, too.
Wide countElements(llvm::ArrayRef<int64_t> shape);

/// Returns the device type, which may be any number.
int32_t getDeviceType(const DLTensor &tensor);

/// Returns the shape of a tensor whose rank and shape fields are valid.
llvm::ArrayRef<int64_t> getShape(const DLTensor &tensor);
/// Returns the strides, in elements.
std::vector<Wide> getStrides(const DLTensor &tensor);
char *getFirstElement(const DLTensor &tensor);

/// Returns the address of each element of `tensor`, in row-major order.
std::vector<char *> getElementAddresses(const DLTensor &tensor);

Elements readElements(ElementType type, const DLTensor &tensor);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_CALLELEMENTS_H
