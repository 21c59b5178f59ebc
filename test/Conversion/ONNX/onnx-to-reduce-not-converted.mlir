// RUN: reduce-opt %s --allow-unregistered-dialect --convert-onnx-to-reduce --remark-format=emitRemark --remarks-filter-missed='convert-onnx.*' --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not=reduce.

// None of these is converted, and the remark gives the reason.

// CHECK-LABEL: func.func @unknown_version
// CHECK:         "onnx.ReduceMinV14"
// CHECK:         "onnx.ReduceMinV0"
// CHECK:         "onnx.ReduceProdV99999999999999999999"
func.func @unknown_version(%data: tensor<3xf32>) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=unknown_version | Reason="left as it is: ReduceMin has no version 14"}}
  %0 = "onnx.ReduceMinV14"(%data) : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=unknown_version | Reason="left as it is: ReduceMin has no version 0"}}
  %1 = "onnx.ReduceMinV0"(%data) : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=unknown_version | Reason="left as it is: ReduceProd has no version 99999999999999999999"}}
  %2 = "onnx.ReduceProdV99999999999999999999"(%data) : (tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

// Clause axes-source.
// CHECK-LABEL: func.func @axes_input_of_attribute_version
// CHECK:         "onnx.Constant"
// CHECK:         "onnx.ReduceMinV13"
func.func @axes_input_of_attribute_version(%data: tensor<3xf32>) {
  %axes = "onnx.Constant"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes_input_of_attribute_version | Reason="left as it is: expected at most 1 input, got 2"}}
  %0 = "onnx.ReduceMinV13"(%data, %axes) : (tensor<3xf32>, tensor<1xi64>) -> tensor<1xf32>
  return
}

// -----

// CHECK-LABEL: func.func @axes_attribute_of_input_version
// CHECK:         "onnx.ReduceMin"
func.func @axes_attribute_of_input_version(%data: tensor<3xf32>) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes_attribute_of_input_version | Reason="left as it is: ReduceMin-20 has no attribute 'axes'"}}
  %0 = "onnx.ReduceMin"(%data) {axes = [0]} : (tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

// CHECK-LABEL: func.func @arity
func.func @arity(%data: tensor<3xf32>, %axes: tensor<1xi64>, %none: none) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=arity | Reason="left as it is: input 0 is missing"}}
  %0 = "onnx.ReduceMin"() : () -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=arity | Reason="left as it is: input 0 is missing"}}
  %1 = "onnx.ReduceMin"(%none, %axes) : (none, tensor<1xi64>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=arity | Reason="left as it is: expected at most 2 inputs, got 3"}}
  %2 = "onnx.ReduceMin"(%data, %none, %axes) : (tensor<3xf32>, none, tensor<1xi64>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=arity | Reason="left as it is: expected 1 output, got 2"}}
  %3:2 = "onnx.ReduceMin"(%data) : (tensor<3xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=arity | Reason="left as it is: expected 1 output, got 0"}}
  "onnx.ReduceMin"(%data) : (tensor<3xf32>) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @attributes
