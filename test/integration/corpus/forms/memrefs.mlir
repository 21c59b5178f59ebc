// Functions on memrefs, as Enzyme-JAX, Polygeist and IREE have them behind
// bufferization: linalg, affine and scf loops on memory, views, globals, vectors.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}12 functions, 0 failures

memref.global "private" constant @weights : memref<4xf32> = dense<[1.0, -2.0, 0.5, 3.0]>
memref.global "private" @counter : memref<i32> = dense<5>

func.func @generic_minimum(%x: memref<5x20xf32>, %out: memref<5xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  linalg.fill ins(%highest : f32) outs(%out : memref<5xf32>)
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<5x20xf32>) outs(%out : memref<5xf32>) {
  ^bb0(%in: f32, %so_far: f32):
    %0 = arith.minimumf %in, %so_far : f32
    linalg.yield %0 : f32
  }
  return
}

// arguments: 3x7, 3
func.func @named_reduce(%x: memref<?x?xi32>, %out: memref<?xi32>) {
  linalg.reduce { arith.minsi } ins(%x : memref<?x?xi32>) outs(%out : memref<?xi32>) dimensions = [1]
  return
}

// A minimum by an affine loop, as from C.
func.func @affine_loops(%x: memref<6x9xf64>, %out: memref<6xf64>) {
  %highest = arith.constant 0x7FF0000000000000 : f64
  affine.for %i = 0 to 6 {
    %least = affine.for %j = 0 to 9 iter_args(%m = %highest) -> (f64) {
      %0 = affine.load %x[%i, %j] : memref<6x9xf64>
      %1 = arith.minimumf %m, %0 : f64
      affine.yield %1 : f64
    }
    affine.store %least, %out[%i] : memref<6xf64>
  }
  return
}

// Half of the columns, starting from the second.
func.func @views(%x: memref<4x10xf32>, %out: memref<4xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %view = memref.subview %x[0, 1] [4, 5] [1, 2] : memref<4x10xf32> to memref<4x5xf32, strided<[10, 2], offset: 1>>
  linalg.fill ins(%highest : f32) outs(%out : memref<4xf32>)
  linalg.reduce { arith.minimumf } ins(%view : memref<4x5xf32, strided<[10, 2], offset: 1>>) outs(%out : memref<4xf32>) dimensions = [1]
  return
}

func.func @parallel_loops(%x: memref<6x5xf32>, %out: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %highest = arith.constant 0x7F800000 : f32
  scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
    %least = scf.parallel (%j) = (%c0) to (%c5) step (%c1) init (%highest) -> f32 {
      %0 = memref.load %x[%i, %j] : memref<6x5xf32>
      scf.reduce(%0 : f32) {
      ^bb0(%a: f32, %b: f32):
        %1 = arith.minimumf %a, %b : f32
        scf.reduce.return %1 : f32
      }
    }
    memref.store %least, %out[%i] : memref<6xf32>
    scf.reduce
  }
  return
}

// Weights stored in the module, and a number that it changes.
func.func @globals(%x: memref<3x4xf32>, %out: memref<3xf32>) -> i32 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %weights = memref.get_global @weights : memref<4xf32>
  linalg.fill ins(%zero : f32) outs(%out : memref<3xf32>)
  linalg.matvec ins(%x, %weights : memref<3x4xf32>, memref<4xf32>) outs(%out : memref<3xf32>)
  %counter = memref.get_global @counter : memref<i32>
  %before = memref.load %counter[] : memref<i32>
  %after = arith.addi %before, %one : i32
  memref.store %after, %counter[] : memref<i32>
  return %after : i32
}

// Rows at any distance from each other.
// arguments: 4x9, 4
func.func @strided_argument(%x: memref<?x?xf32, strided<[?, 1], offset: ?>>, %out: memref<?xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  linalg.fill ins(%highest : f32) outs(%out : memref<?xf32>)
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<?x?xf32, strided<[?, 1], offset: ?>>) outs(%out : memref<?xf32>) {
  ^bb0(%in: f32, %so_far: f32):
    %0 = arith.minimumf %in, %so_far : f32
    linalg.yield %0 : f32
  }
  return
}

// Hand-written vector operations of MLIR.
func.func @vectors(%x: memref<4x16xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    %row = vector.transfer_read %x[%i, %c0], %zero {in_bounds = [true]} : memref<4x16xf32>, vector<16xf32>
    %least = vector.reduction <minimumf>, %row : vector<16xf32> into f32
    memref.store %least, %out[%i] : memref<4xf32>
  }
  return
}

// Tensors inside, memrefs outside.
func.func @tensors_inside(%x: memref<5x13xf32>, %out: memref<5xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %tensor = bufferization.to_tensor %x restrict : memref<5x13xf32> to tensor<5x13xf32>
  %empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]} ins(%tensor : tensor<5x13xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%in: f32, %so_far: f32):
    %0 = arith.minimumf %in, %so_far : f32
    linalg.yield %0 : f32
  } -> tensor<5xf32>
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<5xf32>, memref<5xf32>) -> ()
  return
}

// A shape of other dimensions on the same memory.
func.func @reshapes(%x: memref<4x6xf32>, %out: memref<8xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %flat = memref.collapse_shape %x [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  %rows = memref.expand_shape %flat [[0, 1]] output_shape [8, 3] : memref<24xf32> into memref<8x3xf32>
  linalg.fill ins(%highest : f32) outs(%out : memref<8xf32>)
  linalg.reduce { arith.minimumf } ins(%rows : memref<8x3xf32>) outs(%out : memref<8xf32>) dimensions = [1]
  return
}

func.func @copies(%x: memref<4x6xi8>, %out: memref<6x2xi8>) {
  %view = memref.subview %x[0, 0] [2, 6] [2, 1] : memref<4x6xi8> to memref<2x6xi8, strided<[12, 1]>>
  %compact = memref.alloc() : memref<2x6xi8>
  memref.copy %view, %compact : memref<2x6xi8, strided<[12, 1]>> to memref<2x6xi8>
  linalg.transpose ins(%compact : memref<2x6xi8>) outs(%out : memref<6x2xi8>) permutation = [1, 0]
  memref.dealloc %compact : memref<2x6xi8>
  return
}

// Buffers allocated by the function, on the heap and on the stack.
func.func @own_buffers(%x: memref<3x8xf32>, %out: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %heap = memref.alloc() : memref<3x8xf32>
  %stack = memref.alloca() : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %zero, %stack[%i] : memref<8xf32>
  }
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%x, %stack : memref<3x8xf32>, memref<8xf32>) outs(%heap : memref<3x8xf32>) {
  ^bb0(%a: f32, %b: f32, %unused: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  }
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%out : memref<3xf32>)
  linalg.reduce { arith.addf } ins(%heap : memref<3x8xf32>) outs(%out : memref<3xf32>) dimensions = [1]
  memref.dealloc %heap : memref<3x8xf32>
  return
}
