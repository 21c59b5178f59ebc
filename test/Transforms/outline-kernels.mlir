// RUN: reduce-opt %s --reduce-outline-kernels=min-uses=2 --split-input-file | FileCheck %s
// RUN: reduce-opt %s --reduce-outline-kernels --split-input-file | FileCheck %s --check-prefix=FEW
// RUN: reduce-opt %s --reduce-outline-kernels=max-inline=0 --split-input-file | FileCheck %s --check-prefix=ALL
// RUN: reduce-opt %s --reduce-outline-kernels=min-uses=2 --reduce-bufferize-function-boundaries --one-shot-bufferize --canonicalize --split-input-file | FileCheck %s --check-prefix=BUFFERS
// RUN: reduce-opt %s --reduce-outline-kernels=min-uses=2 --reduce-strip-annotations --split-input-file | FileCheck %s --check-prefix=STRIPPED

// Too few computations for kernels by default.
// FEW-NOT: reduce.call_kernel

// Equal reductions share a kernel; another type is another kind.
// CHECK-LABEL: func @rows(
// CHECK: reduce.call_kernel @[[KERNEL:reduce.kernel]] ins(%arg0 : tensor<4x8xf32>)
// CHECK: reduce.call_kernel @[[KERNEL]] ins(%arg1 : tensor<4x8xf32>)
// CHECK: linalg.generic
// CHECK-NOT: reduce.call_kernel
// CHECK: func private @[[KERNEL]](%arg0: tensor<4x8xf32>) -> tensor<4xf32>
// CHECK-SAME: passthrough = ["noinline"]
// CHECK: linalg.fill
// CHECK: linalg.generic
// CHECK-NOT: func private
// ALL-LABEL: func @rows(
// ALL-COUNT-3: reduce.call_kernel
// ALL-COUNT-2: func private @reduce.kernel
// Results are computed in the memory of the outputs, wherever it is, and inputs are not
// copied.
// BUFFERS-LABEL: func @rows(
// BUFFERS-SAME: %[[A:[^:]*]]: memref<4x8xf32>, %[[B:[^:]*]]: memref<4x8xf32>, %[[C:[^:]*]]: memref<4x9xf32>, %[[X:[^:]*]]: memref<4xf32> {bufferize.result}, %[[Y:[^:]*]]: memref<4xf32> {bufferize.result}
// BUFFERS-NOT: memref.alloc(
// BUFFERS-NOT: memref.copy
// BUFFERS: %[[TO_X:.*]] = memref.cast %[[X]] : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
// BUFFERS: call @[[KERNEL:[a-z.]*]](%[[A]], %[[TO_X]])
// BUFFERS: %[[TO_Y:.*]] = memref.cast %[[Y]]
// BUFFERS: call @[[KERNEL]](%[[B]], %[[TO_Y]])
// BUFFERS: return
// STRIPPED-LABEL: func @rows(
// STRIPPED: call @reduce.kernel(%arg0) : (tensor<4x8xf32>) -> tensor<4xf32>
// STRIPPED-NOT: passthrough
#map = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
func.func @rows(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x9xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %infinity = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%infinity : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#map, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %min = arith.minimumf %element, %accumulator : f32
    linalg.yield %min : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#map, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%b : tensor<4x8xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %min = arith.minimumf %element, %accumulator : f32
    linalg.yield %min : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#map, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<4x9xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %min = arith.minimumf %element, %accumulator : f32
    linalg.yield %min : f32
  } -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A computation may read the result of another.
// CHECK-LABEL: func @chain(
// CHECK: %[[A:.*]] = reduce.call_kernel @[[NEGATE:[a-z_0-9.]*]] ins(%arg0
// CHECK: %[[B:.*]] = reduce.call_kernel @[[NEGATE]] ins(%[[A]]
// CHECK: return %[[B]]
#map = affine_map<(d0) -> (d0)>
func.func @chain(%data: tensor<?xf32>, %size: index) -> tensor<?xf32> {
  %empty = tensor.empty(%size) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%data : tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%element: f32, %out: f32):
    %negated = arith.negf %element : f32
    linalg.yield %negated : f32
  } -> tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%0 : tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%element: f32, %out: f32):
    %negated = arith.negf %element : f32
    linalg.yield %negated : f32
  } -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
