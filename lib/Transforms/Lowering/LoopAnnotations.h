//===- LoopAnnotations.h - What LLVM shall do with loops --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_LOWERING_LOOPANNOTATIONS_H
#define REDUCE_LIB_TRANSFORMS_LOWERING_LOOPANNOTATIONS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::reduce::detail {

/// The attribute of a loop, and of the branch that it becomes, that upstream's
/// conversions carry to the LLVM dialect.
inline constexpr llvm::StringLiteral loopAnnotationName =
    "llvm.loop_annotation";

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_LOWERING_LOOPANNOTATIONS_H
