# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The values of cases: each element should affect the result.

In most cases one element determines each result, and the others cannot: `move` puts
it elsewhere, and a case is called with it at several positions. In the products of
the other cases every factor changes the result, exactly.
"""

import math

import numpy as np

from elements import decode, encode

# The number of factors other than units in an exact product: in any order,
# partial products are in the range of f32.
EXACT_FACTORS = 200
# Factors that determine a product of ones.
FACTORS = [3, np.nan, -1.5, np.inf, 0]
# The number of random factors of 16 bits other than units: more would be so close to a unit that
# rounding, to different distances below and above it, makes products overflow.
MAX_SHORT_FACTORS = 1 << 16
# Number of elements at an end, where a loop over vectors leaves a remainder.
NEAR = [1, 2, 4, 8, 16, 32, 64, 128]


def get_positions(shape, reduced):
    """Returns, for each result, the positions of its elements in the flat data."""
    kept = [dim for dim in range(len(shape)) if dim not in reduced]
    count = int(np.prod([shape[dim] for dim in reduced]))
    order = [*kept, *reduced]
    positions = np.arange(int(np.prod(shape))).reshape(shape).transpose(order)
    return positions.reshape([-1, count] if count else [0, 0])


def draw_places(results, count, generator):
    """Returns for each result the index of one of its `count` elements: any of
    them, or one after the other, or one of the first, or of the last."""
    kind = generator.integers(5)
    if kind == 0:
        return generator.integers(0, count, results)
    if kind == 1:
        return (np.arange(results) + generator.integers(count)) % count
    near = generator.integers(0, min(count, generator.choice(NEAR)), results)
    return near if kind == 2 else count - 1 - near


def put_one(values, reduced, special, generator):
    """Sets one element of each result to `special`, which may have one value for each."""
    positions = get_positions(values.shape, reduced)
    if positions.size:
        places = draw_places(*positions.shape, generator)
        values.reshape(-1)[np.take_along_axis(positions, places[:, np.newaxis], 1)[:, 0]] = special


def move(case, number):
    """Returns the values of `case`, with those of each result rotated so that its
    first one is at another position for each `number`. If the first one determines
    the result, its value changes as well."""
    if not case.moves or case.values.size == 0:
        return case.values
    kept = [dim for dim in range(len(case.shape)) if dim not in case.reduced]
    ordered = case.values.transpose(*kept, *case.reduced)
    count = math.prod(case.shape[dim] for dim in case.reduced)
    rows = ordered.reshape(-1, count).copy()
    generator = np.random.default_rng([case.draw, number])
    if case.is_decided and case.is_float:
        change_first(case, rows, number, generator)
    moved = np.empty_like(case.values)
    rotated = rotate(rows, draw_places(*rows.shape, generator))
    moved.transpose(*kept, *case.reduced)[...] = rotated.reshape(ordered.shape)
    return moved


def rotate(rows, places):
    """Returns `rows`, with the first element of each at the index in `places`."""
    count = rows.shape[1]
    windows = np.lib.stride_tricks.sliding_window_view(np.hstack([rows, rows]), count, axis=1)
    return windows[np.arange(len(rows)), count - places]


def change_first(case, rows, number, generator):
    """Sets the first elements, or the others, to values for which the loops take another path."""
    if not case.extremum:
        rows[:, 0] = encode(np.float32(FACTORS[number % len(FACTORS)]), case.type)
    elif number % 2 and case.option:
        # NaN are ignored.
        are_nan = generator.random(rows.shape) < generator.random()
        are_nan[:, 0] = False
        rows[are_nan] = encode(np.float32(np.nan), case.type)
    elif number % 2:
        rows[:, 0] = encode(np.float32(np.nan), case.type)


def place_first(case, first, others):
    """Returns `others`, with `first` as each result's first element."""
    values = np.asarray(others, case.dtype)
    values.reshape(-1)[get_positions(case.shape, case.reduced)[:, :1]] = first
    case.is_decided = True
    return values


