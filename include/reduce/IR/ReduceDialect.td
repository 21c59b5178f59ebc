//===- ReduceDialect.td - The reduce dialect ---------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEDIALECT_TD
#define REDUCE_IR_REDUCEDIALECT_TD

include "mlir/IR/OpBase.td"

def Reduce_Dialect : Dialect {
  let name = "reduce";
  let cppNamespace = "::mlir::reduce";
  let summary = "Reductions of tensors along axes, as ONNX and OpenVINO define them";
  let description = [{
    An operation of this dialect takes a tensor and a list of axes. It combines
    the elements along these axes with one associative operator, starting from
    the operator's identity. The dialect is the level between model formats, which
    say *which* reduction to compute, and `linalg.generic`, which says *how* its
    loops run:

    ```mlir
    func.func @columns(%data: tensor<3x2x2xf32>) -> tensor<3x1x2xf32> {
      %min = reduce.min %data axes = [1] keepdims
          : tensor<3x2x2xf32> -> tensor<3x1x2xf32>
      return %min : tensor<3x1x2xf32>
    }
    ```

    Operations are pure, work on values, and do not depend on memory, vectors or a
    target.

    #### Attributes of other operations

    Importers record what a model states in addition to its types in attributes of
    the function and of its arguments and results:

    - `reduce.name` (string): the name that the model gives to a graph (on the
      function) or to a graph input or output (on an argument or result), if the
      MLIR function or value cannot have that name itself.
    - `reduce.dim_params` (array of strings, one per dimension of the tensor):
      the names of symbolic dimensions; the empty string for any other
      dimension. In each call, dimensions with the same name must have the same
      size.
    - `reduce.element_type` (type): the original element type of an argument or
      result whose tensor was converted to a signless element type. It is an
      unsigned integer type, or `i1`, which is stored as `i8`.
    - `reduce.layout` (a `#reduce.layout`): set on a function whose tensors need not be
      contiguous. The attribute is internal: passes set it, and `-reduce-verify-input`
      rejects it in the input.

    On a module, `reduce.vector_target` describes the machine's vector instructions;
    it is a `#reduce.vector_target`. `reduce.tuned_choices` has the fastest way found to
    vectorize each of some reductions; it is a dictionary of `#reduce.tuned_choice`.

    Ranks, such as the processes of an MPI communicator, may share the tensors of a
    function (see `-reduce-shard-functions`):

    - `reduce.grid` (a `#reduce.grid`, on a module): the grid of the ranks. On a
      function it states that the types are those of one rank's shards; only passes
      set it there.
    - `reduce.sharding` (a `#reduce.sharding`): how the ranks share an argument or
      result.

    In the body of a `linalg.generic`, the operation that combines two elements may
    carry `reduce.combiner`: the operator of the reduction, a `#reduce.combiner`.

    `reduce.bf16_nan` (unit), on an `arith.truncf` from f32 to bf16, states that NaN among
    its operands have zeros in the lower halves of their bits, as those that are extended
    bf16 or products of such have. Rounding then needs no test for NaN.
    `-reduce-vectorize` sets it, and on other operations it means nothing.

    `reduce.spread_rows` (unit), on a `linalg.generic` that reduces rows of unknown length,
    states that the last cache does not have the input, and that the machine reads rows of
    this length faster side by side, in several places. `-reduce-specialize-spread-rows`
    sets it. The reduction has no versions for short rows then, and becomes a function of
    its own. On other operations it means nothing.

    `reduce.reads_slices` (unit), on a function, states that it reads slices of its
    arguments, and that other calls read the rest of them. So the size of the argument, not of
    the slice, says which cache has it. `-reduce-outline-kernels` sets it. On other operations
    it means nothing.

    `reduce.immediate` (an i32), on an `llvm.call_intrinsic`, repeats the operand that must be
    a constant in LLVM IR. `-reduce-expand-vector-extrema` sets it: of two blocks whose
    operations differ in operands only, MLIR's greedy rewriter makes one, and these operands
    its arguments. It does not merge blocks whose operations have other attributes. So the
    attribute remains in the LLVM dialect. On other operations it means nothing.

    ```mlir
    func.func @batch(%arg0: tensor<?x2xf32> {reduce.name = "data:0",
                                             reduce.dim_params = ["N", ""]})
        -> (tensor<?xf32> {reduce.name = "out", reduce.dim_params = ["N"]})
        attributes {reduce.name = "my graph"} {
      %min = reduce.min %arg0 axes = [1] : tensor<?x2xf32> -> tensor<?xf32>
      return %min : tensor<?xf32>
    }

    func.func private @lowered(%arg0: tensor<4xi32> {reduce.element_type = ui32})
        -> (tensor<4xi32> {reduce.element_type = ui32})
        attributes {reduce.layout = #reduce.layout<strided>} {
      return %arg0 : tensor<4xi32>
    }
    ```
  }];

  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
  let discardableAttrs = (ins "::mlir::StringAttr":$name,
                              "::mlir::ArrayAttr":$dim_params,
                              "::mlir::TypeAttr":$element_type,
                              "::mlir::Attribute":$layout,
                              "::mlir::Attribute":$combiner,
                              "::mlir::UnitAttr":$bf16_nan,
                              "::mlir::IntegerAttr":$immediate,
                              "::mlir::Attribute":$grid,
                              "::mlir::Attribute":$sharding,
                              "::mlir::UnitAttr":$reads_slices,
                              "::mlir::UnitAttr":$spread_rows,
                              "::mlir::DictionaryAttr":$tuned_choices,
                              "::mlir::Attribute":$vector_target);
  let useDefaultAttributePrinterParser = 1;
  let hasCanonicalizer = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

#endif // REDUCE_IR_REDUCEDIALECT_TD
