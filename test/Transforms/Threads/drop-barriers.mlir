// RUN: reduce-opt %s --reduce-drop-barriers | FileCheck %s

// CHECK-LABEL: func.func @last
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop nowait {
func.func @last(%value: f32, %to: memref<4xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%zero) to (%four) step (%one) {
        memref.store %value, %to[%i] : memref<4xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// Code after the loop may need its results.
// CHECK-LABEL: func.func @followed
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop {
func.func @followed(%value: f32, %to: memref<4xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%zero) to (%four) step (%one) {
        memref.store %value, %to[%i] : memref<4xf32>
        omp.yield
      }
    }
    memref.store %value, %to[%zero] : memref<4xf32>
    omp.terminator
  }
  return
}
