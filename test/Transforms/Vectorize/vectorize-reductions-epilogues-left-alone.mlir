// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' --split-input-file --verify-diagnostics | FileCheck %s

// Each of these operations keeps loops of its own beside those of a reduction,
// and a remark gives the reason.

// CHECK-LABEL: func.func @broadcast_results
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @broadcast_results(%data: tensor<4x8x6xf32>, %to: tensor<3x4x6xf32>) -> tensor<3x4x6xf32> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=broadcast_results}}
  %0 = reduce.min %data axes = [1] : tensor<4x8x6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=broadcast_results | Reason="left for loops of its own: results are not read exactly once each, in the order of the loops"}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0 : tensor<4x6xf32>) outs(%to : tensor<3x4x6xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<3x4x6xf32>
  return %1 : tensor<3x4x6xf32>
}

// -----

// CHECK-LABEL: func.func @transposed_input
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @transposed_input(%data: tensor<4x8x6xf32>, %bias: tensor<6x4xf32>, %to: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=transposed_input}}
  %0 = reduce.min %data axes = [1] : tensor<4x8x6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=transposed_input | Reason="left for loops of its own: an input is not read in the order of the loops"}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<4x6xf32>, tensor<6x4xf32>) outs(%to : tensor<4x6xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %2 = arith.addf %a, %b : f32
    linalg.yield %2 : f32
  } -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @transposed_output
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @transposed_output(%data: tensor<4x8x6xf32>, %to: tensor<6x4xf32>) -> tensor<6x4xf32> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=transposed_output}}
  %0 = reduce.min %data axes = [1] : tensor<4x8x6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=transposed_output | Reason="left for loops of its own: the output is not written in the order of the loops"}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x6xf32>) outs(%to : tensor<6x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<6x4xf32>
  return %1 : tensor<6x4xf32>
}

// -----

// CHECK-LABEL: func.func @two_outputs
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @two_outputs(%data: tensor<4x8x6xf32>, %to: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=two_outputs}}
  %0 = reduce.min %data axes = [1] : tensor<4x8x6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=two_outputs | Reason="left for loops of its own: there is more than one output"}}
  %1:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x6xf32>) outs(%to, %to : tensor<4x6xf32>, tensor<4x6xf32>) {
  ^bb0(%a: f32, %out: f32, %out1: f32):
    linalg.yield %a, %a : f32, f32
  } -> (tensor<4x6xf32>, tensor<4x6xf32>)
  return %1#0, %1#1 : tensor<4x6xf32>, tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @bools
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @bools(%data: tensor<4x8x6xf32>, %to: tensor<4x6xi1>) -> tensor<4x6xi1> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=bools}}
  %0 = reduce.min %data axes = [1] : tensor<4x8x6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=bools | Reason="left for loops of its own: an element type is not one of index, i8 to i64, f16, bf16, f32 and f64"}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x6xf32>) outs(%to : tensor<4x6xi1>) {
  ^bb0(%a: f32, %out: i1):
    %2 = arith.cmpf oeq, %a, %a : f32
    linalg.yield %2 : i1
  } -> tensor<4x6xi1>
  return %1 : tensor<4x6xi1>
}

// -----

// CHECK-LABEL: func.func @indices
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @indices(%data: tensor<4x8x6xf32>, %to: tensor<4x6xindex>) -> tensor<4x6xindex> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=indices}}
  %0 = reduce.min %data axes = [1] : tensor<4x8x6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=indices | Reason="left for loops of its own: an operation of the body has no vector form"}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x6xf32>) outs(%to : tensor<4x6xindex>) {
  ^bb0(%a: f32, %out: index):
    %2 = linalg.index 0 : index
    linalg.yield %2 : index
  } -> tensor<4x6xindex>
  return %1 : tensor<4x6xindex>
}

// -----

// CHECK-LABEL: func.func @two_users
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @two_users(%data: tensor<4x8x6xf32>, %to: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=two_users}}
  %0 = reduce.min %data axes = [1] : tensor<4x8x6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=two_users | Reason="left for loops of its own: the results have other users"}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x6xf32>) outs(%to : tensor<4x6xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<4x6xf32>
  return %0, %1 : tensor<4x6xf32>, tensor<4x6xf32>
}

// -----

