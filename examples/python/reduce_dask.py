# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces dask arrays chunk by chunk with compiled functions.

    least = reduce_array(data, "row_min.so", "row_min")  # a dask array

The library needs the functions of `reduce-compile --partial-functions`.
"""

import functools
import os

import dask.array as da
import numpy as np
from reduce_library import Library

# A process loads a library once.
load = functools.lru_cache(maxsize=None)(Library)


class Step:
    """A function of a library, as a task: processes that run it get the path of the
    library and the function's name."""

    def __init__(self, path, name):
        self.path, self.name = os.path.abspath(path), name

    @property
    def function(self):
        return getattr(load(self.path), self.name)

    # dask states which axes are reduced; the function knows.
    def __call__(self, chunk, axis=None, keepdims=None):
        # What another process has sent may have any address.
        return self.function(np.require(chunk, requirements="A"))


def reduce_array(array, path, name, split_every=None):
    """Returns the result of the function `name`, which has one input and one
    reduction, as a dask array. Up to `split_every` states are merged by one task."""
    partial, merge, finish = (
        Step(path, f"{name}_{step}") for step in ("partial", "merge", "finish")
    )
    (chunk,), (state,) = partial.function.signature["inputs"], partial.function.signature["outputs"]
    (result,) = finish.function.signature["outputs"]
    if array.dtype != np.dtype(chunk["dtype"]) or array.ndim != len(chunk["shape"]):
        raise TypeError(f"{name} takes {chunk}, not {array}")
    # States have size 1 in the dimensions that are reduced, and only there a known size.
    return da.reduction(
        array,
        chunk=partial,
        combine=merge,
        aggregate=finish,
        axis=tuple(dim for dim, extent in enumerate(state["shape"]) if extent == 1),
        keepdims=len(result["shape"]) == array.ndim,
        dtype=result["dtype"],
        meta=np.empty([0] * len(result["shape"]), result["dtype"]),
        split_every=split_every,
    )
