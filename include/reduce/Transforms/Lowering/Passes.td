//===- Passes.td - Passes below vectors --------------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_LOWERING_PASSES_TD
#define REDUCE_TRANSFORMS_LOWERING_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerCopyPass : Pass<"reduce-lower-copy"> {
  let summary = "Turn memref.copy of strided memrefs into linalg.generic";
  let description = [{
    Turns each `memref.copy` between ranked memrefs of which one has strides or an
    offset into a `linalg.generic`. Upstream would lower it to a call of its own
    runtime library, which a compiled library must not need. Other copies stay:
    upstream lowers them to LLVM's memcpy.

    Example:

    ```mlir
    func.func @copy(%from: memref<4xf32, strided<[2]>>, %to: memref<4xf32>) {
      memref.copy %from, %to : memref<4xf32, strided<[2]>> to memref<4xf32>
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numLoops", "num-loops", "Number of copies that became loops">
  ];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def LowerExpandShapePass : Pass<"reduce-lower-expand-shape"> {
  let summary = "Turn memref.expand_shape of unknown sizes into views";
  let description = [{
    Turns each `memref.expand_shape` in which several sizes of one group of
    dimensions are unknown into a `memref.reinterpret_cast` with the sizes that
    the operation names. Upstream's `-expand-strided-metadata` handles all others.

    Example:

    ```mlir
    func.func @expand(%list: memref<?xf32>, %rows: index, %columns: index) -> memref<?x?xf32> {
      %table = memref.expand_shape %list [[0, 1]] output_shape [%rows, %columns]
          : memref<?xf32> into memref<?x?xf32>
      return %table : memref<?x?xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Number of operations lowered">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ExpandVectorProductsPass : Pass<"reduce-expand-vector-products"> {
  let summary = "Expand products of 64-bit vector elements into those of halves";
  let description = [{
    Replaces `arith.muli` on vectors of i64 by products of their elements' halves
    of 32 bits, for machines that multiply vectors of those but not of these
    (`multiplies_i64 = false` in `reduce.vector_target`), as AArch64 without SVE:
    LLVM would move each element to a scalar register and back. Of the two halves
    of an element in memory, the first is the lower.

    Example:

    ```mlir
    module attributes {
        reduce.vector_target = #reduce.vector_target<multiplies_i64 = false>} {
      func.func @multiply(%a: vector<4xi64>, %b: vector<4xi64>) -> vector<4xi64> {
        %0 = arith.muli %a, %b : vector<4xi64>
        return %0 : vector<4xi64>
      }
    }
    ```
  }];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of products expanded">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def EmulateFloat16Pass : Pass<"reduce-emulate-float16"> {
  let summary = "Compute in f32 what machines do not compute in f16 and bf16";
  let description = [{
    Runs upstream's `-math-extend-to-supported-types` and
    `-arith-emulate-unsupported-floats`. Operations on bf16 become operations on f32
    between `arith.extf` and `arith.truncf`. Operations on f16 do too, except where
    the machine converts f16 (`converts_f16` in `reduce.vector_target`): LLVM lowers
    them well there.

    Example:

    ```mlir
    func.func @scale(%value: bf16) -> bf16 {
      %0 = arith.mulf %value, %value : bf16
      return %0 : bf16
    }
    ```
  }];
  let statistics = [
    Statistic<"numFunctions", "num-functions", "Number of functions converted">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandFloat16Pass : Pass<"reduce-expand-float16"> {
  let summary = "Expand conversions of f16 and bf16 into integer operations";
  let description = [{
    Replaces `arith.extf` from f16 or bf16 to f32 and `arith.truncf` back, on
    scalars and vectors, by integer and f32 operations with the same result:
    LLVM would call a library function for each element on machines without
    instructions for it, and some of these take subnormal numbers for zero.
    Rounding is to nearest, ties to even; a NaN stays one. Those of f16 are left
    where the machine has instructions for them (`converts_f16` in
    `reduce.vector_target`).

    Upstream's `-arith-expand` does this for bf16 too, but also expands the
    minimum, for which machines have instructions.

    Example:

    ```mlir
    func.func @convert(%value: f16, %vector: vector<8xf32>) -> (f32, vector<8xbf16>) {
      %0 = arith.extf %value : f16 to f32
      %1 = arith.truncf %vector : vector<8xf32> to vector<8xbf16>
      return %0, %1 : f32, vector<8xbf16>
    }
    ```
  }];
  let options = [
    Option<"expandBF16", "bf16", "bool", /*default=*/"true",
           "Expand conversions of bf16">
  ];
  let statistics = [
    Statistic<"numExpanded", "num-expanded", "Number of conversions expanded">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def RoundFloat16Pass : Pass<"reduce-round-float16"> {
  let summary = "Round the result of each operation on f16 and bf16 once";
  let description = [{
    Makes what computes f16 and bf16 in wider types round each result, and once:

    - Clears the flag `contract` of each `arith.extf` from these types and each
      `arith.truncf` to them. Upstream's `-math-extend-to-supported-types` and
      `-arith-emulate-unsupported-floats` set it, and folding then drops the
      rounding between two operations: `(300 * 300) * 0.5` would be 45000 in f16,
      and not infinite as on machines that have such arithmetic.
    - Replaces `math.fma` of these types, which neither of those passes extends and
      LLVM turns into calls of library functions, by operations on f64 and
      integers. Rounded to f32, or to nearest in f64, the sum could be rounded once
      more than the result may be.

    It is to run behind those two passes, before anything folds, and before
    `-reduce-expand-float16`, which takes the conversions.

    Example:

    ```mlir
    func.func @round(%a: f16, %b: f32, %c: bf16) -> (f32, f32, bf16) {
      %0 = arith.truncf %b fastmath<contract> : f32 to f16
      %1 = arith.extf %0 fastmath<contract> : f16 to f32
      %2 = arith.extf %a fastmath<contract> : f16 to f32
      %3 = math.fma %c, %c, %c : bf16
      return %1, %2, %3 : f32, f32, bf16
    }
    ```
  }];
  let statistics = [
    Statistic<"numKept", "num-kept",
              "Number of conversions that may not be dropped any more">,
    Statistic<"numExpanded", "num-expanded",
              "Number of fused multiplications and additions expanded">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def MoveFloat16AsIntegersPass : Pass<"reduce-move-float16-as-integers"> {
  let summary = "Load and store f16 and bf16 as integers";
  let description = [{
    Turns each load or store of bf16 in the LLVM dialect, and each one under a mask of
    f16 or bf16, into one of 16-bit integers. What computes with bf16 is made of
    integers by `-reduce-expand-float16`; a value that still is one for a store, LLVM
    converts by a library function on some ways through registers. Under masks, on
    machines without these instructions, LLVM moves elements one by one, and calls a
    library function to convert each.

    Example:

    ```mlir
    llvm.func @load(%data: !llvm.ptr, %mask: vector<8xi1>, %else: vector<8xbf16>) -> vector<8xbf16> {
      %0 = llvm.intr.masked.load %data, %mask, %else {alignment = 2 : i32}
          : (!llvm.ptr, vector<8xi1>, vector<8xbf16>) -> vector<8xbf16>
      llvm.return %0 : vector<8xbf16>
    }
    ```
  }];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of loads and stores converted">
  ];
}

#endif // REDUCE_TRANSFORMS_LOWERING_PASSES_TD
