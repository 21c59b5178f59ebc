//===- NumpyFile.cpp - Reading and writing .npy files ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Execution/TensorIO/NumpyFile.h"

#include "Support/Quote.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static constexpr StringLiteral magic = "\x93NUMPY";
// The data start at a multiple of this, so that they can be memory-mapped.
static constexpr size_t alignment = 64;

//===----------------------------------------------------------------------===//
// The header, a Python dictionary
//===----------------------------------------------------------------------===//

namespace {
struct NumpyHeader {
  ElementType elementType = ElementType::F32;
  bool bigEndian = false;
  bool fortranOrder = false;
  SmallVector<int64_t> shape;
};

/// Parses the form of dictionary that numpy writes, with the keys in any order
/// and spaces anywhere.
class HeaderParser {
public:
  HeaderParser(StringRef text) : text(text), rest(text) {}

  llvm::Expected<NumpyHeader> parse();

private:
  llvm::Error parseEntry();
  llvm::Error parseDescr();
  llvm::Error parseFortranOrder();
  llvm::Error parseShape();
  llvm::Error parseExtent();
  llvm::Expected<StringRef> parseString();

  /// Consumes `token` if it comes next.
  bool consume(StringRef token) {
    rest = rest.ltrim(" \t\n");
    return rest.consume_front(token);
  }

  /// Returns an error that `what` was expected next.
  llvm::Error expected(const Twine &what) const;

  StringRef text;
  StringRef rest;
  NumpyHeader header;
  SmallVector<StringRef, 3> keys;
};
} // namespace

llvm::Error HeaderParser::expected(const Twine &what) const {
  StringRef next = rest.ltrim(" \t\n").take_front(12);
  return llvm::createStringError(
      "malformed .npy header: expected " + what + " at character " +
      Twine(text.size() - rest.ltrim(" \t\n").size()) + ", got " +
      (next.empty() ? "its end" : quote(next)));
}

llvm::Expected<StringRef> HeaderParser::parseString() {
  rest = rest.ltrim(" \t\n");
  char mark = rest.empty() ? '\0' : rest.front();
  size_t end =
      mark == '\'' || mark == '"' ? rest.find(mark, 1) : StringRef::npos;
  if (end == StringRef::npos)
    return expected("a string");
  StringRef string = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return string;
}

/// Returns the type for numpy's kind and width, such as "f4".
static std::optional<ElementType> getElementTypeByCode(StringRef code) {
  if (code == "V2")
    return ElementType::BF16;
  if (code.empty())
    return std::nullopt;
  DLDataType type = {0, 0, /*lanes=*/1};
  switch (code.front()) {
  case 'b':
    type.code = getDLDataType(ElementType::Bool).code;
    break;
  case 'i':
    type.code = kDLInt;
    break;
  case 'u':
    type.code = kDLUInt;
    break;
  case 'f':
    type.code = kDLFloat;
    break;
  default:
    return std::nullopt;
  }
  unsigned bytes;
  if (code.drop_front().getAsInteger(10, bytes) || bytes > 8)
    return std::nullopt;
  type.bits = bytes * 8;
  return getElementType(type);
}

