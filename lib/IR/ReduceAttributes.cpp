//===- ReduceAttributes.cpp - Attributes of the reduce dialect ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ReduceAttributes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceInterfaces.h"
#include "reduce_comm.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::reduce;

#include "reduce/IR/ReduceEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "reduce/IR/ReduceAttributes.cpp.inc"

void ReduceDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "reduce/IR/ReduceAttributes.cpp.inc"
      >();
}

/// Returns the operator, or null. Sets `isKnown` to whether the operation is
/// registered.
static std::unique_ptr<Combiner> makeCombiner(StringAttr operation,
                                              Type elementType,
                                              DictionaryAttr options,
                                              bool &isKnown) {
  MLIRContext *context = operation.getContext();
  OperationName name(operation.getValue(), context);
  isKnown = name.isRegistered();
  return createCombiner(name, elementType,
                        options ? options : DictionaryAttr::get(context));
}

//===----------------------------------------------------------------------===//
// Vector targets and choices for them
//===----------------------------------------------------------------------===//

/// Verifies that a fact is a power of two up to `limit`.
static LogicalResult
verifyPowerOfTwo(function_ref<InFlightDiagnostic()> emitError, StringRef name,
                 unsigned value, unsigned limit) {
  if (llvm::isPowerOf2_32(value) && value <= limit)
    return success();
  return emitError() << "expected '" << name << "' to be a power of two up to "
                     << limit << ", got " << value;
}

/// Verifies the facts of a target that choices may replace.
static LogicalResult
verifyRegisters(function_ref<InFlightDiagnostic()> emitError,
                unsigned vectorBits, unsigned accumulators) {
  return success(
      succeeded(verifyPowerOfTwo(emitError, "vector_bits", vectorBits, 2048)) &&
      succeeded(verifyPowerOfTwo(emitError, "accumulators", accumulators, 64)));
}

LogicalResult VectorTargetAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, unsigned vectorBits,
    unsigned accumulators, bool, bool, bool, bool, bool, bool, unsigned,
    unsigned permutedBits, bool, bool, bool, bool, bool, bool, unsigned streams,
    int64_t streamedBytes, unsigned unrolledStreams, bool, bool,
    unsigned loopLoads, unsigned, int64_t l1CacheBytes, int64_t l2CacheBytes,
    int64_t lastCacheBytes) {
  if (!llvm::is_contained({0u, 8u, 16u}, permutedBits))
    return emitError() << "expected 'permuted_bits' to be 0, 8 or 16, got "
                       << permutedBits;
  if (failed(verifyPowerOfTwo(emitError, "streams", streams, 16)) ||
      failed(
          verifyPowerOfTwo(emitError, "unrolled_streams", unrolledStreams, 16)))
    return failure();
  // Loops have so many loads, so code has a limit.
  constexpr unsigned mostLoads = 256;
  if (loopLoads > mostLoads)
    return emitError() << "expected 'loop_loads' to be at most " << mostLoads
                       << ", got " << loopLoads;
  // Memory on the stack is in proportion to the first cache.
  constexpr int64_t least = 8 << 10, most = 1 << 20;
  if (l1CacheBytes < least || l1CacheBytes > most)
    return emitError() << "expected 'l1_cache_bytes' to be from " << least
                       << " to " << most << ", got " << l1CacheBytes;
  if (l2CacheBytes < l1CacheBytes)
    return emitError() << "expected 'l2_cache_bytes' to be at least "
                       << l1CacheBytes << ", the size of the first cache, got "
                       << l2CacheBytes;
  // Sizes that are computed from it do not overflow.
  constexpr int64_t mostLast = int64_t(1) << 40;
  if (lastCacheBytes < l2CacheBytes || lastCacheBytes > mostLast)
    return emitError() << "expected 'last_cache_bytes' to be from "
                       << l2CacheBytes << ", the size of the second cache, to "
                       << mostLast << ", got " << lastCacheBytes;
  if (streamedBytes < 0)
    return emitError() << "expected 'streamed_bytes' to be at least 0, got "
                       << streamedBytes;
  return verifyRegisters(emitError, vectorBits, accumulators);
}

VectorTargetAttr VectorTargetAttr::lookup(Operation *op) {
  MLIRContext *context = op->getContext();
  ReduceDialect::VectorTargetAttrHelper helper(context);
  for (; op; op = op->getParentOp())
    if (auto target = dyn_cast_if_present<VectorTargetAttr>(helper.getAttr(op)))
      return target;
  // The parser has the defaults.
  return parse(context, /*facts=*/"");
}

VectorTargetAttr VectorTargetAttr::parse(MLIRContext *context,
                                         StringRef facts) {
  return dyn_cast_if_present<VectorTargetAttr>(
      parseAttribute(("#reduce.vector_target<" + facts + ">").str(), context));
}

std::string VectorTargetAttr::getFacts() const {
  std::string text;
  llvm::raw_string_ostream(text) << *this;
  llvm::erase(text, ' ');
  StringRef facts(text);
  facts.consume_front("#reduce.vector_target<");
  facts.consume_back(">");
  return facts.str();
}

VectorTargetAttr
VectorTargetAttr::getWithRegisters(unsigned vectorBits,
                                   unsigned accumulators) const {
  return get(getContext(), vectorBits, accumulators, getMaskRegisters(),
             getDropsNan(), getOrdersZeros(), getFixesNan(),
             getMaskedArithmetic(), getBlends(), getShuffledVectors(),
             getPermutedBits(), getConvertsF16(), getComparesF16(),
             getMultipliesF16(), getMultipliesI64(), getPairsI64Products(),
             getPrefetches(), getStreams(), getStreamedBytes(),
             getUnrolledStreams(), getSlowSplitLoads(), getSlowFarSplitLoads(),
             getLoopLoads(), getOperationsPerLoad(), getL1CacheBytes(),
             getL2CacheBytes(), getLastCacheBytes());
}

