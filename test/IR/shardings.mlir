// The attributes of tensors that ranks share.
// RUN: reduce-opt %s | reduce-opt | FileCheck %s
// RUN: reduce-opt %s --emit-bytecode | reduce-opt | FileCheck %s

// CHECK: module attributes {reduce.grid = #reduce.grid<y:2, "a b":3, x:?>} {
module attributes {reduce.grid = #reduce.grid<y:2,"a b":3,"x":?>} {
  // CHECK: func.func private @f(tensor<?x8x?xf32> {reduce.sharding = #reduce.sharding<[x, _, y*"a b"]>})
  func.func private @f(tensor<?x8x?xf32> {reduce.sharding = #reduce.sharding<[x,_,y*"a b"]>})
  // CHECK: func.func private @scalar(tensor<f32> {reduce.sharding = #reduce.sharding<[]>}) -> (tensor<2xf32> {reduce.sharding = #reduce.sharding<[_]>})
  func.func private @scalar(tensor<f32> {reduce.sharding = #reduce.sharding<[]>}) -> (tensor<2xf32> {reduce.sharding = #reduce.sharding<[_]>})
  // CHECK: func.func private @on_a_grid() attributes {reduce.grid = #reduce.grid<x:2>}
  func.func private @on_a_grid() attributes {reduce.grid = #reduce.grid<x:2>}
}
