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

def Reduce_CombinerAttr : AttrDef<Reduce_Dialect, "Combiner"> {
  let mnemonic = "combiner";
  let summary = "The operator of a reduction, without the reduction";
  let description = [{
    The operator of a reduction by its name: the operation, the type of the
    elements that it reduces, with its signedness, and the operation's own
    attributes.

    `-convert-reduce-to-linalg=name-combiners` makes it the attribute `reduce.combiner` of the
    operation that combines in the body of a `linalg.generic`: the one whose
    result is yielded first. There, passes that rewrite the loops leave it where
    it is. It says what the body alone does not: whether elements may be combined
    in any order, what leaves a state as it is, and in which other form loops may
    accumulate. What accumulates for an element is what the body says, so that
    elementwise operations may join it. Where the body combines in another way
    than the attribute says, passes go by the body.

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
    /// Returns the operator; null where the operation is not registered.
    ::std::unique_ptr<::mlir::reduce::Combiner> getCombiner() const;
  }];
}

#endif // REDUCE_IR_REDUCEATTRIBUTES_TD
