// RUN: reduce-opt %s --reduce-round-float16 | FileCheck %s

// Operations on other types are unchanged.
// CHECK-LABEL: func.func @others
// CHECK: math.fma %{{.*}} : f32
// CHECK: arith.extf %{{.*}} fastmath<contract> : f32 to f64
// CHECK: arith.truncf %{{.*}} fastmath<contract> : f64 to f32
func.func @others(%a: f32, %b: f64) -> (f64, f32) {
  %0 = math.fma %a, %a, %a : f32
  %1 = arith.extf %0 fastmath<contract> : f32 to f64
  %2 = arith.truncf %b fastmath<contract> : f64 to f32
  return %1, %2 : f64, f32
}
