//===- OperatorVersions.cpp - The versions of ONNX's reductions -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Frontend/OperatorVersions.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::reduce;

static constexpr uint32_t bit(ElementType type) {
  return 1u << static_cast<unsigned>(type);
}

// The sets that the versions are made of.
static constexpr uint32_t numbers =
    bit(ElementType::F16) | bit(ElementType::F32) | bit(ElementType::F64) |
    bit(ElementType::I32) | bit(ElementType::I64) | bit(ElementType::UI32) |
    bit(ElementType::UI64);
static constexpr uint32_t bytes = bit(ElementType::I8) | bit(ElementType::UI8);
static constexpr uint32_t bfloat16 = bit(ElementType::BF16);
static constexpr uint32_t boolean = bit(ElementType::Bool);

static constexpr OperatorVersion operatorVersions[] = {
#define REDUCE_OPERATOR_VERSION(NAME, SINCE, OPERATION, AXES, NOOP, KEEPDIMS,  \
                                TYPES)                                         \
  {NAME, SINCE, OPERATION, AxesSource::AXES, NOOP, KEEPDIMS, TYPES},
#include "reduce/Frontend/OperatorVersions.def"
};

bool mlir::reduce::isKnownOperator(StringRef name) {
  return llvm::any_of(operatorVersions, [&](const OperatorVersion &version) {
    return version.name == name;
  });
}

const OperatorVersion *mlir::reduce::findOperatorVersion(StringRef name,
                                                         int64_t opset) {
  const OperatorVersion *latest = nullptr;
  for (const OperatorVersion &version : operatorVersions)
    if (version.name == name && version.since <= opset &&
        (!latest || version.since > latest->since))
      latest = &version;
  return latest;
}
