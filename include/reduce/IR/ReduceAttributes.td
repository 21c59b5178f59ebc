//===- ReduceAttributes.td - Attributes --------------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEATTRIBUTES_TD
#define REDUCE_IR_REDUCEATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "reduce/IR/ReduceDialect.td"

def Reduce_NanMode : I32Enum<"NanMode", "the treatment of NaN", [
    I32EnumCase<"Propagate", 0, "propagate">,
    I32EnumCase<"Ignore", 1, "ignore">]> {
  let cppNamespace = "::mlir::reduce";
}

def Reduce_NanModeAttr : EnumAttr<Reduce_Dialect, Reduce_NanMode, "nan_mode"> {
  let description = [{
    `propagate`: the result is NaN if any element is. `ignore`: the result is
    that of the other elements, the identity if there are none.

    Example:

    ```mlir
    func.func @ignore(%data: tensor<4xf32>) -> tensor<f32> {
      %min = reduce.min %data axes = [0] nan_mode = ignore : tensor<4xf32> -> tensor<f32>
      return %min : tensor<f32>
    }
    ```
  }];
  let assemblyFormat = "$value";
}

def Reduce_Layout : I32Enum<"Layout", "the strides of a function's tensors", [
    I32EnumCase<"Strided", 0, "strided">,
    I32EnumCase<"InnerContiguous", 1, "inner_contiguous">]> {
  let cppNamespace = "::mlir::reduce";
}

