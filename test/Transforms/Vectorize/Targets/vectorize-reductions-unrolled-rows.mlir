// DEFINE: %{facts} = vector_bits=512,mask_registers=true,drops_nan=true,permuted_bits=8,unrolled_streams=8,slow_far_split_loads=true,l1_cache_bytes=8192
// DEFINE: %{vectorize} = reduce-opt %s --convert-reduce-to-linalg=name-combiners --split-input-file
// RUN: %{vectorize} --reduce-attach-vector-target='facts={%{facts},l2_cache_bytes=8192,last_cache_bytes=65536}' --reduce-vectorize --canonicalize --cse | FileCheck %s
// RUN: %{vectorize} --reduce-attach-vector-target='facts={%{facts},l2_cache_bytes=8192,last_cache_bytes=65536}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %{vectorize} --reduce-attach-vector-target='facts={%{facts},l2_cache_bytes=65536,last_cache_bytes=1048576}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SECOND

// A machine that reads memory in eight places by instructions of their own: short rows, and few
// columns. The last cache has 64 KiB.

// An iteration has a block of rows of each of eight parts, and another loop the blocks that are
// left over. Loads are of half a line.
// CHECK-LABEL: func.func @eight_blocks
// CHECK: scf.for %[[I:.*]] = %c0 to %c1248 step %c16
// CHECK-NEXT: %[[FIRST:.*]] = arith.minui %[[I]], %c9985
// CHECK-COUNT-8: vector.transfer_read {{.*}} vector<8xi32>
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%[[FIRST]]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1248
// CHECK: arith.minui %[[NEXT]], %c9985
// CHECK-COUNT-7: vector.transfer_write
// CHECK-NOT: vector.transfer_write
// CHECK: scf.for %{{.*}} = %c9984 to %c10001 step %c16
// CHECK: vector.transfer_write
// CHECK-NOT: vector.transfer_write
func.func @eight_blocks(%data: tensor<10001x4xi32>) -> tensor<10001xi32> {
  %0 = reduce.min %data axes = [1] : tensor<10001x4xi32> -> tensor<10001xi32>
  return %0 : tensor<10001xi32>
}

// -----

// Blocks of more than 1 KiB are those of four parts.
// CHECK-LABEL: func.func @four_blocks
// CHECK: scf.for {{.*}} step %c16
// CHECK-COUNT-4: vector.transfer_write
// CHECK-NOT: vector.transfer_write
// CHECK: scf.for {{.*}} step %c16
// CHECK: vector.transfer_write
// CHECK-NOT: vector.transfer_write
func.func @four_blocks(%data: tensor<3001x20xi32>) -> tensor<3001xi32> {
  %0 = reduce.min %data axes = [1] : tensor<3001x20xi32> -> tensor<3001xi32>
  return %0 : tensor<3001xi32>
}

// -----

// The last cache has this input, and its loads are whole.
// CHECK-LABEL: func.func @cached
// CHECK: scf.for
// CHECK-NOT: vector<8xi32>
// CHECK: vector.transfer_write
// CHECK-NOT: vector.transfer_write
// CHECK: return
func.func @cached(%data: tensor<4096x4xi32>) -> tensor<4096xi32> {
  %0 = reduce.min %data axes = [1] : tensor<4096x4xi32> -> tensor<4096xi32>
  return %0 : tensor<4096xi32>
}

// -----

// A block has 96 elements, which are twelve loads: no power of two.
// CHECK-LABEL: func.func @twelve_loads
// CHECK: scf.for
// CHECK-COUNT-12: vector.transfer_read {{.*}} vector<4xf64>
// CHECK: vector.extract_strided_slice {{.*}} sizes = [48]
func.func @twelve_loads(%data: tensor<2001x6xf64>) -> tensor<2001xf64> {
  %0 = reduce.prod %data axes = [1] : tensor<2001x6xf64> -> tensor<2001xf64>
  return %0 : tensor<2001xf64>
}

// -----

