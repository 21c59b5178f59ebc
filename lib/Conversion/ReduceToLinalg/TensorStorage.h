//===- TensorStorage.h - Tensor operations on storage types -----*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal: converts the tensor operations that importers and canonicalization
// build to the storage types of their elements.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_CONVERSION_REDUCETOLINALG_TENSORSTORAGE_H
#define REDUCE_LIB_CONVERSION_REDUCETOLINALG_TENSORSTORAGE_H

#include "mlir/Transforms/DialectConversion.h"

namespace mlir::reduce::detail {

/// Adds patterns that convert constants, casts, reshapes, slices and sizes of
/// tensors, and scf.forall on tensors, to the element types of `converter`.
/// Splats become linalg.fill.
void populateTensorStoragePatterns(const TypeConverter &converter,
                                   RewritePatternSet &patterns);

/// Marks as illegal the operations that these patterns convert. `converter`
/// must outlive `target`.
void markTensorStorageLegality(const TypeConverter &converter,
                               ConversionTarget &target);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_CONVERSION_REDUCETOLINALG_TENSORSTORAGE_H
