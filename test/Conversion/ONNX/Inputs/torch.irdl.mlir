// The parts of torch-mlir's dialect that are needed to register it.

irdl.dialect @torch {
  irdl.type @vtensor {
    %sizes = irdl.any
    %element = irdl.any
    irdl.parameters(sizes: %sizes, element: %element)
  }
  irdl.operation @operator {
    %name = irdl.any
    irdl.attributes { "name" = %name }
    %data = irdl.any
    irdl.operands(data: %data)
    %result = irdl.any
    irdl.results(result: %result)
  }
}
