// RUN: reduce-opt %s --reduce-strip-annotations | FileCheck %s --implicit-check-not=reduce.
// RUN: reduce-opt %s --reduce-strip-annotations | mlir-opt -o /dev/null

// Shardings are kept as long as functions take tensors.
// RUN: echo 'module attributes {reduce.grid = #reduce.grid<x:2>} { func.func @f(%%a: memref<2xf32> {reduce.sharding = #reduce.sharding<[x]>}) attributes {reduce.grid = #reduce.grid<x:2>} { return } }' | reduce-opt --reduce-strip-annotations | FileCheck %s --check-prefix=MEMREF --implicit-check-not=reduce.
// RUN: echo 'module attributes {reduce.grid = #reduce.grid<x:2>} { func.func @f(%%a: tensor<2xf32> {reduce.sharding = #reduce.sharding<[x]>}) attributes {reduce.grid = #reduce.grid<x:2>} { return } }' | reduce-opt --reduce-strip-annotations | FileCheck %s --check-prefix=TENSOR
// MEMREF: func.func @f(%{{.*}}: memref<2xf32>)
// TENSOR: module attributes {reduce.grid
// TENSOR-NEXT: func.func @f(%{{.*}}: tensor<2xf32> {reduce.sharding{{.*}}}) attributes {reduce.grid

// CHECK: module {
module attributes {reduce.vector_target = #reduce.vector_target<vector_bits = 1024>} {
  // CHECK: module @inner {
  module @inner attributes {reduce.vector_target = #reduce.vector_target<blends = true>} {
    func.func @min(%data: tensor<4x8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
      %min = linalg.generic {
          indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                           affine_map<(d0, d1) -> (d0)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
      ^bb0(%element: f32, %accumulator: f32):
        // CHECK: arith.minimumf %{{.*}}, %{{.*}} {exact} : f32
        %0 = arith.minimumf %element, %accumulator {
            exact, reduce.combiner = #reduce.combiner<
                "reduce.min"(f32), {nan_mode = #reduce<nan_mode propagate>}>} : f32
        linalg.yield %0 : f32
      } -> tensor<4xf32>
      return %min : tensor<4xf32>
    }
  }
}

// CHECK-LABEL: func.func @round
// CHECK-NOT: attributes
// CHECK: arith.negf %{{.*}} {exact} : f32
// CHECK: arith.truncf %{{.*}} {exact} : f32 to bf16
func.func @round(%value: f32) -> bf16 attributes {reduce.reads_slices} {
  %negated = arith.negf %value {exact, reduce.spread_rows} : f32
  %0 = arith.truncf %negated {exact, reduce.bf16_nan} : f32 to bf16
  return %0 : bf16
}
