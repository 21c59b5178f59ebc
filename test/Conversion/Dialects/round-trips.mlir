// A reduction that two dialects can both express survives a round trip.

// RUN: rm -rf %t && split-file %s %t
// RUN: reduce-opt %t/tosa.mlir -o %t/tosa.expected
// RUN: reduce-opt %t/tosa.mlir --convert-reduce-to-tosa -o %t/tosa.tosa
// RUN: FileCheck %s --check-prefix=TOSA --input-file=%t/tosa.tosa --implicit-check-not=' reduce.'
// RUN: reduce-opt %t/tosa.tosa --convert-tosa-to-reduce | diff %t/tosa.expected -
// RUN: reduce-opt %t/tosa.tosa --convert-tosa-to-reduce --convert-reduce-to-tosa | diff %t/tosa.tosa -

// RUN: reduce-opt %t/linalg.mlir -o %t/linalg.expected
// RUN: reduce-opt %t/linalg.mlir --convert-reduce-to-linalg -o %t/linalg.linalg
// RUN: FileCheck %s --check-prefix=LINALG --input-file=%t/linalg.linalg --implicit-check-not=' reduce.'
// RUN: reduce-opt %t/linalg.linalg --raise-linalg-to-reduce | diff %t/linalg.expected -
// RUN: reduce-opt %t/linalg.linalg --raise-linalg-to-reduce --convert-reduce-to-linalg | diff %t/linalg.linalg -

// Axes return in canonical order; a reduction along no axis is removed.
// RUN: reduce-opt %t/axes.mlir --canonicalize -o %t/axes.expected
// RUN: reduce-opt %t/axes.mlir --convert-reduce-to-tosa --convert-tosa-to-reduce | diff %t/axes.expected -
// RUN: reduce-opt %t/axes.mlir --convert-reduce-to-linalg --raise-linalg-to-reduce | diff %t/axes.expected -

// In linalg, a reshape keeps dimensions, and a body may contain more than the
// combiner: operations on the elements become another linalg.generic.
// RUN: reduce-opt %t/left.mlir --convert-reduce-to-linalg --raise-linalg-to-reduce | FileCheck %s --check-prefix=LEFT
// LEFT-LABEL: func.func @keepdims
// LEFT: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
// LEFT: tensor.expand_shape %[[MIN]]
// LEFT-LABEL: func.func @before
// LEFT: %[[NUMBERS:.*]] = linalg.generic
// LEFT: reduce.min %[[NUMBERS]] axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
// LEFT: %[[WIDE:.*]] = linalg.generic
// LEFT: reduce.prod %[[WIDE]] axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
// LEFT: %[[BYTES:.*]] = tensor.bitcast
// LEFT: reduce.min %[[BYTES]] axes = [1] : tensor<3x2xui8> -> tensor<3xui8>
// LEFT-LABEL: func.func @keys
// LEFT-NOT: reduce.{{min|prod}}

// TOSA-COUNT-12: tosa.reduce_
// LINALG-COUNT-6: linalg.generic

