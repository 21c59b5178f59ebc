// Modules in the generic form of dialects that are not registered: StableHLO's, onnx-mlir's
// and torch-mlir's. Reductions among them become ours, and all else stays as it is.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}8 functions, 0 failures

// passes only: nothing here lowers what stays. Read by --allow-unregistered-dialect.

func.func @stablehlo_softmax(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %lowest = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %max = "stablehlo.reduce"(%x, %lowest) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
  %m = "stablehlo.broadcast_in_dim"(%max) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xf32>) -> tensor<3x5xf32>
  %d = "stablehlo.subtract"(%x, %m) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %e = "stablehlo.exponential"(%d) : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %sum = "stablehlo.reduce"(%e, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<3x5xf32>, tensor<f32>) -> tensor<3xf32>
  %s = "stablehlo.broadcast_in_dim"(%sum) <{broadcast_dimensions = array<i64: 0>}> : (tensor<3xf32>) -> tensor<3x5xf32>
  %r = "stablehlo.divide"(%e, %s) : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  "func.return"(%r) : (tensor<3x5xf32>) -> ()
}

func.func @stablehlo_minimum(%x: tensor<?x4x9xf32>, %bias: tensor<f32>) -> tensor<?xf32> {
  %highest = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
  %min = "stablehlo.reduce"(%x, %highest) <{dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = "stablehlo.minimum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%0) : (tensor<f32>) -> ()
  }) : (tensor<?x4x9xf32>, tensor<f32>) -> tensor<?xf32>
  %r = "stablehlo.dynamic_broadcast_add"(%min, %bias) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Values and places in one operation of two operands, which has no counterpart here.
func.func @stablehlo_argmin(%x: tensor<4x7xf32>, %places: tensor<4x7xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %highest = "stablehlo.constant"() <{value = dense<0x7F800000> : tensor<f32>}> : () -> tensor<f32>
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "stablehlo.reduce"(%x, %places, %highest, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
    %less = "stablehlo.compare"(%a, %b) <{comparison_direction = #vendor.direction<LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %0 = "stablehlo.select"(%less, %a, %b) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.select"(%less, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
  }) : (tensor<4x7xf32>, tensor<4x7xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}

// Windows, and a loop of operations with regions around a reduction.
func.func @stablehlo_window_in_loop(%x: tensor<8x8xi32>, %n: tensor<i32>) -> tensor<4x4xi32> {
  %most = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
  %w = "stablehlo.reduce_window"(%x, %most) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %0 = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%0) : (tensor<i32>) -> ()
  }) : (tensor<8x8xi32>, tensor<i32>) -> tensor<4x4xi32>
  %r:2 = "stablehlo.while"(%w, %n) ({
  ^bb0(%t: tensor<4x4xi32>, %i: tensor<i32>):
    %min = "stablehlo.reduce"(%t, %most) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %0 = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%0) : (tensor<i32>) -> ()
    }) : (tensor<4x4xi32>, tensor<i32>) -> tensor<i32>
    %more = "stablehlo.compare"(%min, %i) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%more) : (tensor<i1>) -> ()
  }, {
  ^bb0(%t: tensor<4x4xi32>, %i: tensor<i32>):
    %0 = "stablehlo.add"(%t, %t) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
    "stablehlo.return"(%0, %i) : (tensor<4x4xi32>, tensor<i32>) -> ()
  }) : (tensor<4x4xi32>, tensor<i32>) -> (tensor<4x4xi32>, tensor<i32>)
  return %r#0 : tensor<4x4xi32>
}

func.func @onnx_layer(%x: tensor<2x6xf32>, %w: tensor<6x4xf32>) -> tensor<2x1xf32> {
  %axes = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %m = "onnx.MatMul"(%x, %w) {onnx_node_name = "dense"} : (tensor<2x6xf32>, tensor<6x4xf32>) -> tensor<2x4xf32>
  %a = "onnx.Relu"(%m) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %r = "onnx.ReduceMin"(%a, %axes) {keepdims = 1 : si64, noop_with_empty_axes = 0 : si64} : (tensor<2x4xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  "onnx.Return"(%r) : (tensor<2x1xf32>) -> ()
}

// Computed axes, and a reduction of an unknown kind that is not converted.
func.func @onnx_computed_axes(%x: tensor<3x4x5xf32>, %axes: tensor<?xi64>) -> (tensor<?x?x?xf32>, tensor<3x4x1xf32>) {
  %a = "onnx.ReduceProd"(%x, %axes) {keepdims = 1 : si64, noop_with_empty_axes = 1 : si64} : (tensor<3x4x5xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>
  %two = "onnx.Constant"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  %b = "onnx.ReduceL2"(%x, %two) {keepdims = 1 : si64} : (tensor<3x4x5xf32>, tensor<1xi64>) -> tensor<3x4x1xf32>
  return %a, %b : tensor<?x?x?xf32>, tensor<3x4x1xf32>
}

func.func @torch_minimum(%x: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[3],f32> attributes {torch.onnx_meta.opset_version = 13 : si64} {
  %r = "torch.operator"(%x) <{name = "onnx.ReduceMin"}> {torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[3,4],f32>) -> !torch.vtensor<[3],f32>
  %s = "torch.aten.relu"(%r) : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32>
  return %s : !torch.vtensor<[3],f32>
}

// Unregistered operations around a reduction of linalg.
func.func @vendor_neighbours(%x: tensor<4x9xf32>) -> tensor<4xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %y = "vendor.op"(%x) {some = #vendor.attribute<"text">, more = [1, 2]} : (tensor<4x9xf32>) -> tensor<4x9xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce { arith.minimumf } ins(%y : tensor<4x9xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %token = "vendor.start"(%r) : (tensor<4xf32>) -> !vendor.token
  %z = "vendor.wait"(%token, %r) : (!vendor.token, tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
