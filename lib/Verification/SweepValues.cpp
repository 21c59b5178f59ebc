//===- SweepValues.cpp - Elements of the tensors in sweeps ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Verification/Sweep.h"

using namespace mlir;
using namespace mlir::reduce;

static uint64_t getBits(const APFloat &number) {
  return number.bitcastToAPInt().getZExtValue();
}

std::string mlir::reduce::printElement(ElementType type, uint64_t bits) {
  unsigned width = 8 * getByteSize(type);
  if (const llvm::fltSemantics *semantics = getFloatSemantics(type)) {
    APFloat number(*semantics, APInt(width, bits));
    if (number.isNaN())
      return number.isNegative() ? "-nan" : "nan";
    SmallString<32> text;
    number.toString(text, /*FormatPrecision=*/6, /*FormatMaxPadding=*/6);
    return StringRef(text).lower();
  }
  SmallString<32> text;
  bool isSigned = getDLDataType(type).code == kDLInt;
  APInt(width, bits).toString(text, /*Radix=*/10, isSigned);
  return std::string(text);
}

namespace {
/// Collects the values for one element type.
class ValuesBuilder {
public:
  explicit ValuesBuilder(ElementType type) : type(type) {}

  std::vector<SweepValues> take() { return std::move(values); }

  /// Adds `special` among elements that all equal `element`.
  void add(uint64_t element, uint64_t special) {
    values.push_back(
        {printElement(type, special) + " among " + printElement(type, element),
         [element](int64_t, int64_t) { return element; }, special});
  }

  /// Adds `special` among elements whose bits rise from `first` by `step`, or
  /// fall to it. The elements repeat after `period` of them.
  void addSlope(uint64_t first, uint64_t step, uint64_t period, bool isRising,
                uint64_t special) {
    unsigned width = 8 * getByteSize(type);
    uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
    values.push_back({printElement(type, special) + " among " +
                          (isRising ? "rising" : "falling") + " elements",
                      [=](int64_t index, int64_t count) {
                        uint64_t place = isRising ? index : count - 1 - index;
                        return (first + place % period * step) & mask;
                      },
                      special});
  }

private:
  ElementType type;
  std::vector<SweepValues> values;
};
} // namespace

static std::vector<SweepValues> getFloatValues(ElementType type, bool picks,
                                               uint64_t identity) {
  const llvm::fltSemantics &semantics = *getFloatSemantics(type);
  auto get = [&](StringRef text) { return getBits(APFloat(semantics, text)); };
  uint64_t one = get("1"), three = get("3"), number = get("1.5");
  uint64_t infinity = getBits(APFloat::getInf(semantics));
  uint64_t minusInfinity = getBits(APFloat::getInf(semantics, true));
  uint64_t nan = getBits(APFloat::getQNaN(semantics));
  uint64_t minusNaN = getBits(APFloat::getQNaN(semantics, true));
  // The NaN whose bits follow those of infinity.
  uint64_t firstNaN = infinity + 1, firstMinusNaN = minusInfinity + 1;
  uint64_t largest = getBits(APFloat::getLargest(semantics));
  uint64_t minusLargest = getBits(APFloat::getLargest(semantics, true));
  uint64_t smallest = getBits(APFloat::getSmallest(semantics));
  uint64_t minusSmallest = getBits(APFloat::getSmallest(semantics, true));
  ValuesBuilder values(type);
  if (!picks) {
    values.add(one, three);
    values.add(one, nan);
    values.add(one, get("0"));
    values.add(one, infinity);
    values.add(get("-1"), three);
    values.add(one, minusNaN);
    values.add(one, minusInfinity);
    values.add(one, largest);
    values.add(nan, three);
    values.add(one, firstNaN);
    values.add(one, get("-1.5"));
    return values.take();
  }
  uint64_t opposite = identity == infinity ? minusInfinity : infinity;
  // Floats of one sign are ordered like their bits.
  uint64_t numSteps = largest - one;
  values.add(number, nan);
  values.add(identity, number);
  values.addSlope(one, 1, numSteps, /*isRising=*/true, nan);
  values.addSlope(one, 1, numSteps, /*isRising=*/false, opposite);
  values.add(nan, number);
  values.add(opposite, nan);
  values.add(identity, nan);
  values.add(largest, minusLargest);
  values.add(number, minusNaN);
  values.addSlope(one, 1, numSteps, /*isRising=*/false, firstNaN);
  values.add(smallest, minusSmallest);
  values.add(minusSmallest, smallest);
  // The NaN with all bits set.
  uint64_t lastNaN = APInt::getAllOnes(8 * getByteSize(type)).getZExtValue();
  values.add(number, lastNaN);
  values.add(lastNaN, minusLargest);
  values.add(identity, largest);
  values.add(identity, minusLargest);
  values.add(minusNaN, minusLargest);
  values.add(number, firstMinusNaN);
  values.addSlope(get("-1"), 1, numSteps, /*isRising=*/true, minusInfinity);
  return values.take();
}

static std::vector<SweepValues> getIntegerValues(ElementType type, bool picks,
                                                 uint64_t identity) {
  unsigned width = 8 * getByteSize(type);
  ValuesBuilder values(type);
  if (type == ElementType::Bool) {
    // Clause bool-bytes.
    for (uint64_t isTrue : {1, 2, 255, 128})
      values.add(isTrue, 0);
    values.add(0, 1);
    return values.take();
  }
  uint64_t ones = APInt::getAllOnes(width).getZExtValue();
  uint64_t signBit = APInt::getSignMask(width).getZExtValue();
  if (!picks) {
    values.add(1, 3);
    values.add(3, 5);
    values.add(1, 0);
    values.addSlope(1, 2, ones, /*isRising=*/true, 3);
    values.add(1, signBit);
    values.add(ones, 3);
    values.add(1, ones);
    return values.take();
  }
  bool isSigned = getDLDataType(type).code == kDLInt;
  uint64_t least = isSigned ? signBit : 0;
  uint64_t greatest = isSigned ? signBit - 1 : ones;
  bool isLeast = identity == greatest;
  uint64_t opposite = isLeast ? least : greatest;
  auto towards = [&](uint64_t bits) {
    return (isLeast ? bits - 1 : bits + 1) & ones;
  };
  values.add(identity, towards(identity));
  values.add(identity, opposite);
  values.addSlope(least + 1, 1, ones - 1, /*isRising=*/true, opposite);
  values.addSlope(least + 1, 1, ones - 1, /*isRising=*/false, opposite);
  values.add(isLeast ? least + 1 : greatest - 1, opposite);
  // Where the bits or their sign wrap around.
  values.add(signBit, signBit - 1);
  values.add(signBit - 1, signBit);
  values.add(0, ones);
  values.add(ones, 0);
  values.add(7, towards(7));
  return values.take();
}

std::vector<SweepValues>
mlir::reduce::getSweepValues(ElementType type, bool picks, uint64_t identity) {
  return getFloatSemantics(type) ? getFloatValues(type, picks, identity)
                                 : getIntegerValues(type, picks, identity);
}
