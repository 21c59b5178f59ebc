//===- Cases.cpp - Reductions of every form and shape ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include "Transforms/Analysis/StrategyLimits.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/DebugStringHelper.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceInterfaces.h"
#include "reduce/Target/LLVM/TargetMachine.h"
#include "reduce/Target/Pipelines.h"
#include "reduce/Transforms/Passes.h"
#include "reduce/Verification/Verifier.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <random>

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

StringRef mlir::reduce::detail::getName(Tail tail) {
  static constexpr StringRef names[] = {"none", "one", "less-than-vector",
                                        "less-than-strip", "all-but-one"};
  return names[static_cast<size_t>(tail)];
}

StringRef mlir::reduce::detail::getName(LoopFormKind form) {
  static constexpr StringRef names[] = {"plain", "numbers", "split-keys"};
  return names[static_cast<size_t>(form)];
}

StringRef mlir::reduce::detail::getName(Knowledge knowledge) {
  static constexpr StringRef names[] = {"all", "inner", "outer", "none",
                                        "not-axes"};
  return names[static_cast<size_t>(knowledge)];
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Returns a tensor type. Negative extents are dynamic.
static std::string getTensorText(ArrayRef<int64_t> shape, StringRef element) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += (extent < 0 ? "?" : std::to_string(extent)) + "x";
  return text + element.str() + ">";
}

bool Case::isKnown(size_t dim) const {
  bool isInner = dim + 1 == shape.size();
  switch (knowledge) {
  case Knowledge::All:
    return true;
  case Knowledge::Inner:
    return isInner;
  case Knowledge::Outer:
    return !isInner;
  case Knowledge::None:
  case Knowledge::NotAxes:
    return false;
  }
  llvm_unreachable("unknown knowledge");
}

SmallVector<int64_t> Case::getAxes() const {
  SmallVector<int64_t> axes;
  for (auto [dim, isReduced] : llvm::enumerate(reduced))
    if (isReduced)
      axes.push_back(dim);
  return axes;
}

std::string Case::getInputType() const {
  SmallVector<int64_t> known;
  for (auto [dim, extent] : llvm::enumerate(shape))
    known.push_back(isKnown(dim) ? extent : -1);
  return getTensorText(known, op->element);
}

std::string Case::getResultType() const {
  SmallVector<int64_t> known;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (knowledge == Knowledge::NotAxes)
      known.push_back(-1);
    else if (!reduced[dim])
      known.push_back(isKnown(dim) ? extent : -1);
  }
  return getTensorText(known, op->element);
}

/// Returns an elementwise operation that inverts the sign, or the bits, of
/// `operand`, a tensor of type `type` and rank `rank`, into `result`.
static std::string getTurned(StringRef operand, StringRef result,
                             StringRef type, size_t rank, StringRef element) {
  std::string dims, kinds;
  for (size_t dim : llvm::seq(rank)) {
    dims += (dim ? ", d" : "d") + std::to_string(dim);
    kinds += dim ? ", \"parallel\"" : "\"parallel\"";
  }
  std::string body =
      element.starts_with("f") || element.starts_with("b")
          ? llvm::formatv("    %n = arith.negf %a : {0}\n", element).str()
          : llvm::formatv("    %c = arith.constant -1 : {0}\n"
                          "    %n = arith.xori %a, %c : {0}\n",
                          element)
                .str();
  return llvm::formatv("  {1}_empty = tensor.empty() : {2}\n"
                       "  {1} = linalg.generic {{indexing_maps = "
                       "[affine_map<({3}) -> ({3})>, "
                       "affine_map<({3}) -> ({3})>], "
                       "iterator_types = [{4}]} "
                       "ins({0} : {2}) outs({1}_empty : {2}) {{\n"
                       "  ^bb0(%a: {5}, %b: {5}):\n{6}"
                       "    linalg.yield %n : {5}\n  } -> {2}\n",
                       operand, result, type, dims, kinds, element, body)
      .str();
}

