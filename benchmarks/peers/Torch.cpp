//===- Torch.cpp - PyTorch, through its C++ interface ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adjacent reduced dimensions are merged by a view, which costs nothing. prod
// takes only one dimension, so several are reduced one after the other.
//
//===----------------------------------------------------------------------===//

#include "Peer.h"
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

using namespace mlir::reduce::benchmark;

namespace {
class TorchReduction : public PeerReduction {
public:
  TorchReduction(PeerOperator op, at::Tensor input, at::Tensor output,
                 std::vector<int64_t> axes)
      : op(op), input(std::move(input)), output(std::move(output)),
        axes(std::move(axes)) {}

  bool run() override try {
    c10::InferenceMode guard;
    if (op == PeerOperator::Min) {
      at::amin_out(output, input, axes, /*keepdim=*/false);
      return true;
    }
    at::Tensor data = input;
    for (size_t i = axes.size(); i-- > 1;)
      data = at::prod(data, axes[i], /*keepdim=*/false, input.scalar_type());
    at::prod_out(output, data, axes[0], /*keepdim=*/false, input.scalar_type());
    return true;
  } catch (const std::exception &failure) {
    error = failure.what();
    return false;
  }

private:
  PeerOperator op;
  at::Tensor input, output;
  std::vector<int64_t> axes;
};
} // namespace

static at::ScalarType getScalarType(const std::string &name) {
  return name == "float16"    ? at::kHalf
         : name == "bfloat16" ? at::kBFloat16
         : name == "float32"  ? at::kFloat
         : name == "float64"  ? at::kDouble
         : name == "int8"     ? at::kChar
         : name == "int16"    ? at::kShort
         : name == "int32"    ? at::kInt
         : name == "int64"    ? at::kLong
         : name == "uint8"    ? at::kByte
         : name == "bool"     ? at::kBool
                              : at::ScalarType::Undefined;
}

const char *reduce_peer_description() { return "PyTorch " TORCH_VERSION; }

PeerReduction *reduce_peer_prepare(const PeerRequest &request,
                                   std::string &reason) {
  std::string name = getTypeName(request.input->dtype);
  at::ScalarType type = getScalarType(name);
  if (type == at::ScalarType::Undefined) {
    reason = "no kernel for " + name;
    return nullptr;
  }
  std::vector<int64_t> shape, axes;
  int64_t previous = -2;
  for (int64_t dim = 0, i = 0; dim < request.input->ndim; ++dim) {
    bool isReduced = i < int64_t(request.axes.size()) && request.axes[i] == dim;
    i += isReduced;
    if (isReduced && previous == dim - 1) {
      shape.back() *= request.input->shape[dim];
    } else {
      if (isReduced)
        axes.push_back(shape.size());
      shape.push_back(request.input->shape[dim]);
    }
    if (isReduced)
      previous = dim;
  }
  std::vector<int64_t> kept(request.output->shape,
                            request.output->shape + request.output->ndim);
  try {
    at::set_num_threads(1);
    c10::InferenceMode guard;
    return new TorchReduction(
        request.op, at::from_blob(request.input->data, shape, type),
        at::from_blob(request.output->data, kept, type), axes);
  } catch (const std::exception &error) {
    reason = error.what();
    return nullptr;
  }
}
