// RUN: reduce-opt %s --allow-unregistered-dialect --convert-onnx-to-reduce --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not='"onnx.'

// The operations of onnx-mlir in each version and form.

// Clauses axes-source, opset-selection, keepdims-default, min-20.
// CHECK-LABEL: func.func @newest_min(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3x2x2xi1>)
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[DATA]] axes = [1] keepdims : tensor<3x2x2xi1> -> tensor<3x1x2xi1>
// CHECK-NEXT:    return %[[MIN]] : tensor<3x1x2xi1>
func.func @newest_min(%data: tensor<3x2x2xi1>) -> tensor<3x1x2xi1> {
  %axes = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %0 = "onnx.ReduceMin"(%data, %axes) {noop_with_empty_axes = 0 : si64, onnx_node_name = "node"} : (tensor<3x2x2xi1>, tensor<1xi64>) -> tensor<3x1x2xi1>
  return %0 : tensor<3x1x2xi1>
}

// -----

// Clauses min-18, bool-order.
// CHECK-LABEL: func.func @min_18
// CHECK:         reduce.min %{{.*}} axes = [-1, 0] : tensor<3x2x2xui8> -> tensor<2xui8>
func.func @min_18(%data: tensor<3x2x2xui8>) -> tensor<2xui8> {
  %axes = "onnx.Constant"() {value_ints = [-1, 0]} : () -> tensor<2xi64>
  %0 = "onnx.ReduceMinV18"(%data, %axes) {keepdims = 0 : si64, noop_with_empty_axes = 0 : si64} : (tensor<3x2x2xui8>, tensor<2xi64>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -----

// Clause min-13.
// CHECK-LABEL: func.func @min_13
// CHECK:         reduce.min %{{.*}} axes = [1, -1] keepdims : tensor<3x2x?xbf16> -> tensor<3x1x1xbf16>
func.func @min_13(%data: tensor<3x2x?xbf16>) -> tensor<3x1x1xbf16> {
  %0 = "onnx.ReduceMinV13"(%data) {axes = [1, -1], keepdims = 1 : si64} : (tensor<3x2x?xbf16>) -> tensor<3x1x1xbf16>
  return %0 : tensor<3x1x1xbf16>
}

// -----

// Clauses min-1, min-11, min-12.
// CHECK-LABEL: func.func @older_min
// CHECK:         reduce.min %{{.*}} axes = [0] keepdims : tensor<3xf32> -> tensor<1xf32>
// CHECK:         reduce.min %{{.*}} axes = [0] keepdims : tensor<3xf32> -> tensor<1xf32>
// CHECK:         reduce.min %{{.*}} axes = [0] keepdims : tensor<3xi8> -> tensor<1xi8>
func.func @older_min(%data: tensor<3xf32>, %bytes: tensor<3xi8>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xi8>) {
  %0 = "onnx.ReduceMinV1"(%data) {axes = [0]} : (tensor<3xf32>) -> tensor<1xf32>
  %1 = "onnx.ReduceMinV11"(%data) {axes = [0]} : (tensor<3xf32>) -> tensor<1xf32>
  %2 = "onnx.ReduceMinV12"(%bytes) {axes = [0]} : (tensor<3xi8>) -> tensor<1xi8>
  return %0, %1, %2 : tensor<1xf32>, tensor<1xf32>, tensor<1xi8>
}

// -----

// Clause prod-18.
// CHECK-LABEL: func.func @newest_prod
// CHECK:         reduce.prod %{{.*}} axes = [0, 1] : tensor<3x2xf64> -> tensor<f64>
func.func @newest_prod(%data: tensor<3x2xf64>) -> tensor<f64> {
  %axes = arith.constant dense<[0, 1]> : tensor<2xi64>
  %0 = "onnx.ReduceProd"(%data, %axes) {keepdims = 0 : si64, noop_with_empty_axes = 0 : si64} : (tensor<3x2xf64>, tensor<2xi64>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// Clauses prod-1, prod-11, prod-13.
// CHECK-LABEL: func.func @older_prod
// CHECK:         reduce.prod %{{.*}} axes = [0] : tensor<3xi64> -> tensor<i64>
// CHECK:         reduce.prod %{{.*}} axes = [0] : tensor<3xi64> -> tensor<i64>
// CHECK:         reduce.prod %{{.*}} axes = [0] : tensor<3xi64> -> tensor<i64>
func.func @older_prod(%data: tensor<3xi64>) -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %0 = "onnx.ReduceProdV13"(%data) {axes = [0], keepdims = 0 : si64} : (tensor<3xi64>) -> tensor<i64>
  %1 = "onnx.ReduceProdV11"(%data) {axes = [0], keepdims = 0 : si64} : (tensor<3xi64>) -> tensor<i64>
  %2 = "onnx.ReduceProdV1"(%data) {axes = [0], keepdims = 0 : si64} : (tensor<3xi64>) -> tensor<i64>
  return %0, %1, %2 : tensor<i64>, tensor<i64>, tensor<i64>
}

// -----

// Attributes may be properties.
// CHECK-LABEL: func.func @properties
// CHECK:         reduce.min %{{.*}} axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
func.func @properties(%data: tensor<3x2xf32>) -> tensor<3xf32> {
  %axes = "onnx.Constant"() <{value = dense<1> : tensor<1xi64>}> : () -> tensor<1xi64>
  %0 = "onnx.ReduceMin"(%data, %axes) <{keepdims = 0 : si64, noop_with_empty_axes = 0 : si64}> : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Clause empty-axes.
// CHECK-LABEL: func.func @absent_axes
// CHECK:         reduce.min %{{.*}} axes = [0, 1] keepdims : tensor<3x2xf32> -> tensor<1x1xf32>
// CHECK:         reduce.min %{{.*}} axes = [0, 1] keepdims : tensor<3x2xf32> -> tensor<1x1xf32>
// CHECK:         reduce.min %{{.*}} axes = [0, 1] keepdims : tensor<3x2xf32> -> tensor<1x1xf32>
// CHECK:         reduce.min %{{.*}} axes = [0, 1] keepdims : tensor<3x2xf32> -> tensor<1x1xf32>
func.func @absent_axes(%data: tensor<3x2xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %empty = "onnx.Constant"() {value = dense<> : tensor<0xi64>} : () -> tensor<0xi64>
  %0 = "onnx.ReduceMin"(%data, %none) {keepdims = 1 : si64, noop_with_empty_axes = 0 : si64} : (tensor<3x2xf32>, none) -> tensor<1x1xf32>
  %1 = "onnx.ReduceMin"(%data, %empty) {keepdims = 1 : si64, noop_with_empty_axes = 0 : si64} : (tensor<3x2xf32>, tensor<0xi64>) -> tensor<1x1xf32>
  %2 = "onnx.ReduceMinV13"(%data) {keepdims = 1 : si64} : (tensor<3x2xf32>) -> tensor<1x1xf32>
  %3 = "onnx.ReduceMinV13"(%data) {axes = [], keepdims = 1 : si64} : (tensor<3x2xf32>) -> tensor<1x1xf32>
  return %0, %1, %2, %3 : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>
}

// -----

// CHECK-LABEL: func.func @noop_with_empty_axes(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3x?xf32>)
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[DATA]] : tensor<3x?xf32> to tensor<3x2xf32>
// CHECK-NEXT:    return %[[DATA]], %[[CAST]]
func.func @noop_with_empty_axes(%data: tensor<3x?xf32>) -> (tensor<3x?xf32>, tensor<3x2xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.ReduceMin"(%data, %none) {noop_with_empty_axes = 1 : si64} : (tensor<3x?xf32>, none) -> tensor<3x?xf32>
  %1 = "onnx.ReduceMin"(%data, %none) {noop_with_empty_axes = 1 : si64} : (tensor<3x?xf32>, none) -> tensor<3x2xf32>
  return %0, %1 : tensor<3x?xf32>, tensor<3x2xf32>
}

// -----

// Clauses runtime-axes, runtime-axes-unknown-length.
// CHECK-LABEL: func.func @runtime_axes(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3x2xf32>, %[[AXES:.*]]: tensor<?xi64>)
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[DATA]] axes = %[[AXES]] keepdims noop_with_empty_axes : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x?xf32>
// CHECK-NEXT:    %[[PROD:.*]] = reduce.prod %[[DATA]] axes = %[[AXES]] : tensor<3x2xf32>, tensor<?xi64> -> tensor<?xf32>
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[PROD]] : tensor<?xf32> to tensor<3xf32>
// CHECK-NEXT:    return %[[MIN]], %[[CAST]]
func.func @runtime_axes(%data: tensor<3x2xf32>, %axes: tensor<?xi64>) -> (tensor<?x?xf32>, tensor<3xf32>) {
  %0 = "onnx.ReduceMin"(%data, %axes) {keepdims = 1 : si64, noop_with_empty_axes = 1 : si64} : (tensor<3x2xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  %1 = "onnx.ReduceProd"(%data, %axes) {keepdims = 0 : si64} : (tensor<3x2xf32>, tensor<?xi64>) -> tensor<3xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<3xf32>
}

// -----

// Results of unknown rank: reductions in a chain use the rank that has become
// known, other users keep their type.
// CHECK-LABEL: func.func @unranked(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3x2x?xf32>)
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[DATA]] axes = [1] : tensor<3x2x?xf32> -> tensor<3x?xf32>
// CHECK-NEXT:    %[[PROD:.*]] = reduce.prod %[[MIN]] axes = [1] : tensor<3x?xf32> -> tensor<3xf32>
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[PROD]] : tensor<3xf32> to tensor<*xf32>
// CHECK-NEXT:    return %[[CAST]] : tensor<*xf32>
func.func @unranked(%data: tensor<3x2x?xf32>) -> tensor<*xf32> {
  %0 = "onnx.ReduceMinV13"(%data) {axes = [1], keepdims = 0 : si64} : (tensor<3x2x?xf32>) -> tensor<*xf32>
  %1 = "onnx.ReduceProdV13"(%0) {axes = [1], keepdims = 0 : si64} : (tensor<*xf32>) -> tensor<*xf32>
  "func.return"(%1) : (tensor<*xf32>) -> ()
}

