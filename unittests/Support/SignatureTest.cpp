//===- SignatureTest.cpp - Inputs and outputs of a function ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Support/Signature.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir::reduce;

namespace mlir::reduce {
static bool operator==(const TensorSignature &a, const TensorSignature &b) {
  return a.name == b.name && a.elementType == b.elementType &&
         a.shape == b.shape && a.dimParams == b.dimParams;
}
} // namespace mlir::reduce

static constexpr ElementType elementTypes[] = {
#define REDUCE_ELEMENT_TYPE(ENUM, ...) ElementType::ENUM,
#include "reduce/Support/ElementTypes.def"
};

template <typename T>
static const T &draw(std::mt19937 &random, llvm::ArrayRef<T> from) {
  return from[random() % from.size()];
}

static TensorSignature drawTensor(std::mt19937 &random) {
  static const std::string names[] = {"",  "x",      "a \"b\" \\", "\n\t\x01",
                                      "é", "[{,:}]", "\U0001F600", "null"};
  static const int64_t extents[] = {-1,
                                    0,
                                    1,
                                    2,
                                    7,
                                    1024,
                                    int64_t(1) << 53,
                                    std::numeric_limits<int64_t>::max()};
  TensorSignature tensor;
  tensor.name = draw<std::string>(random, names);
  tensor.elementType = draw<ElementType>(random, elementTypes);
  tensor.shape.resize(random() % 5);
  for (int64_t &extent : tensor.shape)
    extent = draw<int64_t>(random, extents);
  if (random() % 2)
    tensor.dimParams.resize(tensor.shape.size());
  for (std::string &name : tensor.dimParams)
    name = draw<std::string>(random, names);
  return tensor;
}

static FunctionSignature drawFunction(std::mt19937 &random) {
  FunctionSignature function;
  function.name = "f" + std::to_string(random());
  function.inputs.resize(random() % 4);
  function.outputs.resize(random() % 4);
  for (std::vector<TensorSignature> *tensors :
       {&function.inputs, &function.outputs})
    for (TensorSignature &tensor : *tensors)
      tensor = drawTensor(random);
  return function;
}

TEST(SignatureTest, whatIsPrintedIsRead) {
  std::mt19937 random(1);
  for (unsigned number = 0; number < 5000; ++number) {
    FunctionSignature function = drawFunction(random);
    std::string text = printSignature(function);
    llvm::Expected<FunctionSignature> read = parseSignature(text);
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError()) << "\n" << text;
    EXPECT_EQ(read->name, function.name);
    EXPECT_TRUE(read->inputs == function.inputs) << text;
    EXPECT_TRUE(read->outputs == function.outputs) << text;
    EXPECT_EQ(printSignature(*read), text);
  }
}

TEST(SignatureTest, whatIsCutOffIsRefused) {
  std::mt19937 random(1);
  for (unsigned number = 0; number < 50; ++number) {
    std::string text = printSignature(drawFunction(random));
    for (size_t length = 0; length < text.size(); ++length) {
      auto read = parseSignature(llvm::StringRef(text).take_front(length));
      EXPECT_FALSE(bool(read)) << text.substr(0, length);
      llvm::consumeError(read.takeError());
    }
  }
}

/// Returns the reason why `text` is rejected, or "" if it is accepted.
static std::string getError(llvm::StringRef text) {
  llvm::Expected<FunctionSignature> read = parseSignature(text);
  return read ? "" : llvm::toString(read.takeError());
}

TEST(SignatureTest, eachKeyIsAskedFor) {
  // All subsets of the keys of a tensor, and of the function.
  llvm::StringRef tensorKeys[] = {R"("name":"x")", R"("dtype":"float32")",
                                  R"("shape":[2,-1])"};
  llvm::StringRef names[] = {"name", "dtype", "shape"};
  for (unsigned set = 0; set < 8; ++set) {
    std::string tensor = R"("other":{"name":[1]})";
    std::string expected;
    for (unsigned key = 0; key < 3; ++key) {
      if (set >> key & 1)
        tensor += ("," + tensorKeys[key]).str();
      else if (expected.empty())
        expected =
            ("missing value at signature.outputs[0]." + names[key]).str();
    }
    EXPECT_EQ(
        getError(R"({"name":"f","inputs":[],"outputs":[{)" + tensor + "}]}"),
        expected);
  }
}

TEST(SignatureTest, shardingsNameAxesOfTheGrid) {
  auto getShardingError = [](llvm::StringRef sharding) {
    return getError(
        (R"({"name":"f","inputs":[],"outputs":[{"name":"x","dtype":"int8",)"
         R"("shape":[1,2],"sharding":)" +
         sharding +
         R"(}],"grid":[{"name":"y","size":2},{"name":"x","size":-1}]})")
            .str());
  };
  for (llvm::StringRef sharding :
       {R"([[],[]])", R"([["x"],["y"]])", R"([[],["y","x"]])"})
    EXPECT_EQ(getShardingError(sharding), "");
  for (llvm::StringRef sharding :
       {R"([["z"],[]])", R"([["x"],["x"]])", R"([[],["x","y","x"]])"})
    EXPECT_EQ(getShardingError(sharding),
              "expected axes of the grid, each at most once at "
              "signature.outputs[0].sharding");
}

TEST(SignatureTest, acceptsShapesThatAgree) {
  // All pairs of shapes with up to two dimensions.
  std::vector<std::vector<int64_t>> shapes = {{}};
  for (int64_t first : {-1, 0, 1, 2}) {
    shapes.push_back({first});
    for (int64_t second : {-1, 0, 1, 2})
      shapes.push_back({first, second});
  }
  for (const std::vector<int64_t> &shape : shapes) {
    TensorSignature tensor;
    tensor.shape = shape;
    EXPECT_EQ(tensor.hasStaticShape(), !llvm::is_contained(shape, -1));
    for (const std::vector<int64_t> &actual : shapes) {
      bool agrees = actual.size() == shape.size();
      for (size_t dim = 0; agrees && dim < shape.size(); ++dim)
        agrees = shape[dim] == -1 || shape[dim] == actual[dim];
      EXPECT_EQ(tensor.acceptsShape(actual), agrees);
    }
  }
}
