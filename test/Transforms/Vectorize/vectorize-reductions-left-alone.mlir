// RUN: reduce-opt %s --allow-unregistered-dialect --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' --split-input-file --verify-diagnostics | FileCheck %s

// None of these is vectorized, and the remark gives the reason.

// Clause prod-strict-order.
// CHECK-LABEL: func.func @sequential_product
// CHECK: linalg.generic
func.func @sequential_product(%data: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=sequential_product | Reason="left for scalar loops: short-rows: the combiner does not allow reassociation; overlapped-rows: the combiner does not allow reassociation; padded-rows: the combiner does not allow reassociation; row-groups: the combiner does not allow reassociation; outer-streams: the target reads memory in one place; narrow-rows: the innermost dimension is reduced; narrow-groups: the innermost dimension is reduced; column-groups: the innermost dimension is reduced; folded-rows: the innermost dimension is reduced; packed-rows: the innermost dimension is reduced; inner: the combiner does not allow reassociation; outer-blocks: the innermost dimension is reduced; outer: the innermost dimension is reduced"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%e0: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %e0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @memrefs
// CHECK: linalg.generic
func.func @memrefs(%data: memref<4x8xf32>, %init: memref<4xf32>) {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=memrefs | Reason="left for scalar loops: an operand is not a tensor"}}
  linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : memref<4x8xf32>) outs(%init : memref<4xf32>) {
  ^bb0(%e0: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %e0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @transposed_input
// CHECK: linalg.generic
func.func @transposed_input(%data: tensor<8x4xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=transposed_input | Reason="left for scalar loops: an input is not read in the order of the loops"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<8x4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%e0: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %e0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast_input
// CHECK: linalg.generic
func.func @broadcast_input(%data: tensor<4x8xf32>, %other: tensor<8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=broadcast_input | Reason="left for scalar loops: an input is not read in the order of the loops"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data, %other : tensor<4x8xf32>, tensor<8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%e0: f32, %e1: f32, %accumulator: f32):
    %1 = arith.addf %e0, %e1 : f32
    %2 = arith.minimumf %accumulator, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @transposed_output
// CHECK: linalg.generic
func.func @transposed_output(%data: tensor<4x5x8xf32>, %init: tensor<5x4xf32>) -> tensor<5x4xf32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=transposed_output | Reason="left for scalar loops: the output is not written in the order of the loops"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (b, a)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%data : tensor<4x5x8xf32>) outs(%init : tensor<5x4xf32>) {
  ^bb0(%e0: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %e0 : f32
    linalg.yield %1 : f32
  } -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

// CHECK-LABEL: func.func @two_combiners
// CHECK: linalg.generic
func.func @two_combiners(%data: tensor<4x8xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=two_combiners | Reason="left for scalar loops: the body does not combine by one binary operation"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%e0: i32, %accumulator: i32):
    %1 = arith.addi %accumulator, %e0 : i32
    %2 = arith.muli %1, %e0 : i32
    linalg.yield %2 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @accumulator_used_twice
// CHECK: linalg.generic
func.func @accumulator_used_twice(%data: tensor<4x8xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=accumulator_used_twice | Reason="left for scalar loops: the body does not combine by one binary operation"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%e0: i32, %accumulator: i32):
    %1 = arith.cmpi slt, %e0, %accumulator : i32
    %2 = arith.select %1, %e0, %accumulator : i32
    linalg.yield %2 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @last_element
// CHECK: linalg.generic
func.func @last_element(%data: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=last_element | Reason="left for scalar loops: the body does not combine by one binary operation"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%e0: f32, %accumulator: f32):
    linalg.yield %e0 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @squared_accumulator
// CHECK: linalg.generic
func.func @squared_accumulator(%data: tensor<4x8xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=squared_accumulator | Reason="left for scalar loops: the body does not combine by one binary operation"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%e0: i32, %accumulator: i32):
    %1 = arith.muli %accumulator, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @no_neutral_element
// CHECK: linalg.generic
func.func @no_neutral_element(%data: tensor<4x8xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=no_neutral_element | Reason="left for scalar loops: the combiner has no known neutral element"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%e0: i32, %accumulator: i32):
    %1 = arith.subi %accumulator, %e0 : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// Without NaN, minnumf cannot start at NaN.
// CHECK-LABEL: func.func @poisoned_neutral_element
// CHECK: linalg.generic
func.func @poisoned_neutral_element(%data: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=poisoned_neutral_element | Reason="left for scalar loops: the combiner's fast-math flags rule out its neutral element"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%e0: f32, %accumulator: f32):
    %1 = arith.minnumf %accumulator, %e0 fastmath<nnan> : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @captured_tensor
// CHECK: linalg.generic
func.func @captured_tensor(%data: tensor<4x8xi32>, %table: tensor<i32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=captured_tensor | Reason="left for scalar loops: an operation of the body has no vector form"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%e0: i32, %accumulator: i32):
    %1 = tensor.extract %table[] : tensor<i32>
    %2 = arith.addi %e0, %1 : i32
    %3 = arith.minsi %accumulator, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @constant_without_vectors
// CHECK: linalg.generic
func.func @constant_without_vectors(%data: tensor<4x8xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=constant_without_vectors | Reason="left for scalar loops: an operation of the body has no vector form"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%e0: i32, %accumulator: i32):
    %1 = func.constant @constant_without_vectors : (tensor<4x8xi32>, tensor<4xi32>) -> tensor<4xi32>
    %2 = arith.minsi %accumulator, %e0 : i32
    linalg.yield %2 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// An i1 takes a byte in memory, but a bit in a vector.
// CHECK-LABEL: func.func @bool
// CHECK: linalg.generic
func.func @bool(%data: tensor<4x8xi1>, %init: tensor<4xi1>) -> tensor<4xi1> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=bool | Reason="left for scalar loops: an element type is not one of index, i8 to i64, f16, bf16, f32 and f64"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi1>) outs(%init : tensor<4xi1>) {
  ^bb0(%e0: i1, %accumulator: i1):
    %1 = arith.andi %accumulator, %e0 : i1
    linalg.yield %1 : i1
  } -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// CHECK-LABEL: func.func @i24
// CHECK: linalg.generic
func.func @i24(%data: tensor<4x8xi24>, %init: tensor<4xi24>) -> tensor<4xi24> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=i24 | Reason="left for scalar loops: an element type is not one of index, i8 to i64, f16, bf16, f32 and f64"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi24>) outs(%init : tensor<4xi24>) {
  ^bb0(%e0: i24, %accumulator: i24):
    %1 = arith.minsi %accumulator, %e0 : i24
    linalg.yield %1 : i24
  } -> tensor<4xi24>
  return %0 : tensor<4xi24>
}

