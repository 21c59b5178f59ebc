// RUN: reduce-opt %s --allow-unregistered-dialect --convert-onnx-to-reduce --remark-format=emitRemark --remarks-filter-missed='convert-onnx.*' --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not=reduce. --implicit-check-not=torch_c. --implicit-check-not=tensor.

// None of these is converted, and the remark gives the reason.

// CHECK-LABEL: func.func @no_opset
// CHECK:         "torch.operator"
func.func @no_opset(%data: !torch.vtensor<[3],f32>) {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=no_opset | Reason="left as it is: no enclosing function has an integer 'torch.onnx_meta.opset_version'"}}
  %0 = "torch.operator"(%data) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[1],f32>
  return
}

// -----

// CHECK-LABEL: func.func @unknown_opset
// CHECK:         "torch.operator"
func.func @unknown_opset(%data: !torch.vtensor<[3],f32>) attributes {torch.onnx_meta.opset_version = 0 : si64} {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=unknown_opset | Reason="left as it is: operator 'ReduceMin' of domain 'ai.onnx' (opset 0) is not supported"}}
  %0 = "torch.operator"(%data) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[1],f32>
  return
}

// -----

// Clauses axes-source, element-types, axes-range.
// CHECK-LABEL: func.func @opset_17
func.func @opset_17(%data: !torch.vtensor<[3],f32>, %bool: !torch.vtensor<[3],i1>, %axes: !torch.vtensor<[1],si64>, %bytes: !torch.vtensor<[3],ui8>) attributes {torch.onnx_meta.opset_version = 17 : si64} {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=opset_17 | Reason="left as it is: expected at most 1 input, got 2"}}
  %0 = "torch.operator"(%data, %axes) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[1],f32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=opset_17 | Reason="left as it is: ReduceMin-13 does not accept element type bool"}}
  %1 = "torch.operator"(%bool) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],i1>) -> !torch.vtensor<[1],i1>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=opset_17 | Reason="left as it is: ReduceProd-13 does not accept element type uint8"}}
  %2 = "torch.operator"(%bytes) <{name = "onnx.ReduceProd"}> : (!torch.vtensor<[3],ui8>) -> !torch.vtensor<[1],ui8>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=opset_17 | Reason="left as it is: ReduceProd-13 has no attribute 'noop_with_empty_axes'"}}
  %3 = "torch.operator"(%data) <{name = "onnx.ReduceProd"}> {torch.onnx.noop_with_empty_axes = 0 : si64} : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[1],f32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=opset_17 | Reason="left as it is: axis 1 is out of range [-1, 0] for rank 1"}}
  %4 = "torch.operator"(%data) <{name = "onnx.ReduceProd"}> {torch.onnx.axes = [1 : si64]} : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[1],f32>
  return
}

// -----

// CHECK-LABEL: func.func @types
func.func @types(%plain: !torch.vtensor, %unranked: !torch.vtensor<*,f32>, %unknown: !torch.vtensor<[3],unk>, %quantized: !torch.vtensor<[3],!torch.qint8>, %signless: !torch.vtensor<[3],i32>, %sparse: !torch.vtensor<[3],f32,#encoding>, %mutable: !torch.tensor<[3],f32>, %negative: !torch.vtensor<[-3],f32>, %builtin: tensor<3xf32>, %data: !torch.vtensor<[3],f32>) attributes {torch.onnx_meta.opset_version = 18 : si64} {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type '!torch.vtensor' is not supported"}}
  %0 = "torch.operator"(%plain) <{name = "onnx.ReduceMin"}> : (!torch.vtensor) -> !torch.vtensor
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: the rank of the input, 'tensor<*xf32>', is not known"}}
  %1 = "torch.operator"(%unranked) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<*,f32>) -> !torch.vtensor<[1],f32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type '!torch.vtensor<[3],unk>' is not supported"}}
  %2 = "torch.operator"(%unknown) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],unk>) -> !torch.vtensor<[1],unk>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type '!torch.vtensor<[3],!torch.qint8>' is not supported"}}
  %3 = "torch.operator"(%quantized) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],!torch.qint8>) -> !torch.vtensor<[1],!torch.qint8>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type '!torch.vtensor<[3],i32>' is not supported"}}
  %4 = "torch.operator"(%signless) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],i32>) -> !torch.vtensor<[1],i32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type '!torch.vtensor<[3],f32,#encoding>' is not supported"}}
  %5 = "torch.operator"(%sparse) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],f32,#encoding>) -> !torch.vtensor<[1],f32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type '!torch.tensor<[3],f32>' is not supported"}}
  %6 = "torch.operator"(%mutable) <{name = "onnx.ReduceMin"}> : (!torch.tensor<[3],f32>) -> !torch.tensor<[1],f32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type '!torch.vtensor<[-3],f32>' is not supported"}}
  %7 = "torch.operator"(%negative) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[-3],f32>) -> !torch.vtensor<[1],f32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type 'tensor<3xf32>' is not supported"}}
  %8 = "torch.operator"(%builtin) <{name = "onnx.ReduceMin"}> : (tensor<3xf32>) -> !torch.vtensor<[1],f32>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=types | Reason="left as it is: type '!torch.vtensor' is not supported"}}
  %9 = "torch.operator"(%data) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],f32>) -> !torch.vtensor
  return
}

// -----

// A failure after the tensors were converted leaves no conversion behind.
// CHECK-LABEL: func.func @result_type
// CHECK-NEXT:    "torch.operator"
// CHECK-NEXT:    "torch.operator"
// CHECK-NEXT:    return
func.func @result_type(%data: !torch.vtensor<[3,2],ui8>, %axes: !torch.vtensor<[?],si64>) attributes {torch.onnx_meta.opset_version = 18 : si64} {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=result_type | Reason="left as it is: the result is declared as 'tensor<3x1xui8>', but is 'tensor<1x1xui8>'"}}
  %0 = "torch.operator"(%data) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3,2],ui8>) -> !torch.vtensor<[3,1],ui8>
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=result_type | Reason="left as it is: the number of axes is not known at compile time, and the rank of the result is not declared"}}
  %1 = "torch.operator"(%data, %axes) <{name = "onnx.ReduceMin"}> {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[3,2],ui8>, !torch.vtensor<[?],si64>) -> !torch.vtensor<*,ui8>
  return
}

// -----

// Operators that this project does not support have no remark.
// CHECK-LABEL: func.func @others
func.func @others(%data: !torch.vtensor<[3],f32>) {
  %0 = "torch.operator"(%data) <{name = "onnx.ReduceSum"}> : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[1],f32>
  %1 = "torch.operator"(%data) <{name = "onnx.ReduceMinV13"}> : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[1],f32>
  %2 = "torch.operator"(%data) : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[1],f32>
  return
}
