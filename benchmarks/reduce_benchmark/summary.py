# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Summarizes results in a few lines."""

import math

from .bound import OUR_LOOP, RATE_TOLERANCE, get_bound_rate
from .cells import get_name, get_result_size, get_size
from .results import LIBRARIES, LOOPS, OURS, TITLES

MEAN_MINIMUM = 4 << 10
LARGE_MINIMUM = 64 << 10
LARGE_SHARE = 0.75
ROW_MEAN = 0.9
THREADS_MINIMUM = 1 << 20
THREADS_RATIO = 1.4
SMALL = "3x2x2"

# Two measurements of the same code differ by about this much.
TOLERANCE = 1.03


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def get_mean(results, cells, candidate):
    """Returns the mean share of a candidate, or None unless it has figures for all
    cells."""
    shares = [results.get_share(cell, candidate) for cell in cells]
    return None if None in shares else geometric_mean(shares)


def get_best_mean(results, cells, candidates):
    pairs = [results.get_best(cell, candidates) for cell in cells]
    return None if None in pairs else geometric_mean([pair[0] for pair in pairs])


def get_bound_mean(results, cells, candidate):
    """Returns the mean share of the bound of a candidate of ours."""
    return geometric_mean([results.get_share_of_bound(cell, candidate) for cell in cells])


def list_some(texts, limit=12):
    shown = "; ".join(texts[:limit])
    return shown + (f"; and {len(texts) - limit} more" if len(texts) > limit else "")


def summarize_means(results, get_share, whole):
    for name in OURS:
        pairs = [
            (get_share(cell, name), get_name(cell))
            for cells in results.get_rows(MEAN_MINIMUM).values()
            for cell in cells
        ]
        if pairs:
            least = min(pairs, key=lambda pair: pair[0])
            mean = geometric_mean([share for share, _ in pairs])
            yield (
                f"{TITLES[name]}, cells of 4 KiB and more: geometric mean"
                f" {mean:.3f} of {whole}, least {least[0]:.3f} ({least[1]})"
            )


def get_large(results):
    return [cell for cell in results.cells if get_size(cell) >= LARGE_MINIMUM]


def find_slow(results):
    """Returns the large cells in which a candidate of ours has a small share of the bound,
    the smallest first."""
    shares = {
        cell: min(results.get_share_of_bound(cell, name) for name in OURS)
        for cell in get_large(results)
    }
    slow = [cell for cell, share in shares.items() if share < LARGE_SHARE]
    return sorted(slow, key=shares.get)


def summarize_large(results, get_share, limit):
    for name in OURS:
        large = get_large(results)
        slow = [
            f"{get_name(cell)} {get_share(cell, name):.2f}"
            for cell in sorted(large, key=lambda cell: get_share(cell, name))
            if get_share(cell, name) < LARGE_SHARE
        ]
        if large:
            text = f"{TITLES[name]}, cells of 64 KiB or more under {limit}: "
            yield text + f"{len(slow)} of {len(large)}" + (f" ({list_some(slow)})" if slow else "")


def summarize_rows(results):
    rows = results.get_rows(MEAN_MINIMUM)
    for name in OURS:
        means = sorted(
            (get_bound_mean(results, cells, name), " ".join(row)) for row, cells in rows.items()
        )
        low = [f"{row} {mean:.2f}" for mean, row in means if mean < ROW_MEAN]
        if means:
            yield (
                f"{TITLES[name]}, operators and types with a geometric mean under {ROW_MEAN} of"
                f" the bound: {len(low)} of {len(means)}" + (f" ({list_some(low)})" if low else "")
            )


def summarize_rates(results):
    """Says where another loop than ours sets the bound."""
    rows = [(cell.op, cell.type) for cell in results.cells]
    slower = []
    for row in dict.fromkeys(rows):
        rates = results.facts["rates"][" ".join(row)]
        own, best = rates.get(OUR_LOOP), get_bound_rate(rates, row)
        if own and own * RATE_TOLERANCE < best:
            slower.append((own / best, f"{' '.join(row)} {own:.0f} against {best:.0f} GB/s"))
    text = list_some([text for _, text in sorted(slower)])
    yield (
        "our loop in the first-level cache is slower than another, by more than 5 %:"
        f" {len(slower)} of {len(set(rows))}" + (f" ({text})" if text else "")
    )


