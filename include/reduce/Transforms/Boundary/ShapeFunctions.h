//===- ShapeFunctions.h - Functions that compute shapes ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_BOUNDARY_SHAPEFUNCTIONS_H
#define REDUCE_TRANSFORMS_BOUNDARY_SHAPEFUNCTIONS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::reduce {

/// Returns the name of the function that computes the shapes of the results of
/// the function `name`; see -reduce-add-shape-functions.
std::string getShapeFunctionName(llvm::StringRef name);

} // namespace mlir::reduce

#endif // REDUCE_TRANSFORMS_BOUNDARY_SHAPEFUNCTIONS_H
