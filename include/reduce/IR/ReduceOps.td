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
include "reduce/IR/ReduceAttributes.td"
include "reduce/IR/ReduceDialect.td"
include "reduce/IR/ReduceInterfaces.td"

/// The numeric element types of the specification. A signless integer is a
/// signed one.
def Reduce_NumericType : AnyTypeOf<[
  F16, BF16, F32, F64, I8, I16, I32, I64, UI8, UI16, UI32, UI64]> {
  let cppFunctionName = "isNumericElementType";
}

/// The element types of the specification: the numeric ones, and i1 for bool.
def Reduce_ElementType : AnyTypeOf<[
  F16, BF16, F32, F64, I1, I8, I16, I32, I64, UI8, UI16, UI32, UI64]> {
  let cppFunctionName = "isElementType";
}

def Reduce_AxisType : AnyTypeOf<[I8, I16, I32, I64, UI8, UI16, UI32, UI64]>;

/// Axes that are computed at run time: a list, or one axis.
def Reduce_AxesTensor : AnyTypeOf<[0DTensorOf<[Reduce_AxisType]>,
                                   1DTensorOf<[Reduce_AxisType]>]>;

/// A reduction `reduce.mnemonic` of tensors of `element`s to tensors of
/// `resultElement`s. Its operator is the C++ expression `combiner`, in terms of
/// `elementType` and of `options`, an adaptor that has the operator's own
/// attributes. `optionsFormat` is how these are written.
class Reduce_ReductionOp<string mnemonic, Type element, string combiner,
                         dag options, string optionsFormat,
                         Type resultElement = element>
    : Op<Reduce_Dialect, mnemonic, [
        NoMemoryEffect,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
        // Ahead of InferTypeOpInterface: its verifier names the wrong value,
        // where inference could only say that it failed.
        DeclareOpInterfaceMethods<ReductionOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>,
        InferTypeOpAdaptorWithIsCompatible]> {
  let arguments = !con((ins
    Arg<TensorOf<[element]>, "the tensor to reduce">:$input,
    Arg<Optional<Reduce_AxesTensor>, "axes computed at run time">:$dynamic_axes,
    OptionalAttr<DenseI64ArrayAttr>:$axes,
    UnitAttr:$keepdims,
    UnitAttr:$noop_with_empty_axes), options);
  let results = (outs Res<TensorOf<[resultElement]>, "the reduced tensor">:$result);

  let assemblyFormat = [{
    $input `axes` `=` custom<Axes>($dynamic_axes, $axes)
    (`keepdims` $keepdims^)? (`noop_with_empty_axes` $noop_with_empty_axes^)?
  }] # optionsFormat # [{
    attr-dict `:` type($input) (`,` type($dynamic_axes)^)? `->` type($result)
  }];

  let hasFolder = 1;

  // What bytecode holds is checked before anything looks at it.
  let useCustomPropertiesEncoding = 1;

  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::readProperties(
        ::mlir::DialectBytecodeReader &reader, ::mlir::OperationState &state) {
      ::mlir::DictionaryAttr properties;
      if (::mlir::failed(::mlir::reduce::readReductionProperties(
              reader, state.getContext(), getAttributeNames(), properties)))
        return ::mlir::failure();
      return setPropertiesFromAttr(state.getOrAddProperties<Properties>(),
                                   properties,
                                   [&] { return reader.emitError(); });
    }
    void $cppClass::writeProperties(::mlir::DialectBytecodeWriter &writer) {
      ::mlir::reduce::writeReductionProperties(writer, getAttributeNames(),
                                               getPropertiesAsAttr(getContext(),
                                                                   getProperties()));
    }
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
      return ::mlir::reduce::foldReduction(*this, adaptor.getInput());
    }
    ::std::unique_ptr<::mlir::reduce::Combiner> $cppClass::createCombiner(
        ::mlir::Type elementType, ::mlir::DictionaryAttr attributes) {
      Properties properties;
      populateDefaultProperties(
          ::mlir::OperationName(getOperationName(), elementType.getContext()),
          properties);
      if (!}] # element.cppFunctionName # [{(elementType) ||
          ::mlir::failed(setPropertiesFromAttr(properties, attributes, [] {
            return ::mlir::InFlightDiagnostic();
          })))
        return nullptr;
      Adaptor options(::mlir::ValueRange(), attributes, properties);
      return ::std::make_unique<::mlir::reduce::}] # combiner # [{);
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context,
        ::std::optional<::mlir::Location> location, Adaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferredReturnTypes) {
      auto input = ::llvm::cast<::mlir::TensorType>(adaptor.getInput().getType());
      ::mlir::Type resultElementType = ::mlir::reduce::getResultElementType(
          ::mlir::OperationName(getOperationName(), context),
          input.getElementType(),
          ::llvm::cast_if_present<::mlir::DictionaryAttr>(
              getPropertiesAsAttr(context, adaptor.getProperties())));
      return ::mlir::reduce::inferReductionReturnTypes(
          location, input, resultElementType,
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
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      // Axes at run time may be invalid, which is an error of the call.
      return getDynamicAxes() ? ::mlir::Speculation::NotSpeculatable
                              : ::mlir::Speculation::Speculatable;
    }
    void $cppClass::getAsmResultNames(
        ::mlir::OpAsmSetValueNameFn setNameFn) {
      setNameFn(getResult(), getOperationName().rsplit('.').second);
    }
  }];
}

