# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types, and how numpy stores their values."""

import numpy as np

# The types in which numpy stores the elements; it has no bf16, and bool is any byte.
DTYPES = {
    "f16": np.float16,
    "bf16": np.uint16,
    "f32": np.float32,
    "f64": np.float64,
    "i1": np.uint8,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "ui8": np.uint8,
    "ui16": np.uint16,
    "ui32": np.uint32,
    "ui64": np.uint64,
}


def decode(values, element_type):
    """Returns stored values as numbers."""
    if element_type == "bf16":
        return np.asarray(values.astype(np.uint32) << 16, np.uint32).view(np.float32)
    return values != 0 if element_type == "i1" else values


def encode(numbers, element_type):
    """Returns numbers in stored form, rounded to nearest, ties to even."""
    if element_type != "bf16":
        return np.asarray(numbers).astype(DTYPES[element_type])
    bits = np.asarray(numbers, np.float32).view(np.uint32).astype(np.int64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(numbers), 0x7FC0, rounded).astype(np.uint16)


def tensor_type(shape, element_type):
    extents = ("?" if extent is None else extent for extent in shape)
    return f"tensor<{''.join(f'{extent}x' for extent in extents)}{element_type}>"
