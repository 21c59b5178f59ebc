module attributes {reduce.grid = #reduce.grid<y:2, x:3>} {
  func.func @rows(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[y, x]>}) -> tensor<?xf32> {
    %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func @replicas(%data: tensor<?x?xf32> {reduce.sharding = #reduce.sharding<[_, x]>}) -> tensor<?xf32> {
    %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}