LogicalResult
TunedChoiceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                        VectorStrategy, unsigned accumulators,
                        unsigned vectorBits) {
  // 0 is none.
  return verifyRegisters(emitError, vectorBits ? vectorBits : 1,
                         accumulators ? accumulators : 1);
}

VectorTargetAttr TunedChoiceAttr::getTarget(VectorTargetAttr target) const {
  // The machine has no longer vectors.
  unsigned vectorBits = target.getVectorBits();
  if (getVectorBits())
    vectorBits = std::min(vectorBits, getVectorBits());
  return target.getWithRegisters(vectorBits, getAccumulators()
                                                 ? getAccumulators()
                                                 : target.getAccumulators());
}

//===----------------------------------------------------------------------===//
// Grids and shardings
//===----------------------------------------------------------------------===//

/// Parses the name of an axis of a grid.
static ParseResult parseAxis(AsmParser &parser, StringAttr &name) {
  std::string text;
  if (parser.parseKeywordOrString(&text))
    return failure();
  name = parser.getBuilder().getStringAttr(text);
  return success();
}

Attribute GridAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> shape;
  auto parseEntry = [&]() -> ParseResult {
    if (parseAxis(parser, names.emplace_back()) || parser.parseColon())
      return failure();
    int64_t &extent = shape.emplace_back(ShapedType::kDynamic);
    if (succeeded(parser.parseOptionalQuestion()))
      return success();
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseInteger(extent))
      return failure();
    if (extent < 1)
      return parser.emitError(loc)
             << "expected at least one rank along an axis, got " << extent;
    return success();
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseEntry))
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    names, shape);
}

void GridAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(llvm::zip_equal(getNames(), getShape()), printer,
                        [&](auto axis) {
                          printer.printKeywordOrString(std::get<0>(axis));
                          printer << ':';
                          if (ShapedType::isDynamic(std::get<1>(axis)))
                            printer << '?';
                          else
                            printer << std::get<1>(axis);
                        });
  printer << '>';
}

LogicalResult GridAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> names,
                               ArrayRef<int64_t> shape) {
  if (names.empty() || names.size() != shape.size())
    return emitError() << "expected a number of ranks for each of at least one "
                          "axis";
  if (names.size() > REDUCE_COMM_MAX_AXES)
    return emitError() << "expected at most " << REDUCE_COMM_MAX_AXES
                       << " axes, got " << names.size();
  llvm::SmallDenseSet<StringAttr> known;
  int64_t numRanks = 1;
  for (auto [name, extent] : llvm::zip_equal(names, shape)) {
    if (!known.insert(name).second)
      return emitError() << "two axes have the name " << name;
    if (name.getValue() == "_" || name.empty())
      return emitError() << name << " cannot be the name of an axis";
    if (ShapedType::isDynamic(extent))
      continue;
    if (extent < 1)
      return emitError() << "expected at least one rank along " << name
                         << ", got " << extent;
    if (extent > std::numeric_limits<int32_t>::max() / numRanks)
      return emitError() << "the grid has more than "
                         << std::numeric_limits<int32_t>::max() << " ranks";
    numRanks *= extent;
  }
  return success();
}

std::optional<unsigned> GridAttr::getAxis(StringRef name) const {
  for (auto [index, other] : llvm::enumerate(getNames()))
    if (other == name)
      return index;
  return std::nullopt;
}

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<ArrayAttr> dims;
  auto parseDim = [&]() -> ParseResult {
    SmallVector<Attribute> axes;
    do {
      StringAttr name;
      if (parseAxis(parser, name))
        return failure();
      axes.push_back(name);
    } while (succeeded(parser.parseOptionalStar()));
    if (axes.size() == 1 && cast<StringAttr>(axes[0]).getValue() == "_")
      axes.clear();
    dims.push_back(parser.getBuilder().getArrayAttr(axes));
    return success();
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    dims);
}

void ShardingAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getDims(), printer, [&](ArrayAttr axes) {
    if (axes.empty())
      printer << '_';
    llvm::interleave(
        axes.getAsRange<StringAttr>(), printer,
        [&](StringAttr name) { printer.printKeywordOrString(name); }, "*");
  });
  printer << "]>";
}

LogicalResult ShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<ArrayAttr> dims) {
  llvm::SmallDenseSet<Attribute> known;
  for (ArrayAttr axes : dims)
    for (Attribute axis : axes) {
      auto name = dyn_cast<StringAttr>(axis);
      if (!name || name.getValue() == "_" || name.empty())
        return emitError() << axis << " is not the name of an axis";
      if (!known.insert(name).second)
        return emitError() << "axis " << name << " splits more than once";
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

std::unique_ptr<Combiner> CombinerAttr::getCombiner() const {
  bool isKnown;
  return makeCombiner(getOperation(), getElementType(), getOptions(), isKnown);
}

LogicalResult CombinerAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringAttr operation, Type elementType,
                                   DictionaryAttr options) {
  // The operator of an unregistered operation cannot be verified.
  bool isKnown;
  if (makeCombiner(operation, elementType, options, isKnown) || !isKnown)
    return success();
  InFlightDiagnostic error =
      emitError() << "operation " << operation
                  << " is not a reduction of elements of " << elementType;
  if (options)
    error << " with the options " << options;
  return error;
}
