// RUN: reduce-opt %s --reduce-strip-annotations | FileCheck %s --implicit-check-not=reduce.
// RUN: reduce-opt %s --reduce-strip-annotations | mlir-opt -o /dev/null

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
