//===- Reductions.cpp - Operations of the dialect, for C ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce-c/Reductions.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Verifier.h"
#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceInterfaces.h"

using namespace mlir;
using namespace mlir::reduce;

/// Creates the reduction that `state` describes, along `axes`. Infers the
/// result type if `resultType` is null.
static MlirOperation create(OperationState &state, ReductionAxes axes,
                            bool keepdims, Type resultType) {
  auto emitStateError = [&] { return emitError(state.location); };
  auto info = RegisteredOperationName::lookup(state.name.getStringRef(),
                                              state.getContext());
  if (!info || !info->hasInterface<ReductionOpInterface>()) {
    emitStateError() << "'" << state.name << "' is not a reduction";
    return {nullptr};
  }
  auto inputType = dyn_cast<TensorType>(state.operands[0].getType());
  if (!inputType) {
    emitStateError() << "expected a tensor to reduce, got "
                     << state.operands[0].getType();
    return {nullptr};
  }
  if (!resultType) {
    FailureOr<TensorType> inferred = inferReductionType(
        inputType,
        getResultElementType(
            state.name, inputType.getElementType(),
            state.attributes.getDictionary(state.getContext())),
        axes, keepdims, emitStateError);
    if (failed(inferred))
      return {nullptr};
    resultType = *inferred;
  }
  state.addTypes(resultType);
  if (keepdims)
    state.addAttribute("keepdims", UnitAttr::get(state.getContext()));
  Operation *operation = Operation::create(state);
  if (succeeded(verify(operation)))
    return wrap(operation);
  operation->destroy();
  return {nullptr};
}

/// Fails after printing an error if an option is already present.
static LogicalResult addOptions(OperationState &state, intptr_t numOptions,
                                const MlirNamedAttribute *options) {
  for (intptr_t i = 0; i < numOptions; ++i) {
    StringAttr name = unwrap(options[i].name);
    if (name == "keepdims" || state.attributes.get(name))
      return emitError(state.location)
             << "'" << name.getValue() << "' is given more than once";
    state.addAttribute(name, unwrap(options[i].attribute));
  }
  return success();
}

MlirOperation reduceReductionCreate(MlirLocation location, MlirStringRef name,
                                    MlirValue input, intptr_t numAxes,
                                    const int64_t *axes, bool keepdims,
                                    intptr_t numOptions,
                                    const MlirNamedAttribute *options) {
  OperationState state(unwrap(location), unwrap(name));
  state.addOperands(unwrap(input));
  state.addAttribute("axes",
                     Builder(state.getContext())
                         .getDenseI64ArrayAttr({axes, size_t(numAxes)}));
  if (failed(addOptions(state, numOptions, options)))
    return {nullptr};
  return create(state, ArrayRef(axes, numAxes), keepdims, Type());
}

MlirOperation reduceReductionCreateWithDynamicAxes(
    MlirLocation location, MlirStringRef name, MlirValue input, MlirValue axes,
    bool keepdims, bool noopWithEmptyAxes, MlirType resultType,
    intptr_t numOptions, const MlirNamedAttribute *options) {
  OperationState state(unwrap(location), unwrap(name));
  state.addOperands({unwrap(input), unwrap(axes)});
  if (!isa<RankedTensorType>(unwrap(axes).getType())) {
    emitError(state.location)
        << "expected axes to be a tensor, got " << unwrap(axes).getType();
    return {nullptr};
  }
  if (noopWithEmptyAxes)
    state.addAttribute("noop_with_empty_axes",
                       UnitAttr::get(state.getContext()));
  if (failed(addOptions(state, numOptions, options)))
    return {nullptr};
  return create(state,
                ReductionAxes(std::nullopt, unwrap(axes), noopWithEmptyAxes),
                keepdims, unwrap(resultType));
}

MlirAttribute reduceNanModeAttrGet(MlirContext context, MlirStringRef mode) {
  std::optional<NanMode> value = symbolizeNanMode(unwrap(mode));
  return value ? wrap(NanModeAttr::get(unwrap(context), *value))
               : MlirAttribute{nullptr};
}

static ReductionOpInterface getReduction(MlirOperation operation) {
  return cast<ReductionOpInterface>(unwrap(operation));
}

bool reduceOperationIsAReduction(MlirOperation operation) {
  return isa<ReductionOpInterface>(unwrap(operation));
}

MlirValue reduceReductionGetInput(MlirOperation operation) {
  return wrap(Value(getReduction(operation).getInput()));
}

bool reduceReductionGetKeepdims(MlirOperation operation) {
  return getReduction(operation).getKeepdims();
}

MlirValue reduceReductionGetDynamicAxes(MlirOperation operation) {
  return wrap(getReduction(operation).getDynamicAxes());
}

bool reduceReductionGetNoopWithEmptyAxes(MlirOperation operation) {
  return getReduction(operation).getNoopWithEmptyAxes();
}

intptr_t reduceReductionGetNumAxes(MlirOperation operation) {
  return getReduction(operation).getAxes().value_or(ArrayRef<int64_t>()).size();
}

int64_t reduceReductionGetAxis(MlirOperation operation, intptr_t position) {
  return (*getReduction(operation).getAxes())[position];
}

bool reduceAttributeIsANanMode(MlirAttribute attribute) {
  return isa<NanModeAttr>(unwrap(attribute));
}

MlirStringRef reduceNanModeAttrGetValue(MlirAttribute attribute) {
  return wrap(
      stringifyNanMode(cast<NanModeAttr>(unwrap(attribute)).getValue()));
}
