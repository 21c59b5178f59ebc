//===- StridedFunctions.cpp - Functions with any strides ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/StridedFunctions.h"
#include "reduce/IR/ReduceDialect.h"

using namespace mlir;
using namespace mlir::reduce;

bool mlir::reduce::isStrided(func::FuncOp function) {
  return function->hasAttr(ReduceDialect::StridedAttrHelper::getNameStr());
}

bool mlir::reduce::isInStridedFunction(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && isStrided(function);
}

bool mlir::reduce::hasContiguousRows(func::FuncOp function) {
  return function->hasAttrOfType<StringAttr>(
      ReduceDialect::StridedAttrHelper::getNameStr());
}

// A C identifier does not contain a dot, so these names cannot clash.
std::string mlir::reduce::getStridedVariantName(StringRef name) {
  return (name + ".strided").str();
}

std::string mlir::reduce::getRowsVariantName(StringRef name) {
  return (name + ".rows").str();
}
