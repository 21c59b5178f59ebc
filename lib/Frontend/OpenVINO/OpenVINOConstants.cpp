//===- OpenVINOConstants.cpp - Constants of OpenVINO nets -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINOImporter.h"
#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;
using namespace mlir::reduce::detail::openvino;

FailureOr<Tensor> Importer::readConstant(const Layer &layer) {
  FailureOr<ElementType> type = getElementType(layer);
  if (failed(type))
    return failure();
  FailureOr<std::optional<SmallVector<int64_t>>> shape = getShape(layer);
  if (failed(shape))
    return failure();
  if (!*shape || ShapedType::isDynamicShape(**shape))
    return emitError(layer) << "expected the shape of a constant, got "
                            << quote(*getAttribute(layer, "shape"));
  FailureOr<int64_t> offset = getNumber(layer, "offset");
  if (failed(offset))
    return failure();
  FailureOr<int64_t> size = getNumber(layer, "size");
  if (failed(size))
    return failure();
  llvm::Expected<int64_t> byteSize = getByteSize(*type, **shape);
  if (!byteSize)
    return emitError(layer) << llvm::toString(byteSize.takeError());
  if (*size != *byteSize)
    return emitError(layer) << "expected attribute 'size' to be " << *byteSize
                            << " for the shape, got " << *size;

  // Check that the data exist before allocating memory.
  FailureOr<StringRef> bytes = readWeights(layer, *offset, *size);
  if (failed(bytes))
    return failure();
  llvm::Expected<Tensor> tensor = Tensor::create(*type, **shape);
  if (!tensor)
    return emitError(layer) << llvm::toString(tensor.takeError());
  llvm::copy(*bytes, tensor->getBytes().begin());
  if (*type == ElementType::Bool)
    for (char &byte : tensor->getBytes())
      byte = byte != 0;
  return std::move(*tensor);
}

/// Returns `size` bytes at `offset` of the file of constants.
FailureOr<StringRef> Importer::readWeights(const Layer &layer, int64_t offset,
                                           int64_t size) {
  if (size == 0)
    return StringRef();
  if (fileName == "-" || fileName == "<stdin>")
    return emitError(layer) << "a model on standard input has no .bin file to "
                               "read constants from";
  SmallString<128> path(fileName);
  llvm::sys::path::replace_extension(path, "bin");
  if (!weights) {
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
    if (!file)
      return emitError(layer) << "cannot read " << quote(path) << ": "
                              << file.getError().message();
    weights = std::move(*file);
  }
  int64_t fileSize = weights->getBufferSize();
  if (offset > fileSize || size > fileSize - offset)
    return emitError(layer)
           << size << " bytes at offset " << offset << " are beyond the end of "
           << quote(path) << ", which has " << fileSize << " bytes";
  return weights->getBuffer().substr(offset, size);
}

/// Imports the axes in `value`.
LogicalResult Importer::importAxes(const Layer &layer, const GraphValue &value,
                                   ReductionRequest &request) {
  RankedTensorType axesType = builder.getType(value);
  ElementType elementType = *reduce::getElementType(axesType.getElementType());
  DLDataType type = getDLDataType(elementType);
  if (type.code != kDLInt && type.code != kDLUInt)
    return emitError(layer)
           << "expected axes of an integer type, got " << getName(elementType);
  // Clause axes-scalar.
  if (axesType.getRank() > 1)
    return emitError(layer)
           << "axes must be a scalar or a 1-D tensor, got rank "
           << axesType.getRank();
  // Clause runtime-axes.
  if (!value.constant) {
    request.dynamicAxes = value.value;
    return success();
  }
  size_t byteSize = type.bits / 8;
  ArrayRef<char> bytes = value.constant->getBytes();
  for (; !bytes.empty(); bytes = bytes.drop_front(byteSize)) {
    uint64_t bits = 0;
    // Tensors are little-endian, like every supported host.
    llvm::copy(bytes.take_front(byteSize), reinterpret_cast<char *>(&bits));
    int64_t axis = type.code == kDLInt ? llvm::SignExtend64(bits, type.bits)
                                       : static_cast<int64_t>(bits);
    if (type.code == kDLUInt && axis < 0)
      return emitError(layer) << "axis " << bits << " is too large";
    request.axes.push_back(axis);
  }
  return success();
}
