//===- Passes.td - From and to dialects of others ----------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_CONVERSION_DIALECTS_PASSES_TD
#define REDUCE_CONVERSION_DIALECTS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTosaToReducePass : Pass<"convert-tosa-to-reduce"> {
  let summary = "Convert reductions of TOSA to reductions";
  let description = [{
    Converts `tosa.reduce_min`, `tosa.reduce_product` and `tosa.reduce_all` (the
    minimum of bools). A chain of them along one axis each becomes one reduction,
    and a `tosa.reshape` that only drops the reduced dimensions goes into it.

    Example: this function

    <!-- RUN: diff <(reduce-opt %s --convert-tosa-to-reduce) <(reduce-opt %next) -->
    ```mlir
    func.func @min(%data: tensor<4x3x2xf32>) -> tensor<4xf32> {
      %0 = tosa.reduce_min %data {axis = 2 : i32} : (tensor<4x3x2xf32>) -> tensor<4x3x1xf32>
      %1 = tosa.reduce_min %0 {axis = 1 : i32} : (tensor<4x3x1xf32>) -> tensor<4x1x1xf32>
      %shape = tosa.const_shape {values = dense<4> : tensor<1xindex>} : () -> !tosa.shape<1>
      %2 = tosa.reshape %1, %shape : (tensor<4x1x1xf32>, !tosa.shape<1>) -> tensor<4xf32>
      return %2 : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @min(%data: tensor<4x3x2xf32>) -> tensor<4xf32> {
      %min = reduce.min %data axes = [1, 2] : tensor<4x3x2xf32> -> tensor<4xf32>
      return %min : tensor<4xf32>
    }
    ```

    With the NaN mode `IGNORE`, TOSA gives NaN where there is nothing but NaN, and
    `reduce.min` the identity. So a second reduction looks for such places, and a
    `linalg.generic` puts the NaN there; unless a `tosa.minimum` with +inf, which
    ignores NaN, makes it the identity.

    What does not match stays as it was, and a missed remark of the category
    `convert-tosa-to-reduce` says why.
  }];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of operations converted">,
    Statistic<"numLeft", "num-left", "Number of reductions left as they were">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::reduce::ReduceDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::tosa::TosaDialect"];
}