//--- tosa.mlir
func.func @keepdims(%data: tensor<3x2xf32>) -> tensor<3x1xf32> {
  %0 = reduce.min %data axes = [1] keepdims : tensor<3x2xf32> -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
func.func @unknown_sizes(%data: tensor<?x2x?x4xf32>) -> (tensor<?x1x?x1xf32>, tensor<?x1x?x4xf32>) {
  %0 = reduce.min %data axes = [1, 3] keepdims : tensor<?x2x?x4xf32> -> tensor<?x1x?x1xf32>
  %1 = reduce.min %data axes = [1] keepdims nan_mode = ignore : tensor<?x2x?x4xf32> -> tensor<?x1x?x4xf32>
  return %0, %1 : tensor<?x1x?x1xf32>, tensor<?x1x?x4xf32>
}
func.func @drop(%data: tensor<4x3x2xbf16>) -> tensor<3xbf16> {
  %0 = reduce.min %data axes = [0, 2] : tensor<4x3x2xbf16> -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}
func.func @product(%data: tensor<4x3xf32>) -> tensor<f32> {
  %0 = reduce.prod %data axes = [0, 1] : tensor<4x3xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @ignore(%data: tensor<4x3xf16>) -> (tensor<4xf16>, tensor<1x3xf16>) {
  %0 = reduce.min %data axes = [1] nan_mode = ignore : tensor<4x3xf16> -> tensor<4xf16>
  %1 = reduce.min %data axes = [0] keepdims nan_mode = ignore : tensor<4x3xf16> -> tensor<1x3xf16>
  return %0, %1 : tensor<4xf16>, tensor<1x3xf16>
}
func.func @integers(%data: tensor<4xi8>, %bools: tensor<4xi1>) -> (tensor<i8>, tensor<1xi1>) {
  %0 = reduce.min %data axes = [0] : tensor<4xi8> -> tensor<i8>
  %1 = reduce.min %bools axes = [0] keepdims : tensor<4xi1> -> tensor<1xi1>
  return %0, %1 : tensor<i8>, tensor<1xi1>
}

//--- linalg.mlir
func.func @min(%data: tensor<3x2xf32>, %doubles: tensor<2x?x4xf64>) -> (tensor<3xf32>, tensor<?xf64>) {
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
  %1 = reduce.min %doubles axes = [0, 2] : tensor<2x?x4xf64> -> tensor<?xf64>
  return %0, %1 : tensor<3xf32>, tensor<?xf64>
}
func.func @prod(%data: tensor<3x2xf32>) -> (tensor<2xf32>, tensor<f32>) {
  %0 = reduce.prod %data axes = [0] : tensor<3x2xf32> -> tensor<2xf32>
  %1 = reduce.prod %data axes = [0, 1] strict_order : tensor<3x2xf32> -> tensor<f32>
  return %0, %1 : tensor<2xf32>, tensor<f32>
}
func.func @integers(%data: tensor<4xi8>) -> (tensor<i8>, tensor<i8>) {
  %0 = reduce.min %data axes = [0] : tensor<4xi8> -> tensor<i8>
  %1 = reduce.prod %data axes = [0] : tensor<4xi8> -> tensor<i8>
  return %0, %1 : tensor<i8>, tensor<i8>
}

//--- axes.mlir
func.func @axes(%data: tensor<3x2x4xf32>) -> (tensor<2xf32>, tensor<3x2xf32>, tensor<3x2x4xf32>) {
  %0 = reduce.min %data axes = [-1, 0] : tensor<3x2x4xf32> -> tensor<2xf32>
  %1 = reduce.min %data axes = [2] : tensor<3x2x4xf32> -> tensor<3x2xf32>
  %2 = reduce.min %data axes = [] : tensor<3x2x4xf32> -> tensor<3x2x4xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<3x2xf32>, tensor<3x2x4xf32>
}

//--- left.mlir
func.func @keepdims(%data: tensor<3x2xf32>) -> tensor<3x1xf32> {
  %0 = reduce.min %data axes = [1] keepdims : tensor<3x2xf32> -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
func.func @before(%data: tensor<3x2xf32>, %half: tensor<3x2xf16>, %bools: tensor<3x2xi1>) -> (tensor<3xf32>, tensor<3xf16>, tensor<3xi1>) {
  %0 = reduce.min %data axes = [1] nan_mode = ignore : tensor<3x2xf32> -> tensor<3xf32>
  %1 = reduce.prod %half axes = [1] : tensor<3x2xf16> -> tensor<3xf16>
  %2 = reduce.min %bools axes = [1] : tensor<3x2xi1> -> tensor<3xi1>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xf16>, tensor<3xi1>
}
func.func @keys(%half: tensor<3x2xf16>, %bfloat: tensor<3x2xbf16>) -> (tensor<3xf16>, tensor<3xbf16>) {
  %0 = reduce.min %half axes = [1] : tensor<3x2xf16> -> tensor<3xf16>
  %1 = reduce.min %bfloat axes = [1] : tensor<3x2xbf16> -> tensor<3xbf16>
  return %0, %1 : tensor<3xf16>, tensor<3xbf16>
}
