//===- UpstreamAssertions.cpp - What MLIR's functions ask of callers ------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A package of MLIR has no assertions. A debug build of this project has those
// of MLIR's headers, but not those of its sources. This file replaces the ones
// of the functions that this project calls: each checks what its caller must
// ensure, and calls MLIR's own.
//
// The dynamic linker finds a program's own functions first, so calls from this
// project, and those of MLIR's that go through the linker, come here.
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>

using namespace mlir;

/// Aborts unless `condition`, described by `text`, holds.
static void require(bool condition, const char *function, const char *text) {
  if (condition)
    return;
  llvm::errs() << "upstream assertion of " << function << ": " << text << "\n";
  llvm::sys::PrintStackTrace(llvm::errs());
  abort();
}

#define REQUIRE(condition) require(condition, __func__, #condition)

/// Returns MLIR's own function with the mangled name `name`.
template <typename Function> static Function *getUpstream(const char *name) {
  void *next = dlsym(RTLD_NEXT, name);
  if (!next)
    llvm::report_fatal_error(llvm::Twine("MLIR has no ") + name);
  return reinterpret_cast<Function *>(next);
}

static bool areExtents(ArrayRef<int64_t> shape) {
  return llvm::all_of(shape, [](int64_t extent) {
    return extent >= 0 || ShapedType::isDynamic(extent);
  });
}

/// Whether the number of static elements of `shape` fits an int64_t.
static bool hasRepresentableByteSize(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  return llvm::all_of(shape, [&](int64_t extent) {
    return extent <= 0 || !llvm::MulOverflow(count, extent, count);
  });
}

/// Whether there is one of `count` values in all, or one per element of `type`.
static bool hasValues(ShapedType type, size_t count) {
  if (!type.hasStaticShape())
    return false;
  return count == 1 || (hasRepresentableByteSize(type.getShape()) &&
                        static_cast<int64_t>(count) == type.getNumElements());
}

