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

std::optional<Layout> mlir::reduce::getLayout(func::FuncOp function) {
  auto layout = function->getAttrOfType<LayoutAttr>(
      ReduceDialect::LayoutAttrHelper::getNameStr());
  return layout ? std::optional(layout.getValue()) : std::nullopt;
}

void mlir::reduce::setLayout(func::FuncOp function, Layout layout) {
  MLIRContext *context = function.getContext();
  ReduceDialect::LayoutAttrHelper(context).setAttr(
      function, LayoutAttr::get(context, layout));
}

bool mlir::reduce::isInStridedFunction(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && getLayout(function);
}

bool mlir::reduce::isRow(RankedTensorType type) {
  return type.getRank() > 0 &&
         llvm::all_of(type.getShape().drop_back(),
                      [](int64_t extent) { return extent == 1; });
}

// A C identifier does not contain a dot, so these names cannot clash.
std::string mlir::reduce::getStridedVariantName(StringRef name) {
  return (name + ".strided").str();
}

std::string mlir::reduce::getRowsVariantName(StringRef name) {
  return (name + ".rows").str();
}
