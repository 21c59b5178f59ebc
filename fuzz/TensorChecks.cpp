//===- TensorChecks.cpp - Checks of readers of tensors --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorChecks.h"
#include "Fuzz.h"

using namespace mlir::reduce;

bool fuzz::checkRead(llvm::Expected<Tensor> &tensor) {
  static Counter numRead("files read"), numRefused("files refused");
  ++(tensor ? numRead : numRefused);
  if (tensor)
    return true;
  if (llvm::toString(tensor.takeError()).empty())
    reportFinding("an error without a text");
  return false;
}

void fuzz::checkCopy(const Tensor &tensor, llvm::Expected<Tensor> copy) {
  if (!copy)
    reportFinding("the tensor cannot be read from the file written: " +
                  llvm::toString(copy.takeError()));
  if (copy->getElementType() != tensor.getElementType() ||
      copy->getShape() != tensor.getShape() ||
      copy->getBytes() != tensor.getBytes())
    reportFinding("another tensor is read than was written");
}
