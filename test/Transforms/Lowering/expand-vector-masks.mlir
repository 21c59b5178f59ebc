// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=256,mask_registers=true}' --reduce-expand-vector-masks -canonicalize | FileCheck %s
// RUN: reduce-opt %s --reduce-expand-vector-masks | FileCheck %s --check-prefix=LEFT

// Other machines have no registers for masks.
// LEFT: vector.create_mask
// LEFT: vector.transfer_read %{{.*}}[%{{.*}}], %{{[^,]*}} :

// CHECK-LABEL: func.func @mask
// CHECK-SAME: (%[[COUNT:.*]]: index)
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[COUNT]] : index to i64
// CHECK: %[[LEAST:.*]] = arith.maxsi %[[WIDE]], %c0_i64
// CHECK: %[[SET:.*]] = arith.minsi %[[LEAST]], %c16_i64
// CHECK: %[[POWER:.*]] = arith.shli %c1_i64, %[[SET]]
// CHECK: %[[BITS:.*]] = arith.subi %[[POWER]], %c1_i64
// CHECK: %[[NARROW:.*]] = arith.trunci %[[BITS]] : i64 to i16
// CHECK: %[[VECTOR:.*]] = vector.broadcast %[[NARROW]] : i16 to vector<1xi16>
// CHECK: %[[MASK:.*]] = vector.bitcast %[[VECTOR]] : vector<1xi16> to vector<16xi1>
// CHECK: return %[[MASK]]
func.func @mask(%count: index) -> vector<16xi1> {
  %0 = vector.create_mask %count : vector<16xi1>
  return %0 : vector<16xi1>
}

// A shift by 64 bits is undefined.
// CHECK-LABEL: func.func @widest
// CHECK: %[[SET:.*]] = arith.maxsi %{{.*}}, %c0_i64
// CHECK: %[[IS_FULL:.*]] = arith.cmpi sge, %[[SET]], %c64_i64
// CHECK: %[[POWER:.*]] = arith.shli %c1_i64, %[[SET]]
// CHECK: %[[BITS:.*]] = arith.subi %[[POWER]], %c1_i64
// CHECK: arith.select %[[IS_FULL]], %c-1_i64, %[[BITS]]
func.func @widest(%count: index) -> vector<64xi1> {
  %0 = vector.create_mask %count : vector<64xi1>
  return %0 : vector<64xi1>
}

// CHECK-LABEL: func.func @not_a_power
// CHECK: vector.bitcast %{{.*}} : vector<1xi16> to vector<16xi1>
// CHECK: vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [12], strides = [1]} : vector<16xi1> to vector<12xi1>
func.func @not_a_power(%count: index) -> vector<12xi1> {
  %0 = vector.create_mask %count : vector<12xi1>
  return %0 : vector<12xi1>
}

// Upstream's comparison of a vector of 32-bit indices, with 256 bits.
// CHECK-LABEL: func.func @few_lanes
// CHECK: %[[COMPARED:.*]] = arith.cmpi sgt, %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK: return %[[COMPARED]]
func.func @few_lanes(%count: index) -> vector<8xi1> {
  %0 = vector.create_mask %count : vector<8xi1>
  return %0 : vector<8xi1>
}

// A mask for each 64 lanes.
// CHECK-LABEL: func.func @many_lanes
// CHECK-SAME: (%[[COUNT:.*]]: index)
// CHECK: vector.bitcast %{{.*}} : vector<1xi64> to vector<64xi1>
// CHECK: vector.insert_strided_slice %{{.*}} {offsets = [0], strides = [1]} : vector<64xi1> into vector<96xi1>
// CHECK: arith.subi %[[COUNT]], %c64
// CHECK: vector.bitcast %{{.*}} : vector<1xi32> to vector<32xi1>
// CHECK: vector.insert_strided_slice %{{.*}} {offsets = [64], strides = [1]} : vector<32xi1> into vector<96xi1>
func.func @many_lanes(%count: index) -> vector<96xi1> {
  %0 = vector.create_mask %count : vector<96xi1>
  return %0 : vector<96xi1>
}

// CHECK-LABEL: func.func @transfers
// CHECK: vector.bitcast %{{.*}} : vector<1xi16> to vector<16xi1>
// CHECK: vector.transfer_read %{{.*}}, %{{.*}}, %{{.*}} {in_bounds = [true]} : memref<?xf32>, vector<16xf32>
// CHECK: vector.transfer_write %{{.*}}, %{{.*}} {in_bounds = [true]} : vector<16xf32>, memref<?xf32>
func.func @transfers(%from: memref<?xf32>, %to: memref<?xf32>, %index: index) {
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %from[%index], %zero : memref<?xf32>, vector<16xf32>
  vector.transfer_write %0, %to[%index] : vector<16xf32>, memref<?xf32>
  return
}

// Masks of vectors with dimensions, or of unknown lengths, are upstream's.
// CHECK-LABEL: func.func @others
// CHECK-NOT: vector.bitcast
func.func @others(%rows: index, %columns: index) -> (vector<4x16xi1>, vector<[4]xi1>) {
  %0 = vector.create_mask %rows, %columns : vector<4x16xi1>
  %1 = vector.create_mask %columns : vector<[4]xi1>
  return %0, %1 : vector<4x16xi1>, vector<[4]xi1>
}

// A vector of a column, which becomes a loop, is no part of a row.
// CHECK-LABEL: func.func @column
// CHECK: vector.transfer_read %{{.*}}, %{{[^,]*}} {permutation_map = {{.*}}} : memref<?x?xf32>, vector<16xf32>
func.func @column(%data: memref<?x?xf32>, %row: index) -> vector<16xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %data[%row, %c0], %zero {in_bounds = [false], permutation_map = affine_map<(a, b) -> (a)>} : memref<?x?xf32>, vector<16xf32>
  return %0 : vector<16xf32>
}
