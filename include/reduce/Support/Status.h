//===- Status.h - What a compiled function returns --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_SUPPORT_STATUS_H
#define REDUCE_SUPPORT_STATUS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace mlir::reduce {

/// The statuses of the C interface; Statuses.def lists them.
enum class Status : int32_t {
#define REDUCE_STATUS(NAME, VALUE, TEXT) NAME = VALUE,
#include "reduce/Support/Statuses.def"
};

/// Returns the text of `status`. Any pass can use it, without linking a
/// library, for a cf.assert that becomes this status in a compiled function.
constexpr llvm::StringLiteral getStatusText(Status status) {
  switch (status) {
#define REDUCE_STATUS(NAME, VALUE, TEXT)                                       \
  case Status::NAME:                                                           \
    return TEXT;
#include "reduce/Support/Statuses.def"
  }
  return "";
}

/// One row of Statuses.def.
struct StatusInfo {
  llvm::StringRef name;
  int32_t value;
  llvm::StringRef text;
};

/// Returns all statuses in the order of their values, which are 0, 1, 2, ...
llvm::ArrayRef<StatusInfo> getStatuses();

/// The number of bytes per status in `getStatusStringTable`.
constexpr size_t statusStringSize = 64;

/// Returns the texts of all statuses and, at the end, the text of an unknown
/// status. Each is padded with zeros to `statusStringSize`.
std::string getStatusStringTable();

} // namespace mlir::reduce

#endif // REDUCE_SUPPORT_STATUS_H
