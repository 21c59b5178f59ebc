//===- TensorPrinter.cpp - Printing a tensor for human readers ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Execution/TensorIO/TensorPrinter.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>

using namespace mlir;
using namespace mlir::reduce;

// Same as numpy.
static constexpr size_t maxElements = 1000;
static constexpr int64_t edgeElements = 3;

static std::string format(const char *format, int digits, double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, digits, number);
  return text;
}

/// Whether parsing `text` gives exactly the bits of `value`.
static bool denotes(StringRef text, const llvm::APFloat &value) {
  llvm::APFloat parsed(value.getSemantics());
  llvm::Expected<llvm::APFloat::opStatus> status =
      parsed.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
  if (status)
    return parsed.bitwiseIsEqual(value);
  llvm::consumeError(status.takeError());
  return false;
}

/// Prints `value` with the fewest digits that parse back to it.
static void printFloat(raw_ostream &os, const llvm::APFloat &value) {
  if (!value.isFinite()) {
    os << (value.isNaN() ? "nan" : value.isNegative() ? "-inf" : "inf");
    return;
  }
  llvm::APFloat wide = value;
  bool losesInfo;
  wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
               &losesInfo);
  double number = wide.convertToDouble();

  // 16 decimals distinguish any two doubles.
  int decimals = 0;
  std::string text = format("%.*e", decimals, number);
  while (decimals < 16 && !denotes(text, value))
    text = format("%.*e", ++decimals, number);
  StringRef exponentText = StringRef(text).rsplit('e').second;
  exponentText.consume_front("+");
  int exponent = 0;
  exponentText.getAsInteger(10, exponent);
  // Only very large and very small numbers are printed with an exponent.
  if (-4 <= exponent && exponent < 16)
    text = format("%.*f", std::max(decimals - exponent, 0), number);
  os << text;
}

void mlir::reduce::printElement(raw_ostream &os, ElementType type,
                                const char *bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, getByteSize(type));
  unsigned width = 8 * getByteSize(type);
  switch (getDLDataType(type).code) {
  case kDLFloat:
  case kDLBfloat:
    printFloat(
        os, llvm::APFloat(*getFloatSemantics(type), llvm::APInt(width, bits)));
    break;
  case kDLInt:
  case kDLUInt:
    llvm::APInt(width, bits)
        .print(os, /*isSigned=*/getDLDataType(type).code == kDLInt);
    break;
  default:
    os << (bits ? "True" : "False");
  }
}

namespace {
class ElementPrinter {
public:
  ElementPrinter(raw_ostream &os, const Tensor &tensor)
      : os(os), type(tensor.getElementType()), shape(tensor.getShape()),
        shorten(tensor.getBytes().size() / getByteSize(type) > maxElements) {}

  /// Prints the sub-tensor of `size` bytes at `bytes`, whose first `dim`
  /// indices are fixed.
  void print(const char *bytes, size_t size, size_t dim);

private:
  raw_ostream &os;
  ElementType type;
  ArrayRef<int64_t> shape;
  bool shorten;
};
} // namespace

void ElementPrinter::print(const char *bytes, size_t size, size_t dim) {
  if (dim == shape.size()) {
    printElement(os, type, bytes);
    return;
  }
  int64_t extent = shape[dim];
  size_t stride = size / extent;
  // Each row starts a new line, indented by the number of open brackets.
  auto separate = [&] {
    os << ',';
    if (dim + 1 == shape.size())
      os << ' ';
    else
      os << '\n' << std::string(dim + 1, ' ');
  };
  os << '[';
  for (int64_t index = 0; index < extent; ++index) {
    if (index != 0)
      separate();
    if (shorten && index == edgeElements && extent > 2 * edgeElements) {
      os << "...";
      index = extent - edgeElements;
      separate();
    }
    print(bytes + index * stride, stride, dim + 1);
  }
  os << ']';
}

void mlir::reduce::printElements(raw_ostream &os, const Tensor &tensor) {
  // If one extent is 0, the others are arbitrary.
  if (tensor.getBytes().empty()) {
    os << "[]";
    return;
  }
  ElementPrinter(os, tensor)
      .print(tensor.getBytes().data(), tensor.getBytes().size(), /*dim=*/0);
}
