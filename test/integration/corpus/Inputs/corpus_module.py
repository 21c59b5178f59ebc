# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a file of the corpus, and writes programs that call its functions.

A line "// arguments: ..." above a function has an entry for each argument, as far as
they are needed: the shape of a tensor if its type does not contain it ("4x7"), the
kind of its elements (a name of KINDS, or "0..3" for a range of integers), or both.
"""

import re

import numpy as np

FLOATS = ("f16", "bf16", "f32", "f64")
INTEGERS = ("i1", "i4", "i8", "i16", "i32", "i64", "index")
# Multiples of 0.5, and integers for the short types, whose sums are exact;
# specials are for operations that only compare.
KINDS = {
    "sums": [number / 2 for number in range(-6, 7)],
    "short": [-2, -1, 0, 1, 2],
    "products": [1.0] * 6 + [-1.0, 2.0, 0.5, -2.0, -0.5],
    "positive": [number / 2 for number in range(1, 8)],
    "specials": [-2.5, -1.0, 0.5, 0.0, 3.0, 7.5, 9.0, 11.5, "nan", "inf", "-inf"],
    "numbers": list(range(-9, 10)),
    "bools": [0, 1, 1, 1],
}
BITS = {
    "f16": ("0x7E00", "0x7C00", "0xFC00"),
    "bf16": ("0x7FC0", "0x7F80", "0xFF80"),
    "f32": ("0x7FC00000", "0x7F800000", "0xFF800000"),
    "f64": ("0x7FF8000000000000", "0x7FF0000000000000", "0xFFF0000000000000"),
}
# Elements repeat after this many, so that constants stay short.
PERIOD = 251


def split_at_commas(text):
    """Splits a list at the commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        if char in "<({[":
            depth += 1
        elif char in ")}]" or (char == ">" and text[i - 1] != "-"):
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


class Type:
    """A type of an argument or a result: `shape` is None for a scalar."""

    def __init__(self, text):
        self.text = text
        match = re.fullmatch(r"(tensor|memref)<((?:[0-9?]+x)*)(\w+(?:<\w+>)?)((?:,.*)?)>", text)
        self.kind = match[1] if match else "scalar"
        self.element = match[3] if match else text
        self.layout = match[4] if match else ""
        self.shape = None
        if match is not None and "*" not in text:
            self.shape = [None if size == "?" else int(size) for size in match[2].split("x")[:-1]]

    def has_known_elements(self):
        element = re.sub(r"complex<(\w+)>", r"\1", self.element)
        return element in FLOATS or element in INTEGERS

    def is_of_interface(self):
        """Whether the C interface supports such a tensor or memref."""
        return (
            self.kind != "scalar"
            and not self.layout
            and re.fullmatch("f16|bf16|f32|f64|i1|[su]?i(8|16|32|64)", self.element) is not None
        )


class Function:
    """A public function, with the elements of its arguments."""

    def __init__(self, name, comment, arguments, results, text):
        self.name, self.text = name, text
        types = [entry.partition(": ")[2] for entry in arguments]
        self.arguments = [Type(re.sub(r" \{.*", "", type)) for type in types]
        self.results = [Type(re.sub(r" \{.*", "", type)) for type in results]
        match = re.search(r"^// arguments: (.*)", comment, re.MULTILINE)
        entries = match[1].split(",") if match else []
        entries += [""] * (len(self.arguments) - len(entries))
        self.shapes, self.choices = [], []
        for entry, type in zip(entries, self.arguments):
            shape, kind = type.shape, None
            for word in entry.split():
                if re.fullmatch("[0-9]+(x[0-9]+)*", word):
                    shape = [int(size) for size in word.split("x")]
                else:
                    kind = word
            self.shapes.append(shape)
            self.choices.append(self.get_choices(type.element, kind))

    @staticmethod
    def get_choices(element, kind):
        if kind is None:
            if element == "i1":
                kind = "bools"
            elif element in ("f16", "bf16"):
                kind = "short"
            elif element in INTEGERS:
                kind = "numbers"
            else:
                kind = "sums"
        if ".." in kind:
            first, last = kind.split("..")
            return list(range(int(first), int(last) + 1))
        return KINDS[kind]

    def draw(self, generator):
        """Chooses the elements: a repeating table for each argument."""
        self.tables = []
        for shape, choices in zip(self.shapes, self.choices):
            count = int(np.prod(shape or []))
            length = max(1, min(count, PERIOD))
            self.tables.append([generator.choice(choices) for _ in range(length)])

    def get_array(self, i, dtype):
        count = int(np.prod(self.shapes[i]))
        table = self.tables[i]
        values = [float(table[k % len(table)]) for k in range(count)]
        return np.array(values).astype(dtype).reshape(self.shapes[i])

    def is_on_tensors(self):
        return all(type.kind == "tensor" for type in self.arguments + self.results)

    def is_refused(self):
        """Whether no C interface could support it."""
        return any(
            type.kind == "scalar" or re.match("complex|index", type.element)
            for type in self.arguments + self.results
        )

    def is_of_interface(self):
        return all(type.is_of_interface() for type in self.arguments + self.results)


