//===- Passes.td - Passes on tensors -----------------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_PASSES_TD
#define REDUCE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def FuseElementwisePass : Pass<"reduce-fuse-elementwise"> {
  let summary = "Fuse elementwise operations with reductions";
  let description = [{
    Fuses elementwise linalg operations with each other and with reductions that read
    their results. The elementwise operations that follow a reduction are fused into
    one, as far as `-reduce-vectorize` can compute it at the end of the reduction.
    The pass does what upstream's `-linalg-fuse-elementwise-ops` does, except for
    fusions that would prevent the vectorization of a reduction or of the operation
    after it:

    - A producer is fused into a reduction if the reduction is the only user of its
      result, and if the producer reads and writes tensors in the order of its loops.
      A producer that broadcasts or transposes its operands is not fused, nor is one
      that finishes another reduction.
    - The operations after a reduction become a single one if they read its results,
      once or more, and write their own results in the order of their loops. They may
      also read other tensors, each dimension indexed by one of the loops, in the
      order of the loops: tensors of the same shape, such as a bias, or of fewer
      dimensions, down to a scalar. Producers of such tensors are fused, too, unless
      they transpose. Reshapes by dimensions of size 1 in between, as left by
      `keepdims`, move after the fused operation.
    - An operation is not fused if it reads a result in another order, or in more
      than one of its iterations: for example, if it subtracts the minimum of a row
      from each element of the row. Neither is an operation with operands or results
      of `i1`, with a `linalg.index`, or with an operation that must not be computed
      on padding, such as a division of integers.
    - A composite operation, such as `linalg.softmax`, is decomposed first.

    If there is a linalg operation on tensors with an encoding, nothing changes.
    `-reduce-vectorize` makes a remark on each operation that is not fused.

    Example: the squares become part of the reduction.

    ```mlir
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @least_square(%data: tensor<2x3xf32>, %init: tensor<2xf32>) -> tensor<2xf32> {
      %empty = tensor.empty() : tensor<2x3xf32>
      %squares = linalg.square ins(%data : tensor<2x3xf32>) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
      %0 = linalg.generic {
          indexing_maps = [#map, affine_map<(d0, d1) -> (d0)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%squares : tensor<2x3xf32>) outs(%init : tensor<2xf32>) {
      ^bb0(%element: f32, %accumulator: f32):
        %1 = arith.minimumf %accumulator, %element : f32
        linalg.yield %1 : f32
      } -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    Example: the operations that scale the results by one factor and add a bias

    <!-- RUN: reduce-opt %s -reduce-fuse-elementwise | diff -B - <(reduce-opt %next) -->
    ```mlir
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @scaled(%data: tensor<2x3xf32>, %factor: tensor<f32>, %bias: tensor<2xf32>) -> tensor<2xf32> {
      %infinity = arith.constant 0x7F800000 : f32
      %empty = tensor.empty() : tensor<2xf32>
      %init = linalg.fill ins(%infinity : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
      %0 = linalg.generic {
          indexing_maps = [#map, affine_map<(d0, d1) -> (d0)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<2x3xf32>) outs(%init : tensor<2xf32>) {
      ^bb0(%element: f32, %accumulator: f32):
        %1 = arith.minimumf %accumulator, %element : f32
        linalg.yield %1 : f32
      } -> tensor<2xf32>
      %factors = linalg.broadcast ins(%factor : tensor<f32>) outs(%empty : tensor<2xf32>) dimensions = [0]
      %scaled = linalg.mul ins(%0, %factors : tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
      %sum = linalg.add ins(%bias, %scaled : tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
      return %sum : tensor<2xf32>
    }
    ```

    become one operation, which `-reduce-vectorize` computes in the loops of the
    reduction:

    ```mlir
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @scaled(%data: tensor<2x3xf32>, %factor: tensor<f32>, %bias: tensor<2xf32>) -> tensor<2xf32> {
      %infinity = arith.constant 0x7F800000 : f32
      %empty = tensor.empty() : tensor<2xf32>
      %init = linalg.fill ins(%infinity : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
      %0 = linalg.generic {
          indexing_maps = [#map, affine_map<(d0, d1) -> (d0)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<2x3xf32>) outs(%init : tensor<2xf32>) {
      ^bb0(%element: f32, %accumulator: f32):
        %1 = arith.minimumf %accumulator, %element : f32
        linalg.yield %1 : f32
      } -> tensor<2xf32>
      %sum = linalg.generic {
          indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>,
                           affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>],
          iterator_types = ["parallel"]}
          ins(%bias, %0, %factor : tensor<2xf32>, tensor<2xf32>, tensor<f32>)
          outs(%empty : tensor<2xf32>) {
      ^bb0(%offset: f32, %min: f32, %scale: f32, %out: f32):
        %1 = arith.mulf %min, %scale : f32
        %2 = arith.addf %offset, %1 : f32
        linalg.yield %2 : f32
      } -> tensor<2xf32>
      return %sum : tensor<2xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numFused", "num-fused",
              "Number of operations fused into their users">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def OverrideOptionsPass : Pass<"reduce-override-options"> {
  let summary = "Override the options of all reductions";
  let description = [{
    Sets options to the given values in all reductions that have them, whatever their
    values were.

    Example: `-reduce-override-options="nan-mode=ignore strict-order"` turns

    <!-- RUN: reduce-opt %s -reduce-override-options='nan-mode=ignore strict-order' | diff -B - <(reduce-opt %next) -->
    ```mlir
    func.func @options(%data: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
      %min = reduce.min %data axes = [0] : tensor<4xf32> -> tensor<f32>
      %prod = reduce.prod %data axes = [0] : tensor<4xf32> -> tensor<f32>
      return %min, %prod : tensor<f32>, tensor<f32>
    }
    ```

    into

    ```mlir
    func.func @options(%data: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
      %min = reduce.min %data axes = [0] nan_mode = ignore : tensor<4xf32> -> tensor<f32>
      %prod = reduce.prod %data axes = [0] strict_order : tensor<4xf32> -> tensor<f32>
      return %min, %prod : tensor<f32>, tensor<f32>
    }
    ```
  }];
  let options = [
    Option<"nanMode", "nan-mode", "std::string", /*default=*/"",
           "How minima handle NaN: propagate or ignore (default: keep each "
           "nan_mode)">,
    Option<"strictOrder", "strict-order", "bool", /*default=*/"false",
           "Multiply in sequence">
  ];
  let statistics = [
    Statistic<"numOptionsSet", "num-options-set",
              "Number of options that were changed">
  ];
  let dependentDialects = ["::mlir::reduce::ReduceDialect"];
}

def CollapseReductionDimsPass : Pass<"reduce-collapse-dims"> {
  let summary = "Collapse adjacent dimensions of one kind";
  let description = [{
    Collapses adjacent loops of a `linalg.generic` reduction that are all parallel or
    all reduced into one loop, if every operand stores these dimensions next to each
    other. The remaining loops are alternately parallel and reduced. The elementwise
    operation that `-reduce-vectorize` computes at the end of the reduction is
    collapsed with it. If that operation broadcasts an operand along some of the
    dimensions, these are not collapsed with the others.

    Example: dimensions 0 and 1 are kept, 2 and 3 are reduced.

    ```mlir
    func.func @collapse(%data: tensor<2x3x4x5xf32>, %init: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>,
                           affine_map<(a, b, c, d) -> (a, b)>],
          iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%data : tensor<2x3x4x5xf32>) outs(%init : tensor<2x3xf32>) {
      ^bb0(%element: f32, %accumulator: f32):
        %1 = arith.minimumf %accumulator, %element : f32
        linalg.yield %1 : f32
      } -> tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }
    ```

    Two loops remain, over 6 rows and 20 columns.
  }];
  let statistics = [
    Statistic<"numCollapsed", "num-collapsed",
              "Number of reductions whose dimensions were merged">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SpecializeExtentsPass : Pass<"reduce-specialize-extents"> {
  let summary = "Specialize reductions of rows of unknown length for short rows";
  let description = [{
    Code for short rows is fast only if their length is known at compile time; longer
    ones can be read in pieces at positions that are computed at run time. A
    reduction of the innermost dimension, before which one is kept, becomes an
    `scf.index_switch` over its extent if that extent is dynamic and the combiner may be
    reassociated. There is one version for each of the `lengths` and one for all others. A
    reduction of slices with gaps is left: their rows are reduced one by one.

    Example:

    ```mlir
    func.func @rows(%data: tensor<?x?xi32>, %init: tensor<?xi32>) -> tensor<?xi32> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<?x?xi32>) outs(%init : tensor<?xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %1 = arith.minsi %accumulator, %element : i32
        linalg.yield %1 : i32
      } -> tensor<?xi32>
      return %0 : tensor<?xi32>
    }
    ```

    The version for rows of 4 elements reads a `tensor<?x4xi32>`.
  }];
  let options = [
    ListOption<"lengths", "lengths", "int64_t",
               "Lengths of rows that get a version of their own (default: 1 to 8, "
               "and for elements of 8 bits 1 to 16)">
  ];
  let statistics = [
    Statistic<"numSpecialized", "num-specialized",
              "Number of reductions specialized">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def SpecializeUnitExtentsPass : Pass<"reduce-specialize-unit-extents"> {
  let summary = "Specialize reductions for extents of 1 that are known only at run time";
  let description = [{
    A dimension of extent 1 separates two others that could be one, and as the innermost
    dimension it makes vectors of one element. `-reduce-collapse-dims` drops it if the
    extent is known at compile time. If not, this pass divides a reduction into versions:
    an `scf.if` tests whether a dynamic extent is 1. It tests up to three of the
    innermost dimensions, of alternating kinds, and of at most three dimensions, in the
    version for an extent of 1, those that are then the innermost. Of five dimensions, it
    tests all: the versions for an extent of 1 inside have three dimensions, and share
    their code (`-reduce-outline-kernels`), and without the outermost one, four can be
    reduced in stages (`-reduce-inner-first`). Otherwise, a kept outermost dimension of
    extent 1 costs nothing. Reductions with more than five dimensions of alternating kinds
    are left: they have much code.

    Example: of an unknown number of channels that may be 1

    ```mlir
    func.func @channels(%data: tensor<?x?x?xi32>, %init: tensor<?x?xi32>) -> tensor<?x?xi32> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>],
          iterator_types = ["parallel", "reduction", "parallel"]}
          ins(%data : tensor<?x?x?xi32>) outs(%init : tensor<?x?xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %1 = arith.minsi %accumulator, %element : i32
        linalg.yield %1 : i32
      } -> tensor<?x?xi32>
      return %0 : tensor<?x?xi32>
    }
    ```

    the versions reduce a `tensor<?x?x1xi32>`, a `tensor<?x1x?xi32>` and a
    `tensor<?x?x?xi32>`. `-canonicalize` then infers what the other tensors of a version
    have of its extents.
  }];
  let statistics = [
    Statistic<"numSpecialized", "num-specialized",
              "Number of reductions specialized">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def OutlineKernelsPass : Pass<"reduce-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Make equal computations share one function";
  let description = [{
    Makes a private function, a kernel, of each kind of computation that occurs often
    or in a large function. A computation is a reduction with its fills and the
    elementwise operation after it, or an elementwise operation alone. Two are of the
    same kind if their operations, types and attributes are equal and their functions
    have the same `reduce.layout`. A `reduce.call_kernel` replaces each occurrence. So
    code and compile time grow with the number of kinds, and LLVM, many of whose
    passes take superlinear time in the size of a function, gets small ones.

    Kernels have internal linkage and are not inlined. They have the `reduce.layout`
    of the functions that call them, so that the tensors they take are not copied.

    A kind stays where it is if it occurs fewer than `min-uses` times in the module,
    and only in functions with at most `max-inline` computations. A version for rows that
    are spread (`-reduce-specialize-spread-rows`) need not occur so often. An operation in a
    loop or branch stays without `versions`, as does one that reads a tensor whose layout
    may not be that of an argument, such as most slices. It also stays if its results are parts
    of a tensor, except a single row: a kernel writes that to its place. A reduction stays
    if it does not start with constants.

    With `versions`, a kernel can take a slice of whole rows that are next to each other: it
    has the slice's source, the first row and the number of rows as arguments. A call for a
    whole tensor passes 0 and the number of all its rows. The kernel carries
    `reduce.reads_slices`, so that `-reduce-vectorize` chooses loops by the size of the source.

    Example: with `min-uses=2`, this function

    <!-- RUN: reduce-opt %s -reduce-outline-kernels=min-uses=2 | diff -B - <(reduce-opt %next) -->
    ```mlir
    #map = affine_map<(d0, d1) -> (d0, d1)>
    #map1 = affine_map<(d0, d1) -> (d0)>
    func.func @two(%a: tensor<?x8xi32>, %b: tensor<?x8xi32>, %rows: index) -> (tensor<?xi32>, tensor<?xi32>) {
      %max = arith.constant 2147483647 : i32
      %empty = tensor.empty(%rows) : tensor<?xi32>
      %init = linalg.fill ins(%max : i32) outs(%empty : tensor<?xi32>) -> tensor<?xi32>
      %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]}
          ins(%a : tensor<?x8xi32>) outs(%init : tensor<?xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %min = arith.minsi %element, %accumulator : i32
        linalg.yield %min : i32
      } -> tensor<?xi32>
      %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]}
          ins(%b : tensor<?x8xi32>) outs(%init : tensor<?xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %min = arith.minsi %element, %accumulator : i32
        linalg.yield %min : i32
      } -> tensor<?xi32>
      return %0, %1 : tensor<?xi32>, tensor<?xi32>
    }
    ```

    becomes

    ```mlir
    #map = affine_map<(d0, d1) -> (d0, d1)>
    #map1 = affine_map<(d0, d1) -> (d0)>
    func.func @two(%a: tensor<?x8xi32>, %b: tensor<?x8xi32>, %rows: index) -> (tensor<?xi32>, tensor<?xi32>) {
      %max = arith.constant 2147483647 : i32
      %empty = tensor.empty(%rows) : tensor<?xi32>
      %0 = reduce.call_kernel @reduce.kernel ins(%a : tensor<?x8xi32>) outs(%empty : tensor<?xi32>) -> tensor<?xi32>
      %1 = reduce.call_kernel @reduce.kernel ins(%b : tensor<?x8xi32>) outs(%empty : tensor<?xi32>) -> tensor<?xi32>
      return %0, %1 : tensor<?xi32>, tensor<?xi32>
    }
    func.func private @reduce.kernel(%data: tensor<?x8xi32>) -> tensor<?xi32> attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} {
      %max = arith.constant 2147483647 : i32
      %zero = arith.constant 0 : index
      %rows = tensor.dim %data, %zero : tensor<?x8xi32>
      %empty = tensor.empty(%rows) : tensor<?xi32>
      %init = linalg.fill ins(%max : i32) outs(%empty : tensor<?xi32>) -> tensor<?xi32>
      %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<?x8xi32>) outs(%init : tensor<?xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %min = arith.minsi %element, %accumulator : i32
        linalg.yield %min : i32
      } -> tensor<?xi32>
      return %0 : tensor<?xi32>
    }
    ```
  }];
  let options = [
    Option<"minUses", "min-uses", "unsigned", /*default=*/"4",
           "How often a computation must occur in the module">,
    Option<"maxInline", "max-inline", "unsigned", /*default=*/"8",
           "The largest number of computations in a function that keeps those that "
           "occur less often">,
    Option<"versions", "versions", "bool", /*default=*/"false",
           "Consider only reductions with unknown extents, but also in loops and "
           "branches, where earlier passes have made versions of them">
  ];
  let statistics = [
    Statistic<"numKernels", "num-kernels", "Number of kernels">,
    Statistic<"numCalls", "num-calls", "Number of calls of kernels">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::reduce::ReduceDialect",
                           "::mlir::tensor::TensorDialect"];
}

def InferShapesPass : Pass<"reduce-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "Refine the types of reductions and of function results";
  let description = [{
    Gives the result of each reduction, and of each `tensor.cast`, the most precise
    type that follows from the operands and from its current type. Casts that only
    drop static sizes are removed. Other operations still get operands of their
    original types, through a `tensor.cast`. The result types of a function become
    the refined types, unless the function is used in the module.

    Example:

    ```mlir
    func.func @refine(%data: tensor<3x?xf32>) -> tensor<*xf32> {
      %unknown = tensor.cast %data : tensor<3x?xf32> to tensor<*xf32>
      %rows = reduce.min %unknown axes = [1] : tensor<*xf32> -> tensor<*xf32>
      return %rows : tensor<*xf32>
    }
    ```

    becomes

    ```mlir
    func.func @refined(%data: tensor<3x?xf32>) -> tensor<3xf32> {
      %rows = reduce.min %data axes = [1] : tensor<3x?xf32> -> tensor<3xf32>
      return %rows : tensor<3xf32>
    }
    ```

    If a type contradicts what follows from the operands, the operation keeps its
    types.
  }];
  let statistics = [
    Statistic<"numRefined", "num-refined",
              "Number of results whose type was refined">,
    Statistic<"numCastsErased", "num-casts-erased", "Number of casts erased">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

#endif // REDUCE_TRANSFORMS_PASSES_TD
