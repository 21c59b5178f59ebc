#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @tosa(%a: tensor<3x2xi32>) -> tensor<1x1xi32> {
  %0 = tosa.reduce_min %a {axis = 1 : i32} : (tensor<3x2xi32>) -> tensor<3x1xi32>
  %1 = tosa.reduce_product %0 {axis = 0 : i32} : (tensor<3x1xi32>) -> tensor<1x1xi32>
  return %1 : tensor<1x1xi32>
}
func.func @generic(%a: tensor<3x?xf32>) -> tensor<3xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %e = tensor.empty() : tensor<3xf32>
  %i = linalg.fill ins(%inf : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<3x?xf32>) outs(%i : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.minimumf %in, %out : f32
    linalg.yield %m : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @reduce(%a: tensor<3x2xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<1.0> : tensor<3xf32>
  %0 = linalg.reduce {arith.mulf} ins(%a : tensor<3x2xf32>) outs(%i : tensor<3xf32>) dimensions = [1]
  %1 = reduce.min %a axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
