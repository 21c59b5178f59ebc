// RUN: reduce-opt %s --convert-reduce-to-tosa --split-input-file | FileCheck %s --implicit-check-not=reduce.min --implicit-check-not=reduce.prod
// RUN: reduce-opt %s --convert-reduce-to-tosa --split-input-file --remark-format=emitRemark --remarks-filter='convert-reduce-to-tosa' 2>&1 >%t.out | FileCheck %s --check-prefix=REMARK

// The result passes TOSA's own checks.
// RUN: reduce-opt %s --convert-reduce-to-tosa --split-input-file --tosa-attach-target='specification_version=1.1.draft profiles=pro_int,pro_fp extensions=bf16,int64' --tosa-validate=strict-op-spec-alignment -o %t.valid

// REMARK: remark: [Passed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=keepdims | operation=tosa.reduce_min
// CHECK-LABEL: func.func @keepdims
// CHECK-NEXT: %[[MIN:.*]] = tosa.reduce_min %{{.*}} {axis = 1 : i32} : (tensor<3x2xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: return %[[MIN]]
func.func @keepdims(%data: tensor<3x2xf32>) -> tensor<3x1xf32> {
  %0 = reduce.min %data axes = [-1] keepdims : tensor<3x2xf32> -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[FIRST:.*]] = tosa.reduce_product %{{.*}} {axis = 0 : i32} : (tensor<4x3x2xf32>) -> tensor<1x3x2xf32>
// CHECK-NEXT: %[[SECOND:.*]] = tosa.reduce_product %[[FIRST]] {axis = 2 : i32} : (tensor<1x3x2xf32>) -> tensor<1x3x1xf32>
// CHECK-NEXT: %[[SHAPE:.*]] = tosa.const_shape {values = dense<3> : tensor<1xindex>} : () -> !tosa.shape<1>
// CHECK-NEXT: %[[RESULT:.*]] = tosa.reshape %[[SECOND]], %[[SHAPE]] : (tensor<1x3x1xf32>, !tosa.shape<1>) -> tensor<3xf32>
// CHECK-NEXT: return %[[RESULT]]
func.func @chain(%data: tensor<4x3x2xf32>) -> tensor<3xf32> {
  %0 = reduce.prod %data axes = [0, 2] : tensor<4x3x2xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @all_dims
// CHECK: tosa.reshape %{{.*}}, %{{.*}} : (tensor<1x1xi8>, !tosa.shape<0>) -> tensor<i8>
func.func @all_dims(%data: tensor<3x2xi8>) -> tensor<i8> {
  %0 = reduce.min %data axes = [0, 1] : tensor<3x2xi8> -> tensor<i8>
  return %0 : tensor<i8>
}

// -----

// CHECK-LABEL: func.func @types
// CHECK-NEXT: tosa.reduce_min %{{.*}} : (tensor<2xi16>) -> tensor<1xi16>
// CHECK-NEXT: tosa.reduce_min %{{.*}} : (tensor<2xi32>) -> tensor<1xi32>
// CHECK-NEXT: tosa.reduce_min %{{.*}} : (tensor<2xi64>) -> tensor<1xi64>
// CHECK-NEXT: tosa.reduce_min %{{.*}} : (tensor<2xf16>) -> tensor<1xf16>
// CHECK-NEXT: tosa.reduce_min %{{.*}} : (tensor<2xbf16>) -> tensor<1xbf16>
// CHECK-NEXT: tosa.reduce_all %{{.*}} : (tensor<2xi1>) -> tensor<1xi1>
func.func @types(%a: tensor<2xi16>, %b: tensor<2xi32>, %c: tensor<2xi64>, %d: tensor<2xf16>, %e: tensor<2xbf16>, %f: tensor<2xi1>) -> (tensor<1xi16>, tensor<1xi32>, tensor<1xi64>, tensor<1xf16>, tensor<1xbf16>, tensor<1xi1>) {
  %0 = reduce.min %a axes = [0] keepdims : tensor<2xi16> -> tensor<1xi16>
  %1 = reduce.min %b axes = [0] keepdims : tensor<2xi32> -> tensor<1xi32>
  %2 = reduce.min %c axes = [0] keepdims : tensor<2xi64> -> tensor<1xi64>
  %3 = reduce.min %d axes = [0] keepdims : tensor<2xf16> -> tensor<1xf16>
  %4 = reduce.min %e axes = [0] keepdims : tensor<2xbf16> -> tensor<1xbf16>
  %5 = reduce.min %f axes = [0] keepdims : tensor<2xi1> -> tensor<1xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<1xi16>, tensor<1xi32>, tensor<1xi64>, tensor<1xf16>, tensor<1xbf16>, tensor<1xi1>
}

// -----

// If all elements are NaN, TOSA gives NaN, which is replaced by the identity.
// CHECK-LABEL: func.func @ignore
// CHECK-NEXT: %[[MIN:.*]] = tosa.reduce_min %{{.*}} {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x2xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: %[[INF:.*]] = "tosa.const"() <{values = dense<0x7F800000> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
// CHECK-NEXT: %[[RESULT:.*]] = tosa.minimum %[[MIN]], %[[INF]] {nan_mode = IGNORE} : (tensor<3x1xf32>, tensor<1x1xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: return %[[RESULT]]
func.func @ignore(%data: tensor<3x2xf32>) -> tensor<3x1xf32> {
  %0 = reduce.min %data axes = [1] keepdims nan_mode = ignore : tensor<3x2xf32> -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

// CHECK-LABEL: func.func @nothing
// CHECK-NEXT: return %{{.*}} : tensor<3xf32>
func.func @nothing(%data: tensor<3xf32>) -> tensor<3xf32> {
  %0 = reduce.min %data axes = [] : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @unknown_sizes
// CHECK-NEXT: %[[FIRST:.*]] = tosa.reduce_min %{{.*}} {axis = 1 : i32} : (tensor<?x2x?x4xf32>) -> tensor<?x1x?x4xf32>
// CHECK-NEXT: %[[SECOND:.*]] = tosa.reduce_min %[[FIRST]] {axis = 3 : i32} : (tensor<?x1x?x4xf32>) -> tensor<?x1x?x1xf32>
// CHECK-NEXT: return %[[SECOND]]
func.func @unknown_sizes(%data: tensor<?x2x?x4xf32>) -> tensor<?x1x?x1xf32> {
  %0 = reduce.min %data axes = [1, 3] keepdims : tensor<?x2x?x4xf32> -> tensor<?x1x?x1xf32>
  return %0 : tensor<?x1x?x1xf32>
}
