//===- OnnxRuntime.cpp - ONNX Runtime, through its C interface ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library comes without a header. Its interface is a table of functions at
// fixed positions; those used here are declared by position.
//
// Runs a model with one node, whose axes are a constant, on preallocated
// tensors.
//
//===----------------------------------------------------------------------===//

#include "Peer.h"
#include <cstdlib>
#include <dlfcn.h>
#include <onnx/onnx_pb.h>

using namespace mlir::reduce::benchmark;

namespace {
// Opaque objects of the library.
struct Status;
struct Environment;
struct Session;
struct SessionOptions;
struct MemoryInfo;
struct Value;

/// The library's table of functions.
class Interface {
public:
  explicit Interface(void *const *functions) : functions(functions) {}

  /// Returns the error message of `status`, or "" for success. Frees the
  /// status.
  std::string takeError(Status *status) const {
    if (!status)
      return "";
    std::string text = get<const char *(const Status *)>(2)(status);
    get<void(Status *)>(93)(status);
    return text;
  }

  Status *createEnvironment(Environment **result) const {
    constexpr int logErrors = 3;
    return get<Status *(int, const char *, Environment **)>(3)(
        logErrors, "reduce-compare", result);
  }
  Status *createSession(const Environment *environment,
                        const std::string &model, const SessionOptions *options,
                        Session **result) const {
    return get<Status *(const Environment *, const void *, size_t,
                        const SessionOptions *, Session **)>(8)(
        environment, model.data(), model.size(), options, result);
  }
  Status *run(Session *session, const char *inputName, const Value *input,
              const char *outputName, Value **output) const {
    return get<Status *(Session *, const void *, const char *const *,
                        const Value *const *, size_t, const char *const *,
                        size_t, Value **)>(9)(
        session, nullptr, &inputName, &input, 1, &outputName, 1, output);
  }
  Status *createSessionOptions(SessionOptions **result) const {
    return get<Status *(SessionOptions **)>(10)(result);
  }
  Status *setThreadsOfNode(SessionOptions *options, int count) const {
    return get<Status *(SessionOptions *, int)>(24)(options, count);
  }
  Status *setThreadsOfGraph(SessionOptions *options, int count) const {
    return get<Status *(SessionOptions *, int)>(25)(options, count);
  }
  Status *createTensor(const MemoryInfo *memory, const DLTensor &tensor,
                       size_t size, int type, Value **result) const {
    return get<Status *(const MemoryInfo *, void *, size_t, const int64_t *,
                        size_t, int, Value **)>(49)(
        memory, tensor.data, size, tensor.shape, tensor.ndim, type, result);
  }
  Status *createMemoryInfo(MemoryInfo **result) const {
    constexpr int deviceAllocator = 0, defaultMemory = 0;
    return get<Status *(int, int, MemoryInfo **)>(69)(deviceAllocator,
                                                      defaultMemory, result);
  }
  void release(Session *session) const { get<void(Session *)>(95)(session); }
  void release(Value *value) const { get<void(Value *)>(96)(value); }

private:
  template <typename Function> Function *get(size_t place) const {
    return reinterpret_cast<Function *>(functions[place]);
  }

  void *const *functions;
};

/// State shared by all reductions, or the reason why there is none.
struct Runtime {
  const Interface *interface = nullptr;
  Environment *environment = nullptr;
  SessionOptions *options = nullptr;
  MemoryInfo *memory = nullptr;
  std::string version, error;
};

class RuntimeReduction : public PeerReduction {
public:
  explicit RuntimeReduction(const Interface &interface)
      : interface(interface) {}
  ~RuntimeReduction() override {
    if (input)
      interface.release(input);
    if (output)
      interface.release(output);
    if (session)
      interface.release(session);
  }

  bool run() override {
    Status *status = interface.run(session, "data", input, "reduced", &output);
    if (!status)
      return true;
    error = interface.takeError(status);
    return false;
  }

  const Interface &interface;
  Session *session = nullptr;
  Value *input = nullptr, *output = nullptr;
};
} // namespace

