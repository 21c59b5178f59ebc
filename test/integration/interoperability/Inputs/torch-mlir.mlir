"builtin.module"() ({
  "func.func"() <{function_type = (!torch.vtensor<[?,3],ui8>) -> !torch.vtensor<[?],ui8>, sym_name = "row_min"}> ({
  ^bb0(%arg0: !torch.vtensor<[?,3],ui8>):
    %0 = "torch.constant.none"() : () -> !torch.none
    %1 = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense_resource<_axes> : tensor<1xsi64>} : () -> !torch.vtensor<[1],si64>
    %2 = "torch.operator"(%arg0, %1) <{name = "onnx.ReduceMin"}> {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[?,3],ui8>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],ui8>
    "func.return"(%2) : (!torch.vtensor<[?],ui8>) -> ()
  }) {torch.onnx_meta.ir_version = 8 : si64, torch.onnx_meta.opset_version = 18 : si64, torch.onnx_meta.producer_name = "", torch.onnx_meta.producer_version = ""} : () -> ()
}) : () -> ()

{-#
  dialect_resources: {
    builtin: {
      _axes: "0x08000000FFFFFFFFFFFFFFFF"
    }
  }
#-}
