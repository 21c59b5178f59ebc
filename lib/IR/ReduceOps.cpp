//===- ReduceOps.cpp - Operations of the reduce dialect -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceOps.h"

#include "Bytecode.h"
#include "IR/Combiners/Extremum.h"
#include "IR/Combiners/Product.h"
#include "mlir/IR/Builders.h"
#include "reduce/IR/Canonicalization.h"

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// Parses axes: a list in brackets, or a value.
static ParseResult
parseAxes(OpAsmParser &parser,
          std::optional<OpAsmParser::UnresolvedOperand> &dynamicAxes,
          DenseI64ArrayAttr &axes) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
  if (isOperand.has_value()) {
    dynamicAxes = operand;
    return *isOperand;
  }
  axes = dyn_cast_or_null<DenseI64ArrayAttr>(
      DenseI64ArrayAttr::parse(parser, Type()));
  return success(bool(axes));
}

static void printAxes(OpAsmPrinter &printer, Operation *op, Value dynamicAxes,
                      DenseI64ArrayAttr axes) {
  if (dynamicAxes)
    printer << dynamicAxes;
  else
    axes.print(printer);
}

namespace mlir::reduce {
#include "reduce/IR/ReduceTypeConstraints.h.inc"

#include "reduce/IR/ReduceTypeConstraints.cpp.inc"
} // namespace mlir::reduce

#define GET_OP_CLASSES
#include "reduce/IR/ReduceOps.cpp.inc"
