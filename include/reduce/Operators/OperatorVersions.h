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

/// The numbers by which model formats state their versions.
enum class VersionedFormat {
#define REDUCE_FORMAT_VERSIONS(ENUM, NAME, OLDEST, NEWEST) ENUM,
#include "reduce/Operators/OperatorVersions.def"
};

/// The known versions of a format: a row of OperatorVersions.def, which
/// documents the fields.
struct FormatVersions {
  llvm::StringLiteral name;
  int64_t oldest;
  int64_t newest;

  bool contain(int64_t version) const {
    return version >= oldest && version <= newest;
  }
};

/// Returns the known versions of `format`.
const FormatVersions &getFormatVersions(VersionedFormat format);

/// The source of the axes of a version of an operator.
enum class AxesSource { Attribute, Input };

/// The meaning of absent or empty axes.
enum class EmptyAxes {
  /// Reduce all dimensions.
  ReduceAll,
  /// Reduce all dimensions, unless the attribute noop_with_empty_axes is 1.
  ByAttribute,
  /// Reduce nothing: the result is the input.
  Identity,
};

/// One version of an operator: a row of OperatorVersions.def, which documents
/// the fields.
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

  /// Returns its name in messages, for example "ReduceMin-13".
  std::string getVersionName() const {
    return (name + "-" + llvm::Twine(since)).str();
  }

  bool accepts(ElementType type) const {
    return elementTypes >> static_cast<unsigned>(type) & 1;
  }
};

/// Returns the version of the operator `name` in `opset`: the latest one that
/// is not newer than `opset`. Returns null if there is none.
const OperatorVersion *findOperatorVersion(ModelFormat format,
                                           llvm::StringRef name, int64_t opset);

} // namespace mlir::reduce

#endif // REDUCE_OPERATORS_OPERATORVERSIONS_H