def make_pool(case, generator):
    """Returns distinct values, first the one that is the result of all; only their
    order matters."""
    sign = case.extremum[2]
    if not case.is_float:
        limits = np.iinfo(case.dtype)
        pool = generator.integers(limits.min, limits.max, 40, case.dtype, endpoint=True)
        return np.unique(np.array([limits.min, *pool, limits.max], case.dtype))[::sign]
    scale = generator.choice([1e-6, 1, 1000])
    numbers = [-np.inf, *(scale * generator.standard_normal(40)), 0, np.inf]
    stored = encode(np.array(numbers), case.type)
    _, places = np.unique(decode(stored, case.type), return_index=True)
    return stored[places][::sign]


def make_extremum(case, generator):
    """Returns values. In each reduced set, only the first one equals the result."""
    if case.type == "i1":
        true = generator.choice([1, 1, 1, 2, 255], case.shape)
        if case.extremum[2] > 0:
            return place_first(case, 0, true)
        return place_first(case, generator.choice([1, 2, 255]), np.zeros_like(true))
    pool = make_pool(case, generator)
    first = 0
    if pool.size > 2 and generator.random() < 0.8:
        first = generator.integers(1, pool.size - 1)
    others = pool[generator.integers(first + 1, pool.size, case.shape)]
    return place_first(case, pool[first], others)


def make_ties(case, generator):
    """Returns values. Some are ties: zeros of both signs, or NaN with different bits. The others
    are numbers that do not win over a tie. Each result has about two or four ties."""
    numbers = generator.random(case.shape) if generator.random() < 0.5 else np.ones(case.shape)
    values = np.asarray(encode(case.extremum[2] * numbers, case.type))
    bits = np.asarray(values).itemsize * 8
    if generator.random() < 0.5:
        ties = [0, 1 << (bits - 1)]
    else:
        infinity = int(np.asarray(encode(np.array(np.inf), case.type)).view(f"u{bits // 8}"))
        quiet = infinity | (infinity >> 1)
        ties = [quiet, quiet + 5, (1 << (bits - 1)) + quiet + 3, (1 << bits) - 1]
        if not case.option:
            # numpy ignores quiet NaN only.
            ties.append(infinity + 1)
    count = max(1, math.prod(case.shape[dim] for dim in case.reduced))
    are_ties = generator.random(case.shape) < generator.choice([2, 4]) / count
    drawn = generator.choice(np.array(ties, f"u{bits // 8}"), case.shape)
    values = np.where(are_ties, drawn.view(values.dtype), values)
    return np.asarray(values, case.dtype)


def make_exact_factors(shape, reduced, generator):
    """Returns factors such that any product of them is exact in f32, and an omitted or
    repeated one shows."""
    positions = get_positions(shape, reduced)
    exponents = np.zeros(positions.shape)
    count = min(positions.shape[1], EXACT_FACTORS)
    exponents[:, :count] = np.resize([1, -1], count)
    exponents[:, : generator.integers(0, 5)] = 1
    factors = np.exp2(generator.permuted(exponents, axis=1))
    factors *= generator.choice([-1, 1], positions.shape)
    numbers = np.empty(shape)
    numbers.reshape(-1)[positions] = factors
    return numbers


def make_one_factor(case):
    """Returns ones, except for each result's first factor."""
    ones = np.full(case.shape, encode(np.float32(1), case.type))
    return place_first(case, encode(np.float32(FACTORS[0]), case.type), ones)


def make_random_factors(case, generator):
    # The product of any of them does not come near overflow.
    exponents = generator.uniform(-1, 1, case.shape)
    reach = 3 if case.type == "f16" else 20
    count = float(np.prod(case.shape))
    if case.type in ("f16", "bf16") and count > MAX_SHORT_FACTORS:
        exponents *= generator.random(case.shape) < MAX_SHORT_FACTORS / count
        count = MAX_SHORT_FACTORS
    exponents *= reach / max(1.0, count**0.5)
    signs = generator.choice([-1, 1], case.shape)
    return encode(signs * np.exp2(exponents), case.type)


def make_random_values(case, generator):
    if case.is_float:
        return encode(1000 * generator.standard_normal(case.shape), case.type)
    limits = np.iinfo(case.dtype)
    values = generator.integers(limits.min, limits.max, case.shape, case.dtype, endpoint=True)
    if case.op == "prod":
        # An odd factor other than 1 changes any odd product modulo 2^n.
        values = values | case.dtype(1)
        values = np.where(values == 1, case.dtype(3), values)
    return values