std::string Case::getFunction(StringRef name, bool withNeighbour) const {
  std::string inputType = getInputType(), resultType = getResultType();
  StringRef element = op->element;
  bool hasPrologue = withNeighbour && neighbour == Neighbour::Prologue;
  bool hasEpilogue = withNeighbour && neighbour == Neighbour::Epilogue;
  bool hasAxes = knowledge != Knowledge::NotAxes;
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "func.func @" << name << "(%data: " << inputType
         << (hasAxes ? "" : ", %axes: tensor<?xi64>") << ") -> " << resultType
         << " {\n";
  if (hasPrologue)
    stream << getTurned("%data", "%turned", inputType, shape.size(), element);
  stream << "  %result = " << op->name << (hasPrologue ? " %turned" : " %data")
         << " axes = ";
  if (hasAxes) {
    stream << '[';
    llvm::interleaveComma(getAxes(), stream);
    stream << ']';
  } else {
    stream << "%axes keepdims";
  }
  stream << ' ' << op->options << " : " << inputType
         << (hasAxes ? "" : ", tensor<?xi64>") << " -> " << resultType << '\n';
  if (hasEpilogue)
    stream << getTurned("%result", "%end", resultType,
                        llvm::count(reduced, false), element);
  stream << "  return " << (hasEpilogue ? "%end" : "%result") << " : "
         << resultType << "\n}\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Space
//===----------------------------------------------------------------------===//

/// The reduced dimensions, from the outermost on. The last one has the inner
/// extents, the one before has the outer ones, others have few.
static constexpr StringRef patterns[] = {"R",    "KR",  "RK",  "RR",  "KRK",
                                         "RKR",  "KRR", "KKR", "RRK", "KRKR",
                                         "RKRK", "KK",  "RKRR"};

/// How often each kind of shape and neighbor occurs.
static constexpr Knowledge knowledges[] = {
    Knowledge::All,   Knowledge::All,  Knowledge::All,  Knowledge::Inner,
    Knowledge::Outer, Knowledge::None, Knowledge::None, Knowledge::NotAxes};
static constexpr Neighbour neighbours[] = {
    Neighbour::None, Neighbour::None,     Neighbour::None,
    Neighbour::None, Neighbour::Prologue, Neighbour::Epilogue};

/// The maximum number of elements: two blocks of rows longer than a tile
/// (VectorTarget::getTileBytes); otherwise as many as are swept.
static constexpr int64_t mostElements = defaultMaxPositions;
static constexpr int64_t mostTileElements = 1 << 20;

/// Returns the inner extents for vectors of `lanes` elements, strips of `width`
/// elements, and tiles of `tileBytes` bytes.
static SmallVector<int64_t> getInnerExtents(const Operator &op,
                                            int64_t tileBytes) {
  int64_t lanes = op.lanes, width = op.width;
  llvm::SmallSetVector<int64_t, 32> extents;
  // Short rows, and lengths around them.
  for (int64_t extent : llvm::seq<int64_t>(0, limits::maxShortLength + 4))
    extents.insert(extent);
  // Pieces of a vector, and around them.
  for (int64_t quarters : {1, 2, 3, 4, 8, 12, 16})
    for (int64_t rest : {-1, 0, 1})
      extents.insert(std::max<int64_t>(0, quarters * lanes / 4 + rest));
  for (int64_t strips : {1, 2, 3})
    for (int64_t rest : {int64_t(0), int64_t(1), lanes / 2, lanes - 1, lanes,
                         lanes + 1, width / 2 + 1, width - 1})
      extents.insert(strips * width + rest);
  for (int64_t rest : {int64_t(-1), int64_t(0), lanes + 3})
    extents.insert(limits::longStrips * width + rest);
  int64_t tile = std::max<int64_t>(width, tileBytes / getByteSize(op.type));
  for (int64_t rest : {int64_t(0), int64_t(1), width + lanes + 1})
    extents.insert(tile + rest);
  return extents.takeVector();
}

/// Returns the outer extents: blocks of rows have sizes that are powers of two.
static SmallVector<int64_t> getOuterExtents() {
  llvm::SmallSetVector<int64_t, 32> extents;
  for (int64_t block = 1; block <= 128; block *= 2)
    for (int64_t rest : {int64_t(0), int64_t(1), block - 1})
      extents.insert(block + rest);
  extents.insert(0);
  extents.insert(limits::blockRows * limits::minBlocks + 5);
  extents.insert(limits::blockRows * (limits::minBlocks + 1) - 1);
  return extents.takeVector();
}

CaseSpace::CaseSpace(MLIRContext &context, llvm::TargetMachine &machine,
                     bool forThreads)
    : context(context), forThreads(forThreads) {
  target = getVectorTarget(&context, machine);
  outerExtents = getOuterExtents();
  addOperators();
  measureOperators();
}

/// Sets the properties of operators on the target, and which are alike.
void CaseSpace::measureOperators() {
  std::string text;
  for (auto [number, op] : llvm::enumerate(operators)) {
    Case probe = {&op, {1 << 20}, {true}};
    text += probe.getFunction("case" + std::to_string(number), false);
  }
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  PassManager pm(&context);
  buildReduceToLinalgStage(pm, ReduceToLLVMPipelineOptions(),
                           /*isLast=*/false);
  if (!module || failed(pm.run(*module)))
    return;
  for (auto [number, op] : llvm::enumerate(operators)) {
    auto function =
        module->lookupSymbol<func::FuncOp>("case" + std::to_string(number));
    function.walk([&, &op = op](linalg::GenericOp generic) {
      StringRef reason;
      if (generic.getNumReductionLoops() == 0)
        return;
      FailureOr<Reduction> reduction = Reduction::match(generic, reason);
      if (failed(reduction))
        return;
      op.lanes = target.getLanes(*reduction);
      op.width = target.getWidth(*reduction);
      Choice choice;
      if (chooseStrategy(getStrategies(), *reduction, target, choice))
        op.form = choice.form;
    });
    op.innerExtents = getInnerExtents(op, target.getTileBytes());
  }
  std::map<std::tuple<int, int64_t, int64_t>, std::vector<const Operator *>>
      alike;
  for (const Operator &op : operators)
    alike[{op.form ? static_cast<int>(*op.form) : -1, op.lanes, op.width}]
        .push_back(&op);
  for (auto &[key, members] : alike) {
    largestClass = std::max<uint64_t>(largestClass, members.size());
    classes.push_back(std::move(members));
  }
}

/// Adds each operator of the dialect for each type, with
/// each of its options.
void CaseSpace::addOperators() {
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  context.loadDialect<ReduceDialect>();
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (!name.hasInterface<ReductionOpInterface>())
      continue;
    for (ElementType type : allElementTypes)
      for (StringRef options : {"", "nan_mode = ignore", "strict_order"}) {
        Operator op;
        op.name = name.getStringRef().str();
        op.options = options.str();
        op.type = type;
        op.element = debugString(getMLIRType(&context, op.type));
        Case probe = {&op, {1 << 20}, {true}};
        std::string text = probe.getFunction("probe", false);
        if (parseSourceString<ModuleOp>(text, &context))
          operators.push_back(op);
      }
  }
}