// Few columns: all eight parts go into the same accumulators.
// REMARK: Function=packed | {{.*}} strategy=packed-rows
// CHECK-LABEL: func.func @packed
// CHECK: %[[LENGTH:.*]] = arith.subi %c299846, %[[FROM:.*]] : index
// CHECK: %[[ITERATIONS:.*]] = arith.divsi %[[LENGTH]], %c1280
// CHECK: %[[DISTANCE:.*]] = arith.muli %[[ITERATIONS]], %c160
// CHECK: %[[TO:.*]] = arith.addi %[[FROM]], %[[DISTANCE]]
// CHECK: %[[STATE:.*]]:2 = scf.for %[[I0:.*]] = %[[FROM]] to %[[TO]] step %c160 {{.*}} -> (vector<128xi32>, vector<32xi32>)
// CHECK-COUNT-20: vector.transfer_read {{.*}} vector<8xi32>
// CHECK: %[[I1:.*]] = arith.addi %[[I0]], %[[DISTANCE]]
// CHECK-COUNT-20: vector.transfer_read {{.*}} vector<8xi32>
// CHECK: arith.addi %[[I1]], %[[DISTANCE]]
// CHECK-COUNT-120: vector.transfer_read {{.*}} vector<8xi32>
// CHECK: scf.yield
// CHECK: %[[ALL:.*]] = arith.muli %[[ITERATIONS]], %c1280
// CHECK: %[[DONE:.*]] = arith.addi %[[FROM]], %[[ALL]]
// CHECK: scf.for %{{.*}} = %[[DONE]] to %{{.*}} step %c160 iter_args(%{{.*}} = %[[STATE]]#0
func.func @packed(%data: tensor<60001x5xi32>) -> tensor<5xi32> {
  %0 = reduce.prod %data axes = [0] : tensor<60001x5xi32> -> tensor<5xi32>
  return %0 : tensor<5xi32>
}

// -----

// All rows of an outer index have at least 512 KiB: 26,215 rows of 20 bytes.
// CHECK-LABEL: func.func @enough_rows
// CHECK: vector.transfer_read {{.*}} vector<8xi32>
func.func @enough_rows(%data: tensor<2x26215x5xi32>) -> tensor<2x5xi32> {
  %0 = reduce.min %data axes = [1] : tensor<2x26215x5xi32> -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}

// -----

// CHECK-LABEL: func.func @few_rows
// CHECK-NOT: vector<8xi32>
// CHECK: return
func.func @few_rows(%data: tensor<2x26214x5xi32>) -> tensor<2x5xi32> {
  %0 = reduce.min %data axes = [1] : tensor<2x26214x5xi32> -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}

// -----

// Such rows have at most 192 bytes. Longer ones are spread, also where strips are few.
// REMARK: Function=longest_packed | {{.*}} strategy=packed-rows
func.func @longest_packed(%data: tensor<6000x48xi32>) -> tensor<48xi32> {
  %0 = reduce.min %data axes = [0] : tensor<6000x48xi32> -> tensor<48xi32>
  return %0 : tensor<48xi32>
}

// -----

// REMARK: Function=spread | {{.*}} strategy=outer-blocks
func.func @spread(%data: tensor<6000x49xi32>) -> tensor<49xi32> {
  %0 = reduce.min %data axes = [0] : tensor<6000x49xi32> -> tensor<49xi32>
  return %0 : tensor<49xi32>
}

// -----

// A power of two of columns is packed, too.
// REMARK: Function=power | {{.*}} strategy=packed-rows
func.func @power(%data: tensor<60000x4xi32>) -> tensor<4xi32> {
  %0 = reduce.min %data axes = [0] : tensor<60000x4xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// Rows of an outer index of up to 32 KiB are not packed if they have more than a line: 481 rows
// of 68 bytes.
// REMARK: Function=apart | {{.*}} strategy=outer,
func.func @apart(%data: tensor<20x481x17xi32>) -> tensor<20x17xi32> {
  %0 = reduce.min %data axes = [1] : tensor<20x481x17xi32> -> tensor<20x17xi32>
  return %0 : tensor<20x17xi32>
}

// -----

// REMARK: Function=together | {{.*}} strategy=packed-rows
func.func @together(%data: tensor<20x482x17xi32>) -> tensor<20x17xi32> {
  %0 = reduce.min %data axes = [1] : tensor<20x482x17xi32> -> tensor<20x17xi32>
  return %0 : tensor<20x17xi32>
}

// -----

// In the second cache, only rows of at most 192 bytes are packed; of several outer indices, also
// longer ones unless each combination tests for NaN.
// SECOND: Function=short_in_second | {{.*}} strategy=packed-rows
func.func @short_in_second(%data: tensor<300x48xi32>) -> tensor<48xi32> {
  %0 = reduce.min %data axes = [0] : tensor<300x48xi32> -> tensor<48xi32>
  return %0 : tensor<48xi32>
}

// -----

// SECOND: Function=long_in_second | {{.*}} strategy=outer,
func.func @long_in_second(%data: tensor<300x49xi32>) -> tensor<49xi32> {
  %0 = reduce.min %data axes = [0] : tensor<300x49xi32> -> tensor<49xi32>
  return %0 : tensor<49xi32>
}

// -----

// SECOND: Function=outer_in_second | {{.*}} strategy=packed-rows
func.func @outer_in_second(%data: tensor<2x150x49xi32>) -> tensor<2x49xi32> {
  %0 = reduce.min %data axes = [1] : tensor<2x150x49xi32> -> tensor<2x49xi32>
  return %0 : tensor<2x49xi32>
}

// -----

// SECOND: Function=numbers_in_second | {{.*}} strategy=outer,
func.func @numbers_in_second(%data: tensor<2x150x49xf32>) -> tensor<2x49xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x150x49xf32> -> tensor<2x49xf32>
  return %0 : tensor<2x49xf32>
}

