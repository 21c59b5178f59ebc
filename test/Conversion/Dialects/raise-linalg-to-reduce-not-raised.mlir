// RUN: reduce-opt %s --raise-linalg-to-reduce=keep-zero-order --remark-format=emitRemark --remarks-filter='raise-linalg.*' --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not=reduce.min --implicit-check-not=reduce.prod

// None of these is converted, and the remark gives the reason.

// CHECK-LABEL: func.func @zeros
// CHECK: linalg.reduce
func.func @zeros(%data: tensor<4xf32>, %init: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=zeros | Reason="left as it is: 'arith.minimumf' orders -0.0 and +0.0, but reductions do not"}}
  %0 = linalg.reduce { arith.minimumf } ins(%data : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @memrefs
// CHECK: linalg.reduce
func.func @memrefs(%data: memref<4xi32>, %init: memref<i32>) {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=memrefs | Reason="left as it is: an operand is not a tensor"}}
  linalg.reduce { arith.minsi } ins(%data : memref<4xi32>) outs(%init : memref<i32>) dimensions = [0]
  return
}

// -----

// CHECK-LABEL: func.func @two_inputs
// CHECK: linalg.generic
func.func @two_inputs(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=two_inputs | Reason="left as it is: there is more than one input"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%e0: f32, %e1: f32, %accumulator: f32):
    %1 = arith.mulf %e0, %e1 : f32
    %2 = arith.mulf %1, %accumulator : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @sum
// CHECK: linalg.reduce
func.func @sum(%data: tensor<4xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=sum | Reason="left as it is: no reduction is known for 'arith.addi'"}}
  %0 = linalg.reduce { arith.addi } ins(%data : tensor<4xi32>) outs(%init : tensor<i32>) dimensions = [0]
  return %0 : tensor<i32>
}

// -----

// true is -1 here: that is a disjunction.
// CHECK-LABEL: func.func @signed_bools
// CHECK: linalg.reduce
func.func @signed_bools(%data: tensor<4xi1>, %init: tensor<i1>) -> tensor<i1> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=signed_bools | Reason="left as it is: no reduction of i1 is known for 'arith.minsi'"}}
  %0 = linalg.reduce { arith.minsi } ins(%data : tensor<4xi1>) outs(%init : tensor<i1>) dimensions = [0]
  return %0 : tensor<i1>
}

// -----

// Each product is rounded to f16.
// CHECK-LABEL: func.func @halves
// CHECK: linalg.reduce
func.func @halves(%data: tensor<4xf16>) -> tensor<f16> {
  %init = arith.constant dense<1.0> : tensor<f16>
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=halves | Reason="left as it is: no reduction of f16 is known for 'arith.mulf' without the fast-math flag reassoc"}}
  %0 = linalg.reduce { arith.mulf } ins(%data : tensor<4xf16>) outs(%init : tensor<f16>) dimensions = [0]
  return %0 : tensor<f16>
}

// -----

// CHECK-LABEL: func.func @strict_init
// CHECK: linalg.reduce
func.func @strict_init(%data: tensor<4xf32>, %init: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=strict_init | Reason="left as it is: its order is strict, but its init is not the identity"}}
  %0 = linalg.reduce { arith.mulf } ins(%data : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @strict_order
// CHECK: linalg.generic
func.func @strict_order(%data: tensor<4x8xf32>) -> tensor<f32> {
  %init = arith.constant dense<1.0> : tensor<f32>
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=strict_order | Reason="left as it is: its order is strict, but is not the order of the elements"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%data : tensor<4x8xf32>) outs(%init : tensor<f32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A comparison that is false for NaN keeps one of the operands.
// CHECK-LABEL: func.func @compare_and_select
// CHECK: linalg.reduce
func.func @compare_and_select(%data: tensor<4xf32>, %init: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=compare_and_select | Reason="left as it is: its body does not end in one operation that combines an element and the accumulator"}}
  %0 = linalg.reduce ins(%data : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0] (%element: f32, %accumulator: f32) {
    %1 = arith.cmpf olt, %element, %accumulator : f32
    %2 = arith.select %1, %element, %accumulator : f32
    linalg.yield %2 : f32
  }
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @captured
// CHECK: linalg.reduce
func.func @captured(%data: tensor<4xi32>, %init: tensor<i32>, %other: i32) -> tensor<i32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=captured | Reason="left as it is: its body does not end in one operation that combines an element and the accumulator"}}
  %0 = linalg.reduce ins(%data : tensor<4xi32>) outs(%init : tensor<i32>) dimensions = [0] (%element: i32, %accumulator: i32) {
    %1 = arith.minsi %accumulator, %other : i32
    linalg.yield %1 : i32
  }
  return %0 : tensor<i32>
}

// -----

