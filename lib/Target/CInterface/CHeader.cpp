//===- CHeader.cpp - The header of a compiled library ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/CInterface/CHeader.h"

#include "reduce/Support/CIdentifier.h"
#include "reduce/Support/Status.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;

/// Prints the part that is the same in all headers.
static void printStatuses(llvm::raw_ostream &os) {
  os << "#ifndef REDUCE_STATUS_DEFINED\n"
        "#define REDUCE_STATUS_DEFINED\n"
        "/* The statuses that the functions return. */\n"
        "enum ReduceStatus {\n";
  llvm::interleave(
      getStatuses(), os,
      [&](const StatusInfo &status) {
        os << "  /* " << status.text << " */\n"
           << "  REDUCE_STATUS_" << status.name << " = " << status.value;
      },
      ",\n");
  os << "\n};\n#endif /* REDUCE_STATUS_DEFINED */\n\n";
}

/// Prints `name`, from the model, so that it cannot end the enclosing comment.
static void printInComment(llvm::raw_ostream &os, StringRef name) {
  char previous = 0;
  for (char c : name) {
    bool endsComment = previous == '*' && c == '/';
    bool beginsComment = previous == '/' && c == '*';
    // A backslash at the end of a line continues it, and "??/" is a trigraph
    // for a backslash.
    bool isPlain = llvm::isPrint(c) && c != '\\' && c != '?';
    os << (isPlain && !endsComment && !beginsComment ? c : '_');
    previous = c;
  }
}

static void printTensor(llvm::raw_ostream &os, StringRef kind, size_t index,
                        const TensorSignature &tensor) {
  os << " *   " << kind << index << ": \"";
  printInComment(os, tensor.name);
  os << "\", " << getName(tensor.elementType) << " [";
  for (auto [dim, extent] : llvm::enumerate(tensor.shape)) {
    os << (dim == 0 ? "" : ", ");
    bool isNamed =
        dim < tensor.dimParams.size() && !tensor.dimParams[dim].empty();
    if (isNamed)
      printInComment(os, tensor.dimParams[dim]);
    else if (extent == TensorSignature::kDynamic)
      os << '?';
    else
      os << extent;
  }
  os << ']';
  if (llvm::any_of(tensor.sharding, [](auto &axes) { return !axes.empty(); })) {
    os << ", split along [";
    llvm::interleaveComma(
        tensor.sharding, os, [&](const std::vector<std::string> &axes) {
          // Together with a name, the '*' before it could end the comment.
          printInComment(os, axes.empty() ? "_" : llvm::join(axes, "*"));
        });
    os << ']';
  }
  os << '\n';
}

static void printParameters(llvm::raw_ostream &os,
                            const FunctionSignature &signature,
                            bool takesComm = false) {
  llvm::ListSeparator separator;
  os << '(';
  for (size_t i = 0, e = signature.inputs.size(); i < e; ++i)
    os << separator << "const DLTensor *in" << i;
  for (size_t i = 0, e = signature.outputs.size(); i < e; ++i)
    os << separator << "DLTensor *out" << i;
  if (takesComm)
    os << separator << "const ReduceComm *comm";
  else if (signature.inputs.empty() && signature.outputs.empty())
    os << "void";
  os << ')';
}

/// Returns the C type of an element. C has no types for some floats: those are
/// integers of the same size.
static std::string getCType(ElementType type) {
  DLDataType dlType = getDLDataType(type);
  if (type == ElementType::F32)
    return "float";
  if (type == ElementType::F64)
    return "double";
  return (dlType.code == kDLInt ? "int" : "uint") +
         std::to_string(dlType.bits) + "_t";
}

/// Prints the declaration of NAME_data.
static void printDataFunction(llvm::raw_ostream &os,
                              const FunctionSignature &signature) {
  os << ";\n\n/*\n * The same, for the elements of contiguous tensors. Checks "
        "nothing: all\n * addresses must be aligned to elements, and no output "
        "may share memory with\n * another tensor. float16 and bfloat16 are "
        "uint16_t, and bool is uint8_t.\n */\nint32_t "
     << signature.name << dataSuffix << '(';
  llvm::ListSeparator separator;
  for (auto [i, tensor] : llvm::enumerate(signature.inputs))
    os << separator << "const " << getCType(tensor.elementType) << " *in" << i;
  for (auto [i, tensor] : llvm::enumerate(signature.outputs))
    os << separator << getCType(tensor.elementType) << " *out" << i;
  os << ')';
}

static void printFunction(llvm::raw_ostream &os,
                          const FunctionSignature &signature) {
  StringRef name = signature.name;
  os << "/*\n * " << name << " fills its outputs.\n *\n";
  for (auto [i, tensor] : llvm::enumerate(signature.inputs))
    printTensor(os, "in", i, tensor);
  for (auto [i, tensor] : llvm::enumerate(signature.outputs))
    printTensor(os, "out", i, tensor);
  os << " *\n"
        " * All tensors are checked before any data is touched: a status "
        "other\n"
        " * than REDUCE_STATUS_OK leaves the outputs unchanged.\n"
        " */\n"
        "int32_t "
     << name;
  printParameters(os, signature);
  if (!signature.grid.empty()) {
    os << ";\n\n/*\n * The same, for the shards of the ranks of a grid [";
    llvm::interleaveComma(signature.grid, os,
                          [&](const GridAxisSignature &axis) {
                            printInComment(os, axis.name);
                            os << ": ";
                            if (axis.size == TensorSignature::kDynamic)
                              os << '?';
                            else
                              os << axis.size;
                          });
    os << "]. All ranks call\n * it. If communication fails after all ranks "
          "agreed, outputs may have changed.\n * "
       << name << " itself is the call of a grid of one rank.\n */\nint32_t "
       << name << "_sharded";
    printParameters(os, signature, /*takesComm=*/true);
  }
  if (hasDataFunction(signature))
    printDataFunction(os, signature);
  os << ";\n\n/* Sets ndim and shape of each output. On entry, ndim is the "
        "capacity of shape. */\n"
        "int32_t "
     << name << "_output_shapes";
  printParameters(os, signature);
  os << ";\n\n/* Returns the text of a status. */\n"
        "const char *"
     << name << "_status_string(int32_t status);\n\n"
     << "/* Returns names, types and shapes of inputs and outputs, as JSON. "
        "*/\n"
        "const char *"
     << name << "_signature(void);\n\n";
}

void mlir::reduce::printCHeader(llvm::raw_ostream &os,
                                ArrayRef<FunctionSignature> signatures,
                                StringRef name) {
  std::string guard =
      "REDUCE_GENERATED_" + llvm::StringRef(makeCIdentifier(name)).upper();
  os << "/* Generated by reduce-compile. */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include <dlpack/dlpack.h>\n";
  if (llvm::any_of(signatures, [](const FunctionSignature &signature) {
        return !signature.grid.empty();
      }))
    os << "#include <reduce_comm.h>\n";
  os << "#include <stdint.h>\n\n";
  printStatuses(os);
  os << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
  for (const FunctionSignature &signature : signatures)
    printFunction(os, signature);
  os << "#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n"
     << "#endif /* " << guard << " */\n";
}
