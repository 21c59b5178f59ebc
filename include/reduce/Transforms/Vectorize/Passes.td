//===- Passes.td - Vectorization ---------------------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_VECTORIZE_PASSES_TD
#define REDUCE_TRANSFORMS_VECTORIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def VectorizeReductionsPass : Pass<"reduce-vectorize"> {
  let summary = "Turn reductions into loops over vectors";
  let description = [{
    Turns each `linalg.generic` reduction on tensors into `scf.for` loops over
    operations of the vector dialect, by the first strategy that fits:

    - `short-rows`: the innermost dimension is reduced, the one before it kept, and it has 1 to
      16 elements, a power of two or a small odd multiple of one. As many rows as a
      machine vector has lanes are read at once, and shuffled so that the elements of one row are
      combined lane by lane. If `permuted_bits` allows it, also: there are three
      dimensions, the second of them is reduced and has 2 to 10 rows (bytes: 7), and all rows
      of an outer index, with at least two columns, do not fill a vector; the numbers of rows
      and columns are known. Vectors of several outer indices are shuffled so that the first
      rows of all of them are in one vector, the second rows in another, and so on. If rows
      are more than three, or elements are narrower than 32 bits, the two halves of the rows
      are combined before that.
    - `overlapped-rows`: the innermost dimension is reduced, the one before it kept,
      and one or two rows fit into a machine vector. A row is read as two pieces, which
      may overlap: its first elements and its last ones. Pieces of two rows share a vector.
    - `padded-rows`: the innermost dimension is reduced, the one before it kept, and it fits into
      a machine vector. Rows are padded to a power of two and transposed by a shuffle
      for each vector, and the vectors merged. If the machine `blends` vectors of 256 bits, the
      halves of a vector are read and transposed apart. If `permuted_bits` allows it, rows that are
      little longer than a power of two are halved first: a vector is combined with the one
      that starts half a row later, and then has room for twice as many rows. If no
      instruction permutes the elements (`mask_registers`, but `permuted_bits` is 0 or greater
      than their width), minima of rows of at most 256 bits use vectors of 256 bits. If
      `permuted_bits` allows it, products of bf16 are padded before they are extended, and rows may
      have twice as many elements as a vector of f32, but not 6, 12 or a power of two: one shuffle
      then pads a vector of bf16, and its extended halves are combined.
    - `row-groups`: the innermost dimension is reduced, the one before it is kept, and
      rows are not long: how long that is depends on the cache that the input is in, and
      on the operations of the combiner. Several rows accumulate side by side, and their
      lanes are combined together. If vectors are shorter than cache lines, and combinations of a
      row wait several cycles for each other, up to 7 rows that do not fill groups are long from a
      strip on, or from two if extents are not known. Rows that are known to have at most eight
      vectors are read one after the other (four in minima of f16 and bf16 if vectors have 128
      bits and there is no `masked_arithmetic`). If vectors are cache lines and an input that is
      known to be larger than the first cache takes one operation for each vector, or one and a
      test for NaN, these are read as whole vectors: where two rows share one, each combines its
      lanes. If `operations_per_load` is 2 or more, so are those of an input in the first cache
      that take one operation. Such groups start at a cache line, unless the order of elements
      affects the result. If vectors are cache lines, code for inputs beyond the first cache has
      as many rows in a group as `loop_loads` allows, and longer rows of the second cache, of up
      to four vectors less than that, are read one after another: a loop over the rows of a group
      keeps their accumulators on the stack. The last group overlaps the one before, unless rows
      are so long that smaller groups, of what is left over, take less time. If vectors are cache
      lines and the input is in the first two caches, strips of rows of some length start at a
      cache line, as in `inner`. Where the length of rows is not known, the generated code chooses
      at run time: `inner` for long rows, and for rows so short that `-reduce-specialize-extents`
      has versions for them; for others, overlapping pieces of a vector, of half a vector and so
      on; and, if rows may be shorter than these, `row-groups`. If vectors are shorter than cache
      lines, rows of two, three and four vectors have code without a loop, unless there is less
      than a block of them. If `permuted_bits` allows it and more than two rows would share a
      vector, or they can be halved or padded before they are extended, they are padded as in
      `padded-rows`, by a permutation that is computed at the start.
    - `outer-streams`: there are three dimensions, and the second one is reduced. The machine
      reads memory faster in several places (`streams` in `reduce.vector_target`; half as
      many are used here), and the input is larger than the last cache. There are at least
      as many outer indices as places, and at least two rows. A row has from 32 to 6,144
      bytes, and from 128 bytes on if its length is not known; if vectors are cache lines, from
      128 to 3,072 bytes. The rows of an outer index have
      at most 96 KiB. The outer indices are in consecutive parts, one for each place. Rows
      are read in the order of memory: 256 bytes of an index of one part, then 256 bytes of
      an index of the next part.
      The accumulators of one index of each part are on the stack, and take at most 48 KiB
      together. Where extents are not known, the generated code chooses between this and
      what follows.
    - `narrow-rows`: the innermost dimension is kept and a power of two, the one
      before it reduced, and the accumulators have room for several rows, which are
      read as one vector. Where the length is not known, the generated code chooses
      between this and what follows: this is for lengths from two elements to half a
      vector, all rows together fill a vector, there are at least eight for each byte of
      an element, and no other dimension is reduced. Machines with `permuted_bits` have `narrow-groups` instead.
    - `narrow-groups`: there are three dimensions, the second of them is reduced, and the
      innermost is kept and at most half of a vector. All rows of an outer index fill from
      one to 512 vectors; fewer if vectors are cache lines and `packed-rows` may read whole
      ones: 128, or four for each lane. A vector has several rows, a power of two. Four
      vectors, of one outer index each, accumulate side by side and are merged in pairs: a
      permutation brings the first halves of rows together, another one the second halves.
      Where extents are not known, the positions for the permutations are computed at the
      start, and the generated code chooses at run time. Then, all rows may be fewer than a
      vector has room for, which has those of several outer indices. It needs
      `permuted_bits`.
    - `column-groups`: there are three dimensions, the second of them is reduced and has
      at most 64 rows, or more whose elements are too few for `packed-rows`, and the
      innermost is kept and does not fill a vector. Rows are read as one vector each, with elements after them, and as many outer indices accumulate
      side by side as there are accumulators. Rows of whole pieces of 128 bits are read as
      these instead (`outer`). If extents are known, so are rows of inputs that do not fit
      into the first two caches, unless the machine gains from prefetches, groups have at
      most 8 KiB, and rows fill two fifths of a vector. Where the length is not known, the
      generated code chooses at run time: rows may also take several vectors, which then
      overlap. If the machine gains from prefetches, it chooses `outer` for groups of more
      than 8 KiB of such inputs.
    - `folded-rows`: the innermost dimension is kept and at most half of a vector, the one
      before it is reduced, and its rows fill from one to 256 vectors, or fewer, as in
      `narrow-groups`. A vector has as many whole rows as fit. In the end, the rows of one
      vector are combined by permutations, the first half with the second one, until one is
      left. It needs `permuted_bits`. Where extents are not known, the generated code
      chooses between this and what follows.
    - `packed-rows`: as `narrow-rows`, for any other length, if rows are many. Lanes that
      belong to the next row are discarded at the end. If vectors are cache lines, there are
      no such lanes where possible: a group has as many rows as fill whole vectors, and the
      first one starts with the first row at a cache line, unless the order of elements
      affects the result. If the first cache holds the input, or the second one where
      loads that touch two lines are slow (`slow_split_loads`), a group may have more
      vectors than accumulate: strips of these are read one after the other, and the
      accumulators are kept on the stack, in at most half of the first cache, or in all of
      it if extents are known and groups start at lines. Where one test for NaN serves two
      vectors, two groups are combined at once; not if groups start at lines and the second
      cache holds the input, or if no cache does. If vectors are cache lines, rows of more
      than one vector that fill at most half of the accumulators must be five times as many
      as there are accumulators. Longer rows are packed, too, if
      they use most lanes of the accumulators of `outer`, and one vector replaces several
      pieces. Elements that are extended, of products of f16 and bf16, are packed only in
      rows of less than one and a half vectors. Where the length is not known, the generated
      code chooses between this and `outer` at run time. It then packs all rows that fit into
      the accumulators, if no cache has the input; or if it is in any cache except the first,
      unless elements of 64 bits take several instructions.
    - `inner`: the innermost dimension is reduced (and perhaps all others). One
      vector of several machine vectors accumulates a row; at the end of the
      row its lanes are combined.
    - `outer`: the innermost dimension is kept. Strips of columns accumulate in
      vectors while the loops walk the rows. Strips of a few rows that are known to be
      long (4 KiB, or 1.5 KiB if vectors are cache lines) are narrow, and each row has
      instructions of its own: a processor sees a stream for each row, and reads it in advance.
      Up to eight rows (four if the machine has `mask_registers`) of an input that is known to
      fit into the first cache also have instructions of their own, unless pairs of rows are combined at once. Two rows of
      products of f16 always have, on a machine that `compares_f16`: LLVM then multiplies
      f16. Accumulators that would start neutral start with the first row, unless pairs of
      rows are combined at once.
    - `outer-blocks`, tried before that: the same where rows are many and long, and the
      input is larger than the first cache, one block of rows after another. The
      accumulators of a tile of columns are stored on the stack in the meantime: as many as
      the first cache has room for, or twice as many if extents are known; or half as many more
      if they are all that are known to be. Unless outer dimensions are reduced, too, the last
      rows, at most as many as a block has, are combined when the results are stored. The first
      one of up to four blocks that are known is combined with the initial values. If the
      combiner may be reassociated, the rows of a block are spread evenly over all rows,
      each a stream; otherwise, they are successive ones. Where it is not known whether
      rows are many and long, the generated code chooses between this and `outer` at
      run time.

    All but `outer-streams`, `column-groups` and the last two need a combiner that may be
    reassociated.

    `overlapped-rows`, `padded-rows` and `row-groups` merge the vectors of rows in pairs:
    two become one by two shuffles and a combination. If the machine `blends`, one of the
    shuffles of a minimum leaves elements in their lanes, and so for products if vectors have
    256 bits, or if `permuted_bits` is not 0 and at most the width of elements. Rows that share
    such a vector are those whose results are in order then, except more than 8 rows of unknown
    length. If minima of floats drop NaN (`drops_nan`), four and more vectors are tested for NaN before they are merged. Without
    one, only numbers are combined.

    The module attribute `reduce.tuned_choices` may name another strategy for a reduction
    (`-reduce-attach-tuned-choices`). The limits on extents above that are for speed do not
    apply to it. If it does not fit even so, the first that fits is taken.

    The tail of a row is read as a vector that ends with the row and overlaps the
    previous one. If the combiner is not idempotent, repeated elements are
    neutralized. If the extent is not known and the machine has mask registers, the
    tail of a long row is read under a mask, with neutral elements in the other lanes.
    If the machine has neither those nor `masked_arithmetic`, it cannot load some lanes of
    a vector: fewer columns than a vector has lanes are then read in strips of powers of
    two, and the rows left over by `packed-rows` are combined element by element.

    If vectors are as long as cache lines and the machine has mask registers, strips of
    long rows start at a cache line (`inner`, `row-groups`), unless the order of elements
    affects the result. It affects products of floats, and minima and maxima of floats if
    several zeros or NaN may be the result: those of f32 and f64 are the same in any order
    with `orders_zeros`. Where the length is not known, that is decided at run time. If the machine
    also gains from prefetches (`prefetches` in `reduce.vector_target`), there are some if
    the input is known not to fit into the first two caches, and for `inner` and
    `packed-rows` also if that is not known: unless the combiner is one operation for each
    vector and these are cache lines. A block of rows that are read in the order of memory
    prefetches a later one before it is read, if it is not large: in the strategies for
    reduced rows, if the input is larger than the last cache (`last_cache_bytes`); in
    `column-groups`; and in `outer` if extents are not known. If it is known only at run time
    whether that gains, a loop over the lines of the block has no iteration otherwise.

    If the machine reads memory faster in several places than in one (`streams` in
    `reduce.vector_target`) and the input is larger than `streamed_bytes`, as many
    consecutive parts of a loop take turns, about 512 bytes each (1 KiB if vectors are cache
    lines): of a row of at least 96 KiB, of rows, of blocks of rows, or of outer indices
    (`outer-streams` has turns of its own). If an iteration reads more than 512 bytes, half as
    many parts take turns. Turns of a row, of rows and of blocks of rows that are reduced
    together change the order in which elements are combined, so the combiner must allow that.
    Turns of outer indices do not. Whether extents are large enough is decided at run time if
    they are not known. If vectors are cache lines, `outer` has the outer indices of known
    extents whose rows have at least 20 bytes, instead of `narrow-rows`, `folded-rows` and
    `narrow-groups`, and small ones, of up to 256 bytes, are still reduced several at once.

    On such a machine, `row-groups` spreads rows of such an input. There are two dimensions, and
    results may be stored twice: they start with a constant and do not depend on what they
    replace. The rows are in as many consecutive parts as `streams` says (fewer if a state has
    several values). The first rows of all parts are reduced side by side, then the second ones,
    and so on. Where the last part has fewer rows, the last row is repeated. A part has at least 8
    rows. A row has at least 64 bytes, or 128 if its length is not known, and less than 512 KiB;
    if vectors are cache lines, from 128 to 511 bytes, or from 4 KiB to less than 512 KiB. If the
    last cache has the input, a row has at least 160 bytes, or 384 if its length is not known, and
    512 if it is combined in 16 bits. Where extents are not known, that is decided at run time.

    Some machines must read each place by instructions of its own (`unrolled_streams`). There,
    `inner` reads a part of each strip of a row of at least 16 KiB in each place, or of at least
    256 KiB if a vector takes several operations or strips do not start at cache lines; and
    `row-groups` spreads up to four rows, from 256 bytes to less than 256 KiB, or from a strip
    on if elements have 64 bits and the length is not known; of unknown extents, only in a
    function of their own (`-reduce-specialize-spread-rows`). Shorter rows of known number and
    length are read in
    blocks (`short-rows`, `padded-rows`, and `row-groups` without strips): an iteration has one
    block in each place, or in half as many places if a block has more than 1 KiB. If all rows
    of an outer index have at least 512 KiB, `packed-rows` reads a group of them in each place,
    also in place of `narrow-rows`. Rows of more than 192 bytes are left to `outer-blocks` then,
    however few columns they have. All of this is for inputs that are larger than the last
    cache. There, rows of more than a line are not packed either if all rows of an outer index
    have at most 32 KiB; and in the second cache, rows of more than 192 bytes are not, unless
    there are several outer indices and vectors do not share a test for NaN.
    If loads that touch two lines are slow there (`slow_far_split_loads`), loads of half a line
    are used: by `inner` unless strips start at lines, for the rows that `row-groups` spreads,
    for blocks and groups of rows that are read in several places, by `outer-blocks` if rows are
    not whole lines and the combiner may be reassociated, and by `narrow-groups`, whose loads
    have masks, if extents are known.

    An elementwise `linalg.generic` may be computed on the accumulators before they are
    stored. It must be in the same block and the only user of the results, and the
    reduction must start with a constant (`-reduce-fuse-elementwise` says which
    operations qualify). Its other operands are read there, in vectors of the same
    width, and the results of the reduction need no memory. Other elementwise users
    keep loops of their own, and a missed remark says why.

    A reduction that no strategy fits is left for `-convert-linalg-to-loops`. So are
    all in a function whose `reduce.layout` is `strided`. If it is `inner_contiguous`,
    rows are at any distance from each other, and `overlapped-rows`, `row-groups`,
    `inner`, `outer-blocks` and `outer` are tried.

    A remark says which strategy was chosen, why, and how many elements of the
    innermost dimensions a step takes; or why each one did not fit
    (`--remark-format=emitRemark --remarks-filter='reduce.*'`).

    Example:

    ```mlir
    func.func @rows(%data: tensor<8x1024xi32>, %init: tensor<8xi32>) -> tensor<8xi32> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<8x1024xi32>) outs(%init : tensor<8xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %1 = arith.minsi %accumulator, %element : i32
        linalg.yield %1 : i32
      } -> tensor<8xi32>
      return %0 : tensor<8xi32>
    }
    ```

    The module's `reduce.vector_target` says what the machine has. With
    `vector_bits = 512` and `accumulators = 8` the loop over a row reads
    `vector<128xi32>`.
  }];
  let options = [
    ListOption<"strategyNames", "strategies", "std::string",
               "Strategies to try, always in the order of the list above; all if none "
               "is named">
  ];
  let statistics = [
    Statistic<"numVectorized", "num-vectorized",
              "Number of reductions vectorized">,
    Statistic<"numLeft", "num-left",
              "Number of reductions left for scalar loops">,
    Statistic<"numTuned", "num-tuned",
              "Number of reductions vectorized as reduce.tuned_choices says">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::reduce::ReduceDialect"];
}

