# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays beside pages without access, and calls on them.

A read or write beyond an array, on the side of such a page, ends the process, which
`run` reports. On the other side, and in the gaps between elements, there is a filler.
A write to it shows when the memory is compared with its initial contents; a read of
it shows in the result, if the filler affects it.
"""

import ctypes
import mmap
import os
import signal
import sys

import numpy as np

import dlpack
import seeds

PAGE = mmap.PAGESIZE
# Bytes of filler beside an array: at least as long as any vector.
MARGIN = 1024
# The location of the page without access.
SIDES = ("end", "begin")

libc = ctypes.CDLL(None, use_errno=True)
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
PROT_NONE = 0
PROT_READ_WRITE = 3
PR_SET_PDEATHSIG = 1
# From malloc.h.
M_TRIM_THRESHOLD = -1
M_MMAP_THRESHOLD = -3


def get_type_fillers(dtype):
    """Returns fillers for gaps that would change a minimum or a product.
    `numpy.uint16` may stand for bf16."""
    if np.issubdtype(dtype, np.floating):
        return [np.nan, -np.inf, np.finfo(dtype).min, 0]
    if np.issubdtype(dtype, np.bool_):
        return [False]
    # NaN and -inf of bf16.
    small = [0x7FC0, 0xFF80] if dtype == np.uint16 else []
    return [*small, np.iinfo(dtype).min, 0]


class Pages:
    """Memory for the arrays of one call after the other: new pages are slow, since the system
    clears them."""

    spare = []

    def __init__(self, size):
        self.size = size
        self.mapping = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self.address = np.frombuffer(self.mapping, np.uint8).ctypes.data

    @classmethod
    def take(cls, size):
        """Returns pages of at least `size` bytes that no array is in."""
        fitting = [pages for pages in cls.spare if pages.size >= size]
        if not fitting:
            return cls(1 << (size - 1).bit_length())
        pages = min(fitting, key=lambda pages: pages.size)
        cls.spare.remove(pages)
        return pages

    def protect(self, begin, end, protection):
        """Changes the access to the pages between two offsets."""
        if libc.mprotect(self.address + begin, end - begin, protection) != 0:
            raise OSError(ctypes.get_errno(), "mprotect")


class Block:
    """The memory of one array, initially a copy of `values`.

    The array, `array`, has the strides `strides`, in bytes, or is contiguous. The
    page without access begins where the array's last byte ends, or ends where its
    first byte begins, depending on `side`.
    """

    def __init__(self, values, side, filler=None, strides=None):
        values = np.asarray(values)
        if strides is None:
            strides = np.zeros(values.shape, values.dtype).strides
        low = high = 0
        if values.size:
            reaches = [(n - 1) * s for n, s in zip(values.shape, strides)]
            low = sum(min(reach, 0) for reach in reaches)
            high = sum(max(reach, 0) for reach in reaches) + values.itemsize
        size = high - low + MARGIN
        usable = -(-size // PAGE) * PAGE
        self.pages = Pages.take(usable + 2 * PAGE)
        start = PAGE if side == "begin" else PAGE + usable - size
        # Keeps the mapping alive, also beyond this object.
        self.memory = np.frombuffer(self.pages.mapping, np.uint8, size, start)
        self.pages.protect(0, PAGE, PROT_NONE)
        self.pages.protect(PAGE + usable, self.pages.size, PROT_NONE)
        if filler is None:
            filler = get_type_fillers(values.dtype)[0]
        self.memory.view(values.dtype)[:] = filler
        self.offset = (0 if side == "begin" else MARGIN) - low
        self.strides = strides
        self.shape = values.shape
        self.dtype = values.dtype
        self.array = self.get_view(self.memory)
        self.array[...] = values
        self.before = self.memory.copy()

    def get_view(self, memory):
        return np.ndarray(self.shape, self.dtype, memory, self.offset, self.strides)

    def restore(self):
        """Restores the initial contents of the memory."""
        self.memory[:] = self.before

    def release(self):
        """Lets other blocks use the memory; this one and its array must not be used again."""
        self.pages.protect(0, self.pages.size, PROT_READ_WRITE)
        Pages.spare.append(self.pages)

    def is_untouched(self):
        return np.array_equal(self.memory, self.before)

    def find_stray_write(self):
        """Returns a text with the location of bytes outside of the array's elements
        that have changed, or None."""
        after = self.memory.copy()
        self.get_view(after)[...] = self.get_view(self.before)
        places = np.flatnonzero(after != self.before)
        if places.size == 0:
            return None
        return (
            f"{places.size} bytes written besides the output of {self.shape}, strides "
            f"{self.strides}, the first at byte {places[0] - self.offset} of it"
        )


def choose_strides(shape, itemsize, random, has_rows=False):
    """Returns strides, in bytes, of a view that is not in row-major order; with
    `has_rows`, the innermost dimension is contiguous."""
    order = list(range(len(shape)))
    random.shuffle(order)
    steps = [random.choice([-3, -2, -1, 1, 2]) for _ in order]
    spread = [abs(step) * extent for step, extent in zip(steps, shape)]
    if has_rows and shape:
        order.sort(key=lambda dim: dim == len(shape) - 1)
        steps[-1] = 1
        spread[-1] = shape[-1] + random.randrange(1, 20)
    strides = [0] * len(shape)
    stride = itemsize
    for dim in reversed(order):
        strides[dim] = steps[dim] * stride
        stride *= spread[dim]
    return strides


class StrayWrite(Exception):
    """A call wrote outside of its outputs."""


class DifferentBits(Exception):
    """An output depends on where the arrays are (clause same-bits)."""


def call(function, arrays, codes=None, num_outputs=1, sides=None):
    """Calls `function` on copies of `arrays`, inputs then outputs, in memory between
    such pages, and copies the outputs back; returns the status of the last call.

    It is called once for each of `sides`, by default for one at random. The outputs of all
    calls must have the same bits.
    """
    choice = seeds.get_generator()
    for count, side in enumerate(sides or [choice.choice(SIDES)]):
        blocks = []
        for array in arrays:
            filler = choice.choice(get_type_fillers(array.dtype))
            strides = array.strides if array.size else None
            blocks.append(Block(array, side, filler, strides))
        note(f"{getattr(function, '__name__', function)} on {[a.shape for a in arrays]}, {side}")
        status = dlpack.call(function, [block.array for block in blocks], codes)
        for i, block in enumerate(blocks):
            if i < len(blocks) - num_outputs:
                stray = None if block.is_untouched() else f"input {i} written"
            else:
                stray = block.find_stray_write()
                if count > 0 and arrays[i].tobytes() != block.array.tobytes():
                    raise DifferentBits(f"output {i} is not the same on another side of a page")
                arrays[i][...] = block.array
            if stray:
                raise StrayWrite(f"{getattr(function, '__name__', function)}: {stray}")
        for block in blocks:
            block.release()
    return status


# The file that `run` reads after its child has ended.
last_note = mmap.mmap(-1, PAGE)


def note(text):
    """Announces the next step, for the report if it ends the process."""
    data = text.encode()[: PAGE - 1]
    last_note[: len(data) + 1] = data + b"\0"


def run(main):
    """Runs `main` in another process and exits with its status. If a signal ends it,
    reports that with the last announced step."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        # Large arrays reuse memory, instead of new pages, which the system must clear.
        for parameter in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD):
            libc.mallopt(parameter, 1 << 30)
        # A signal that ends the test ends both.
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        sys.stdout.reconfigure(line_buffering=True)
        sys.exit(main())
    _, result = os.waitpid(child, 0)
    status = os.waitstatus_to_exitcode(result)
    if status < 0:
        doing = last_note[:].split(b"\0")[0].decode(errors="replace")
        print(f"FAILED: {signal.Signals(-status).name} in {doing}")
        sys.exit(1)
    sys.exit(status)