// -----

// A function without remaining operations of the onnx dialect, and its entry point.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3x2xf32> {reduce.name = "x"}) -> (tensor<?xf32> {reduce.name = "y"}) {
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[DATA]] axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[MIN]] : tensor<3xf32> to tensor<?xf32>
// CHECK-NEXT:    return %[[CAST]] : tensor<?xf32>
// CHECK-NEXT:  }
// CHECK-NEXT: }
func.func @whole(%data: tensor<3x2xf32> {onnx.name = "x"}) -> (tensor<?xf32> {onnx.name = "y"}) {
  %axes = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %0 = "onnx.ReduceMin"(%data, %axes) {keepdims = 0 : si64} : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<3xf32>
  "onnx.Return"(%0) : (tensor<3xf32>) -> ()
}
"onnx.EntryPoint"() {func = @whole} : () -> ()

// -----

// The names of dimensions, if their number matches.
// CHECK-LABEL: func.func @dim_params(
// CHECK-SAME:    %{{[^:]*}}: tensor<?x3x?xf32> {reduce.dim_params = ["N", "", "a:b"]},
// CHECK-SAME:    %{{[^:]*}}: tensor<?xf32> {onnx.dim_params = "1:N"},
// CHECK-SAME:    %{{[^:]*}}: tensor<?xf32> {onnx.dim_params = "N"},
// CHECK-SAME:    %{{[^:]*}}: tensor<*xf32> {onnx.dim_params = "0:N"},
// CHECK-SAME:    %{{[^:]*}}: tensor<?xf32> {onnx.dim_params = 0 : i64, onnx.name = 0 : i64})
func.func @dim_params(%0: tensor<?x3x?xf32> {onnx.dim_params = "0:N,1:M,2:a:b"}, %1: tensor<?xf32> {onnx.dim_params = "1:N"}, %2: tensor<?xf32> {onnx.dim_params = "N"}, %3: tensor<*xf32> {onnx.dim_params = "0:N"}, %4: tensor<?xf32> {onnx.dim_params = 0 : i64, onnx.name = 0 : i64}) {
  "onnx.Return"() : () -> ()
}

