// RUN: reduce-opt %s --reduce-attach-vector-target='facts={mask_registers=true}' --reduce-expand-vector-masks -canonicalize | FileCheck %s
// RUN: reduce-opt %s --reduce-expand-vector-masks | FileCheck %s --check-prefix=LEFT

// Other machines have no registers for masks.
// LEFT: vector.create_mask
// LEFT: vector.transfer_read %{{.*}}[%{{.*}}], %{{[^,]*}} :

// CHECK-LABEL: func.func @mask
// CHECK-SAME: (%[[COUNT:.*]]: index)
// CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i16
// CHECK-DAG: %[[NONE:.*]] = arith.constant 0 : i16
// CHECK-DAG: %[[LEAST:.*]] = arith.maxsi %[[COUNT]], %c1
// CHECK-DAG: %[[SET:.*]] = arith.minsi %[[LEAST]], %c16
// CHECK: %[[REST:.*]] = arith.subi %c16, %[[SET]]
// CHECK: %[[SHIFT:.*]] = arith.index_cast %[[REST]] : index to i16
// CHECK: %[[IS_EMPTY:.*]] = arith.cmpi slt, %[[COUNT]], %c1
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[ALL]], %[[SHIFT]] : i16
// CHECK: %[[BITS:.*]] = arith.select %[[IS_EMPTY]], %[[NONE]], %[[SHIFTED]]
// CHECK: %[[VECTOR:.*]] = vector.broadcast %[[BITS]] : i16 to vector<1xi16>
// CHECK: %[[MASK:.*]] = vector.bitcast %[[VECTOR]] : vector<1xi16> to vector<16xi1>
// CHECK: return %[[MASK]]
func.func @mask(%count: index) -> vector<16xi1> {
  %0 = vector.create_mask %count : vector<16xi1>
  return %0 : vector<16xi1>
}

// The narrowest integer has eight bits.
// CHECK-LABEL: func.func @few_lanes
// CHECK: vector.bitcast %{{.*}} : vector<1xi8> to vector<8xi1>
// CHECK: vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [4], strides = [1]} : vector<8xi1> to vector<4xi1>
func.func @few_lanes(%count: index) -> vector<4xi1> {
  %0 = vector.create_mask %count : vector<4xi1>
  return %0 : vector<4xi1>
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
