//===- OpenVINONet.cpp - An OpenVINO net as its XML has it ----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINONet.h"

#include "Support/Quote.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "pugixml.hpp"
#include "reduce/Operators/OperatorVersions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;
using namespace mlir::reduce::detail::openvino;

std::string openvino::describe(const Layer &layer) {
  return "layer " + std::to_string(layer.id) + ' ' + quote(layer.name);
}

namespace {
/// Reads one file. Every method reports an error before it fails.
class NetReader {
public:
  NetReader(StringRef text, StringRef fileName, MLIRContext *context);

  FailureOr<Net> read();

private:
  FailureOr<pugi::xml_node> readRoot(pugi::xml_document &document);
  LogicalResult readLayers(pugi::xml_node net);
  LogicalResult readEdges(pugi::xml_node net);
  FailureOr<Layer> readLayer(pugi::xml_node node);
  LogicalResult readPorts(pugi::xml_node node, const Layer &layer,
                          std::vector<Port> &ports);
  FailureOr<pugi::xml_node> getChild(pugi::xml_node parent, const char *name);
  LogicalResult checkName(pugi::xml_node node, StringRef expected);
  FailureOr<std::string> getAttribute(pugi::xml_node node, const char *name);
  FailureOr<int64_t> getId(pugi::xml_node node, const char *name);

  /// Returns the location of the byte at `offset` of the text.
  FileLineColLoc getLoc(size_t offset);
  /// Returns the location of the '<' before the element's name.
  FileLineColLoc getLoc(pugi::xml_node node) {
    return getLoc(node.offset_debug() - 1);
  }
  InFlightDiagnostic emitError(pugi::xml_node node) {
    return mlir::emitError(getLoc(node));
  }

  StringRef text;
  StringAttr fileName;
  /// Where each line starts.
  std::vector<size_t> lineStarts = {0};
  std::vector<Layer> layers;
  std::vector<Edge> edges;
};
} // namespace

NetReader::NetReader(StringRef text, StringRef fileName, MLIRContext *context)
    : text(text), fileName(StringAttr::get(context, fileName)) {
  for (auto [offset, character] : llvm::enumerate(text))
    if (character == '\n')
      lineStarts.push_back(offset + 1);
}

FileLineColLoc NetReader::getLoc(size_t offset) {
  auto next = llvm::upper_bound(lineStarts, offset);
  return FileLineColLoc::get(fileName, next - lineStarts.begin(),
                             offset - next[-1] + 1);
}

FailureOr<pugi::xml_node> NetReader::readRoot(pugi::xml_document &document) {
  // The parser would treat a zero byte as the end.
  if (size_t zero = text.find('\0'); zero != StringRef::npos)
    return mlir::emitError(getLoc(zero)) << "not XML: zero byte";
  // Do not transcode, so that offsets refer to the original text.
  pugi::xml_parse_result result = document.load_buffer(
      text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result) {
    std::string reason = result.description();
    reason.front() = llvm::toLower(reason.front());
    return mlir::emitError(getLoc(result.offset)) << "not XML: " << reason;
  }
  pugi::xml_node root = document.document_element();
  if (failed(checkName(root, "net")))
    return failure();
  for (pugi::xml_node node = root.next_sibling(); node;
       node = node.next_sibling())
    if (node.type() == pugi::node_element)
      return emitError(node)
             << "not XML: second root element " << quote(node.name());
  FailureOr<std::string> version = getAttribute(root, "version");
  if (failed(version))
    return failure();
  const FormatVersions &known = getFormatVersions(VersionedFormat::OpenVINOIR);
  int64_t number;
  if (StringRef(*version).getAsInteger(10, number) || !known.contain(number))
    return emitError(root) << "expected IR version " << known.oldest << " to "
                           << known.newest << ", got " << quote(*version);
  return root;
}

