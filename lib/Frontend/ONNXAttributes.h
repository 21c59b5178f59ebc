//===- ONNXAttributes.h - Attributes of ONNX nodes --------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_ONNXATTRIBUTES_H
#define REDUCE_LIB_FRONTEND_ONNXATTRIBUTES_H

#include "ONNXProto.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

namespace mlir::reduce {

/// Reads the attributes of a node one by one. The first error is kept until
/// `finish`; getters give the default from there on.
class NodeAttributes {
public:
  /// `operatorName` is what errors call the operator.
  NodeAttributes(const onnx::NodeProto &node, llvm::StringRef operatorName);

  /// Returns a list of integers, empty where the attribute is absent.
  llvm::SmallVector<int64_t> getInts(llvm::StringRef name);

  /// Returns an integer that must be 0 or 1.
  bool getBool(llvm::StringRef name, bool defaultValue);

  /// Returns the first error: a wrong attribute, or one that was not asked for.
  llvm::Error finish();

private:
  const onnx::AttributeProto *take(llvm::StringRef name,
                                   onnx::AttributeProto::AttributeType type);
  void fail(const llvm::Twine &message);

  std::string operatorName;
  /// In the order of the file, which makes errors deterministic.
  llvm::SmallVector<const onnx::AttributeProto *> remaining;
  std::string error;
};

/// Returns the value of a node of operator Constant.
llvm::Expected<Tensor> parseConstantNode(const onnx::NodeProto &node);

} // namespace mlir::reduce

#endif // REDUCE_LIB_FRONTEND_ONNXATTRIBUTES_H
