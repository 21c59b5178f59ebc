//===- Bytecode.cpp - Versions of the dialect -----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytecode says which version of the dialect it was written by. Whoever changes
// what operations look like in bytecode (an attribute's name, type or meaning)
// raises the version, changes operations of older ones in upgradeFromVersion,
// and adds a file of the version before to the tests.
//
//===----------------------------------------------------------------------===//

#include "Bytecode.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "reduce/IR/ReduceDialect.h"

using namespace mlir;
using namespace mlir::reduce;

namespace {
struct ReduceVersion : DialectVersion {
  /// The version that is written, and the newest that is read.
  static constexpr uint64_t current = 1;

  explicit ReduceVersion(uint64_t number) : number(number) {}

  uint64_t number;
};

struct ReduceBytecodeInterface : BytecodeDialectInterface {
  explicit ReduceBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(ReduceVersion::current);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > ReduceVersion::current) {
      reader.emitError() << "version " << number
                         << " of the reduce dialect is newer than "
                         << ReduceVersion::current
                         << ", the newest that can be read";
      return nullptr;
    }
    return std::make_unique<ReduceVersion>(number);
  }

  LogicalResult upgradeFromVersion(Operation *,
                                   const DialectVersion &) const override {
    // There was none before the first.
    return success();
  }
};
} // namespace

void mlir::reduce::addBytecodeInterface(ReduceDialect &dialect) {
  dialect.addInterfaces<ReduceBytecodeInterface>();
}
