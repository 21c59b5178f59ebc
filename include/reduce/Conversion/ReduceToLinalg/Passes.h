//===- Passes.h - From the reduce dialect to linalg -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_CONVERSION_REDUCETOLINALG_PASSES_H
#define REDUCE_CONVERSION_REDUCETOLINALG_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
class TypeConverter;
namespace reduce {

/// Makes `converter` convert the element types of tensors to those below the
/// reduce dialect: signless integers, and i8 with the values 0 and 1 for bool.
void populateReduceToLinalgTypeConversions(TypeConverter &converter);

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "reduce/Conversion/ReduceToLinalg/Passes.h.inc"

/// Adds the patterns of -convert-reduce-to-linalg: for any operation with
/// ReductionOpInterface, and for functions, calls, constants and casts whose
/// types `converter` changes. Only `expandShapes` and `nameCombiners` of
/// `options` are used.
void populateReduceToLinalgConversionPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns,
    const ConvertReduceToLinalgPassOptions &options = {});

} // namespace reduce
} // namespace mlir

#endif // REDUCE_CONVERSION_REDUCETOLINALG_PASSES_H
