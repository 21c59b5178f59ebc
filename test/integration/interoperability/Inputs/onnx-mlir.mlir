"builtin.module"() ({
  "func.func"() <{arg_attrs = [{onnx.dim_params = "0:N", onnx.name = "data"}, {onnx.name = "axes"}], function_type = (tensor<?x3x2xf32>, tensor<1xi64>) -> (tensor<?x2xf32>, tensor<f32>, tensor<?x?x?xf32>), res_attrs = [{onnx.dim_params = "0:N", onnx.name = "columns"}, {onnx.name = "product"}, {onnx.name = "rows"}], sym_name = "main_graph"}> ({
  ^bb0(%arg0: tensor<?x3x2xf32>, %arg1: tensor<1xi64>):
    %0 = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
    %1 = "onnx.NoValue"() {value} : () -> none
    %2 = "onnx.ReduceMin"(%arg0, %0) {keepdims = 0 : si64, noop_with_empty_axes = 0 : si64, onnx_node_name = "columns"} : (tensor<?x3x2xf32>, tensor<1xi64>) -> tensor<?x2xf32>
    %3 = "onnx.ReduceProd"(%2, %1) {keepdims = 0 : si64, noop_with_empty_axes = 0 : si64, onnx_node_name = "product"} : (tensor<?x2xf32>, none) -> tensor<f32>
    %4 = "onnx.ReduceMinV18"(%arg0, %arg1) {keepdims = 1 : si64, noop_with_empty_axes = 0 : si64, onnx_node_name = "rows"} : (tensor<?x3x2xf32>, tensor<1xi64>) -> tensor<?x?x?xf32>
    "onnx.Return"(%2, %3, %4) : (tensor<?x2xf32>, tensor<f32>, tensor<?x?x?xf32>) -> ()
  }) : () -> ()
  "onnx.EntryPoint"() {func = @main_graph} : () -> ()
}) {"onnx-mlir.symbol-postfix" = "model"} : () -> ()
