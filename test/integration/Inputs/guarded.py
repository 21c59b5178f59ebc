# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays that lie at pages that must not be touched, and calls on them.

A read or a write beyond an array, on the side where such a page is, ends the
process: `run` reports that. On the other side, and in the gaps between the
array's elements, lies a filler: what is written there shows when the memory is
compared with what it was, and what is read there shows in the result, if the
filler is one that matters.
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
PR_SET_PDEATHSIG = 1


def get_type_fillers(dtype):
    """Returns what may lie between elements: what a minimum or a product would
    show. `numpy.uint16` may stand for bf16."""
    if np.issubdtype(dtype, np.floating):
        return [np.nan, -np.inf, np.finfo(dtype).min, 0]
    if np.issubdtype(dtype, np.bool_):
        return [False]
    # NaN and -inf of bf16.
    small = [0x7FC0, 0xFF80] if dtype == np.uint16 else []
    return [*small, np.iinfo(dtype).min, 0]


class Block:
    """The memory of one array, which begins as a copy of `values`.

    The array, `array`, has the strides `strides`, in bytes, or is contiguous. The
    page that must not be touched begins where the array's last byte ends, or ends
    where its first byte begins, as `side` says.
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
        mapping = mmap.mmap(-1, usable + 2 * PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        start = PAGE if side == "begin" else PAGE + usable - size
        # Keep the mapping alive as long as this object.
        self.memory = np.frombuffer(mapping, np.uint8, size, start)
        first = self.memory.ctypes.data - start
        for page in (first, first + PAGE + usable):
            if libc.mprotect(page, PAGE, PROT_NONE) != 0:
                raise OSError(ctypes.get_errno(), "mprotect")
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
        """Makes the memory what it was at first."""
        self.memory[:] = self.before

    def is_untouched(self):
        return np.array_equal(self.memory, self.before)

    def find_stray_write(self):
        """Returns a text that says where other bytes than the array's elements
        are not what they were, or None."""
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
    """Returns strides, in bytes, of a view that lies in memory otherwise than in
    row-major order; with `has_rows` the innermost one is that of neighbours."""
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
    """A call wrote something besides its outputs."""



def call(function, arrays, codes=None, num_outputs=1, sides=None):
    """Calls `function` on copies of `arrays`, inputs then outputs, in memory between
    such pages, and copies the outputs back; returns the status of the last call.

    It is called once for each of `sides`, by default for one at random.
    """
    choice = seeds.get_generator()
    for side in sides or [choice.choice(SIDES)]:
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
                arrays[i][...] = block.array
            if stray:
                raise StrayWrite(f"{getattr(function, '__name__', function)}: {stray}")
    return status


# The file that `run` reads after its child has ended.
last_note = mmap.mmap(-1, PAGE)


def note(text):
    """Says what happens next, should it end the process."""
    data = text.encode()[: PAGE - 1]
    last_note[: len(data) + 1] = data + b"\0"


def run(main):
    """Ends the process with the status of `main`, which runs in another, so that
    one that is ended by a signal is reported, with what it said it does."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
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
