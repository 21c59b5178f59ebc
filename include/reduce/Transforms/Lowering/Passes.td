//===- Passes.td - Passes after vectorization --------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_LOWERING_PASSES_TD
#define REDUCE_TRANSFORMS_LOWERING_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerCopyPass : Pass<"reduce-lower-copy"> {
  let summary = "Turn memref.copy of strided memrefs into linalg.generic";
  let description = [{
    Turns each `memref.copy` between ranked memrefs into a `linalg.generic` if a memref
    has strides or an offset. Upstream would lower it to a call
    of MLIR's runtime library, on which compiled code must not depend. Other copies
    are not changed: upstream lowers them to LLVM's memcpy. With `min-vector-bytes`, those of
    that many bytes or more, if the size is known, become loops over vectors, if these have
    256 bits or more (`vector_bits` in `reduce.vector_target`): a C library may choose an
    instruction that copies any number of bytes but takes twice as long.

    Example:

    ```mlir
    func.func @copy(%from: memref<4xf32, strided<[2]>>, %to: memref<4xf32>) {
      memref.copy %from, %to : memref<4xf32, strided<[2]>> to memref<4xf32>
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numLoops", "num-loops", "Number of copies that became loops">,
    Statistic<"numVectorLoops", "num-vector-loops",
              "Number of copies that became loops over vectors">
  ];
  let options = [
    Option<"minVectorBytes", "min-vector-bytes", "uint64_t", /*default=*/"0",
           "The minimum size in bytes of a copy that becomes a loop over vectors; 0 for none">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::reduce::ReduceDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def LowerElementwisePass : Pass<"reduce-lower-elementwise"> {
  let summary = "Turn elementwise operations into loops that LLVM vectorizes";
  let description = [{
    Turns each linalg operation on memrefs that reduces nothing into loops, as
    `-convert-linalg-to-loops` does. Operations on contiguous memrefs of one shape get
    a single loop. If successive iterations of the innermost loop use elements that are next
    to each other, or the same ones, it gets an annotation that makes LLVM vectorize it:
    `llvm.loop_annotation`, which `-reduce-move-loop-annotations` moves to the branch. LLVM
    vectorizes no other loop of a module that `reduce-compile` compiles: reductions are vectors
    already. Reductions over dimensions of extent 1 become such operations, unless they are
    copies, and so does what `-reduce-fuse-elementwise` cannot fuse.

    Example:

    ```mlir
    #identity = affine_map<(d0) -> (d0)>
    func.func @are_set(%bytes: memref<?xi8>, %bits: memref<?xi8>) {
      linalg.generic {indexing_maps = [#identity, #identity], iterator_types = ["parallel"]}
          ins(%bytes : memref<?xi8>) outs(%bits : memref<?xi8>) {
      ^bb0(%in: i8, %out: i8):
        %zero = arith.constant 0 : i8
        %is_set = arith.cmpi ne, %in, %zero : i8
        %bit = arith.extui %is_set : i1 to i8
        linalg.yield %bit : i8
      }
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Number of operations lowered">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def LowerExpandShapePass : Pass<"reduce-lower-expand-shape"> {
  let summary = "Turn memref.expand_shape of unknown sizes into views";
  let description = [{
    Turns each `memref.expand_shape` with several unknown sizes in one group of
    dimensions into a `memref.reinterpret_cast` to the sizes that are operands of
    the operation. Upstream's `-expand-strided-metadata` handles all others.

    Example:

    ```mlir
    func.func @expand(%list: memref<?xf32>, %rows: index, %columns: index) -> memref<?x?xf32> {
      %table = memref.expand_shape %list [[0, 1]] output_shape [%rows, %columns]
          : memref<?xf32> into memref<?x?xf32>
      return %table : memref<?x?xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Number of operations lowered">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ExpandVectorExtremaPass : Pass<"reduce-expand-vector-extrema"> {
  let summary = "Expand minima and maxima into instructions that a machine has";
  let description = [{
    Replaces minima and maxima of vectors of f32 and f64, and what makes their lanes NaN, where
    LLVM needs more instructions than the machine, according to `reduce.vector_target`.
    Scalars, scalable vectors, and vectors of another rank than one are left as they are.

    If `fixes_nan` is true, `arith.minimumf` and `arith.maximumf` that need not order zeros
    (`nsz`) become a comparison and an intrinsic of AVX-512, `vfixupimm`, which makes lanes
    NaN. LLVM tests for NaN and moves lanes under a mask. That is one more instruction for
    each vector, and there are only seven masks. `arith.select` of x86's default NaN where
    `arith.cmpf uno` of two vectors is true becomes one such intrinsic for each of these
    vectors.

    If `orders_zeros` is true, minima and maxima that order zeros become an intrinsic of
    AVX-512DQ, `vrange`, where LLVM takes four instructions. It drops a NaN; so without `nnan`, a
    comparison finds it, and x86's default NaN replaces the result, whatever NaN there was.

    Example:

    ```mlir
    module attributes {
        reduce.vector_target = #reduce.vector_target<
            vector_bits = 512, orders_zeros = true, fixes_nan = true>} {
      func.func @lesser(%a: vector<16xf32>, %b: vector<16xf32>) -> vector<16xf32> {
        %0 = arith.minimumf %a, %b fastmath<nsz> : vector<16xf32>
        %1 = arith.minimumf %0, %b : vector<16xf32>
        return %1 : vector<16xf32>
      }
    }
    ```
  }];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of minima, maxima and selections expanded">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::reduce::ReduceDialect"];
}

def JoinProductChainsPass : Pass<"reduce-join-product-chains"> {
  let summary = "Join chains of products of vectors of i64, two at a time";
  let description = [{
    If `pairs_i64_products` is true in `reduce.vector_target`, and registers have at least
    128 bits, joins chains of products of vectors of i64 that fill a register, two at a
    time: into one chain of vectors of two registers, which `-reduce-pair-vector-products`
    multiplies in fewer instructions. A chain consists of at least two products
    (`arith.muli`) in a block. Each product is a factor of the next one, and only the next
    one uses it.

    Two chains are joined if they have the same length, each product of the first one
    precedes that of the second one, and nothing uses the first one before the end of the
    second one. The joined products are where those of the second chain were. Reads of
    their factors (`vector.transfer_read`) move there if nothing writes in between.

    Of the registers that a loop (`scf.for`) carries from product to product, each two are
    carried as one vector, and their chains, which may be single products, are joined.

    Example:

    ```mlir
    module attributes {
        reduce.vector_target = #reduce.vector_target<pairs_i64_products = true>} {
      func.func @multiply(%a: vector<2xi64>, %b: vector<2xi64>, %c: vector<2xi64>)
          -> (vector<2xi64>, vector<2xi64>) {
        %0 = arith.muli %a, %b : vector<2xi64>
        %1 = arith.muli %0, %c : vector<2xi64>
        %2 = arith.muli %b, %b : vector<2xi64>
        %3 = arith.muli %2, %c : vector<2xi64>
        return %1, %3 : vector<2xi64>, vector<2xi64>
      }
    }
    ```
  }];
  let statistics = [
    Statistic<"numJoined", "num-joined", "Number of products of two registers">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::reduce::ReduceDialect"];
}

def PairVectorProductsPass : Pass<"reduce-pair-vector-products"> {
  let summary = "Multiply chains of vectors of i64 by the halves of their elements";
  let description = [{
    If `pairs_i64_products` is true in `reduce.vector_target`, and registers have at least
    128 bits, replaces `arith.muli` on vectors of i64 that fill pairs of registers by
    products of the 32-bit halves of their elements, where products follow each other: the
    result of one is a factor of the next one, in the same block, or in the next iteration
    of `scf.for`. Lone products are left to `-reduce-expand-vector-products` and LLVM.

    A product of such a chain is kept in two parts: `low + (high << 32)`. `low` is the
    product of two vectors of i32 extended to i64, and `high` a vector of i32, which takes
    half as many registers. So the next product takes two multiplications of such vectors
    in addition to that of the lower halves, and one shuffle for the lower and one for the
    upper halves of two registers of a factor. On x86, two registers take 10
    instructions with 4 multiplications; LLVM takes 16 with 6. Loops carry both parts, and
    the parts are joined after the loops. `high` is in the order in which `vshufps` takes
    halves. Vectors of several pairs are read and multiplied pair by pair. The pass assumes
    a little-endian machine: the lower half of an element comes first.

    Example:

    ```mlir
    module attributes {
        reduce.vector_target = #reduce.vector_target<pairs_i64_products = true>} {
      func.func @multiply(%a: vector<4xi64>, %b: vector<4xi64>, %c: vector<4xi64>)
          -> vector<4xi64> {
        %0 = arith.muli %a, %b : vector<4xi64>
        %1 = arith.muli %0, %c : vector<4xi64>
        return %1 : vector<4xi64>
      }
    }
    ```
  }];
  let statistics = [
    Statistic<"numPaired", "num-paired", "Number of products by halves of pairs of registers">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::reduce::ReduceDialect"];
}

def ExpandVectorProductsPass : Pass<"reduce-expand-vector-products"> {
  let summary = "Expand products of vectors into instructions that a machine has";
  let description = [{
    Replaces products of vectors that LLVM translates into more instructions than the
    machine needs, according to `reduce.vector_target`.

    If `multiplies_i64` is false, replaces `arith.muli` on vectors of i64 by products of
    the 32-bit halves of their elements. This is for machines that can multiply vectors
    of i32 but not of i64, such as AArch64 without SVE: LLVM would move each element to
    a scalar register and back. The pass assumes a little-endian machine: the lower half
    of an element comes first.

    If `multiplies_f16` is true, replaces `arith.mulf` on vectors of f32, whose factors
    are both extended from f16 and have a multiple of eight elements, by intrinsics of
    AArch64's FEAT_FHM. They take no extensions, and have the same results: a
    product of two f16 is exact in f32.

    Example:

    ```mlir
    module attributes {
        reduce.vector_target = #reduce.vector_target<multiplies_i64 = false>} {
      func.func @multiply(%a: vector<4xi64>, %b: vector<4xi64>) -> vector<4xi64> {
        %0 = arith.muli %a, %b : vector<4xi64>
        return %0 : vector<4xi64>
      }
    }
    ```
  }];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of products expanded">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::reduce::ReduceDialect"];
}

def ExpandVectorMasksPass : Pass<"reduce-expand-vector-masks"> {
  let summary = "Expand masks of the first lanes of vectors into integers";
  let description = [{
    Replaces `vector.create_mask` by an integer with as many bits set as lanes, or several
    integers for more than 64 lanes. `vector.transfer_read` and `vector.transfer_write` get
    such masks if they may be outside of their memref. This is for machines with mask
    registers (`mask_registers = true` in `reduce.vector_target`), which are loaded from an
    integer. Upstream compares the number of lanes with a vector of 32-bit indices. For 64
    lanes, that takes four comparisons of 512 bits and three instructions that join their
    results; and LLVM repeats them for each use in a loop, since it moves comparisons to
    their uses. Masks that take a single comparison (`vector_bits`) are left to upstream.
    The pass assumes a little-endian machine: the lowest bit of an integer is that of the
    first lane.

    Example:

    ```mlir
    module attributes {
        reduce.vector_target = #reduce.vector_target<vector_bits = 512, mask_registers = true>} {
      func.func @mask(%count: index) -> vector<32xi1> {
        %0 = vector.create_mask %count : vector<32xi1>
        return %0 : vector<32xi1>
      }
    }
    ```
  }];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of masks expanded">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::reduce::ReduceDialect"];
}

def EmulateFloat16Pass : Pass<"reduce-emulate-float16"> {
  let summary = "Emulate arithmetic on f16 and bf16 in f32";
  let description = [{
    Runs upstream's `-math-extend-to-supported-types` and
    `-arith-emulate-unsupported-floats`, and then `-reduce-round-float16`. Operations
    on bf16 become operations on f32 between `arith.extf` and `arith.truncf`. So do
    operations on f16, unless the machine converts f16 (`converts_f16` in
    `reduce.vector_target`): LLVM then lowers them well. `math.fma` of both types is
    expanded on every machine.

    Example:

    ```mlir
    func.func @scale(%value: bf16) -> bf16 {
      %0 = arith.mulf %value, %value : bf16
      return %0 : bf16
    }
    ```
  }];
  let statistics = [
    Statistic<"numFunctions", "num-functions", "Number of functions processed">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::reduce::ReduceDialect"];
}

def ExpandFloat16Pass : Pass<"reduce-expand-float16"> {
  let summary = "Expand conversions of f16 and bf16 into integer operations";
  let description = [{
    Replaces `arith.extf` from f16 or bf16 to f32, and `arith.truncf` back, by
    integer and f32 operations with the same result, on scalars and vectors. On
    machines without instructions for the conversion, LLVM would call a library
    function for each element, and some of these functions flush subnormal numbers
    to zero. Rounding is to nearest, ties to even; a NaN is converted to a NaN.
    Conversions of f16 remain if the machine has instructions for them
    (`converts_f16` in `reduce.vector_target`). If two vectors of f32 are interleaved
    before they become bf16, both are rounded in one vector of 16-bit integers, without a
    shuffle. No NaN is tested for where `reduce.bf16_nan` says that none would be rounded.

    Upstream's `-arith-expand` does this for bf16, too, but also expands the
    minimum, for which machines have instructions.

    Example:

    ```mlir
    func.func @convert(%value: f16, %vector: vector<8xf32>) -> (f32, vector<8xbf16>) {
      %0 = arith.extf %value : f16 to f32
      %1 = arith.truncf %vector : vector<8xf32> to vector<8xbf16>
      return %0, %1 : f32, vector<8xbf16>
    }
    ```
  }];
  let options = [
    Option<"expandBF16", "bf16", "bool", /*default=*/"true",
           "Expand conversions of bf16">
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of conversions expanded">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::reduce::ReduceDialect"];
}

def RoundFloat16Pass : Pass<"reduce-round-float16"> {
  let summary = "Round the result of each operation on f16 and bf16 once";
  let description = [{
    Makes code that computes f16 and bf16 in wider types round each result exactly
    once:

    - Clears the flag `contract` of each `arith.extf` from these types and each
      `arith.truncf` to them. Upstream's `-math-extend-to-supported-types` and
      `-arith-emulate-unsupported-floats` set it, and folding then drops the
      rounding between two operations: `(300 * 300) * 0.5` would be 45000 in f16
      instead of infinity, which machines with f16 arithmetic compute.
    - Replaces `math.fma` of these types by operations on f64 and integers. Neither
      of those passes extends it, and LLVM turns it into calls of library functions.
      If the sum were rounded to f32, or to nearest in f64, the result could be
      rounded twice.

    Run this pass after those two passes, before anything folds, and before
    `-reduce-expand-float16`, which lowers the conversions.

    Example:

    ```mlir
    func.func @round(%a: f16, %b: f32, %c: bf16) -> (f32, f32, bf16) {
      %0 = arith.truncf %b fastmath<contract> : f32 to f16
      %1 = arith.extf %0 fastmath<contract> : f16 to f32
      %2 = arith.extf %a fastmath<contract> : f16 to f32
      %3 = math.fma %c, %c, %c : bf16
      return %1, %2, %3 : f32, f32, bf16
    }
    ```
  }];
  let statistics = [
    Statistic<"numKept", "num-kept",
              "Number of conversions that may no longer be folded">,
    Statistic<"numExpanded", "num-expanded",
              "Number of fused multiplications and additions expanded">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def MoveLoopAnnotationsPass : Pass<"reduce-move-loop-annotations"> {
  let summary = "Move annotations of loops to where the translation reads them";
  let description = [{
    Makes an attribute `llvm.loop_annotation` of a branch in the LLVM dialect its
    `loop_annotation`. Upstream's conversions carry the attribute from `scf.for` to the branch
    that ends the loop, but the translation to LLVM IR ignores it there.

    Example:

    ```mlir
    #annotation = #llvm.loop_annotation<vectorize = <disable = false>>
    llvm.func @wait(%condition: i1) {
      llvm.br ^bb1
    ^bb1:
      llvm.cond_br %condition, ^bb1, ^bb2 {llvm.loop_annotation = #annotation}
    ^bb2:
      llvm.return
    }
    ```
  }];
  let statistics = [
    Statistic<"numMoved", "num-moved", "Number of annotations moved">
  ];
}

def MoveFloat16AsIntegersPass : Pass<"reduce-move-float16-as-integers"> {
  let summary = "Load, store and shuffle f16 and bf16 as integers";
  let description = [{
    Turns each load, store or shuffle of bf16 in the LLVM dialect, and each masked
    load or store of f16 or bf16, into one of 16-bit integers. `-reduce-expand-float16`
    already turned computations on bf16 into integer operations, but values to load
    or store may still have the type bf16. LLVM sometimes calls a library function to
    convert such a value when it moves it between registers, or takes a shuffle
    apart. On machines without
    masked loads and stores of 16-bit floats, LLVM moves the elements one by one and
    calls a library function to convert each.

    Example:

    ```mlir
    llvm.func @load(%data: !llvm.ptr, %mask: vector<8xi1>, %else: vector<8xbf16>) -> vector<8xbf16> {
      %0 = llvm.intr.masked.load %data, %mask, %else {alignment = 2 : i32}
          : (!llvm.ptr, vector<8xi1>, vector<8xbf16>) -> vector<8xbf16>
      llvm.return %0 : vector<8xbf16>
    }
    ```
  }];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of loads, stores and shuffles converted">
  ];
}

#endif // REDUCE_TRANSFORMS_LOWERING_PASSES_TD
