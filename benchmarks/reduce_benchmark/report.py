# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes results as Markdown."""

from .bound import OUR_LOOP, get_bound_rate
from .cells import Cell, get_name
from .results import LIBRARIES, LOOPS, OURS, TITLES
from .summary import (
    LARGE_SHARE,
    MEAN_MINIMUM,
    find_slow,
    get_best_mean,
    get_bound_mean,
    get_mean,
    summarize,
)


def write_table(head, rows):
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows]) + "\n"


def show_share(share):
    if share is None:
        return ""
    digits = 2 if share >= 0.095 else 3 if share >= 0.0095 else 4
    return f"{share:.{digits}f}"


def show_rate(rate):
    return f"{rate:.1f}" if rate else "–"


def show_figure(results, cell, candidate):
    share = results.get_share(cell, candidate)
    note = results.get(cell, candidate, "note") or ""
    return show_share(share) or ("wrong" if note.endswith("is wrong") else "–")


def get_columns(results):
    """Returns the candidates whose shares of reading are shown, and those whose shares
    of the bound are."""
    candidates = results.get_candidates()
    return (["bound", *candidates], OURS) if results.has_bounds() else (candidates, ())


def make_bound_titles(names):
    return [f"{TITLES[name]} / bound" for name in names]


def write_cells(results, cells):
    """Writes a row for each cell: pure reading in GB/s, each candidate's share of it, and
    our shares of the bound."""
    candidates, bounded = get_columns(results)
    head = [*Cell._fields, "read GB/s", *(TITLES[name] for name in candidates)]
    head += make_bound_titles(bounded)
    if results.threads:
        head.append(TITLES["threads"])
    rows = []
    for cell in cells:
        row = [*cell, f"{results.get(cell, 'read', 'rate'):.1f}"]
        row += [show_figure(results, cell, name) for name in candidates]
        row += [show_share(results.get_share_of_bound(cell, name)) for name in bounded]
        if results.threads:
            figures = results.threads.get(get_name(cell), {}).get("threads", {})
            row.append(show_share(figures.get("share")))
        rows.append(row)
    return write_table(head, rows)


def write_series(results):
    cells = [cell for cell in results.cells if not results.is_in_table(cell)]
    return ["The same over sizes:\n", write_cells(results, cells)] if cells else []


def write_means(results):
    """Writes a row for each operator and type: geometric means of shares, and the rates
    in the first-level cache of our loop and of the fastest one with its results."""
    candidates, bounded = get_columns(results)
    rates = results.facts.get("rates", {})
    libraries = [name for name in LIBRARIES if name in candidates]
    loops = [name for name in LOOPS if name in candidates]
    head = ["op", "type"] + [TITLES[name] for name in candidates]
    head += ["best library"] * bool(libraries) + ["best clang loop"] * bool(loops)
    head += make_bound_titles(bounded)
    head += ["our loop GB/s", "best loop GB/s"] * bool(bounded)
    rows = []
    for row, cells in results.get_rows(MEAN_MINIMUM).items():
        means = [get_mean(results, cells, name) for name in candidates]
        means += [get_best_mean(results, cells, group) for group in (libraries, loops) if group]
        means += [get_bound_mean(results, cells, name) for name in bounded]
        rows.append([*row, *(show_share(mean) or "–" for mean in means)])
        if bounded:
            known = rates[" ".join(row)]
            rows[-1] += map(show_rate, (known.get(OUR_LOOP), get_bound_rate(known, row)))
    return write_table(head, rows)


def write_slow(results):
    """Writes a row for each large cell that is far from its bound."""
    cells = find_slow(results) if results.has_bounds() else []
    if not cells:
        return []
    head = [*Cell._fields, "bound GB/s", *make_bound_titles(OURS)]
    rows = [
        [
            *cell,
            show_rate(results.get(cell, "bound", "rate")),
            *(show_share(results.get_share_of_bound(cell, name)) for name in OURS),
        ]
        for cell in cells
    ]
    return [
        f"Cells of 64 KiB or more in which one of ours is under {LARGE_SHARE} of the bound:\n",
        write_table(head, rows),
    ]


def write_report(results):
    """Returns the whole report."""
    facts = results.facts
    versions = ", ".join(facts.get("versions", {}).values())
    parts = [
        f"{facts['machine']}, {facts['date']}, one thread"
        + (f"; {versions}" if versions else "")
        + (f"; {facts['random']}" if "random" in facts else "")
        + ".\n",
        "Bandwidth of reading the input alone, and what each reaches as a share of it"
        " (–: no kernel; wrong: its result was)"
        + ("; at the end, ours as a share of the bound" if results.has_bounds() else "")
        + ":\n",
        write_cells(results, [cell for cell in results.cells if results.is_in_table(cell)]),
        *write_series(results),
        "Geometric means over cells of 4 KiB and more (–: not all of them):\n",
        write_means(results),
        *write_slow(results),
        "".join(f"- {line}\n" for line in summarize(results)),
    ]
    notes = facts.get("notes", [])
    if notes:
        parts.append("Notes:\n")
        parts.append("".join(f"- {note.splitlines()[0]}\n" for note in notes))
    return "\n".join(parts)
