//===- Reference.cpp - Inputs and expected results ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

using namespace mlir::reduce::benchmark;

//===----------------------------------------------------------------------===//
// Elements: their storage, and a wider type that can hold all their values
//===----------------------------------------------------------------------===//

namespace {
template <typename T> struct Native {
  using Storage = T;
  using Value = std::conditional_t<
      std::is_floating_point_v<T>, double,
      std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
  static constexpr int precision = std::numeric_limits<T>::digits;

  static Value decode(T stored) { return stored; }
  static T encode(Value value) { return static_cast<T>(value); }
};

struct Bool : Native<uint8_t> {
  static uint64_t decode(uint8_t stored) { return stored != 0; }
};

struct F16 {
  using Storage = uint16_t;
  using Value = double;
  static constexpr int precision = 11;

  static double decode(uint16_t stored) {
    int exponent = stored >> 10 & 31;
    int fraction = stored & 1023;
    double magnitude = exponent == 31 ? (fraction ? NAN : INFINITY)
                       : exponent == 0
                           ? std::ldexp(fraction, -24)
                           : std::ldexp(fraction + 1024, exponent - 25);
    return stored >> 15 ? -magnitude : magnitude;
  }

  /// Encodes 0 or a normal number that the type can represent.
  static uint16_t encode(double value) {
    uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    int exponent;
    double fraction = std::frexp(std::fabs(value), &exponent);
    if (fraction == 0)
      return sign;
    return sign | (exponent + 14) << 10 | (int(fraction * 2048) & 1023);
  }
};

struct BF16 {
  using Storage = uint16_t;
  using Value = double;
  static constexpr int precision = 8;

  static double decode(uint16_t stored) {
    uint32_t bits = uint32_t(stored) << 16;
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }

  /// Encodes a number that the type can represent.
  static uint16_t encode(double value) {
    float narrow = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &narrow, sizeof(bits));
    return bits >> 16;
  }
};
} // namespace

/// Calls `function` with a value of the element class of `type`.
template <typename Function>
static auto visit(const ElementType &type, Function function) {
  switch (type.dlpack.code) {
  case kDLInt:
    switch (type.dlpack.bits) {
    case 8:
      return function(Native<int8_t>());
    case 16:
      return function(Native<int16_t>());
    case 32:
      return function(Native<int32_t>());
    default:
      return function(Native<int64_t>());
    }
  case kDLUInt:
    switch (type.dlpack.bits) {
    case 8:
      return function(Native<uint8_t>());
    case 16:
      return function(Native<uint16_t>());
    case 32:
      return function(Native<uint32_t>());
    default:
      return function(Native<uint64_t>());
    }
  case kDLFloat:
    switch (type.dlpack.bits) {
    case 16:
      return function(F16());
    case 32:
      return function(Native<float>());
    default:
      return function(Native<double>());
    }
  case kDLBfloat:
    return function(BF16());
  default:
    return function(Bool());
  }
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Returns a random value for a reduction of `numReduced` elements.
template <typename Element>
static typename Element::Value getRandomValue(std::mt19937_64 &random,
                                              Operator op, int64_t numReduced) {
  using Value = typename Element::Value;
  if constexpr (std::is_same_v<Element, Bool>) {
    return random() % numReduced != 0;
  } else if constexpr (std::is_integral_v<Value>) {
    auto bits = static_cast<typename Element::Storage>(random());
    // A product of odd factors never becomes 0, which would hide errors in
    // others.
    return Element::decode(op == Operator::Prod ? bits | 1 : bits);
  } else {
    bool negative = random() & 1;
    double magnitude;
    if (op == Operator::Prod) {
      // On average, four factors of a product are 2 or 1/2; the others are 1.
      magnitude = 1;
      if (random() % numReduced < 4)
        magnitude = random() & 1 ? 2 : 0.5;
    } else {
      auto fraction = random() >> (64 - Element::precision);
      magnitude = std::ldexp(fraction, int(random() % 9) - 4);
    }
    return negative ? -magnitude : magnitude;
  }
}

void mlir::reduce::benchmark::fillInput(const Case &reduction, void *input) {
  int64_t numInputs = reduction.getNumInputs();
  int64_t numReduced = numInputs / reduction.getNumOutputs();
  std::mt19937_64 random(20); // any seed, but the same in each run
  visit(*reduction.type, [&](auto element) {
    using Element = decltype(element);
    auto *values = static_cast<typename Element::Storage *>(input);
    for (int64_t i = 0; i < numInputs; ++i)
      values[i] = Element::encode(
          getRandomValue<Element>(random, reduction.op, numReduced));
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

template <typename Value>
static Value combine(Operator op, Value accumulator, Value value) {
  if (op == Operator::Min)
    return value < accumulator ? value : accumulator;
  if constexpr (std::is_integral_v<Value>)
    return uint64_t(accumulator) * uint64_t(value);
  else
    return accumulator * value;
}

/// Returns, for each dimension, the offset of the output element for a step in
/// it.
static std::vector<int64_t> getOutputStrides(const Case &reduction) {
  std::vector<int64_t> strides(reduction.shape.size(), 0);
  int64_t stride = 1;
  for (size_t dim = reduction.shape.size(); dim-- > 0;) {
    if (reduction.isReduced[dim])
      continue;
    strides[dim] = stride;
    stride *= reduction.shape[dim];
  }
  return strides;
}

template <typename Element>
static void reduceElements(const Case &reduction, const void *input,
                           void *output) {
  using Storage = typename Element::Storage;
  using Value = typename Element::Value;
  auto *inputs = static_cast<const Storage *>(input);
  auto *outputs = static_cast<Storage *>(output);

  int64_t numOutputs = reduction.getNumOutputs();
  std::vector<Value> results(numOutputs);
  std::vector<bool> hasValue(numOutputs, false);
  std::vector<int64_t> strides = getOutputStrides(reduction);
  std::vector<int64_t> index(reduction.shape.size(), 0);
  int64_t numInputs = reduction.getNumInputs();
  int64_t at = 0;
  for (int64_t i = 0; i < numInputs; ++i) {
    Value value = Element::decode(inputs[i]);
    results[at] =
        hasValue[at] ? combine(reduction.op, results[at], value) : value;
    hasValue[at] = true;
    for (size_t dim = index.size(); dim-- > 0;) {
      at += strides[dim];
      if (++index[dim] < reduction.shape[dim])
        break;
      at -= strides[dim] * reduction.shape[dim];
      index[dim] = 0;
    }
  }
  // Integer products wrap in the stored type.
  for (int64_t i = 0; i < numOutputs; ++i)
    outputs[i] = Element::encode(results[i]);
}

void mlir::reduce::benchmark::reduceInput(const Case &reduction,
                                          const void *input, void *output) {
  visit(*reduction.type, [&](auto element) {
    reduceElements<decltype(element)>(reduction, input, output);
  });
}

int64_t mlir::reduce::benchmark::findWrongElement(const Case &reduction,
                                                  const void *expected,
                                                  const void *output) {
  return visit(*reduction.type, [&](auto element) {
    using Element = decltype(element);
    using Storage = typename Element::Storage;
    // Compare values, so that zeros of either sign are equal.
    for (int64_t i = 0, end = reduction.getNumOutputs(); i < end; ++i)
      if (Element::decode(static_cast<const Storage *>(output)[i]) !=
          Element::decode(static_cast<const Storage *>(expected)[i]))
        return i;
    return int64_t(-1);
  });
}
