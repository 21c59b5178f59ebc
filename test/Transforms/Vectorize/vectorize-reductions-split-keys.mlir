// RUN: reduce-opt %s --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --reduce-vectorize=masked-arithmetic --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=MASKED

// Keys that the sign chooses are accumulated apart: all bits as they are, and all
// reversed. Half as many elements fill the accumulators.
// CHECK-LABEL: func.func @greatest
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0> : vector<64xi16>
// CHECK-DAG: %[[BASE:.*]] = arith.constant dense<1000> : vector<32xi16>
// CHECK-DAG: %[[LIMIT:.*]] = arith.constant dense<-31768> : vector<32xi16>
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0> : vector<32xi16>
// CHECK: %[[LOOP:.*]] = scf.for {{.*}} step %c32 iter_args(%[[ACCUMULATORS:.*]] = %[[ZEROS]])
// CHECK-NEXT: %[[BITS:.*]] = vector.transfer_read {{.*}}vector<32xi16>
// CHECK-NEXT: %[[REVERSED:.*]] = arith.subi %[[BASE]], %[[BITS]]
// CHECK-NEXT: %[[BOTH:.*]] = vector.shuffle %[[BITS]], %[[REVERSED]]
// CHECK-NEXT: %[[MAX:.*]] = arith.maxui %[[ACCUMULATORS]], %[[BOTH]]
// CHECK-NEXT: scf.yield %[[MAX]]

// In the end the sign chooses once.
// CHECK: %[[BITS:.*]] = vector.extract_strided_slice %[[LOOP]] {offsets = [0], sizes = [32]
// CHECK: %[[REVERSED:.*]] = vector.extract_strided_slice %[[LOOP]] {offsets = [32], sizes = [32]
// CHECK: %[[POSITIVE:.*]] = arith.cmpi sge, %[[BITS]], %[[ZERO]]
// CHECK: %[[GREATER:.*]] = arith.cmpi ugt, %[[REVERSED]], %[[LIMIT]]
// CHECK: %[[MAX:.*]] = arith.maxui %[[BITS]], %[[REVERSED]]
// CHECK: %[[MIXED:.*]] = arith.select %[[GREATER]], %[[MAX]], %[[BITS]]
// CHECK: arith.select %[[POSITIVE]], %[[REVERSED]], %[[MIXED]]

