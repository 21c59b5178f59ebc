// RUN: reduce-opt %s --reduce-bufferize-function-boundaries --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op has the unranked tensor 'tensor<*xf32>' at its boundary}}
func.func @unranked_argument(%data: tensor<*xf32>) {
  return
}

// -----

// expected-error @below {{'func.func' op has the unranked tensor 'tensor<*xf32>' at its boundary}}
func.func @unranked_result(%data: tensor<4xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %data : tensor<4xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @callee(%data: tensor<4xf32>) -> tensor<4xf32> {
  return %data : tensor<4xf32>
}
func.func @caller(%data: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op uses 'callee', a function on tensors, which must be inlined first}}
  %0 = call @callee(%data) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @recursive(%data: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op uses 'recursive', a function on tensors, which must be inlined first}}
  %0 = call @recursive(%data) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
