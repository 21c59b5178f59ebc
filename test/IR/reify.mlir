// RUN: reduce-opt %s --resolve-shaped-type-result-dims --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @static_axes
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x?x?xf32>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[FIRST:.*]] = tensor.dim %[[DATA]], %[[C0]]
// CHECK-DAG: %[[LAST:.*]] = tensor.dim %[[DATA]], %[[C2]]
// CHECK-NOT: reduce.
// CHECK: return %[[FIRST]], %[[C1]], %[[LAST]], %[[FIRST]], %[[LAST]]
func.func @static_axes(%data: tensor<?x?x?xf32>) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = reduce.min %data axes = [1] keepdims : tensor<?x?x?xf32> -> tensor<?x1x?xf32>
  %1 = reduce.prod %data axes = [-2] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  %2 = tensor.dim %0, %c0 : tensor<?x1x?xf32>
  %3 = tensor.dim %0, %c1 : tensor<?x1x?xf32>
  %4 = tensor.dim %0, %c2 : tensor<?x1x?xf32>
  %5 = tensor.dim %1, %c0 : tensor<?x?xf32>
  %6 = tensor.dim %1, %c1 : tensor<?x?xf32>
  return %2, %3, %4, %5, %6 : index, index, index, index, index
}

// A dimension that the axes may name has size 1 if they do.
// CHECK-LABEL: func.func @dynamic_axis
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x4xf32>, %[[AXIS:.*]]: tensor<i64>)
// CHECK: tensor.extract %[[AXIS]][] : tensor<i64>
// CHECK: %[[IS_SECOND:.*]] = arith.trunci %{{.*}} : i64 to i1
// CHECK: %[[SIZE:.*]] = arith.select %[[IS_SECOND]], %c1, %c4 : index
// CHECK-NOT: reduce.
// CHECK: return %[[SIZE]] : index
func.func @dynamic_axis(%data: tensor<?x4xf32>, %axis: tensor<i64>) -> index {
  %c1 = arith.constant 1 : index
  %0 = reduce.min %data axes = %axis keepdims : tensor<?x4xf32>, tensor<i64> -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %1 : index
}

// Nothing is known about a tensor of unknown rank.
// CHECK-LABEL: func.func @unranked
// CHECK: %[[MIN:.*]] = reduce.min
// CHECK: tensor.dim %[[MIN]]
func.func @unranked(%data: tensor<*xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = reduce.min %data axes = [0] : tensor<*xf32> -> tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  return %1 : index
}
