//===- OneDNN.cpp - oneDNN's reduction primitive --------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peer.h"
#include <oneapi/dnnl/dnnl.hpp>

using namespace mlir::reduce::benchmark;
using dnnl::memory;

namespace {
class OneDNNReduction : public PeerReduction {
public:
  OneDNNReduction(dnnl::engine engine, dnnl::reduction primitive, memory source,
                  memory target)
      : stream(engine), primitive(std::move(primitive)),
        arguments{{DNNL_ARG_SRC, source}, {DNNL_ARG_DST, target}} {}

  bool run() override try {
    primitive.execute(stream, arguments);
    stream.wait();
    return true;
  } catch (const dnnl::error &failure) {
    error = failure.what();
    return false;
  }

private:
  dnnl::stream stream;
  dnnl::reduction primitive;
  std::unordered_map<int, memory> arguments;
};
} // namespace

static memory::data_type getDataType(const std::string &name) {
  return name == "float32"    ? memory::data_type::f32
         : name == "float16"  ? memory::data_type::f16
         : name == "bfloat16" ? memory::data_type::bf16
         : name == "int32"    ? memory::data_type::s32
         : name == "int8"     ? memory::data_type::s8
         : name == "uint8"    ? memory::data_type::u8
                              : memory::data_type::undef;
}

static memory::desc makeDescriptor(const memory::dims &shape,
                                   memory::data_type type) {
  memory::dims strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  return memory::desc(shape, type, strides);
}

const char *reduce_peer_description() {
  static std::string text = [] {
    const dnnl_version_t *version = dnnl_version();
    return "oneDNN " + std::to_string(version->major) + "." +
           std::to_string(version->minor) + "." +
           std::to_string(version->patch);
  }();
  return text.c_str();
}

PeerReduction *reduce_peer_prepare(const PeerRequest &request,
                                   std::string &reason) {
  std::string name = getTypeName(request.input->dtype);
  memory::data_type type = getDataType(name);
  if (type == memory::data_type::undef) {
    reason = "no kernel for " + name;
    return nullptr;
  }
  try {
    static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    memory::dims shape(request.input->shape,
                       request.input->shape + request.input->ndim);
    memory::dims kept = shape;
    for (int64_t axis : request.axes)
      kept[axis] = 1;
    memory::desc source = makeDescriptor(shape, type);
    memory::desc target = makeDescriptor(kept, type);
    auto algorithm = request.op == PeerOperator::Min
                         ? dnnl::algorithm::reduction_min
                         : dnnl::algorithm::reduction_mul;
    dnnl::reduction::desc description(algorithm, source, target, 0, 0);
    return new OneDNNReduction(
        engine,
        dnnl::reduction(dnnl::reduction::primitive_desc(description, engine)),
        memory(source, engine, request.input->data),
        memory(target, engine, request.output->data));
  } catch (const dnnl::error &error) {
    reason = "no kernel for " + name + ": " + error.what();
    return nullptr;
  }
}
