//===- Candidate.cpp - One of several that reduce the same input ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidate.h"
#include "reduce/Support/Timing.h"

#include <dlfcn.h>

using namespace mlir::reduce::benchmark;

bool Candidate::addLibrary(const std::string &path, std::string &error) {
  void *library = loadLibrary(path, error);
  if (!library)
    return false;
  if (void *symbol = dlsym(library, "reduce_peer_prepare")) {
    preparePeer = reinterpret_cast<PrepareFunction *>(symbol);
    if (void *text = dlsym(library, "reduce_peer_description"))
      description = reinterpret_cast<const char *(*)()>(text)();
  }
  libraries.push_back(library);
  return true;
}

bool Reducer::run(Tensors &tensors) const {
  return function ? function(&tensors.input, &tensors.output) == 0
                  : peer->run();
}

double Reducer::measureSeconds(Tensors &tensors, int64_t count) const {
  // Keep the branch outside of the timed code.
  if (function) {
    auto call = [&] { return function(&tensors.input, &tensors.output); };
    return benchmark::measureSeconds(call, count);
  }
  auto call = [&] { return peer->run(); };
  return benchmark::measureSeconds(call, count);
}

int64_t Reducer::findCount(Tensors &tensors, double seconds) const {
  if (function) {
    auto call = [&] { return function(&tensors.input, &tensors.output); };
    return benchmark::findCount(call, seconds);
  }
  auto call = [&] { return peer->run(); };
  return benchmark::findCount(call, seconds);
}

Reducer mlir::reduce::benchmark::prepareReducer(const Candidate &candidate,
                                                const Case &reduction,
                                                Tensors &tensors,
                                                std::string &error) {
  Reducer reducer;
  if (candidate.preparePeer) {
    PeerRequest request;
    request.op =
        reduction.op == Operator::Min ? PeerOperator::Min : PeerOperator::Prod;
    request.input = &tensors.input;
    request.output = &tensors.output;
    for (size_t dim = 0; dim < reduction.isReduced.size(); ++dim)
      if (reduction.isReduced[dim])
        request.axes.push_back(dim);
    reducer.peer.reset(candidate.preparePeer(request, error));
  } else {
    for (void *library : candidate.libraries)
      if (void *symbol = dlsym(library, reduction.name.c_str()))
        reducer.function = reinterpret_cast<Reducer::Function *>(symbol);
    if (!reducer)
      error = "no such function";
  }
  if (!reducer)
    return reducer;
  clearOutput(tensors);
  bool done = reducer.run(tensors);
  if (!done)
    error = reducer.peer ? reducer.peer->error : "the call failed";
  if (!done || !checkOutput(reduction, tensors, error))
    return Reducer();
  return reducer;
}
