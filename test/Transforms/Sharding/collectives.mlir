// Collectives become calls, with the codes of reduce_comm.h.
// RUN: reduce-opt %s --one-shot-bufferize=bufferize-function-boundaries --canonicalize | FileCheck %s

shard.grid @grid(shape = 2x3x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2)

// The order of the axes does not matter.
// CHECK-LABEL: func.func @all_reduce(
// CHECK-DAG:     %[[F32:.*]] = arith.constant 5 : i32
// CHECK-DAG:     %[[MIN:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[AXES:.*]] = arith.constant 1073741827 : i32
// CHECK:         call @reduce.all_reduce(%{{.*}}, %{{.*}}, %[[F32]], %[[MIN]], %[[AXES]])
func.func @all_reduce(%data: tensor<4xf32>) -> tensor<4xf32> {
  %0 = shard.all_reduce %data on @grid grid_axes = [30, 1, 0] reduction = min : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @all_gather(
// CHECK-SAME:      %[[DATA:.*]]: memref<1x?xf64
// CHECK-DAG:     %[[F64:.*]] = arith.constant 6 : i32
// CHECK-DAG:     %[[AXES:.*]] = arith.constant 3 : i32
// CHECK-DAG:     %[[BYTES_OF_ONE:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[SIZE:.*]] = memref.dim %[[DATA]]
// The memory may have any strides.
// CHECK:         %[[COPY:.*]] = memref.alloc(%[[SIZE]]) : memref<1x?xf64>
// CHECK:         memref.copy %[[DATA]], %[[COPY]]
// CHECK:         %[[FROM:.*]] = memref.extract_aligned_pointer_as_index %[[COPY]]
// CHECK:         %[[ALL:.*]] = memref.alloc(%{{.*}}) : memref<6x?xf64>
// CHECK:         %[[BYTES:.*]] = arith.muli %[[COUNT:.*]], %[[BYTES_OF_ONE]]
// CHECK:         %[[TO:.*]] = memref.extract_aligned_pointer_as_index %[[ALL]]
// CHECK:         call @reduce.all_gather(%[[FROM]], %[[TO]], %[[COUNT]], %[[BYTES]], %[[F64]], %[[AXES]])
func.func @all_gather(%data: tensor<1x?xf64>) -> tensor<6x?xf64> {
  %0 = shard.all_gather %data on @grid grid_axes = [0, 1] gather_axis = 0 : tensor<1x?xf64> -> tensor<6x?xf64>
  return %0 : tensor<6x?xf64>
}
