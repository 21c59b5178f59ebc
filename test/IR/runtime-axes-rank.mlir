// RUN: reduce-opt %s --split-input-file --verify-diagnostics --verify-roundtrip

// The rank of a result where the number of axes is known, but not the axes.

// Clause runtime-axes-rank.
func.func @some(%data: tensor<3x2x4xf32>, %one: tensor<i64>, %list: tensor<1xi64>, %pair: tensor<2xi64>, %all: tensor<3xi64>) {
  %0 = reduce.min %data axes = %one : tensor<3x2x4xf32>, tensor<i64> -> tensor<?x?xf32>
  %1 = reduce.min %data axes = %list : tensor<3x2x4xf32>, tensor<1xi64> -> tensor<?x?xf32>
  %2 = reduce.min %data axes = %pair : tensor<3x2x4xf32>, tensor<2xi64> -> tensor<?xf32>
  %3 = reduce.min %data axes = %all noop_with_empty_axes : tensor<3x2x4xf32>, tensor<3xi64> -> tensor<f32>
  return
}

// -----

// Clause runtime-axes-rank.
func.func @none(%data: tensor<3x2xf32>, %none: tensor<0xi64>) {
  %0 = reduce.min %data axes = %none : tensor<3x2xf32>, tensor<0xi64> -> tensor<f32>
  %1 = reduce.min %data axes = %none noop_with_empty_axes : tensor<3x2xf32>, tensor<0xi64> -> tensor<3x2xf32>
  return
}

// -----

func.func @none_but_kept(%data: tensor<3x2xf32>, %none: tensor<0xi64>) {
  // expected-error @below {{'reduce.min' op expected the result type 'tensor<f32>', got 'tensor<3x2xf32>'}}
  %0 = reduce.min %data axes = %none : tensor<3x2xf32>, tensor<0xi64> -> tensor<3x2xf32>
  return
}

// -----

func.func @noop_but_dropped(%data: tensor<3x2xf32>, %none: tensor<0xi64>) {
  // expected-error @below {{'reduce.min' op expected the result type 'tensor<3x2xf32>', got 'tensor<f32>'}}
  %0 = reduce.min %data axes = %none noop_with_empty_axes : tensor<3x2xf32>, tensor<0xi64> -> tensor<f32>
  return
}

// -----

func.func @one_but_kept(%data: tensor<3x2xf32>, %one: tensor<i64>) {
  // expected-error @below {{'reduce.min' op expected the result type 'tensor<?xf32>', got 'tensor<?x?xf32>'}}
  %0 = reduce.min %data axes = %one : tensor<3x2xf32>, tensor<i64> -> tensor<?x?xf32>
  return
}
