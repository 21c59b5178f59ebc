//===- ReduceInterfaces.td - What all reductions share -----*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_REDUCEINTERFACES_TD
#define REDUCE_IR_REDUCEINTERFACES_TD

include "mlir/IR/OpBase.td"

def ReductionOpInterface : OpInterface<"ReductionOpInterface"> {
  let cppNamespace = "::mlir::reduce";
  let description = [{
    A reduction of one tensor along axes with one associative operator, its
    combiner. Whatever works on reductions works on this interface; nothing but
    an operator's own record and combiner knows its name.
  }];

  let methods = [
    InterfaceMethod<"The tensor that is reduced.",
      "::mlir::TypedValue<::mlir::TensorType>", "getInput">,
    InterfaceMethod<[{
        The axes as written: any order, negative ones counting from the last
        dimension. See `getReducedDims` for the dimensions they name. None where
        they are an operand.
      }], "::std::optional<::llvm::ArrayRef<int64_t>>", "getAxes">,
    InterfaceMethod<[{
        The axes where they are computed at run time: a tensor of any integer
        type, of rank 1, or 0 for one axis. Null where they are an attribute.
      }], "::mlir::Value", "getDynamicAxes">,
    InterfaceMethod<[{
        Whether an empty list of axes that is an operand reduces nothing, and
        not all dimensions.
      }], "bool", "getNoopWithEmptyAxes">,
    InterfaceMethod<"Whether reduced dimensions stay in the result, as 1.",
      "bool", "getKeepdims">,
    InterfaceMethod<[{
        The attributes that the operator depends on. By default all that the
        operation declares but those that say which dimensions are reduced.
      }], "::mlir::DictionaryAttr", "getCombinerOptions", (ins), "",
      "return ::mlir::reduce::getCombinerOptions($_op);">,
    StaticInterfaceMethod<[{
        Makes the operator of such reductions of elements of `elementType`, with
        `options` as `getCombinerOptions` returns them. Returns null where one of
        these is not what the operation allows.
      }], "::std::unique_ptr<::mlir::reduce::Combiner>", "createCombiner",
      (ins "::mlir::Type":$elementType, "::mlir::DictionaryAttr":$options)>
  ];

  let extraSharedClassDeclaration = [{
    /// The operator of this reduction, for elements of the input's type; not
    /// null after verification.
    ::std::unique_ptr<::mlir::reduce::Combiner> getCombiner() {
      return $_op.createCombiner($_op.getInput().getType().getElementType(),
                                 $_op.getCombinerOptions());
    }
    /// The type of the result's elements. The verifier compares it with what
    /// the operator says.
    ::mlir::Type getResultElementType() {
      return ::mlir::getElementTypeOrSelf($_op->getResult(0));
    }
    /// The best known type of the result for an input of type `input`. Fails as
    /// `inferReductionType` does.
    ::llvm::FailureOr<::mlir::TensorType>
    inferResultType(::mlir::TensorType input,
                    ::mlir::reduce::EmitErrorFn emitError) {
      return ::mlir::reduce::inferReductionType(
          input, $_op.getResultElementType(), $_op.getReductionAxes(),
          $_op.getKeepdims(), emitError);
    }
    /// The same for the input that it has.
    ::llvm::FailureOr<::mlir::TensorType>
    inferResultType(::mlir::reduce::EmitErrorFn emitError) {
      return $_op.inferResultType($_op.getInput().getType(), emitError);
    }
    /// Whether it is known while compiling which dimensions are reduced.
    bool hasStaticReducedDims() {
      return $_op.getAxes() && $_op.getInput().getType().hasRank();
    }
    /// The reduced dimensions: non-negative, unique and sorted. They must be
    /// known while compiling.
    ::llvm::SmallVector<int64_t> getReducedDims() {
      return ::mlir::reduce::normalizeVerifiedAxes(
          *$_op.getAxes(), $_op.getInput().getType().getRank());
    }
    /// Where the axes come from.
    ::mlir::reduce::ReductionAxes getReductionAxes() {
      return {$_op.getAxes(), $_op.getDynamicAxes(),
              $_op.getNoopWithEmptyAxes()};
    }
  }];

  let verify = [{ return ::mlir::reduce::verifyReduction($_op); }];
}

#endif // REDUCE_IR_REDUCEINTERFACES_TD
