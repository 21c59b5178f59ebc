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

llvm::Expected<Tensor> mlir::reduce::createRandomTensor(ElementType type,
                                                        ArrayRef<int64_t> shape,
                                                        uint64_t seed) {
  llvm::Expected<Tensor> tensor = Tensor::create(type, shape);
  if (!tensor)
    return tensor;
  // The standard specifies the output of engines, but not of distributions.
  std::mt19937_64 engine(seed);
  MutableArrayRef<char> bytes = tensor->getBytes();
  auto fillNarrow = [&](unsigned bits) {
    std::vector<uint16_t> numbers =
        getNarrowNumbers(*getFloatSemantics(type), bits);
    fill<uint16_t>(bytes, [&] { return numbers[engine() >> (64 - bits)]; });
  };
  switch (type) {
  case ElementType::F16:
    fillNarrow(12);
    break;
  case ElementType::BF16:
    fillNarrow(9);
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
  return tensor;
}