// -----

// Attributes of the exporter.
// Clause exporter-attributes.
// CHECK-LABEL: func.func @exporter_attributes
// CHECK:         reduce.min %{{.*}} axes = [0] : tensor<3xf32> -> tensor<f32>
func.func @exporter_attributes(%data: tensor<3xf32>) -> tensor<f32> {
  %axes = "onnx.Constant"() {value_ints = [0], __value_ints = [1]} : () -> tensor<1xi64>
  %0 = "onnx.ReduceMin"(%data, %axes) {keepdims = 0 : si64, __keepdims = "1", __x = unit} : (tensor<3xf32>, tensor<1xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Axes in a resource are known if they have a type for axes.
// CHECK-LABEL: func.func @resource_axes
// CHECK-SAME: (%[[DATA:.*]]: tensor<3x2xf32>)
// CHECK-NEXT: reduce.min %[[DATA]] axes = [1] keepdims
func.func @resource_axes(%data: tensor<3x2xf32>) -> tensor<3x1xf32> {
  %axes = "onnx.Constant"() {value = dense_resource<one> : tensor<1xi64>} : () -> tensor<1xi64>
  %0 = "onnx.ReduceMin"(%data, %axes) : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
{-# dialect_resources: { builtin: { one: "0x080000000100000000000000" } } #-}

// -----

// onnx-mlir itself creates axes of rank 0.
// CHECK-LABEL: func.func @scalar_axes(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3x2xf32>, %[[AXIS:.*]]: tensor<i64>)
// CHECK-NEXT:    %[[LAST:.*]] = reduce.min %[[DATA]] axes = [1] keepdims : tensor<3x2xf32> -> tensor<3x1xf32>
// CHECK-NEXT:    %[[FIRST:.*]] = reduce.prod %[[DATA]] axes = [0] : tensor<3x2xf32> -> tensor<2xf32>
// CHECK-NEXT:    %[[ANY:.*]] = reduce.min %[[DATA]] axes = %[[AXIS]] : tensor<3x2xf32>, tensor<i64> -> tensor<?xf32>
// CHECK-NEXT:    return %[[LAST]], %[[FIRST]], %[[ANY]]
func.func @scalar_axes(%data: tensor<3x2xf32>, %axis: tensor<i64>) -> (tensor<3x1xf32>, tensor<2xf32>, tensor<?xf32>) {
  %last = "onnx.Constant"() {value_int = 1 : si64} : () -> tensor<i64>
  %first = "onnx.Constant"() {value = dense<0> : tensor<i64>} : () -> tensor<i64>
  %0 = "onnx.ReduceMin"(%data, %last) : (tensor<3x2xf32>, tensor<i64>) -> tensor<3x1xf32>
  %1 = "onnx.ReduceProd"(%data, %first) {keepdims = 0 : si64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<2xf32>
  %2 = "onnx.ReduceMin"(%data, %axis) {keepdims = 0 : si64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<?xf32>
  "onnx.Return"(%0, %1, %2) : (tensor<3x1xf32>, tensor<2xf32>, tensor<?xf32>) -> ()
}

// -----

// Constants in each form, used as data or not at all.
// CHECK-LABEL: func.func @constants(
// CHECK-DAG:     %[[DATA:.*]] = arith.constant dense<{{\[}}[1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>
// CHECK-DAG:     %[[CAST:.*]] = tensor.cast %[[DATA]] : tensor<1x2xf32> to tensor<?x2xf32>
// CHECK-DAG:     %[[MIN:.*]] = reduce.min %[[CAST]] axes = [1] keepdims : tensor<?x2xf32> -> tensor<?x1xf32>
// CHECK-DAG:     %[[INTS:.*]] = arith.constant dense<[1, -2]> : tensor<2xi64>
// CHECK-DAG:     %[[PROD:.*]] = reduce.prod %[[INTS]] axes = [0] keepdims : tensor<2xi64> -> tensor<1xi64>
// CHECK-DAG:     %[[INT:.*]] = arith.constant dense<3> : tensor<i64>
// CHECK-DAG:     %[[FLOATS:.*]] = arith.constant dense<[5.000000e-01, 1.500000e+00]> : tensor<2xf32>
// CHECK-DAG:     %[[FLOAT:.*]] = arith.constant dense<2.500000e+00> : tensor<f32>
// CHECK-DAG:     %[[SIGNLESS:.*]] = arith.constant dense<[-56, 7]> : tensor<2xi8>
// CHECK-DAG:     %[[UNSIGNED:.*]] = tensor.bitcast %[[SIGNLESS]] : tensor<2xi8> to tensor<2xui8>
// CHECK-DAG:     %[[BYTE:.*]] = reduce.min %[[UNSIGNED]] axes = [0] keepdims : tensor<2xui8> -> tensor<1xui8>
// CHECK-DAG:     %[[WORDS:.*]] = arith.constant dense_resource<words> : tensor<2xi16>
// CHECK-DAG:     %[[RESOURCE:.*]] = tensor.bitcast %[[WORDS]] : tensor<2xi16> to tensor<2xui16>
// CHECK:         return %[[MIN]], %[[PROD]], %[[INT]], %[[FLOATS]], %[[FLOAT]], %[[BYTE]], %[[RESOURCE]]
func.func @constants() -> (tensor<?x1xf32>, tensor<1xi64>, tensor<i64>, tensor<2xf32>, tensor<f32>, tensor<1xui8>, tensor<2xui16>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %dead = "onnx.Constant"() {value_strings = ["dead"]} : () -> tensor<1x!onnx.String>
  %axes = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %data = "onnx.Constant"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> tensor<?x2xf32>
  %0 = "onnx.ReduceMin"(%data, %axes) : (tensor<?x2xf32>, tensor<1xi64>) -> tensor<?x1xf32>
  %ints = "onnx.Constant"() {value_ints = [1, -2]} : () -> tensor<2xi64>
  %1 = "onnx.ReduceProd"(%ints, %none) : (tensor<2xi64>, none) -> tensor<1xi64>
  %2 = "onnx.Constant"() {value_int = 3 : si64} : () -> tensor<i64>
  %3 = "onnx.Constant"() {value_floats = [0.5 : f32, 1.5 : f32]} : () -> tensor<2xf32>
  %4 = "onnx.Constant"() {value_float = 2.5 : f32} : () -> tensor<f32>
  %bytes = "onnx.Constant"() {value = dense<[200, 7]> : tensor<2xui8>} : () -> tensor<2xui8>
  %5 = "onnx.ReduceMin"(%bytes) : (tensor<2xui8>) -> tensor<1xui8>
  %6 = "onnx.Constant"() {value = dense_resource<words> : tensor<2xui16>} : () -> tensor<2xui16>
  "onnx.Return"(%0, %1, %2, %3, %4, %5, %6) : (tensor<?x1xf32>, tensor<1xi64>, tensor<i64>, tensor<2xf32>, tensor<f32>, tensor<1xui8>, tensor<2xui16>) -> ()
}
"onnx.EntryPoint"() {func = @constants} : () -> ()
{-# dialect_resources: { builtin: { words: "0x0200000001000200" } } #-}
