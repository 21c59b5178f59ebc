// RUN: reduce-opt %s -reduce-hoist-thread-memory | FileCheck %s

// CHECK-LABEL: func.func @known
// CHECK:      omp.parallel
// CHECK-NEXT:   %[[MEMORY:.*]] = memref.alloca() {alignment = 64 : i64} : memref<8xf32>
// CHECK:        omp.loop_nest
// CHECK-NOT:    memref.alloca_scope
// CHECK:          memref.store %{{.*}}, %[[MEMORY]]
func.func @known(%value: f32, %to: memref<4xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%zero) to (%four) step (%one) {
        memref.alloca_scope {
          %memory = memref.alloca() {alignment = 64 : i64} : memref<8xf32>
          memref.store %value, %memory[%i] : memref<8xf32>
          %element = memref.load %memory[%i] : memref<8xf32>
          memref.store %element, %to[%i] : memref<4xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// Memory of a size known only at run time stays where it is freed.

// CHECK-LABEL: func.func @unknown
// CHECK: omp.loop_nest
// CHECK: memref.alloca_scope
// CHECK: memref.alloca(
func.func @unknown(%value: f32, %size: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%zero) to (%size) step (%one) {
        memref.alloca_scope {
          %memory = memref.alloca(%size) : memref<?xf32>
          memref.store %value, %memory[%i] : memref<?xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
