// RUN: reduce-opt %s --reduce-attach-shardings="grid=y:2,x:? shardings=data=[_,y*x];arg1=[x]" | FileCheck %s
// RUN: not reduce-opt %s --reduce-attach-shardings="grid=x:2 shardings=mask=[x]" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not reduce-opt %s --reduce-attach-shardings="grid=x:2 shardings=data=[x]" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not reduce-opt %s --reduce-attach-shardings="grid=x:2 shardings=data" 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not reduce-opt %s --reduce-attach-shardings="grid=x:0 shardings=data=[_,x]" 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not reduce-opt %s --reduce-attach-shardings="grid=x:2 shardings=data=[_,x" 2>&1 | FileCheck %s --check-prefix=SHARDING
// RUN: not reduce-opt %s --reduce-attach-shardings="grid=x:2" 2>&1 | FileCheck %s --check-prefix=NO-SHARDING
// RUN: not reduce-opt %s --reduce-attach-shardings="grid=x:2 shardings=data=[_,x];data=[x,_]" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not reduce-opt %s --reduce-attach-shardings="shardings=data=[_,x]" 2>&1 | FileCheck %s --check-prefix=NO-GRID

// UNKNOWN: error: no function has an input 'mask'
// UNKNOWN: note: 'f' has 'data', 'arg1'
// RANK: 'func.func' op input 'data' is 'tensor<4x?xf32>', which has not as many dimensions as #reduce.sharding<[x]>
// ENTRY: error: expected INPUT=[...], got 'data'
// GRID: error: expected at least one rank along an axis, got 0
// GRID: error: 'x:0' is not a grid
// SHARDING: error: '[_,x' is not a sharding
// NO-SHARDING: error: there is a grid, but no input is sharded
// TWICE: error: input 'data' has two shardings
// NO-GRID: error: inputs are sharded, but there is no grid

// CHECK: module attributes {reduce.grid = #reduce.grid<y:2, x:?>} {
module {
  // CHECK: func.func @f(%{{.*}}: tensor<4x?xf32> {reduce.name = "data", reduce.sharding = #reduce.sharding<[_, y*x]>}, %{{.*}}: tensor<?xf32> {reduce.sharding = #reduce.sharding<[x]>})
  func.func @f(%data: tensor<4x?xf32> {reduce.name = "data"}, %other: tensor<?xf32>) {
    return
  }
  // CHECK: func.func private @g(%{{.*}}: tensor<4x?xf32> {reduce.name = "data"})
  func.func private @g(%data: tensor<4x?xf32> {reduce.name = "data"}) {
    return
  }
}