def Reduce_MinOp : Reduce_ReductionOp<
    "min", Reduce_ElementType, [{ExtremumCombiner>(
          elementType, Extremum::Minimum,
          options.getNanMode() == NanMode::Ignore}],
    (ins DefaultValuedAttr<Reduce_NanModeAttr,
                           "::mlir::reduce::NanMode::Propagate">:$nan_mode),
    "(`nan_mode` `=` `` $nan_mode^)?"> {
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

    Conditions and meaning, with the clauses of Specification.md:

    - Each axis lies in [-r, r-1] for an input of rank r (clause `axes-range`), and
      names a dimension that no other axis names (`axes-unique`). An empty list
      reduces each element alone: the result is the input, except for NaN that are
      ignored.
    - Axes may be computed at run time, as an operand: a list of any integer
      type, or one axis. An empty list then reduces all dimensions, or, with
      `noop_with_empty_axes`, nothing. Without `keepdims` the number of axes
      decides the result's rank; where it is unknown while compiling, the
      declared rank tells which numbers are valid (`runtime-axes-rank`).
    - A NaN among the reduced elements makes the result NaN; which NaN is not
      specified (`nan-min`). With `nan_mode = ignore` it is passed over, and NaN
      alone give the identity (`nan-ignore`). Of -0.0 and +0.0 either may be the
      minimum (`signed-zero`).
    - A signless integer is compared as signed, `i1` with false < true
      (`bool-order`).
    - An empty set (a reduced dimension of size 0) gives the identity: +inf,
      the integer type's maximum, or true (`empty-set`).

    Canonical forms:

    - Axes are an attribute where they are known and valid; where also the rank
      is known, they are sorted, not negative, and name no dimension of static
      size 1. Without `keepdims` such a one leaves the input by a
      `tensor.collapse_shape`.
    - Nothing to reduce: the input; but not where a NaN could be ignored.
    - Static sizes are as many as are known: a `tensor.cast` that forgets sizes
      of the input is looked through, and the result has what can be inferred.
    - A reduction of another's result, with the same operator and options and
      that result's only use, is one along the axes of both.
    - A reduced dimension of static size 0: a `tensor.splat` of the identity, or
      a constant; a kept one: `tensor.empty`.
    - A constant input and result of up to 65536 elements each: a constant,
      evaluated one element after the other, in row-major order.
  }];
}

def Reduce_ProdOp : Reduce_ReductionOp<
    "prod", Reduce_NumericType,
    "ProductCombiner>(elementType, options.getStrictOrder()", (ins UnitAttr:$strict_order),
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

    Conditions and meaning, with the clauses of Specification.md:

    - Axes are as in `reduce.min`.
    - Integer products wrap modulo 2^n (`integer-wrap`).
    - Floating-point factors may be multiplied in any order, so intermediate
      overflow, underflow and rounding may differ from the sequential product
      (`prod-order`). With `strict_order` the result is the sequential one, in
      row-major order of the reduced elements (`prod-strict-order`). A NaN factor
      makes the result NaN (`nan-prod`).
    - Factors of `f16` and `bf16` are multiplied in `f32`, and the product is
      rounded once (`prod-half-accumulation`).
    - An empty set gives the identity, 1 (`empty-set`).

    Canonical forms are those of `reduce.min`. Floating-point products of
    products are one product only where their order is free, and not of `f16` or
    `bf16`: each result is rounded, and a rounding less is more than another
    order.
  }];
}

#endif // REDUCE_IR_REDUCEOPS_TD