// -reduce-fuse-elementwise turns it into one.
// CHECK-LABEL: func.func @named
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @named(%data: tensor<4x8x6xf32>, %to: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=named}}
  %0 = reduce.min %data axes = [1] : tensor<4x8x6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=named | Reason="left for loops of its own: it is not a linalg.generic"}}
  %1 = linalg.exp ins(%0 : tensor<4x6xf32>) outs(%to : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @start
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @start(%data: tensor<8x6xf32>, %init: tensor<6xf32>, %to: tensor<6xf32>) -> tensor<6xf32> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=start}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<8x6xf32>) outs(%init : tensor<6xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %2 = arith.minimumf %accumulator, %element : f32
    linalg.yield %2 : f32
  } -> tensor<6xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=start | Reason="left for loops of its own: the reduction does not start with a constant"}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<6xf32>) outs(%to : tensor<6xf32>) {
  ^bb0(%a: f32, %out: f32):
    %2 = arith.negf %a : f32
    linalg.yield %2 : f32
  } -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @in_a_loop
// CHECK: vector.transfer_write
// CHECK: scf.for %{{.*}} = %{{.*}} to %arg2
// CHECK-NEXT: linalg.
func.func @in_a_loop(%data: tensor<4x8x6xf32>, %to: tensor<4x6xf32>, %times: index) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=in_a_loop}}
  %0 = reduce.min %data axes = [1] : tensor<4x8x6xf32> -> tensor<4x6xf32>
  %1 = scf.for %i = %c0 to %times step %c1 iter_args(%so_far = %to) -> tensor<4x6xf32> {
    // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=in_a_loop | Reason="left for loops of its own: it is in a different block than the reduction"}}
    %2 = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<4x6xf32>) outs(%so_far : tensor<4x6xf32>) {
    ^bb0(%a: f32, %out: f32):
      %3 = arith.addf %a, %out : f32
      linalg.yield %3 : f32
    } -> tensor<4x6xf32>
    scf.yield %2 : tensor<4x6xf32>
  }
  return %1 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @reshaped
// CHECK: vector.transfer_write
// CHECK: linalg.
func.func @reshaped(%data: tensor<8x6xf32>, %to: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=reshaped}}
  %0 = reduce.min %data axes = [0] : tensor<8x6xf32> -> tensor<6xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=reshaped | Reason="left for loops of its own: results are reshaped before they are read"}}
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<2x3xf32>) outs(%to : tensor<2x3xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// -----

// Beyond the end of a row, vectors would divide by arbitrary values.
// CHECK-LABEL: func.func @division
// CHECK: vector.transfer_write
// CHECK: linalg.
// CHECK: arith.divsi
func.func @division(%data: tensor<9x?xi32>, %by: tensor<?xi32>, %to: tensor<?xi32>) -> tensor<?xi32> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=division}}
  %0 = reduce.min %data axes = [0] : tensor<9x?xi32> -> tensor<?xi32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=division | Reason="left for loops of its own: an operation of the body has no vector form"}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%0, %by : tensor<?xi32>, tensor<?xi32>) outs(%to : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %2 = arith.divsi %a, %b : i32
    linalg.yield %2 : i32
  } -> tensor<?xi32>
  return %1 : tensor<?xi32>
}

// -----

// LLVM has one exponent for all lanes.
// CHECK-LABEL: func.func @integer_power
// CHECK: vector.transfer_write
// CHECK: linalg.
// CHECK: math.fpowi
func.func @integer_power(%data: tensor<9x4xf32>, %by: tensor<4xi32>, %to: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=integer_power}}
  %0 = reduce.min %data axes = [0] : tensor<9x4xf32> -> tensor<4xf32>
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=integer_power | Reason="left for loops of its own: an operation of the body has no vector form"}}
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%0, %by : tensor<4xf32>, tensor<4xi32>) outs(%to : tensor<4xf32>) {
  ^bb0(%a: f32, %b: i32, %out: f32):
    %2 = math.fpowi %a, %b : f32, i32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// So does a producer that does not read in the order of the loops.
// CHECK-LABEL: func.func @broadcast_before
// CHECK: linalg.
// CHECK: vector.transfer_write
func.func @broadcast_before(%data: tensor<4x8xf32>, %bias: tensor<4xf32>, %to: tensor<4x8xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=broadcast_before | Reason="left for loops of its own: an input is not read in the order of the loops"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%data, %bias : tensor<4x8xf32>, tensor<4xf32>) outs(%to : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %2 = arith.addf %a, %b : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=broadcast_before}}
  %1 = reduce.min %0 axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @used_twice
// CHECK: linalg.
// CHECK: vector.transfer_write
func.func @used_twice(%data: tensor<4x8xf32>, %to: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
  // expected-remark @below {{[Missed] VectorizeReductions | Category:reduce-vectorize | Function=used_twice | Reason="left for loops of its own: its results have other users"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%data : tensor<4x8xf32>) outs(%to : tensor<4x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %2 = arith.mulf %a, %a : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  // expected-remark @below {{[Passed] VectorizeReductions | Category:reduce-vectorize | Function=used_twice}}
  %1 = reduce.min %0 axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %1, %0 : tensor<4xf32>, tensor<4x8xf32>
}