uint64_t CaseSpace::getSize() const {
  uint64_t most = 0;
  for (const Operator &op : operators)
    most = std::max<uint64_t>(most, op.innerExtents.size());
  return most * outerExtents.size() * classes.size() * largestClass *
         std::size(patterns) * std::size(knowledges) * std::size(neighbours) *
         2;
}

bool CaseSpace::isSmallEnough(const Case &each) {
  bool hasTiles = each.reduced == SmallVector<bool>{true, false} &&
                  each.shape[0] >= limits::blockRows &&
                  each.shape[1] >= limits::minStrips * each.op->width;
  return ShapedType::getNumElements(each.shape) <=
         (hasTiles ? mostTileElements : mostElements);
}

std::vector<Case> CaseSpace::getSiblings(const Case &each, unsigned count,
                                         uint64_t seed) const {
  std::vector<Case> siblings;
  ArrayRef<int64_t> inners = each.op->innerExtents, outers = outerExtents;
  std::mt19937_64 generator(seed);
  if (each.knowledge == Knowledge::All || forThreads)
    return siblings;
  // Most combinations of these extents are too large.
  for (unsigned i = 0; i < 20 * count && siblings.size() < count; ++i) {
    Case sibling = each;
    for (auto [dim, extent] : llvm::enumerate(sibling.shape)) {
      size_t fromLast = sibling.shape.size() - 1 - dim;
      if (each.isKnown(dim))
        continue;
      extent = fromLast == 0   ? inners[generator() % inners.size()]
               : fromLast == 1 ? outers[generator() % outers.size()]
                               : generator() % 4;
    }
    if (isSmallEnough(sibling))
      siblings.push_back(std::move(sibling));
  }
  return siblings;
}