static unsigned getWidth(Type type) {
  if (type.isIndex())
    return IndexType::kInternalStorageBitWidth;
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

//===----------------------------------------------------------------------===//
// Affine maps
//===----------------------------------------------------------------------===//

AffineExpr AffineMap::getResult(unsigned index) const {
  REQUIRE(index < getNumResults());
  static auto *next = getUpstream<AffineExpr(const AffineMap *, unsigned)>(
      "_ZNK4mlir9AffineMap9getResultEj");
  return next(this, index);
}

unsigned AffineMap::getDimPosition(unsigned index) const {
  REQUIRE(index < getNumResults() && isa<AffineDimExpr>(getResult(index)));
  static auto *next = getUpstream<unsigned(const AffineMap *, unsigned)>(
      "_ZNK4mlir9AffineMap14getDimPositionEj");
  return next(this, index);
}

AffineMap AffineMap::compose(AffineMap map) const {
  REQUIRE(getNumDims() == map.getNumResults());
  static auto *next = getUpstream<AffineMap(const AffineMap *, AffineMap)>(
      "_ZNK4mlir9AffineMap7composeES0_");
  return next(this, map);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

unsigned Type::getIntOrFloatBitWidth() const {
  REQUIRE(isIntOrFloat());
  static auto *next = getUpstream<unsigned(const Type *)>(
      "_ZNK4mlir4Type21getIntOrFloatBitWidthEv");
  return next(this);
}

IntegerType IntegerType::get(MLIRContext *context, unsigned width,
                             SignednessSemantics signedness) {
  REQUIRE(width <= kMaxWidth);
  static auto *next =
      getUpstream<IntegerType(MLIRContext *, unsigned, SignednessSemantics)>(
          "_ZN4mlir11IntegerType3getEPNS_11MLIRContextEjNS0_"
          "19SignednessSemanticsE");
  return next(context, width, signedness);
}

MemRefType MemRefType::get(ArrayRef<int64_t> shape, Type elementType,
                           MemRefLayoutAttrInterface layout,
                           Attribute memorySpace) {
  REQUIRE(BaseMemRefType::isValidElementType(elementType));
  REQUIRE(areExtents(shape));
  static auto *next = getUpstream<MemRefType(
      ArrayRef<int64_t>, Type, MemRefLayoutAttrInterface, Attribute)>(
      "_ZN4mlir10MemRefType3getEN4llvm8ArrayRefIlEENS_4TypeENS_"
      "25MemRefLayoutAttrInterfaceENS_9AttributeE");
  return next(shape, elementType, layout, memorySpace);
}

VectorType VectorType::get(ArrayRef<int64_t> shape, Type elementType,
                           ArrayRef<bool> scalableDims) {
  REQUIRE(VectorType::isValidElementType(elementType));
  REQUIRE(llvm::all_of(shape, [](int64_t extent) { return extent > 0; }));
  static auto *next =
      getUpstream<VectorType(ArrayRef<int64_t>, Type, ArrayRef<bool>)>(
          "_ZN4mlir10VectorType3getEN4llvm8ArrayRefIlEENS_4TypeENS2_IbEE");
  return next(shape, elementType, scalableDims);
}

llvm::TypeSize DataLayout::getTypeSize(Type type) const {
  REQUIRE((isa<IntegerType, FloatType, IndexType, ComplexType, VectorType,
               DataLayoutTypeInterface>(type)));
  static auto *next = getUpstream<llvm::TypeSize(const DataLayout *, Type)>(
      "_ZNK4mlir10DataLayout11getTypeSizeENS_4TypeE");
  return next(this, type);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

int64_t IntegerAttr::getInt() const {
  REQUIRE(getType().isIndex() || getType().isSignlessInteger());
  REQUIRE(getValue().getSignificantBits() <= 64);
  static auto *next = getUpstream<int64_t(const IntegerAttr *)>(
      "_ZNK4mlir11IntegerAttr6getIntEv");
  return next(this);
}

IntegerAttr IntegerAttr::get(Type type, const APInt &value) {
  REQUIRE(type.isIntOrIndex() && value.getBitWidth() == getWidth(type));
  static auto *next = getUpstream<IntegerAttr(Type, const APInt &)>(
      "_ZN4mlir11IntegerAttr3getENS_4TypeERKN4llvm5APIntE");
  return next(type, value);
}

FloatAttr FloatAttr::get(Type type, const APFloat &value) {
  REQUIRE(isa<FloatType>(type) &&
          &value.getSemantics() == &cast<FloatType>(type).getFloatSemantics());
  static auto *next = getUpstream<FloatAttr(Type, const APFloat &)>(
      "_ZN4mlir9FloatAttr3getENS_4TypeERKN4llvm7APFloatE");
  return next(type, value);
}

TypedAttr Builder::getZeroAttr(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  REQUIRE(!shaped || shaped.hasStaticShape());
  static auto *next = getUpstream<TypedAttr(Builder *, Type)>(
      "_ZN4mlir7Builder11getZeroAttrENS_4TypeE");
  return next(this, type);
}

DenseElementsAttr DenseElementsAttr::get(ShapedType type,
                                         ArrayRef<Attribute> values) {
  REQUIRE(hasValues(type, values.size()));
  static auto *next =
      getUpstream<DenseElementsAttr(ShapedType, ArrayRef<Attribute>)>(
          "_ZN4mlir17DenseElementsAttr3getENS_10ShapedTypeEN4llvm8ArrayRefINS_"
          "9AttributeEEE");
  return next(type, values);
}

DenseElementsAttr DenseElementsAttr::get(ShapedType type,
                                         ArrayRef<bool> values) {
  REQUIRE(hasValues(type, values.size()));
  REQUIRE(type.getElementType().isInteger(1));
  static auto *next = getUpstream<DenseElementsAttr(ShapedType,
                                                    ArrayRef<bool>)>(
      "_ZN4mlir17DenseElementsAttr3getENS_10ShapedTypeEN4llvm8ArrayRefIbEE");
  return next(type, values);
}

DenseElementsAttr DenseElementsAttr::get(ShapedType type,
                                         ArrayRef<APInt> values) {
  REQUIRE(hasValues(type, values.size()));
  REQUIRE(type.getElementType().isIntOrIndex());
  REQUIRE(llvm::all_of(values, [&](const APInt &value) {
    return value.getBitWidth() == getWidth(type.getElementType());
  }));
  static auto *next =
      getUpstream<DenseElementsAttr(ShapedType, ArrayRef<APInt>)>(
          "_ZN4mlir17DenseElementsAttr3getENS_10ShapedTypeEN4llvm8ArrayRefINS2_"
          "5APIntEEE");
  return next(type, values);
}

DenseElementsAttr DenseElementsAttr::get(ShapedType type,
                                         ArrayRef<APFloat> values) {
  REQUIRE(hasValues(type, values.size()));
  REQUIRE(isa<FloatType>(type.getElementType()));
  REQUIRE(llvm::all_of(values, [&](const APFloat &value) {
    return &value.getSemantics() ==
           &cast<FloatType>(type.getElementType()).getFloatSemantics();
  }));
  static auto *next =
      getUpstream<DenseElementsAttr(ShapedType, ArrayRef<APFloat>)>(
          "_ZN4mlir17DenseElementsAttr3getENS_10ShapedTypeEN4llvm8ArrayRefINS2_"
          "7APFloatEEE");
  return next(type, values);
}

DenseElementsAttr DenseElementsAttr::bitcast(Type elementType) {
  REQUIRE(getWidth(elementType) == getWidth(getElementType()));
  static auto *next = getUpstream<DenseElementsAttr(DenseElementsAttr *, Type)>(
      "_ZN4mlir17DenseElementsAttr7bitcastENS_4TypeE");
  return next(this, elementType);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void Operation::erase() {
  REQUIRE(use_empty());
  static auto *next =
      getUpstream<void(Operation *)>("_ZN4mlir9Operation5eraseEv");
  next(this);
}

bool Operation::isBeforeInBlock(Operation *other) {
  REQUIRE(getBlock() && getBlock() == other->getBlock());
  static auto *next = getUpstream<bool(Operation *, Operation *)>(
      "_ZN4mlir9Operation15isBeforeInBlockEPS0_");
  return next(this, other);
}

Operation *SymbolTable::lookupNearestSymbolFrom(Operation *from,
                                                SymbolRefAttr symbol) {
  REQUIRE(from && symbol);
  static auto *next = getUpstream<Operation *(Operation *, SymbolRefAttr)>(
      "_ZN4mlir11SymbolTable23lookupNearestSymbolFromEPNS_9OperationENS_"
      "13SymbolRefAttrE");
  return next(from, symbol);
}

Operation *mlir::clone(OpBuilder &builder, Operation *op, TypeRange types,
                       ValueRange operands) {
  REQUIRE(op->getNumOperands() == operands.size());
  static auto *next =
      getUpstream<Operation *(OpBuilder &, Operation *, TypeRange, ValueRange)>(
          "_ZN4mlir5cloneERNS_9OpBuilderEPNS_9OperationENS_9TypeRangeENS_"
          "10ValueRangeE");
  return next(builder, op, types, operands);
}

//===----------------------------------------------------------------------===//
// Dialects
//===----------------------------------------------------------------------===//

std::optional<TypedAttr> arith::getNeutralElement(Operation *op) {
  Type type = op->getResult(0).getType();
  REQUIRE(!(isa<AndIOp, MinSIOp, MaxSIOp, MinUIOp, MaxUIOp>(op)) ||
          isa<IntegerType>(type));
  // Without an infinity, no greatest or least number is the identity.
  REQUIRE(
      !isa<FloatType>(type) ||
      APFloat::getInf(cast<FloatType>(type).getFloatSemantics()).isInfinity());
  static auto *next = getUpstream<std::optional<TypedAttr>(Operation *)>(
      "_ZN4mlir5arith17getNeutralElementEPNS_9OperationE");
  return next(op);
}

Value mlir::matchReduction(ArrayRef<BlockArgument> arguments, unsigned position,
                           SmallVectorImpl<Operation *> &combiners) {
  REQUIRE(position < arguments.size());
  static auto *next = getUpstream<Value(ArrayRef<BlockArgument>, unsigned,
                                        SmallVectorImpl<Operation *> &)>(
      "_ZN4mlir14matchReductionEN4llvm8ArrayRefINS_"
      "13BlockArgumentEEEjRNS0_15SmallVectorImplIPNS_9OperationEEE");
  return next(arguments, position, combiners);
}

bool linalg::areDimSequencesPreserved(
    ArrayRef<AffineMap> maps, ArrayRef<ReassociationIndices> sequences) {
  REQUIRE(llvm::all_of(
      maps, [](AffineMap map) { return map.isProjectedPermutation(); }));
  REQUIRE(llvm::none_of(sequences, [](const ReassociationIndices &sequence) {
    return sequence.empty();
  }));
  static auto *next =
      getUpstream<bool(ArrayRef<AffineMap>, ArrayRef<ReassociationIndices>)>(
          "_ZN4mlir6linalg24areDimSequencesPreservedEN4llvm8ArrayRefINS_"
          "9AffineMapEEENS2_INS1_11SmallVectorIlLj2EEEEE");
  return next(maps, sequences);
}

linalg::GenericOp linalg::makeMemRefCopyOp(OpBuilder &builder, Location loc,
                                           Value from, Value to) {
  auto fromType = dyn_cast<MemRefType>(from.getType());
  auto toType = dyn_cast<MemRefType>(to.getType());
  REQUIRE(fromType && toType && fromType.getRank() == toType.getRank());
  static auto *next =
      getUpstream<GenericOp(OpBuilder &, Location, Value, Value)>(
          "_ZN4mlir6linalg16makeMemRefCopyOpERNS_9OpBuilderENS_8LocationENS_"
          "5ValueES4_");
  return next(builder, loc, from, to);
}

OpFoldResult tensor::getMixedSize(OpBuilder &builder, Location loc, Value value,
                                  int64_t dim) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  REQUIRE(type && dim >= 0 && dim < type.getRank());
  static auto *next =
      getUpstream<OpFoldResult(OpBuilder &, Location, Value, int64_t)>(
          "_ZN4mlir6tensor12getMixedSizeERNS_9OpBuilderENS_8LocationENS_"
          "5ValueEl");
  return next(builder, loc, value, dim);
}

SmallVector<OpFoldResult> tensor::getMixedSizes(OpBuilder &builder,
                                                Location loc, Value value) {
  REQUIRE(isa<RankedTensorType>(value.getType()));
  static auto *next =
      getUpstream<SmallVector<OpFoldResult>(OpBuilder &, Location, Value)>(
          "_ZN4mlir6tensor13getMixedSizesERNS_9OpBuilderENS_8LocationENS_"
          "5ValueE");
  return next(builder, loc, value);
}

SmallVector<OpFoldResult> memref::getMixedSizes(OpBuilder &builder,
                                                Location loc, Value value) {
  REQUIRE(isa<MemRefType>(value.getType()));
  static auto *next =
      getUpstream<SmallVector<OpFoldResult>(OpBuilder &, Location, Value)>(
          "_ZN4mlir6memref13getMixedSizesERNS_9OpBuilderENS_8LocationENS_"
          "5ValueE");
  return next(builder, loc, value);
}

tensor::CollapseShapeOp
tensor::dropGivenUnitDims(OpBuilder &builder, Location loc, Value value,
                          const llvm::SmallBitVector &dims) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  REQUIRE(type && static_cast<int64_t>(dims.size()) == type.getRank());
  REQUIRE(llvm::all_of(dims.set_bits(), [&](unsigned dim) {
    return type.getDimSize(dim) == 1;
  }));
  static auto *next = getUpstream<CollapseShapeOp(
      OpBuilder &, Location, Value, const llvm::SmallBitVector &)>(
      "_ZN4mlir6tensor17dropGivenUnitDimsERNS_9OpBuilderENS_8LocationENS_"
      "5ValueERKN4llvm14SmallBitVectorE");
  return next(builder, loc, value, dims);
}

SmallVector<int64_t>
mlir::invertPermutationVector(ArrayRef<int64_t> permutation) {
  REQUIRE(isPermutationVector(permutation));
  static auto *next = getUpstream<SmallVector<int64_t>(ArrayRef<int64_t>)>(
      "_ZN4mlir23invertPermutationVectorEN4llvm8ArrayRefIlEE");
  return next(permutation);
}

SmallVector<OpFoldResult> mlir::getMixedValues(ArrayRef<int64_t> staticValues,
                                               ValueRange dynamicValues,
                                               Builder &builder) {
  REQUIRE(llvm::count(staticValues, ShapedType::kDynamic) ==
          static_cast<int64_t>(dynamicValues.size()));
  static auto *next = getUpstream<SmallVector<OpFoldResult>(
      ArrayRef<int64_t>, ValueRange, Builder &)>(
      "_ZN4mlir14getMixedValuesEN4llvm8ArrayRefIlEENS_10ValueRangeERNS_"
      "7BuilderE");
  return next(staticValues, dynamicValues, builder);
}
