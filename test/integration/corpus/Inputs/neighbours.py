# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions as other compilers write them: chains of linalg operations whose maps
have constants, sums and quotients, or several results, or read a loop's index.

Each is lowered by a pipeline of ours, with random options, and by passes of MLIR
alone; both programs must print the same. Elements are such that the order of
additions and multiplications does not affect the result.
"""

import argparse
import os
import random
import re
import subprocess
import sys

import seeds

UPSTREAM = (
    "builtin.module(func.func(linalg-generalize-named-ops),one-shot-bufferize"
    "{bufferize-function-boundaries},func.func(convert-linalg-to-loops),buffer-deallocation-pipeline,convert-bufferization-to-memref,"
    "expand-strided-metadata,lower-affine,convert-vector-to-scf,convert-scf-to-cf,"
    "convert-vector-to-llvm,convert-to-llvm,reconcile-unrealized-casts)"
)
OPTIONS = {
    "vectorize": ["true", "true", "true", "false"],
    "threads": ["1", "1", "1", "3"],
}
FACTS = {
    "vector_bits": ["128", "256", "512"],
    "mask_registers": ["true", "false"],
    "masked_arithmetic": ["true", "false"],
    "blends": ["true", "false"],
    "shuffled_vectors": ["0", "1", "4"],
    "accumulators": ["1", "2", "4", "8"],
    "pairs_i64_products": ["true", "false"],
    "loop_loads": ["0", "1", "12", "28"],
    "operations_per_load": ["1", "2"],
}
EXTENTS = [1, 2, 2, 3, 3, 4, 5, 7, 8, 16, 17, 33]
MOST_ITERATIONS = 3000
# Values for floats for which products are exact, or sums.
ELEMENTS = {
    "products": ["1.0"] * 6 + ["-1.0", "2.0", "5.0e-01", "-2.0", "-5.0e-01"],
    "sums": [f"{number}.0" for number in range(-9, 10)],
    "integers": [str(number) for number in range(-19, 20)],
}
TYPES = ["f32", "f32", "f64", "i32", "i64", "i8"]
COMBINERS = {
    "f": [
        "arith.minimumf {0}, {1}", "arith.maximumf {1}, {0}", "arith.mulf {0}, {1}",
        "arith.mulf {0}, {1} fastmath<reassoc>", "arith.addf {1}, {0}",
        "arith.minnumf {0}, {1}", "arith.minimumf {0}, {1} fastmath<nnan>",
        "arith.subf {1}, {0}",
    ],
    "i": [
        "arith.minsi {0}, {1}", "arith.maxui {1}, {0}", "arith.muli {0}, {1}",
        "arith.addi {1}, {0}", "arith.andi {0}, {1}", "arith.subi {1}, {0}",
    ],
}  # fmt: skip
ELEMENTWISE = {
    "f": ["arith.addf {0}, {1}", "arith.mulf {0}, {1}", "arith.subf {0}, {1}",
          "arith.maximumf {0}, {1}"],
    "i": ["arith.addi {0}, {1}", "arith.muli {0}, {1}", "arith.xori {0}, {1}",
          "arith.minsi {0}, {1}"],
}  # fmt: skip


def get_type(shape, element):
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


def count_elements(shape):
    count = 1
    for extent in shape:
        count *= extent
    return count


class Function:
    """One function, with the elements of its arguments."""

    def __init__(self, name, generator):
        self.name = name
        self.generator = generator
        self.element = generator.choice(TYPES)
        self.kind = self.element[0]
        self.elements = (
            "integers" if self.kind == "i" else generator.choice(["products", "sums", "sums"])
        )
        self.is_dynamic = generator.random() < 0.4
        self.arguments, self.lines, self.counter = [], [], 0
        self.values = []
        for _ in range(generator.choice([1, 1, 2, 3])):
            self.values += self.add_step()
        self.results = self.values[-generator.choice([1, 1, 2]) :]
        self.elements_of = [
            [self.choose_element() for _ in range(count_elements(shape))]
            for _, shape, _ in self.arguments
        ]

    def choose(self, choices):
        return self.generator.choice(choices)

    def choose_element(self):
        return self.choose(ELEMENTS[self.elements])

    def choose_combiner(self):
        """Returns a combiner of a reduction that is exact in any order."""
        without = "mulf" if self.elements == "sums" else "addf|subf"
        forms = COMBINERS[self.kind]
        if self.kind == "f":
            forms = [form for form in forms if not re.search(without, form)]
        return self.choose(forms)

    def add_line(self, text):
        self.lines.append("  " + text)

    def make_name(self, kind="v"):
        self.counter += 1
        return f"%{kind}{self.counter}"

    def add_argument(self, shape):
        """Returns the name and the type of a new argument, as the function uses it."""
        name = f"%arg{len(self.arguments)}"
        known = [
            "?" if self.is_dynamic and self.generator.random() < 0.6 else extent for extent in shape
        ]
        self.arguments.append((name, tuple(shape), known))
        type, static_type = get_type(known, self.element), get_type(shape, self.element)
        if type == static_type or self.generator.random() < 0.7:
            return name, type
        cast = self.make_name("cast")
        self.add_line(f"{cast} = tensor.cast {name} : {type} to {static_type}")
        return cast, static_type

    def choose_extents(self, count):
        while True:
            extents = [self.choose(EXTENTS) for _ in range(count)]
            if count_elements(extents) <= MOST_ITERATIONS:
                return extents

    def make_expression(self, loops, extents):
        """Returns an index in loops, and the extent that it needs."""
        loop = self.choose(loops)
        other = self.choose(loops)
        kind = self.generator.randrange(12)
        if kind < 5:
            return f"d{loop}", extents[loop]
        if kind < 7:
            constant = self.choose([0, 0, 0, 1, 2])
            return str(constant), constant + self.choose([1, 1, 2])
        if kind < 8:
            return f"d{loop} + d{other}", extents[loop] + extents[other] - 1
        if kind < 9:
            return f"d{loop} * 2 + d{other}", 2 * extents[loop] + extents[other] - 2
        if kind < 10:
            return f"d{loop} floordiv 2", (extents[loop] - 1) // 2 + 1
        if kind < 11:
            return f"d{loop} mod 2", min(extents[loop], 2)
        return f"d{loop} + 1", extents[loop] + 1

    def make_map(self, loops, extents):
        """Returns the results of a map, and the shape of what it reads."""
        kind = self.generator.randrange(6)
        if kind < 2:
            chosen = list(loops)
        elif kind < 4:
            chosen = [loop for loop in loops if self.generator.random() < 0.6]
        else:
            results = [
                self.make_expression(loops, extents)
                for _ in range(self.generator.randrange(len(loops) + 2))
            ]
            return [result[0] for result in results], [result[1] for result in results]
        if self.generator.random() < 0.3:
            self.generator.shuffle(chosen)
        return [f"d{loop}" for loop in chosen], [extents[loop] for loop in chosen]

    def choose_iterators(self, rank):
        """Returns the kinds of loops: usually all of one kind before the other."""
        kind = self.generator.randrange(10)
        if kind < 2:
            return ["parallel"] * rank
        if kind < 4:
            return [self.choose(["parallel", "reduction"]) for _ in range(rank)]
        kinds = ["parallel", "reduction"] if kind < 8 else ["reduction", "parallel"]
        first = self.generator.randrange(rank + 1)
        return kinds[:1] * first + kinds[1:] * (rank - first)

    def add_step(self):
        rank = self.choose([1, 2, 2, 3, 3, 4])
        loops = list(range(rank))
        operands = []
        previous = self.choose(self.values) if self.values and self.generator.random() < 0.8 else None
        if previous:
            name, shape, type = previous
            if len(shape) > rank or not shape:
                rank = max(len(shape), 1)
                loops = list(range(rank))
            extents = [*shape, *self.choose_extents(rank)][:rank]
            if count_elements(extents) > MOST_ITERATIONS:
                extents = [*shape, *[1] * rank][:rank]
            operands.append((name, type, [f"d{loop}" for loop in range(len(shape))]))
        else:
            extents = self.choose_extents(rank)
        while len(operands) < self.choose([1, 1, 2, 3]) or not operands:
            results, shape = self.make_map(loops, extents)
            operands.append((*self.add_argument(shape), results))
        iterators = self.choose_iterators(rank)
        # Each loop is a dimension of some operand.
        kept = [loop for loop in loops if iterators[loop] == "parallel"]
        covered = {result for _, _, results in operands for result in results}
        covered.update(f"d{loop}" for loop in kept)
        missing = [loop for loop in loops if f"d{loop}" not in covered]
        if missing:
            argument = self.add_argument([extents[loop] for loop in missing])
            operands.append((*argument, [f"d{loop}" for loop in missing]))
        out_map = [f"d{loop}" for loop in kept]
        out_shape = [extents[loop] for loop in kept]
        if self.generator.random() < 0.2:
            order = list(range(len(kept)))
            self.generator.shuffle(order)
            out_map, out_shape = [out_map[i] for i in order], [out_shape[i] for i in order]
        if self.generator.random() < 0.3:
            # As with keepdims.
            place = self.generator.randrange(len(out_map) + 1)
            out_map.insert(place, "0")
            out_shape.insert(place, 1)
        return self.add_generic(operands, iterators, extents, out_map, out_shape)

    def add_generic(self, operands, iterators, extents, out_map, out_shape):
        element, reduces = self.element, "reduction" in iterators
        num_outs = 2 if self.generator.random() < 0.15 else 1
        out_type = get_type(out_shape, element)
        outs = []
        for _ in range(num_outs):
            if self.generator.random() < 0.3:
                name = f"%arg{len(self.arguments)}"
                self.arguments.append((name, tuple(out_shape), list(out_shape)))
            else:
                constant, empty, name = (self.make_name(kind) for kind in ("c", "e", "f"))
                self.add_line(f"{constant} = arith.constant {self.choose_element()} : {element}")
                self.add_line(f"{empty} = tensor.empty() : {out_type}")
                self.add_line(
                    f"{name} = linalg.fill ins({constant} : {element}) outs({empty} : {out_type})"
                    f" -> {out_type}"
                )
            outs.append(name)
        dims = ", ".join(f"d{loop}" for loop in range(len(extents)))
        maps = [results for _, _, results in operands] + [out_map] * num_outs
        texts = ", ".join(f"affine_map<({dims}) -> ({', '.join(results)})>" for results in maps)
        kinds = ", ".join(f'"{iterator}"' for iterator in iterators)
        types = [type for _, type, _ in operands]
        result = self.make_name()
        count = f":{num_outs}" if num_outs > 1 else ""
        self.add_line(
            f"{result}{count} = linalg.generic {{indexing_maps = [{texts}], iterator_types = [{kinds}]}}"
            f" ins({', '.join(name for name, _, _ in operands)} : {', '.join(types)})"
            f" outs({', '.join(outs)} : {', '.join([out_type] * num_outs)}) {{"
        )
        ins = [f"%in{i}" for i in range(len(operands))]
        out_names = [f"%out{i}" for i in range(num_outs)]
        self.add_line(f"^bb0({', '.join(f'{name}: {element}' for name in [*ins, *out_names])}):")
        self.add_body(ins, out_names, reduces, len(extents))
        results = ", ".join([out_type] * num_outs)
        self.add_line(f"}} -> {f'({results})' if num_outs > 1 else results}")
        names = [result] if num_outs == 1 else [f"{result}#{i}" for i in range(num_outs)]
        return [(name, tuple(out_shape), out_type) for name in names]

    def add_body(self, ins, outs, reduces, num_loops):
        element = self.element
        value = ins[0]
        for other in ins[1:]:
            forms = ["arith.mulf {0}, {1}"] if self.elements == "products" else ELEMENTWISE[self.kind]
            value = self.add_operation(self.choose(forms), value, other)
        if self.elements != "products" and self.generator.random() < 0.15:
            index, wide, narrow = (self.make_name(kind) for kind in ("i", "w", "n"))
            self.add_line(f"{index} = linalg.index {self.generator.randrange(num_loops)} : index")
            self.add_line(f"{wide} = arith.index_cast {index} : index to i32")
            if self.kind == "f":
                self.add_line(f"{narrow} = arith.sitofp {wide} : i32 to {element}")
            elif element == "i8":
                self.add_line(f"{narrow} = arith.trunci {wide} : i32 to i8")
            elif element == "i64":
                self.add_line(f"{narrow} = arith.extsi {wide} : i32 to i64")
            else:
                narrow = wide
            value = self.add_operation(f"arith.add{self.kind} {{0}}, {{1}}", value, narrow)
        yielded = []
        for out in outs:
            if reduces or self.generator.random() < 0.2:
                yielded.append(self.add_operation(self.choose_combiner(), value, out))
            else:
                yielded.append(value)
        self.add_line(f"linalg.yield {', '.join(yielded)} : {', '.join([element] * len(outs))}")

    def add_operation(self, form, first, second):
        name = self.make_name("x")
        self.add_line(f"{name} = {form.format(first, second)} : {self.element}")
        return name

    def print(self):
        arguments = ", ".join(
            f"{name}: {get_type(known, self.element)}" for name, _, known in self.arguments
        )
        types = [type for _, _, type in self.results]
        names = ", ".join(name for name, _, _ in self.results)
        return "\n".join(
            [
                f"func.func private @{self.name}({arguments}) -> ({', '.join(types)}) {{",
                *self.lines,
                f"  return {names} : {', '.join(types)}",
                "}",
            ]
        )

    def print_call(self):
        """Returns code that calls the function in main and prints its results."""
        lines, names, prefix = [], [], f"%{self.name}_"
        for i, (_, shape, known) in enumerate(self.arguments):
            values = self.elements_of[i]
            name, type = f"{prefix}a{i}", get_type(shape, self.element)
            for extent in reversed(shape):
                values = [
                    f"[{', '.join(values[j : j + extent])}]" for j in range(0, len(values), extent)
                ]
            lines.append(f"  {name} = arith.constant dense<{values[0]}> : {type}")
            if known != list(shape):
                lines.append(
                    f"  {name}c = tensor.cast {name} : {type} to {get_type(known, self.element)}"
                )
                name += "c"
            names.append(name)
        inputs = ", ".join(get_type(known, self.element) for _, _, known in self.arguments)
        types = ", ".join(type for _, _, type in self.results)
        count = len(self.results)
        lines.append(
            f"  {prefix}r:{count} = call @{self.name}({', '.join(names)}) : ({inputs}) -> ({types})"
        )
        lines.append(f'  vector.print str "{self.name}\\0A"')
        for i, (_, shape, type) in enumerate(self.results):
            name = f"{prefix}v{i}"
            vector = f"vector<{''.join(f'{extent}x' for extent in shape)}{self.element}>"
            indices = ", ".join(["%c0"] * len(shape))
            in_bounds = ", ".join(["true"] * len(shape))
            lines.append(f"  {name}z = arith.constant {ELEMENTS[self.elements][0]} : {self.element}")
            lines.append(
                f"  {name} = vector.transfer_read {prefix}r#{i}[{indices}], {name}z"
                f" {{in_bounds = [{in_bounds}]}} : {type}, {vector}"
            )
            if self.element == "i8":
                wide = vector.replace("i8", "i32")
                lines.append(f"  {name}w = arith.extsi {name} : {vector} to {wide}")
                name, vector = name + "w", wide
            lines.append(f"  vector.print {name} : {vector}")
        return "\n".join(lines)


def make_module(functions):
    calls = "\n".join(function.print_call() for function in functions)
    return "\n\n".join(
        [
            *(function.print() for function in functions),
            f"func.func @main() {{\n  %c0 = arith.constant 0 : index\n{calls}\n  return\n}}\n",
        ]
    )


def run(command, source=None):
    """Returns the output of a command, or None and its errors."""
    try:
        result = subprocess.run(command, input=source, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return None, "more than 300 s"
    if result.returncode != 0:
        return None, "\n".join(result.stderr.splitlines()[:8])
    return result.stdout, ""


def execute(lowered, libraries):
    return run(
        ["mlir-runner", "-e", "main", "-entry-point-result=void", f"--shared-libs={libraries}"], lowered
    )


def get_options(generator):
    chosen, facts = (
        [
            f"{name}={generator.choice(values)}"
            for name, values in choices.items()
            if generator.random() < 0.4
        ]
        for choices in (OPTIONS, FACTS)
    )
    if facts:
        chosen.append(f"vector-target={{{','.join(facts)}}}")
    return f"--reduce-to-llvm-pipeline={' '.join(chosen)}"


def check(module, options, arguments):
    """Returns how the two results differ, or None."""
    lowered, error = run(["mlir-opt", f"--pass-pipeline={UPSTREAM}"], module)
    if lowered is None:
        return f"MLIR alone: {error}"
    expected, error = execute(lowered, arguments.libraries)
    if expected is None:
        return f"MLIR alone, run: {error}"
    lowered, error = run(["reduce-opt", *options], module)
    if lowered is None:
        return f"{options}: {error}"
    actual, error = execute(lowered, arguments.libraries)
    if actual is None:
        return f"{options}, run: {error}"
    return None if actual == expected else f"{options}: other values"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modules", type=int, default=4)
    parser.add_argument("--functions", type=int, default=8, help="in each module")
    parser.add_argument("--libraries", required=True, help="of MLIR's runner")
    parser.add_argument("--directory", required=True, help="where modules stay that fail")
    arguments = seeds.parse_arguments(parser)
    failures = 0
    for number in range(arguments.modules):
        generator = random.Random(f"{arguments.seed} {number}")
        functions = [Function(f"f{i}", generator) for i in range(arguments.functions)]
        options = [get_options(generator)]
        if generator.random() < 0.3:
            # Otherwise a minimum may be either zero.
            options.insert(0, "--raise-linalg-to-reduce=keep-zero-order")
        why = check(make_module(functions), options, arguments)
        if not why:
            continue
        failures += 1
        # Only the failing function, or all.
        failing = functions
        for function in functions:
            alone = check(make_module([function]), options, arguments)
            if alone:
                failing, why = [function], alone
                break
        path = os.path.join(arguments.directory, f"neighbours-{number}.mlir")
        with open(path, "w") as file:
            file.write(make_module(failing))
        print(f"{path}: {why}")
    print(f"{arguments.modules * arguments.functions} functions, {failures} failures")
    return 1 if failures or not arguments.modules * arguments.functions else 0


if __name__ == "__main__":
    sys.exit(main())
