//===- Selection.cpp - Which cases are taken ------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selection.h"
#include "Transforms/Analysis/StrategyLimits.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The remainders of each strategy, and the forms that its loops have in
/// addition to the plain one.
struct StrategyTraits {
  StringRef strategy;
  bool isInnerReduced, hasInnerRests, hasOuterRests, hasNumbers, hasSplitKeys;
};
static constexpr StrategyTraits allTraits[] = {
    {"short-rows", true, false, true, false, false},
    {"overlapped-rows", true, false, true, false, false},
    {"padded-rows", true, false, true, false, false},
    {"row-groups", true, true, true, true, true},
    {"outer-streams", false, true, true, false, true},
    {"narrow-rows", false, false, true, true, true},
    {"narrow-groups", false, false, true, true, true},
    {"column-groups", false, false, true, true, true},
    {"folded-rows", false, false, true, false, true},
    {"packed-rows", false, false, true, false, true},
    {"inner", true, true, false, true, true},
    {"outer-blocks", false, true, true, true, true},
    {"outer", false, true, false, true, true}};

/// Returns whether `strategy` can apply to any reduction on `target`.
static bool mayApply(StringRef strategy, const VectorTarget &target) {
  // A vector has room for two pieces.
  if (strategy == overlappedRowReduction.name)
    return target.getVectorBits() >= 2 * limits::minPieceBits;
  if (strategy == narrowGroupReduction.name ||
      strategy == foldedRowReduction.name)
    return target.getPermutedBits() > 0;
  // Cases are not larger than the last cache (streams.py has some).
  return strategy != outerStreamReduction.name;
}

std::string Requirement::getText() const {
  return (getName(form) + " known " + (isInner ? "inner " : "outer ") +
          getName(tail))
      .str();
}

