//===- OperatorVersions.cpp - The versions of models' reductions ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Operators/OperatorVersions.h"

using namespace mlir;
using namespace mlir::reduce;

static constexpr uint32_t bit(ElementType type) {
  return 1u << static_cast<unsigned>(type);
}

// The sets of element types in the table of versions.
static constexpr uint32_t numbers =
    bit(ElementType::F16) | bit(ElementType::F32) | bit(ElementType::F64) |
    bit(ElementType::I32) | bit(ElementType::I64) | bit(ElementType::UI32) |
    bit(ElementType::UI64);
static constexpr uint32_t bytes = bit(ElementType::I8) | bit(ElementType::UI8);
static constexpr uint32_t shorts =
    bit(ElementType::I16) | bit(ElementType::UI16);
static constexpr uint32_t bfloat16 = bit(ElementType::BF16);
static constexpr uint32_t boolean = bit(ElementType::Bool);

static constexpr OperatorVersion operatorVersions[] = {
#define REDUCE_OPERATOR_VERSION(FORMAT, NAME, SINCE, OPERATION, AXES,          \
                                EMPTY_AXES, KEEPDIMS, TYPES)                   \
  {ModelFormat::FORMAT,   NAME,     SINCE, OPERATION, AxesSource::AXES,        \
   EmptyAxes::EMPTY_AXES, KEEPDIMS, TYPES},
#include "reduce/Operators/OperatorVersions.def"
};

static constexpr FormatVersions formatVersions[] = {
#define REDUCE_FORMAT_VERSIONS(ENUM, NAME, OLDEST, NEWEST)                     \
  {NAME, OLDEST, NEWEST},
#include "reduce/Operators/OperatorVersions.def"
};

const FormatVersions &mlir::reduce::getFormatVersions(VersionedFormat format) {
  return formatVersions[static_cast<size_t>(format)];
}

const OperatorVersion *mlir::reduce::findOperatorVersion(ModelFormat format,
                                                         StringRef name,
                                                         int64_t opset) {
  // Clause opset-selection.
  const OperatorVersion *latest = nullptr;
  for (const OperatorVersion &version : operatorVersions)
    if (version.format == format && version.name == name &&
        version.since <= opset && (!latest || version.since > latest->since))
      latest = &version;
  return latest;
}
