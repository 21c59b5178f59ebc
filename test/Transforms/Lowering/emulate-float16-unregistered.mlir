// Upstream's -math-extend-to-supported-types crashes on operations that are not
// registered. It is needed for operations of the math dialect only.
// RUN: reduce-opt %s --allow-unregistered-dialect --reduce-emulate-float16 --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @no_math
// CHECK:         "other.op"
// CHECK:         arith.addf %{{.*}} : f32
func.func @no_math(%a: bf16) -> bf16 {
  "other.op"() : () -> ()
  %0 = arith.addf %a, %a : bf16
  return %0 : bf16
}

// -----

func.func @math(%a: bf16) -> bf16 {
  %0 = math.exp %a : bf16
  // expected-error @+1 {{'other.op' op is not registered, so 'math.exp' in the same function cannot be extended to f32}}
  "other.op"() : () -> ()
  return %0 : bf16
}
