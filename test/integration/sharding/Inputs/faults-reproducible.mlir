module attributes {reduce.grid = #reduce.grid<x:2>} {
  func.func @products(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<?xf32> {
    %0 = reduce.prod %data axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}
