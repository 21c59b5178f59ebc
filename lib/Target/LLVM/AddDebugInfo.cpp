//===- AddDebugInfo.cpp - Where machine code comes from -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/LLVM/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/BinaryFormat/Dwarf.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_ADDDEBUGINFOPASS
#include "reduce/Target/LLVM/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;

namespace {
/// What a location says.
struct Origin {
  /// The node of a model; null for a line of a function.
  StringAttr node;
  /// The place in a file; null where it is not known.
  FileLineColLoc place;
};

/// Builds the debug information of one module.
class DebugInfoBuilder {
public:
  explicit DebugInfoBuilder(MLIRContext *context) : context(context) {}

  /// Makes `function` a subprogram and gives each operation in it a location
  /// that LLVM understands.
  void annotate(LLVM::LLVMFuncOp function);

  /// Returns how many nodes of models are subprograms now.
  size_t getNumNodes() const { return nodes.size(); }

private:
  LLVM::DIFileAttr getFile(FileLineColLoc place);
  /// Returns the compile unit of what `file` defines.
  LLVM::DICompileUnitAttr getUnit(LLVM::DIFileAttr file);
  /// Makes a subprogram; `linkageName` is null for one that is no symbol.
  LLVM::DISubprogramAttr makeSubprogram(StringAttr name, StringAttr linkageName,
                                        FileLineColLoc place, bool isLocal);
  /// Returns the subprogram of the node `origin.node` at `place`.
  LLVM::DISubprogramAttr getNode(StringAttr name, FileLineColLoc place);
  DistinctAttr makeId() { return DistinctAttr::create(UnitAttr::get(context)); }

  MLIRContext *context;
  DenseMap<LLVM::DIFileAttr, LLVM::DICompileUnitAttr> units;
  DenseMap<std::pair<StringAttr, Attribute>, LLVM::DISubprogramAttr> nodes;
};

struct AddDebugInfoPass : reduce::impl::AddDebugInfoPassBase<AddDebugInfoPass> {
  void runOnOperation() override {
    DebugInfoBuilder builder(&getContext());
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (!function.isExternal() &&
          !function.getLoc()
               ->findInstanceOf<FusedLocWith<LLVM::DISubprogramAttr>>()) {
        builder.annotate(function);
        ++numFunctions;
      }
    numNodes += builder.getNumNodes();
  }
};
} // namespace

/// Returns what `loc` says of the operation itself: where it was inlined from,
/// and the first of several that were made one.
static Origin getOrigin(Location loc) {
  if (auto place = dyn_cast<FileLineColLoc>(loc)) {
    // Debuggers take line 0 for the line before it in memory; a file without
    // lines is one line.
    if (place.getLine() == 0)
      place = FileLineColLoc::get(place.getFilename(), 1, 0);
    return {nullptr, place};
  }
  if (auto named = dyn_cast<NameLoc>(loc)) {
    Origin origin = getOrigin(named.getChildLoc());
    return {named.getName(), origin.place};
  }
  SmallVector<Location> locations;
  if (auto fused = dyn_cast<FusedLoc>(loc))
    llvm::append_range(locations, fused.getLocations());
  else if (auto call = dyn_cast<CallSiteLoc>(loc))
    locations = {call.getCallee(), call.getCaller()};
  else if (auto opaque = dyn_cast<OpaqueLoc>(loc))
    locations = {opaque.getFallbackLocation()};
  for (Location inner : locations)
    if (Origin origin = getOrigin(inner); origin.place)
      return origin;
  return {};
}

LLVM::DIFileAttr DebugInfoBuilder::getFile(FileLineColLoc place) {
  return LLVM::DIFileAttr::get(context, place.getFilename(),
                               /*directory=*/"");
}

LLVM::DICompileUnitAttr DebugInfoBuilder::getUnit(LLVM::DIFileAttr file) {
  LLVM::DICompileUnitAttr &unit = units[file];
  if (!unit)
    unit = LLVM::DICompileUnitAttr::get(
        makeId(), llvm::dwarf::DW_LANG_C11, file,
        StringAttr::get(context, "reduce-compile"), /*isOptimized=*/true,
        LLVM::DIEmissionKind::Full);
  return unit;
}

LLVM::DISubprogramAttr DebugInfoBuilder::makeSubprogram(StringAttr name,
                                                        StringAttr linkageName,
                                                        FileLineColLoc place,
                                                        bool isLocal) {
  LLVM::DIFileAttr file = getFile(place);
  auto flags =
      LLVM::DISubprogramFlags::Definition | LLVM::DISubprogramFlags::Optimized;
  if (isLocal)
    flags = flags | LLVM::DISubprogramFlags::LocalToUnit;
  return LLVM::DISubprogramAttr::get(
      context, makeId(), getUnit(file), file, name, linkageName, file,
      place.getLine(), /*scopeLine=*/place.getLine(), flags,
      LLVM::DISubroutineTypeAttr::get(context, ArrayRef<LLVM::DITypeAttr>()),
      /*retainedNodes=*/{}, /*annotations=*/{});
}

LLVM::DISubprogramAttr DebugInfoBuilder::getNode(StringAttr name,
                                                 FileLineColLoc place) {
  LLVM::DISubprogramAttr &node = nodes[{name, LocationAttr(place)}];
  if (!node)
    node =
        makeSubprogram(name, /*linkageName=*/nullptr, place, /*isLocal=*/true);
  return node;
}

void DebugInfoBuilder::annotate(LLVM::LLVMFuncOp function) {
  FileLineColLoc functionPlace = getOrigin(function.getLoc()).place;
  if (!functionPlace)
    functionPlace = FileLineColLoc::get(context, "<unknown>", 1, 0);
  LLVM::DISubprogramAttr subprogram = makeSubprogram(
      function.getNameAttr(), function.getNameAttr(), functionPlace,
      function.getLinkage() != LLVM::Linkage::External);
  Location functionLoc =
      FusedLoc::get(context, {Location(functionPlace)}, subprogram);
  auto getLoc = [&](const Origin &origin) -> Location {
    // Calls of functions that may be inlined must have a location.
    if (!origin.place)
      return functionLoc;
    if (origin.node)
      return CallSiteLoc::get(FusedLoc::get(context, {Location(origin.place)},
                                            getNode(origin.node, origin.place)),
                              functionLoc);
    LLVM::DILocalScopeAttr scope = subprogram;
    if (origin.place.getFilename() != functionPlace.getFilename())
      scope =
          LLVM::DILexicalBlockFileAttr::get(subprogram, getFile(origin.place),
                                            /*discriminator=*/0);
    return FusedLoc::get(context, {Location(origin.place)}, scope);
  };
  function.walk([&](Operation *op) {
    op->setLoc(op == function ? functionLoc : getLoc(getOrigin(op->getLoc())));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(getLoc(getOrigin(argument.getLoc())));
  });
}
