//===- ReduceOps.td - Operations of the reduce dialect -----*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEOPS_TD
#define REDUCE_IR_REDUCEOPS_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "reduce/IR/ReduceDialect.td"
include "reduce/IR/ReduceInterfaces.td"

/// The element types of the specification. A signless integer is a signed one,
/// i1 is bool.
def Reduce_ElementType : AnyTypeOf<[
  F16, BF16, F32, F64, I1, I8, I16, I32, I64, UI8, UI16, UI32, UI64]>;

def Reduce_Tensor : RankedTensorOf<[Reduce_ElementType]>;

/// A reduction `reduce.mnemonic` whose operator is the C++ struct `combiner` of
/// reduce/IR/Combiners.h.
class Reduce_ReductionOp<string mnemonic, string combiner>
    : Op<Reduce_Dialect, mnemonic, [
        Pure,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
        // Ahead of InferTypeOpInterface: its verifier names the wrong value,
        // where inference could only say that it failed.
        DeclareOpInterfaceMethods<ReductionOpInterface,
                                  ["getIdentity", "buildCombiner"]>,
        InferTypeOpAdaptorWithIsCompatible]> {
  let arguments = (ins
    Arg<Reduce_Tensor, "the tensor to reduce">:$input,
    DenseI64ArrayAttr:$axes,
    UnitAttr:$keepdims);
  let results = (outs Res<Reduce_Tensor, "the reduced tensor">:$result);

  let assemblyFormat = [{
    $input `axes` `=` $axes (`keepdims` $keepdims^)? attr-dict
    `:` type($input) `->` type($result)
  }];

  let extraClassDefinition = [{
    ::mlir::TypedAttr $cppClass::getIdentity(::mlir::Type elementType) {
      return }] # combiner # [{::identity(elementType);
    }
    ::mlir::Value $cppClass::buildCombiner(
        ::mlir::OpBuilder &builder, ::mlir::Location loc,
        ::mlir::Value accumulator, ::mlir::Value element) {
      return }] # combiner # [{::combine(builder, loc, accumulator, element);
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location> location,
        Adaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferredReturnTypes) {
      return ::mlir::reduce::inferReductionReturnTypes(
          location, adaptor.getInput().getType(), adaptor.getAxes(),
          adaptor.getKeepdims(), inferredReturnTypes);
    }
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange declared) {
      return ::mlir::reduce::areCompatibleReductionTypes(inferred.front(),
                                                         declared.front());
    }
    void $cppClass::getAsmResultNames(
        ::mlir::OpAsmSetValueNameFn setNameFn) {
      setNameFn(getResult(), getOperationName().rsplit('.').second);
    }
  }];
}

def Reduce_MinOp : Reduce_ReductionOp<"min", "::mlir::reduce::MinCombiner"> {
  let summary = "Minimum of the elements along axes";
  let description = [{
    Reduces the dimensions named by `axes` to their minimum. With `keepdims` a
    reduced dimension stays in the result with size 1; without, it is dropped.

    Example:

    ```mlir
    func.func @min(%data: tensor<3x2x2xf32>) -> (tensor<3x1x2xf32>, tensor<2xf32>) {
      %kept = reduce.min %data axes = [1] keepdims
          : tensor<3x2x2xf32> -> tensor<3x1x2xf32>
      %dropped = reduce.min %data axes = [0, -1]
          : tensor<3x2x2xf32> -> tensor<2xf32>
      return %kept, %dropped : tensor<3x1x2xf32>, tensor<2xf32>
    }
    ```

    Conditions and meaning:

    - Each axis lies in [-r, r-1] for an input of rank r, and names a dimension
      that no other axis names. An empty list reduces nothing: the result is the
      input.
    - A NaN among the reduced elements makes the result NaN; which NaN is not
      specified. Of -0.0 and +0.0 either may be the minimum.
    - A signless integer is compared as signed, `i1` with false < true.
    - An empty set (a reduced dimension of size 0) gives the identity: +inf,
      the integer type's maximum, or true.
  }];
}

def Reduce_ProdOp : Reduce_ReductionOp<"prod", "::mlir::reduce::ProdCombiner"> {
  let summary = "Product of the elements along axes";
  let description = [{
    Reduces the dimensions named by `axes` to their product. With `keepdims` a
    reduced dimension stays in the result with size 1; without, it is dropped.

    Example:

    ```mlir
    func.func @prod(%data: tensor<3x2x2xi32>) -> tensor<i32> {
      %prod = reduce.prod %data axes = [0, 1, 2] : tensor<3x2x2xi32> -> tensor<i32>
      return %prod : tensor<i32>
    }
    ```

    Conditions and meaning:

    - Axes are as in `reduce.min`.
    - Integer products wrap modulo 2^n.
    - Floating-point factors may be multiplied in any order, so intermediate
      overflow, underflow and rounding may differ from the sequential product. A
      NaN factor makes the result NaN.
    - An empty set gives the identity, 1.
  }];
}

#endif // REDUCE_IR_REDUCEOPS_TD
