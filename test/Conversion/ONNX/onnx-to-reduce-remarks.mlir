// RUN: reduce-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(builtin.module(convert-onnx-to-reduce))' --remark-format=emitRemark --remarks-filter='convert-onnx.*' --verify-diagnostics -o /dev/null
// RUN: sed /expected-remark/d %s | reduce-opt --allow-unregistered-dialect --pass-pipeline='builtin.module(builtin.module(convert-onnx-to-reduce))' -o /dev/null 2>&1 | count 0

// Remarks report the outcome for each operation. Modules are converted in
// parallel, and each has its own reasons.
module @converted {
  func.func @each(%data: tensor<3x2xf32>, %none: none) -> (tensor<1x1xf32>, tensor<3x2xf32>) {
    // expected-remark @below {{[Passed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=each | operation=reduce.min}}
    %0 = "onnx.ReduceMin"(%data, %none) : (tensor<3x2xf32>, none) -> tensor<1x1xf32>
    // expected-remark @below {{[Passed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=each | operation="its input"}}
    %1 = "onnx.ReduceProd"(%data, %none) {noop_with_empty_axes = 1 : si64} : (tensor<3x2xf32>, none) -> tensor<3x2xf32>
    // expected-remark @below {{[Passed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=each | operation=func.return}}
    "onnx.Return"(%0, %1) : (tensor<1x1xf32>, tensor<3x2xf32>) -> ()
  }
}
module @left {
  func.func @each(%data: tensor<3x2xf32>, %unranked: tensor<*xf32>) {
    // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=each | Reason="left as it is: the result is declared as 'tensor<2xf32>', but is 'tensor<1x1xf32>'"}}
    %0 = "onnx.ReduceMin"(%data) : (tensor<3x2xf32>) -> tensor<2xf32>
    // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=each | Reason="left as it is: the rank of the input, 'tensor<*xf32>', is not known"}}
    %1 = "onnx.ReduceMin"(%unranked) : (tensor<*xf32>) -> tensor<*xf32>
    return
  }
}
module @left_too {
  func.func @each(%data: tensor<3x2xf32>) {
    // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=each | Reason="left as it is: ReduceMin has no version 14"}}
    %0 = "onnx.ReduceMinV14"(%data) : (tensor<3x2xf32>) -> tensor<1x1xf32>
    return
  }
}
