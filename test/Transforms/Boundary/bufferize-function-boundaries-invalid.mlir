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

// -----

func.func private @declared(tensor<4xf32>) -> tensor<4xf32>
func.func @caller_of_declared(%data: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op uses 'declared', a function on tensors, which has no body to be inlined}}
  %0 = call @declared(%data) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

module {
  module @inner {
    // expected-error @below {{'func.func' op is a function on tensors in a nested module, expected it in the outermost one}}
    func.func @nested(%data: tensor<4xf32>) {
      return
    }
  }
}

// -----

// expected-error @below {{'func.func' op passes 'tensor<4xf32>' to a block, expected tensors in structured control flow only}}
func.func @blocks(%a: tensor<4xf32>, %b: tensor<4xf32>, %condition: i1) -> tensor<4xf32> {
  cf.cond_br %condition, ^bb1(%a : tensor<4xf32>), ^bb1(%b : tensor<4xf32>)
^bb1(%either: tensor<4xf32>):
  return %either : tensor<4xf32>
}

// -----

// expected-error @below {{'func.func' op has 'tensor<4x!llvm.struct<(f32)>>' at its boundary, but no memref has elements of type '!llvm.struct<(f32)>'}}
func.func @elements(%data: tensor<4x!llvm.struct<(f32)>>) {
  return
}

// -----

func.func @outer(%data: tensor<4xf32>) -> tensor<4xf32> {
  builtin.module {
    // expected-error @below {{'func.func' op is a function in the body of 'outer', expected it in a module of its own}}
    func.func @inner(%number: i32) -> i32 {
      return %number : i32
    }
  }
  return %data : tensor<4xf32>
}

// -----

func.func @signed(%data: tensor<4xsi8>) -> tensor<4xi8> {
  // expected-error @below {{'tensor.bitcast' op cannot be lowered from 'tensor<4xsi8>' to 'tensor<4xi8>': only signless integer and float elements can be reinterpreted, in ranked tensors without an encoding}}
  %0 = tensor.bitcast %data : tensor<4xsi8> to tensor<4xi8>
  return %0 : tensor<4xi8>
}
