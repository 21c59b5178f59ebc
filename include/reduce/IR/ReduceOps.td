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

/// The numeric element types of the specification. A signless integer counts
/// as signed.
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

/// Axes computed at run time: a list, or a single axis.
def Reduce_AxesTensor : AnyTypeOf<[0DTensorOf<[Reduce_AxisType]>,
                                   1DTensorOf<[Reduce_AxisType]>]>;

/// A reduction `reduce.mnemonic` of tensors with elements of type `element`
/// to tensors with elements of type `resultElement`.
/// `combiner` is C++ text of the form `Class>(arguments`: the class of its
/// operator and the constructor's arguments. It may use `elementType` and
/// `options`, an adaptor for the attributes that `optionsFormat` prints.
class Reduce_ReductionOp<string mnemonic, Type element, string combiner,
                         dag options, string optionsFormat,
                         Type resultElement = element>
    : Op<Reduce_Dialect, mnemonic, [
        NoMemoryEffect,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
        // Before InferTypeOpInterface: this verifier says which value is
        // invalid, while inference could only report that it failed.
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

  // Properties read from bytecode are checked before they are used.
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
      ::mlir::reduce::DiscardedErrors errors(elementType.getContext());
      Properties properties;
      populateDefaultProperties(
          ::mlir::OperationName(getOperationName(), elementType.getContext()),
          properties);
      if (!}] # element.cppFunctionName # [{(elementType) ||
          ::mlir::failed(setPropertiesFromAttr(
              properties, attributes, [&] { return errors.emit(); })))
        return nullptr;
      Adaptor options(::mlir::ValueRange(), attributes, properties);
      return ::std::make_unique<::mlir::reduce::}] # combiner # [{);
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context,
        ::std::optional<::mlir::Location> location, Adaptor adaptor,
        ::llvm::SmallVectorImpl<::mlir::Type> &inferredReturnTypes) {
      // The verifier has not run yet.
      auto input = adaptor.getOperands().empty()
                       ? ::mlir::TensorType()
                       : ::llvm::dyn_cast<::mlir::TensorType>(
                             adaptor.getInput().getType());
      bool hasAxes =
          adaptor.getAxes() ||
          (adaptor.getOperands().size() > 1 &&
           ::llvm::isa<::mlir::RankedTensorType>(
               adaptor.getDynamicAxes().getType()));
      if (!input || !hasAxes)
        return ::mlir::emitOptionalError(
            location, "expected a tensor to reduce, and axes");
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
      // Axes computed at run time may be invalid, so the operation may fail.
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
    Computes the minimum of the elements along the dimensions that `axes` names. With `keepdims` a
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

    - Each axis is in [-r, r-1] for an input of rank r (clause `axes-range`). No two
      axes may name the same dimension (`axes-unique`). With an empty list each
      element is reduced alone: the result is the input, except that an ignored NaN
      becomes the identity.
    - Axes may be an operand computed at run time: a list of any integer type, or
      one axis. An empty list then reduces all dimensions, or nothing with
      `noop_with_empty_axes`. Without `keepdims` the number of axes determines the
      rank of the result. If that number is unknown at compile time, it must match
      the declared rank at run time (`runtime-axes-rank`).
    - A NaN among the reduced elements makes the result NaN; which NaN is not
      specified (`nan-min`). With `nan_mode = ignore` NaNs are skipped, and if there
      are only NaNs, the result is the identity (`nan-ignore`). If -0.0 and +0.0
      are both minimal, the result may be either (`signed-zero`).
    - A signless integer is compared as signed, `i1` with false < true
      (`bool-order`).
    - An empty set (a reduced dimension of size 0) gives the identity: +inf,
      the integer type's maximum, or true (`empty-set`).

    Canonical forms:

    - Axes that are known and valid become an attribute. If the rank is known, too,
      they become sorted and non-negative, and axes of static size 1 are dropped.
      Without `keepdims` a `tensor.collapse_shape` removes such dimensions from the
      input.
    - A reduction along no axes becomes its input, unless it ignores NaNs.
    - Types are refined to all sizes that are known: the reduction looks through a
      `tensor.cast` that drops sizes of the input, and the result type is inferred.
    - A reduction of another reduction's result becomes one reduction along the axes
      of both, if operator and options match and the inner result has no other
      use.
    - If a dimension that is not reduced has static size 0, the result is a
      `tensor.empty`; if only reduced ones have, a `tensor.splat` of the identity or a
      constant.
    - If a constant input and the result have at most 65536 elements each, the
      result is a constant, evaluated one element at a time in row-major order.
  }];
}

def Reduce_ProdOp : Reduce_ReductionOp<
    "prod", Reduce_NumericType,
    "ProductCombiner>(elementType, options.getStrictOrder()", (ins UnitAttr:$strict_order),
    "(`strict_order` $strict_order^)?"> {
  let summary = "Product of the elements along axes";
  let description = [{
    Computes the product of the elements along the dimensions that `axes` names. With `keepdims` a
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
      (`prod-order`). With `strict_order` the result is the sequential product, in
      row-major order of the reduced elements (`prod-strict-order`). A NaN factor
      makes the result NaN (`nan-prod`).
    - Factors of `f16` and `bf16` are multiplied in `f32`, and the product is
      rounded once (`prod-half-accumulation`).
    - An empty set gives the identity, 1 (`empty-set`).

    Canonical forms are those of `reduce.min`. Floating-point products of products
    are merged only without `strict_order`, and never for `f16` or `bf16`: each of
    those results is rounded, and merging would drop a rounding, which is more than
    a change of order.
  }];
}

#endif // REDUCE_IR_REDUCEOPS_TD
