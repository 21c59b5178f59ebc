// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,permuted_bits=8,slow_far_split_loads=true,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,permuted_bits=8,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=WHOLE

// Masked loads are short, too, since longer ones are slow if they miss the caches: of the 48 bytes
// of four rows, the first 32 need no mask.
// CHECK-LABEL: func.func @masked
// CHECK-DAG: %[[REST:.+]] = vector.constant_mask [16] : vector<32xi1>
// CHECK: vector.transfer_read %{{.*}} : tensor<{{.*}}xi8>, vector<32xi8>
// CHECK: vector.transfer_read %{{.*}}, %{{.*}}, %[[REST]] {{.*}}vector<32xi8>
// CHECK-NOT: vector.transfer_read {{.*}}vector<64xi8>
// CHECK: return
// WHOLE-LABEL: func.func @masked
// WHOLE: vector.transfer_read {{.*}}vector<64xi8>
func.func @masked(%data: tensor<7000x6x12xi8>) -> tensor<7000x12xi8> {
  %0 = reduce.min %data axes = [1] : tensor<7000x6x12xi8> -> tensor<7000x12xi8>
  return %0 : tensor<7000x12xi8>
}

// -----

// The last cache has this input, and reads it faster in long loads.
// CHECK-LABEL: func.func @in_cache
// CHECK-NOT: vector<32xi8>
// CHECK: return
func.func @in_cache(%data: tensor<800x6x12xi8>) -> tensor<800x12xi8> {
  %0 = reduce.min %data axes = [1] : tensor<800x6x12xi8> -> tensor<800x12xi8>
  return %0 : tensor<800x12xi8>
}