// MASKED-LABEL: func.func @greatest
// MASKED: scf.for {{.*}} step %c32 iter_args(%[[ACCUMULATOR:.*]] = %{{.*}}) -> (vector<32xi16>)
// MASKED: %[[KEYS:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<32xi1>, vector<32xi16>
// MASKED: arith.maxui %[[ACCUMULATOR]], %[[KEYS]] : vector<32xi16>
func.func @greatest(%data: tensor<4096xi16>) -> tensor<i16> {
  %zero = arith.constant 0 : i16
  %base = arith.constant 1000 : i16
  %empty = tensor.empty() : tensor<i16>
  %fill = linalg.fill ins(%zero : i16) outs(%empty : tensor<i16>) -> tensor<i16>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<4096xi16>) outs(%fill : tensor<i16>) {
  ^bb0(%bits: i16, %accumulator: i16):
    %positive = arith.cmpi sge, %bits, %zero : i16
    %reversed = arith.subi %base, %bits : i16
    %key = arith.select %positive, %reversed, %bits : i16
    %1 = arith.maxui %accumulator, %key : i16
    linalg.yield %1 : i16
  } -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// CHECK-LABEL: func.func @least
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<-1> : vector<64xi16>
// CHECK-DAG: %[[BASE:.*]] = arith.constant dense<-31768> : vector<32xi16>
// CHECK-DAG: %[[LIMIT:.*]] = arith.constant dense<1000> : vector<32xi16>
// CHECK-DAG: %[[SIGN:.*]] = arith.constant dense<-32768> : vector<32xi16>
// CHECK-DAG: %[[GREATEST:.*]] = arith.constant dense<32767> : vector<32xi16>
// CHECK: %[[LOOP:.*]] = scf.for {{.*}} step %c32 iter_args(%[[ACCUMULATORS:.*]] = %[[ONES]])
// CHECK-NEXT: %[[BITS:.*]] = vector.transfer_read {{.*}}vector<32xi16>
// CHECK-NEXT: %[[REVERSED:.*]] = arith.subi %[[BASE]], %[[BITS]]
// CHECK-NEXT: %[[BOTH:.*]] = vector.shuffle %[[BITS]], %[[REVERSED]]
// CHECK-NEXT: %[[MIN:.*]] = arith.minui %[[ACCUMULATORS]], %[[BOTH]]
// CHECK: %[[BITS:.*]] = vector.extract_strided_slice %[[LOOP]] {offsets = [0], sizes = [32]
// CHECK: %[[REVERSED:.*]] = vector.extract_strided_slice %[[LOOP]] {offsets = [32], sizes = [32]
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi ule, %[[REVERSED]], %[[LIMIT]]
// CHECK: %[[KEY:.*]] = arith.xori %[[REVERSED]], %[[SIGN]]
// CHECK: %[[LEAST:.*]] = arith.minui %[[BITS]], %[[GREATEST]]
// CHECK: arith.select %[[NEGATIVE]], %[[KEY]], %[[LEAST]]
func.func @least(%data: tensor<4096xi16>) -> tensor<i16> {
  %zero = arith.constant 0 : i16
  %base = arith.constant 1000 : i16
  %empty = tensor.empty() : tensor<i16>
  %fill = linalg.fill ins(%base : i16) outs(%empty : tensor<i16>) -> tensor<i16>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<4096xi16>) outs(%fill : tensor<i16>) {
  ^bb0(%bits: i16, %accumulator: i16):
    %negative = arith.cmpi slt, %bits, %zero : i16
    %reversed = arith.subi %base, %bits : i16
    %key = arith.select %negative, %reversed, %bits : i16
    %1 = arith.minsi %accumulator, %key : i16
    linalg.yield %1 : i16
  } -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// Which of the keys above the base is the least is not known in the end, so a start
// above it is one that the choice is made for each element.
// CHECK-LABEL: func.func @start_above_base
// CHECK: scf.for {{.*}} step %c64
// CHECK: arith.select %{{.*}} : vector<64xi1>, vector<64xi16>
func.func @start_above_base(%data: tensor<4096xi16>) -> tensor<i16> {
  %zero = arith.constant 0 : i16
  %base = arith.constant 1000 : i16
  %start = arith.constant 1001 : i16
  %empty = tensor.empty() : tensor<i16>
  %fill = linalg.fill ins(%start : i16) outs(%empty : tensor<i16>) -> tensor<i16>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<4096xi16>) outs(%fill : tensor<i16>) {
  ^bb0(%bits: i16, %accumulator: i16):
    %negative = arith.cmpi slt, %bits, %zero : i16
    %reversed = arith.subi %base, %bits : i16
    %key = arith.select %negative, %reversed, %bits : i16
    %1 = arith.minsi %accumulator, %key : i16
    linalg.yield %1 : i16
  } -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// Only the combination for which the keys are made allows it.
// CHECK-LABEL: func.func @other_combination
// CHECK: scf.for {{.*}} step %c64
// CHECK: arith.select %{{.*}} : vector<64xi1>, vector<64xi16>
// CHECK-NEXT: arith.minui
func.func @other_combination(%data: tensor<4096xi16>) -> tensor<i16> {
  %zero = arith.constant 0 : i16
  %base = arith.constant 1000 : i16
  %empty = tensor.empty() : tensor<i16>
  %fill = linalg.fill ins(%base : i16) outs(%empty : tensor<i16>) -> tensor<i16>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<4096xi16>) outs(%fill : tensor<i16>) {
  ^bb0(%bits: i16, %accumulator: i16):
    %positive = arith.cmpi sge, %bits, %zero : i16
    %reversed = arith.subi %base, %bits : i16
    %key = arith.select %positive, %reversed, %bits : i16
    %1 = arith.minui %accumulator, %key : i16
    linalg.yield %1 : i16
  } -> tensor<i16>
  return %0 : tensor<i16>
}