def Reduce_LayoutAttr : EnumAttr<Reduce_Dialect, Reduce_Layout, "layout"> {
  let description = [{
    The strides of a function's tensors, in the function's attribute `reduce.layout`.
    `strided`: arguments and results may have any strides. `inner_contiguous`: the
    innermost stride of each argument is 1, the others may have any value, and results
    are contiguous. Without the attribute, all tensors are contiguous. See
    `-reduce-add-strided-variants`.

    Example:

    ```mlir
    func.func private @first(%data: tensor<?x8xf32>) -> tensor<?x8xf32>
        attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
      return %data : tensor<?x8xf32>
    }
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Reduce_CombinerAttr : AttrDef<Reduce_Dialect, "Combiner"> {
  let mnemonic = "combiner";
  let summary = "The operator of a reduction, without the reduction";
  let description = [{
    The operator of a reduction by its name: the operation, the type of the
    elements that it reduces, with its signedness, and the operation's own
    attributes.

    `-convert-reduce-to-linalg=name-combiners` attaches it as `reduce.combiner` to the
    operation in the body of a `linalg.generic` that produces the first yielded value.
    Passes that rewrite the loops keep it. It states what the body does not: whether
    elements may be combined in any order, the neutral state, and faster forms of the
    loop. The body determines what each element contributes, so elementwise operations
    may be fused into it. If the body does not match the attribute, passes ignore the
    attribute.

    Example:

    ```mlir
    func.func @min(%data: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
      %min = linalg.generic {
          indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                           affine_map<(d0, d1) -> (d0)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
      ^bb0(%element: f32, %accumulator: f32):
        %0 = arith.minimumf %element, %accumulator fastmath<nsz> {
            reduce.combiner = #reduce.combiner<
                "reduce.min"(f32), {nan_mode = #reduce<nan_mode propagate>}>} : f32
        linalg.yield %0 : f32
      } -> tensor<4xf32>
      return %min : tensor<4xf32>
    }
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$operation,
                        "::mlir::Type":$element_type,
                        OptionalParameter<"::mlir::DictionaryAttr">:$options);
  let assemblyFormat = "`<` $operation `(` $element_type `)` (`,` $options^)? `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns the operator; null if the operation is not a registered reduction,
    /// or does not allow the type or the options.
    ::std::unique_ptr<::mlir::reduce::Combiner> getCombiner() const;
  }];
}

def Reduce_VectorTargetAttr : AttrDef<Reduce_Dialect, "VectorTarget"> {
  let mnemonic = "vector_target";
  let summary = "Facts about the vector instructions and the caches of a machine";
  let description = [{
    Facts about a machine. They determine how reductions are vectorized, and which
    operations are expanded for LLVM. They affect the speed of the code, but not its
    results.

    The module attribute `reduce.vector_target` contains them. If the
    options of a pipeline determine the target, its vector stage attaches the
    attribute (`-reduce-attach-vector-target`). Without it, passes use
    the defaults.

    - `vector_bits`: the width of a vector register in bits, a power of two up to
      2048.
    - `accumulators`: the number of registers that accumulate in parallel, to hide
      the latency of a combiner; a power of two up to 64.
    - `mask_registers`: vector comparisons produce masks with one bit per lane, as in
      AVX-512.
    - `drops_nan`: the instruction for a minimum or maximum of floats drops NaN, so that
      propagating it takes several, as on x86.
    - `orders_zeros`: the machine has AVX-512DQ and AVX-512VL, whose `vrange` takes the lesser or
      greater of two vectors of f32, or of f64, with -0.0 less than +0.0. With it, loops whose
      order depends on the address of the data combine minima in that order, too: the results
      are the same at each address.
    - `fixes_nan`: the machine has AVX-512F and AVX-512VL, whose `vfixupimm` makes those lanes of
      a vector of f32, or of f64, NaN that are NaN in another one. A minimum that propagates
      NaN takes two instructions then.
    - `masked_arithmetic`: one instruction can compute some lanes of a vector and keep
      the others.
    - `blends`: blending the lanes of two vectors is cheaper than a shuffle.
    - `shuffled_vectors`: the maximum number of registers that are shuffled together.
    - `permuted_bits`: the minimum width in bits of elements, 8 or 16, of which one
      instruction of AVX-512 permutes a vector, or two, by positions known at run time; 0
      if there is none.
    - `converts_f16`: there are instructions that convert between f16 and f32.
    - `compares_f16`: minima and maxima of f16 take no more instructions than those of
      f32. Otherwise, f16 is compared as integers.
    - `multiplies_f16`: AArch64's instructions that multiply vectors of f16 with results
      of f32 (FEAT_FHM) are there.
    - `multiplies_i64`: vectors of i64 can be multiplied without splitting them into
      scalars.
    - `pairs_i64_products`: the machine has no instruction that multiplies vectors of i64,
      but some that multiply vectors of i32, so that a chain of products takes fewer if it
      multiplies the 32-bit halves of the elements of two registers at a time.
    - `prefetches`: loops over memory beyond the second cache are faster with
      instructions that prefetch than with what the processor prefetches by itself.
      The loops have such instructions if vectors are cache lines.
    - `streams`: in how many places, in turn or side by side, loops read large inputs
      where they can; a power of two up to 16. Loops that read more than 512 bytes in an
      iteration, and `outer-streams`, use half as many. Some machines read ahead little in
      one place, and in several at the same time. 1 is the order of memory.
    - `streamed_bytes`: the size in bytes above which inputs are large in this sense; 0 is
      half as much again as the second cache. More than the size of the last cache counts as
      that size. Some machines read their last cache as fast in one place. Outer indices
      that take turns, and short rows that are spread, are those of inputs that the last
      cache does not have.
    - `unrolled_streams`: in how many places loops over long rows, and over blocks and groups
      of short ones, read inputs that the last cache does not have, each by instructions of
      its own; a power of two up to 16. Some machines find the place that an instruction
      reads next by what it read before, so `streams`, whose places share instructions, do
      not help them.
    - `slow_split_loads`: loads that touch two cache lines are slow even if the input is in
      the second cache and is read in the order of memory.
    - `slow_far_split_loads`: they are slow where the last cache does not have the input, and
      so are loads of a line under a mask. Loops read half a line at once there if vectors are
      cache lines.
    - `loop_loads`: up to how many loads of vectors, at most 256, a loop reads the second cache
      at full speed; 0 if the number does not matter. Some machines prefetch what an
      instruction reads next, and keep track of so many instructions. Groups of rows have so
      few loads beyond the first cache.
    - `operations_per_load`: how many operations of vectors the machine executes in the time
      of a load of a vector from the first cache. From 2 on, rows share vectors there, too:
      that takes more operations, but fewer loads touch two cache lines.
    - `l1_cache_bytes`, `l2_cache_bytes`: the sizes in bytes of the caches of a
      processor core, from 8 KiB for the first and at least as much for the second one.
      They determine how much a loop keeps in memory between two passes over it, and
      from which size on inputs are read differently.
    - `last_cache_bytes`: the size in bytes up to which an input of one core remains in
      the last cache, which others share; at least that of the second one.

    Example:

    ```mlir
    module attributes {reduce.vector_target = #reduce.vector_target<
        vector_bits = 512, mask_registers = true, masked_arithmetic = true>} {
    }
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"unsigned", "128">:$vector_bits,
    DefaultValuedParameter<"unsigned", "8">:$accumulators,
    DefaultValuedParameter<"bool", "false">:$mask_registers,
    DefaultValuedParameter<"bool", "false">:$drops_nan,
    DefaultValuedParameter<"bool", "false">:$orders_zeros,
    DefaultValuedParameter<"bool", "false">:$fixes_nan,
    DefaultValuedParameter<"bool", "false">:$masked_arithmetic,
    DefaultValuedParameter<"bool", "false">:$blends,
    DefaultValuedParameter<"unsigned", "32">:$shuffled_vectors,
    DefaultValuedParameter<"unsigned", "0">:$permuted_bits,
    DefaultValuedParameter<"bool", "false">:$converts_f16,
    DefaultValuedParameter<"bool", "false">:$compares_f16,
    DefaultValuedParameter<"bool", "false">:$multiplies_f16,
    DefaultValuedParameter<"bool", "true">:$multiplies_i64,
    DefaultValuedParameter<"bool", "false">:$pairs_i64_products,
    DefaultValuedParameter<"bool", "false">:$prefetches,
    DefaultValuedParameter<"unsigned", "1">:$streams,
    DefaultValuedParameter<"int64_t", "0">:$streamed_bytes,
    DefaultValuedParameter<"unsigned", "1">:$unrolled_streams,
    DefaultValuedParameter<"bool", "false">:$slow_split_loads,
    DefaultValuedParameter<"bool", "false">:$slow_far_split_loads,
    DefaultValuedParameter<"unsigned", "0">:$loop_loads,
    DefaultValuedParameter<"unsigned", "1">:$operations_per_load,
    DefaultValuedParameter<"int64_t", "49152">:$l1_cache_bytes,
    DefaultValuedParameter<"int64_t", "1048576">:$l2_cache_bytes,
    DefaultValuedParameter<"int64_t", "16777216">:$last_cache_bytes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns the attribute of the nearest enclosing module of `op` that has
    /// it; if there is none, the defaults. The reduce dialect must be loaded.
    static VectorTargetAttr lookup(::mlir::Operation *op);
    /// Parses `facts`, the text between the attribute's angle brackets. Returns
    /// null, after an error, if that is not valid.
    static VectorTargetAttr parse(::mlir::MLIRContext *context,
                                  ::llvm::StringRef facts);
    /// Returns the text that `parse` takes, without spaces.
    ::std::string getFacts() const;
    /// Returns these facts with other `vector_bits` and `accumulators`.
    VectorTargetAttr getWithRegisters(unsigned vectorBits,
                                      unsigned accumulators) const;
  }];
}

def Reduce_VectorStrategy : I32Enum<"VectorStrategy", "a strategy of -reduce-vectorize", [
    I32EnumCase<"ShortRows", 0, "short-rows">,
    I32EnumCase<"OverlappedRows", 1, "overlapped-rows">,
    I32EnumCase<"PaddedRows", 2, "padded-rows">,
    I32EnumCase<"RowGroups", 3, "row-groups">,
    I32EnumCase<"NarrowRows", 4, "narrow-rows">,
    I32EnumCase<"PackedRows", 5, "packed-rows">,
    I32EnumCase<"Inner", 6, "inner">,
    I32EnumCase<"OuterBlocks", 7, "outer-blocks">,
    I32EnumCase<"Outer", 8, "outer">,
    I32EnumCase<"ColumnGroups", 9, "column-groups">,
    I32EnumCase<"NarrowGroups", 10, "narrow-groups">,
    I32EnumCase<"FoldedRows", 11, "folded-rows">,
    I32EnumCase<"OuterStreams", 12, "outer-streams">]> {
  let cppNamespace = "::mlir::reduce";
}

def Reduce_TunedChoiceAttr : AttrDef<Reduce_Dialect, "TunedChoice"> {
  let mnemonic = "tuned_choice";
  let summary = "The fastest way found to vectorize a reduction";
  let description = [{
    The strategy of `-reduce-vectorize` that was the fastest for a reduction when it
    was measured. `accumulators` and `vector_bits`, if they are not 0, replace these
    facts of `reduce.vector_target` for the reduction; `vector_bits` only makes vectors
    shorter. A choice affects the speed of the code. Like the rules of
    `-reduce-vectorize`, it determines the order in which the factors of a product are
    multiplied.

    The module attribute `reduce.tuned_choices` is a dictionary of choices. Its keys
    describe reductions: the operator and its types, the extents of the loops, of
    which `[]` marks the reduced ones, and a digest of the operations in the body and
    of those fused with it. `-reduce-attach-tuned-choices` sets it from a tuning file,
    and `-reduce-vectorize` reads it: a choice whose strategy does not fit the
    reduction is ignored.

    Example:

    ```mlir
    module attributes {reduce.tuned_choices = {
        "reduce.min(f32):1000x[24]:67d0b2ec0e5b1dc4" =
            #reduce.tuned_choice<inner, accumulators = 4>}} {
    }
    ```
  }];
  let parameters = (ins EnumParameter<Reduce_VectorStrategy>:$strategy,
                        DefaultValuedParameter<"unsigned", "0">:$accumulators,
                        DefaultValuedParameter<"unsigned", "0">:$vector_bits);
  let assemblyFormat = [{
    `<` $strategy (`,` struct($accumulators, $vector_bits)^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns `target` with the facts that the choice replaces.
    VectorTargetAttr getTarget(VectorTargetAttr target) const;
  }];
}

def Reduce_GridAttr : AttrDef<Reduce_Dialect, "Grid"> {
  let mnemonic = "grid";
  let summary = "The grid of the ranks that share tensors";
  let description = [{
    The axes of a grid of ranks, such as the processes of an MPI communicator, and the
    number of ranks along each. Ranks are in row-major order: those along the last
    axis have consecutive numbers. `?` is a number that is known only at run time.

    The module attribute `reduce.grid` applies to all functions with arguments that
    are sharded (`#reduce.sharding`).

    Example:

    ```mlir
    module attributes {reduce.grid = #reduce.grid<y:2, x:?>} {
    }
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$names,
                        ArrayRefParameter<"int64_t">:$shape);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns the number of the axis `name`; std::nullopt if there is none.
    ::std::optional<unsigned> getAxis(::llvm::StringRef name) const;
  }];
}

def Reduce_ShardingAttr : AttrDef<Reduce_Dialect, "Sharding"> {
  let mnemonic = "sharding";
  let summary = "How ranks share a tensor";
  let description = [{
    For each dimension of a tensor, the axes of the grid along which it is split into
    shards; `_` for a dimension that is not split. A dimension that is split along
    `y*x` has one shard for each pair of positions, in row-major order. The tensor is
    replicated along all other axes.

    The attribute `reduce.sharding` of an argument declares how the caller shards the
    tensor. `-reduce-shard-functions` changes the function into one on shards, and
    adds the attribute to the results. See it for an example.

    Example:

    ```mlir
    module attributes {reduce.grid = #reduce.grid<y:2, x:4>} {
      func.func private @f(tensor<?x8x?xf32> {reduce.sharding = #reduce.sharding<[y, _, x]>})
    }
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::ArrayAttr">:$dims);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // REDUCE_IR_REDUCEATTRIBUTES_TD
