//===- ReduceToLinalg.cpp - Reductions to linalg.generic ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contradictions.h"
#include "LinalgReduction.h"
#include "TensorStorage.h"
#include "reduce/Conversion/ReduceToLinalg/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/RegionUtils.h"
#include "reduce/IR/Combiners/StorageTypes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTREDUCETOLINALGPASS
#include "reduce/Conversion/ReduceToLinalg/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The depth of loops is the rank. For axes that are an operand, the code size
/// is quadratic in the rank. At these ranks compilation takes about ten
/// seconds.
static constexpr int64_t maxRank = 256;
static constexpr int64_t maxDynamicRank = 64;

/// Returns an error if `op` cannot be lowered.
static std::optional<InFlightDiagnostic> diagnose(ReductionOpInterface op) {
  for (Value tensor : {Value(op.getInput()), Value(op->getResult(0))}) {
    Type type = tensor.getType();
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked)
      return op.emitOpError()
             << "cannot be lowered: the rank of " << type << " is not known";
    Type elementType = ranked.getElementType();
    if (ranked.getEncoding() && getStorageType(elementType) != elementType)
      return op.emitOpError()
             << "cannot be lowered: " << type
             << " has an encoding, and its elements are stored as another type";
    if (!hasRepresentableByteSize(ranked))
      return op.emitOpError()
             << "cannot be lowered: " << type << " is too large";
  }
  int64_t rank = op.getInput().getType().getRank();
  if (rank > maxRank)
    return op.emitOpError() << "cannot be lowered: expected at most rank "
                            << maxRank << ", got " << rank;
  if (op.getDynamicAxes() && rank > maxDynamicRank)
    return op.emitOpError()
           << "cannot be lowered: expected at most rank " << maxDynamicRank
           << " where axes are an operand, got " << rank;
  return std::nullopt;
}

/// Returns whether `type` is bool, or a tensor of bools.
static bool isBool(Type type) {
  return getElementTypeOrSelf(type).isSignlessInteger(1);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct ReductionToLinalg : OpInterfaceConversionPattern<ReductionOpInterface> {
  ReductionToLinalg(const TypeConverter &converter, MLIRContext *context,
                    const ConvertReduceToLinalgPassOptions &options)
      : OpInterfaceConversionPattern(converter, context), options(options) {}

  LogicalResult
  matchAndRewrite(ReductionOpInterface op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value input = operands[0];
    Type resultType =
        getTypeConverter()->convertType(op->getResult(0).getType());
    DynamicAxes axes;
    if (op.getDynamicAxes()) {
      axes = buildDynamicAxes(rewriter, op, operands[1]);
      buildAxesAssertions(rewriter, loc, axes);
    }
    std::optional<SmallVector<int64_t>> reducedDims = getImpliedReducedDims(
        cast<RankedTensorType>(op.getInput().getType()), op.getReductionAxes(),
        op.getKeepdims(), cast<RankedTensorType>(resultType).getRank());
    Value result = input;
    NamedCombiner named(op, options.nameCombiners);
    if (!reducedDims) {
      result = buildDynamicReduction(rewriter, op, named, input, axes,
                                     options.expandShapes);
    } else if (!reducedDims->empty()) {
      result = buildStaticReduction(rewriter, loc, named, input, *reducedDims,
                                    op.getKeepdims());
    } else if (!named.combiner->getTraits().isIdentityOnOneElement) {
      result = buildSingleReductions(rewriter, loc, *named.combiner, input);
    } else if (isBool(op.getInput().getType())) {
      result = buildTruths(rewriter, loc, input);
    }
    // The result may be declared with more or fewer static sizes.
    if (result.getType() != resultType)
      result = tensor::CastOp::create(rewriter, loc, resultType, result);
    rewriter.replaceOp(op, result);
    return success();
  }

  ConvertReduceToLinalgPassOptions options;
};

/// Converts each bool that a function returns unchanged to 0 or 1.
struct ReturnTruth : OpConversionPattern<func::ReturnOp> {
  using OpConversionPattern::OpConversionPattern;

  // Clause bool-bytes.
  LogicalResult
  matchAndRewrite(func::ReturnOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> operands;
    for (auto [original, converted] :
         llvm::zip_equal(op.getOperands(), adaptor.getOperands())) {
      Value source = original;
      while (Operation *view = source.getDefiningOp()) {
        if (!isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                 tensor::ExtractSliceOp>(view))
          break;
        source = view->getOperand(0);
      }
      bool isPassed = original.getType() != converted.getType() &&
                      isBool(original.getType()) && isa<BlockArgument>(source);
      operands.push_back(
          isPassed ? buildTruths(rewriter, op.getLoc(), converted) : converted);
    }
    rewriter.replaceOpWithNewOp<func::ReturnOp>(op, operands);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Converts a value between an element type and its storage type.
static Value materialize(OpBuilder &builder, TensorType type, ValueRange inputs,
                         Location loc) {
  if (inputs.size() != 1)
    return {};
  bool hasBools = isBool(type) || isBool(inputs[0].getType());
  if (hasBools && !isa<RankedTensorType>(type))
    return {};
  return buildStorageConversion(builder, loc, inputs[0], type.getElementType());
}

void mlir::reduce::populateReduceToLinalgTypeConversions(
    TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });
  // Tensors with an encoding or without a rank are not lowered.
  converter.addConversion([](RankedTensorType type) -> Type {
    return type.getEncoding()
               ? type
               : type.clone(getStorageType(type.getElementType()));
  });
  converter.addSourceMaterialization(materialize);
  converter.addTargetMaterialization(materialize);
}

void mlir::reduce::populateReduceToLinalgConversionPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns,
    const ConvertReduceToLinalgPassOptions &options) {
  patterns.add<ReductionToLinalg>(converter, patterns.getContext(), options);
  patterns.add<ReturnTruth>(converter, patterns.getContext());
  populateTensorStoragePatterns(converter, patterns);
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 converter);
  populateCallOpTypeConversionPattern(patterns, converter);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Determines which functions change to storage types. Functions that do not
