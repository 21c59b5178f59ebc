# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All possible mutants, their names, and the selection of some of them."""

import collections
import dataclasses
import hashlib
import os

from .operators import get_operators
from .sources import get_code, list_files


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A mutant: `replacement` in place of text[begin:end] of `file`."""

    id: str
    file: str
    operator: str
    line: int
    begin: int
    end: int
    before: str
    replacement: str

    def apply(self, text):
        """Returns `text`, the file's text, with the mutation."""
        return text[: self.begin] + self.replacement + text[self.end :]

    def __str__(self):
        before, after = (" ".join(t.split()) for t in (self.before, self.replacement))
        return f"{self.id} line {self.line}: '{before}' -> '{after}'"


def get_digest(*words):
    return hashlib.sha256("\0".join(map(str, words)).encode()).hexdigest()


def find_in_file(root, path):
    """Returns the candidates of one file.

    A name contains the file, the operator, and a digest of the changed lines and of
    the number of earlier mutants with the same change. It does not change when other
    lines do.
    """
    with open(os.path.join(root, path)) as file:
        text = file.read()
    code = get_code(path, text)
    found, seen = [], collections.Counter()
    for operator, functions in get_operators(path).items():
        places = {place for function in functions for place in function(code, text)}
        for begin, end, replacement in sorted(places):
            if text[begin:end] == replacement:
                continue
            line_begin = text.rfind("\n", 0, begin) + 1
            line_end = text.find("\n", end)
            lines = text[line_begin:begin].lstrip(), text[begin:end], text[end:line_end].rstrip()
            key = path, operator, " ".join("".join(lines).split()), replacement.strip()
            seen[key] += 1
            digest = get_digest(*key[1:], seen[key])[:8]
            line = text.count("\n", 0, begin) + 1
            found.append(
                Candidate(
                    f"{path}:{operator}:{digest}", path, operator, line,
                    begin, end, text[begin:end], replacement,
                )  # fmt: skip
            )
    return found


def find_all(root):
    """Returns the candidates of all files in the order of files and operators."""
    return [candidate for path in list_files(root) for candidate in find_in_file(root, path)]


def choose(candidates, number, seed):
    """Returns `number` of the candidates, or all if there are fewer, spread evenly
    over operators and, for each, over files. A candidate's rank depends only on the
    seed and its own name, so that an edit elsewhere rarely changes the selection."""
    by_operator = collections.defaultdict(list)
    for candidate in sorted(candidates, key=lambda c: get_digest(seed, c.id)):
        by_operator[candidate.operator].append(candidate)
    chosen, per_file = [], collections.Counter()
    while by_operator and len(chosen) < number:
        for operator in sorted(by_operator, key=lambda name: get_digest(seed, name)):
            rest = by_operator[operator]
            best = min(rest, key=lambda c: per_file[c.file])
            rest.remove(best)
            if not rest:
                del by_operator[operator]
            per_file[best.file] += 1
            chosen.append(best)
            if len(chosen) == number:
                break
    return chosen