FailureOr<Net> NetReader::read() {
  pugi::xml_document document;
  FailureOr<pugi::xml_node> root = readRoot(document);
  if (failed(root) || failed(readLayers(*root)) || failed(readEdges(*root)))
    return failure();
  return Net{root->attribute("name").value(), getLoc(*root), std::move(layers),
             std::move(edges)};
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

LogicalResult NetReader::readLayers(pugi::xml_node net) {
  FailureOr<pugi::xml_node> list = getChild(net, "layers");
  if (failed(list))
    return failure();
  if (!*list)
    return emitError(net) << "expected an element 'layers'";
  for (pugi::xml_node node : *list) {
    FailureOr<Layer> layer = readLayer(node);
    if (failed(layer))
      return failure();
    layers.push_back(std::move(*layer));
  }
  return success();
}

LogicalResult NetReader::readEdges(pugi::xml_node net) {
  FailureOr<pugi::xml_node> list = getChild(net, "edges");
  if (failed(list))
    return failure();
  for (pugi::xml_node node : *list) {
    if (failed(checkName(node, "edge")))
      return failure();
    SmallVector<int64_t> ids;
    for (const char *name :
         {"from-layer", "from-port", "to-layer", "to-port"}) {
      FailureOr<int64_t> id = getId(node, name);
      if (failed(id))
        return failure();
      ids.push_back(*id);
    }
    edges.push_back({ids[0], ids[1], ids[2], ids[3], getLoc(node)});
  }
  return success();
}

FailureOr<Layer> NetReader::readLayer(pugi::xml_node node) {
  if (failed(checkName(node, "layer")))
    return failure();
  FailureOr<int64_t> id = getId(node, "id");
  if (failed(id))
    return failure();
  SmallVector<std::string> texts;
  for (const char *name : {"name", "type", "version"}) {
    FailureOr<std::string> text = getAttribute(node, name);
    if (failed(text))
      return failure();
    texts.push_back(std::move(*text));
  }
  auto name = StringAttr::get(fileName.getContext(), texts[0]);
  Layer layer{
      *id, texts[0], texts[1], texts[2], NameLoc::get(name, getLoc(node)),
      {},  {},       {}};

  FailureOr<pugi::xml_node> data = getChild(node, "data");
  if (failed(data))
    return failure();
  for (auto [name, ports] : {std::pair("input", &layer.inputs),
                             std::pair("output", &layer.outputs)}) {
    FailureOr<pugi::xml_node> list = getChild(node, name);
    if (failed(list) || failed(readPorts(*list, layer, *ports)))
      return failure();
  }
  for (pugi::xml_attribute attribute : data->attributes())
    layer.data.emplace_back(attribute.name(), attribute.value());
  return layer;
}

LogicalResult NetReader::readPorts(pugi::xml_node node, const Layer &layer,
                                   std::vector<Port> &ports) {
  for (pugi::xml_node child : node) {
    if (failed(checkName(child, "port")))
      return failure();
    FailureOr<int64_t> id = getId(child, "id");
    if (failed(id))
      return failure();
    Port port{*id, std::nullopt, {}};
    if (pugi::xml_attribute precision = child.attribute("precision"))
      port.precision = precision.value();
    for (pugi::xml_node dim : child.children("dim")) {
      int64_t extent;
      StringRef digits = dim.text().get();
      if (digits.trim().getAsInteger(10, extent) || extent < -1)
        return emitError(dim) << describe(layer) << ": invalid dimension "
                              << quote(digits) << " of port " << *id;
      port.dims.push_back(extent);
    }
    ports.push_back(std::move(port));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Parts of elements
//===----------------------------------------------------------------------===//

/// Returns the only child with this name, or null if there is none.
FailureOr<pugi::xml_node> NetReader::getChild(pugi::xml_node parent,
                                              const char *name) {
  pugi::xml_node child = parent.child(name);
  if (pugi::xml_node second = child.next_sibling(name))
    return emitError(second) << "second element " << quote(name) << " in "
                             << quote(parent.name());
  return child;
}

LogicalResult NetReader::checkName(pugi::xml_node node, StringRef expected) {
  if (node.type() == pugi::node_element && node.name() == expected)
    return success();
  // For text, the offset is that of its first character; there is no '<'.
  size_t offset = node.offset_debug();
  if (node.type() == pugi::node_element)
    return emitError(node) << "expected an element " << quote(expected)
                           << ", got " << quote(node.name());
  return mlir::emitError(getLoc(offset))
         << "expected an element " << quote(expected) << ", got text";
}

FailureOr<std::string> NetReader::getAttribute(pugi::xml_node node,
                                               const char *name) {
  if (pugi::xml_attribute attribute = node.attribute(name))
    return std::string(attribute.value());
  return emitError(node) << "element " << quote(node.name())
                         << " has no attribute " << quote(name);
}

FailureOr<int64_t> NetReader::getId(pugi::xml_node node, const char *name) {
  FailureOr<std::string> digits = getAttribute(node, name);
  if (failed(digits))
    return failure();
  int64_t id;
  if (StringRef(*digits).getAsInteger(10, id) || id < 0)
    return emitError(node)
           << "expected attribute " << quote(name)
           << " to be an integer in [0, 9223372036854775807], got "
           << quote(*digits);
  return id;
}

FailureOr<Net> openvino::parseNet(StringRef text, StringRef fileName,
                                  MLIRContext *context) {
  return NetReader(text, fileName, context).read();
}