// -----

// There are no strips of groups in the second cache: 16 rows of 29 elements would be a group of
// 29 vectors.
// SECOND: Function=no_strips | {{.*}} strategy=packed-rows, tile=4x29
func.func @no_strips(%data: tensor<500x29xi32>) -> tensor<29xi32> {
  %0 = reduce.min %data axes = [0] : tensor<500x29xi32> -> tensor<29xi32>
  return %0 : tensor<29xi32>
}

// -----

// Rows of two vectors are packed if they fill ten times the eight accumulators: from 76 rows on.
// SECOND: Function=few_rows_of_two_vectors | {{.*}} strategy=outer
func.func @few_rows_of_two_vectors(%data: tensor<2x75x17xi32>) -> tensor<2x17xi32> {
  %0 = reduce.min %data axes = [1] : tensor<2x75x17xi32> -> tensor<2x17xi32>
  return %0 : tensor<2x17xi32>
}

// -----

// SECOND: Function=rows_of_two_vectors | {{.*}} strategy=packed-rows
func.func @rows_of_two_vectors(%data: tensor<2x76x17xi32>) -> tensor<2x17xi32> {
  %0 = reduce.min %data axes = [1] : tensor<2x76x17xi32> -> tensor<2x17xi32>
  return %0 : tensor<2x17xi32>
}

// -----

// If the shape is not known, one choice is for each of these.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[IS_LONG:.*]] = arith.cmpi uge, %{{.*}}, %c49
// CHECK: %[[HAS_ROWS:.*]] = arith.cmpi uge, %{{.*}}, %c131072
// CHECK: %[[IS_IN_MEMORY:.*]] = arith.cmpi ugt, %{{.*}}, %c16384
// CHECK: %[[ARE_UNROLLED:.*]] = arith.andi %[[IS_IN_MEMORY]], %[[HAS_ROWS]]
// CHECK: %[[ARE_SPREAD:.*]] = arith.andi %[[ARE_UNROLLED]], %[[IS_LONG]]
// CHECK: %[[ARE_PACKED:.*]] = arith.xori %[[ARE_SPREAD]], %true
// CHECK: arith.andi %{{.*}}, %[[ARE_PACKED]]
// CHECK: arith.andi %{{.*}}, %[[ARE_PACKED]]
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// An empty slice of an input that the last cache does not have.
// CHECK-LABEL: func.func @empty
// CHECK: return
func.func @empty(%data: tensor<100000xi32>, %init: tensor<0xi32>) -> tensor<0xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%carried = %init) -> tensor<0xi32> {
    %slice = tensor.extract_slice %data[%i] [0] [1] : tensor<100000xi32> to tensor<0xi32>
    %rows = tensor.expand_shape %slice [[0, 1]] output_shape [4, 0] : tensor<0xi32> into tensor<4x0xi32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%rows : tensor<4x0xi32>) outs(%carried : tensor<0xi32>) {
    ^bb0(%in: i32, %out: i32):
      %2 = arith.minsi %in, %out : i32
      linalg.yield %2 : i32
    } -> tensor<0xi32>
    scf.yield %1 : tensor<0xi32>
  }
  return %0 : tensor<0xi32>
}
