// RUN: reduce-opt %s --split-input-file --verify-diagnostics

// Clause axes-range.
func.func @axis_too_large(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.min' op axis 3 is out of range [-2, 1] for rank 2}}
  %0 = reduce.min %data axes = [3] : tensor<3x2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @axis_too_small(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.prod' op axis -3 is out of range [-2, 1] for rank 2}}
  %0 = reduce.prod %data axes = [-3] : tensor<3x2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @axis_at_the_limit_of_its_type(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.min' op axis -9223372036854775808 is out of range [-2, 1] for rank 2}}
  %0 = reduce.min %data axes = [-9223372036854775808] : tensor<3x2xf32> -> tensor<3xf32>
  return
}

// -----

// Clause rank-0.
func.func @axis_of_a_scalar(%data: tensor<f32>) {
  // expected-error @below {{'reduce.min' op axis 0 is out of range: a tensor of rank 0 has no axes}}
  %0 = reduce.min %data axes = [0] : tensor<f32> -> tensor<f32>
  return
}

// -----

// Clause axes-unique.
func.func @duplicate_axis(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.min' op axis -1 names dimension 1, which another axis already names; axes must be unique}}
  %0 = reduce.min %data axes = [1, -1] : tensor<3x2xf32> -> tensor<3xf32>
  return
}

// -----

// Clause result-type.
func.func @wrong_result_shape(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.min' op expected the result type 'tensor<3xf32>', got 'tensor<3x1xf32>'}}
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3x1xf32>
  return
}

// -----

func.func @wrong_result_size(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.min' op expected the result type 'tensor<3x1xf32>', got 'tensor<3x2xf32>'}}
  %0 = reduce.min %data axes = [1] keepdims : tensor<3x2xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @wrong_result_element_type(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.min' op expected the result type 'tensor<3xf32>', got 'tensor<3xf64>'}}
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf64>
  return
}

// -----

func.func @element_type(%data: tensor<3x2xi4>) {
  // expected-error @below {{'reduce.min' op operand #0 must be tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float or 1-bit signless integer}}
  %0 = reduce.min %data axes = [1] : tensor<3x2xi4> -> tensor<3xi4>
  return
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.name' to be a string, got 1 : i64}}
func.func @name(%data: tensor<3x2xf32> {reduce.name = 1}) {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.name' to be a string, got 1 : i64}}
func.func @function_name() attributes {reduce.name = 1} {
  return
}

// -----

// expected-error @below {{'builtin.module' op is not a function, but 'reduce.name' is allowed on functions only}}
module attributes {reduce.name = "model"} {
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.layout' to be a #reduce.layout, got false}}
func.func @strided() attributes {reduce.layout = false} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.layout' to be a #reduce.layout, got "columns"}}
func.func @strided_columns() attributes {reduce.layout = "columns"} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.dim_params' to be an array of strings, got ["N", 2]}}
func.func @dim_params_of_strings(%data: tensor<3x2xf32> {reduce.dim_params = ["N", 2]}) {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.dim_params' to have one entry per dimension of 'tensor<3x2xf32>', got 1}}
func.func private @dim_params_per_dim() -> (tensor<3x2xf32> {reduce.dim_params = ["N"]})

// -----

func.func @bf16_nan_kind(%value: f32) -> bf16 {
  // expected-error @below {{'arith.truncf' op expects 'reduce.bf16_nan' to be a unit attribute, got 1 : i32}}
  %0 = arith.truncf %value {reduce.bf16_nan = 1 : i32} : f32 to bf16
  return %0 : bf16
}

// -----

func.func @reads_slices_kind(%value: f32) -> f32 {
  // expected-error @below {{'arith.negf' op expects 'reduce.reads_slices' to be a unit attribute, got 1 : i32}}
  %0 = arith.negf %value {reduce.reads_slices = 1 : i32} : f32
  return %0 : f32
}

// -----

func.func @spread_rows_kind(%value: f32) -> f32 {
  // expected-error @below {{'arith.negf' op expects 'reduce.spread_rows' to be a unit attribute, got 1 : i32}}
  %0 = arith.negf %value {reduce.spread_rows = 1 : i32} : f32
  return %0 : f32
}

// -----

func.func @immediate_kind(%value: f32) -> f32 {
  // expected-error @below {{'arith.negf' op expects 'reduce.immediate' to be an i32, got 1 : i64}}
  %0 = arith.negf %value {reduce.immediate = 1 : i64} : f32
  return %0 : f32
}

// -----

// expected-error @below {{'func.func' op has the unknown attribute 'reduce.nmae'}}
func.func @unknown_attribute(%data: tensor<3x2xf32> {reduce.nmae = "x"}) {
  return
}

// -----

// expected-error @below {{'func.func' op has the unknown attribute 'reduce.dim_params'}}
func.func @unknown_function_attribute() attributes {reduce.dim_params = ["N"]} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.element_type' to be a type, got "ui32"}}
func.func @recorded_element_type(%data: tensor<3x2xi32> {reduce.element_type = "ui32"}) {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.element_type' to be a type whose elements can be stored in 'tensor<3x2xf32>', got 'f64'}}
func.func @other_recorded_element_type(%data: tensor<3x2xf32> {reduce.element_type = f64}) {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.element_type' to be a type whose elements can be stored in 'ui8', got 'i1'}}
func.func private @recorded_element_type_of_scalar() -> (ui8 {reduce.element_type = i1})

// -----

func.func @product_of_bools(%data: tensor<2xi1>) {
  // expected-error @below {{'reduce.prod' op operand #0 must be tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float or 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or 8-bit unsigned integer or 16-bit unsigned integer or 32-bit unsigned integer or 64-bit unsigned integer values, but got 'tensor<2xi1>'}}
  %0 = reduce.prod %data axes = [0] : tensor<2xi1> -> tensor<i1>
  return
}

// -----

func.func @nan_mode(%data: tensor<2xf32>) {
  // expected-error @+2 {{'reduce.min' expected one of [propagate, ignore] for the treatment of NaN, got: drop}}
  // expected-error @+1 {{'reduce.min' failed to parse Reduce_NanModeAttr parameter 'value'}}
  %0 = reduce.min %data axes = [0] nan_mode = drop : tensor<2xf32> -> tensor<f32>
  return
}

// -----

func.func @axes_given_twice(%data: tensor<3x2xf32>, %axes: tensor<1xi64>) {
  // expected-error @below {{'reduce.min' op expected axes as an attribute or as an operand, got both}}
  %0 = "reduce.min"(%data, %axes) {axes = array<i64: 1>} : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @no_axes(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.min' op expected axes as an attribute or as an operand, got neither}}
  %0 = "reduce.min"(%data) : (tensor<3x2xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @noop_with_known_axes(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.min' op expected 'noop_with_empty_axes' only where axes are an operand}}
  %0 = reduce.min %data axes = [] noop_with_empty_axes : tensor<3x2xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @type_of_axes(%data: tensor<3x2xf32>, %axes: tensor<1xf32>) {
  // expected-error @below {{'reduce.min' op operand #1 must be 0D tensor of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or 8-bit unsigned integer or 16-bit unsigned integer or 32-bit unsigned integer or 64-bit unsigned integer values or 1D tensor of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or 8-bit unsigned integer or 16-bit unsigned integer or 32-bit unsigned integer or 64-bit unsigned integer values, but got 'tensor<1xf32>'}}
  %0 = reduce.min %data axes = %axes : tensor<3x2xf32>, tensor<1xf32> -> tensor<?xf32>
  return
}

// -----

func.func @more_axes_than_dimensions(%data: tensor<3x2xf32>, %axes: tensor<3xi64>) {
  // expected-error @below {{'reduce.prod' op expected at most 2 axes for rank 2, got 3}}
  %0 = reduce.prod %data axes = %axes keepdims : tensor<3x2xf32>, tensor<3xi64> -> tensor<?x?xf32>
  return
}

// -----

func.func @rank_of_counted_axes(%data: tensor<3x2xf32>, %axes: tensor<1xi64>) {
  // expected-error @below {{'reduce.min' op expected the result type 'tensor<?xf32>', got 'tensor<f32>'}}
  %0 = reduce.min %data axes = %axes : tensor<3x2xf32>, tensor<1xi64> -> tensor<f32>
  return
}

// -----

func.func @rank_of_uncounted_axes(%data: tensor<3x2xf32>, %axes: tensor<?xi64>) {
  // expected-error @below {{'reduce.min' op expected a result of at most rank 2, the rank of the input, got 'tensor<?x?x?xf32>'}}
  %0 = reduce.min %data axes = %axes : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x?x?xf32>
  return
}

// -----

func.func @rank_with_keepdims(%data: tensor<3x2xf32>, %axes: tensor<?xi64>) {
  // expected-error @below {{'reduce.min' op expected the result type 'tensor<?x?xf32>', got 'tensor<?xf32>'}}
  %0 = reduce.min %data axes = %axes keepdims : tensor<3x2xf32>, tensor<?xi64> -> tensor<?xf32>
  return
}

// -----

func.func @duplicate_axis_of_unknown_rank(%data: tensor<*xf32>) {
  // expected-error @below {{'reduce.min' op axis 1 is given twice; axes must be unique}}
  %0 = reduce.min %data axes = [1, 0, 1] : tensor<*xf32> -> tensor<*xf32>
  return
}

// -----

func.func @neither_list_nor_value(%data: tensor<3x2xf32>) {
  // expected-error @below {{expected '['}}
  %0 = reduce.min %data axes = 1 : tensor<3x2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @no_type_of_axes(%data: tensor<3x2xf32>, %axes: tensor<1xi64>) {
  // expected-error @below {{number of operands and types do not match: got 1 operands and 0 types}}
  %0 = reduce.min %data axes = %axes : tensor<3x2xf32> -> tensor<3xf32>
  return
}

// -----

// The generic form can express anything.

// Clause attribute-kinds.
func.func @kind_of_axes(%data: tensor<3x2xf32>) {
  // expected-error @below {{invalid properties {axes = array<i32: 1>} for op reduce.min: Invalid attribute `axes` in property conversion: array<i32: 1>}}
  %0 = "reduce.min"(%data) <{axes = array<i32: 1>}> : (tensor<3x2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @kind_of_keepdims(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.min' op attribute 'keepdims' failed to satisfy constraint: unit attribute}}
  %0 = "reduce.min"(%data) {axes = array<i64: 1>, keepdims = true} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  return
}

// -----

func.func @kind_of_nan_mode(%data: tensor<3x2xf32>) {
  // expected-error @below {{Invalid attribute `nan_mode` in property conversion: "ignore"}}
  %0 = "reduce.min"(%data) <{axes = array<i64: 1>, nan_mode = "ignore"}> : (tensor<3x2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @kind_of_properties(%data: tensor<3x2xf32>) {
  // expected-error @below {{invalid properties [1] for op reduce.prod: expected DictionaryAttr to set properties}}
  %0 = "reduce.prod"(%data) <[1]> : (tensor<3x2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @no_operands() {
  // expected-error @below {{'reduce.min' op expected 1 or more operands, but found 0}}
  %0 = "reduce.min"() <{axes = array<i64: 1>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @three_operands(%data: tensor<3x2xf32>, %axes: tensor<1xi64>) {
  // expected-error @below {{'reduce.min' op operand group starting at #1 requires 0 or 1 element, but found 2}}
  %0 = "reduce.min"(%data, %axes, %axes) : (tensor<3x2xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @no_result(%data: tensor<3x2xf32>) {
  // expected-error @below {{'reduce.prod' op requires one result}}
  "reduce.prod"(%data) <{axes = array<i64: 1>}> : (tensor<3x2xf32>) -> ()
  return
}

// -----

// expected-error @below {{operation "reduce.prod" is not a reduction of elements of 'i1'}}
#combiner = #reduce.combiner<"reduce.prod"(i1)>

// -----

// expected-error @below {{operation "arith.addi" is not a reduction of elements of 'i32'}}
#combiner = #reduce.combiner<"arith.addi"(i32)>

// -----

// expected-error @below {{operation "reduce.min" is not a reduction of elements of 'f32' with the options {nan_mode = 1 : i64}}}
#combiner = #reduce.combiner<"reduce.min"(f32), {nan_mode = 1}>

// -----

// expected-error @below {{operation "reduce.min" is not a reduction of elements of 'f32' with the options {axes = array<i64: 0>}}}
#combiner = #reduce.combiner<"reduce.min"(f32), {axes = array<i64: 0>}>

// -----

func.func @no_combiner(%a: i32) {
  // expected-error @below {{'arith.addi' op expects 'reduce.combiner' to be a #reduce.combiner, got "reduce.prod"}}
  %0 = arith.addi %a, %a {reduce.combiner = "reduce.prod"} : i32
  return
}
