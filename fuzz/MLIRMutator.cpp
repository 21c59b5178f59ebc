//===- MLIRMutator.cpp - Mutation of MLIR ---------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MLIRMutator.h"
#include "TextMutator.h"

using namespace mlir::reduce;

static constexpr const char *words[] = {
    // The reduce dialect.
    "reduce.min", "reduce.prod", "axes", "keepdims", "noop_with_empty_axes",
    "nan_mode", "strict_order", "propagate", "ignore", "reduce.name",
    "reduce.dim_params", "reduce.element_type", "reduce.future",
    // Types.
    "tensor", "memref", "vector", "index", "none", "i1", "i8", "i16", "i32",
    "i64", "i7", "i65", "ui8", "ui64", "si32", "f16", "bf16", "f32", "f64",
    "f80", "f8E4M3FN", "complex", "tuple", "x", "*", "?",
    // The builtin and func dialects.
    "module", "func.func", "private", "return", "func.call", "attributes",
    "dense", "array", "unit", "loc", "affine_map", "dense_resource", "sparse",
    "true", "false", "@main", "%0", "->", "<", ">", "[", "]", "{", "}", "(",
    ")", ":", ",", "=", "\"", "<{", "}>",
    // Other operations.
    "tensor.cast", "tensor.empty", "tensor.dim", "tensor.splat",
    "tensor.collapse_shape", "tensor.expand_shape", "tensor.bitcast",
    "arith.constant", "arith.minimumf", "arith.mulf", "arith.addf",
    "arith.muli", "arith.minsi", "arith.minui", "linalg.generic",
    "linalg.yield", "linalg.fill", "indexing_maps", "iterator_types",
    "\"parallel\"", "\"reduction\""};

size_t fuzz::mutateMLIR(uint8_t *data, size_t size, size_t maxSize,
                        unsigned seed) {
  return mutateText(words, data, size, maxSize, seed);
}
