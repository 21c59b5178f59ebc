# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The types of reduce_comm.h, for communicators that are written in Python."""

from ctypes import CFUNCTYPE, POINTER, Structure, c_int32, c_int64, c_uint32, c_void_p

# A context, data, a count, codes of a type and of an operation, a mask of axes.
AllReduce = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_int64, c_int32, c_int32, c_uint32)
# A context, data, the data of all ranks, a count, the code of a type, a mask of axes.
AllGather = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p, c_int64, c_int32, c_uint32)
# A context.
Finish = CFUNCTYPE(c_int32, c_void_p)


class ReduceComm(Structure):
    """A communicator. Functions that are not set are null."""

    _fields_ = [
        ("context", c_void_p),
        ("ndim", c_int32),
        ("shape", POINTER(c_int64)),
        ("index", POINTER(c_int64)),
        ("all_reduce", AllReduce),
        ("begin", AllReduce),
        ("finish", Finish),
        ("all_gather", AllGather),
    ]
