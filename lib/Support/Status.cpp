//===- Status.cpp - What a compiled function returns ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Support/Status.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::reduce;

static constexpr StatusInfo statuses[] = {
#define REDUCE_STATUS(NAME, VALUE, TEXT) {#NAME, VALUE, TEXT},
#include "reduce/Support/Statuses.def"
};

static constexpr llvm::StringLiteral unknownStatus = "unknown status";

#define REDUCE_STATUS(NAME, VALUE, TEXT)                                       \
  static_assert(sizeof(TEXT) <= statusStringSize,                              \
                "the text of " #NAME " is too long");                          \
  static_assert(statuses[VALUE].value == VALUE, #NAME " is out of order");
#include "reduce/Support/Statuses.def"

llvm::ArrayRef<StatusInfo> mlir::reduce::getStatuses() { return statuses; }

std::string mlir::reduce::getStatusStringTable() {
  std::string table;
  auto append = [&](llvm::StringRef text) {
    table += text;
    table.resize(llvm::alignTo(table.size() + 1, statusStringSize), '\0');
  };
  for (const StatusInfo &status : statuses)
    append(status.text);
  append(unknownStatus);
  return table;
}