/// A permutation of the numbers below `count`.
static uint64_t permute(uint64_t number, uint64_t count, uint64_t seed) {
  // A prime that divides no count of cases spreads neighbors evenly.
  constexpr uint64_t prime = 2'147'483'647;
  return (number % count * (prime % count) + seed * 7'919) % count;
}

/// Functions per library. Larger libraries take longer to compile per function.
static constexpr size_t batchSize = 32;

static std::string getFeature(Neighbour neighbour) {
  return neighbour == Neighbour::Prologue ? "prologue" : "epilogue";
}

static std::string getFeature(const Operator &op) {
  return op.name + " " + op.options + " " + getName(op.type).str();
}

/// Returns the features of a case, each with its kind.
static std::vector<std::pair<std::string, std::string>>
getFeatures(const Case &each, const std::optional<CaseKind> &kind) {
  std::string knowledge = getName(each.knowledge).str();
  std::vector<std::pair<std::string, std::string>> features = {
      {"operator", getFeature(*each.op)}, {"knowledge", knowledge}};
  if (!kind)
    return features;
  std::string form = getName(kind->form).str();
  std::string shape = each.isKnown(each.shape.size() - 1) ? "known" : "unknown";
  features.push_back({"strategy", kind->strategy});
  features.push_back({"form", form});
  for (auto [place, tail] :
       {std::pair("inner ", kind->inner), std::pair("outer ", kind->outer)}) {
    features.push_back({"tail", getName(tail).str()});
    features.push_back({kind->strategy, form + " " + shape + " " + place +
                                            getName(tail).str()});
  }
  features.push_back({kind->strategy, "shape " + knowledge});
  if (each.neighbour != Neighbour::None)
    features.push_back({kind->strategy, getFeature(each.neighbour)});
  return features;
}

/// Keeps `each` as an example if there are few of its strategy, form and sizes
/// of loops.
void CaseSelection::addExample(const Case &each, const CaseKind &kind) {
  constexpr unsigned mostExamples = 8;
  if (!each.isKnown(each.shape.size() - 1))
    return;
  auto &alike = examples[{kind.strategy, kind.form}];
  if (llvm::count_if(alike, [&](const auto &example) {
        return example.first.op->lanes == each.op->lanes &&
               example.second.innerUnit == kind.innerUnit &&
               example.second.outerUnit == kind.outerUnit;
      }) < mostExamples)
    alike.push_back({each, kind});
}

std::vector<CaseSelection::Candidate>
CaseSelection::classify(std::vector<Case> drawn) {
  numDraws += drawn.size();
  std::vector<Candidate> candidates;
  for (size_t begin = 0; begin < drawn.size(); begin += batchSize) {
    ArrayRef<Case> batch = ArrayRef(drawn).slice(begin).take_front(batchSize);
    for (auto [each, kind] : llvm::zip_equal(batch, space.classify(batch))) {
      if (kind)
        addExample(each, *kind);
      candidates.push_back({each, getFeatures(each, kind)});
    }
  }
  return candidates;
}

/// Returns how many features of a candidate too few cases have so far.
unsigned CaseSelection::countNew(const Candidate &candidate) const {
  return llvm::count_if(candidate.features, [&](const auto &feature) {
    auto kind = reached.find(feature.first);
    if (kind == reached.end())
      return true;
    auto name = kind->second.find(feature.second);
    return name == kind->second.end() || name->second < options.quota;
  });
}

/// Takes the candidate with the most features that too few cases have, and
/// removes it from `candidates`. Returns false if no candidate has one.
bool CaseSelection::takeBest(std::vector<Candidate> &candidates,
                             std::vector<CaseGroup> &groups) {
  auto best = candidates.end();
  unsigned most = 0;
  for (auto each = candidates.begin(); each != candidates.end(); ++each)
    if (unsigned count = countNew(*each); count > most) {
      best = each;
      most = count;
    }
  if (most == 0)
    return false;
  take(std::move(*best), groups);
  candidates.erase(best);
  return true;
}

void CaseSelection::take(Candidate candidate, std::vector<CaseGroup> &groups) {
  for (const auto &[kind, name] : candidate.features)
    ++reached[kind][name];
  addGroup(groups, std::move(candidate.each));
}

/// Returns the next valid case that is not too large, or none after the last.
std::optional<Case> CaseSelection::draw() {
  while (next < space.getSize()) {
    std::optional<Case> each =
        space.getCase(permute(next++, space.getSize(), options.seed));
    if (each && ShapedType::getNumElements(each->shape) <= options.maxElements)
      return each;
  }
  return std::nullopt;
}

/// Returns the next cases, up to `count`.
std::vector<Case> CaseSelection::draw(size_t count) {
  std::vector<Case> drawn;
  while (drawn.size() < count) {
    std::optional<Case> each = draw();
    if (!each)
      break;
    drawn.push_back(std::move(*each));
  }
  return drawn;
}

std::vector<CaseGroup> CaseSelection::choose(size_t count) {
  std::vector<CaseGroup> groups;
  count = std::min(count, batchSize);
  if (options.quota == 0) {
    count = std::min<size_t>(count, options.maxDraws - numDraws);
    for (Candidate &candidate : classify(draw(count)))
      take(std::move(candidate), groups);
    return groups;
  }
  if (numDraws == 0)
    pool = classify(draw(options.maxDraws));
  while (groups.size() < count && takeBest(pool, groups)) {
  }
  return groups;
}

/// Adds `each`, and other shapes for its function.
void CaseSelection::addGroup(std::vector<CaseGroup> &groups, Case each) {
  CaseGroup &group = groups.emplace_back();
  group = space.getSiblings(each, options.numSiblings, options.seed + numDraws);
  llvm::erase_if(group, [&](const Case &sibling) {
    return ShapedType::getNumElements(sibling.shape) > options.maxElements;
  });
  group.push_back(std::move(each));
}

/// Returns the requirements that no case has met so far.
std::vector<Requirement> CaseSelection::getMissing() const {
  std::vector<Requirement> missing;
  auto add = [&](const Requirement &requirement) {
    if (isMissing(requirement))
      missing.push_back(requirement);
  };
  for (const StrategyTraits &traits : allTraits) {
    if (!mayApply(traits.strategy, space.getTarget()))
      continue;
    SmallVector<LoopFormKind> forms = {LoopFormKind::Plain};
    if (traits.hasNumbers && space.getTarget().getMaskRegisters())
      forms.push_back(LoopFormKind::Numbers);
    if (traits.hasSplitKeys && !space.getTarget().getMaskedArithmetic())
      forms.push_back(LoopFormKind::SplitKeys);
    for (LoopFormKind form : forms) {
      if (traits.hasInnerRests)
        for (Tail tail : tails)
          add({traits.strategy, traits.isInnerReduced, form, true, tail});
      if (traits.hasOuterRests)
        for (Tail tail : {Tail::None, Tail::One, Tail::AllButOne})
          add({traits.strategy, traits.isInnerReduced, form, false, tail});
    }
  }
  return missing;
}

/// Whether a case may meet a requirement, as far as that is known without
/// querying the compiler.
bool CaseSelection::maySatisfy(const Case &each,
                               const Requirement &requirement) const {
  bool needsForm = requirement.form != LoopFormKind::Plain;
  if (!each.op->form || (needsForm && each.op->form != requirement.form) ||
      !each.isKnown(each.shape.size() - 1) ||
      each.reduced.back() != requirement.isInnerReduced ||
      (!requirement.isInner && each.shape.size() < 2))
    return false;
  int64_t extent =
      each.shape[each.shape.size() - (requirement.isInner ? 1 : 2)];
  int64_t least = requirement.isInner ? each.op->lanes : 2;
  for (int64_t unit = least; unit <= std::max<int64_t>(each.op->width, 128);
       unit *= 2)
    if (extent >= unit &&
        getTail(extent, unit, std::min(each.op->lanes, unit)) ==
            requirement.tail)
      return true;
  return false;
}

bool CaseSelection::isMissing(const Requirement &requirement) const {
  auto it = reached.find(requirement.strategy.str());
  if (it != reached.end() && it->second.count(requirement.getText()))
    return false;
  // Loops over one vector leave a remainder of less than a vector, or none.
  auto seen = examples.find({requirement.strategy.str(), requirement.form});
  return seen == examples.end() ||
         llvm::any_of(seen->second, [&](const auto &example) {
           const auto &[each, kind] = example;
           int64_t unit = requirement.isInner ? kind.innerUnit : kind.outerUnit;
           int64_t lanes = std::min(each.op->lanes, unit);
           return llvm::any_of(llvm::seq(unit), [&](int64_t rest) {
             return getTail(rest, unit, lanes) == requirement.tail;
           });
         });
}

/// Takes the case of `drawn` that meets the requirement and has the most new
/// features. Returns whether there is one.
bool CaseSelection::takeSatisfying(const Requirement &requirement,
                                   std::vector<Case> drawn,
                                   std::vector<CaseGroup> &groups) {
  std::vector<Candidate> candidates = classify(std::move(drawn));
  std::pair<std::string, std::string> required = {requirement.strategy.str(),
                                                  requirement.getText()};
  llvm::erase_if(candidates, [&](const Candidate &candidate) {
    return !llvm::is_contained(candidate.features, required);
  });
  return takeBest(candidates, groups) || !isMissing(requirement);
}

/// Sets the extent of the innermost loop of `each`, or of the one before.
/// Adjacent dimensions that are both reduced, or both kept, form one loop.
/// Returns whether there is such a loop.
static bool setLoopExtent(Case &each, bool isInner, int64_t extent) {
  int last = each.shape.size() - 1;
  if (!isInner)
    while (last >= 0 && each.reduced[last] == each.reduced.back())
      --last;
  if (last < 0)
    return false;
  for (int dim = last; dim >= 0 && each.reduced[dim] == each.reduced[last];
       --dim)
    each.shape[dim] = dim == last ? extent : 1;
  return true;
}

/// Returns the examples of the required strategy and form, with extents that
/// have the required remainder.
std::vector<Case>
CaseSelection::getVariants(const Requirement &requirement) const {
  std::vector<Case> variants;
  auto it = examples.find({requirement.strategy.str(), requirement.form});
  if (it == examples.end())
    return variants;
  for (const auto &[example, kind] : it->second) {
    int64_t unit = requirement.isInner ? kind.innerUnit : kind.outerUnit;
    int64_t lanes = std::min(example.op->lanes, unit);
    for (int64_t units : {0, 1, 2, 3, 8})
      for (int64_t rest : {int64_t(0), int64_t(1), lanes / 2, lanes - 1, lanes,
                           lanes + 1, unit / 2 + 1, unit - 2, unit - 1}) {
        if (rest < 0 || getTail(rest, unit, lanes) != requirement.tail)
          continue;
        Case variant = example;
        if (!setLoopExtent(variant, requirement.isInner, units * unit + rest))
          continue;
        if (CaseSpace::isSmallEnough(variant))
          variants.push_back(std::move(variant));
      }
  }
  return variants;
}

/// Returns the strategies that no case has shown with an elementwise operation
/// before or after the reduction.
std::vector<std::pair<StringRef, Neighbour>>
CaseSelection::getMissingNeighbours() const {
  std::vector<std::pair<StringRef, Neighbour>> missing;
  for (const Strategy *strategy : getStrategies()) {
    if (!mayApply(strategy->name, space.getTarget()))
      continue;
    for (Neighbour neighbour : {Neighbour::Prologue, Neighbour::Epilogue}) {
      auto it = reached.find(strategy->name.str());
      if (it == reached.end() || !it->second.count(getFeature(neighbour)))
        missing.emplace_back(strategy->name, neighbour);
    }
  }
  return missing;
}

/// Takes the examples of strategies with elementwise operations that no case
/// has had so far, with other known extents.
void CaseSelection::takeOtherVariants(std::vector<CaseGroup> &groups) {
  std::vector<Case> variants;
  for (const auto &[strategy, neighbour] : getMissingNeighbours())
    for (const auto &[key, alike] : examples)
      if (key.first == strategy)
        for (const auto &[example, kind] : alike)
          for (const Operator &op : space.getOperators()) {
            Case variant = example;
            variant.op = &op;
            variant.neighbour = neighbour;
            variant.knowledge = Knowledge::All;
            if (op.lanes != example.op->lanes || op.form != example.op->form ||
                !CaseSpace::isPossible(variant))
              continue;
            variants.push_back(variant);
            // Outer indices that are known must be more than a group.
            constexpr int64_t manyOuter = 100;
            variant.shape.front() = std::max(variant.shape.front(), manyOuter);
            if (CaseSpace::isSmallEnough(variant))
              variants.push_back(std::move(variant));
          }
  for (const auto &[key, alike] : examples)
    for (Knowledge knowledge : allKnowledge) {
      Case variant = alike.front().first;
      variant.neighbour = Neighbour::None;
      variant.knowledge = knowledge;
      variants.push_back(std::move(variant));
    }
  std::vector<Candidate> candidates = classify(std::move(variants));
  while (takeBest(candidates, groups)) {
  }
}

/// Returns cases that meet requirements not met so far.
std::vector<CaseGroup> CaseSelection::chooseMissing() {
  constexpr unsigned numTries = 24;
  std::vector<CaseGroup> groups;
  for (const Operator &op : space.getOperators())
    for (unsigned looked = 0;
         looked < 1 << 16 && !reached["operator"].count(getFeature(op));
         ++looked) {
      std::optional<Case> each = draw();
      if (!each)
        break;
      if (each->op == &op) {
        std::vector<Candidate> candidates = classify({*each});
        takeBest(candidates, groups);
      }
    }
  for (const Requirement &requirement : getMissing()) {
    if (!isMissing(requirement) ||
        takeSatisfying(requirement, getVariants(requirement), groups))
      continue;
    bool isFound = false;
    for (unsigned i = 0; i < numTries && !isFound; ++i) {
      std::vector<Case> drawn;
      for (unsigned looked = 0; drawn.size() < batchSize && looked < 1 << 16;
           ++looked)
        if (std::optional<Case> each = draw())
          if (maySatisfy(*each, requirement))
            drawn.push_back(std::move(*each));
      isFound = takeSatisfying(requirement, std::move(drawn), groups);
    }
  }
  takeOtherVariants(groups);
  return groups;
}

bool CaseSelection::checkAllReached(raw_ostream &os) const {
  const VectorTarget &target = space.getTarget();
  bool isComplete = true;
  auto check = [&](StringRef kind, StringRef name) {
    auto it = reached.find(kind.str());
    if (it != reached.end() && it->second.count(name.str()))
      return;
    os << "error: no case reaches the " << kind << " '" << name << "'\n";
    isComplete = false;
  };
  for (const Strategy *strategy : getStrategies()) {
    if (mayApply(strategy->name, target))
      check("strategy", strategy->name);
    if (llvm::none_of(allTraits, [&](const StrategyTraits &traits) {
          return traits.strategy == strategy->name;
        })) {
      os << "error: no traits of the strategy '" << strategy->name
         << "' are listed\n";
      isComplete = false;
    }
  }
  check("form", getName(LoopFormKind::Plain));
  if (target.getMaskRegisters())
    check("form", getName(LoopFormKind::Numbers));
  if (!target.getMaskedArithmetic())
    check("form", getName(LoopFormKind::SplitKeys));
  for (Tail tail : tails)
    check("tail", getName(tail));
  for (Knowledge knowledge : allKnowledge)
    check("knowledge", getName(knowledge));
  for (const Requirement &missing : getMissing())
    check(missing.strategy, missing.getText());
  for (const auto &[strategy, neighbour] : getMissingNeighbours())
    check(strategy, getFeature(neighbour));
  for (const Operator &op : space.getOperators())
    check("operator", getFeature(op));
  return isComplete;
}

void CaseSelection::printTable(raw_ostream &os) const {
  for (const auto &[kind, names] : reached)
    for (const auto &[name, count] : names)
      os << llvm::formatv("{0,-12} {1,-40} {2}\n", kind, name, count);
}