def get_specials(case, are_wanted):
    """Returns values to be mixed with the random ones."""
    if case.is_float and case.op == "prod":
        return [np.nan, np.inf, -np.inf, 0.0] if are_wanted else []
    if case.is_float:
        specials = [np.inf, -np.inf, 0.0, -0.0, 65504, -65504, 2.0**-24]
        return specials + ([np.nan, -np.nan] if are_wanted else [])
    limits = np.iinfo(case.dtype)
    return [limits.min, limits.max, 0, 1] if are_wanted else []


def make_values(case):
    """Returns the values of `case`, and sets whether its result is exact, whether
    the first element determines it, whether elements may be moved, and the draw."""
    generator = np.random.default_rng(case.random.randrange(2**32))
    are_wanted = case.random.random() < case.SPECIAL["extremum" if case.extremum else case.op]
    case.moves = True
    case.draw = case.random.randrange(2**32)
    case.is_decided = False
    case.is_exact = case.extremum is not None or not case.is_float
    kind = generator.random()
    is_empty = 0 in case.shape
    if case.extremum and kind < 0.6 and not is_empty:
        return np.asarray(make_extremum(case, generator))
    if case.extremum and case.is_float and kind < 0.75 and not is_empty:
        return make_ties(case, generator)
    if case.type == "i1":
        return np.asarray(generator.choice([0, 1, 1, 1, 1, 2, 255], case.shape), np.uint8)
    if case.is_float and case.op == "prod" and not is_empty:
        if kind < 0.6:
            case.is_exact = True
            if kind < 0.35:
                factors = make_exact_factors(case.shape, case.reduced, generator)
                return np.asarray(encode(factors, case.type))
            return np.asarray(make_one_factor(case))
        values = make_random_factors(case, generator)
    else:
        values = make_random_values(case, generator)
    values = np.asarray(values, case.dtype)
    specials = get_specials(case, are_wanted)
    if values.size and specials:
        for _ in range(case.random.randint(0, 3)):
            special = case.random.choice(specials)
            if case.is_float:
                special = encode(np.float32(special), case.type)
            values.reshape(-1)[case.random.randrange(values.size)] = special
    return values


def get_fillers(case, expected):
    """Returns fillers for the gaps between elements, as stored: only values that would
    change each of the `expected` results if they were taken for elements, and that
    are not among them; possibly none.
    """
    sign = case.extremum[2] if case.extremum else None
    if case.op == "prod":
        candidates = [np.nan, 0, 3] if case.is_float else [0, 3]
    elif case.is_float:
        limits = {"f16": 65504, "bf16": 3.3895314e38, "f32": np.finfo(np.float32).max}
        greatest = limits.get(case.type, np.finfo(np.float64).max)
        candidates = [np.nan, -sign * np.inf, -sign * greatest, 0]
    elif case.type == "i1":
        candidates = [0 if sign > 0 else 1]
    else:
        limits = np.iinfo(case.dtype)
        candidates = [limits.min if sign > 0 else limits.max, 0]
    stored = [encode(np.array(candidate), case.type)[()] for candidate in candidates]
    if expected is None:
        return stored
    return [filler for filler in stored if matters(case, expected, filler)] or stored


def get_filler(case, expected, number):
    """Returns one of these fillers: another one for each call and case."""
    fillers = get_fillers(case, expected)
    return fillers[(case.number + number) % len(fillers)]


def matters(case, expected, filler):
    number = decode(filler, case.type)
    with np.errstate(all="ignore"):
        if case.extremum:
            pick, pick_number, _ = case.extremum
            changed = (pick_number if case.option else pick)(expected, number)
        else:
            changed = np.multiply(expected, number, dtype=np.asarray(expected).dtype)
    are_nan = np.isnan(expected) if case.is_float else np.zeros(np.shape(expected), bool)
    is_nan = case.is_float and np.isnan(number)
    differ = (changed != expected) & ~(are_nan & (changed != changed))
    # Unwritten memory must show as well.
    equal = np.where(are_nan, is_nan, expected == number)
    return bool(np.all(differ) and not np.any(equal))
