//===- Passes.td - Conversions from and to other dialects --*- tablegen -*-===//
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
  let summary = "Convert reductions of TOSA to the reduce dialect";
  let description = [{
    Converts `tosa.reduce_min`, `tosa.reduce_product` and `tosa.reduce_all` (the
    minimum of bools). A chain of them, along one axis each, becomes one reduction.
    A `tosa.reshape` that only drops the reduced dimensions is absorbed.

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

    With the NaN mode `IGNORE`, the minimum of nothing but NaNs is NaN in TOSA and
    the identity in `reduce.min`. Therefore a second reduction finds such results,
    and a `linalg.generic` replaces them by NaN. Neither is needed if the result
    goes to a `tosa.minimum` with +inf that ignores NaN: it gives the identity, too.

    An operation that does not match is left unchanged, and a missed remark of the
    category `convert-tosa-to-reduce` gives the reason.
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
  let summary = "Convert reductions of StableHLO to the reduce dialect";
  let description = [{
    Converts each `stablehlo.reduce` of one tensor whose body is one
    `stablehlo.minimum` or `stablehlo.multiply`, or `stablehlo.and` for bools.
    Operations are matched by name, so StableHLO need not be registered: its generic
    form can be read with `--allow-unregistered-dialect`.

    Example: this function (with the reduction as printed by
    `stablehlo-opt --mlir-print-op-generic`)

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

    An initial value that is a constant and the identity is dropped. Any other is
    combined with the result by a `linalg.generic`.

    An operation that does not match is left unchanged, and a missed remark of the
    category `convert-stablehlo-to-reduce` gives the reason.
  }];
  let options = [
    Option<"keepZeroOrder", "keep-zero-order", "bool", /*default=*/"false",
           "Do not convert minima of floating-point numbers. They order -0.0 "
           "before +0.0, while reduce.min may return either zero">,
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
  let summary = "Raise reductions of linalg to the reduce dialect";
  let description = [{
    Raises each `linalg.reduce` and each `linalg.generic` on tensors that has

    - one input. Each of its elements is read once, with the dimensions in any
      order,
    - one result that is used,
    - and a body that ends in one of these operations, with its operands in any
      order:

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

    Operations in the body that compute the element to combine, such as
    `arith.extf`, become an elementwise `linalg.generic`. If the result is written at
    index 0 in the reduced dimensions, the reduction has `keepdims`. A minimum that
    also returns its index is raised only if the index is not used.

    An init tensor that `linalg.fill`, `linalg.broadcast`, `tensor.splat` or
    `tensor.insert` fills with the identity is dropped. Any other is combined with
    the result by a `linalg.generic`; with `strict_order`, such a reduction is not
    raised. If the output has the kept dimensions in another order than the input, a
    `linalg.transpose` of the result follows. If `arith.minnumf` starts from NaN or
    from an unknown value, a second reduction finds results of nothing but NaNs, as
    in `-convert-tosa-to-reduce`.

    An operation that does not match is left unchanged, and a missed remark of the
    category `raise-linalg-to-reduce` gives the reason.
  }];
  let options = [
    Option<"keepZeroOrder", "keep-zero-order", "bool", /*default=*/"false",
           "Do not raise minima of floating-point numbers without the fast-math "
           "flag nsz. They order -0.0 before +0.0, while reduce.min may return "
           "either zero">,
    Option<"allowReassociation", "allow-reassociation", "bool",
           /*default=*/"false",
           "Allow any order for products of floating-point numbers without the "
           "fast-math flag reassoc. Otherwise they get strict_order, which keeps "
           "the result bit for bit, and are not vectorized">,
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
  let summary = "Convert reductions to TOSA";
  let description = [{
    Converts each reduction that TOSA can express to a chain of TOSA's reductions,
    one along each axis. Without `keepdims`, a `tosa.reshape` then drops the reduced
    dimensions.

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

    Supported are minima of `f16`, `bf16`, `f32`, signless integers of 8 to 64 bits
    (64 bits are an extension of TOSA 1.1) and bools, and products of `f32`. With
    `nan_mode = ignore` a `tosa.minimum` with +inf follows, since TOSA gives NaN for
    the minimum of nothing but NaNs.

    A reduction that TOSA cannot express is left unchanged, and a missed remark of
    the category `convert-reduce-to-tosa` gives the reason. These are reductions with

    - axes that are an operand,
    - reduced sizes that are not known,
    - kept sizes that are not known, without `keepdims`: the reshape needs them,
    - sizes of 0, or tensors of rank 0,
    - `strict_order`,
    - other element types,
    - and products of `f16` and `bf16`, which the reduce dialect rounds only once.
  }];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of operations converted">,
    Statistic<"numLeft", "num-left", "Number of reductions left as they were">
  ];
  let dependentDialects = ["::mlir::tosa::TosaDialect"];
}

#endif // REDUCE_CONVERSION_DIALECTS_PASSES_TD
