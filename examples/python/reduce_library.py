# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls libraries that reduce-compile made on numpy arrays, without copying them.

    library = Library("row_min.so")
    least = library.row_min(data)        # a new array
    library.row_min(data, out=least)     # or one that is there

Arrays of any strides are passed as they are. numpy has no bfloat16: its arrays
have the type of the package ml_dtypes, void of two bytes ("V2") or uint16.
"""

import ctypes
import json
import os

import numpy as np


class StatusError(RuntimeError):
    """A function returned a status other than 0, and has done nothing."""

    def __init__(self, name, status, text):
        super().__init__(f"{name}: {text}")
        self.status = status


class DLTensor(ctypes.Structure):
    """DLPack's view of an array; the C interface takes nothing else."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


CPU = 1
# DLPack's codes of numpy's kinds of types.
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
BFLOAT = 4


def make_tensor(array, code=None):
    """Returns a DLTensor of `array`, which it keeps alive, with its strides.

    `code` is DLPack's, where it does not follow from the array's type.
    """
    if any(stride % array.itemsize for stride in array.strides):
        raise ValueError("a stride is not a multiple of the element's size")
    if not array.dtype.isnative:
        raise TypeError(f"elements of {array.dtype} are not in native byte order")
    if code is None:
        if array.dtype.kind not in CODES:
            raise TypeError(f"compiled functions do not support {array.dtype}")
        code = CODES[array.dtype.kind]
    # ctypes knows no arrays of 0 elements to point to.
    extents = ctypes.c_int64 * max(array.ndim, 1)
    tensor = DLTensor(
        data=array.ctypes.data,
        device_type=CPU,
        ndim=array.ndim,
        code=code,
        bits=8 * array.itemsize,
        lanes=1,
        shape=extents(*array.shape),
        strides=extents(*(stride // array.itemsize for stride in array.strides)),
    )
    tensor.array = array
    return tensor


def is_bfloat16(dtype):
    return dtype.name == "bfloat16" or dtype in (np.dtype("V2"), np.dtype("u2"))


class Function:
    """A function of a library. `signature` is a dictionary: "name", and for each
    of "inputs" and "outputs" its "name", "dtype" and "shape", in which -1 stands
    for an extent that only a call tells.
    """

    def __init__(self, library, name):
        self._function = getattr(library, name)
        self._function.restype = ctypes.c_int32
        # What several ranks call together (reduce_mpi.py).
        self._sharded = getattr(library, name + "_sharded", None)
        self._output_shapes = getattr(library, name + "_output_shapes")
        self._output_shapes.restype = ctypes.c_int32
        self._status_string = getattr(library, name + "_status_string")
        self._status_string.restype = ctypes.c_char_p
        get_signature = getattr(library, name + "_signature")
        get_signature.restype = ctypes.c_char_p
        self.signature = json.loads(get_signature())

    def __call__(self, *inputs, out=None, comm=None):
        """Returns the output, or a tuple of several.

        `out` is an array, or a sequence of several, to write them to. If ranks share
        tensors, `comm` is their grid, and all of them call the function.
        """
        tensors = self._make_tensors("inputs", inputs)
        if out is None:
            outputs = self._create_outputs(inputs, tensors)
        else:
            outputs = (out,) if isinstance(out, np.ndarray) else tuple(out)
            if not all(output.flags.writeable for output in outputs):
                raise ValueError("an output is not writable")
        tensors += self._make_tensors("outputs", outputs)
        if comm is None:
            self._call(self._function, tensors)
        else:
            comm.error = None
            try:
                self._call(self._sharded, tensors, comm.struct)
            except StatusError as error:
                raise error from comm.error
        return outputs[0] if len(outputs) == 1 else outputs

    def _call(self, function, tensors, *more):
        status = function(*map(ctypes.byref, (*tensors, *more)))
        if status != 0:
            text = self._status_string(status).decode()
            raise StatusError(self.signature["name"], status, text)

    def _make_tensors(self, kind, arrays):
        # The library cannot count its arguments, and checks all else.
        expected = self.signature[kind]
        if len(arrays) != len(expected):
            raise TypeError(
                f"{self.signature['name']}: expected {len(expected)} {kind}, "
                f"got {len(arrays)}"
            )
        tensors = []
        for array, description in zip(arrays, expected):
            if not isinstance(array, np.ndarray):
                raise TypeError(f"expected a numpy array, got {type(array).__name__}")
            wants_bfloat = description["dtype"] == "bfloat16"
            code = BFLOAT if wants_bfloat and is_bfloat16(array.dtype) else None
            tensors.append(make_tensor(array, code))
        return tensors

    def _create_outputs(self, inputs, tensors):
        descriptions = self.signature["outputs"]
        shapes = [description["shape"] for description in descriptions]
        if any(-1 in shape for shape in shapes):
            shapes = self._get_output_shapes(tensors)
        return tuple(
            np.empty(shape, self._get_dtype(description["dtype"], inputs))
            for shape, description in zip(shapes, descriptions)
        )

    def _get_output_shapes(self, tensors):
        outputs = []
        for description in self.signature["outputs"]:
            # The data of these are not looked at.
            code = BFLOAT if description["dtype"] == "bfloat16" else None
            example = np.empty(
                [0] * len(description["shape"]), self._get_dtype(description["dtype"])
            )
            outputs.append(make_tensor(example, code))
        self._call(self._output_shapes, tensors + outputs)
        return [output.shape[: output.ndim] for output in outputs]

    @staticmethod
    def _get_dtype(name, inputs=()):
        """Returns numpy's type of a name; bfloat16 as the inputs have it."""
        if name != "bfloat16":
            return np.dtype(name)
        for array in inputs:
            if is_bfloat16(array.dtype):
                return array.dtype
        return np.dtype("V2")


class Library:
    """A shared library; its functions are attributes."""

    def __init__(self, path):
        # A name without a folder would be looked for among the system's.
        self._library = ctypes.CDLL(os.path.abspath(path))

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        function = Function(self._library, name)
        setattr(self, name, function)
        return function
