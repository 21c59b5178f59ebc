//===- Tensor.h - A tensor in memory ----------------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_SUPPORT_TENSOR_H
#define REDUCE_SUPPORT_TENSOR_H

#include "reduce/Support/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>

namespace mlir::reduce {

/// Returns the size of a dense tensor in bytes. Fails if a dimension is
/// negative or the product does not fit into 63 bits; the error contains the
/// shape.
llvm::Expected<int64_t> getByteSize(ElementType type,
                                    llvm::ArrayRef<int64_t> shape);

/// A dense row-major tensor that owns its elements.
class Tensor {
public:
  /// The address of the elements is a multiple of this.
  static constexpr size_t alignment = 64;

  /// Creates a tensor of zeros. Fails if getByteSize does or if there is not
  /// enough memory.
  static llvm::Expected<Tensor> create(ElementType type,
                                       llvm::ArrayRef<int64_t> shape);

  ElementType getElementType() const { return elementType; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }

  /// Returns the bytes of the elements, little-endian.
  llvm::MutableArrayRef<char> getBytes() { return {bytes, size}; }
  llvm::ArrayRef<char> getBytes() const { return {bytes, size}; }

  /// Returns a view of this tensor that a compiled function can read or fill.
  /// The view is valid as long as this tensor, which must not be moved.
  DLTensor getDLTensor();

private:
  struct FreeDeleter {
    void operator()(char *pointer) const;
  };

  Tensor(ElementType type, llvm::ArrayRef<int64_t> shape)
      : elementType(type), shape(shape) {}

  ElementType elementType;
  llvm::SmallVector<int64_t, 6> shape;
  std::unique_ptr<char, FreeDeleter> memory;
  char *bytes = nullptr;
  size_t size = 0;
};

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_TENSOR_H
