//===- TailTest.cpp - Tails of loops over vectors -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Vectorize/Builders/Tails.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

static constexpr int64_t maxExtent = 300;
static constexpr int64_t maxWidth = 512;

TEST(TailTest, widthsAddUpToTheRest) {
  for (int64_t extent = 0; extent <= maxExtent; ++extent) {
    for (int64_t largest = 1; largest <= maxWidth; largest *= 2) {
      SmallVector<int64_t> widths = getTailWidths(extent, largest);
      int64_t before = largest, sum = 0;
      for (int64_t width : widths) {
        EXPECT_TRUE(llvm::isPowerOf2_64(width));
        EXPECT_LT(width, before) << extent << " " << largest;
        before = width;
        sum += width;
      }
      EXPECT_EQ(sum, extent % largest) << extent << " " << largest;
    }
  }
}

TEST(TailTest, piecesCoverEachElementOnce) {
  for (int64_t extent = 0; extent <= maxExtent; ++extent) {
    for (int64_t largest = 1; largest <= maxWidth; largest *= 2) {
      for (int64_t smallest = 1; smallest <= largest; smallest *= 2) {
        SCOPED_TRACE(::testing::Message()
                     << extent << " " << largest << " " << smallest);
        SmallVector<int> numTaken(extent);
        std::fill_n(numTaken.begin(), extent - extent % largest, 1);
        for (Piece piece : getTailPieces(extent, largest, smallest)) {
          ASSERT_TRUE(llvm::isPowerOf2_64(piece.width));
          // No lane is outside of the row.
          ASSERT_GE(piece.offset, 0);
          ASSERT_LE(piece.offset + piece.width, extent);
          // Not all lanes of the piece are repeated.
          ASSERT_GE(piece.numRepeated, 0);
          ASSERT_LT(piece.numRepeated, piece.width);
          for (int64_t lane = 0; lane < piece.width; ++lane) {
            int &taken = numTaken[piece.offset + lane];
            // Exactly the repeated lanes were taken before.
            ASSERT_EQ(taken, lane < piece.numRepeated ? 1 : 0);
            taken = 1;
          }
        }
        EXPECT_TRUE(
            llvm::all_of(numTaken, [](int taken) { return taken == 1; }));
      }
    }
  }
}

// A row at least as long as the smallest vector needs no shorter pieces.
TEST(TailTest, noPieceIsShorterThanNeedBe) {
  for (int64_t extent = 0; extent <= maxExtent; ++extent) {
    for (int64_t largest = 1; largest <= maxWidth; largest *= 2) {
      for (int64_t smallest = 1; smallest <= largest; smallest *= 2) {
        SmallVector<Piece> pieces = getTailPieces(extent, largest, smallest);
        if (extent < smallest)
          continue;
        for (Piece piece : pieces)
          EXPECT_GE(piece.width, smallest) << extent << " " << largest;
        for (Piece piece : ArrayRef(pieces).drop_back(pieces.empty() ? 0 : 1))
          EXPECT_EQ(piece.numRepeated, 0) << extent << " " << largest;
      }
    }
  }
}
