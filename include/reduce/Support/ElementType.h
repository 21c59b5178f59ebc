//===- ElementType.h - The element types of tensors -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_SUPPORT_ELEMENTTYPE_H
#define REDUCE_SUPPORT_ELEMENTTYPE_H

#include "dlpack/dlpack.h"
#include "llvm/ADT/StringRef.h"
#include <iterator>
#include <optional>

namespace llvm {
struct fltSemantics;
} // namespace llvm

namespace mlir {
class MLIRContext;
class Type;
} // namespace mlir

namespace mlir::reduce {

/// The element types of the specification; ElementTypes.def lists them.
enum class ElementType {
#define REDUCE_ELEMENT_TYPE(ENUM, BITS, DLPACK_CODE, NUMPY) ENUM,
#include "reduce/Support/ElementTypes.def"
};

/// All element types, in order.
inline constexpr ElementType allElementTypes[] = {
#define REDUCE_ELEMENT_TYPE(ENUM, BITS, DLPACK_CODE, NUMPY) ElementType::ENUM,
#include "reduce/Support/ElementTypes.def"
};

/// Returns whether `table`, the table of a format, has one row for each element
/// type, in order. The member `type` of a row is its element type.
template <typename Row, size_t size>
constexpr bool hasRowOfEachElementType(const Row (&table)[size]) {
  if (size != std::size(allElementTypes))
    return false;
  for (size_t i = 0; i < size; ++i)
    if (table[i].type != allElementTypes[i])
      return false;
  return true;
}

/// Returns the size of a stored element in bytes.
unsigned getByteSize(ElementType type);

/// Returns numpy's name of `type`, for example "float32".
llvm::StringRef getName(ElementType type);

/// Returns the type whose name in numpy is `name`, if the specification has it.
std::optional<ElementType> getElementTypeByName(llvm::StringRef name);

/// Returns the floating-point semantics of `type`; null for other types.
const llvm::fltSemantics *getFloatSemantics(ElementType type);

/// Returns the DLPack type of one element of `type`.
DLDataType getDLDataType(ElementType type);

/// Returns the element type for `type`; none if lanes is not 1, and for types
/// that the specification does not have.
std::optional<ElementType> getElementType(DLDataType type);

/// Returns the MLIR type: signless for bool (i1) and signed integers.
mlir::Type getMLIRType(mlir::MLIRContext *context, ElementType type);

/// Returns the element type for an MLIR type; none for types that the
/// specification does not have.
std::optional<ElementType> getElementType(mlir::Type type);

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_ELEMENTTYPE_H