llvm::Error HeaderParser::parseDescr() {
  if (consume("["))
    return llvm::createStringError(
        "a structured .npy array cannot be read as a tensor");
  llvm::Expected<StringRef> descr = parseString();
  if (!descr)
    return descr.takeError();
  StringRef code = *descr;
  if (code.consume_front(">"))
    header.bigEndian = true;
  else if (!code.empty() && StringRef("<|=").contains(code.front()))
    code = code.drop_front();
  std::optional<ElementType> type = getElementTypeByCode(code);
  if (!type)
    return llvm::createStringError("the .npy element type " + quote(*descr) +
                                   " is not supported");
  header.elementType = *type;
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseFortranOrder() {
  if (consume("True"))
    header.fortranOrder = true;
  else if (!consume("False"))
    return expected("True or False");
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseExtent() {
  rest = rest.ltrim(" \t\n");
  StringRef digits = rest.drop_front(rest.starts_with("-"));
  digits = digits.take_while(llvm::isDigit);
  if (digits.empty())
    return expected("an extent");
  StringRef number(rest.data(), digits.end() - rest.data());
  rest = rest.drop_front(number.size());
  // Python 2 prints long integers with this suffix.
  rest.consume_front("L");
  int64_t extent;
  if (number.getAsInteger(10, extent))
    return llvm::createStringError("the extent " + number +
                                   " in the .npy header does not fit 64 bits");
  if (extent < 0)
    return llvm::createStringError("negative extent " + number +
                                   " in the .npy header");
  header.shape.push_back(extent);
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseShape() {
  if (!consume("("))
    return expected("a tuple of extents");
  // "(3)" is a number and not a tuple: the first comma is mandatory.
  for (bool first = true; !consume(")"); first = false) {
    if (llvm::Error error = parseExtent())
      return error;
    if (!consume(",") && (first || !rest.starts_with(")")))
      return expected(first ? "','" : "',' or ')'");
  }
  return llvm::Error::success();
}

llvm::Error HeaderParser::parseEntry() {
  llvm::Expected<StringRef> key = parseString();
  if (!key)
    return key.takeError();
  if (llvm::is_contained(keys, *key))
    return llvm::createStringError("the .npy header has the key " +
                                   quote(*key) + " twice");
  keys.push_back(*key);
  if (!consume(":"))
    return expected("':'");
  if (*key == "descr")
    return parseDescr();
  if (*key == "fortran_order")
    return parseFortranOrder();
  if (*key == "shape")
    return parseShape();
  return llvm::createStringError("the .npy header has the unknown key " +
                                 quote(*key));
}

llvm::Expected<NumpyHeader> HeaderParser::parse() {
  if (!consume("{"))
    return expected("'{'");
  while (!consume("}")) {
    if (llvm::Error error = parseEntry())
      return error;
    if (!consume(",") && !rest.starts_with("}"))
      return expected("',' or '}'");
  }
  if (!rest.trim(" \t\n").empty())
    return expected("nothing but spaces");
  for (StringRef key : {"descr", "fortran_order", "shape"})
    if (!llvm::is_contained(keys, key))
      return llvm::createStringError("the .npy header lacks the key " +
                                     quote(key));
  return header;
}

//===----------------------------------------------------------------------===//
// The data
//===----------------------------------------------------------------------===//

/// Copies `slice` of the column-major tensor of the given shape in `data` to
/// the row-major `tensor`.
static void copyTransposed(StringRef data, ArrayRef<int64_t> wholeShape,
                           const TensorSlice &slice, Tensor &tensor) {
  ArrayRef<int64_t> shape = tensor.getShape();
  size_t elementSize = getByteSize(tensor.getElementType());
  SmallVector<size_t> strides;
  size_t stride = elementSize, source = 0;
  for (auto [extent, origin] : llvm::zip_equal(wholeShape, slice.origin)) {
    strides.push_back(stride);
    source += origin * stride;
    stride *= extent;
  }

  SmallVector<int64_t> index(shape.size());
  MutableArrayRef<char> target = tensor.getBytes();
  while (!target.empty()) {
    std::memcpy(target.data(), data.data() + source, elementSize);
    target = target.drop_front(elementSize);
    for (size_t dim = shape.size(); dim-- > 0;) {
      source += strides[dim];
      if (++index[dim] < shape[dim])
        break;
      source -= strides[dim] * shape[dim];
      index[dim] = 0;
    }
  }
}

static void swapBytes(Tensor &tensor) {
  size_t elementSize = getByteSize(tensor.getElementType());
  MutableArrayRef<char> bytes = tensor.getBytes();
  for (size_t begin = 0; begin < bytes.size(); begin += elementSize)
    std::reverse(bytes.begin() + begin, bytes.begin() + begin + elementSize);
}

/// Removes the header from the front of `contents` and returns its text.
static llvm::Expected<StringRef> takeHeader(StringRef &contents) {
  if (!contents.consume_front(magic))
    return llvm::createStringError(
        "not a .npy file: it does not start with \\x93NUMPY");
  if (contents.size() < 2)
    return llvm::createStringError("the .npy file ends within its header");
  unsigned major = contents.bytes_begin()[0];
  unsigned minor = contents.bytes_begin()[1];
  contents = contents.drop_front(2);
  if (major < 1 || major > 3 || minor != 0)
    return llvm::createStringError(
        "unsupported version " + Twine(major) + "." + Twine(minor) +
        " of the .npy format, expected 1.0, 2.0 or 3.0");
  size_t lengthSize = major == 1 ? 2 : 4;
  if (contents.size() < lengthSize)
    return llvm::createStringError("the .npy file ends within its header");
  size_t length = major == 1 ? llvm::support::endian::read16le(contents.data())
                             : llvm::support::endian::read32le(contents.data());
  contents = contents.drop_front(lengthSize);
  if (contents.size() < length)
    return llvm::createStringError("the .npy file ends within its header");
  StringRef header = contents.take_front(length);
  contents = contents.drop_front(length);
  return header;
}

llvm::Expected<Tensor>
mlir::reduce::parseNumpyFile(StringRef contents,
                             std::optional<ElementType> expected,
                             SliceSelector select) {
  llvm::Expected<StringRef> headerText = takeHeader(contents);
  if (!headerText)
    return headerText.takeError();
  llvm::Expected<NumpyHeader> header = HeaderParser(*headerText).parse();
  if (!header)
    return header.takeError();
  if (header->elementType == ElementType::UI16 && expected == ElementType::BF16)
    header->elementType = ElementType::BF16;

  // Check the size before allocating: the shape in the header is untrusted.
  llvm::Expected<int64_t> size =
      getByteSize(header->elementType, header->shape);
  if (!size)
    return size.takeError();
  if (contents.size() != static_cast<uint64_t>(*size))
    return llvm::createStringError("the .npy header asks for " + Twine(*size) +
                                   " bytes of data, but the file has " +
                                   Twine(contents.size()));
  llvm::Expected<TensorSlice> slice =
      select ? select(header->shape) : TensorSlice::getWhole(header->shape);
  if (!slice)
    return slice.takeError();
  llvm::Expected<Tensor> tensor =
      Tensor::create(header->elementType, slice->shape);
  if (!tensor)
    return tensor.takeError();

  if (header->fortranOrder)
    copyTransposed(contents, header->shape, *slice, *tensor);
  else
    copySlice(contents.data(), header->shape, *slice, *tensor);
  if (header->bigEndian)
    swapBytes(*tensor);
  if (header->elementType == ElementType::Bool)
    for (char &byte : tensor->getBytes())
      byte = byte != 0;
  return tensor;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Returns the element type as a .npy file names it, for example "<f4".
static std::string getDescr(ElementType elementType) {
  DLDataType type = getDLDataType(elementType);
  unsigned size = getByteSize(elementType);
  if (elementType == ElementType::BF16)
    return "|V2";
  char kind = type.code == kDLInt     ? 'i'
              : type.code == kDLUInt  ? 'u'
              : type.code == kDLFloat ? 'f'
                                      : 'b';
  return (Twine(size == 1 ? "|" : "<") + Twine(kind) + Twine(size)).str();
}

void mlir::reduce::writeNumpyFile(raw_ostream &os, const Tensor &tensor) {
  std::string header;
  llvm::raw_string_ostream headerOS(header);
  headerOS << "{'descr': '" << getDescr(tensor.getElementType())
           << "', 'fortran_order': False, 'shape': (";
  llvm::interleaveComma(tensor.getShape(), headerOS);
  headerOS << (tensor.getShape().size() == 1 ? ",), }" : "), }");

  // Only a rank in the thousands makes the header too long for version 1.0.
  bool isLong = header.size() + alignment > UINT16_MAX;
  size_t lengthSize = isLong ? 4 : 2;
  size_t start = magic.size() + 2 + lengthSize;
  size_t length = llvm::alignTo(start + header.size() + 1, alignment) - start;
  header.resize(length - 1, ' ');
  header += '\n';

  os << magic << (isLong ? '\2' : '\1') << '\0';
  for (size_t byte = 0; byte < lengthSize; ++byte)
    os << static_cast<char>(length >> (8 * byte));
  os << header;
  os.write(tensor.getBytes().data(), tensor.getBytes().size());
}
