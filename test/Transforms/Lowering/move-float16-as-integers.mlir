// RUN: reduce-opt %s --reduce-move-float16-as-integers | FileCheck %s

// CHECK-LABEL: llvm.func @load
// CHECK-SAME: (%[[DATA:.*]]: !llvm.ptr, %[[MASK:.*]]: vector<8xi1>, %[[ELSE:.*]]: vector<8xbf16>)
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[ELSE]] : vector<8xbf16> to vector<8xi16>
// CHECK: %[[LOADED:.*]] = llvm.intr.masked.load %[[DATA]], %[[MASK]], %[[BITS]] {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xi16>) -> vector<8xi16>
// CHECK: %[[RESULT:.*]] = llvm.bitcast %[[LOADED]] : vector<8xi16> to vector<8xbf16>
// CHECK: llvm.return %[[RESULT]]
llvm.func @load(%data: !llvm.ptr, %mask: vector<8xi1>, %else: vector<8xbf16>) -> vector<8xbf16> {
  %0 = llvm.intr.masked.load %data, %mask, %else {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xbf16>) -> vector<8xbf16>
  llvm.return %0 : vector<8xbf16>
}

// CHECK-LABEL: llvm.func @store
// CHECK-SAME: (%[[DATA:.*]]: !llvm.ptr, %[[MASK:.*]]: vector<[4]xi1>, %[[VALUE:.*]]: vector<[4]xf16>)
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[VALUE]] : vector<[4]xf16> to vector<[4]xi16>
// CHECK: llvm.intr.masked.store %[[BITS]], %[[DATA]], %[[MASK]] {alignment = 2 : i32} : vector<[4]xi16>, vector<[4]xi1> into !llvm.ptr
llvm.func @store(%data: !llvm.ptr, %mask: vector<[4]xi1>, %value: vector<[4]xf16>) {
  llvm.intr.masked.store %value, %data, %mask {alignment = 2 : i32} : vector<[4]xf16>, vector<[4]xi1> into !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @other_types
// CHECK-NOT: llvm.bitcast
// CHECK: llvm.return
llvm.func @other_types(%data: !llvm.ptr, %mask: vector<8xi1>, %else: vector<8xf32>) -> vector<8xf32> {
  %0 = llvm.intr.masked.load %data, %mask, %else {alignment = 4 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xf32>) -> vector<8xf32>
  llvm.return %0 : vector<8xf32>
}

// Without a mask, bf16 only.
// CHECK-LABEL: llvm.func @plain
// CHECK: %[[LOADED:.*]] = llvm.load volatile %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> i16
// CHECK: %[[NUMBER:.*]] = llvm.bitcast %[[LOADED]] : i16 to bf16
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[NUMBER]] : bf16 to i16
// CHECK: llvm.store %[[BITS]], %{{.*}} : i16, !llvm.ptr
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> vector<4xi16>
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> f16
llvm.func @plain(%data: !llvm.ptr) -> f16 {
  %0 = llvm.load volatile %data {alignment = 1 : i64} : !llvm.ptr -> bf16
  llvm.store %0, %data : bf16, !llvm.ptr
  %1 = llvm.load %data : !llvm.ptr -> vector<4xbf16>
  %2 = llvm.load %data : !llvm.ptr -> f16
  llvm.return %2 : f16
}

// LLVM may take a shuffle of bf16 apart.
// CHECK-LABEL: llvm.func @shuffle
// CHECK: %[[SHUFFLED:.*]] = llvm.shufflevector %{{.*}}, %{{.*}} [0, 1, 2, 3] : vector<2xi16>
// CHECK: llvm.bitcast %[[SHUFFLED]] : vector<4xi16> to vector<4xbf16>
// CHECK: llvm.shufflevector %{{.*}}, %{{.*}} [0, 1, 2, 3] : vector<2xf16>
llvm.func @shuffle(%a: vector<2xbf16>, %b: vector<2xf16>) -> (vector<4xbf16>) {
  %0 = llvm.shufflevector %a, %a [0, 1, 2, 3] : vector<2xbf16>
  %1 = llvm.shufflevector %b, %b [0, 1, 2, 3] : vector<2xf16>
  llvm.return %0 : vector<4xbf16>
}
