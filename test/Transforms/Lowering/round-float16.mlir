// RUN: reduce-opt %s --reduce-round-float16 | FileCheck %s --implicit-check-not=math.fma --implicit-check-not=contract
// RUN: reduce-opt %s --math-extend-to-supported-types --arith-emulate-unsupported-floats='source-types=f16,bf16' | FileCheck %s --check-prefix=UPSTREAM
// RUN: reduce-opt %s --math-extend-to-supported-types --arith-emulate-unsupported-floats='source-types=f16,bf16' --reduce-round-float16 --canonicalize | FileCheck %s --check-prefix=ROUNDED --implicit-check-not=contract
// RUN: reduce-opt %s --math-extend-to-supported-types --arith-emulate-unsupported-floats='source-types=f16,bf16' --reduce-round-float16 --canonicalize --reduce-expand-float16 | FileCheck %s --check-prefix=EXPANDED --implicit-check-not=contract --implicit-check-not='f32 to f16' --implicit-check-not=': f16 to f32'

// When upstream extends operations, the rounding between two of them may be
// lost; here it is not.
// UPSTREAM-LABEL: func.func @chain
// UPSTREAM: arith.truncf %{{.*}} fastmath<contract> : f32 to f16
// ROUNDED-LABEL: func.func @chain
// ROUNDED: %[[PRODUCT:.*]] = arith.mulf %{{.*}} : f32
// ROUNDED: %[[HALF:.*]] = arith.truncf %[[PRODUCT]] : f32 to f16
// ROUNDED: %[[FACTOR:.*]] = arith.extf %[[HALF]] : f16 to f32
// ROUNDED: arith.mulf %[[FACTOR]], %{{.*}} : f32
// EXPANDED-LABEL: func.func @chain
// EXPANDED: arith.mulf
// EXPANDED: arith.trunci %{{.*}} : i32 to i16
// EXPANDED: arith.extui %{{.*}} : i16 to i32
// EXPANDED: arith.trunci %{{.*}} : i32 to i16
func.func @chain(%a: f16, %b: f16, %c: f16) -> f16 {
  %0 = arith.mulf %a, %b : f16
  %1 = arith.mulf %0, %c : f16
  return %1 : f16
}

// ROUNDED-LABEL: func.func @root
// ROUNDED: %[[SUM:.*]] = arith.addf %{{.*}} : vector<4xf32>
// ROUNDED: %[[HALF:.*]] = arith.truncf %[[SUM]] : vector<4xf32> to vector<4xbf16>
// ROUNDED: %[[WIDE:.*]] = arith.extf %[[HALF]] : vector<4xbf16> to vector<4xf32>
// ROUNDED: math.sqrt %[[WIDE]]
func.func @root(%a: vector<4xbf16>, %b: vector<4xbf16>) -> vector<4xbf16> {
  %0 = arith.addf %a, %b : vector<4xbf16>
  %1 = math.sqrt %0 : vector<4xbf16>
  return %1 : vector<4xbf16>
}

// Other flags are kept.
// CHECK-LABEL: func.func @flags
// CHECK: arith.truncf %{{.*}} fastmath<nnan> : f32 to f16
// CHECK: arith.extf %{{.*}} : bf16 to f64
// CHECK: arith.truncf %{{.*}} to_nearest_even : f64 to bf16
func.func @flags(%a: f32, %b: bf16, %c: f64) -> (f16, f64, bf16) {
  %0 = arith.truncf %a fastmath<nnan,contract> : f32 to f16
  %1 = arith.extf %b fastmath<contract> : bf16 to f64
  %2 = arith.truncf %c to_nearest_even fastmath<contract> : f64 to bf16
  return %0, %1, %2 : f16, f64, bf16
}

// CHECK-LABEL: func.func @fma
// CHECK-SAME: (%[[A:.*]]: f16, %[[B:.*]]: f16, %[[C:.*]]: f16)
// CHECK: %[[A32:.*]] = arith.extf %[[A]] : f16 to f32
// CHECK: %[[A64:.*]] = arith.extf %[[A32]] : f32 to f64
// CHECK: %[[B32:.*]] = arith.extf %[[B]] : f16 to f32
// CHECK: %[[B64:.*]] = arith.extf %[[B32]] : f32 to f64
// CHECK: %[[C32:.*]] = arith.extf %[[C]] : f16 to f32
// CHECK: %[[C64:.*]] = arith.extf %[[C32]] : f32 to f64
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[A64]], %[[B64]] : f64
// CHECK: %[[SUM:.*]] = arith.addf %[[PRODUCT]], %[[C64]] : f64
// CHECK: %[[LESS:.*]] = arith.cmpf olt, %[[EXCESS:.*]], %{{.*}} : f64
// CHECK: %[[INEXACT:.*]] = arith.cmpf one, %[[EXCESS]], %{{.*}} : f64
// CHECK: %[[SUM_BITS:.*]] = arith.bitcast %[[SUM]] : f64 to i64
// CHECK: %[[DOWN:.*]] = arith.extsi %[[LESS]] : i1 to i64
// CHECK: %[[BELOW:.*]] = arith.addi %[[SUM_BITS]], %[[DOWN]] : i64
// CHECK: %[[LAST:.*]] = arith.extui %[[INEXACT]] : i1 to i64
// CHECK: %[[ODD_BITS:.*]] = arith.ori %[[BELOW]], %[[LAST]] : i64
// CHECK: %[[ODD:.*]] = arith.bitcast %[[ODD_BITS]] : i64 to f64
// CHECK: %[[NEAR:.*]] = arith.truncf %[[ODD]] : f64 to f32
// CHECK: arith.bitcast %[[NEAR]] : f32 to i32
// CHECK: %[[NARROW:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[RESULT:.*]] = arith.truncf %[[NARROW]] : f32 to f16
// CHECK: return %[[RESULT]]
// EXPANDED-LABEL: func.func @fma
// EXPANDED: return
func.func @fma(%a: f16, %b: f16, %c: f16) -> f16 {
  %0 = math.fma %a, %b, %c : f16
  return %0 : f16
}

// CHECK-LABEL: func.func @fma_vectors
// CHECK: arith.mulf %{{.*}} : vector<[4]xf64>
// CHECK: arith.truncf %{{.*}} : vector<[4]xf32> to vector<[4]xbf16>
func.func @fma_vectors(%a: vector<[4]xbf16>) -> vector<[4]xbf16> {
  %0 = math.fma %a, %a, %a : vector<[4]xbf16>
  return %0 : vector<[4]xbf16>
}
