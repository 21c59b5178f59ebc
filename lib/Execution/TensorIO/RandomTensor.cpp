//===- RandomTensor.cpp - Tensors of random elements ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Execution/TensorIO/RandomTensor.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using namespace mlir;
using namespace mlir::reduce;

/// Fills `bytes` with elements of the type `T` that `next` returns.
template <typename T, typename Next>
static void fill(MutableArrayRef<char> bytes, Next next) {
  for (size_t offset = 0; offset < bytes.size(); offset += sizeof(T)) {
    T element = next();
    std::memcpy(&bytes[offset], &element, sizeof(T));
  }
}

/// Returns the 16-bit encodings of 2^bits numbers evenly spaced in [-1, 1).
static std::vector<uint16_t> getNarrowNumbers(const llvm::fltSemantics &type,
                                              unsigned bits) {
  std::vector<uint16_t> numbers;
  for (int i = -(1 << (bits - 1)); i < 1 << (bits - 1); ++i) {
    llvm::APFloat number(std::ldexp(double(i), 1 - int(bits)));
    bool losesInfo;
    number.convert(type, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    numbers.push_back(number.bitcastToAPInt().getZExtValue());
  }
  return numbers;
}

namespace {
/// A sequence of random elements.
class RandomElements {
public:
  RandomElements(ElementType type, uint64_t seed) : type(type), engine(seed) {
    if (type == ElementType::F16)
      setNarrowBits(12);
    else if (type == ElementType::BF16)
      setNarrowBits(9);
  }

  /// Fills `bytes` with the next elements. Their size must be a multiple of 8,
  /// unless they are the last ones.
  void fillNext(MutableArrayRef<char> bytes);

private:
  void setNarrowBits(unsigned bits) {
    narrowBits = bits;
    narrowNumbers = getNarrowNumbers(*getFloatSemantics(type), bits);
  }

  ElementType type;
  // The standard specifies the output of engines, but not of distributions.
  std::mt19937_64 engine;
  /// For 16-bit floats: a table of their 2^narrowBits numbers.
  unsigned narrowBits = 0;
  std::vector<uint16_t> narrowNumbers;
};
} // namespace

void RandomElements::fillNext(MutableArrayRef<char> bytes) {
  switch (type) {
  case ElementType::F16:
  case ElementType::BF16:
    fill<uint16_t>(
        bytes, [&] { return narrowNumbers[engine() >> (64 - narrowBits)]; });
    break;
  case ElementType::F32:
    fill<float>(bytes, [&] {
      return std::ldexp(float(int64_t(engine() >> 39) - (1 << 24)), -24);
    });
    break;
  case ElementType::F64:
    fill<double>(bytes, [&] {
      return std::ldexp(double(int64_t(engine() >> 10) - (1ll << 53)), -53);
    });
    break;
  case ElementType::Bool:
    fill<char>(bytes, [&] { return engine() >> 63; });
    break;
  default:
    for (size_t offset = 0; offset < bytes.size(); offset += sizeof(uint64_t)) {
      uint64_t bits = engine();
      std::memcpy(&bytes[offset], &bits,
                  std::min(bytes.size() - offset, sizeof(bits)));
    }
  }
}

llvm::Expected<Tensor> mlir::reduce::createRandomTensor(ElementType type,
                                                        ArrayRef<int64_t> shape,
                                                        uint64_t seed) {
  llvm::Expected<Tensor> tensor = Tensor::create(type, shape);
  if (tensor)
    RandomElements(type, seed).fillNext(tensor->getBytes());
  return tensor;
}

llvm::Expected<Tensor> mlir::reduce::createRandomSlice(ElementType type,
                                                       ArrayRef<int64_t> shape,
                                                       const TensorSlice &slice,
                                                       uint64_t seed) {
  llvm::Expected<int64_t> wholeSize = getByteSize(type, shape);
  if (!wholeSize)
    return wholeSize.takeError();
  llvm::Expected<Tensor> tensor = Tensor::create(type, slice.shape);
  if (!tensor)
    return tensor;
  RandomElements elements(type, seed);
  int64_t size = getByteSize(type);
  // A window of the whole tensor moves over it.
  std::vector<char> window(1 << 16);
  int64_t windowBegin = 0, windowEnd = 0;
  forEachRun(shape, slice, [&](int64_t from, int64_t to, int64_t count) {
    int64_t end = (from + count) * size;
    char *target = tensor->getBytes().data() + to * size;
    for (int64_t begin = from * size; begin < end;) {
      while (begin >= windowEnd) {
        windowBegin = windowEnd;
        windowEnd += window.size();
        elements.fillNext(window);
      }
      int64_t length = std::min(end, windowEnd) - begin;
      std::memcpy(target, &window[begin - windowBegin], length);
      target += length;
      begin += length;
    }
  });
  return tensor;
}
