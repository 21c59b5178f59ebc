// RUN: reduce-opt %s --reduce-bufferize-functions --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @unknown(%out: memref<8xf32>) {
  // expected-error @below {{op was not bufferized}}
  %0 = "other.make"() : () -> tensor<8xf32>
  bufferization.materialize_in_destination %0 in restrict writable %out
      : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

// The function with a constant fails, too.
func.func @unknown_beside_constant(%out: memref<2xf32>) {
  %constant = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // expected-error @below {{op was not bufferized}}
  %0 = "other.make"(%constant) : (tensor<2xf32>) -> tensor<2xf32>
  bufferization.materialize_in_destination %0 in restrict writable %out
      : (tensor<2xf32>, memref<2xf32>) -> ()
  return
}
