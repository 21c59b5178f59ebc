// RUN: reduce-opt %s --reduce-expand-float16 | FileCheck %s --implicit-check-not='arith.extf' --implicit-check-not='arith.truncf'
// RUN: reduce-opt %s --reduce-attach-vector-target='facts={converts_f16=true}' --reduce-expand-float16 | FileCheck %s --check-prefix=BF16-ONLY
// RUN: reduce-opt %s --reduce-expand-float16='bf16=false' | FileCheck %s --check-prefix=F16-ONLY

// All targets have instructions for the minimum.
// CHECK-LABEL: func.func @convert
// CHECK: arith.minimumf
// BF16-ONLY: arith.extf %{{.*}} : f16 to f32
// BF16-ONLY: arith.truncf %{{.*}} : vector<8xf32> to vector<8xf16>
// BF16-ONLY-NOT: arith.truncf
// F16-ONLY-NOT: f16 to f32
// F16-ONLY: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
func.func @convert(%value: f16, %vector: vector<8xf32>) -> (f32, vector<8xf16>, vector<8xbf16>) {
  %0 = arith.extf %value : f16 to f32
  %one = arith.constant 1.0 : f32
  %1 = arith.minimumf %0, %one : f32
  %2 = arith.truncf %vector : vector<8xf32> to vector<8xf16>
  %3 = arith.truncf %vector : vector<8xf32> to vector<8xbf16>
  return %1, %2, %3 : f32, vector<8xf16>, vector<8xbf16>
}

// Of two bf16 in a word, one is extracted by a shift and one by a mask.
// CHECK-LABEL: func.func @every_second
// CHECK-SAME: (%[[VECTOR:.*]]: vector<8xbf16>)
// CHECK-DAG: %[[MASK:.*]] = arith.constant dense<-65536> : vector<4xi32>
// CHECK-DAG: %[[BITS:.*]] = arith.constant dense<16> : vector<4xi32>
// CHECK-DAG: %[[WORDS:.*]] = vector.bitcast %[[VECTOR]] : vector<8xbf16> to vector<4xi32>
// CHECK-DAG: %[[LOWER:.*]] = arith.shli %{{.*}}, %[[BITS]] : vector<4xi32>
// CHECK-DAG: %[[UPPER:.*]] = arith.andi %{{.*}}, %[[MASK]] : vector<4xi32>
// CHECK-DAG: %[[EVENS:.*]] = arith.bitcast %[[LOWER]] : vector<4xi32> to vector<4xf32>
// CHECK-DAG: %[[ODDS:.*]] = arith.bitcast %[[UPPER]] : vector<4xi32> to vector<4xf32>
// CHECK: return %[[EVENS]], %[[ODDS]]
func.func @every_second(%vector: vector<8xbf16>) -> (vector<4xf32>, vector<4xf32>) {
  %0, %1 = vector.deinterleave %vector : vector<8xbf16> -> vector<4xbf16>
  %2 = arith.extf %0 : vector<4xbf16> to vector<4xf32>
  %3 = arith.extf %1 : vector<4xbf16> to vector<4xf32>
  return %2, %3 : vector<4xf32>, vector<4xf32>
}

// NaN is inserted among 32-bit integers, because all machines can select these.
// CHECK-LABEL: func.func @to_bf16
// CHECK-SAME: (%[[VECTOR:.*]]: vector<4xf32>)
// CHECK-DAG: %[[NAN:.*]] = arith.constant dense<32704> : vector<4xi32>
// CHECK-DAG: %[[LEAST_NAN:.*]] = arith.constant dense<2139095041> : vector<4xi32>
// CHECK-DAG: %[[HALF:.*]] = arith.constant dense<32767> : vector<4xi32>
// CHECK: %[[BITS:.*]] = arith.bitcast %[[VECTOR]] : vector<4xf32> to vector<4xi32>
// CHECK: %[[MAGNITUDE:.*]] = arith.andi %[[BITS]]
// CHECK: %[[UPPER:.*]] = arith.shrui %[[BITS]]
// CHECK: %[[ODD:.*]] = arith.andi %[[UPPER]]
// CHECK: %[[ALMOST:.*]] = arith.addi %[[BITS]], %[[HALF]]
// CHECK: %[[SUM:.*]] = arith.addi %[[ALMOST]], %[[ODD]]
// CHECK: %[[ROUNDED:.*]] = arith.shrui %[[SUM]]
// CHECK: %[[IS_NAN:.*]] = arith.cmpi uge, %[[MAGNITUDE]], %[[LEAST_NAN]]
// CHECK: %[[NUMBER:.*]] = arith.select %[[IS_NAN]], %[[NAN]], %[[ROUNDED]] : vector<4xi1>, vector<4xi32>
// CHECK: %[[NARROW:.*]] = arith.trunci %[[NUMBER]] : vector<4xi32> to vector<4xi16>
// CHECK: arith.bitcast %[[NARROW]] : vector<4xi16> to vector<4xbf16>
func.func @to_bf16(%vector: vector<4xf32>) -> vector<4xbf16> {
  %0 = arith.truncf %vector : vector<4xf32> to vector<4xbf16>
  return %0 : vector<4xbf16>
}