def AttachVectorTargetPass
    : Pass<"reduce-attach-vector-target", "::mlir::ModuleOp"> {
  let summary = "Attach facts about the machine's vector instructions";
  let description = [{
    Sets the module attribute `reduce.vector_target`. `-reduce-vectorize` and the
    passes that expand operations read it. The attribute that the module has is
    replaced: facts that are not given get their defaults. The pipelines run this
    pass if their options determine the target.

    Example, with `facts={vector_bits=512,mask_registers=true}`:

    ```mlir
    module {
    }
    ```

    becomes

    ```mlir
    module attributes {reduce.vector_target = #reduce.vector_target<
        vector_bits = 512, mask_registers = true>} {
    }
    ```
  }];
  let options = [
    Option<"facts", "facts", "std::string", /*default=*/"",
           "Parameters of #reduce.vector_target that differ from the defaults, "
           "as name=value,name=value">
  ];
  let statistics = [
    Statistic<"numAttached", "num-attached", "Number of modules that the attribute was set on">
  ];
  let dependentDialects = ["::mlir::reduce::ReduceDialect"];
}

def AttachTunedChoicesPass
    : Pass<"reduce-attach-tuned-choices", "::mlir::ModuleOp"> {
  let summary = "Attach the choices of a tuning file";
  let description = [{
    Sets the module attribute `reduce.tuned_choices` to the choices of a tuning file for
    a target. `-reduce-vectorize` reads it. The attribute that the module has is
    replaced. The pipelines run this pass if their options name a tuning file.

    `reduce-compile --tune` writes such files (docs/Tuning.md). The first line is
    `reduce-tuning 1`. Each other line has the target, the reduction, its strategy and,
    perhaps, `accumulators=N` or `vector_bits=N`; `#` starts a comment.

    Example, with `target=x86_64-znver5-0` and this file:

    ```
    reduce-tuning 1
    x86_64-znver5-0 reduce.min(f32):1000x[24]:67d0b2ec0e5b1dc4 inner accumulators=4
    ```

    ```mlir
    module {
    }
    ```

    becomes

    ```mlir
    module attributes {reduce.tuned_choices = {
        "reduce.min(f32):1000x[24]:67d0b2ec0e5b1dc4" =
            #reduce.tuned_choice<inner, accumulators = 4>}} {
    }
    ```
  }];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"", "The path of the tuning file; if empty, there are no choices">,
    Option<"target", "target", "std::string", /*default=*/"",
           "The target whose choices are attached, as in the file">
  ];
  let statistics = [
    Statistic<"numChoices", "num-choices", "Number of choices attached">
  ];
  let dependentDialects = ["::mlir::reduce::ReduceDialect"];
}

