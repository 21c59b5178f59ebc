//===- CallFunctions.cpp - Compiled functions to call ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallFunctions.h"
#include "Fuzz.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceOps.h"
#include "reduce/Target/Compiler.h"
#include "reduce/Target/LLVM/JIT.h"
#include "reduce/Target/LLVM/TargetMachine.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::fuzz;

static Step makeStep(bool isMin, unsigned input, std::vector<int64_t> axes,
                     bool keepdims) {
  Step step;
  step.isMin = isMin;
  step.input = input;
  step.axes = std::move(axes);
  step.keepdims = keepdims;
  return step;
}

static Step min(unsigned input, std::vector<int64_t> axes,
                bool keepdims = false) {
  return makeStep(/*isMin=*/true, input, std::move(axes), keepdims);
}

static Step prod(unsigned input, std::vector<int64_t> axes,
                 bool keepdims = false) {
  return makeStep(/*isMin=*/false, input, std::move(axes), keepdims);
}

/// Returns `step` with axes from the input `axesInput`.
static Step withAxes(Step step, unsigned axesInput, int64_t declaredRank = 0,
                     bool noopWithEmptyAxes = false) {
  step.axesInput = axesInput;
  step.declaredRank = declaredRank;
  step.noopWithEmptyAxes = noopWithEmptyAxes;
  return step;
}

static TensorSignature makeTensor(ElementType type, std::vector<int64_t> shape,
                                  std::vector<std::string> dimParams = {}) {
  TensorSignature tensor;
  tensor.elementType = type;
  tensor.shape = std::move(shape);
  tensor.dimParams = std::move(dimParams);
  return tensor;
}