/// need them are not changed.
class StorageFunctions {
public:
  /// All functions change if `isForAll`; otherwise those with a reduction of
  /// elements that are stored as another type.
  StorageFunctions(ModuleOp module, bool isForAll);

  /// Returns whether the arguments and results of `function` change.
  bool hasSignature(Operation *function) const {
    return signatures.contains(function);
  }
  /// Returns whether operations in the body of `function` change.
  bool hasBody(Operation *function) const { return bodies.contains(function); }

  /// Returns `op` if it is a function, or the function that contains it.
  static Operation *getFunction(Operation *op) {
    auto function = dyn_cast<func::FuncOp>(op);
    return function ? function : op->getParentOfType<func::FuncOp>();
  }
  /// Returns the function that `call` calls.
  static Operation *getCallee(func::CallOp call) {
    return SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr());
  }

private:
  llvm::DenseSet<Operation *> signatures, bodies;
};
} // namespace

/// Returns whether `type` is a tensor of elements whose storage type differs.
static bool isStoredAsAnother(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() &&
         getStorageType(tensor.getElementType()) != tensor.getElementType();
}

StorageFunctions::StorageFunctions(ModuleOp module, bool isForAll) {
  module.walk([&](ReductionOpInterface op) {
    Operation *function = getFunction(op);
    if (function && (llvm::any_of(op->getOperandTypes(), isStoredAsAnother) ||
                     llvm::any_of(op->getResultTypes(), isStoredAsAnother)))
      bodies.insert(function);
  });
  // Functions whose address is taken: nothing changes the type of the address.
  llvm::DenseSet<StringAttr> taken;
  module.walk(
      [&](func::ConstantOp op) { taken.insert(op.getValueAttr().getAttr()); });
  module.walk([&](func::FuncOp function) {
    if (!isForAll && !bodies.contains(function))
      return;
    if (!taken.contains(function.getSymNameAttr())) {
      signatures.insert(function);
      bodies.insert(function);
    }
  });
  module.walk([&](func::CallOp call) {
    if (signatures.contains(getCallee(call)))
      bodies.insert(getFunction(call));
  });
}

