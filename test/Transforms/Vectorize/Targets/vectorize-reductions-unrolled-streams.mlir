// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,unrolled_streams=8,slow_far_split_loads=true,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=ONE
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,unrolled_streams=8,slow_far_split_loads=true,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536}' --reduce-vectorize --split-input-file --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A machine that reads memory in eight places by instructions of their own, and in loads of half a
// cache line where loads of a line touch two.

// The last cache has this input.
// CHECK-LABEL: func.func @in_last_cache
// CHECK: scf.for
// CHECK-NEXT: vector.transfer_read {{.*}}vector<128xi32>
// CHECK-NOT: scf.for
// CHECK: return
func.func @in_last_cache(%data: tensor<16384xi32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [0] : tensor<16384xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Each of the eight vectors of a strip is in a place of its own, an eighth of all strips after the
// one before. They start at a cache line.
// CHECK-LABEL: func.func @in_memory
// CHECK: %[[DISTANCE:.+]] = arith.divui %{{.+}}, %c8
// CHECK: %[[TO:.+]] = arith.addi %[[FROM:.+]], %[[DISTANCE]]
// CHECK: scf.for %[[I0:.+]] = %[[FROM]] to %[[TO]] step %c16
// CHECK-DAG: %[[I1:.+]] = arith.addi %[[I0]], %[[DISTANCE]]
// CHECK-DAG: %[[I2:.+]] = arith.addi %[[I1]], %[[DISTANCE]]
// CHECK-DAG: vector.transfer_read %{{.*}}[%[[I0]]]{{.*}}vector<16xi32>
// CHECK-DAG: vector.transfer_read %{{.*}}[%[[I1]]]{{.*}}vector<16xi32>
// CHECK-DAG: vector.transfer_read %{{.*}}[%[[I2]]]{{.*}}vector<16xi32>
// CHECK-NOT: scf.for
// CHECK: return
// ONE-LABEL: func.func @in_memory
// ONE: scf.for
// ONE-NEXT: vector.transfer_read {{.*}}vector<128xi32>
func.func @in_memory(%data: tensor<131072xi32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [0] : tensor<131072xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// The order of these products affects the rounding, so strips do not start at lines that depend on
// the address, and loads are of 32 bytes. Such rows have at least 256 KiB.
// CHECK-LABEL: func.func @not_aligned
// CHECK: scf.for
// CHECK-COUNT-16: vector.transfer_read {{.*}}vector<8xf32>
// CHECK-NOT: scf.for
// CHECK: return
func.func @not_aligned(%data: tensor<65536xf32>) -> tensor<f32> {
  %0 = reduce.prod %data axes = [0] : tensor<65536xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @short_not_aligned
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: vector.transfer_read {{.*}}vector<128xf32>
func.func @short_not_aligned(%data: tensor<2x65535xf32>) -> tensor<2xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<2x65535xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Rows that start at lines have at least 16 KiB.
// CHECK-LABEL: func.func @least
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-8: vector.transfer_read {{.*}}vector<16xi32>
func.func @least(%data: tensor<20x4096xi32>) -> tensor<20xi32> {
  %0 = reduce.min %data axes = [1] : tensor<20x4096xi32> -> tensor<20xi32>
  return %0 : tensor<20xi32>
}

// -----

// CHECK-LABEL: func.func @below
// CHECK: scf.for
// CHECK: scf.for {{.*}} step %c128
// CHECK-NEXT: vector.transfer_read {{.*}}vector<128xi32>
func.func @below(%data: tensor<20x4080xi32>) -> tensor<20xi32> {
  %0 = reduce.min %data axes = [1] : tensor<20x4080xi32> -> tensor<20xi32>
  return %0 : tensor<20xi32>
}

// -----

// The choice is made once, not for each row.
// CHECK-LABEL: func.func @unknown
// CHECK-DAG: arith.cmpi ugt, %{{.*}}, %c16384
// CHECK-DAG: arith.cmpi uge, %{{.*}}, %c65536
// CHECK: scf.if
// CHECK: scf.for
// CHECK: scf.for
// CHECK-COUNT-16: vector.transfer_read {{.*}}vector<8xf32>
// CHECK: } else {
// CHECK: vector.transfer_read {{.*}}vector<128xf32>
func.func @unknown(%data: tensor<2x?xf32>) -> tensor<2xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<2x?xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Rows of 256 bytes to less than 256 KiB are spread, four at once, and read in loads of half a line.
// REMARK: Function=spread | Reason="rows in several places of memory are read side by side", strategy=row-groups, tile=4x16
// CHECK-LABEL: func.func @spread
// CHECK-COUNT-4: vector.transfer_read {{.*}}vector<8xi32>
func.func @spread(%data: tensor<300x64xi32>) -> tensor<300xi32> {
  %0 = reduce.min %data axes = [1] : tensor<300x64xi32> -> tensor<300xi32>
  return %0 : tensor<300xi32>
}

// -----

// REMARK: Function=shorter | Reason="rows are not long:
func.func @shorter(%data: tensor<300x63xi32>) -> tensor<300xi32> {
  %0 = reduce.min %data axes = [1] : tensor<300x63xi32> -> tensor<300xi32>
  return %0 : tensor<300xi32>
}

// -----

// REMARK: Function=longest {{.*}}side by side
func.func @longest(%data: tensor<40x65535xi32>) -> tensor<40xi32> {
  %0 = reduce.min %data axes = [1] : tensor<40x65535xi32> -> tensor<40xi32>
  return %0 : tensor<40xi32>
}

// -----

// REMARK: Function=longer | Reason="the innermost dimension is reduced:
func.func @longer(%data: tensor<40x65536xi32>) -> tensor<40xi32> {
  %0 = reduce.min %data axes = [1] : tensor<40x65536xi32> -> tensor<40xi32>
  return %0 : tensor<40xi32>
}

// -----

// So are rows of elements that are extended.
// REMARK: Function=extended {{.*}}side by side
func.func @extended(%data: tensor<40x131071xbf16>) -> tensor<40xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<40x131071xbf16> -> tensor<40xbf16>
  return %0 : tensor<40xbf16>
}

// -----

// REMARK: Function=long_extended | Reason="the innermost dimension is reduced:
func.func @long_extended(%data: tensor<40x131072xbf16>) -> tensor<40xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<40x131072xbf16> -> tensor<40xbf16>
  return %0 : tensor<40xbf16>
}

// -----

// Rows that are not whole lines are read in loads of half a line; those that are, in longer ones.
// CHECK-LABEL: func.func @columns
// CHECK: vector.transfer_read {{.*}}vector<8xi32>
// CHECK-NOT: vector.transfer_read {{.*}}vector<32xi32>
// CHECK: return
func.func @columns(%data: tensor<100x1000xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [0] : tensor<100x1000xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// -----

// CHECK-LABEL: func.func @columns_of_lines
// CHECK-NOT: vector<8xi32>
// CHECK: return
func.func @columns_of_lines(%data: tensor<100x1024xi32>) -> tensor<1024xi32> {
  %0 = reduce.min %data axes = [0] : tensor<100x1024xi32> -> tensor<1024xi32>
  return %0 : tensor<1024xi32>
}

// -----

// If extents are not known, only the loop over blocks exists twice.
// CHECK-LABEL: func.func @unknown_columns
// CHECK: arith.remui %{{.*}}, %c16
// CHECK: scf.if
// CHECK: vector.transfer_read {{.*}}vector<8xi32>
// CHECK: } else {
// CHECK: vector.transfer_read {{.*}}vector<32xi32>
func.func @unknown_columns(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Each input is read in loads of half a line.
// CHECK-LABEL: func.func @two_types
// CHECK-NOT: tensor<100x1001xi64>, vector<{{(8|16|32|64)}}xi64>
// CHECK-DAG: vector.transfer_read {{.*}} : tensor<100x1001xi8>, vector<16xi8>
// CHECK-DAG: vector.transfer_read {{.*}} : tensor<100x1001xi64>, vector<4xi64>
// CHECK-NOT: tensor<100x1001xi64>, vector<{{(8|16|32|64)}}xi64>
// CHECK: return
func.func @two_types(%first: tensor<100x1001xi8>, %second: tensor<100x1001xi64>, %start: tensor<1001xi64>) -> tensor<1001xi64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%first, %second : tensor<100x1001xi8>, tensor<100x1001xi64>) outs(%start : tensor<1001xi64>) {
  ^bb0(%a: i8, %b: i64, %min: i64):
    %wide = arith.extsi %a : i8 to i64
    %sum = arith.addi %wide, %b : i64
    %less = arith.minsi %sum, %min : i64
    linalg.yield %less : i64
  } -> tensor<1001xi64>
  return %0 : tensor<1001xi64>
}
