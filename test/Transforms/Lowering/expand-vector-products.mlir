// RUN: reduce-opt %s --reduce-attach-vector-target='facts={multiplies_i64=false}' --reduce-expand-vector-products | FileCheck %s
// RUN: reduce-opt %s --reduce-expand-vector-products | FileCheck %s --check-prefix=LEFT

// By default machines multiply vectors of i64.
// LEFT: arith.muli {{.*}} : vector<3xi64>

// CHECK-LABEL: func.func @expand
// CHECK-SAME: (%[[A:.*]]: vector<3xi64>, %[[B:.*]]: vector<3xi64>)
// CHECK-DAG: %[[HALVES_A:.*]] = vector.bitcast %[[A]] : vector<3xi64> to vector<6xi32>
// CHECK-DAG: %[[HALVES_B:.*]] = vector.bitcast %[[B]] : vector<3xi64> to vector<6xi32>
// CHECK-DAG: %[[SWAPPED:.*]] = vector.shuffle %[[HALVES_B]], %[[HALVES_B]] [1, 0, 3, 2, 5, 4]
// CHECK: %[[CROSSWISE:.*]] = arith.muli %[[HALVES_A]], %[[SWAPPED]] : vector<6xi32>
// CHECK-DAG: %[[EVEN:.*]] = vector.shuffle %[[CROSSWISE]], %[[CROSSWISE]] [0, 2, 4]
// CHECK-DAG: %[[ODD:.*]] = vector.shuffle %[[CROSSWISE]], %[[CROSSWISE]] [1, 3, 5]
// CHECK: %[[SUM:.*]] = arith.addi %[[EVEN]], %[[ODD]] : vector<3xi32>
// CHECK: %[[WIDE:.*]] = arith.extui %[[SUM]] : vector<3xi32> to vector<3xi64>
// CHECK: %[[BITS:.*]] = arith.constant dense<32> : vector<3xi64>
// CHECK: %[[UPPER:.*]] = arith.shli %[[WIDE]], %[[BITS]] : vector<3xi64>
// CHECK-DAG: %[[LOW_A:.*]] = arith.trunci %[[A]] : vector<3xi64> to vector<3xi32>
// CHECK-DAG: %[[LOW_B:.*]] = arith.trunci %[[B]] : vector<3xi64> to vector<3xi32>
// CHECK-DAG: %[[WIDE_A:.*]] = arith.extui %[[LOW_A]]
// CHECK-DAG: %[[WIDE_B:.*]] = arith.extui %[[LOW_B]]
// CHECK: %[[LOWER:.*]] = arith.muli %[[WIDE_A]], %[[WIDE_B]] : vector<3xi64>
// CHECK: %[[PRODUCT:.*]] = arith.addi %[[LOWER]], %[[UPPER]] : vector<3xi64>
// CHECK: return %[[PRODUCT]]
func.func @expand(%a: vector<3xi64>, %b: vector<3xi64>) -> vector<3xi64> {
  %0 = arith.muli %a, %b : vector<3xi64>
  return %0 : vector<3xi64>
}

// Scalars have an instruction, and so do vectors of other types.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: arith.muli %{{.*}} : i64
// CHECK-NEXT: arith.muli %{{.*}} : vector<4xi32>
// CHECK-NEXT: arith.muli %{{.*}} : vector<4xindex>
// CHECK-NEXT: arith.muli %{{.*}} : vector<2x2xi64>
// CHECK-NEXT: arith.muli %{{.*}} : vector<[2]xi64>
// CHECK-NEXT: return
func.func @others(%a: i64, %b: vector<4xi32>, %c: vector<4xindex>, %d: vector<2x2xi64>, %e: vector<[2]xi64>)
    -> (i64, vector<4xi32>, vector<4xindex>, vector<2x2xi64>, vector<[2]xi64>) {
  %0 = arith.muli %a, %a : i64
  %1 = arith.muli %b, %b : vector<4xi32>
  %2 = arith.muli %c, %c : vector<4xindex>
  %3 = arith.muli %d, %d : vector<2x2xi64>
  %4 = arith.muli %e, %e : vector<[2]xi64>
  return %0, %1, %2, %3, %4 : i64, vector<4xi32>, vector<4xindex>, vector<2x2xi64>, vector<[2]xi64>
}
