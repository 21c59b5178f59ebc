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
    Fuses elementwise linalg operations with each other, with reductions that read
    their results, and, as far as `-reduce-vectorize` computes them where a
    reduction ends, with each other behind a reduction. What it does is upstream's
    `-linalg-fuse-elementwise-ops`, without what would keep a reduction, or what
    follows it, from being vectorized:

    - An operation joins a reduction that reads its result, and that alone does, if
      it reads and writes tensors in the order of its loops. One that broadcasts or
      transposes its operands stays itself, as does what finishes another reduction.
    - What follows a reduction becomes one operation behind it if it reads the
      results, once or more, and writes its own in the order of its loops. It may
      read other tensors, too, each dimension by one of the loops, in their order:
      of the same shape, as a bias, or of fewer dimensions, down to a scalar. What
      produces these joins it, unless that transposes. Dimensions of size 1 between
      the two, as `keepdims` leaves, go behind it.
    - What reads a result in another order, or in more than one of its iterations, as
      what subtracts the minimum from each element of its row, stays itself. So does
      what has operands or results of `i1`, and what computes by `linalg.index` or by
      an operation that must not see padding, such as a division of integers.
    - An operation that stands for several, such as `linalg.softmax`, has them
      instead.

    In a function with linalg operations on tensors that have an encoding, all stays.
    `-reduce-vectorize` makes a remark on each operation that stays itself.

    Example: the squares join the reduction.

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

    Example: what scales the results, by one factor for all, and adds a bias

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

    becomes one operation, which `-reduce-vectorize` computes in the reduction's
    loops:

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
  let summary = "Make one choice for all reductions";
  let description = [{
    Gives each reduction that has an option the value that is asked for, whatever
    it had.

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
           "What minima do with NaN: propagate or ignore (default: as each says)">,
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
  let summary = "Collapse neighbouring dimensions of one kind";
  let description = [{
    Collapses each run of neighbouring loops of a `linalg.generic` reduction
    that are all parallel or all reduced into one loop, where every operand
    stores these dimensions next to each other. What is left alternates between
    the two kinds. The operation that `-reduce-vectorize` computes where the
    reduction ends is collapsed with it; where that operation broadcasts an operand
    along some of the dimensions, these stay apart from the others.

    Example: dimensions 0 and 1 are kept, 2 and 3 reduced.

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

    The loops become two, over 6 rows and 20 columns.
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
  let summary = "Give reductions of rows of unknown length versions for short ones";
  let description = [{
    Short rows are read fast where their length is known. So a reduction of the
    innermost dimension alone, if its extent is not known and its combiner may be
    reassociated, becomes an `scf.index_switch` over that extent, with a version
    for each of the `lengths` and one for all others.

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
               "Lengths of rows that have a version of their own; if none is "
               "named, 1 to 8, 16 and 32">
  ];
  let statistics = [
    Statistic<"numSpecialized", "num-specialized",
              "Number of reductions specialized">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def InferShapesPass : Pass<"reduce-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "Refine the types of reductions through functions";
  let description = [{
    Gives the result of each reduction, and of each `tensor.cast`, the best type
    that follows from the operands and from the type it has; casts that only
    forget what is known go away. An operation that is no reduction still gets
    the type it had, through a `tensor.cast`. The results of a function become
    those of its refined operations, unless the function is used in the module.

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

    Where a type contradicts what follows from the operands, the operation keeps
    the types it has.
  }];
  let statistics = [
    Statistic<"numRefined", "num-refined",
              "Number of results whose type was refined">,
    Statistic<"numCastsErased", "num-casts-erased", "Number of casts erased">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

#endif // REDUCE_TRANSFORMS_PASSES_TD
