// RUN: reduce-opt %s --reduce-lower-forall | FileCheck %s

// CHECK-LABEL: func.func @copy
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) = (%c0{{.*}}, %c0{{.*}}) to (%c4{{.*}}, %c8{{.*}}) step (%c1{{.*}}, %c1{{.*}}) {
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK: scf.reduce
func.func @copy(%from: memref<4x8xf32>, %to: memref<4x8xf32>) {
  scf.forall (%i, %j) in (4, 8) {
    %element = memref.load %from[%i, %j] : memref<4x8xf32>
    memref.store %element, %to[%i, %j] : memref<4x8xf32>
  }
  return
}

// CHECK-LABEL: func.func @allocation
// CHECK-NOT: scf.parallel
// CHECK: scf.for
// CHECK: memref.alloc
func.func @allocation(%to: memref<4xf32>, %value: f32) {
  scf.forall (%i) in (4) {
    %buffer = memref.alloc() : memref<f32>
    memref.store %value, %buffer[] : memref<f32>
    %element = memref.load %buffer[] : memref<f32>
    memref.store %element, %to[%i] : memref<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @stack
// CHECK: scf.parallel
// CHECK: memref.alloca
func.func @stack(%to: memref<4xf32>, %value: f32) {
  scf.forall (%i) in (4) {
    %buffer = memref.alloca() : memref<f32>
    memref.store %value, %buffer[] : memref<f32>
    %element = memref.load %buffer[] : memref<f32>
    memref.store %element, %to[%i] : memref<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @stack_of_unknown_size
// CHECK-NOT: scf.parallel
// CHECK: memref.alloca
func.func @stack_of_unknown_size(%to: memref<4xf32>, %value: f32, %size: index) {
  scf.forall (%i) in (4) {
    %buffer = memref.alloca(%size) : memref<?xf32>
    memref.store %value, %buffer[%i] : memref<?xf32>
    %element = memref.load %buffer[%i] : memref<?xf32>
    memref.store %element, %to[%i] : memref<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @assertion
// CHECK-NOT: scf.parallel
// CHECK: scf.for
// CHECK: scf.if
// CHECK: cf.assert
func.func @assertion(%to: memref<4xi1>, %check: i1) {
  scf.forall (%i) in (4) {
    %ok = memref.load %to[%i] : memref<4xi1>
    scf.if %check {
      cf.assert %ok, "not set"
    }
  }
  return
}

// CHECK-LABEL: func.func @result
// CHECK-NOT: scf.parallel
// CHECK: %[[MIN:.*]] = scf.for {{.*}} iter_args
// CHECK: arith.minimumf
// CHECK: return %[[MIN]]
func.func @result(%data: memref<64xf32>, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %min = scf.parallel (%i) = (%c0) to (%c64) step (%c1) init (%init) -> f32 {
    %element = memref.load %data[%i] : memref<64xf32>
    scf.reduce(%element : f32) {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.minimumf %a, %b : f32
      scf.reduce.return %0 : f32
    }
  }
  return %min : f32
}

// CHECK-LABEL: func.func @tensors
// CHECK: scf.forall
func.func @tensors(%to: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%out = %to) -> (tensor<4xf32>) {
    %slice = tensor.extract_slice %out[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %slice into %out[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %0 : tensor<4xf32>
}
