// Reductions in and around loops and conditions, as IREE's dispatches, JAX's while
// loops and torch-mlir's prim.Loop are lowered.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}11 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Halves all elements until the greatest is small.
func.func @until_small(%x: tensor<3x5xf32>) -> (tensor<3x5xf32>, i32) {
  %lowest = arith.constant 0xFF800000 : f32
  %half = arith.constant 0.5 : f32
  %bound = arith.constant 0.25 : f32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%t = %x, %n = %zero) : (tensor<3x5xf32>, i32) -> (tensor<3x5xf32>, i32) {
    %empty = tensor.empty() : tensor<f32>
    %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<f32>) -> tensor<f32>
    %max = linalg.reduce { arith.maximumf } ins(%t : tensor<3x5xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
    %value = tensor.extract %max[] : tensor<f32>
    %more = arith.cmpf ogt, %value, %bound : f32
    scf.condition(%more) %t, %n : tensor<3x5xf32>, i32
  } do {
  ^bb0(%t: tensor<3x5xf32>, %n: i32):
    %next = linalg.map outs(%t : tensor<3x5xf32>) (%out: f32) {
      %0 = arith.mulf %out, %half : f32
      linalg.yield %0 : f32
    }
    %count = arith.addi %n, %one : i32
    scf.yield %next, %count : tensor<3x5xf32>, i32
  }
  return %r#0, %r#1 : tensor<3x5xf32>, i32
}

// One of two reductions, selected by an element of the first.
func.func @branch_on_element(%x: tensor<4x20xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %first = tensor.extract %x[%c0, %c0] : tensor<4x20xf32>
  %positive = arith.cmpf ogt, %first, %zero : f32
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.if %positive -> (tensor<4xf32>) {
    %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %min = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x20xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.minimumf %in, %out : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    scf.yield %min : tensor<4xf32>
  } else {
    %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x20xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.maximumf %in, %out : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    scf.yield %max : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Each row separately, by a loop that carries the results.
func.func @row_by_row(%x: tensor<5x18xf32>) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<5xf32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %empty) -> (tensor<5xf32>) {
    %slice = tensor.extract_slice %x[%i, 0] [1, 18] [1, 1] : tensor<5x18xf32> to tensor<18xf32>
    %part = tensor.extract_slice %t[%i] [1] [1] : tensor<5xf32> to tensor<f32>
    %init = linalg.fill ins(%highest : f32) outs(%part : tensor<f32>) -> tensor<f32>
    %min = linalg.reduce { arith.minimumf } ins(%slice : tensor<18xf32>) outs(%init : tensor<f32>) dimensions = [0]
    %next = tensor.insert_slice %min into %t[%i] [1] [1] : tensor<f32> into tensor<5xf32>
    scf.yield %next : tensor<5xf32>
  }
  return %r : tensor<5xf32>
}

