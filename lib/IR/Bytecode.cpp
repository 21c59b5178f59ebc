//===- Bytecode.cpp - Versions of the dialect -----------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytecode records the version of the dialect that wrote it. When you change
// the form of operations in bytecode (an attribute's name, type or meaning),
// increase the version, convert operations of older versions in
// upgradeFromVersion, and add a file of the previous version to the tests.
//
//===----------------------------------------------------------------------===//

#include "Bytecode.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "reduce/IR/ReduceDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

namespace {
struct ReduceVersion : DialectVersion {
  /// The version that is written, and the newest one that can be read.
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
    // There is no older version yet.
    return success();
  }
};
} // namespace

void mlir::reduce::addBytecodeInterface(ReduceDialect &dialect) {
  dialect.addInterfaces<ReduceBytecodeInterface>();
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

/// Returns `names` in the order in which attributes are written.
static SmallVector<StringRef> sortNames(ArrayRef<StringRef> names) {
  SmallVector<StringRef> sorted(names);
  llvm::sort(sorted);
  return sorted;
}

/// Returns whether the size of the data of `array` matches its number of
/// elements. The parser and the builders ensure this, but bytecode stores both.
static bool isConsistent(DenseArrayAttr array) {
  Type type = array.getElementType();
  if (!isa_and_nonnull<IntegerType, FloatType>(type))
    return false;
  uint64_t byteSize = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  // Elements of type i0 have no bytes.
  if (byteSize == 0)
    return false;
  uint64_t numBytes = array.getRawData().size();
  return numBytes % byteSize == 0 &&
         numBytes / byteSize == static_cast<uint64_t>(array.getSize());
}

/// Returns whether all arrays in `attribute` are consistent.
static bool hasConsistentArrays(Attribute attribute) {
  return !attribute
              .walk([](DenseArrayAttr array) {
                return isConsistent(array) ? WalkResult::advance()
                                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

LogicalResult mlir::reduce::readReductionProperties(
    DialectBytecodeReader &reader, MLIRContext *context,
    ArrayRef<StringRef> names, DictionaryAttr &properties) {
  NamedAttrList attributes;
  for (StringRef name : sortNames(names)) {
    Attribute attribute;
    if (failed(reader.readOptionalAttribute(attribute)))
      return failure();
    if (!attribute)
      continue;
    // Clause attribute-kinds.
    if (!hasConsistentArrays(attribute))
      return reader.emitError()
             << "expected the attribute '" << name
             << "' of a reduction to have as many bytes as its elements take";
    attributes.append(name, attribute);
  }
  properties = attributes.getDictionary(context);
  return success();
}

void mlir::reduce::writeReductionProperties(DialectBytecodeWriter &writer,
                                            ArrayRef<StringRef> names,
                                            Attribute properties) {
  auto attributes = dyn_cast_or_null<DictionaryAttr>(properties);
  for (StringRef name : sortNames(names))
    writer.writeOptionalAttribute(attributes ? attributes.get(name)
                                             : Attribute());
}