def ConvertStableHLOToReducePass : Pass<"convert-stablehlo-to-reduce"> {
  let summary = "Convert reductions of StableHLO to reductions";
  let description = [{
    Converts each `stablehlo.reduce` of one tensor whose body is one
    `stablehlo.minimum`, `stablehlo.multiply`, or, of bools, `stablehlo.and`.
    Operations are known by their names, so that StableHLO need not be registered:
    what it prints in its generic form can be read with
    `--allow-unregistered-dialect`.

    Example: this function (as `stablehlo-opt --mlir-print-op-generic` writes the
    reduction)

    <!-- RUN: diff <(reduce-opt %s --allow-unregistered-dialect --convert-stablehlo-to-reduce) <(reduce-opt %next) -->
    ```mlir
    func.func @min(%data: tensor<3x2xf32>) -> tensor<3xf32> {
      %init = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
      %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 1>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = "stablehlo.minimum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%1) : (tensor<f32>) -> ()
      }) : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }
    ```

    becomes

    ```mlir
    func.func @min(%data: tensor<3x2xf32>) -> tensor<3xf32> {
      %min = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
      return %min : tensor<3xf32>
    }
    ```

    An init that is the identity, a constant, is dropped. Any other is combined
    with the result by a `linalg.generic`.

    What does not match stays as it was, and a missed remark of the category
    `convert-stablehlo-to-reduce` says why.
  }];
  let options = [
    Option<"keepZeroOrder", "keep-zero-order", "bool", /*default=*/"false",
           "Leave minima of floating-point numbers alone. They order -0.0 before "
           "+0.0, while reduce.min may return either zero">,
  ];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of operations converted">,
    Statistic<"numLeft", "num-left", "Number of reductions left as they were">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::reduce::ReduceDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RaiseLinalgToReducePass : Pass<"raise-linalg-to-reduce"> {
  let summary = "Raise reductions of linalg to reductions";
  let description = [{
    Raises each `linalg.reduce` and each `linalg.generic` on tensors that has one
    input, read once in any order of its dimensions, one result that is used, and
    a body that ends in one of these operations, with its operands in any order:

    | operation | reduction | of |
    |---|---|---|
    | `arith.minimumf` | `reduce.min` | floats |
    | `arith.minnumf` | `reduce.min` with `nan_mode = ignore` | floats |
    | `arith.minsi` | `reduce.min` | integers |
    | `arith.minui` | `reduce.min` of unsigned integers | integers, `i1` |
    | `arith.andi`, `arith.muli` | `reduce.min` of bools | `i1` |
    | `arith.muli` | `reduce.prod` | integers |
    | `arith.mulf` with `reassoc`, or `allow-reassociation` | `reduce.prod` | floats |
    | `arith.mulf` | `reduce.prod` with `strict_order` | `f32`, `f64` |

    Example: this function

    <!-- RUN: diff <(reduce-opt %s --raise-linalg-to-reduce) <(reduce-opt %next) -->
    ```mlir
    func.func @min(%data: tensor<3x2xf32>) -> tensor<3xf32> {
      %identity = arith.constant 0x7F800000 : f32
      %empty = tensor.empty() : tensor<3xf32>
      %fill = linalg.fill ins(%identity : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
      %reduced = linalg.reduce { arith.minimumf }
          ins(%data : tensor<3x2xf32>) outs(%fill : tensor<3xf32>) dimensions = [1]
      return %reduced : tensor<3xf32>
    }
    ```

    becomes

    ```mlir
    func.func @min(%data: tensor<3x2xf32>) -> tensor<3xf32> {
      %min = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
      return %min : tensor<3xf32>
    }
    ```

    What the body makes of an element before, as `arith.extf`, becomes an
    elementwise `linalg.generic`. Results that are written at 0 in the dimensions
    that are reduced are those of `keepdims`. Of the results of a minimum with its
    index only the minimum may be used.

    An init that is filled with the identity is dropped, whether by `linalg.fill`,
    `linalg.broadcast`, `tensor.splat` or `tensor.insert`. Any other is combined
    with the result by a `linalg.generic`; where the order is strict, such a
    reduction stays. Kept dimensions in another order than the input's are
    brought into it by a `linalg.transpose`. Where `arith.minnumf` starts from a
    NaN, or from what is not known, a second reduction looks for elements that
    are NaN alone, as in `-convert-tosa-to-reduce`.

    What does not match stays as it was, and a missed remark of the category
    `raise-linalg-to-reduce` says why.
  }];
  let options = [
    Option<"keepZeroOrder", "keep-zero-order", "bool", /*default=*/"false",
           "Leave minima of floating-point numbers alone where they lack the "
           "fast-math flag nsz. They order -0.0 before +0.0, while reduce.min may "
           "return either zero">,
    Option<"allowReassociation", "allow-reassociation", "bool",
           /*default=*/"false",
           "Take products of floating-point numbers without the fast-math flag "
           "reassoc for ones in any order. Else they become strict_order, which "
           "keeps each bit, and are not vectorized">,
  ];
  let statistics = [
    Statistic<"numRaised", "num-raised", "Number of operations raised">,
    Statistic<"numLeft", "num-left", "Number of reductions left as they were">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::reduce::ReduceDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertReduceToTosaPass : Pass<"convert-reduce-to-tosa"> {
  let summary = "Convert reductions to those of TOSA";
  let description = [{
    Converts each reduction that TOSA can say to a chain of TOSA's reductions, one
    along each axis, and, without `keepdims`, a `tosa.reshape` that drops them.

    Example: this function

    <!-- RUN: diff <(reduce-opt %s --convert-reduce-to-tosa) <(reduce-opt %next) -->
    ```mlir
    func.func @min(%data: tensor<3x2xf32>) -> tensor<3xf32> {
      %min = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
      return %min : tensor<3xf32>
    }
    ```

    becomes

    ```mlir
    func.func @min(%data: tensor<3x2xf32>) -> tensor<3xf32> {
      %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<3x2xf32>) -> tensor<3x1xf32>
      %shape = tosa.const_shape {values = dense<3> : tensor<1xindex>} : () -> !tosa.shape<1>
      %1 = tosa.reshape %0, %shape : (tensor<3x1xf32>, !tosa.shape<1>) -> tensor<3xf32>
      return %1 : tensor<3xf32>
    }
    ```

    Minima of `f16`, `bf16`, `f32`, signless integers of 8 to 64 bits (64 are an
    extension of TOSA 1.1), and bools are said, and products of `f32`. With
    `nan_mode = ignore` a `tosa.minimum` with +inf follows, since TOSA gives NaN
    where there is nothing but NaN.

    What TOSA cannot say stays as it was, and a missed remark of the category
    `convert-reduce-to-tosa` says why: axes that are an operand, reduced sizes
    that are not known, kept ones without `keepdims`, which a reshape would have to
    tell, sizes of 0, tensors of rank 0, `strict_order`, other element types, and
    products of `f16` and `bf16`, which are rounded once here.
  }];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of operations converted">,
    Statistic<"numLeft", "num-left", "Number of reductions left as they were">
  ];
  let dependentDialects = ["::mlir::tosa::TosaDialect"];
}

#endif // REDUCE_CONVERSION_DIALECTS_PASSES_TD
