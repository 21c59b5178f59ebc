//===- Tensors.cpp - The tensors of a case; libraries ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include "Reference.h"

#include <cstring>
#include <dlfcn.h>

using namespace mlir::reduce::benchmark;

// Bytes after an output that detect writes beyond its end.
static constexpr size_t guardBytes = 64;
static constexpr unsigned char guardByte = 0xA5;

static Buffer allocate(size_t size) {
  size_t alignment = 4096;
  size_t rounded = (size + alignment - 1) / alignment * alignment;
  return Buffer(
      static_cast<unsigned char *>(std::aligned_alloc(alignment, rounded)));
}

static DLTensor makeTensor(const ElementType &type, void *data,
                           std::vector<int64_t> &shape) {
  DLTensor tensor = {};
  tensor.data = data;
  tensor.device = {kDLCPU, 0};
  tensor.ndim = shape.size();
  tensor.dtype = type.dlpack;
  tensor.shape = shape.data();
  return tensor;
}

bool mlir::reduce::benchmark::prepareTensors(const Case &reduction,
                                             size_t offset, Tensors &tensors,
                                             std::string &error) {
  int64_t byteSize = reduction.type->getByteSize();
  if (offset % byteSize != 0) {
    error = "offset " + std::to_string(offset) +
            " is not a multiple of the size of an element, " +
            std::to_string(byteSize);
    return false;
  }
  tensors.inputBytes = reduction.getNumInputs() * byteSize;
  tensors.outputBytes = reduction.getNumOutputs() * byteSize;
  tensors.inputBuffer = allocate(offset + tensors.inputBytes);
  tensors.outputBuffer = allocate(tensors.outputBytes + guardBytes);
  tensors.expected = allocate(tensors.outputBytes);
  if (!tensors.inputBuffer || !tensors.outputBuffer || !tensors.expected) {
    error = "out of memory";
    return false;
  }
  unsigned char *input = tensors.inputBuffer.get() + offset;
  fillInput(reduction, input);
  reduceInput(reduction, input, tensors.expected.get());

  tensors.inputShape = reduction.shape;
  tensors.outputShape = reduction.getOutputShape();
  tensors.input = makeTensor(*reduction.type, input, tensors.inputShape);
  tensors.output = makeTensor(*reduction.type, tensors.outputBuffer.get(),
                              tensors.outputShape);
  return true;
}

void mlir::reduce::benchmark::clearOutput(Tensors &tensors) {
  std::memset(tensors.outputBuffer.get(), guardByte,
              tensors.outputBytes + guardBytes);
}

bool mlir::reduce::benchmark::checkOutput(const Case &reduction,
                                          const Tensors &tensors,
                                          std::string &error) {
  const unsigned char *output = tensors.outputBuffer.get();
  int64_t wrong = findWrongElement(reduction, tensors.expected.get(), output);
  if (wrong >= 0) {
    error = "output element " + std::to_string(wrong) + " is wrong";
    return false;
  }
  for (size_t i = 0; i < guardBytes; ++i) {
    if (output[tensors.outputBytes + i] != guardByte) {
      error = "the function writes beyond its output";
      return false;
    }
  }
  return true;
}

void *mlir::reduce::benchmark::loadLibrary(const std::string &path,
                                           std::string &error) {
  // dlopen would search the system's folders for a bare name.
  std::unique_ptr<char, FreeDeleter> realPath(realpath(path.c_str(), nullptr));
  if (!realPath) {
    error = "cannot find " + path;
    return nullptr;
  }
  void *library = dlopen(realPath.get(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    error = std::string("cannot load ") + dlerror();
  return library;
}
