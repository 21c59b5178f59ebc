//===- reduce-openvino-fuzzer.cpp - Fuzzing of OpenVINO models ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "TextMutator.h"

#include "reduce/Frontend/OpenVINO/OpenVINOImport.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;

namespace {
/// A folder with the constants that all models use.
class Weights {
public:
  Weights() {
    if (llvm::sys::fs::createUniqueDirectory("reduce-openvino-fuzzer", folder))
      fuzz::reportFinding("cannot make a folder for the constants");
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, "fuzz.bin");
    std::error_code error;
    llvm::raw_fd_ostream os(path, error);
    // Axes 0, 1, -1, 2, -2, 0 and some out of range, as 64-bit and then as
    // 8-bit integers.
    static constexpr int64_t axes[] = {0, 1,  -1,   2,         -2,
                                       0, -3, 1000, INT64_MIN, INT64_MAX};
    os.write(reinterpret_cast<const char *>(axes), sizeof(axes));
    for (int64_t axis : axes)
      os << static_cast<char>(axis);
    os.close();
    if (error || os.has_error())
      fuzz::reportFinding("cannot write the constants");
  }
  ~Weights() { llvm::sys::fs::remove_directories(folder); }

  /// Returns the name of a model that uses these constants.
  std::string getModelPath() const {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, "fuzz.xml");
    return path.str().str();
  }

private:
  llvm::SmallString<128> folder;
};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static fuzz::FuzzContext contexts;
  static const Weights weights;
  static const std::string path = weights.getModelPath();
  MLIRContext *context = contexts.get();
  llvm::StringRef text = fuzz::toString(data, size);
  fuzz::Diagnostics diagnostics(context);
  OwningOpRef<ModuleOp> module = importOpenVINO(text, path, context);
  fuzz::checkImport(module.get(), text, diagnostics);
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  static constexpr const char *words[] = {
      "net",       "layers",    "layer",     "edges",     "edge",
      "port",      "dim",       "data",      "input",     "output",
      "id",        "name",      "type",      "version",   "from-layer",
      "from-port", "to-layer",  "to-port",   "precision", "element_type",
      "shape",     "offset",    "size",      "keep_dims", "Parameter",
      "Const",     "Result",    "ReduceMin", "opset1",    "opset13",
      "boolean",   "i8",        "i16",       "i32",       "i64",
      "u8",        "u16",       "u32",       "u64",       "f16",
      "bf16",      "f32",       "f64",       "BOOL",      "FP32",
      "I64",       "U64",       "?",         "...",       "..",
      "true",      "false",     "True",      "&lt;",      "&#0;",
      "&#65533;",  "<![CDATA[", "]]>",       "<!--",      "-->",
      "<?",        "?>",        "<!DOCTYPE", "/>",        "</",
      "\"",        "'",         "="};
  return fuzz::mutateText(words, data, size, maxSize, seed);
}