/// Records, in attributes of the arguments and results of `function`, the
/// element types that are about to change.
static void recordElementTypes(func::FuncOp function) {
  StringRef name = ReduceDialect::ElementTypeAttrHelper::getNameStr();
  auto getLostType = [](Type type) -> TypeAttr {
    if (!isStoredAsAnother(type))
      return {};
    return TypeAttr::get(getElementTypeOrSelf(type));
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (TypeAttr lost = getLostType(type))
      function.setArgAttr(i, name, lost);
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (TypeAttr lost = getLostType(type))
      function.setResultAttr(i, name, lost);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertReduceToLinalgPass
    : reduce::impl::ConvertReduceToLinalgPassBase<ConvertReduceToLinalgPass> {
  using ConvertReduceToLinalgPassBase::ConvertReduceToLinalgPassBase;

  void runOnOperation() override {
    unsigned count = 0, dynamicCount = 0;
    WalkResult supported = getOperation()->walk([&](ReductionOpInterface op) {
      ++count;
      dynamicCount += bool(op.getDynamicAxes());
      return diagnose(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (supported.wasInterrupted())
      return signalPassFailure();
    // Operations in unreachable blocks are not converted, and may use their own
    // results.
    IRRewriter rewriter(&getContext());
    (void)eraseUnreachableBlocks(rewriter, getOperation()->getRegions());
    replaceContradictions(getOperation());
    StorageFunctions functions(getOperation(), allFunctions);
    getOperation()->walk([&](func::FuncOp function) {
      if (functions.hasSignature(function))
        recordElementTypes(function);
    });
    if (failed(convertToStorage(functions)) || failed(convertOthers()))
      return signalPassFailure();
    numConverted += count;
    numDynamicAxes += dynamicCount;
  }

private:
  /// Converts the functions that change to storage types, and operations
  /// outside of functions.
  LogicalResult convertToStorage(const StorageFunctions &functions);
  /// Converts the reductions of other functions, whose types do not change.
  LogicalResult convertOthers();

  ConvertReduceToLinalgPassOptions getOptions() const {
    return {allFunctions, expandShapes, nameCombiners};
  }
};
} // namespace

LogicalResult
ConvertReduceToLinalgPass::convertToStorage(const StorageFunctions &functions) {
  TypeConverter converter;
  populateReduceToLinalgTypeConversions(converter);
  RewritePatternSet patterns(&getContext());
  populateReduceToLinalgConversionPatterns(converter, patterns, getOptions());
  ConversionTarget target(getContext());
  auto hasSignature = [&](Operation *op) {
    return functions.hasSignature(StorageFunctions::getFunction(op));
  };
  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) { return !isa<ReductionOpInterface>(op); });
  target.addDynamicallyLegalOp<func::CallOp>([&](func::CallOp op) {
    return !functions.hasSignature(StorageFunctions::getCallee(op)) ||
           converter.isLegal(op);
  });
  target.addDynamicallyLegalOp<func::ReturnOp>([&](func::ReturnOp op) {
    return !hasSignature(op) || converter.isLegal(op);
  });
  markTensorStorageLegality(converter, target);
  // Convert loops, too, since tiled reductions are in loops.
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                     target);
  // Only the entry block matters; other blocks change with their branches.
  target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
    return !functions.hasSignature(op) ||
           converter.isSignatureLegal(op.getFunctionType());
  });
  target.markOpRecursivelyLegal<func::FuncOp>(
      [&](func::FuncOp op) { return !functions.hasBody(op); });
  return applyPartialConversion(getOperation(), target, std::move(patterns));
}

LogicalResult ConvertReduceToLinalgPass::convertOthers() {
  TypeConverter converter;
  converter.addConversion([](Type type) { return type; });
  RewritePatternSet patterns(&getContext());
  populateReduceToLinalgConversionPatterns(converter, patterns, getOptions());
  ConversionTarget target(getContext());
  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) { return !isa<ReductionOpInterface>(op); });
  markTensorStorageLegality(converter, target);
  FrozenRewritePatternSet frozen(std::move(patterns));
  WalkResult result = getOperation()->walk([&](func::FuncOp function) {
    bool hasReduction =
        function
            .walk([](ReductionOpInterface) { return WalkResult::interrupt(); })
            .wasInterrupted();
    return WalkResult(hasReduction
                          ? applyPartialConversion(function, target, frozen)
                          : success());
  });
  return failure(result.wasInterrupted());
}
