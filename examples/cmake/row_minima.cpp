//===- row_minima.cpp - Calls a compiled model from C++ -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "row_min.h"

#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

// A dense tensor of floats that owns its data.
class Tensor {
public:
  explicit Tensor(std::vector<std::int64_t> shape) : shape(std::move(shape)) {
    std::size_t size = 1;
    for (std::int64_t extent : this->shape)
      size *= static_cast<std::size_t>(extent);
    data.resize(size);
  }

  // Valid as long as this tensor.
  DLTensor view() {
    DLTensor tensor{};
    tensor.data = data.data();
    tensor.device = {kDLCPU, 0};
    tensor.ndim = static_cast<int>(shape.size());
    tensor.dtype = {kDLFloat, 32, 1};
    tensor.shape = shape.data();
    return tensor;
  }

  float &operator[](std::size_t index) { return data[index]; }

private:
  std::vector<std::int64_t> shape;
  std::vector<float> data;
};

int main() {
  constexpr int extent = 1024;
  Tensor data({extent, extent}), minima({extent});
  for (int i = 0; i < extent; ++i)
    for (int j = 0; j < extent; ++j)
      data[i * extent + j] = static_cast<float>(i - j);

  DLTensor in = data.view(), out = minima.view();
  if (std::int32_t status = row_min(&in, &out)) {
    std::cerr << "error: " << row_min_status_string(status) << '\n';
    return 1;
  }
  std::cout << "minima: " << minima[0] << ' ' << minima[1] << ' ' << minima[2]
            << " ...\n";
  return 0;
}