def print_element(value, element):
    if element.startswith("complex"):
        inner = re.search("<(.*)>", element)[1]
        return f"({print_element(value, inner)}, {print_element(1, inner)})"
    if element == "i1":
        return "true" if value else "false"
    if element in INTEGERS:
        return str(int(value))
    if isinstance(value, str):
        return BITS[element][["nan", "inf", "-inf"].index(value)]
    return str(float(value))


class Program:
    """Writes the function main, which calls functions and prints their results."""

    def __init__(self, generator):
        self.generator = generator
        self.lines, self.counter = [], 0

    def add(self, text):
        """Adds an operation; returns the name of its result."""
        self.counter += 1
        name = f"%m{self.counter}"
        self.lines.append(f"  {name} = {text}")
        return name

    def add_index(self, value):
        return self.add(f"arith.constant {value} : index")

    def print_text(self, text):
        self.lines.append(f'  vector.print str "{text}\\0A"')

    def add_argument(self, function, i):
        type, shape, table = function.arguments[i], function.shapes[i], function.tables[i]
        element = type.element
        if type.kind == "scalar":
            if element.startswith("complex"):
                raise ValueError("complex scalars are not passed")
            value = print_element(table[0], element)
            return self.add(f"arith.constant {value}" + f" : {element}" * (element != "i1"))
        count = int(np.prod(shape))
        sizes = [size for size, known in zip(shape, type.shape) if known is None]
        is_whole = count == len(table) and count > 0 and not sizes and type.kind == "tensor"
        if is_whole and self.generator.random() < 0.25:
            # This one is known at compile time.
            values = [print_element(value, element) for value in table]
            for extent in reversed(shape):
                values = [
                    f"[{', '.join(values[j : j + extent])}]" for j in range(0, len(values), extent)
                ]
            return self.add(f"arith.constant dense<{values[0]}> : {type.text}")
        table_type = f"tensor<{len(table)}x{element}>"
        values = ", ".join(print_element(value, element) for value in table)
        constant = self.add(f"arith.constant dense<[{values}]> : {table_type}")
        sizes = [self.add_size(size) for size in sizes]
        indices = [f"%{function.name}_{i}_{dim}" for dim in range(len(shape))]
        if type.kind == "tensor":
            # Nor are sizes known if the type does not contain them.
            name = self.add(f"tensor.generate {', '.join(sizes)} {{")
            entries = ", ".join(f"{index}: index" for index in indices)
            if indices:
                self.lines.append(f"  ^bb0({entries}):")
            value = self.add_lookup(constant, table_type, len(table), shape, indices)
            self.lines.append(f"  tensor.yield {value} : {element}")
            self.lines.append(f"  }} : {type.text}")
            return name
        identity = re.sub(",.*", ">", type.text)
        name = self.add(f"memref.alloc({', '.join(sizes)}) : {identity}")
        self.begin_loops(indices, [self.add_index(size) for size in shape])
        value = self.add_lookup(constant, table_type, len(table), shape, indices)
        self.lines.append(f"  memref.store {value}, {name}[{', '.join(indices)}] : {identity}")
        self.lines.extend(["  }"] * len(shape))
        if type.layout:
            name = self.add(f"memref.cast {name} : {identity} to {type.text}")
        return name

    def add_size(self, size):
        name = f"@size{size}"
        self.globals.add(size)
        table = self.add(f"memref.get_global {name} : memref<index>")
        return self.add(f"memref.load {table}[] : memref<index>")

    def add_lookup(self, constant, type, length, shape, indices):
        place = self.add_index(0)
        for index, size in zip(indices, shape):
            size = self.add_index(size)
            scaled = self.add(f"arith.muli {place}, {size} : index")
            place = self.add(f"arith.addi {scaled}, {index} : index")
        length = self.add_index(length)
        place = self.add(f"arith.remui {place}, {length} : index")
        return self.add(f"tensor.extract {constant}[{place}] : {type}")

    def begin_loops(self, indices, sizes):
        zero, one = self.add_index(0), self.add_index(1)
        for index, size in zip(indices, sizes):
            self.lines.append(f"  scf.for {index} = {zero} to {size} step {one} {{")

    def print_scalar(self, value, element):
        if element.startswith("complex"):
            inner = re.search("<(.*)>", element)[1]
            for part in ("re", "im"):
                self.print_scalar(self.add(f"complex.{part} {value} : {element}"), inner)
            return
        if element in ("f16", "bf16", "f32"):
            value = self.add(f"arith.extf {value} : {element} to f64")
        elif element == "index":
            value = self.add(f"arith.index_cast {value} : index to i64")
        elif element not in ("f64", "i64"):
            extension = "extui" if element == "i1" else "extsi"
            value = self.add(f"arith.{extension} {value} : {element} to i64")
        self.lines.append(f"  vector.print {value} : {'f64' if 'f' in element else 'i64'}")

    def print_value(self, value, type, name):
        if type.kind == "scalar":
            self.print_scalar(value, type.element)
            return
        zero_indices = [self.add_index(dim) for dim in range(len(type.shape))]
        sizes = [
            self.add(f"{type.kind}.dim {value}, {dim} : {type.text}") for dim in zero_indices
        ]
        for size in sizes:
            self.lines.append(f"  vector.print {size} : index")
        indices = [f"%{name}_{dim}" for dim in range(len(sizes))]
        self.begin_loops(indices, sizes)
        operation = "tensor.extract" if type.kind == "tensor" else "memref.load"
        element = self.add(f"{operation} {value}[{', '.join(indices)}] : {type.text}")
        self.print_scalar(element, type.element)
        self.lines.extend(["  }"] * len(sizes))

    def add_call(self, function):
        names = [self.add_argument(function, i) for i in range(len(function.arguments))]
        types = ", ".join(type.text for type in function.arguments)
        results = ", ".join(type.text for type in function.results)
        call = f"call @{function.name}({', '.join(names)}) : ({types}) -> ({results})"
        count = len(function.results)
        prefix = f"%{function.name}_result"
        self.lines.append(f"  {prefix}:{count} = {call}" if count else f"  {call}")
        for i, type in enumerate(function.results):
            self.print_text(f"{function.name} {i}")
            self.print_value(f"{prefix}#{i}", type, f"{function.name}_r{i}")
        for i, type in enumerate(function.arguments):
            if type.kind == "memref":
                self.print_text(f"{function.name} argument {i}")
                self.print_value(names[i], type, f"{function.name}_m{i}")

    def write(self, functions):
        self.globals = set()
        for function in functions:
            self.add_call(function)
        # Not a constant, so that a load cannot be folded.
        sizes = [
            f'memref.global "private" @size{size} : memref<index> = dense<{size}>'
            for size in sorted(self.globals)
        ]
        return "\n".join([*sizes, "func.func @main() {", *self.lines, "  return", "}", ""])


