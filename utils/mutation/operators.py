# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operators that make mutants: each finds places in code that it can change.

An operator is a function that takes the code (sources.get_code) and the original
text, and yields (begin, end, replacement).
"""

import re

from .sources import find_end


def get_any_of(texts):
    """Returns a regular expression for any of `texts`, the longest first."""
    return "|".join(sorted(map(re.escape, texts), key=len, reverse=True))


def replace_words(words):
    """Returns an operator that replaces each whole word in `words` by each of its
    values."""
    pattern = re.compile(rf"(?<![\w.])(?:{get_any_of(words)})(?!\w)")

    def find(code, text):
        for match in pattern.finditer(code):
            yield *match.span(), words[match[0]]

    return find


def replace_spaced(signs):
    """Returns an operator that replaces binary operators surrounded by spaces."""
    pattern = re.compile(rf"(?<= )(?:{get_any_of(signs)})(?=[ \n])")

    def find(code, text):
        for match in pattern.finditer(code):
            # Strings are concatenated for messages; no other operator applies
            # to them.
            is_string = '"' in (text[match.start() - 2], text[match.end() + 1])
            if match[0] != "+" or not is_string:
                yield *match.span(), signs[match[0]]

    return find


def get_swaps(*pairs):
    """Returns a dictionary that maps each element of a pair to the other."""
    return {a: b for pair in pairs for a, b in (pair, pair[::-1])}


def find_offsets(code, text):
    """Adds one to numbers, except in template arguments and types."""
    for match in re.finditer(r"(?<![\w.<'])(\d+)(?![\w.'])(?!\s*>)", code):
        # A change to the bits of a type does not build, or has no effect.
        line = code[code.rfind("\n", 0, match.start()) + 1 : match.start()]
        if re.search(r"SmallVector<[^>]*$|Int\w*Type\($|\b[su]?int\d*_t\b$", line):
            continue
        yield *match.span(), str(int(match[1]) + 1)


def find_added_ones(code, text):
    """Removes the 1 from sums with and differences of 1."""
    for match in re.finditer(r" [+-] 1(?!\w|\.)", code):
        yield *match.span(), ""


def find_conditions(code):
    """Yields the begin and end of each condition in `if (...)` that can be negated,
    and the place after the parenthesis."""
    for match in re.finditer(r"\b(?:if|while) \(", code):
        end = find_end(code, match.end() - 1)
        if end is None:
            continue
        begin = match.end()
        # The condition follows a declaration and its semicolon, if there is
        # one.
        begin = max(begin, code.rfind(";", begin, end) + 1)
        condition = code[begin : end - 1]
        if re.search(r"(?<![=!<>])=(?!=)", condition):
            continue
        yield begin, end - 1, end


def find_negations(code, text):
    for begin, end, _ in find_conditions(code):
        yield begin, end, f"!({text[begin:end]})"


FAILURE = re.compile(r"\s*(?:\{\s*)?return\b[^;{}]*")
REFUSALS = re.compile(
    r"\b(?:failure\(\)|emit\w*Error\w*\(|notifyMatchFailure\(|make\w*Error\w*\("
    r"|createStringError\(|(?:nullopt|nullptr|false)\b)"
)


def find_checks(code, text):
    """Makes the conditions of returns that report a failure never true."""
    for begin, end, behind in find_conditions(code):
        refusal = FAILURE.match(code, behind)
        if refusal and REFUSALS.search(refusal[0]):
            yield begin, end, f"false && ({text[begin:end]})"


def find_statements(code, text):
    """Removes calls whose result is not used."""
    for match in re.finditer(r"(?<=[;{}:)]\n)[ ]+((?:[\w:]+(?:\.|->|\(\)))*[\w:]+\()", code):
        first = match[1].split("(")[0]
        if first in ("if", "for", "while", "switch", "return", "else", "do"):
            continue
        end = find_end(code, match.end() - 1)
        if end is not None and code[end : end + 1] == ";":
            # An empty statement can be the body of a loop or an if.
            yield match.start(1), end, "(void)0"


MLIR_TARGET = r"\^\w+(?:\([^()]*\))?"


def find_mlir_branches(code, text):
    """Exchanges the two targets of a branch."""
    for match in re.finditer(rf"cf\.cond_br %\w+, ({MLIR_TARGET}), ({MLIR_TARGET})", code):
        yield match.start(1), match.end(2), f"{match[2]}, {match[1]}"


def find_mlir_checks(code, text):
    """Never takes branches to a status."""
    for match in re.finditer(rf"cf\.cond_br %\w+, ({MLIR_TARGET}), ({MLIR_TARGET})", code):
        onward = [t for t in (match[1], match[2]) if not t.startswith("^return(")]
        if len(onward) == 1:
            yield *match.span(), f"cf.br {onward[0]}"


def find_mlir_selects(code, text):
    for match in re.finditer(r"(arith\.select %\w+, )(%\w+), (%\w+)", code):
        yield match.start(2), match.end(3), f"{match[3]}, {match[2]}"


def find_mlir_numbers(code, text):
    for match in re.finditer(r"(?<=arith\.constant )-?\d+(?= :)", code):
        yield *match.span(), str(int(match[0]) + 1)


def find_mlir_statements(code, text):
    """Removes stores, and calls whose result is not used."""
    for match in re.finditer(r"(?<=\n)[ ]+(?:llvm\.store|func\.call|llvm\.call) [^\n]*", code):
        yield *match.span(), ""


PREDICATES = get_swaps(
    ("slt", "sle"), ("sgt", "sge"), ("ult", "ule"), ("ugt", "uge"), ("eq", "ne"),
    ("OLT", "OLE"), ("OGT", "OGE"), ("ULT", "ULE"), ("UGT", "UGE"), ("OEQ", "UNE"),
    ("ONE", "UEQ"), ("ORD", "UNO"),
)  # fmt: skip


def find_predicates(code, text):
    """Replaces predicates of arith.cmpi and arith.cmpf, in C++."""
    for match in re.finditer(r"(?<=Predicate::)\w+\b", code):
        if match[0] in PREDICATES:
            yield *match.span(), PREDICATES[match[0]]


def find_mlir_predicates(code, text):
    for match in re.finditer(r'(?:arith\.cmp[if] |llvm\.icmp ")([a-z]+)', code):
        if match[1] in PREDICATES:
            yield *match.span(1), PREDICATES[match[1]]


COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
IDENTITIES = get_swaps(
    ("getZero", "getAllOnes"),
    ("getSignedMaxValue", "getSignedMinValue"),
    ("getMaxValue", "getMinValue"),
    ("APFloat::getInf", "APFloat::getLargest"),
    ("getZeroAttr", "getOneAttr"),
)
FLAGS = {
    "true": "false",
    "false": "true",
    "arith::FastMathFlags::nsz": "arith::FastMathFlags::none",
    "arith::FastMathFlags::nnan": "arith::FastMathFlags::none",
    "arith::FastMathFlags::reassoc": "arith::FastMathFlags::none",
    "arith::FastMathFlags::contract": "arith::FastMathFlags::none",
    "arith::FastMathFlags::none": "arith::FastMathFlags::fast",
}
MASKS = get_swaps(
    ("arith::AndIOp", "arith::OrIOp"),
    ("CombiningKind::AND", "CombiningKind::OR"),
    ("LLVM::AndOp", "LLVM::OrOp"),
)
ARITHMETIC = get_swaps(
    ("arith::AddIOp", "arith::SubIOp"),
    ("arith::MinSIOp", "arith::MaxSIOp"),
    ("arith::MinUIOp", "arith::MaxUIOp"),
    ("arith::DivSIOp", "arith::CeilDivSIOp"),
    ("std::min", "std::max"),
    ("divideCeil", "divideFloorSigned"),
)
MLIR_ARITHMETIC = get_swaps(
    ("arith.addi", "arith.subi"),
    ("arith.minsi", "arith.maxsi"),
    ("arith.minui", "arith.maxui"),
)

# By name, in C++ and in MLIR.
CPP_OPERATORS = {
    "comparison": [replace_spaced(COMPARISONS)],
    "off-by-one": [find_offsets, find_added_ones],
    "negate-condition": [find_negations],
    "drop-check": [find_checks],
    "drop-statement": [find_statements],
    "logical": [replace_spaced(get_swaps(("&&", "||")))],
    "flag": [replace_words(FLAGS)],
    "predicate": [find_predicates],
    "mask": [replace_words(MASKS), replace_spaced(get_swaps(("&", "|")))],
    "identity": [replace_words(IDENTITIES)],
    "arithmetic": [
        replace_words(ARITHMETIC),
        replace_spaced(get_swaps(("+", "-"), ("*", "/"), ("+=", "-="), ("*=", "/="))),
    ],
}
MLIR_OPERATORS = {
    "off-by-one": [find_mlir_numbers],
    "negate-condition": [find_mlir_branches, find_mlir_selects],
    "drop-check": [find_mlir_checks],
    "drop-statement": [find_mlir_statements],
    "flag": [replace_words({"true": "false", "false": "true"})],
    "predicate": [find_mlir_predicates],
    "mask": [replace_words(get_swaps(("arith.andi", "arith.ori")))],
    "arithmetic": [replace_words(MLIR_ARITHMETIC)],
}
NAMES = sorted(CPP_OPERATORS)


def get_operators(path):
    """Returns the operators for a file, by name."""
    return MLIR_OPERATORS if path.endswith(".mlir") else CPP_OPERATORS