// Tiles of rows in parallel, as in a dispatch.
func.func @tiles_of_rows(%x: tensor<8x25xf32>) -> tensor<8xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %r = scf.forall (%i) = (0) to (8) step (4) shared_outs(%t = %empty) -> (tensor<8xf32>) {
    %slice = tensor.extract_slice %x[%i, 0] [4, 25] [1, 1] : tensor<8x25xf32> to tensor<4x25xf32>
    %part = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %init = linalg.fill ins(%highest : f32) outs(%part : tensor<4xf32>) -> tensor<4xf32>
    %min = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%slice : tensor<4x25xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.minimumf %in, %out : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %min into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// The last tile is smaller; its size is an affine minimum.
func.func @tiles_with_rest(%x: tensor<4x22xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c22 = arith.constant 22 : index
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %j = %c0 to %c22 step %c8 iter_args(%t = %init) -> (tensor<4xf32>) {
    %size = affine.min affine_map<(d0) -> (8, -d0 + 22)>(%j)
    %slice = tensor.extract_slice %x[0, %j] [4, %size] [1, 1] : tensor<4x22xf32> to tensor<4x?xf32>
    %min = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%slice : tensor<4x?xf32>) outs(%t : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.minimumf %in, %out : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    scf.yield %min : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// arguments: sums, 0..3
func.func @by_switch(%x: tensor<3x10xf32>, %choice: tensor<i32>) -> tensor<3xf32> {
  %value = tensor.extract %choice[] : tensor<i32>
  %case = arith.index_cast %value : i32 to index
  %highest = arith.constant 0x7F800000 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %r = scf.index_switch %case -> tensor<3xf32>
  case 0 {
    %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
    %0 = linalg.reduce { arith.minimumf } ins(%x : tensor<3x10xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
    scf.yield %0 : tensor<3xf32>
  }
  case 1 {
    %init = linalg.fill ins(%one : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
    %0 = linalg.reduce { arith.mulf } ins(%x : tensor<3x10xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
    scf.yield %0 : tensor<3xf32>
  }
  default {
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
    %0 = linalg.reduce { arith.addf } ins(%x : tensor<3x10xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
    scf.yield %0 : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

// A minimum of scalars, which linalg cannot express.
func.func @scalar_loop(%x: tensor<31xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %highest = arith.constant 0x7F800000 : f32
  %r = scf.for %i = %c0 to %c31 step %c1 iter_args(%least = %highest) -> (f32) {
    %element = tensor.extract %x[%i] : tensor<31xf32>
    %0 = arith.minimumf %least, %element : f32
    scf.yield %0 : f32
  }
  return %r : f32
}

// A power by repeated products of a matrix with a vector, and its least element.
func.func @power_iteration(%a: tensor<4x4xf64>, %v: tensor<4xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %highest = arith.constant 0x7FF0000000000000 : f64
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %v) -> (tensor<4xf64>) {
    %empty = tensor.empty() : tensor<4xf64>
    %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
    %0 = linalg.matvec ins(%a, %t : tensor<4x4xf64>, tensor<4xf64>) outs(%init : tensor<4xf64>) -> tensor<4xf64>
    %copied = linalg.copy ins(%0 : tensor<4xf64>) outs(%t : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %copied : tensor<4xf64>
  }
  %one = tensor.empty() : tensor<f64>
  %start = linalg.fill ins(%highest : f64) outs(%one : tensor<f64>) -> tensor<f64>
  %min = linalg.reduce { arith.minimumf } ins(%r : tensor<4xf64>) outs(%start : tensor<f64>) dimensions = [0]
  return %min : tensor<f64>
}

// Both loops' tiles of a matrix, each inserted at its position.
func.func @two_loops(%x: tensor<6x10xi32>) -> tensor<3x5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c2 = arith.constant 2 : index
  %highest = arith.constant 2147483647 : i32
  %empty = tensor.empty() : tensor<3x5xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %empty) -> (tensor<3x5xi32>) {
    %inner = scf.for %j = %c0 to %c5 step %c1 iter_args(%u = %t) -> (tensor<3x5xi32>) {
      %y = arith.muli %i, %c2 : index
      %z = arith.muli %j, %c2 : index
      %tile = tensor.extract_slice %x[%y, %z] [2, 2] [1, 1] : tensor<6x10xi32> to tensor<2x2xi32>
      %one = tensor.empty() : tensor<i32>
      %init = linalg.fill ins(%highest : i32) outs(%one : tensor<i32>) -> tensor<i32>
      %min = linalg.reduce { arith.minsi } ins(%tile : tensor<2x2xi32>) outs(%init : tensor<i32>) dimensions = [0, 1]
      %next = tensor.insert_slice %min into %u[%i, %j] [1, 1] [1, 1] : tensor<i32> into tensor<3x5xi32>
      scf.yield %next : tensor<3x5xi32>
    }
    scf.yield %inner : tensor<3x5xi32>
  }
  return %r : tensor<3x5xi32>
}

// A block that is not a loop, and one value defined in it.
func.func @execute_region(%x: tensor<2x30xf32>) -> f32 {
  %highest = arith.constant 0x7F800000 : f32
  %r = scf.execute_region -> f32 {
    %empty = tensor.empty() : tensor<f32>
    %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<f32>) -> tensor<f32>
    %min = linalg.reduce { arith.minimumf } ins(%x : tensor<2x30xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
    %value = tensor.extract %min[] : tensor<f32>
    scf.yield %value : f32
  }
  return %r : f32
}

// A condition in the body of a generic.
func.func @condition_in_body(%x: tensor<3x17xf32>) -> tensor<3xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x17xf32>) outs(%init : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %zero = arith.constant 0.0 : f32
    %negative = arith.cmpf olt, %in, %zero : f32
    %0 = scf.if %negative -> (f32) {
      %1 = arith.mulf %in, %in : f32
      scf.yield %1 : f32
    } else {
      scf.yield %in : f32
    }
    %2 = arith.minimumf %0, %out : f32
    linalg.yield %2 : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