// One operand, and three.
// CHECK-LABEL: func.func @other_operands
// CHECK-COUNT-2: linalg.reduce
func.func @other_operands(%data: tensor<4xf32>, %init: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=other_operands | Reason="left as it is: its body does not end in one operation that combines an element and the accumulator"}}
  %0 = linalg.reduce ins(%data : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0] (%element: f32, %accumulator: f32) {
    %1 = math.absf %accumulator : f32
    linalg.yield %1 : f32
  }
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=other_operands | Reason="left as it is: its body does not end in one operation that combines an element and the accumulator"}}
  %2 = linalg.reduce ins(%data : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0] (%element: f32, %accumulator: f32) {
    %3 = math.fma %element, %accumulator, %accumulator : f32
    linalg.yield %3 : f32
  }
  return %0, %2 : tensor<f32>, tensor<f32>
}

// -----

// The accumulator is changed as well, or the index of the element matters.
// CHECK-LABEL: func.func @both_changed
// CHECK: linalg.generic
func.func @both_changed(%data: tensor<4x8xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=both_changed | Reason="left as it is: its body does not end in one operation that combines an element and the accumulator"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.addi %element, %accumulator : i32
    %2 = arith.minsi %1, %accumulator : i32
    linalg.yield %2 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @reads_index
// CHECK: linalg.generic
func.func @reads_index(%data: tensor<4x8xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=reads_index | Reason="left as it is: its body does not end in one operation that combines an element and the accumulator"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %index = linalg.index 1 : index
    %1 = arith.index_cast %index : index to i32
    %2 = arith.addi %element, %1 : i32
    %3 = arith.minsi %2, %accumulator : i32
    linalg.yield %3 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// The least element and its index, both used.
// CHECK-LABEL: func.func @used_index
// CHECK: linalg.generic
func.func @used_index(%data: tensor<8xi32>, %init: tensor<i32>, %zero: tensor<i64>) -> (tensor<i32>, tensor<i64>) {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=used_index | Reason="left as it is: the number of used results is not one"}}
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<8xi32>) outs(%init, %zero : tensor<i32>, tensor<i64>) {
  ^bb0(%element: i32, %least: i32, %place: i64):
    %index = linalg.index 0 : index
    %1 = arith.index_cast %index : index to i64
    %2 = arith.minsi %element, %least : i32
    %3 = arith.cmpi slt, %element, %least : i32
    %4 = arith.select %3, %1, %place : i64
    linalg.yield %2, %4 : i32, i64
  } -> (tensor<i32>, tensor<i64>)
  return %0#0, %0#1 : tensor<i32>, tensor<i64>
}

// -----

// The dimension of size 1 is not the reduced one, or may be larger.
// CHECK-LABEL: func.func @other_unit
// CHECK: linalg.generic
func.func @other_unit(%data: tensor<4x8xi32>, %init: tensor<1x4xi32>) -> tensor<1x4xi32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=other_unit | Reason="left as it is: it writes dimensions of size 1 other than those it reduces"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (0, a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<1x4xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<1x4xi32>
  return %0 : tensor<1x4xi32>
}

// -----

// CHECK-LABEL: func.func @unknown_unit
// CHECK: linalg.generic
func.func @unknown_unit(%data: tensor<4x8xi32>, %init: tensor<4x?xi32>) -> tensor<4x?xi32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=unknown_unit | Reason="left as it is: it does not write each kept dimension exactly once"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, 0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4x?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<4x?xi32>
  return %0 : tensor<4x?xi32>
}

// -----

// CHECK-LABEL: func.func @diagonal
// CHECK: linalg.generic
func.func @diagonal(%data: tensor<8x8xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=diagonal | Reason="left as it is: it does not read each element exactly once"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a, a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<8x8xi32>) outs(%init : tensor<i32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @scattered
// CHECK: linalg.generic
func.func @scattered(%data: tensor<4x8xi32>, %init: tensor<4x4xi32>) -> tensor<4x4xi32> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=scattered | Reason="left as it is: it does not write each kept dimension exactly once"}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x8xi32>) outs(%init : tensor<4x4xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}

// -----

// CHECK-LABEL: func.func @index
// CHECK: linalg.reduce
func.func @index(%data: tensor<4xindex>, %init: tensor<index>) -> tensor<index> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=index | Reason="left as it is: no reduction of index is known for 'arith.minsi'"}}
  %0 = linalg.reduce { arith.minsi } ins(%data : tensor<4xindex>) outs(%init : tensor<index>) dimensions = [0]
  return %0 : tensor<index>
}

// -----

// CHECK-LABEL: func.func @wide
// CHECK: linalg.reduce
func.func @wide(%data: tensor<4xf80>, %init: tensor<f80>) -> tensor<f80> {
  // expected-remark @below {{[Missed] RaiseLinalgToReduce | Category:raise-linalg-to-reduce | Function=wide | Reason="left as it is: no reduction of f80 is known for 'arith.minimumf'"}}
  %0 = linalg.reduce { arith.minimumf } ins(%data : tensor<4xf80>) outs(%init : tensor<f80>) dimensions = [0]
  return %0 : tensor<f80>
}