std::optional<Case> CaseSpace::getCase(uint64_t index) const {
  auto take = [&](uint64_t count) {
    uint64_t digit = index % count;
    index /= count;
    return digit;
  };
  Case result;
  const std::vector<const Operator *> &members = classes[take(classes.size())];
  result.op = members[take(largestClass) % members.size()];
  StringRef pattern = patterns[take(std::size(patterns))];
  result.knowledge = knowledges[take(std::size(knowledges))];
  result.neighbour = neighbours[take(std::size(neighbours))];
  int64_t few = 2 + take(2);
  int64_t outer = outerExtents[take(outerExtents.size())];
  ArrayRef<int64_t> inners = result.op->innerExtents;
  if (index >= inners.size())
    return std::nullopt;
  int64_t inner = inners[index];
  if (forThreads) {
    // Enough rows, or a row long enough, for pieces to be worthwhile.
    int64_t least = (512 << 10) / getByteSize(result.op->type);
    if (inner == 0 || outer == 0)
      return std::nullopt;
    if (pattern.size() == 1)
      inner += least;
    else
      outer += least / inner;
  }
  for (auto [dim, kind] : llvm::enumerate(pattern)) {
    size_t fromLast = pattern.size() - 1 - dim;
    result.shape.push_back(fromLast == 0 ? inner : fromLast == 1 ? outer : few);
    result.reduced.push_back(kind == 'R');
  }
  if (!forThreads && !isSmallEnough(result))
    return std::nullopt;
  if (!isPossible(result))
    return std::nullopt;
  return result;
}

bool CaseSpace::isPossible(const Case &each) {
  // Elementwise operations on these types, or on unknown shapes, take more than
  // one line.
  StringRef element = each.op->element;
  return each.neighbour == Neighbour::None ||
         (each.knowledge == Knowledge::All && element != "i1" &&
          element[0] != 'u');
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

Tail mlir::reduce::detail::getTail(int64_t extent, int64_t unit,
                                   int64_t lanes) {
  int64_t rest = unit < 1 ? 0 : extent % unit;
  if (rest == 0)
    return Tail::None;
  if (rest == 1)
    return Tail::One;
  if (rest == unit - 1)
    return Tail::AllButOne;
  return rest < lanes ? Tail::LessThanVector : Tail::LessThanStrip;
}

/// Returns the extents of `reduction`'s loops. Unknown extents are taken from
/// `each`.
static SmallVector<int64_t> getExtents(const Case &each) {
  SmallVector<int64_t> extents;
  for (auto [dim, extent] : llvm::enumerate(each.shape)) {
    if (dim > 0 && each.reduced[dim] == each.reduced[dim - 1])
      extents.back() *= extent;
    else
      extents.push_back(extent);
  }
  return extents;
}

std::vector<std::optional<CaseKind>>
CaseSpace::classify(ArrayRef<Case> cases) const {
  std::string text;
  for (auto [number, each] : llvm::enumerate(cases))
    text += each.getFunction("case" + std::to_string(number), true);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  PassManager pm(&context);
  buildReduceToLinalgStage(pm, ReduceToLLVMPipelineOptions(),
                           /*isLast=*/false);
  pm.addNestedPass<func::FuncOp>(createCollapseReductionDimsPass());
  std::vector<std::optional<CaseKind>> kinds(cases.size());
  if (!module || failed(pm.run(*module)))
    return kinds;
  for (auto [number, each] : llvm::enumerate(cases)) {
    auto function =
        module->lookupSymbol<func::FuncOp>("case" + std::to_string(number));
    // Axes at run time have two variants: whether the innermost loop is
    // reduced.
    function.walk([&, number = number, &each = each](linalg::GenericOp op) {
      StringRef reason;
      if (op.getNumReductionLoops() == 0)
        return;
      FailureOr<Reduction> reduction = Reduction::match(op, reason);
      Choice choice;
      if (failed(reduction))
        return;
      const Strategy *strategy =
          chooseStrategy(getStrategies(), *reduction, target, choice);
      if (!strategy)
        return;
      CaseKind kind = {strategy->name.str(), choice.form};
      SmallVector<int64_t> extents = getExtents(each);
      int64_t width = target.getWidth(*reduction);
      int64_t unit = choice.tile.back();
      if (ShapedType::isDynamic(unit) || unit > width)
        unit = width;
      int64_t lanes = target.getLanes(*reduction);
      kind.inner = getTail(extents.back(), unit, lanes);
      kind.innerUnit = std::max<int64_t>(unit, 1);
      if (choice.tile.size() >= 2 && extents.size() >= 2) {
        int64_t rows = choice.tile[choice.tile.size() - 2];
        if (!ShapedType::isDynamic(rows)) {
          kind.outer =
              getTail(extents[extents.size() - 2], rows, std::min(lanes, rows));
          kind.outerUnit = std::max<int64_t>(rows, 1);
        }
      }
      kinds[number] = kind;
    });
  }
  return kinds;
}
