// DEFINE: %{lines} = vector_bits=512,accumulators=8,mask_registers=true,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536
// DEFINE: %{vectorize} = reduce-opt %s -split-input-file -convert-reduce-to-linalg
// RUN: %{vectorize} -reduce-attach-vector-target='facts={%{lines}}' -reduce-vectorize -canonicalize -cse | FileCheck %s
// RUN: %{vectorize} -reduce-attach-vector-target='facts={vector_bits=256,accumulators=8,blends=true}' -reduce-vectorize -canonicalize -cse | FileCheck %s --check-prefix=SHORT-VECTORS

// SHORT-VECTORS-NOT: memref.alloca

// Rows of unknown length, of more than three vectors, are read one after another between the first
// cache and memory: a loop over the rows of a block stores the accumulator of each. It starts with
// the last two vectors of a row, which may overlap the strips before.
// CHECK-LABEL: func.func @rows
// CHECK: %[[MEMORY:.*]] = memref.alloca() {{.*}} : memref<256xi32>
// CHECK: %[[SIZE:.*]] = arith.muli %{{.*}}, %[[LENGTH:.*]] : index
// CHECK-DAG: %[[CACHED:.*]] = arith.cmpi ule, %[[SIZE]], %c16384
// CHECK-DAG: %[[BEYOND:.*]] = arith.cmpi ugt, %[[SIZE]], %c2048
// CHECK: %[[BETWEEN:.*]] = arith.andi %[[BEYOND]], %[[CACHED]]
// CHECK: %[[MANY:.*]] = arith.cmpi uge, %[[LENGTH]], %c49
// CHECK: %[[ORDERED:.*]] = arith.andi %[[BETWEEN]], %[[MANY]]
// CHECK: scf.if %[[ORDERED]]
// CHECK:   scf.for %[[BLOCK:.*]] = %c0 to %{{.*}} step %c16
// CHECK:     scf.for %[[ROW:.*]] = %c0 to %c16 step %c1 {
// CHECK:       %[[STATE:.*]] = scf.for %{{.*}} = %c0 to %{{.*}} step %c32 iter_args(%{{[^,]*}} = %{{[^,]*}}) -> (vector<16xi32>)
// CHECK:       %[[PLACE:.*]] = arith.muli %[[ROW]], %c16
// CHECK:       vector.store %[[STATE]], %[[MEMORY]][%[[PLACE]]]
// CHECK:     }
// CHECK-COUNT-16: vector.load %[[MEMORY]]
// CHECK:     vector.transfer_write {{.*}} : vector<16xi32>, tensor<?xi32>
// CHECK: } else {
// CHECK:   scf.for {{.*}} -> (vector<16xi32>, vector<16xi32>,
func.func @rows(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Those of shorter elements, and of a known length, are not.
// CHECK-LABEL: func.func @others
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @others(%short: tensor<?x?xi16>, %known: tensor<?x100xi32>) -> (tensor<?xi16>, tensor<?xi32>) {
  %0 = reduce.min %short axes = [1] : tensor<?x?xi16> -> tensor<?xi16>
  %1 = reduce.min %known axes = [1] : tensor<?x100xi32> -> tensor<?xi32>
  return %0, %1 : tensor<?xi16>, tensor<?xi32>
}