// -----

// CHECK-LABEL: func.func @complex
// CHECK: linalg.generic
func.func @complex(%data: tensor<4x8xcomplex<f32>>, %init: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=complex | Reason="left for scalar loops: an element type is not one of index, i8 to i64, f16, bf16, f32 and f64"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xcomplex<f32>>) outs(%init : tensor<4xcomplex<f32>>) {
  ^bb0(%e0: complex<f32>, %accumulator: complex<f32>):
    %1 = complex.mul %accumulator, %e0 : complex<f32>
    linalg.yield %1 : complex<f32>
  } -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
// -----

func.func @two_outputs(%data: tensor<4x8xi32>, %a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=two_outputs | Reason="left for scalar loops: there is more than one output"}}
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%a, %b : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%element: i32, %min: i32, %max: i32):
    %1 = arith.minsi %min, %element : i32
    %2 = arith.maxsi %max, %element : i32
    linalg.yield %1, %2 : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<4xi32>, tensor<4xi32>
}

// -----

func.func @many_loops(%data: tensor<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xf32>, %init: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=many_loops | Reason="left for scalar loops: there are more than 16 loops"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16) -> (d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16)>, affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16) -> ()>],
      iterator_types = ["reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction", "reduction"]}
      ins(%data : tensor<?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?x?xf32>) outs(%init : tensor<f32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Strided functions keep scalar loops intentionally: no remark.
// CHECK-LABEL: func.func private @strided
// CHECK: linalg.generic
func.func private @strided(%data: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> attributes {reduce.layout = #reduce.layout<strided>} {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// So do loops without a reduction.
// CHECK-LABEL: func.func @elementwise
// CHECK: linalg.generic
func.func @elementwise(%data: tensor<4x8xf32>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%data : tensor<4x8xf32>) outs(%out : tensor<4x8xf32>) {
  ^bb0(%element: f32, %old: f32):
    %1 = arith.negf %element : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// A vectorized reduction has a remark as well.
func.func @rows(%data: tensor<1x40xf32>, %init: tensor<1xf32>) -> tensor<1xf32> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=rows | Reason="the innermost dimension is reduced: strips of a row go into all accumulators", strategy=inner, tile=32}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<1x40xf32>) outs(%init : tensor<1xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

// CHECK-LABEL: func.func @indices
// CHECK: linalg.generic
func.func @indices(%data: tensor<64x4xindex>, %init: tensor<64xindex>) -> tensor<64xindex> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=indices | Reason="left for scalar loops: the combiner has no known neutral element"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<64x4xindex>) outs(%init : tensor<64xindex>) {
  ^bb0(%element: index, %accumulator: index):
    %1 = arith.minsi %accumulator, %element : index
    linalg.yield %1 : index
  } -> tensor<64xindex>
  return %0 : tensor<64xindex>
}

// -----

// CHECK-LABEL: func.func @wide
// CHECK: linalg.generic
func.func @wide(%data: tensor<64x4xi128>, %init: tensor<64xi128>) -> tensor<64xi128> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=wide | Reason="left for scalar loops: an element type is not one of index, i8 to i64, f16, bf16, f32 and f64"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<64x4xi128>) outs(%init : tensor<64xi128>) {
  ^bb0(%element: i128, %accumulator: i128):
    %1 = arith.muli %accumulator, %element : i128
    linalg.yield %1 : i128
  } -> tensor<64xi128>
  return %0 : tensor<64xi128>
}