def StripAnnotationsPass : Pass<"reduce-strip-annotations", "::mlir::ModuleOp"> {
  let summary = "Remove the attributes that only other passes read";
  let description = [{
    Removes `reduce.vector_target` and `reduce.tuned_choices` from modules,
    `reduce.combiner` from the bodies of `linalg.generic` and `reduce.bf16_nan` from all
    operations, so that tools without the reduce dialect can read the module.
    `reduce.grid` and `reduce.sharding` are removed once functions take no tensors. A
    `reduce.call_kernel` becomes a `func.call`.
    Each pipeline runs it after the last pass that reads them.

    Example:

    ```mlir
    module attributes {reduce.vector_target = #reduce.vector_target<vector_bits = 512>} {
    }
    ```

    becomes

    ```mlir
    module {
    }
    ```
  }];
  let statistics = [
    Statistic<"numStripped", "num-stripped", "Number of attributes and calls of kernels removed">
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def ReduceOuterFirstPass : Pass<"reduce-outer-first"> {
  let summary = "Reduce outer dimensions of short rows first, into memory";
  let description = [{
    Divides a reduction of several dimensions into two stages if its innermost dimensions
    make short rows. The first stage reduces the outer dimensions: it reads all rows between
    them in order, as one run of memory, and keeps the partial results on the stack. The
    second stage reduces these. There are as many rows in a tile as fit into the first-level
    cache. A row is short if it does not fill a vector, or eight vectors if
    the first stage combines eight elements or more into one. If its innermost dimension is
    kept, that must have at most a quarter of a vector, or two vectors if eight elements or
    more become one. If these are of an input that does not fit into the second-level cache,
    a row is short if it fits into the first one, whatever is kept of it. If that is not known, it is decided at run time. Of three reduced
    dimensions or more, the first stage reduces the outermost one alone if the memory has
    room for the partial results, they fill a vector, and eight elements or more become one;
    of five dimensions, this is decided at run time, too, if it is not known. If extents are
    not known, and only the first dimension is kept before the reduced ones, a tile has all
    rows of several of its indices where the memory has room for those of 16: each stage takes
    as long to begin as to reduce several rows. That is decided at run time, too.

    If all extents are known, a tile has the rows of several indices under five conditions. The
    reduction has four dimensions, and reduces the second and the last one. The input elements of
    an index take at most 2 KiB. Those of an index of the first two dimensions take at most 512
    bytes. The input is not larger than the last cache. The number of rows is odd, or the number
    of elements of a row is not a power of two. For a tile of one index, the second stage would
    wait for the stores of the first one.

    If the size of the input is not known, partial results of minima of f16, bf16 and bool have
    the type of elements, as those of `-reduce-inner-first` have.

    It applies to reductions that start with constants and whose combiner may be
    reassociated.

    Example: the first stage reduces 100 tensors of 300x4 elements, the second 300 rows
    of 4 elements.

    ```mlir
    func.func @both(%data: tensor<100x300x4xi32>, %empty: tensor<300xi32>) -> tensor<300xi32> {
      %max = arith.constant 2147483647 : i32
      %start = linalg.fill ins(%max : i32) outs(%empty : tensor<300xi32>) -> tensor<300xi32>
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (b)>],
          iterator_types = ["reduction", "parallel", "reduction"]}
          ins(%data : tensor<100x300x4xi32>) outs(%start : tensor<300xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %1 = arith.minsi %accumulator, %element : i32
        linalg.yield %1 : i32
      } -> tensor<300xi32>
      return %0 : tensor<300xi32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numStaged", "num-staged",
              "Number of reductions divided into two stages">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ReduceInnerFirstPass : Pass<"reduce-inner-first"> {
  let summary = "Reduce rows in the order of memory, then outer dimensions";
  let description = [{
    Divides a reduction of two dimensions with a kept one between them into two stages. The
    first stage reduces the rows, the inner reduced dimension, one after the other as they
    are in memory, and keeps the partial results on the stack. The second stage combines
    these along the outer reduced dimension. So memory is read in its order, which
    processors prefetch; the rows of one result are far from each other. The memory has room
    for as many partial results as fit into the first-level cache with the input. If that is
    less than there are, the second stage combines those of a chunk of the outer dimension
    with the results, one chunk after the other. A tile of results leaves room for a chunk of
    two indices at least. If the size of the input is not known, the memory has room for one
    more row, up to half as much again: the results of the chunks before. Then the second stage
    starts with constants, and shares its loops with other reductions
    (`-reduce-outline-kernels`). Parallel loops share none, and keep the other form.

    Minima of f16, bf16 and bool convert elements before they combine them, and results after
    that. If the size of the input is not known, both stages do so, and partial results have
    the type of elements. Then both stages are whole reductions, whose loops others share. Where
    no other reduction shares them, the accumulators have memory of their own. If the size is
    known, only the first stage converts elements, and only the second one converts results.

    It applies to reductions that start with constants and whose combiner may be
    reassociated, if the input does not fit into the first-level cache and rows have at least
    16 elements. If that is not known, it is decided at run time, for at most four dimensions
    whose innermost one is reduced. `-reduce-outer-first` comes before it: it is better for
    short rows. It leaves rows of 16 elements and more to this pass if the extents are known,
    no cache has the input, and the combiner takes several instructions.

    Example: the first stage reduces 16x59 rows of 2000 elements, the second 16 partial
    results for each of 59 results.

    ```mlir
    func.func @both(%data: tensor<16x59x2000xi32>, %empty: tensor<59xi32>) -> tensor<59xi32> {
      %max = arith.constant 2147483647 : i32
      %start = linalg.fill ins(%max : i32) outs(%empty : tensor<59xi32>) -> tensor<59xi32>
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (b)>],
          iterator_types = ["reduction", "parallel", "reduction"]}
          ins(%data : tensor<16x59x2000xi32>) outs(%start : tensor<59xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %1 = arith.minsi %accumulator, %element : i32
        linalg.yield %1 : i32
      } -> tensor<59xi32>
      return %0 : tensor<59xi32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numStaged", "num-staged",
              "Number of reductions divided into two stages">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SeparateColumnsPass : Pass<"reduce-separate-columns"> {
  let summary = "Separate the few columns of rows before reducing them";
  let description = [{
    Changes a reduction whose innermost dimension is kept and has so few elements, the
    columns, that they do not fill a vector, and whose other kept dimensions come before
    the reduced one. It copies the elements of a tile to the stack, one column after
    another. The copies are rows that are reduced; the results are joined again. There are
    as many elements in a tile as fit into the first-level cache with the input. If the
    number of columns, or the length of the reduced dimension, is not known, it is decided
    at run time whether columns are few, with code for each number of them. Columns of
    unknown number are not separated if they fill half a vector, or if there are two and all
    rows of an outer index fill six vectors (`narrow-rows` of `-reduce-vectorize`).

    Where the machine has `permuted_bits`, columns are only separated if extents are known
    and all rows of an outer index do not fill a vector, or if elements are extended, as in
    products of bf16, and do not fill two. `narrow-groups` of `-reduce-vectorize` is as fast
    for all others, and has less code. `short-rows` is faster for few rows.

    If the machine `blends` and its vectors are shorter than cache lines (SSE, AVX2), a
    shuffle of two vectors takes several instructions. Then, only two columns of at most 16
    bits are separated, and three if vectors have 256 bits.

    It applies to reductions of one input that start with a constant and have no epilogue.

    Example: the tile has two columns of 1000 groups of 3 elements. `-reduce-vectorize`
    then reduces 2000 rows of 3 elements.

    ```mlir
    func.func @columns(%data: tensor<1000x3x2xi8>, %empty: tensor<1000x2xi8>) -> tensor<1000x2xi8> {
      %max = arith.constant 127 : i8
      %start = linalg.fill ins(%max : i8) outs(%empty : tensor<1000x2xi8>) -> tensor<1000x2xi8>
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>],
          iterator_types = ["parallel", "reduction", "parallel"]}
          ins(%data : tensor<1000x3x2xi8>) outs(%start : tensor<1000x2xi8>) {
      ^bb0(%element: i8, %accumulator: i8):
        %1 = arith.minsi %accumulator, %element : i8
        linalg.yield %1 : i8
      } -> tensor<1000x2xi8>
      return %0 : tensor<1000x2xi8>
    }
    ```
  }];
  let statistics = [
    Statistic<"numSeparated", "num-separated",
              "Number of reductions whose columns are separated">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::vector::VectorDialect"];
}

def SpecializeSmallInputsPass : Pass<"reduce-specialize-small-inputs"> {
  let summary = "Specialize reductions of unknown shape for few elements";
  let description = [{
    Code for unknown extents computes much before its first loop: which version fits, how
    many elements a tile has, where it starts. For few elements, that takes longer than to
    reduce them. A reduction of three loops or more becomes an `scf.if` on whether the
    input has 1 to 32 elements. If so, loops combine one element after another;
    otherwise, it is reduced as before.

    It applies to reductions that start with a constant and keep a dimension.

    Example: `min` of 3x2x2 elements is computed by three loops.

    ```mlir
    func.func @few(%data: tensor<?x?x?xi32>, %empty: tensor<?x?xi32>) -> tensor<?x?xi32> {
      %max = arith.constant 2147483647 : i32
      %start = linalg.fill ins(%max : i32) outs(%empty : tensor<?x?xi32>) -> tensor<?x?xi32>
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>],
          iterator_types = ["parallel", "reduction", "parallel"]}
          ins(%data : tensor<?x?x?xi32>) outs(%start : tensor<?x?xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %1 = arith.minsi %accumulator, %element : i32
        linalg.yield %1 : i32
      } -> tensor<?x?xi32>
      return %0 : tensor<?x?xi32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numSpecialized", "num-specialized",
              "Number of reductions specialized">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::vector::VectorDialect"];
}

def SpecializeSpreadRowsPass : Pass<"reduce-specialize-spread-rows"> {
  let summary = "Specialize reductions of unknown shape for rows in memory";
  let description = [{
    A machine with `unrolled_streams` (see `#reduce.vector_target`) reads memory faster in
    several places: strategy `row-groups` reads rows of some length side by side, each in a
    part of the input of its own. If extents are unknown, such a reduction becomes an
    `scf.if` on whether its input is larger than the last cache and has at least 32 rows of
    such a length. The version for those has the attribute `reduce.spread_rows`, and
    `-reduce-outline-kernels` makes it a function: in one function with the loops for
    inputs in caches, it would take registers from these.

    It applies to reductions of the innermost of two contiguous dimensions that start with
    a constant, may store results twice, and are not in parallel loops, unless an input is
    a slice.

    Example: rows of 256 bytes to less than 256 KiB are read in four places.

    ```mlir
    module attributes {reduce.vector_target = #reduce.vector_target<
        vector_bits = 512, mask_registers = true, unrolled_streams = 8>} {
      func.func @rows(%data: tensor<?x?xi32>, %empty: tensor<?xi32>) -> tensor<?xi32> {
        %max = arith.constant 2147483647 : i32
        %start = linalg.fill ins(%max : i32) outs(%empty : tensor<?xi32>) -> tensor<?xi32>
        %0 = linalg.generic {
            indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
            iterator_types = ["parallel", "reduction"]}
            ins(%data : tensor<?x?xi32>) outs(%start : tensor<?xi32>) {
        ^bb0(%element: i32, %accumulator: i32):
          %1 = arith.minsi %accumulator, %element : i32
          linalg.yield %1 : i32
        } -> tensor<?xi32>
        return %0 : tensor<?xi32>
      }
    }
    ```
  }];
  let statistics = [
    Statistic<"numSpecialized", "num-specialized",
              "Number of reductions specialized">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::reduce::ReduceDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // REDUCE_TRANSFORMS_VECTORIZE_PASSES_TD
