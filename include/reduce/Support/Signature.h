//===- Signature.h - Inputs and outputs of a function -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_SUPPORT_SIGNATURE_H
#define REDUCE_SUPPORT_SIGNATURE_H

#include "reduce/Support/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::reduce {

/// One input or output of a compiled function.
struct TensorSignature {
  /// The extent of a dimension that is known only at run time.
  static constexpr int64_t kDynamic = -1;

  std::string name;
  ElementType elementType = ElementType::F32;
  std::vector<int64_t> shape;
  /// The symbolic name of each dimension; empty strings for dimensions without
  /// one. May have no entries at all.
  std::vector<std::string> dimParams;
  /// For each dimension, the axes of the grid along which it is split. Empty if
  /// the function is not sharded. The shape is that of a shard.
  std::vector<std::vector<std::string>> sharding;

  bool hasStaticShape() const;

  /// Returns whether a tensor with the extents `actual` can be passed. Does not
  /// compare dimensions with the same symbolic name.
  bool acceptsShape(llvm::ArrayRef<int64_t> actual) const;
};

/// An axis of the grid of ranks that call a function together.
struct GridAxisSignature {
  std::string name;
  /// The number of ranks along the axis, or TensorSignature::kDynamic.
  int64_t size = TensorSignature::kDynamic;
};

/// The information that a caller of a compiled function needs. A library
/// contains it as JSON, which NAME_signature() returns.
struct FunctionSignature {
  std::string name;
  std::vector<TensorSignature> inputs;
  std::vector<TensorSignature> outputs;
  /// Empty unless ranks share tensors.
  std::vector<GridAxisSignature> grid;
};

/// Returns the extents in brackets; a dynamic one is its symbolic name or '?'.
std::string shapeToString(llvm::ArrayRef<int64_t> shape,
                          llvm::ArrayRef<std::string> dimParams = {});

/// Reads a signature from JSON and ignores unknown keys. Fails, with the path
/// of the offending value, if the text is not a signature.
llvm::Expected<FunctionSignature> parseSignature(llvm::StringRef json);

/// Returns `signature` as JSON on one line, which parseSignature can read.
/// Bytes of names that are not valid UTF-8 become U+FFFD.
std::string printSignature(const FunctionSignature &signature);

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_SIGNATURE_H
