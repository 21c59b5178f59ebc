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
  /// The extent of a dimension that only a call tells.
  static constexpr int64_t kDynamic = -1;

  std::string name;
  ElementType elementType = ElementType::F32;
  std::vector<int64_t> shape;
  /// The symbolic name of each dimension, empty for those that have none; or no
  /// entries at all.
  std::vector<std::string> dimParams;

  bool hasStaticShape() const;

  /// Whether a tensor of `actual` extents can be passed; symbolic names are not
  /// compared.
  bool acceptsShape(llvm::ArrayRef<int64_t> actual) const;
};

/// What the caller of a compiled function needs to know. A library carries it
/// as the JSON text that NAME_signature() returns.
struct FunctionSignature {
  std::string name;
  std::vector<TensorSignature> inputs;
  std::vector<TensorSignature> outputs;
};

/// Reads a signature from JSON; keys it does not know are ignored. Fails, with
/// the path of the offending value, where the text is not a signature.
llvm::Expected<FunctionSignature> parseSignature(llvm::StringRef json);

/// Returns `signature` as JSON on one line, which parseSignature reads. Bytes
/// of names that are not UTF-8 become U+FFFD.
std::string printSignature(const FunctionSignature &signature);

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_SIGNATURE_H
