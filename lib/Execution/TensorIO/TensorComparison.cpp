//===- TensorComparison.cpp - Comparison of two tensors -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Execution/TensorIO/TensorComparison.h"

#include "mlir/Support/LLVM.h"
#include "reduce/Execution/TensorIO/TensorPrinter.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::reduce;

/// Returns the number at `bytes` as a double, which rounds 64-bit integers.
static double getNumber(ElementType type, const char *bytes) {
  unsigned width = 8 * getByteSize(type);
  uint64_t word = 0;
  std::memcpy(&word, bytes, getByteSize(type));
  llvm::APInt bits(width, word);
  if (const llvm::fltSemantics *semantics = getFloatSemantics(type)) {
    llvm::APFloat number(*semantics, bits);
    bool losesInfo;
    number.convert(llvm::APFloat::IEEEdouble(),
                   llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return number.convertToDouble();
  }
  return bits.roundToDouble(/*isSigned=*/getDLDataType(type).code == kDLInt);
}

static bool isClose(ElementType type, const char *actual, const char *expected,
                    Tolerances tolerances) {
  if (std::memcmp(actual, expected, getByteSize(type)) == 0)
    return true;
  double left = getNumber(type, actual), right = getNumber(type, expected);
  if (std::isnan(left) || std::isnan(right))
    return std::isnan(left) && std::isnan(right);
  if (std::isinf(left) || std::isinf(right))
    return false;
  double tolerance =
      tolerances.absolute + tolerances.relative * std::fabs(right);
  // Rounding can make different integers equal.
  if (tolerance == 0)
    return getFloatSemantics(type) && left == right;
  return std::fabs(left - right) <= tolerance;
}

/// Prints the position of element `index` in a tensor of the given shape, plus
/// `origin` unless that is empty.
static void printPosition(raw_ostream &os, ArrayRef<int64_t> shape,
                          int64_t index, ArrayRef<int64_t> origin) {
  SmallVector<int64_t> position(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; index /= shape[dim])
    position[dim] = index % shape[dim] + (origin.empty() ? 0 : origin[dim]);
  os << '[';
  llvm::interleaveComma(position, os);
  os << ']';
}

llvm::Error mlir::reduce::compareTensors(const Tensor &actual,
                                         const Tensor &expected,
                                         Tolerances tolerances,
                                         ArrayRef<int64_t> origin) {
  std::string message;
  llvm::raw_string_ostream os(message);
  auto printType = [&](const Tensor &tensor) {
    os << getName(tensor.getElementType()) << " [";
    llvm::interleaveComma(tensor.getShape(), os);
    os << ']';
  };
  ElementType type = actual.getElementType();
  if (type != expected.getElementType() ||
      actual.getShape() != expected.getShape()) {
    printType(actual);
    os << ", expected ";
    printType(expected);
    return llvm::createStringError(message);
  }

  unsigned size = getByteSize(type);
  int64_t numElements = actual.getBytes().size() / size;
  int64_t numDifferent = 0, first = 0;
  for (int64_t index = 0; index < numElements; ++index) {
    if (isClose(type, &actual.getBytes()[index * size],
                &expected.getBytes()[index * size], tolerances))
      continue;
    if (numDifferent++ == 0)
      first = index;
  }
  if (numDifferent == 0)
    return llvm::Error::success();
  os << numDifferent << " of " << numElements
     << " elements differ, the first at ";
  printPosition(os, actual.getShape(), first, origin);
  os << ": ";
  printElement(os, type, &actual.getBytes()[first * size]);
  os << ", expected ";
  printElement(os, type, &expected.getBytes()[first * size]);
  return llvm::createStringError(message);
}
