# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes compiled functions return each status in Statuses.def.

A status without a case here is a failure, as is a case that changes an output.
Arguments: the library of statuses.mlir, and Statuses.def.
"""

import ctypes
import re
import sys

import numpy as np

import dlpack
import fake_ranks

library = ctypes.CDLL(sys.argv[1])
library.rows_status_string.restype = ctypes.c_char_p

ROW = re.compile(r'REDUCE_STATUS\((\w+), (\d+),\s*"([^"]*)"\)')
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def tensors(*arrays):
    return [dlpack.make_tensor(array) for array in arrays]


def call(name, *arguments):
    function = getattr(library, name)
    function.restype = ctypes.c_int32
    pointers = [None if tensor is None else ctypes.byref(tensor) for tensor in arguments]
    return function(*pointers)


data = np.arange(24, dtype=np.float32).reshape(4, 6)
result = np.full(4, 77, np.float32)
scalar = np.full((), 77, np.float32)


def call_rows(**changes):
    """Calls rows with changed fields of its input."""
    source, target = tensors(data, result)
    for field, value in changes.items():
        setattr(source, field, value)
    return call("rows", source, target)


@case
def OK():
    least = np.zeros(4, np.float32)
    status = call("rows", *tensors(data, least))
    assert (least == data.min(1)).all()
    return status


@case
def NULL_TENSOR():
    return call("rows", None, *tensors(result))


@case
def NULL_DATA():
    return call_rows(data=None)


@case
def DEVICE():
    return call_rows(device_type=2)


@case
def DTYPE():
    return call_rows(bits=64)


@case
def RANK():
    return call_rows(ndim=1)


@case
def SHAPE():
    status = call_rows(shape=(ctypes.c_int64 * 2)(4, 5))
    # More bytes than any integer can count. The data would be checked after that.
    many, other = tensors(data, data)
    many.shape, many.strides, many.data = (ctypes.c_int64 * 2)(2**61, 1), None, None
    assert call("agree", many, other, *tensors(scalar.copy(), scalar.copy())) == status
    return status


@case
def ALIGNMENT():
    return call_rows(byte_offset=2)


@case
def OVERLAP():
    source, target = tensors(data, result)
    target.strides = (ctypes.c_int64 * 1)(0)
    return call("rows", source, target)


@case
def CAPACITY():
    target = tensors(result)[0]
    target.ndim = 0
    return call("rows_output_shapes", tensors(data)[0], target)


@case
def OUT_OF_MEMORY():
    shape = (2**46, 1, 2)
    repeated = np.lib.stride_tricks.as_strided(data, shape, (0, 0, 0))
    return call("large", *tensors(repeated, scalar))


@case
def STRIDES():
    return call("fixed", *tensors(data.T, np.ascontiguousarray(data.T)))


def call_axes(*axes):
    cube = np.zeros((2, 3, 4), np.float32)
    return call("axes", *tensors(cube, np.array(axes, np.int64), result))


@case
def AXIS_RANGE():
    return call_axes(0, 3)


@case
def AXIS_DUPLICATE():
    return call_axes(1, -2)


@case
def AXES_COUNT():
    return call_axes(0)


@case
def DIM_PARAM():
    # Each dimension alone, and none.
    first, second, both = (
        call("agree", *tensors(data, other, scalar.copy(), scalar.copy()))
        for other in (data[:3], data[:, :5], data)
    )
    assert first == second and both == 0
    return first


@case
def ASSERTION():
    return call("asserts", *tensors(data[0, :2], scalar))


@case
def ALIASING():
    return call("rows", *tensors(data, data[0, :4]))


@case
def COMMUNICATION():
    # Two ranks, and no communicator.
    return call("shared", *tensors(data, result))


@case
def DISAGREEMENT():
    world = fake_ranks.World((2,))
    arrays = {(0,): [data, np.zeros(6, np.float32)], (1,): [data[:, :4], result]}
    statuses = set(world.call(library.shared_sharded, arrays).values())
    assert len(statuses) == 1
    return statuses.pop()


failures = 0
with open(sys.argv[2], encoding="utf-8") as file:
    statuses = ROW.findall(file.read())
for name, value, text in statuses:
    if name not in CASES:
        print(f"{name}: there is no case")
        failures += 1
        continue
    status = CASES.pop(name)()
    if status != int(value):
        print(f"{name}: expected {value}, got {status}")
        failures += 1
    if library.rows_status_string(int(value)).decode() != text:
        print(f"{name}: has another text")
        failures += 1
for name in CASES:
    print(f"{name}: there is no such status")
    failures += 1
unchanged = (data.ravel() == np.arange(24)).all() and (result == 77).all() and scalar == 77
if not unchanged:
    print("a wrong call wrote something")
    failures += 1
print(f"{len(statuses)} statuses, {failures} failures")
sys.exit(failures != 0 or not statuses)
