// RUN: reduce-opt %s --convert-reduce-to-linalg=expand-shapes --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=STOCK --implicit-check-not=tensor.expand_shape

// The axes are read once into a bit mask, and checked.

// CHECK-DAG: #[[$ALL:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$FIRST:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG: #[[$LAST:.+]] = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @list
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x?xf32>, %[[AXES:.*]]: tensor<?xi64>)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : i64
// CHECK-DAG: %[[RANK:.*]] = arith.constant 2 : i64
// CHECK-DAG: %[[EVERY:.*]] = arith.constant -1 : i64
// CHECK: %[[COUNT:.*]] = tensor.dim %[[AXES]], %[[C0]]
// CHECK: %[[READ:.*]]:3 = scf.for %[[I:.*]] = %[[C0]] to %[[COUNT]] step %[[C1]]
// CHECK:   %[[AXIS:.*]] = tensor.extract %[[AXES]][%[[I]]]
// CHECK:   %[[NEGATIVE:.*]] = arith.cmpi slt, %[[AXIS]], %[[NONE]] : i64
// CHECK:   %[[FROM_END:.*]] = arith.addi %[[AXIS]], %[[RANK]] : i64
// CHECK:   %[[DIM:.*]] = arith.select %[[NEGATIVE]], %[[FROM_END]], %[[AXIS]] : i64
// CHECK:   arith.cmpi ult, %[[DIM]], %[[RANK]] : i64
// CHECK: %[[EMPTY:.*]] = arith.cmpi eq, %[[COUNT]], %[[C0]] : index
// CHECK: arith.select %[[EMPTY]], %[[EVERY]], %[[READ]]#0 : i64
// CHECK: cf.assert %[[READ]]#1, "an axis is out of range"
// CHECK: cf.assert %[[READ]]#2, "two axes name the same dimension"
// CHECK-NOT: cf.assert

// Then one of two reductions with static axes runs.

// CHECK: %[[COLLAPSED:.*]] = tensor.collapse_shape %[[DATA]] {{\[}}[0, 1]]
// CHECK: %[[GROUPED:.*]] = tensor.expand_shape %[[COLLAPSED]] {{\[}}[0, 1]] output_shape
// CHECK: %[[RESULT:.*]] = scf.if %{{.*}} -> (tensor<?xf32>) {
// CHECK:   linalg.generic {indexing_maps = [#[[$ALL]], #[[$FIRST]]], iterator_types = ["parallel", "reduction"]} ins(%[[GROUPED]]
// CHECK: } else {
// CHECK:   linalg.generic {indexing_maps = [#[[$ALL]], #[[$LAST]]], iterator_types = ["reduction", "parallel"]} ins(%[[GROUPED]]
// CHECK: }
// CHECK: tensor.expand_shape %[[RESULT]] {{\[}}[0, 1]] output_shape

// MLIR's own passes do not support tensor.expand_shape to several unknown sizes.
// STOCK-LABEL: func.func @list
// STOCK: %[[SHAPE:.*]] = tensor.from_elements %{{.*}}, %{{.*}} : tensor<2xindex>
// STOCK: tensor.reshape %{{.*}}(%[[SHAPE]]) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// STOCK: tensor.reshape %{{.*}} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
func.func @list(%data: tensor<?x?xf32>, %axes: tensor<?xi64>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = %axes keepdims : tensor<?x?xf32>, tensor<?xi64> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Without keepdims, the declared rank allows only some numbers of axes.

// CHECK-LABEL: func.func @declared_rank
// CHECK: %[[IS_ONE:.*]] = arith.cmpi eq, %{{.*}}, %c1 : index
// CHECK: cf.assert %{{.*}}, "an axis is out of range"
// CHECK: cf.assert %{{.*}}, "two axes name the same dimension"
// CHECK: cf.assert %[[IS_ONE]], "the number of axes does not give the declared rank"
func.func @declared_rank(%data: tensor<?x?xf32>, %axes: tensor<?xi64>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = %axes : tensor<?x?xf32>, tensor<?xi64> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// With noop_with_empty_axes, an empty list keeps the rank.

// CHECK-LABEL: func.func @noop
// CHECK-NOT: arith.select %{{.*}}, %c-1_i64
// CHECK: cf.assert %{{.*}}, "the number of axes does not give the declared rank"
func.func @noop(%data: tensor<?x?xf32>, %axes: tensor<?xi64>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = %axes noop_with_empty_axes : tensor<?x?xf32>, tensor<?xi64> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// An unsigned axis is never negative.

// CHECK-LABEL: func.func @one_unsigned
// CHECK-SAME: %[[AXIS:[a-z0-9]+]]: tensor<i8> {reduce.element_type = ui8}
// CHECK: %[[VALUE:.*]] = tensor.extract %[[AXIS]][] : tensor<i8>
// CHECK-NEXT: arith.extui %[[VALUE]] : i8 to i64
// CHECK-NOT: arith.cmpi slt
// CHECK: cf.assert %{{.*}}, "an axis is out of range"
// CHECK: scf.if
func.func @one_unsigned(%data: tensor<3x4x2xf32>, %axis: tensor<ui8>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = %axis : tensor<3x4x2xf32>, tensor<ui8> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// As many axes as dimensions leave no choice, but may still be invalid.

// CHECK-LABEL: func.func @all
// CHECK: cf.assert %{{.*}}, "an axis is out of range"
// CHECK: cf.assert %{{.*}}, "two axes name the same dimension"
// CHECK-NOT: scf.if
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]
func.func @all(%data: tensor<3x4xi32>, %axes: tensor<2xi32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = %axes : tensor<3x4xi32>, tensor<2xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @scalar
// CHECK-SAME: (%[[DATA:.*]]: tensor<f64>
// CHECK: cf.assert %{{.*}}, "an axis is out of range"
// CHECK: return %[[DATA]] : tensor<f64>
func.func @scalar(%data: tensor<f64>, %axes: tensor<?xi64>) -> tensor<f64> {
  %0 = reduce.min %data axes = %axes keepdims : tensor<f64>, tensor<?xi64> -> tensor<f64>
  return %0 : tensor<f64>
}

// An input that is known to be empty has no loops.

// CHECK-LABEL: func.func @empty_input
// CHECK: cf.assert %{{.*}}, "an axis is out of range"
// CHECK-NOT: scf.if
// CHECK: %[[RESULT:.*]] = linalg.fill {{.*}} -> tensor<?x?xf32>
// CHECK: return %[[RESULT]]
func.func @empty_input(%data: tensor<0x?xf32>, %axes: tensor<?xi64>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = %axes keepdims : tensor<0x?xf32>, tensor<?xi64> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Sizes that become constants do not contradict the types.

// CHECK-LABEL: func.func @one_element
// CHECK: cf.assert %{{.*}}, "the number of axes does not give the declared rank"
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
func.func @one_element(%data: tensor<1xf32>, %axes: tensor<?xi64>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = %axes noop_with_empty_axes : tensor<1xf32>, tensor<?xi64> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
