// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={accumulators=4}' --reduce-vectorize='strategies=outer-blocks,outer' --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,DEFAULT
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={accumulators=4,l1_cache_bytes=8192}' --reduce-vectorize='strategies=outer-blocks,outer' --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,SMALL
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={accumulators=4,l1_cache_bytes=131072}' --reduce-vectorize='strategies=outer-blocks,outer' --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,LARGE
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={accumulators=4,l1_cache_bytes=1048576}' --reduce-vectorize='strategies=outer-blocks,outer' --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,NEAR

// The accumulators of a tile take at most the first cache, or one and a half of it if
// there is only one tile. An input of 4 MB that fits into the cache would need none.
// CHECK-LABEL: func.func @tile
// DEFAULT: memref.alloca() {{.*}}memref<8192xi32>
// SMALL: memref.alloca() {{.*}}memref<2048xi32>
// LARGE: memref.alloca() {{.*}}memref<32768xi32>
// NEAR: memref.alloca() {{.*}}memref<262144xi32>
func.func @tile(%data: tensor<100x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<100x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// 400,000 bytes are in the first cache only if it is that large.
// CHECK-LABEL: func.func @near
// DEFAULT: memref.alloca() {{.*}}memref<1008xi32>
// SMALL: memref.alloca() {{.*}}memref<1008xi32>
// LARGE: memref.alloca() {{.*}}memref<1008xi32>
// NEAR-NOT: memref.alloca
func.func @near(%data: tensor<100x1000xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [0] : tensor<100x1000xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// -----

// If the size is not known, it is compared with the cache's: 12288 elements by default.
// CHECK-LABEL: func.func @unknown
// DEFAULT: arith.cmpi ugt, %{{.*}}, %c12288
// SMALL: arith.cmpi ugt, %{{.*}}, %c2048
// LARGE: arith.cmpi ugt, %{{.*}}, %c32768
// NEAR: arith.cmpi ugt, %{{.*}}, %c262144
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
