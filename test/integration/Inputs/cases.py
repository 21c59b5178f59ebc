# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random reductions of every form, and numpy's answer to each."""

import json
import random

import numpy as np

from elements import DTYPES, decode, encode, tensor_type
from values import make_values

# Operations that pick an element: numpy's function, that which passes over NaN, and
# the sign of the infinity that an empty set gives.
EXTREMA = {"min": (np.minimum, np.fmin, 1)}
EXTENTS = [0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 24, 31, 33, 48, 63, 64, 100, 127, 257, 1000]
# Bytes of a vector, and how many vectors loops over long rows take at once.
VECTOR_SIZES = [16, 32, 64]
STRIP_VECTORS = 8

# The texts of the statuses for axes that can only be checked at run time.
OUT_OF_RANGE = "an axis is out of range"
NOT_UNIQUE = "two axes name the same dimension"
WRONG_COUNT = "the number of axes does not give the declared rank"


def get_long_extents(element_type, most, sizes=VECTOR_SIZES):
    """Returns extents up to `most` with every kind of remainder after whole strips, for
    each of `sizes` of vectors."""
    size = np.dtype(DTYPES[element_type]).itemsize
    extents = set()
    for lanes in (vector // size for vector in sizes):
        strip = STRIP_VECTORS * lanes
        for rest in (0, 1, lanes - 1, lanes, lanes + 1, strip - 1):
            extents |= {strips * strip + rest for strips in (1, 2, 3, 7)}
    return sorted(extent for extent in extents if extent <= most)


def get_operations():
    """Yields each operation with each element type and option."""
    for op in Case.OPERATIONS:
        for element_type in DTYPES:
            if element_type == "i1" and op not in EXTREMA:
                continue
            yield op, element_type, False
            if "f" in element_type:
                yield op, element_type, True


class Case:
    """One call of one function; `seed`, `number` and `call` determine both, and
    the first two the function.

    `mode` is what is known at compile time: "static" everything, "dynamic" the axes,
    "runtime" the rank.
    """

    MODES = ["static", "static", "dynamic", "runtime"]
    OPERATIONS = [*EXTREMA, "prod"]
    # One in this many functions reduces long rows: of each operation and type
    # in turn, because few others do.
    LONG_PERIOD = 4
    # The number of cases with values such as NaN.
    SPECIAL = {"prod": 0.3, "extremum": 0.3}

    def __init__(self, seed, number, call=0):
        self.number = number
        self.random = random.Random(f"{seed} {number}")
        self.mode = self.random.choice(self.MODES)
        self.op = self.random.choice(self.OPERATIONS)
        types = [name for name in DTYPES if name != "i1" or self.op in EXTREMA]
        self.type = self.random.choice(types)
        # nan_mode = ignore, or strict_order.
        self.option = self.is_float and self.random.random() < 0.4
        self.keepdims = self.random.random() < 0.5
        self.noop = self.mode == "runtime" and self.random.random() < 0.5
        # The number of extents that are those of long rows.
        self.long_share = 0.3
        self.shape = self.choose_shape(100_000 if number % 20 == 0 else 2_000)
        self.axes = self.choose_axes(self.random.randint(0, self.rank))
        self.has_long_rows = self.LONG_PERIOD and number % self.LONG_PERIOD == 1
        if self.has_long_rows:
            self.choose_long_rows(seed, number // self.LONG_PERIOD)
        # The sizes in the types, None if not known.
        self.declared = [
            None if self.mode != "static" and self.random.random() < 0.7 else extent
            for extent in self.shape
        ]
        if self.mode == "runtime":
            self.choose_axes_type()
        self.random = random.Random(f"{seed} {number} {call}")
        if call > 0:
            self.choose_call(number)
        self.expected_status = None
        if self.mode == "runtime" and self.random.random() < 0.15:
            self.spoil_axes()
        self.values = make_values(self)

    @classmethod
    def make(cls, seed, number, op, element_type, option, shape, declared, axes):
        """Returns a case in which only the values are random."""
        case = cls.__new__(cls)
        case.random = random.Random(f"{seed} {number} {shape}")
        case.number, case.op, case.type, case.option = number, op, element_type, option
        case.shape, case.declared, case.axes = list(shape), list(declared), list(axes)
        case.mode = "dynamic" if None in declared else "static"
        case.keepdims = case.noop = case.has_long_rows = False
        case.expected_status = None
        case.values = make_values(case)
        return case

    @property
    def dtype(self):
        return DTYPES[self.type]

    @property
    def is_float(self):
        return "f" in self.type

    @property
    def extremum(self):
        """The entry of the operation in EXTREMA, or None."""
        return EXTREMA.get(self.op)

    @property
    def rank(self):
        return len(self.shape)

    # ------------------------------------------------------------------------
    # Shapes and axes
    # ------------------------------------------------------------------------

    def choose_long_rows(self, seed, turn):
        operations = list(get_operations())
        random.Random(seed).shuffle(operations)
        self.op, self.type, self.option = operations[turn % len(operations)]
        self.mode = "static" if self.random.random() < 0.7 else "dynamic"
        self.noop = False
        self.long_share = 0.9
        rows = self.random.choice([[], [1], [2], [3], [5]])
        # Strips of the largest vectors are several strips of smaller ones; few
        # other functions have two of them.
        sizes = VECTOR_SIZES[-1:] if self.random.random() < 0.8 else VECTOR_SIZES
        extents = get_long_extents(self.type, 4000, sizes)
        self.shape = rows + [self.random.choice(extents[len(extents) // 4 :])]
        self.axes = [-1]

    def choose_shape(self, limit):
        shape = []
        for _ in range(self.random.randint(0, 5)):
            shape.append(self.choose_extent(shape, limit))
        self.random.shuffle(shape)
        return shape

    def choose_extent(self, others, limit):
        room = limit // max(1, int(np.prod([max(1, e) for e in others])))
        extents = [e for e in EXTENTS if e <= room]
        if self.random.random() < self.long_share:
            extents = get_long_extents(self.type, room) or extents
        return self.random.choice(extents)

    def choose_axes(self, count):
        dims = self.random.sample(range(self.rank), count)
        return [self.random.choice([dim, dim - self.rank]) for dim in dims]

    def choose_axes_type(self):
        self.axes_type = self.random.choice(["i64", "i64", "i64", "i8", "ui8", "ui64"])
        # The number of axes in the type: None, or a size; "scalar" is one axis
        # that is not a list.
        self.axes_length = self.random.choice([None, len(self.axes)])
        if len(self.axes) == 1 and self.random.random() < 0.5:
            self.axes_length = "scalar"
        self.result_rank = len(self.result_shape)
        self.make_axes_fit()

    def make_axes_fit(self):
        if self.axes_type.startswith("u"):
            self.axes = [axis % self.rank for axis in self.axes]

    def choose_call(self, number):
        """Chooses what may differ in another call of the same function."""
        limit = 20_000 if number % 20 == 0 else 2_000
        self.shape = [1 if extent is None else extent for extent in self.declared]
        for dim, extent in enumerate(self.declared):
            if extent is None:
                others = self.shape[:dim] + self.shape[dim + 1 :]
                self.shape[dim] = self.choose_extent(others, limit)
        if self.mode != "runtime":
            return
        counts = [len(self.axes)]
        if self.axes_length is None:
            counts = range(self.rank + 1) if self.keepdims else self.valid_counts()
        self.axes = self.choose_axes(self.random.choice(list(counts)))
        self.make_axes_fit()

    def valid_counts(self):
        """Returns how many axes the declared rank of the result allows."""
        counts = {self.rank - self.result_rank} - {0}
        if self.result_rank == (self.rank if self.noop else 0):
            counts.add(0)
        return sorted(counts)

    def spoil_axes(self):
        """Makes the axes invalid, in one way, if possible."""
        ways = []
        if self.axes:
            ways.append(OUT_OF_RANGE)
        if len(self.axes) > 1:
            ways.append(NOT_UNIQUE)
        wrong_counts = []
        if self.axes_length is None and not self.keepdims and self.rank > 0:
            wrong_counts = sorted({*range(self.rank + 1)} - {*self.valid_counts()})
            ways += [WRONG_COUNT] * bool(wrong_counts)
        if not ways:
            return
        self.expected_status = self.random.choice(ways)
        if self.expected_status == OUT_OF_RANGE:
            i = self.random.randrange(len(self.axes))
            self.axes[i] = self.random.choice(self.wrong_axes())
        elif self.expected_status == NOT_UNIQUE:
            self.axes[0] = self.axes[1]
        else:
            self.axes = self.choose_axes(self.random.choice(wrong_counts))
            self.make_axes_fit()

    def wrong_axes(self):
        wrong = [self.rank, 100]
        if not self.axes_type.startswith("u"):
            wrong += [-self.rank - 1, -128]
        limits = np.iinfo(DTYPES[self.axes_type])
        wrong += [int(limits.max)] + [int(limits.min)] * (limits.min < 0)
        if limits.bits == 64:
            wrong += [2**32, 2**63 - 1] + [2**63] * (limits.min == 0)
        return wrong

    @property
    def reduced(self):
        """The reduced dimensions."""
        if not self.axes and self.mode == "runtime" and not self.noop:
            return tuple(range(self.rank))
        return tuple(sorted({axis % self.rank for axis in self.axes}))

    def reduce_shape(self, shape):
        extents = enumerate(shape)
        if self.keepdims:
            return [1 if i in self.reduced else extent for i, extent in extents]
        return [extent for i, extent in extents if i not in self.reduced]

    @property
    def result_shape(self):
        if getattr(self, "expected_status", None):
            # Any shape of that rank: the axes are checked first.
            return self.shape if self.keepdims else [1] * self.result_rank
        return self.reduce_shape(self.shape)

    # ------------------------------------------------------------------------
    # Code
    # ------------------------------------------------------------------------

    @property
    def data_type(self):
        return tensor_type(self.declared, self.type)

    @property
    def result_type(self):
        if self.mode == "runtime":
            return tensor_type([None] * self.result_rank, self.type)
        return tensor_type(self.reduce_shape(self.declared), self.type)

    @property
    def axes_operand_type(self):
        shape = [] if self.axes_length == "scalar" else [self.axes_length]
        return tensor_type(shape, self.axes_type)

    def __str__(self):
        is_runtime = self.mode == "runtime"
        option = " nan_mode = ignore" if self.op in EXTREMA else " strict_order"
        return (
            f"reduce.{self.op} %data axes = {'%axes' if is_runtime else self.axes}"
            + (" keepdims" if self.keepdims else "")
            + (" noop_with_empty_axes" if self.noop else "")
            + (option if self.option else "")
            + f" : {self.data_type}"
            + (f", {self.axes_operand_type}" if is_runtime else "")
            + f" -> {self.result_type}"
        )

    @property
    def function(self):
        axes = f", %axes: {self.axes_operand_type}" if self.mode == "runtime" else ""
        return (
            f"func.func @case{self.number}(%data: {self.data_type}{axes})"
            f" -> {self.result_type} {{\n"
            f"  %0 = {self}\n"
            f"  return %0 : {self.result_type}\n}}\n"
        )

    @property
    def inputs(self):
        """The arguments of the function."""
        return self.get_inputs(self.values)

    def get_inputs(self, values):
        if self.mode != "runtime":
            return [values]
        axes = self.axes[0] if self.axes_length == "scalar" else self.axes
        return [values, np.array(axes, DTYPES[self.axes_type])]

    # ------------------------------------------------------------------------
    # Values
    # ------------------------------------------------------------------------

    def expected(self, values=None):
        """Returns the numbers that are the compiled function's result for the case's
        values, or for others."""
        numbers = decode(self.values if values is None else values, self.type)
        with np.errstate(all="ignore"):
            if self.op in EXTREMA:
                return self.expected_extremum(numbers)
            if not self.reduced:
                return numbers
            if not self.is_float:
                return np.prod(numbers, self.reduced, self.dtype, keepdims=self.keepdims)
            wide = np.float64 if self.type == "f64" else np.float32
            numbers = numbers.astype(wide)
            if self.option:
                product = self.sequential_product(numbers)
                return decode(encode(product, self.type), self.type)
            return np.prod(numbers, self.reduced, np.float64, keepdims=self.keepdims)

    def expected_extremum(self, numbers):
        pick, pick_number, sign = self.extremum
        if self.is_float:
            identity = sign * np.inf
        elif self.type == "i1":
            identity = sign > 0
        else:
            limits = np.iinfo(self.dtype)
            identity = limits.max if sign > 0 else limits.min
        if not self.reduced:
            return np.where(np.isnan(numbers), identity, numbers) if self.option else numbers
        pick = pick_number if self.option else pick
        return pick.reduce(numbers, self.reduced, keepdims=self.keepdims, initial=identity)

    def sequential_product(self, numbers):
        """Multiplies in row-major order of the reduced elements."""
        reduced = list(self.reduced)
        kept = [dim for dim in range(self.rank) if dim not in reduced]
        rows = np.transpose(numbers, kept + reduced)
        count = int(np.prod([self.shape[dim] for dim in reduced]))
        rows = rows.reshape([self.shape[dim] for dim in kept] + [count])
        if count == 0:
            return np.ones(self.result_shape, numbers.dtype)
        return np.multiply.accumulate(rows, -1)[..., -1].reshape(self.result_shape)

    def agrees(self, expected, stored):
        """Whether `stored` is a correct result for `expected`."""
        actual = decode(stored, self.type)
        if self.type == "i1":
            return np.array_equal(stored, np.asarray(expected).astype(np.uint8))
        if self.op == "prod" and not self.is_exact and not self.option:
            size = float(np.prod([max(1, extent) for extent in self.shape]))
            wide = np.float64 if self.type == "f64" else np.float32
            tolerance = 4 * np.finfo(wide).eps * (size**0.5 + 8)
            tolerance += {"f16": 2**-10, "bf16": 2**-7}.get(self.type, 0)
            # Subnormal numbers are this far apart, whatever their size is.
            spacing = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}
            absolute = spacing.get(self.type, 0)
            return np.allclose(actual, expected, tolerance, absolute, equal_nan=True)
        return np.array_equal(actual, expected, equal_nan=self.is_float)

    # ------------------------------------------------------------------------
    # Text
    # ------------------------------------------------------------------------

    def to_text(self):
        """Returns one line from which `from_text` recreates the case."""
        fields = {
            name: value
            for name, value in vars(self).items()
            if name not in ("random", "values")
        }
        fields["values"] = self.values.tobytes().hex()
        return json.dumps(fields)

    @classmethod
    def from_text(cls, text):
        case = cls.__new__(cls)
        vars(case).update(json.loads(text))
        case.random = random.Random(0)
        values = np.frombuffer(bytes.fromhex(case.values), case.dtype)
        case.values = values.reshape(case.shape).copy()
        return case
