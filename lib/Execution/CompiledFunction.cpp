//===- CompiledFunction.cpp - Calling a compiled function -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Execution/CompiledFunction.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::reduce;

llvm::Error CompiledFunction::makeError(const Twine &message) const {
  return llvm::createStringError(signature.name + ": " + message);
}

static std::string countToString(size_t count, StringRef noun) {
  return (Twine(count) + " " + noun + (count == 1 ? "" : "s")).str();
}

llvm::Error CompiledFunction::check(const Twine &what,
                                    const TensorSignature &expected,
                                    const Tensor &actual) const {
  if (actual.getElementType() != expected.elementType)
    return makeError(what + " '" + expected.name + "' is " +
                     getName(actual.getElementType()) + ", expected " +
                     getName(expected.elementType));
  if (!expected.acceptsShape(actual.getShape()))
    return makeError(what + " '" + expected.name + "' has the shape " +
                     shapeToString(actual.getShape()) + ", expected " +
                     shapeToString(expected.shape, expected.dimParams));
  return llvm::Error::success();
}

llvm::Error CompiledFunction::checkInputs(ArrayRef<Tensor *> inputs) const {
  if (inputs.size() != signature.inputs.size())
    return makeError("expected " +
                     countToString(signature.inputs.size(), "input") +
                     ", got " + Twine(inputs.size()));
  for (auto [index, input] : llvm::enumerate(inputs))
    if (llvm::Error error =
            check("input " + Twine(index), signature.inputs[index], *input))
      return error;
  return llvm::Error::success();
}

llvm::Error CompiledFunction::invoke(CompiledCall &call) const {
  int32_t status = call();
  if (status == 0)
    return llvm::Error::success();
  auto *statusString =
      reinterpret_cast<const char *(*)(int32_t)>(addresses.statusString);
  const char *text = statusString(status);
  return makeError(text ? Twine(text) : "status " + Twine(status));
}

llvm::Expected<SmallVector<Tensor>>
CompiledFunction::createOutputs(ArrayRef<Tensor *> inputs) const {
  if (llvm::Error error = checkInputs(inputs))
    return error;
  SmallVector<SmallVector<int64_t>> shapes;
  for (const TensorSignature &output : signature.outputs)
    shapes.emplace_back(ArrayRef(output.shape));

  if (!llvm::all_of(signature.outputs, [](const TensorSignature &output) {
        return output.hasStaticShape();
      })) {
    std::vector<DLTensor> arguments;
    for (Tensor *input : inputs)
      arguments.push_back(input->getDLTensor());
    for (auto [output, shape] : llvm::zip(signature.outputs, shapes)) {
      DLTensor argument = {};
      argument.device = {kDLCPU, 0};
      argument.dtype = getDLDataType(output.elementType);
      argument.ndim = shape.size();
      argument.shape = shape.data();
      arguments.push_back(argument);
    }
    CompiledCall call(addresses.outputShapes, std::move(arguments));
    if (llvm::Error error = invoke(call))
      return error;
    auto outputs = call.getTensors().drop_front(inputs.size());
    for (auto [index, output] : llvm::enumerate(outputs)) {
      const TensorSignature &expected = signature.outputs[index];
      if (output.ndim != static_cast<int64_t>(expected.shape.size()))
        return makeError("output " + Twine(index) + " '" + expected.name +
                         "' was given the rank " + Twine(output.ndim) +
                         ", expected " + Twine(expected.shape.size()));
    }
  }

  SmallVector<Tensor> outputs;
  for (auto [output, shape] : llvm::zip(signature.outputs, shapes)) {
    llvm::Expected<Tensor> tensor = Tensor::create(output.elementType, shape);
    if (!tensor)
      return makeError(llvm::toString(tensor.takeError()));
    outputs.push_back(std::move(*tensor));
  }
  return outputs;
}

llvm::Expected<CompiledCall>
CompiledFunction::prepareCall(ArrayRef<Tensor *> inputs,
                              MutableArrayRef<Tensor> outputs,
                              const ReduceComm *comm) const {
  assert((!comm || addresses.sharded) && "the function is not sharded");
  if (llvm::Error error = checkInputs(inputs))
    return error;
  if (outputs.size() != signature.outputs.size())
    return makeError("expected " +
                     countToString(signature.outputs.size(), "output") +
                     ", got " + Twine(outputs.size()));
  std::vector<DLTensor> tensors;
  for (Tensor *input : inputs)
    tensors.push_back(input->getDLTensor());
  for (auto [index, output] : llvm::enumerate(outputs)) {
    if (llvm::Error error =
            check("output " + Twine(index), signature.outputs[index], output))
      return error;
    tensors.push_back(output.getDLTensor());
  }
  return CompiledCall(comm ? addresses.sharded : addresses.entry,
                      std::move(tensors), comm);
}
