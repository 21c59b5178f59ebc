//===- ReduceOps.td - Operations of the reduce dialect -----*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEOPS_TD
#define REDUCE_IR_REDUCEOPS_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "reduce/IR/ReduceDialect.td"
include "reduce/IR/ReduceInterfaces.td"

/// The element types of the specification. A signless integer is a signed one,
/// i1 is bool.
def Reduce_ElementType : AnyTypeOf<[
  F16, BF16, F32, F64, I1, I8, I16, I32, I64, UI8, UI16, UI32, UI64]>;

def Reduce_Tensor : TensorOf<[Reduce_ElementType]>;

/// As above without bool.
def Reduce_NumericTensor : TensorOf<[
  F16, BF16, F32, F64, I8, I16, I32, I64, UI8, UI16, UI32, UI64]>;

def Reduce_AxisType : AnyTypeOf<[I8, I16, I32, I64, UI8, UI16, UI32, UI64]>;

/// Axes that are computed at run time: a list, or one axis.
def Reduce_AxesTensor : AnyTypeOf<[0DTensorOf<[Reduce_AxisType]>,
                                   1DTensorOf<[Reduce_AxisType]>]>;

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

/// A reduction `reduce.mnemonic` of `tensor`s, whose operator is the C++ class
/// `combiner` of reduce/IR/Combiners.h; it is made from the element type and
/// `option`, an accessor of the operation. `options` are the operator's own
/// attributes, `optionsFormat` is how they are written.
class Reduce_ReductionOp<string mnemonic, Type tensor, string combiner,
                         string option, dag options, string optionsFormat>
    : Op<Reduce_Dialect, mnemonic, [
        Pure,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
        // Ahead of InferTypeOpInterface: its verifier names the wrong value,
        // where inference could only say that it failed.
        DeclareOpInterfaceMethods<ReductionOpInterface, ["getCombiner"]>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>,
        InferTypeOpAdaptorWithIsCompatible]> {
  let arguments = !con((ins
    Arg<tensor, "the tensor to reduce">:$input,
    Arg<Optional<Reduce_AxesTensor>, "axes computed at run time">:$dynamic_axes,
    OptionalAttr<DenseI64ArrayAttr>:$axes,
    UnitAttr:$keepdims,
    UnitAttr:$noop_with_empty_axes), options);
  let results = (outs Res<tensor, "the reduced tensor">:$result);

  let assemblyFormat = [{
    $input `axes` `=` custom<Axes>($dynamic_axes, $axes)
    (`keepdims` $keepdims^)? (`noop_with_empty_axes` $noop_with_empty_axes^)?
  }] # optionsFormat # [{
    attr-dict `:` type($input) (`,` type($dynamic_axes)^)? `->` type($result)
  }];

  let extraClassDefinition = [{
    ::std::unique_ptr<::mlir::reduce::Combiner> $cppClass::getCombiner() {
      return ::std::make_unique<}] # combiner # [{>(
          getInput().getType().getElementType(), }] # option # [{());
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location> location,
        Adaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferredReturnTypes) {
      return ::mlir::reduce::inferReductionReturnTypes(
          location, ::llvm::cast<::mlir::TensorType>(adaptor.getInput().getType()),
          ::mlir::reduce::ReductionAxes(adaptor.getAxes(),
                                        adaptor.getDynamicAxes(),
                                        adaptor.getNoopWithEmptyAxes()),
          adaptor.getKeepdims(), inferredReturnTypes);
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::mlir::reduce::reifyReductionShape(builder, *this, shapes);
    }
    bool $cppClass::isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                            ::mlir::TypeRange declared) {
      return ::mlir::reduce::areCompatibleReductionTypes(inferred[0],
                                                         declared[0]);
    }
    void $cppClass::getAsmResultNames(
        ::mlir::OpAsmSetValueNameFn setNameFn) {
      setNameFn(getResult(), getOperationName().rsplit('.').second);
    }
  }];
}

def Reduce_MinOp : Reduce_ReductionOp<
    "min", Reduce_Tensor, "::mlir::reduce::MinCombiner", "getNanMode",
    (ins DefaultValuedAttr<Reduce_NanModeAttr,
                           "::mlir::reduce::NanMode::Propagate">:$nan_mode),
    "(`nan_mode` `=` $nan_mode^)?"> {
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

    func.func @axes_at_run_time(%data: tensor<3x2x2xf32>, %axes: tensor<?xi64>)
        -> tensor<?x?x?xf32> {
      %min = reduce.min %data axes = %axes keepdims noop_with_empty_axes
          : tensor<3x2x2xf32>, tensor<?xi64> -> tensor<?x?x?xf32>
      return %min : tensor<?x?x?xf32>
    }
    ```

    Conditions and meaning:

    - Each axis lies in [-r, r-1] for an input of rank r, and names a dimension
      that no other axis names. An empty list reduces nothing: the result is the
      input.
    - Axes may be computed at run time, as an operand: a list of any integer
      type, or one axis. An empty list then reduces all dimensions, or, with
      `noop_with_empty_axes`, nothing. Without `keepdims` the number of axes
      decides the result's rank; where it is unknown while compiling, the
      declared rank tells which numbers are valid.
    - A NaN among the reduced elements makes the result NaN; which NaN is not
      specified. With `nan_mode = ignore` it is passed over. Of -0.0 and +0.0
      either may be the minimum.
    - A signless integer is compared as signed, `i1` with false < true.
    - An empty set (a reduced dimension of size 0) gives the identity: +inf,
      the integer type's maximum, or true.
  }];
}

def Reduce_ProdOp : Reduce_ReductionOp<
    "prod", Reduce_NumericTensor, "::mlir::reduce::ProdCombiner",
    "getStrictOrder", (ins UnitAttr:$strict_order),
    "(`strict_order` $strict_order^)?"> {
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

    func.func @strict(%data: tensor<3x2xf16>) -> tensor<3x1xf16> {
      %prod = reduce.prod %data axes = [1] keepdims strict_order
          : tensor<3x2xf16> -> tensor<3x1xf16>
      return %prod : tensor<3x1xf16>
    }
    ```

    Conditions and meaning:

    - Axes are as in `reduce.min`.
    - Integer products wrap modulo 2^n.
    - Floating-point factors may be multiplied in any order, so intermediate
      overflow, underflow and rounding may differ from the sequential product.
      With `strict_order` the result is the sequential one, in row-major order of
      the reduced elements. A NaN factor makes the result NaN.
    - Factors of `f16` and `bf16` are multiplied in `f32`, and the product is
      rounded once.
    - An empty set gives the identity, 1.
  }];
}

#endif // REDUCE_IR_REDUCEOPS_TD
