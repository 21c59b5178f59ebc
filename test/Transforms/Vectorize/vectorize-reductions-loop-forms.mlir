// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --canonicalize --reduce-fuse-elementwise --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --canonicalize --reduce-fuse-elementwise --reduce-attach-vector-target='facts={masked_arithmetic=true}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=PLAIN
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --canonicalize --reduce-fuse-elementwise --reduce-attach-vector-target='facts={accumulators=1}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=PLAIN
// RUN: reduce-opt %s --convert-reduce-to-linalg --canonicalize --reduce-fuse-elementwise --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=PLAIN

// The combiner's other form accumulates two kinds of keys, and half as many
// elements fill the accumulators.
// CHECK-LABEL: func.func @greatest
// CHECK-DAG: %[[INFINITY:.*]] = arith.constant dense<31744> : vector<32xi16>
// CHECK-DAG: %[[LIMIT:.*]] = arith.constant dense<-1024> : vector<32xi16>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0> : vector<32xi16>
// CHECK: %[[LOOP:.*]]:2 = scf.for {{.*}} step %c32 iter_args(%[[A0:.*]] = %[[ZERO]], %[[A1:.*]] = %[[ZERO]])
// CHECK-NEXT: %[[READ:.*]] = vector.transfer_read {{.*}}vector<32xf16>
// CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[READ]]
// CHECK-NEXT: %[[REVERSED:.*]] = arith.subi %[[INFINITY]], %[[BITS]]
// CHECK-NEXT: %[[N0:.*]] = arith.maxui %[[A0]], %[[BITS]]
// CHECK-NEXT: %[[N1:.*]] = arith.maxui %[[A1]], %[[REVERSED]]
// CHECK-NEXT: scf.yield %[[N0]], %[[N1]]

// At the end, the sign selects once.
// CHECK: %[[POSITIVE:.*]] = arith.cmpi sge, %[[LOOP]]#0, %[[ZERO]]
// CHECK: %[[GREATER:.*]] = arith.cmpi ugt, %[[LOOP]]#1, %[[LIMIT]]
// CHECK: %[[MAX:.*]] = arith.maxui %[[LOOP]]#0, %[[LOOP]]#1
// CHECK: %[[MIXED:.*]] = arith.select %[[GREATER]], %[[MAX]], %[[LOOP]]#0
// CHECK: arith.select %[[POSITIVE]], %[[LOOP]]#1, %[[MIXED]]

// If one operation can compute some lanes only, if one register accumulates, or if
// no attribute names the combiner, the loop selects.
// PLAIN-LABEL: func.func @greatest
// PLAIN: scf.for {{.*}} iter_args(%[[ACCUMULATOR:[^,]*]] = %{{[^,]*}}) -> (vector
// PLAIN: %[[KEYS:.*]] = arith.select
// PLAIN-NEXT: arith.maxui %[[ACCUMULATOR]], %[[KEYS]]
func.func @greatest(%data: tensor<4096xf16>) -> tensor<f16> {
  %0 = reduce.min %data axes = [0] : tensor<4096xf16> -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

// CHECK-LABEL: func.func @least
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<-1> : vector<32xi16>
// CHECK-DAG: %[[BASE:.*]] = arith.constant dense<-1024> : vector<32xi16>
// CHECK-DAG: %[[LIMIT:.*]] = arith.constant dense<31744> : vector<32xi16>
// CHECK-DAG: %[[SIGN:.*]] = arith.constant dense<-32768> : vector<32xi16>
// CHECK-DAG: %[[GREATEST:.*]] = arith.constant dense<32767> : vector<32xi16>
// CHECK: %[[LOOP:.*]]:2 = scf.for {{.*}} step %c32 iter_args(%[[A0:.*]] = %[[ONES]], %[[A1:.*]] = %[[ONES]])
// CHECK: %[[REVERSED:.*]] = arith.subi %[[BASE]], %[[BITS:.*]]
// CHECK-NEXT: arith.minui %[[A0]], %[[BITS]]
// CHECK-NEXT: arith.minui %[[A1]], %[[REVERSED]]
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi ule, %[[LOOP]]#1, %[[LIMIT]]
// CHECK: %[[KEY:.*]] = arith.xori %[[LOOP]]#1, %[[SIGN]]
// CHECK: %[[LEAST:.*]] = arith.minui %[[LOOP]]#0, %[[GREATEST]]
// CHECK: arith.select %[[NEGATIVE]], %[[KEY]], %[[LEAST]]

// PLAIN-LABEL: func.func @least
// PLAIN: %[[KEYS:.*]] = arith.select
// PLAIN-NEXT: arith.minsi %{{.*}}, %[[KEYS]]
func.func @least(%data: tensor<4096xf16>) -> tensor<f16> {
  %0 = reduce.min %data axes = [0] nan_mode = ignore : tensor<4096xf16> -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

// Results of elementwise operations on the elements are converted to that form, too.
// CHECK-LABEL: func.func @fused
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK: %[[NEGATED:.*]] = arith.negf {{.*}} vector<32xf16>
// CHECK-NEXT: arith.bitcast %[[NEGATED]]
// CHECK-NOT: arith.select
// CHECK: scf.yield
func.func @fused(%data: tensor<4096xf16>) -> tensor<f16> {
  %empty = tensor.empty() : tensor<4096xf16>
  %negated = linalg.negf ins(%data : tensor<4096xf16>) outs(%empty : tensor<4096xf16>) -> tensor<4096xf16>
  %0 = reduce.min %negated axes = [0] : tensor<4096xf16> -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

// If a body combines in another way than its attribute states, the body is
// decisive.
// CHECK-LABEL: func.func @stale
// CHECK: scf.for {{.*}} step %c64
// CHECK: arith.select %{{.*}} : vector<64xi1>, vector<64xi16>
// CHECK-NEXT: arith.minui
func.func @stale(%data: tensor<4096xf16>) -> tensor<i16> {
  %zero = arith.constant 0 : i16
  %infinity = arith.constant 31744 : i16
  %empty = tensor.empty() : tensor<i16>
  %fill = linalg.fill ins(%infinity : i16) outs(%empty : tensor<i16>) -> tensor<i16>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<4096xf16>) outs(%fill : tensor<i16>) {
  ^bb0(%element: f16, %accumulator: i16):
    %bits = arith.bitcast %element : f16 to i16
    %positive = arith.cmpi sge, %bits, %zero : i16
    %reversed = arith.subi %infinity, %bits : i16
    %key = arith.select %positive, %reversed, %bits : i16
    %1 = arith.minui %accumulator, %key {reduce.combiner = #reduce.combiner<"reduce.min"(f16)>} : i16
    linalg.yield %1 : i16
  } -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// A NaN that would be dropped for another element type is kept.
// CHECK-LABEL: func.func @other_type
// CHECK: arith.muli
func.func @other_type(%data: tensor<64xi32>, %init: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<64xi32>) outs(%init : tensor<i32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.muli %accumulator, %element {reduce.combiner = #reduce.combiner<"reduce.prod"(f32)>} : i32
    linalg.yield %1 : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}