static Runtime createRuntime() {
  Runtime runtime;
  const char *path = std::getenv("REDUCE_ONNXRUNTIME");
  void *library = dlopen(path ? path : "libonnxruntime.so.1", RTLD_NOW);
  void *symbol = library ? dlsym(library, "OrtGetApiBase") : nullptr;
  if (!symbol) {
    runtime.error = dlerror();
    return runtime;
  }
  // The base has two functions: one returns the table, the other the version.
  constexpr uint32_t tableVersion = 11;
  auto *base = reinterpret_cast<void *const *(*)()>(symbol)();
  runtime.version = reinterpret_cast<const char *(*)()>(base[1])();
  auto *table =
      reinterpret_cast<void *const *(*)(uint32_t)>(base[0])(tableVersion);
  if (!table) {
    runtime.error = "the library has no interface of version 11";
    return runtime;
  }
  static const Interface interface(table);
  for (auto step :
       {+[](Runtime &r) { return interface.createEnvironment(&r.environment); },
        +[](Runtime &r) { return interface.createSessionOptions(&r.options); },
        +[](Runtime &r) { return interface.setThreadsOfNode(r.options, 1); },
        +[](Runtime &r) { return interface.setThreadsOfGraph(r.options, 1); },
        +[](Runtime &r) { return interface.createMemoryInfo(&r.memory); }}) {
    runtime.error = interface.takeError(step(runtime));
    if (!runtime.error.empty())
      return runtime;
  }
  runtime.interface = &interface;
  return runtime;
}

static const Runtime &getRuntime() {
  static Runtime runtime = createRuntime();
  return runtime;
}

static onnx::TensorProto::DataType getDataType(const std::string &name) {
  std::string upper = name == "float32"   ? "FLOAT"
                      : name == "float64" ? "DOUBLE"
                                          : name;
  for (char &c : upper)
    c = c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
  auto type = onnx::TensorProto::UNDEFINED;
  onnx::TensorProto::DataType_Parse(upper, &type);
  return type;
}

static void setType(onnx::ValueInfoProto &info, const char *name,
                    const DLTensor &tensor, onnx::TensorProto::DataType type) {
  info.set_name(name);
  onnx::TypeProto::Tensor *tensorType =
      info.mutable_type()->mutable_tensor_type();
  tensorType->set_elem_type(type);
  tensorType->mutable_shape();
  for (int dim = 0; dim < tensor.ndim; ++dim)
    tensorType->mutable_shape()->add_dim()->set_dim_value(tensor.shape[dim]);
}

static std::string makeModel(const PeerRequest &request,
                             onnx::TensorProto::DataType type) {
  onnx::ModelProto model;
  model.set_ir_version(9);
  // The first version with bool; before 18, axes are an attribute.
  model.add_opset_import()->set_version(20);
  onnx::GraphProto &graph = *model.mutable_graph();
  graph.set_name("reduction");
  setType(*graph.add_input(), "data", *request.input, type);
  setType(*graph.add_output(), "reduced", *request.output, type);
  onnx::TensorProto &axes = *graph.add_initializer();
  axes.set_name("axes");
  axes.set_data_type(onnx::TensorProto::INT64);
  axes.add_dims(request.axes.size());
  for (int64_t axis : request.axes)
    axes.add_int64_data(axis);
  onnx::NodeProto &node = *graph.add_node();
  node.set_op_type(request.op == PeerOperator::Min ? "ReduceMin"
                                                   : "ReduceProd");
  node.add_input("data");
  node.add_input("axes");
  node.add_output("reduced");
  onnx::AttributeProto &keepdims = *node.add_attribute();
  keepdims.set_name("keepdims");
  keepdims.set_type(onnx::AttributeProto::INT);
  keepdims.set_i(0);
  return model.SerializeAsString();
}

static size_t getByteSize(const DLTensor &tensor) {
  size_t size = tensor.dtype.bits / 8;
  for (int dim = 0; dim < tensor.ndim; ++dim)
    size *= tensor.shape[dim];
  return size;
}

const char *reduce_peer_description() {
  static std::string text = "ONNX Runtime " + getRuntime().version;
  return text.c_str();
}

PeerReduction *reduce_peer_prepare(const PeerRequest &request,
                                   std::string &reason) {
  const Runtime &runtime = getRuntime();
  if (!runtime.interface) {
    reason = runtime.error;
    return nullptr;
  }
  const Interface &interface = *runtime.interface;
  onnx::TensorProto::DataType type =
      getDataType(getTypeName(request.input->dtype));
  auto reduction = std::make_unique<RuntimeReduction>(interface);
  reason = interface.takeError(
      interface.createSession(runtime.environment, makeModel(request, type),
                              runtime.options, &reduction->session));
  for (auto [tensor, value] : {std::pair(request.input, &reduction->input),
                               std::pair(request.output, &reduction->output)})
    if (reason.empty())
      reason = interface.takeError(interface.createTensor(
          runtime.memory, *tensor, getByteSize(*tensor), type, value));
  return reason.empty() ? reduction.release() : nullptr;
}