def summarize_traffic(results):
    """Says how fast ours are if writing a byte of the results counts like reading one,
    which the bound leaves out."""

    def get_share(cell, name):
        written = get_result_size(cell) / get_size(cell)
        return results.get_share_of_bound(cell, name) * (1 + written)

    for name in OURS:
        large = get_large(results)
        rows = results.get_rows(MEAN_MINIMUM).values()
        shares = [get_share(cell, name) for cells in rows for cell in cells]
        slow = sum(get_share(cell, name) < LARGE_SHARE for cell in large)
        if shares:
            yield (
                f"{TITLES[name]}, with the bytes of results: geometric mean"
                f" {geometric_mean(shares):.3f} of the bound, cells of 64 KiB or more under"
                f" {LARGE_SHARE}: {slow} of {len(large)}"
            )


def summarize_bounds(results):
    if results.has_bounds():
        share = results.get_share_of_bound
        yield from summarize_means(results, share, "the bound")
        yield from summarize_rows(results)
        yield from summarize_large(results, share, f"{LARGE_SHARE} of the bound")
        yield from summarize_traffic(results)
        yield from summarize_rates(results)


def summarize_rivals(results, rivals, title):
    """Counts the cells in which ours are slower than the best of some candidates."""
    pairs = []
    for cell in results.cells:
        best = results.get_best(cell, rivals)
        if best:
            pairs.append((best[0] / results.get_share(cell, "static"), best[1], cell))
    if not pairs:
        return
    slower = sorted((pair for pair in pairs if pair[0] > TOLERANCE), reverse=True)
    texts = [f"{get_name(cell)} {factor:.2f}x {TITLES[name]}" for factor, name, cell in slower]
    strictly = sum(pair[0] > 1 for pair in pairs)
    yield (
        f"cells slower than {title}, by more than 3 %: {len(slower)} of {len(pairs)}, by any"
        f" amount: {strictly}" + (f" ({list_some(texts)})" if texts else "")
    )


def summarize_loops(results):
    pairs = [
        (results.get_share(cell, "static"), results.get_best(cell, LOOPS))
        for cell in results.cells
    ]
    pairs = [(own, best[0]) for own, best in pairs if best]
    if pairs:
        equal = sum(own * TOLERANCE >= best for own, best in pairs)
        strictly = sum(own >= best for own, best in pairs)
        yield (
            "cells at least as fast as the better clang loop, within 3 %:"
            f" {100 * equal / len(pairs):.0f} %, strictly: {100 * strictly / len(pairs):.0f} %"
        )


def summarize_dynamic(results):
    pairs = [
        (results.get_share(cell, "dynamic") / results.get_share(cell, "static"), cell)
        for cell in results.cells
    ]
    if pairs:
        least = min(pairs)
        counted = [ratio for ratio, cell in pairs if get_size(cell) >= MEAN_MINIMUM]
        mean = geometric_mean(counted or [ratio for ratio, _ in pairs])
        yield (
            f"unknown against known shape: geometric mean {mean:.3f}, least"
            f" {least[0]:.3f} ({get_name(least[1])})"
        )


def summarize_small(results):
    for cell in results.cells:
        if cell.shape == SMALL and cell.type == "f32":
            times = [
                f"{TITLES[name]} {results.get(cell, name, 'nanoseconds'):.3g}"
                for name in (*OURS, *LOOPS, *LIBRARIES)
                if results.get(cell, name, "nanoseconds")
            ]
            yield f"nanoseconds of {get_name(cell)} with the call's checks: " + ", ".join(times)


def summarize_threads(results):
    pairs = [
        (figures["threads"]["rate"] / figures["static"]["rate"], name)
        for name, figures in results.threads.items()
        if "rate" in figures.get("threads", {})
    ]
    if not pairs:
        yield "two threads over one: not measured"
        return
    mean = geometric_mean([ratio for ratio, _ in pairs])
    least = min(pairs)
    yield (
        f"two threads over one, inputs of 1 MiB to the last cache's size, {len(pairs)} of them:"
        f" geometric mean {mean:.2f}, least {least[0]:.2f} ({least[1]}), under {THREADS_RATIO}:"
        f" {sum(ratio < THREADS_RATIO for ratio, _ in pairs)}"
    )


def summarize_compilation(results):
    times = results.facts.get("compile_seconds", {})
    titles = {"model": "examples/row_min.onnx", "rank6": "a function of rank 6, shape unknown"}
    for name, seconds in times.items():
        yield f"reduce-compile of {titles[name]}: {seconds:.2f} s"


def summarize(results):
    """Yields the lines at the end of a report."""
    yield from summarize_means(results, results.get_share, "pure read")
    yield from summarize_large(results, results.get_share, LARGE_SHARE)
    yield from summarize_bounds(results)
    yield from summarize_rivals(results, LIBRARIES, "a library")
    yield from summarize_loops(results)
    yield from summarize_dynamic(results)
    yield from summarize_small(results)
    yield from summarize_threads(results)
    yield from summarize_compilation(results)
