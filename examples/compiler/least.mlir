// The least of the numbers from -4 to 35, row by row, and of all rows.
func.func @least() -> f32 {
  %numbers = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %row = arith.muli %i, %c8 : index
    %place = arith.addi %row, %j : index
    %difference = arith.subi %place, %c4 : index
    %integer = arith.index_cast %difference : index to i32
    %number = arith.sitofp %integer : i32 to f32
    tensor.yield %number : f32
  } : tensor<5x8xf32>
  %rows = graph.amin %numbers, [-1] keepdim : tensor<5x8xf32> -> tensor<5x1xf32>
  %all = graph.amin %rows, [] : tensor<5x1xf32> -> tensor<f32>
  %least = tensor.extract %all[] : tensor<f32>
  return %least : f32
}
