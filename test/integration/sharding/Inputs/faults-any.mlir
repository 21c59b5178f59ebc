module attributes {reduce.grid = #reduce.grid<x:?>} {
  func.func @any_number(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[x, _]>}) -> tensor<?xf32> {
    %0 = reduce.min %data axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}
