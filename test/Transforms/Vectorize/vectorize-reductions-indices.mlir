// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=512,accumulators=1}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=512,accumulators=1}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' --split-input-file 2>&1 | FileCheck %s --check-prefix=REMARK

// The index of the innermost loop differs in each lane.
// CHECK-LABEL: func.func @innermost
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c8
// CHECK: %[[FIRST:.*]] = vector.broadcast %[[I]] : index to vector<8xindex>
// CHECK: %[[STEP:.*]] = vector.step : vector<8xindex>
// CHECK: %[[INDICES:.*]] = arith.addi %[[FIRST]], %[[STEP]]
// CHECK: %[[CAST:.*]] = arith.index_cast %[[INDICES]] : vector<8xindex> to vector<8xi64>
// CHECK: arith.addi %{{.*}}, %[[CAST]]
// REMARK: Function=innermost{{.*}}strategy=inner
func.func @innermost(%data: tensor<800xi64>, %init: tensor<i64>) -> tensor<i64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<800xi64>) outs(%init : tensor<i64>) {
  ^bb0(%e0: i64, %accumulator: i64):
    %1 = linalg.index 0 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.addi %e0, %2 : i64
    %4 = arith.minsi %accumulator, %3 : i64
    linalg.yield %4 : i64
  } -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// The indices of other loops are the same in all lanes.
// CHECK-LABEL: func.func @outer
// CHECK: scf.for
// CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %c9
// CHECK: vector.broadcast %[[ROW]] : index to vector<8xindex>
// REMARK: Function=outer{{.*}}strategy=outer
func.func @outer(%data: tensor<9x96xi64>, %init: tensor<96xi64>) -> tensor<96xi64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<9x96xi64>) outs(%init : tensor<96xi64>) {
  ^bb0(%e0: i64, %accumulator: i64):
    %1 = linalg.index 0 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.addi %e0, %2 : i64
    %4 = arith.minsi %accumulator, %3 : i64
    linalg.yield %4 : i64
  } -> tensor<96xi64>
  return %0 : tensor<96xi64>
}

// -----

// Rows that are read as one vector have no single index: other strategies apply.
// REMARK: Function=short{{.*}}strategy=row-groups
// REMARK: Function=narrow{{.*}}strategy=outer
func.func @short(%data: tensor<64x3xi64>, %init: tensor<64xi64>) -> tensor<64xi64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<64x3xi64>) outs(%init : tensor<64xi64>) {
  ^bb0(%e0: i64, %accumulator: i64):
    %1 = linalg.index 1 : index
    %2 = arith.index_cast %1 : index to i64
    %3 = arith.addi %e0, %2 : i64
    %4 = arith.minsi %accumulator, %3 : i64
    linalg.yield %4 : i64
  } -> tensor<64xi64>
  return %0 : tensor<64xi64>
}

func.func @narrow(%data: tensor<64x4xi32>, %init: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<64x4xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%e0: i32, %accumulator: i32):
    %1 = linalg.index 1 : index
    %2 = arith.index_cast %1 : index to i32
    %3 = arith.addi %e0, %2 : i32
    %4 = arith.minsi %accumulator, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