// -----

// Its identity would be an infinity, which the type does not have.
// CHECK-LABEL: func.func @no_infinity
// CHECK: linalg.generic
func.func @no_infinity(%data: tensor<64x40xf8E4M3FN>, %init: tensor<64xf8E4M3FN>) -> tensor<64xf8E4M3FN> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=no_infinity | Reason="left for scalar loops: an element type is not one of index, i8 to i64, f16, bf16, f32 and f64"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<64x40xf8E4M3FN>) outs(%init : tensor<64xf8E4M3FN>) {
  ^bb0(%element: f8E4M3FN, %accumulator: f8E4M3FN):
    %1 = arith.minimumf %accumulator, %element : f8E4M3FN
    linalg.yield %1 : f8E4M3FN
  } -> tensor<64xf8E4M3FN>
  return %0 : tensor<64xf8E4M3FN>
}

// -----

// CHECK-LABEL: func.func @long_columns
// CHECK: linalg.generic
func.func @long_columns(%data: tensor<4611686018427387905x4xi8>, %init: tensor<4611686018427387905xi8>) -> tensor<4611686018427387905xi8> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=long_columns | Reason="left for scalar loops: a tensor has too many elements to count"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4611686018427387905x4xi8>) outs(%init : tensor<4611686018427387905xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<4611686018427387905xi8>
  return %0 : tensor<4611686018427387905xi8>
}

// -----

// CHECK-LABEL: func.func @scalar
// CHECK: linalg.generic
func.func @scalar(%data: tensor<4x8xf32>, %factor: f32, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=scalar | Reason="left for scalar loops: an input is not read in the order of the loops"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> ()>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data, %factor : tensor<4x8xf32>, f32) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %times: f32, %accumulator: f32):
    %1 = arith.mulf %element, %times : f32
    %2 = arith.minimumf %accumulator, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK: linalg.generic
%data = "other.source"() : () -> tensor<1000x1000xf32>
%init = "other.source"() : () -> tensor<1000xf32>
// expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Reason="left for scalar loops: it is not in a function that has a stack"}}
%0 = linalg.generic {
    indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
    iterator_types = ["reduction", "parallel"]}
    ins(%data : tensor<1000x1000xf32>) outs(%init : tensor<1000xf32>) {
^bb0(%element: f32, %accumulator: f32):
  %1 = arith.minimumf %accumulator, %element : f32
  linalg.yield %1 : f32
} -> tensor<1000xf32>
"other.use"(%0) : (tensor<1000xf32>) -> ()

// -----

func.func @no_output(%data: tensor<4x8xf32>) {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=no_output | Reason="left for scalar loops: there is no output"}}
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "reduction"]} ins(%data : tensor<4x8xf32>) {
  ^bb0(%in: f32):
    linalg.yield
  }
  return
}