/// Returns plans that differ in the checks and computations of a call.
static std::vector<Plan> getPlans() {
  constexpr int64_t any = TensorSignature::kDynamic;
  using E = ElementType;
  return {
      // Known and unknown shapes, rows and columns.
      {{makeTensor(E::F32, {any, any})}, {min(0, {1})}, {1}, {}},
      {{makeTensor(E::F32, {4, 6})}, {min(0, {0, 1})}, {1}, {}},
      {{makeTensor(E::I32, {any, 5})}, {prod(0, {0})}, {1}, {}},
      {{makeTensor(E::F64, {3, any, 4})}, {prod(0, {1}, true)}, {1}, {}},
      {{makeTensor(E::Bool, {any, 3})}, {min(0, {-1}, true)}, {1}, {}},
      {{makeTensor(E::F16, {2, any, any})}, {min(0, {2})}, {1}, {}},
      {{makeTensor(E::F32, {})}, {min(0, {})}, {1}, {}},
      // An input that is also a result.
      {{makeTensor(E::I64, {any, 2})}, {prod(0, {0})}, {0, 1}, {}},
      // Dimensions that must agree.
      {{makeTensor(E::UI16, {any, any}, {"N", "M"}),
        makeTensor(E::I8, {any, any}, {"M", "N"})},
       {min(0, {0}), prod(1, {1})},
       {2, 3},
       {{"M"}, {"M"}}},
      // Chains, with an intermediate result that must be kept.
      {{makeTensor(E::I8, {any, any, any})},
       {min(0, {0}), prod(1, {0})},
       {2},
       {}},
      {{makeTensor(E::F32, {any, 16, 4})},
       {prod(0, {1}, true), min(1, {0, 1, 2})},
       {1, 2},
       {}},
      // Axes are known at run time.
      {{makeTensor(E::I16, {any, any, any}), makeTensor(E::I64, {any})},
       {withAxes(min(0, {}, true), 1)},
       {2},
       {}},
      {{makeTensor(E::F64, {any, any}), makeTensor(E::I32, {any})},
       {withAxes(min(0, {}), 1, /*declaredRank=*/1)},
       {2},
       {}},
      {{makeTensor(E::UI8, {any, 4, 3}), makeTensor(E::I8, {2})},
       {withAxes(prod(0, {}), 1)},
       {2},
       {}},
      {{makeTensor(E::F32, {4, any}), makeTensor(E::UI64, {any})},
       {withAxes(min(0, {}), 1, /*declaredRank=*/2,
                 /*noopWithEmptyAxes=*/true)},
       {2},
       {}},
      {{makeTensor(E::I32, {5, any}), makeTensor(E::UI16, {})},
       {withAxes(prod(0, {}), 1)},
       {2},
       {}},
  };
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static Type getTensorType(MLIRContext *context, const TensorSignature &tensor) {
  SmallVector<int64_t> shape;
  for (int64_t extent : tensor.shape)
    shape.push_back(extent == TensorSignature::kDynamic ? ShapedType::kDynamic
                                                        : extent);
  return RankedTensorType::get(shape, getMLIRType(context, tensor.elementType));
}

static Value buildStep(ImplicitLocOpBuilder &builder, const Step &step,
                       ArrayRef<Value> values) {
  Value input = values[step.input];
  Value operand = step.axesInput ? values[*step.axesInput] : Value();
  DenseI64ArrayAttr axes;
  if (!operand)
    axes = builder.getDenseI64ArrayAttr(step.axes);
  UnitAttr unit = builder.getUnitAttr(), none;
  auto inputType = cast<TensorType>(input.getType());
  FailureOr<TensorType> type = inferReductionType(
      inputType, inputType.getElementType(),
      ReductionAxes(axes ? std::optional(axes.asArrayRef()) : std::nullopt,
                    operand, step.noopWithEmptyAxes),
      step.keepdims, nullptr);
  if (failed(type))
    reportFinding("a plan has wrong axes");
  TensorType result = *type;
  if (!result.hasRank())
    result = RankedTensorType::get(
        SmallVector<int64_t>(step.declaredRank, ShapedType::kDynamic),
        inputType.getElementType());
  if (step.isMin)
    return MinOp::create(
        builder, result, input, operand, axes, step.keepdims ? unit : none,
        step.noopWithEmptyAxes ? unit : none,
        NanModeAttr::get(builder.getContext(), NanMode::Propagate));
  return ProdOp::create(builder, result, input, operand, axes,
                        step.keepdims ? unit : none,
                        step.noopWithEmptyAxes ? unit : none,
                        /*strict_order=*/none);
}

static OwningOpRef<ModuleOp> buildModule(MLIRContext *context,
                                         const Plan &plan) {
  ImplicitLocOpBuilder builder(UnknownLoc::get(context), context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getLoc());
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Type> inputs;
  for (const TensorSignature &tensor : plan.inputs)
    inputs.push_back(getTensorType(context, tensor));
  auto function = func::FuncOp::create(
      builder, "f", builder.getFunctionType(inputs, TypeRange()));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  SmallVector<Value> values(body->getArguments());
  for (const Step &step : plan.steps)
    values.push_back(buildStep(builder, step, values));
  SmallVector<Value> results;
  for (unsigned output : plan.outputs)
    results.push_back(values[output]);
  func::ReturnOp::create(builder, results);
  function.setType(
      builder.getFunctionType(inputs, ValueRange(results).getTypes()));

  auto getParams = [&](const std::vector<std::string> &names) {
    return builder.getStrArrayAttr(
        SmallVector<StringRef>(names.begin(), names.end()));
  };
  StringRef name = ReduceDialect::DimParamsAttrHelper::getNameStr();
  for (auto [i, tensor] : llvm::enumerate(plan.inputs))
    if (!tensor.dimParams.empty())
      function.setArgAttr(i, name, getParams(tensor.dimParams));
  for (auto [i, names] : llvm::enumerate(plan.outputDimParams))
    function.setResultAttr(i, name, getParams(names));
  return module;
}

static CompiledFunction compilePlan(const Plan &plan,
                                    const TargetOptions &target) {
  FuzzContext contexts;
  MLIRContext *context = contexts.get();
  context->loadDialect<func::FuncDialect, ReduceDialect>();
  Diagnostics diagnostics(context);
  auto machine = createTargetMachine(target);
  if (!machine)
    reportFinding(llvm::toString(machine.takeError()));
  OwningOpRef<ModuleOp> module = buildModule(context, plan);
  auto compiled = compile(*module, *machine);
  if (failed(compiled))
    reportFinding(diagnostics.getErrors());
  auto function = loadObject(compiled->contents, compiled->signatures.front());
  if (!function)
    reportFinding(llvm::toString(function.takeError()));
  return std::move(*function);
}

std::vector<PlannedFunction> fuzz::compileFunctions() {
  std::vector<PlannedFunction> functions;
  for (unsigned level : {0, 2})
    for (const Plan &plan : getPlans())
      functions.push_back({plan, compilePlan(plan, {"", "native", "", level})});
  return functions;
}
