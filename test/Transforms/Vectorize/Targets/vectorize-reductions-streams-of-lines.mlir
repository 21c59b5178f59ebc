// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,permuted_bits=8,streams=8,streamed_bytes=65536,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,permuted_bits=8,streams=8,streamed_bytes=65536,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536}' --reduce-vectorize --split-input-file --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A machine whose vectors are cache lines, and which reads its last cache as fast in one place.

// CHECK-LABEL: func.func @in_last_cache
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @in_last_cache(%data: tensor<16384xi32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [0] : tensor<16384xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @in_memory
// CHECK-COUNT-3: scf.for
// CHECK: return
func.func @in_memory(%data: tensor<131072xi32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [0] : tensor<131072xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Rows of 128 bytes to less than 512, and of 4 to less than 512 KiB, are spread. Each other row is
// read alone.
// REMARK: Function=short | {{.*}}strategy=row-groups, tile=
// REMARK-NOT: side by side
// CHECK-LABEL: func.func @short
func.func @short(%data: tensor<700x31xi32>) -> tensor<700xi32> {
  %0 = reduce.min %data axes = [1] : tensor<700x31xi32> -> tensor<700xi32>
  return %0 : tensor<700xi32>
}

// -----

// REMARK: Function=least | Reason="rows in several places of memory are read side by side", strategy=row-groups, tile=8x16
func.func @least(%data: tensor<700x32xi32>) -> tensor<700xi32> {
  %0 = reduce.min %data axes = [1] : tensor<700x32xi32> -> tensor<700xi32>
  return %0 : tensor<700xi32>
}

// -----

// REMARK: Function=most | Reason="rows in several places of memory are read side by side", strategy=row-groups, tile=8x16
func.func @most(%data: tensor<700x127xi32>) -> tensor<700xi32> {
  %0 = reduce.min %data axes = [1] : tensor<700x127xi32> -> tensor<700xi32>
  return %0 : tensor<700xi32>
}

// -----

// REMARK: Function=blocked | {{.*}}strategy=inner
func.func @blocked(%data: tensor<700x128xi32>) -> tensor<700xi32> {
  %0 = reduce.min %data axes = [1] : tensor<700x128xi32> -> tensor<700xi32>
  return %0 : tensor<700xi32>
}

// -----

// REMARK: Function=below_long | {{.*}}strategy=inner
func.func @below_long(%data: tensor<700x1023xi32>) -> tensor<700xi32> {
  %0 = reduce.min %data axes = [1] : tensor<700x1023xi32> -> tensor<700xi32>
  return %0 : tensor<700xi32>
}

// -----

// REMARK: Function=long | Reason="rows in several places of memory are read side by side", strategy=row-groups, tile=8x16
func.func @long(%data: tensor<700x1024xi32>) -> tensor<700xi32> {
  %0 = reduce.min %data axes = [1] : tensor<700x1024xi32> -> tensor<700xi32>
  return %0 : tensor<700xi32>
}

// -----

// REMARK: Function=longest | Reason="rows in several places of memory are read side by side", strategy=row-groups, tile=8x16
func.func @longest(%data: tensor<700x131071xi32>) -> tensor<700xi32> {
  %0 = reduce.min %data axes = [1] : tensor<700x131071xi32> -> tensor<700xi32>
  return %0 : tensor<700xi32>
}

// -----

// Each row is read in streams.
// REMARK: Function=alone | {{.*}}strategy=inner
// CHECK-LABEL: func.func @alone
// CHECK-COUNT-4: scf.for
func.func @alone(%data: tensor<700x131072xi32>) -> tensor<700xi32> {
  %0 = reduce.min %data axes = [1] : tensor<700x131072xi32> -> tensor<700xi32>
  return %0 : tensor<700xi32>
}

// -----

// Outer indices take turns. Strips of columns go over rows of 20 bytes to less than 128: several
// rows in a vector, or of several outer indices, are not in the order of memory.
// REMARK: Function=very_short_rows | {{.*}}strategy=folded-rows
func.func @very_short_rows(%data: tensor<300x30x9xi16>) -> tensor<300x9xi16> {
  %0 = reduce.min %data axes = [1] : tensor<300x30x9xi16> -> tensor<300x9xi16>
  return %0 : tensor<300x9xi16>
}

// -----

// REMARK: Function=short_rows | {{.*}}strategy=outer,
func.func @short_rows(%data: tensor<300x30x10xi16>) -> tensor<300x10xi16> {
  %0 = reduce.min %data axes = [1] : tensor<300x30x10xi16> -> tensor<300x10xi16>
  return %0 : tensor<300x10xi16>
}

// -----

// REMARK: Function=powers | {{.*}}strategy=outer,
func.func @powers(%data: tensor<300x30x8xi32>) -> tensor<300x8xi32> {
  %0 = reduce.min %data axes = [1] : tensor<300x30x8xi32> -> tensor<300x8xi32>
  return %0 : tensor<300x8xi32>
}

// -----

// REMARK: Function=less_than_two_lines | {{.*}}strategy=outer,
func.func @less_than_two_lines(%data: tensor<300x10x31xi32>) -> tensor<300x31xi32> {
  %0 = reduce.min %data axes = [1] : tensor<300x10x31xi32> -> tensor<300x31xi32>
  return %0 : tensor<300x31xi32>
}

// -----

// REMARK: Function=two_lines | {{.*}}strategy=outer-streams
func.func @two_lines(%data: tensor<300x10x32xi32>) -> tensor<300x32xi32> {
  %0 = reduce.min %data axes = [1] : tensor<300x10x32xi32> -> tensor<300x32xi32>
  return %0 : tensor<300x32xi32>
}

// -----

// Four outer indices of 256 bytes are a turn, so they are reduced together.
// REMARK: Function=small_blocks | {{.*}}strategy=narrow-groups
func.func @small_blocks(%data: tensor<800x42x3xi16>) -> tensor<800x3xi16> {
  %0 = reduce.min %data axes = [1] : tensor<800x42x3xi16> -> tensor<800x3xi16>
  return %0 : tensor<800x3xi16>
}

// -----

// REMARK: Function=large_blocks | {{.*}}strategy=folded-rows
func.func @large_blocks(%data: tensor<800x43x3xi16>) -> tensor<800x3xi16> {
  %0 = reduce.min %data axes = [1] : tensor<800x43x3xi16> -> tensor<800x3xi16>
  return %0 : tensor<800x3xi16>
}

// -----

// In the last cache, they are reduced together, whatever their size is.
// REMARK: Function=cached | {{.*}}strategy=narrow-groups
func.func @cached(%data: tensor<200x50x3xi16>) -> tensor<200x3xi16> {
  %0 = reduce.min %data axes = [1] : tensor<200x50x3xi16> -> tensor<200x3xi16>
  return %0 : tensor<200x3xi16>
}

// -----

// Rows of 96 KiB and more that are too few to be spread are read in streams, each of its own.
// CHECK-LABEL: func.func @few_long_rows
// CHECK-COUNT-3: scf.for
// CHECK: scf.for {{.*}} step %c128
// CHECK-NOT: scf.for
// CHECK: return
func.func @few_long_rows(%data: tensor<3x24576xi32>) -> tensor<3xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<3x24576xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// Others take turns.
// CHECK-LABEL: func.func @few_rows
// CHECK-COUNT-2: scf.for
// CHECK: scf.for {{.*}} step %c128
// CHECK-NOT: scf.for
// CHECK: return
func.func @few_rows(%data: tensor<3x24575xi32>) -> tensor<3xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<3x24575xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// Fewer columns than a vector are reduced in groups, which take no turns, only if a cache has the
// input, however small an outer index is.
// CHECK-LABEL: func.func @unknown_small_blocks
// CHECK: %[[IS_GROUP:.+]] = arith.cmpi sge, %{{.+}}, %c16
// CHECK: %[[IS_CACHED:.+]] = arith.cmpi ule, %{{.+}}, %c16384
// CHECK: %[[ARE_GROUPED:.+]] = arith.andi %[[IS_GROUP]], %[[IS_CACHED]]
// CHECK: scf.if %[[ARE_GROUPED]]
func.func @unknown_small_blocks(%data: tensor<?x6x10xi32>) -> tensor<?x10xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x6x10xi32> -> tensor<?x10xi32>
  return %0 : tensor<?x10xi32>
}