func.func @attributes(%data: tensor<3xf32>) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=attributes | Reason="left as it is: expected attribute 'axes' of type INTS, got INT"}}
  %0 = "onnx.ReduceMinV13"(%data) {axes = 0 : si64} : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=attributes | Reason="left as it is: expected attribute 'axes' of type INTS, got TENSOR"}}
  %1 = "onnx.ReduceMinV13"(%data) {axes = dense<0> : tensor<1xi64>} : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=attributes | Reason="left as it is: expected attribute 'axes' of type INTS, got UNDEFINED"}}
  %2 = "onnx.ReduceMinV13"(%data) {axes = ["0"]} : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=attributes | Reason="left as it is: expected attribute 'keepdims' of type INT, got STRING"}}
  %3 = "onnx.ReduceMinV13"(%data) {keepdims = "1"} : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=attributes | Reason="left as it is: expected attribute 'keepdims' of type INT, got FLOAT"}}
  %4 = "onnx.ReduceMinV13"(%data) {keepdims = 1.0 : f32} : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=attributes | Reason="left as it is: expected attribute 'keepdims' of type INT, got UNDEFINED"}}
  %5 = "onnx.ReduceMinV13"(%data) {keepdims = 18446744073709551616 : i65} : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=attributes | Reason="left as it is: expected attribute 'keepdims' to be 0 or 1, got 2"}}
  %6 = "onnx.ReduceMinV13"(%data) {keepdims = 2 : si64} : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=attributes | Reason="left as it is: ReduceMin-13 has no attribute 'noop_with_empty_axes'"}}
  %7 = "onnx.ReduceMinV13"(%data) {noop_with_empty_axes = 0 : si64} : (tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

// Clause element-types.
// CHECK-LABEL: func.func @element_types
func.func @element_types(%bool: tensor<3xi1>, %short: tensor<3xi16>, %complex: tensor<3xcomplex<f32>>, %bytes: tensor<3xi8>) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=element_types | Reason="left as it is: ReduceMin-13 does not accept element type bool"}}
  %0 = "onnx.ReduceMinV13"(%bool) {axes = [0]} : (tensor<3xi1>) -> tensor<1xi1>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=element_types | Reason="left as it is: ReduceMin-18 does not accept element type bool"}}
  %1 = "onnx.ReduceMinV18"(%bool) : (tensor<3xi1>) -> tensor<1xi1>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=element_types | Reason="left as it is: ReduceMin-20 does not accept element type int16"}}
  %2 = "onnx.ReduceMin"(%short) : (tensor<3xi16>) -> tensor<1xi16>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=element_types | Reason="left as it is: ReduceProd-18 does not accept element type complex<f32>"}}
  %3 = "onnx.ReduceProd"(%complex) : (tensor<3xcomplex<f32>>) -> tensor<1xcomplex<f32>>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=element_types | Reason="left as it is: ReduceProd-18 does not accept element type int8"}}
  %4 = "onnx.ReduceProd"(%bytes) : (tensor<3xi8>) -> tensor<1xi8>
  return
}

// -----

// Clauses axes-range, axes-unique, rank-0.
// CHECK-LABEL: func.func @axes
// CHECK:         "onnx.ReduceMinV13"
// CHECK:         "onnx.ReduceMin"
func.func @axes(%data: tensor<3x2xf32>, %scalar: tensor<f32>) {
  %axes = "onnx.Constant"() {value = dense<[0, -2]> : tensor<2xi64>} : () -> tensor<2xi64>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes | Reason="left as it is: axis 2 is out of range [-2, 1] for rank 2"}}
  %0 = "onnx.ReduceMinV13"(%data) {axes = [2]} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes | Reason="left as it is: axis -2 names dimension 0, which another axis already names; axes must be unique"}}
  %1 = "onnx.ReduceMin"(%data, %axes) : (tensor<3x2xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes | Reason="left as it is: axis 0 is out of range: a tensor of rank 0 has no axes"}}
  %2 = "onnx.ReduceProdV13"(%scalar) {axes = [0]} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// Clause axes-scalar.
// CHECK-LABEL: func.func @type_of_axes
func.func @type_of_axes(%data: tensor<3x2xf32>, %i32: tensor<1xi32>, %unranked: tensor<*xi64>, %matrix: tensor<1x1xi64>, %index: tensor<1xindex>) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=type_of_axes | Reason="left as it is: expected axes of type int64, got int32"}}
  %1 = "onnx.ReduceMin"(%data, %i32) : (tensor<3x2xf32>, tensor<1xi32>) -> tensor<3x1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=type_of_axes | Reason="left as it is: expected axes of type int64, got index"}}
  %2 = "onnx.ReduceMin"(%data, %index) : (tensor<3x2xf32>, tensor<1xindex>) -> tensor<3x1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=type_of_axes | Reason="left as it is: expected axes of rank 1, got unknown rank"}}
  %3 = "onnx.ReduceMin"(%data, %unranked) : (tensor<3x2xf32>, tensor<*xi64>) -> tensor<3x1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=type_of_axes | Reason="left as it is: expected axes of rank 1, got rank 2"}}
  %4 = "onnx.ReduceMin"(%data, %matrix) : (tensor<3x2xf32>, tensor<1x1xi64>) -> tensor<3x1xf32>
  return
}

