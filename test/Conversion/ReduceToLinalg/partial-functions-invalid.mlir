// RUN: reduce-opt %s -reduce-add-partial-functions -split-input-file -verify-diagnostics

func.func @strict(%data: tensor<?xf32>) -> tensor<f32> {
  // expected-error @+1 {{'reduce.prod' op cannot be computed chunk by chunk: its order is strict}}
  %0 = reduce.prod %data axes = [0] strict_order : tensor<?xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @axes(%data: tensor<?x?xf32>, %axes: tensor<1xi64>) -> tensor<?xf32> {
  // expected-error @+1 {{'reduce.min' op cannot be computed chunk by chunk: the dimensions that it reduces are not known at compile time}}
  %0 = reduce.min %data axes = %axes : tensor<?x?xf32>, tensor<1xi64> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @chain(%data: tensor<?x?xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
  // expected-error @+1 {{'reduce.prod' op cannot be computed chunk by chunk: it reduces what another reduction has computed}}
  %1 = reduce.prod %0 axes = [0] : tensor<?xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @constant(%data: tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
  %cst = arith.constant dense<1.0> : tensor<4xf32>
  // expected-error @+1 {{'reduce.min' op cannot be computed chunk by chunk: its input is not computed from an argument}}
  %1 = reduce.min %cst axes = [0] : tensor<4xf32> -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

func.func @reshape(%data: tensor<?x?xf32>) -> tensor<f32> {
  // expected-error @+1 {{'tensor.collapse_shape' op cannot be computed chunk by chunk: it is not an elementwise operation}}
  %0 = tensor.collapse_shape %data [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = reduce.min %0 axes = [0] : tensor<?xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @transposed(%data: tensor<?x?xf32>, %init: tensor<?x?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'linalg.transpose' op cannot be computed chunk by chunk: it is not an elementwise operation}}
  %0 = linalg.transpose ins(%data : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) permutation = [1, 0]
  %1 = reduce.min %0 axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @called(%data: tensor<?xf32>) -> tensor<f32> {
  // expected-error @+1 {{'func.call' op cannot be computed chunk by chunk: it is not an elementwise operation}}
  %0 = func.call @least(%data) : (tensor<?xf32>) -> tensor<f32>
  %1 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
  %2 = arith.addf %0, %1 : tensor<f32>
  return %2 : tensor<f32>
}
func.func private @least(tensor<?xf32>) -> tensor<f32>

// -----

// The size of a chunk is not that of the tensor.
func.func @size(%data: tensor<?xf32>) -> (tensor<f32>, tensor<index>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tensor.dim' op cannot be computed chunk by chunk: it is not an elementwise operation}}
  %size = tensor.dim %data, %c0 : tensor<?xf32>
  %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
  %1 = tensor.from_elements %size : tensor<index>
  return %0, %1 : tensor<f32>, tensor<index>
}

// -----

func.func @centered(%data: tensor<?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [0] keepdims : tensor<?xf32> -> tensor<1xf32>
  %1 = reduce.min %data axes = [] : tensor<?xf32> -> tensor<?xf32>
  // expected-error @+1 {{'arith.subf' op cannot be computed chunk by chunk: it combines the result of a reduction with elements of an argument}}
  %2 = arith.subf %data, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// expected-error @+1 {{'func.func' op cannot be computed chunk by chunk: result 1 is not computed from a reduction}}
func.func @passed(%data: tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>) {
  %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
  return %0, %data : tensor<f32>, tensor<?xf32>
}

// -----

// expected-error @+1 {{'func.func' op cannot be computed chunk by chunk: argument 1 is 'f32', not a tensor of known rank}}
func.func @scalar(%data: tensor<?xf32>, %f: f32) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @+1 {{'func.func' op cannot be computed chunk by chunk: it has more than one block}}
func.func @blocks(%data: tensor<?xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
  cf.br ^end
^end:
  return %0 : tensor<f32>
}

// -----

func.func @constant_operand(%data: tensor<4xf32>) -> tensor<f32> {
  %cst = arith.constant dense<2.0> : tensor<4xf32>
  // expected-error @+1 {{'arith.mulf' op cannot be computed chunk by chunk: its operands would have different types, 'tensor<?xf32>' and 'tensor<4xf32>'}}
  %0 = arith.mulf %data, %cst : tensor<4xf32>
  %1 = reduce.min %0 axes = [0] : tensor<4xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @static_generic(%data: tensor<4xf32>) -> tensor<f32> {
  %empty = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{'linalg.exp' op cannot be computed chunk by chunk: its type has the sizes of the whole tensor}}
  %0 = linalg.exp ins(%data : tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %1 = reduce.min %0 axes = [0] : tensor<4xf32> -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

module attributes {reduce.grid = #reduce.grid<x:2>} {
  // expected-error @+1 {{'func.func' op cannot be computed chunk by chunk: ranks share its arguments}}
  func.func @sharded(%data: tensor<?xf32> {reduce.sharding = #reduce.sharding<[x]>}) -> tensor<f32>
      attributes {reduce.grid = #reduce.grid<x:2>} {
    %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
    return %0 : tensor<f32>
  }
}

// -----

// expected-error @+1 {{'func.func' op cannot be computed chunk by chunk: the name 'f_merge' is taken}}
func.func @f(%data: tensor<?xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<?xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
// expected-note @+1 {{by this operation}}
func.func private @f_merge()
