module attributes {reduce.grid = #reduce.grid<y:?, x:?>} {
  func.func @one_axis(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[y, x]>}) -> tensor<?xf32> {
    %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func @both_axes(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[y, x]>}) -> tensor<f32> {
    %0 = reduce.min %data axes = [0, 1] : tensor<?x?xf32> -> tensor<f32>
    return %0 : tensor<f32>
  }
}