// -----

// Lists too long to check, and one whose length overflows.
// CHECK-LABEL: func.func @number_of_axes
func.func @number_of_axes(%data: tensor<3x2xf32>) {
  %axes = "onnx.Constant"() {value = dense<0> : tensor<1000000000000xi64>} : () -> tensor<1000000000000xi64>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=number_of_axes | Reason="left as it is: expected at most 2 axes for rank 2, got 1000000000000"}}
  %0 = "onnx.ReduceMin"(%data, %axes) : (tensor<3x2xf32>, tensor<1000000000000xi64>) -> tensor<1x1xf32>
  %matrix = "onnx.Constant"() {value = dense<0> : tensor<3037000500x3037000500xi64>} : () -> tensor<3037000500x3037000500xi64>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=number_of_axes | Reason="left as it is: expected axes of rank 1, got rank 2"}}
  %1 = "onnx.ReduceMin"(%data, %matrix) : (tensor<3x2xf32>, tensor<3037000500x3037000500xi64>) -> tensor<1x1xf32>
  return
}

// -----

// Clause runtime-axes-unknown-length.
// CHECK-LABEL: func.func @runtime_axes
func.func @runtime_axes(%data: tensor<3x2xf32>, %axes: tensor<?xi64>) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=runtime_axes | Reason="left as it is: the number of axes is not known at compile time, and the rank of the result is not declared"}}
  %0 = "onnx.ReduceMin"(%data, %axes) {keepdims = 0 : si64} : (tensor<3x2xf32>, tensor<?xi64>) -> tensor<*xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=runtime_axes | Reason="left as it is: the result is declared as 'tensor<?x?x?xf32>', but its rank exceeds 2, the rank of the input"}}
  %1 = "onnx.ReduceMin"(%data, %axes) {keepdims = 0 : si64} : (tensor<3x2xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @types
func.func @types(%unranked: tensor<*xf32>, %memref: memref<3xf32>, %tensor: tensor<3xf32>, %encoded: tensor<3xf32, "encoding">) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: the rank of the input, 'tensor<*xf32>', is not known"}}
  %0 = "onnx.ReduceMinV13"(%unranked) {axes = [0]} : (tensor<*xf32>) -> tensor<*xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type 'memref<3xf32>' is not supported"}}
  %1 = "onnx.ReduceMinV13"(%memref) {axes = [0]} : (memref<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type 'memref<3xf32>' is not supported"}}
  %2 = "onnx.ReduceMin"(%tensor, %memref) : (tensor<3xf32>, memref<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type 'f32' is not supported"}}
  %3 = "onnx.ReduceMinV13"(%tensor) {axes = [0]} : (tensor<3xf32>) -> f32
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type 'tensor<3xf32, "encoding">' is not supported"}}
  %4 = "onnx.ReduceMinV13"(%encoded) {axes = [0]} : (tensor<3xf32, "encoding">) -> tensor<1xf32>
  return
}

// -----

// CHECK-LABEL: func.func @blocks
func.func @blocks(%data: tensor<3xf32>) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=blocks | Reason="left as it is: expected no blocks"}}
  %0 = "onnx.ReduceMinV13"(%data) ({
    "onnx.Yield"() : () -> ()
  }) {axes = [0]} : (tensor<3xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=blocks | Reason="left as it is: expected no blocks"}}
  %1 = "onnx.ReduceMinV13"(%data)[^end] {axes = [0]} : (tensor<3xf32>) -> tensor<1xf32>
^end:
  return
}

// -----

