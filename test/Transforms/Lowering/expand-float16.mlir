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
// CHECK: %[[UPPER:.*]] = arith.shrui %[[BITS]]
// CHECK: %[[ODD:.*]] = arith.andi %[[UPPER]]
// CHECK: %[[ALMOST:.*]] = arith.addi %[[BITS]], %[[HALF]]
// CHECK: %[[SUM:.*]] = arith.addi %[[ALMOST]], %[[ODD]]
// CHECK: %[[ROUNDED:.*]] = arith.shrui %[[SUM]]
// CHECK: %[[MAGNITUDE:.*]] = arith.andi %[[BITS]]
// CHECK: %[[IS_NAN:.*]] = arith.cmpi uge, %[[MAGNITUDE]], %[[LEAST_NAN]]
// CHECK: %[[NUMBER:.*]] = arith.select %[[IS_NAN]], %[[NAN]], %[[ROUNDED]] : vector<4xi1>, vector<4xi32>
// CHECK: %[[NARROW:.*]] = arith.trunci %[[NUMBER]] : vector<4xi32> to vector<4xi16>
// CHECK: arith.bitcast %[[NARROW]] : vector<4xi16> to vector<4xbf16>
func.func @to_bf16(%vector: vector<4xf32>) -> vector<4xbf16> {
  %0 = arith.truncf %vector : vector<4xf32> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

// No NaN of bf16, or product of such, is rounded up, so that none needs a test.
// CHECK-LABEL: func.func @products_to_bf16
// CHECK-NOT: arith.cmp
// CHECK: arith.trunci %{{.*}} : vector<4xi32> to vector<4xi16>
// CHECK-NOT: arith.cmp
// CHECK: return
func.func @products_to_bf16(%vector: vector<4xf32>) -> vector<4xbf16> {
  %0 = arith.truncf %vector {reduce.bf16_nan} : vector<4xf32> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

// Two vectors whose elements alternate share words: the kept halves of the bits of both
// are rounded in one vector, by the halves that are dropped.
// CHECK-LABEL: func.func @interleaved
// CHECK-SAME: (%[[EVEN:.*]]: vector<4xf32>, %[[ODD:.*]]: vector<4xf32>)
// CHECK-DAG: %[[NAN:.*]] = arith.constant dense<2143289344> : vector<4xi32>
// CHECK-DAG: %[[UPPER:.*]] = arith.constant dense<-65536> : vector<4xi32>
// CHECK-DAG: %[[LOWER:.*]] = arith.constant dense<65535> : vector<4xi32>
// CHECK-DAG: %[[BITS:.*]] = arith.constant dense<16> : vector<4xi32>
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1> : vector<8xi16>
// CHECK-DAG: %[[HALF:.*]] = arith.constant dense<-32768> : vector<8xi16>
// CHECK: %[[IS_NAN:.*]] = arith.cmpf uno, %[[EVEN]], %[[EVEN]]
// CHECK: %[[EVEN_BITS:.*]] = arith.bitcast %[[EVEN]]
// CHECK: %[[E:.*]] = arith.select %[[IS_NAN]], %[[NAN]], %[[EVEN_BITS]]
// CHECK: %[[IS_NAN:.*]] = arith.cmpf uno, %[[ODD]], %[[ODD]]
// CHECK: %[[ODD_BITS:.*]] = arith.bitcast %[[ODD]]
// CHECK: %[[O:.*]] = arith.select %[[IS_NAN]], %[[NAN]], %[[ODD_BITS]]
// CHECK-DAG: %[[E_UPPER:.*]] = arith.shrui %[[E]], %[[BITS]]
// CHECK-DAG: %[[O_UPPER:.*]] = arith.andi %[[O]], %[[UPPER]]
// CHECK: %[[WORDS:.*]] = arith.ori %[[E_UPPER]], %[[O_UPPER]]
// CHECK: %[[KEPT:.*]] = vector.bitcast %[[WORDS]] : vector<4xi32> to vector<8xi16>
// CHECK-DAG: %[[E_LOWER:.*]] = arith.andi %[[E]], %[[LOWER]]
// CHECK-DAG: %[[O_LOWER:.*]] = arith.shli %[[O]], %[[BITS]]
// CHECK: %[[WORDS:.*]] = arith.ori %[[E_LOWER]], %[[O_LOWER]]
// CHECK: %[[DROPPED:.*]] = vector.bitcast %[[WORDS]] : vector<4xi32> to vector<8xi16>
// CHECK: %[[LAST:.*]] = arith.andi %[[KEPT]], %[[ONE]]
// CHECK: %[[TIE:.*]] = arith.ori %[[DROPPED]], %[[LAST]]
// CHECK: %[[ROUNDS_UP:.*]] = arith.cmpi ugt, %[[TIE]], %[[HALF]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[KEPT]], %[[ONE]]
// CHECK: %[[ROUNDED:.*]] = arith.select %[[ROUNDS_UP]], %[[NEXT]], %[[KEPT]]
// CHECK: arith.bitcast %[[ROUNDED]] : vector<8xi16> to vector<8xbf16>
func.func @interleaved(%even: vector<4xf32>, %odd: vector<4xf32>) -> vector<8xbf16> {
  %0 = vector.interleave %even, %odd : vector<4xf32> -> vector<8xf32>
  %1 = arith.truncf %0 : vector<8xf32> to vector<8xbf16>
  return %1 : vector<8xbf16>
}

// CHECK-LABEL: func.func @interleaved_products
// CHECK-NOT: arith.cmpf
// CHECK: arith.cmpi ugt, %{{.*}} : vector<8xi16>
// CHECK-NOT: arith.cmpf
// CHECK: return
func.func @interleaved_products(%even: vector<4xf32>, %odd: vector<4xf32>) -> vector<8xbf16> {
  %0 = vector.interleave %even, %odd : vector<4xf32> -> vector<8xf32>
  %1 = arith.truncf %0 {reduce.bf16_nan} : vector<8xf32> to vector<8xbf16>
  return %1 : vector<8xbf16>
}

// Vectors without dimensions have no words to share.
// CHECK-LABEL: func.func @scalars
// CHECK-NOT: vector.bitcast
// CHECK: arith.trunci %{{.*}} : vector<2xi32> to vector<2xi16>
func.func @scalars(%even: vector<f32>, %odd: vector<f32>) -> vector<2xbf16> {
  %0 = vector.interleave %even, %odd : vector<f32> -> vector<2xf32>
  %1 = arith.truncf %0 : vector<2xf32> to vector<2xbf16>
  return %1 : vector<2xbf16>
}
