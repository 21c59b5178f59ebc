# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random sharded reductions, and what numpy computes for them."""

import itertools
import platform
import random
import subprocess

import numpy as np

import dlpack
import elements

FLOATS = ["f16", "bf16", "f32", "f64"]
TYPES = list(elements.DTYPES)
AXES = "xyz"


def get_shard(array, sharding, grid, index, cuts):
    """Returns the shard of `array` at `index`. `sharding` has a list of axes for each
    dimension; `cuts` has the ends of shards of a dimension, where they are uneven."""
    slices = []
    for dim, axes in enumerate(sharding):
        number, count = 0, 1
        for axis in axes:
            number, count = number * grid[axis] + index[axis], count * grid[axis]
        ends = cuts.get(dim) or [array.shape[dim] * i // count for i in range(count + 1)]
        slices.append(slice(ends[number], ends[number + 1]))
    return array[tuple(slices)]


class Case:
    """An operator, a type, a rank, extents, axes, keepdims, a grid, a sharding, and
    which extents are known."""

    def __init__(self, seed, number, num_ranks=None):
        """Draws a case; its grid has `num_ranks` ranks, or any number."""
        name = f"f{number}"
        generator = random.Random(f"{seed} {number}")
        self.name, self.generator = name, generator
        self.operation = generator.choice(["min", "min nan_mode = ignore", "prod"])
        types = TYPES if self.operation == "min" else FLOATS
        if self.operation == "prod":
            types = [each for each in TYPES if each != "i1"]
        self.type = generator.choice(types)
        self.rank = generator.randint(1, 4)
        self.axes = sorted(generator.sample(range(self.rank), generator.randint(1, self.rank)))
        self.keepdims = generator.random() < 0.5
        ndim = generator.randint(1, 3)
        sizes = [1, 2, 2, 3, 4] if ndim < 3 or num_ranks else [1, 2]
        while True:
            self.grid = [generator.choice(sizes) for _ in range(ndim)]
            if num_ranks in (None, int(np.prod(self.grid))):
                break
            ndim = generator.randint(1, 3)
            sizes = [1, 2, 3, 4, num_ranks]
        # Each axis of the grid splits a dimension, or none.
        self.sharding = [[] for _ in range(self.rank)]
        for axis in generator.sample(range(ndim), ndim):
            if generator.random() < 0.85:
                generator.choice(self.sharding).append(axis)
        self.is_grid_known = [generator.random() < 0.7 for _ in self.grid]
        self.extents = [generator.choice([0, 1, 2, 3, 7, 8, 12, 33]) for _ in range(self.rank)]
        self.known = [generator.random() < 0.4 for _ in self.extents]
        self.is_reproducible = all(self.is_grid_known) and generator.random() < 0.5
        self.options = ["--reproducible"] if self.is_reproducible else []
        kinds = [[], [], ["-O0"], ["--threads=2"]]
        if platform.machine() == "x86_64":
            kinds.append(["--mcpu=x86-64-v2,x86-64-v3"])
        self.options += generator.choice(kinds)

    def get_names(self, axes):
        return "*".join(AXES[axis] for axis in axes) or "_"

    def get_source(self):
        shape = [e if known else None for e, known in zip(self.extents, self.known)]
        result = [
            1 if dim in self.axes else extent
            for dim, extent in enumerate(shape)
            if self.keepdims or dim not in self.axes
        ]
        data = elements.tensor_type(shape, self.type)
        out = elements.tensor_type(result, self.type)
        sharding = ", ".join(map(self.get_names, self.sharding))
        grid = ", ".join(
            f"{AXES[axis]}:{size if known else '?'}"
            for axis, (size, known) in enumerate(zip(self.grid, self.is_grid_known))
        )
        operation, _, mode = self.operation.partition(" ")
        keepdims = "keepdims" if self.keepdims else ""
        return (
            f"module attributes {{reduce.grid = #reduce.grid<{grid}>}} {{\n"
            f"  func.func @{self.name}(%data: {data}"
            f" {{reduce.sharding = #reduce.sharding<[{sharding}]>}}) -> {out} {{\n"
            f"    %0 = reduce.{operation} %data axes = {self.axes} {keepdims} {mode}"
            f" : {data} -> {out}\n"
            f"    return %0 : {out}\n  }}\n}}\n"
        )

    def get_data(self, random_numbers, extents):
        if self.type in FLOATS:
            data = random_numbers.uniform(0.5, 2, extents)
            if self.operation != "prod":
                data = np.where(random_numbers.random(extents) < 0.5, -data, data)
            for special, share in ((np.nan, 0.02), (np.inf, 0.02), (0.0, 0.02)):
                if self.generator.random() < 0.3:
                    data = np.where(random_numbers.random(extents) < share, special, data)
            return elements.encode(data, self.type)
        dtype = elements.DTYPES[self.type]
        limits = np.iinfo(dtype)
        if self.type == "i1":
            return random_numbers.integers(0, 256, extents).astype(dtype) * (
                random_numbers.random(extents) < 0.9
            ).astype(dtype)
        return random_numbers.integers(limits.min, limits.max, extents, dtype, endpoint=True)

    def get_expected(self, data):
        numbers = elements.decode(data, self.type)
        options = {"axis": tuple(self.axes), "keepdims": self.keepdims}
        with np.errstate(all="ignore"):
            if self.operation == "prod":
                if self.type in ("f16", "bf16"):
                    numbers = numbers.astype(np.float32)
                return numbers.prod(dtype=numbers.dtype, **options)
            if self.type in FLOATS:
                least = np.fmin if "ignore" in self.operation else np.minimum
                return least.reduce(numbers, initial=np.inf, **options)
            if self.type == "i1":
                return numbers.all(**options)
            return numbers.min(initial=np.iinfo(numbers.dtype).max, **options)

    def is_right(self, actual, expected):
        if actual.shape != expected.shape:
            return False
        if self.type not in FLOATS:
            return np.array_equal(elements.decode(actual, self.type), expected)
        numbers = elements.decode(actual, self.type).astype(np.float64)
        if self.operation != "prod":
            return np.array_equal(numbers, expected, equal_nan=True)
        tolerance = {"f16": 2e-3, "bf16": 1e-2, "f32": 1e-4, "f64": 1e-12}[self.type]
        limit = {"f16": 65504, "bf16": 3.38e38}.get(self.type, np.inf)
        near = np.isclose(numbers, expected, tolerance, 1e-7 if self.type == "f16" else 0, True)
        return bool(np.all(near | (np.abs(expected) > limit * (1 - tolerance))))

    def cut(self, extent, count):
        """Returns the ends of `count` shards of random sizes."""
        ends = sorted(self.generator.randint(0, extent) for _ in range(count - 1))
        return [0, *ends, extent]

    def get_indices(self):
        return list(itertools.product(*map(range, self.grid)))

    def compile(self, directory):
        """Returns the path of the compiled library, or raises an error."""
        path = f"{directory}/{self.name}"
        with open(path + ".mlir", "w", encoding="utf-8") as file:
            file.write(self.get_source())
        compiled = subprocess.run(
            ["reduce-compile", path + ".mlir", "-o", path + ".so", *self.options],
            capture_output=True, text=True,
        )  # fmt: skip
        if compiled.returncode != 0:
            raise RuntimeError(f"{compiled.stderr}\n{self.get_source()}")
        return path + ".so"

    def get_code(self):
        return {"bf16": dlpack.BFLOAT, "i1": dlpack.BOOL}.get(self.type)

    def get_communication(self):
        """Returns the axes along which the function communicates, as a mask."""
        return sum(1 << axis for dim in self.axes for axis in self.sharding[dim])


class Call:
    """Tensors for a call of a case, the same for each process that makes one."""

    def __init__(self, case, seed):
        self.case, generator = case, random.Random(f"{case.name} {seed}")
        case.generator = generator
        extents = [
            extent if known else generator.choice([extent, 0, 1, 5, 64, 300])
            for extent, known in zip(case.extents, case.known)
        ]
        while np.prod(extents) > 200000:
            extents = [e if known else e // 2 for e, known in zip(extents, case.known)]
        self.data = case.get_data(np.random.default_rng(seed), extents)
        self.cuts = {}
        for dim, axes in enumerate(case.sharding):
            count = int(np.prod([case.grid[axis] for axis in axes]))
            # The sizes of shards are known if the number of ranks is and divides.
            is_even = case.known[dim] and all(case.is_grid_known[axis] for axis in axes)
            if axes and not (is_even and extents[dim] % count == 0):
                self.cuts[dim] = case.cut(extents[dim], count)
        self.expected = case.get_expected(self.data)
        kept = [dim for dim in range(case.rank) if case.keepdims or dim not in case.axes]
        self.result_sharding = [[] if dim in case.axes else case.sharding[dim] for dim in kept]
        self.result_cuts = {
            at: self.cuts[dim]
            for at, dim in enumerate(kept)
            if dim in self.cuts and dim not in case.axes
        }

    def get_part(self, index):
        """Returns the result of the rank at `index`."""
        return get_shard(
            self.expected, self.result_sharding, self.case.grid, index, self.result_cuts
        )

    def make_arrays(self, index):
        """Returns the input and the output of the rank at `index`."""
        shard = get_shard(self.data, self.case.sharding, self.case.grid, index, self.cuts)
        generator = random.Random(f"{self.case.name} {index} {shard.shape}")
        if generator.random() < 0.2:
            shard = np.asfortranarray(shard)
        elif generator.random() < 0.8:
            shard = np.ascontiguousarray(shard)
        out = np.full(self.get_part(index).shape, 77, elements.DTYPES[self.case.type])
        return [shard, out]

    def find_fault(self, index, out):
        """Returns what is wrong with an output, or None."""
        expected = self.get_part(index)
        if self.case.is_right(out, expected):
            return None
        return f"rank {index} of {self.data.shape}: {out}, expected {expected}"