// In unreachable code, values may depend on themselves.
// CHECK-LABEL: func.func @unreachable
func.func @unreachable() {
  return
^dead:
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=unreachable | Reason="left as it is: the rank of the input, 'tensor<*xf32>', is not known"}}
  %1 = "onnx.ReduceMinV13"(%a) {axes = [0]} : (tensor<*xf32>) -> tensor<1xf32>
  %a = "tensor.cast"(%b) : (tensor<*xf32>) -> tensor<*xf32>
  %b = "tensor.cast"(%a) : (tensor<*xf32>) -> tensor<*xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=unreachable | Reason="left as it is: the input is the result"}}
  %c = "onnx.ReduceMin"(%c) {noop_with_empty_axes = 1 : si64} : (tensor<2xf32>) -> tensor<2xf32>
  cf.br ^dead
}

// -----

// Clause result-type.
// CHECK-LABEL: func.func @result_type
func.func @result_type(%data: tensor<3x2xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=result_type | Reason="left as it is: the result is declared as 'tensor<2xf32>', but is 'tensor<3xf32>'"}}
  %0 = "onnx.ReduceMinV13"(%data) {axes = [1], keepdims = 0 : si64} : (tensor<3x2xf32>) -> tensor<2xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=result_type | Reason="left as it is: the result is declared as 'tensor<3xf64>', but is 'tensor<3xf32>'"}}
  %1 = "onnx.ReduceMinV13"(%data) {axes = [1], keepdims = 0 : si64} : (tensor<3x2xf32>) -> tensor<3xf64>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=result_type | Reason="left as it is: the result is declared as 'tensor<1x1xf32>', but is 'tensor<3x2xf32>'"}}
  %2 = "onnx.ReduceMin"(%data, %none) {noop_with_empty_axes = 1 : si64} : (tensor<3x2xf32>, none) -> tensor<1x1xf32>
  return
}

// -----

// CHECK-LABEL: func.func @other_return
// CHECK:         "onnx.Return"
// CHECK:       "onnx.EntryPoint"
func.func @other_return(%data: tensor<3xf32>) -> tensor<2xf32> {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=other_return | Reason="left as it is: expected 'tensor<2xf32>', got 'tensor<3xf32>'"}}
  "onnx.Return"(%data) : (tensor<3xf32>) -> ()
}
// expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Reason="left as it is: its function is not converted"}}
"onnx.EntryPoint"() {func = @other_return} : () -> ()
// expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Reason="left as it is: it names no function"}}
"onnx.EntryPoint"() {func = @nothing} : () -> ()

// -----

func.func @finished(%data: tensor<3xf32>) {
  "onnx.Return"() : () -> ()
}
// expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Reason="left as it is: its result is used"}}
%entry = "onnx.EntryPoint"() {func = @finished} : () -> i32
"other.use"(%entry) : (i32) -> ()

// -----

// A return has no results.
// CHECK-LABEL: func.func @results_of_return
// CHECK:         "onnx.Return"() : () -> i32
func.func @results_of_return() -> i32 {
  %0 = "onnx.Return"() : () -> i32
  cf.br ^never
^never:
  return %0 : i32
}

// -----

// Operators that this project does not support have no remark.
// CHECK-LABEL: func.func @others
// CHECK:         "onnx.ReduceSum"
// CHECK:         "onnx.ReduceMinV"
// CHECK:         "other.ReduceMin"
func.func @others(%data: tensor<3xf32>) {
  %0 = "onnx.ReduceSum"(%data) : (tensor<3xf32>) -> tensor<1xf32>
  %1 = "onnx.ReduceMinV"(%data) : (tensor<3xf32>) -> tensor<1xf32>
  %2 = "other.ReduceMin"(%data) : (tensor<3xf32>) -> tensor<1xf32>
  return
}

// -----

// A node or constant that remains in a function is the reason why onnx.Return does.
// CHECK-LABEL: func.func @node_left
// CHECK:         "onnx.Constant"
// CHECK:         "onnx.Return"
func.func @node_left(%data: tensor<3xf32>) -> tensor<3xf32> {
  %dead = "onnx.Constant"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  %0 = "onnx.Relu"(%data) : (tensor<3xf32>) -> tensor<3xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=node_left | Reason="left as it is: 'onnx.Relu' remains in the function"}}
  "onnx.Return"(%0) : (tensor<3xf32>) -> ()
}

