//===- OperatorVersions.h - Versions of formats, operators ------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_OPERATORS_OPERATORVERSIONS_H
#define REDUCE_OPERATORS_OPERATORVERSIONS_H

#include "reduce/Support/ElementType.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>

namespace mlir::reduce {

/// The model formats whose operators have versions.
enum class ModelFormat { ONNX, OpenVINO };

/// What states a version of a model format.
enum class VersionedFormat {
#define REDUCE_FORMAT_VERSIONS(ENUM, NAME, OLDEST, NEWEST) ENUM,
#include "reduce/Operators/OperatorVersions.def"
};

/// The versions of a format that are known: a row of OperatorVersions.def,
/// which says what the fields mean.
struct FormatVersions {
  llvm::StringLiteral name;
  int64_t oldest;
  int64_t newest;

  bool contain(int64_t version) const {
    return version >= oldest && version <= newest;
  }
};

/// Returns the versions of `format` that are known.
const FormatVersions &getFormatVersions(VersionedFormat format);

/// Where a version of an operator takes its axes from.
enum class AxesSource { Attribute, Input };

/// What absent or empty axes mean.
enum class EmptyAxes {
  /// Reduce all dimensions.
  ReduceAll,
  /// Reduce all dimensions, unless the attribute noop_with_empty_axes is 1.
  ByAttribute,
  /// Reduce nothing: the result is the input.
  Identity,
};

/// One version of an operator: a row of OperatorVersions.def, which says
/// what the fields mean.
struct OperatorVersion {
  ModelFormat format;
  llvm::StringLiteral name;
  int64_t since;
  llvm::StringLiteral operation;
  AxesSource axesSource;
  EmptyAxes emptyAxes;
  bool keepdimsDefault;
  /// A bit per enumerator of ElementType.
  uint32_t elementTypes;

  /// What messages call it, for example "ReduceMin-13".
  std::string getVersionName() const {
    return (name + "-" + llvm::Twine(since)).str();
  }

  bool accepts(ElementType type) const {
    return elementTypes >> static_cast<unsigned>(type) & 1;
  }
};

/// Returns the version of the operator `name` that `opset` has: the latest that
/// is not newer. Null where there is none.
const OperatorVersion *findOperatorVersion(ModelFormat format,
                                           llvm::StringRef name, int64_t opset);

} // namespace mlir::reduce

#endif // REDUCE_OPERATORS_OPERATORVERSIONS_H
