//===- Numpy.cpp - numpy, through Python's C interface --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter runs in this process. A run is one call of a bound function,
// numpy.minimum.reduce or numpy.multiply.reduce, without a loop in Python.
//
//===----------------------------------------------------------------------===//

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "Peer.h"
#include <dlfcn.h>

using namespace mlir::reduce::benchmark;

// The objects to bind: arrays over the tensors' memory, and the call.
static const char program[] = R"(
import functools
import numpy

def bind(operator, data, result, type, shape, kept, axes):
    data = numpy.frombuffer(data, type).reshape(shape)
    result = numpy.frombuffer(result, type).reshape(kept)
    function = {"min": numpy.minimum, "prod": numpy.multiply}[operator]
    return functools.partial(
        function.reduce, data, axis=axes, dtype=data.dtype, out=result
    )
)";

static std::string takeErrorText() {
  if (!Py_IsInitialized())
    return "Python does not start";
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyObject *string = value ? PyObject_Str(value) : nullptr;
  const char *text = string ? PyUnicode_AsUTF8(string) : nullptr;
  std::string result = text ? text : "error without a text";
  Py_XDECREF(string);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return result;
}

namespace {
class NumpyReduction : public PeerReduction {
public:
  explicit NumpyReduction(PyObject *call) : call(call) {}
  ~NumpyReduction() override { Py_DECREF(call); }

  bool run() override {
    PyObject *result = PyObject_CallNoArgs(call);
    Py_XDECREF(result);
    if (result)
      return true;
    error = takeErrorText();
    return false;
  }

private:
  PyObject *call;
};
} // namespace

/// Starts Debian's interpreter, which its numpy is built for, even if another
/// one comes first in the path. Returns whether it runs.
static bool startInterpreter() {
  // numpy's libraries require the interpreter's symbols to be global.
  Dl_info library;
  if (dladdr(reinterpret_cast<void *>(&Py_IsInitialized), &library))
    dlopen(library.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  PyStatus status = PyConfig_SetBytesString(&config, &config.program_name,
                                            "/usr/bin/python3");
  if (!PyStatus_Exception(status))
    status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  return !PyStatus_Exception(status);
}

/// Runs the program and returns its global names. Returns null and sets a
/// Python error on failure.
static PyObject *getGlobals() {
  static PyObject *globals = []() -> PyObject * {
    if (!startInterpreter())
      return nullptr;
    PyObject *names = PyDict_New();
    PyDict_SetItemString(names, "__builtins__", PyEval_GetBuiltins());
    PyObject *result = PyRun_String(program, Py_file_input, names, names);
    Py_XDECREF(result);
    return result ? names : nullptr;
  }();
  return globals;
}

static PyObject *makeTuple(const int64_t *values, size_t count) {
  PyObject *tuple = PyTuple_New(count);
  for (size_t i = 0; i < count; ++i)
    PyTuple_SetItem(tuple, i, PyLong_FromLongLong(values[i]));
  return tuple;
}

static PyObject *makeView(const DLTensor &tensor) {
  size_t size = tensor.dtype.bits / 8;
  for (int dim = 0; dim < tensor.ndim; ++dim)
    size *= tensor.shape[dim];
  return PyMemoryView_FromMemory(static_cast<char *>(tensor.data), size,
                                 PyBUF_WRITE);
}

const char *reduce_peer_description() {
  static std::string text = [] {
    PyObject *globals = getGlobals();
    PyObject *version = globals ? PyRun_String("'numpy ' + numpy.__version__",
                                               Py_eval_input, globals, globals)
                                : nullptr;
    return version ? std::string(PyUnicode_AsUTF8(version)) : takeErrorText();
  }();
  return text.c_str();
}

PeerReduction *reduce_peer_prepare(const PeerRequest &request,
                                   std::string &reason) {
  std::string type = getTypeName(request.input->dtype);
  if (type == "bfloat16") {
    reason = "no kernel for bfloat16";
    return nullptr;
  }
  PyObject *globals = getGlobals();
  PyObject *bind = globals ? PyDict_GetItemString(globals, "bind") : nullptr;
  PyObject *call = nullptr;
  if (bind)
    call = PyObject_CallFunction(
        bind, "sNNsNNN", request.op == PeerOperator::Min ? "min" : "prod",
        makeView(*request.input), makeView(*request.output), type.c_str(),
        makeTuple(request.input->shape, request.input->ndim),
        makeTuple(request.output->shape, request.output->ndim),
        makeTuple(request.axes.data(), request.axes.size()));
  if (call)
    return new NumpyReduction(call);
  reason = takeErrorText();
  return nullptr;
}