// CHECK-LABEL: func.func @constants_left
// CHECK:         "onnx.Constant"() {value_strings
// CHECK:         "onnx.Constant"()
// CHECK:         "onnx.Constant"() {value = dense
// CHECK:         "onnx.Constant"() {value = sparse
// CHECK:         "onnx.Constant"() {value = #
// CHECK:         "onnx.NoValue"
// CHECK:         "onnx.Return"
func.func @constants_left() -> (tensor<1x!onnx.String>, tensor<1xf32>, tensor<2xf32>, tensor<3xi8>, tensor<f32>, none) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=constants_left | Reason="left as it is: the value of the constant, ["a"], is not known"}}
  %0 = "onnx.Constant"() {value_strings = ["a"]} : () -> tensor<1x!onnx.String>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=constants_left | Reason="left as it is: the constant has no value"}}
  %1 = "onnx.Constant"() : () -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=constants_left | Reason="left as it is: the constant is declared as 'tensor<2xf32>', but its value is of type 'tensor<3xf32>'"}}
  %2 = "onnx.Constant"() {value = dense<0.0> : tensor<3xf32>} : () -> tensor<2xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=constants_left | Reason="left as it is: constants of type 'tensor<3xi8>' in this storage are not supported"}}
  %3 = "onnx.Constant"() {value = sparse<[[1]], [2]> : tensor<3xi8>} : () -> tensor<3xi8>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=constants_left | Reason="left as it is: the value of the constant, #other.one : tensor<f32>, is not known"}}
  %4 = "onnx.Constant"() {value = #other.one : tensor<f32>} : () -> tensor<f32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=constants_left | Reason="left as it is: the constant has no value"}}
  %5 = "onnx.NoValue"() : () -> none
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=constants_left | Reason="left as it is: 'onnx.Constant' remains in the function"}}
  "onnx.Return"(%0, %1, %2, %3, %4, %5) : (tensor<1x!onnx.String>, tensor<1xf32>, tensor<2xf32>, tensor<3xi8>, tensor<f32>, none) -> ()
}

// -----

// Constant axes that cannot be read are not treated as axes at run time.
// CHECK-LABEL: func.func @axes_not_known
func.func @axes_not_known(%data: tensor<3x2xf32>) {
  %opaque = "onnx.Constant"() {value = #other.one : tensor<1xi64>} : () -> tensor<1xi64>
  %missing = "onnx.Constant"() {value = dense_resource<missing> : tensor<1xi64>} : () -> tensor<1xi64>
  %unsigned = "onnx.Constant"() {value = dense_resource<one> : tensor<1xui64>} : () -> tensor<1xi64>
  %none = "onnx.Constant"() : () -> tensor<1xi64>
  %float = "onnx.Constant"() {value_float = 1.0 : f32} : () -> tensor<1xi64>
  %cast = tensor.cast %opaque : tensor<1xi64> to tensor<?xi64>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes_not_known | Reason="left as it is: the axes are a constant whose value is not known: #other.one : tensor<1xi64>"}}
  %0 = "onnx.ReduceMin"(%data, %opaque) : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes_not_known | Reason="left as it is: the axes are a constant whose value is not known: dense_resource<missing> : tensor<1xi64>"}}
  %1 = "onnx.ReduceMin"(%data, %missing) : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes_not_known | Reason="left as it is: the axes are a constant whose value is not known: dense_resource<one> : tensor<1xui64>"}}
  %2 = "onnx.ReduceMin"(%data, %unsigned) : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes_not_known | Reason="left as it is: the axes are a constant whose value is not known"}}
  %3 = "onnx.ReduceMin"(%data, %none) : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes_not_known | Reason="left as it is: the axes are a constant whose value is not known: 1.000000e+00 : f32"}}
  %4 = "onnx.ReduceMin"(%data, %float) : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=axes_not_known | Reason="left as it is: the axes are a constant whose value is not known: #other.one : tensor<1xi64>"}}
  %6 = "onnx.ReduceMin"(%data, %cast) : (tensor<3x2xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  return
}
{-# dialect_resources: { builtin: { one: "0x080000000100000000000000" } } #-}
