// RUN: not reduce-run %s --function=size --input=random:13x7x13 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not reduce-run %s --function=range --input=random:6x7x4x6x2 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: reduce-run %s --function=fine --input=random:13x7 2>&1 | FileCheck %s --check-prefix=FINE

// A function that always fails reports that when it is called: others are not
// affected.

// SIZE: warning: always fails: its source is 'tensor<13x7x1xi32>', not 'tensor<13x7x13xi32>'
// SIZE: reduce-run: error: size: a tensor's shape is not the declared one

func.func @size(%data: tensor<13x7x13xi32>) -> tensor<13x7x13xi32> {
  %0 = reduce.prod %data axes = [2] keepdims : tensor<13x7x13xi32> -> tensor<?x?x?xi32>
  %1 = tensor.cast %0 : tensor<?x?x?xi32> to tensor<13x7x13xi32>
  return %1 : tensor<13x7x13xi32>
}

// Clause runtime-axes-range.
// RANGE: warning: always fails: axis -6 is out of range [-5, 4] for rank 5
// RANGE: reduce-run: error: range: an axis is out of range
func.func @range(%data: tensor<6x7x4x6x2xf32>) -> tensor<?x?x?x?xf32> {
  %axis = arith.constant dense<-6> : tensor<i32>
  %0 = reduce.prod %data axes = %axis : tensor<6x7x4x6x2xf32>, tensor<i32> -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// FINE: result0: float32 [7]
func.func @fine(%data: tensor<13x7xf32>) -> tensor<7xf32> {
  %0 = reduce.min %data axes = [0] : tensor<13x7xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
