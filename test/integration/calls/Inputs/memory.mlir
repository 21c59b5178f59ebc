// The library that memory.py calls, beside one function for each type.

func.func @rows(%data: tensor<3x4xi16>) -> tensor<3xi16> {
  %0 = reduce.min %data axes = [1] : tensor<3x4xi16> -> tensor<3xi16>
  return %0 : tensor<3xi16>
}

func.func @dynamic_rows(%data: tensor<?x?xi16>) -> tensor<?xi16> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi16> -> tensor<?xi16>
  return %0 : tensor<?xi16>
}

func.func @same(%data: tensor<3x4xi16>) -> tensor<3x4xi16> {
  %0 = reduce.min %data axes = [] : tensor<3x4xi16> -> tensor<3x4xi16>
  return %0 : tensor<3x4xi16>
}

// The second output is reduced to the first. With the same options it would be
// one reduction.
func.func @chain(%data: tensor<3x4xi16>) -> (tensor<i16>, tensor<3xi16>) {
  %0 = reduce.min %data axes = [1] : tensor<3x4xi16> -> tensor<3xi16>
  %1 = reduce.prod %0 axes = [0] : tensor<3xi16> -> tensor<i16>
  return %1, %0 : tensor<i16>, tensor<3xi16>
}

func.func @two(%a: tensor<3x4xi16>, %b: tensor<?xi16>) -> (tensor<3xi16>, tensor<i16>) {
  %0 = reduce.min %a axes = [1] : tensor<3x4xi16> -> tensor<3xi16>
  %1 = reduce.prod %b axes = [0] : tensor<?xi16> -> tensor<i16>
  return %0, %1 : tensor<3xi16>, tensor<i16>
}
