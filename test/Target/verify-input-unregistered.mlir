// RUN: reduce-opt %s --allow-unregistered-dialect --reduce-to-llvm-pipeline --split-input-file --verify-diagnostics
// RUN: reduce-opt %s --allow-unregistered-dialect --reduce-to-linalg-pipeline --split-input-file --verify-diagnostics

// Operations of an unregistered dialect that a conversion has left.
func.func @regions(%data: tensor<4xf32>) -> tensor<f32> {
  // expected-error @below {{'foreign.region' op has regions and is not registered: it cannot be lowered}}
  "foreign.region"() ({
    "foreign.yield"() : () -> ()
  }) : () -> ()
  %0 = reduce.min %data axes = [0] : tensor<4xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
