// Two reductions of linalg: one that -raise-linalg-to-reduce raises, and one
// that it leaves alone.
func.func @reductions(%data: tensor<3x2xf32>, %init: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %least = linalg.reduce { arith.minimumf }
      ins(%data : tensor<3x2xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  %sum = linalg.reduce { arith.addf }
      ins(%data : tensor<3x2xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  return %least, %sum : tensor<3xf32>, tensor<3xf32>
}