class Module:
    """A file of the corpus: its public functions, and everything else, which they share."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.text = re.sub(r"^// (RUN|CHECK).*\n", "", file.read(), flags=re.MULTILINE)
        match = re.search(r"^// passes only: .*", self.text, re.MULTILINE)
        self.has_values = not match
        match = re.search(r"^// lowered first by: (.*)", self.text, re.MULTILINE)
        self.prepare = [match[1]] if match else []
        is_unregistered = "--allow-unregistered-dialect" in self.text
        self.options = ["--allow-unregistered-dialect"] if is_unregistered else []
        self.functions, self.shared = [], ""
        # A comment and an item of the module, which ends where a line closes it.
        pattern = r"((?://.*\n)*)func\.func @(\w+)\(((?:.|\n)*?\n)}\n"
        end = 0
        for match in re.finditer(pattern, self.text):
            self.shared += self.text[end : match.start()]
            end = match.end()
            self.functions.append(self.read_function(match))
        self.shared += self.text[end:]

    @staticmethod
    def read_function(match):
        comment, name, text = match.groups()
        depth, end = 1, 0
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        arguments = split_at_commas(text[: end - 1])
        rest = re.match(r"\s*(?:->\s*(.*?))?\s*(?:attributes \{.*\}\s*)?\{\n", text[end:])
        results = rest[1] or ""
        if results.startswith("("):
            results = results[1:-1]
        return Function(name, comment, arguments, split_at_commas(results), match[0])

    def write(self, functions=None, private=(), main=""):
        """Returns the module with these functions, or all; main is added."""
        if functions is None:
            functions = self.functions
        texts = [
            function.text.replace("func.func @", "func.func private @")
            if function.name in private
            else function.text
            for function in functions
        ]
        head, tail = self.shared, ""
        if "{-#" in head:
            # Resources are at the end of a file.
            head, _, tail = head.partition("{-#")
            tail = "{-#" + tail
        return "\n".join([head, *texts, main, tail])
