// Masks: triangles, lengths, all and any, what is chosen or counted by them, as
// torch-mlir, StableHLO and JAX's exports have them, of i1 and of what stands for it.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}12 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

func.func @lower_triangle(%x: tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<6x6xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<6x6xf32>) outs(%empty : tensor<6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %keep = arith.cmpi sge, %i, %j : index
    %0 = arith.select %keep, %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<6x6xf32>
  %rows = tensor.empty() : tensor<6xf32>
  %init = linalg.fill ins(%highest : f32) outs(%rows : tensor<6xf32>) -> tensor<6xf32>
  %min = linalg.reduce { arith.minimumf } ins(%t : tensor<6x6xf32>) outs(%init : tensor<6xf32>) dimensions = [1]
  return %t, %min : tensor<6x6xf32>, tensor<6xf32>
}

// arguments: specials, sums, 5x9
func.func @where(%x: tensor<5x9xf32>, %y: tensor<9xf32>, %mask: tensor<?x?xi1>) -> tensor<5xf32> {
  %static = tensor.cast %mask : tensor<?x?xi1> to tensor<5x9xi1>
  %highest = arith.constant 0x7F800000 : f32
  %rows = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%highest : f32) outs(%rows : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id, #column, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %y, %static : tensor<5x9xf32>, tensor<9xf32>, tensor<5x9xi1>) outs(%init : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %m: i1, %out: f32):
    %0 = arith.select %m, %a, %b : f32
    %1 = arith.minimumf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// Lengths of rows become masks, and masks minima.
// arguments: sums, 0..8
func.func @lengths(%x: tensor<4x8xf32>, %lengths: tensor<4xi32>) -> (tensor<4x8xi1>, tensor<4xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %mask_empty = tensor.empty() : tensor<4x8xi1>
  %mask = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%lengths : tensor<4xi32>) outs(%mask_empty : tensor<4x8xi1>) {
  ^bb0(%length: i32, %out: i1):
    %j = linalg.index 1 : index
    %place = arith.index_cast %j : index to i32
    %0 = arith.cmpi slt, %place, %length : i32
    linalg.yield %0 : i1
  } -> tensor<4x8xi1>
  %rows = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%highest : f32) outs(%rows : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %mask : tensor<4x8xf32>, tensor<4x8xi1>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %valid: i1, %out: f32):
    %0 = arith.select %valid, %in, %highest : f32
    %1 = arith.minimumf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %mask, %r : tensor<4x8xi1>, tensor<4xf32>
}

func.func @all_and_any(%mask: tensor<7x5xi1>) -> (tensor<7xi1>, tensor<7xi1>, tensor<i1>) {
  %true = arith.constant true
  %false = arith.constant false
  %rows = tensor.empty() : tensor<7xi1>
  %one = tensor.empty() : tensor<i1>
  %all_init = linalg.fill ins(%true : i1) outs(%rows : tensor<7xi1>) -> tensor<7xi1>
  %any_init = linalg.fill ins(%false : i1) outs(%rows : tensor<7xi1>) -> tensor<7xi1>
  %whole_init = linalg.fill ins(%true : i1) outs(%one : tensor<i1>) -> tensor<i1>
  %all = linalg.reduce { arith.andi } ins(%mask : tensor<7x5xi1>) outs(%all_init : tensor<7xi1>) dimensions = [1]
  %any = linalg.reduce { arith.ori } ins(%mask : tensor<7x5xi1>) outs(%any_init : tensor<7xi1>) dimensions = [1]
  %whole = linalg.reduce { arith.andi } ins(%any : tensor<7xi1>) outs(%whole_init : tensor<i1>) dimensions = [0]
  return %all, %any, %whole : tensor<7xi1>, tensor<7xi1>, tensor<i1>
}

// A factor of 1 replaces masked elements.
// arguments: products, bools
func.func @masked_product(%x: tensor<3x16xf32>, %mask: tensor<3x16xi1>) -> tensor<3x1xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<3x1xf32>
  %init = linalg.fill ins(%one : f32) outs(%empty : tensor<3x1xf32>) -> tensor<3x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x, %mask : tensor<3x16xf32>, tensor<3x16xi1>) outs(%init : tensor<3x1xf32>) {
  ^bb0(%in: f32, %valid: i1, %out: f32):
    %0 = arith.select %valid, %in, %one : f32
    %1 = arith.mulf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<3x1xf32>
  return %r : tensor<3x1xf32>
}

// Comparisons of two tensors produce separate tensors of i1.
// arguments: 6x10, 10
func.func @count_equal(%x: tensor<?x?xi32>, %y: tensor<?xi32>) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %rows = tensor.dim %x, %c0 : tensor<?x?xi32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xi32>
  %mask_empty = tensor.empty(%rows, %columns) : tensor<?x?xi1>
  %same = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<?x?xi32>, tensor<?xi32>) outs(%mask_empty : tensor<?x?xi1>) {
  ^bb0(%a: i32, %b: i32, %out: i1):
    %0 = arith.cmpi eq, %a, %b : i32
    linalg.yield %0 : i1
  } -> tensor<?x?xi1>
  %empty = tensor.empty(%rows) : tensor<?xi64>
  %init = linalg.fill ins(%zero : i64) outs(%empty : tensor<?xi64>) -> tensor<?xi64>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%same : tensor<?x?xi1>) outs(%init : tensor<?xi64>) {
  ^bb0(%in: i1, %out: i64):
    %0 = arith.extui %in : i1 to i64
    %1 = arith.addi %0, %out : i64
    linalg.yield %1 : i64
  } -> tensor<?xi64>
  return %r : tensor<?xi64>
}

// As unsigned numbers, false is the lesser one.
func.func @unsigned_minimum(%mask: tensor<4x18xi1>) -> (tensor<18xi1>, tensor<4xi1>) {
  %true = arith.constant true
  %columns = tensor.empty() : tensor<18xi1>
  %rows = tensor.empty() : tensor<4xi1>
  %c_init = linalg.fill ins(%true : i1) outs(%columns : tensor<18xi1>) -> tensor<18xi1>
  %r_init = linalg.fill ins(%true : i1) outs(%rows : tensor<4xi1>) -> tensor<4xi1>
  %c = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%mask : tensor<4x18xi1>) outs(%c_init : tensor<18xi1>) {
  ^bb0(%in: i1, %out: i1):
    %0 = arith.minui %in, %out : i1
    linalg.yield %0 : i1
  } -> tensor<18xi1>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%mask : tensor<4x18xi1>) outs(%r_init : tensor<4xi1>) {
  ^bb0(%in: i1, %out: i1):
    %0 = arith.muli %in, %out : i1
    linalg.yield %0 : i1
  } -> tensor<4xi1>
  return %c, %r : tensor<18xi1>, tensor<4xi1>
}

// The positions of true elements, one after the other, and their number.
func.func @nonzero(%mask: tensor<9xi1>) -> (tensor<9xi64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %none = arith.constant dense<-1> : tensor<9xi64>
  %r:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%places = %none, %count = %c0) -> (tensor<9xi64>, index) {
    %is = tensor.extract %mask[%i] : tensor<9xi1>
    %next:2 = scf.if %is -> (tensor<9xi64>, index) {
      %place = arith.index_cast %i : index to i64
      %0 = tensor.insert %place into %places[%count] : tensor<9xi64>
      %1 = arith.addi %count, %c1 : index
      scf.yield %0, %1 : tensor<9xi64>, index
    } else {
      scf.yield %places, %count : tensor<9xi64>, index
    }
    scf.yield %next#0, %next#1 : tensor<9xi64>, index
  }
  return %r#0, %r#1 : tensor<9xi64>, index
}

// Masks of bytes, where all nonzero values are true, become i1 and bytes again.
// arguments: -2..2, 0..1
func.func @bytes(%a: tensor<3x10xi8>, %b: tensor<3x10xi8>) -> (tensor<3x10xi8>, tensor<3xi8>) {
  %zero = arith.constant 0 : i8
  %most = arith.constant 127 : i8
  %empty = tensor.empty() : tensor<3x10xi8>
  %x = linalg.map ins(%a, %b : tensor<3x10xi8>, tensor<3x10xi8>) outs(%empty : tensor<3x10xi8>) (%p: i8, %q: i8, %out: i8) {
    %0 = arith.cmpi ne, %p, %zero : i8
    %1 = arith.cmpi ne, %q, %zero : i8
    %2 = arith.xori %0, %1 : i1
    %3 = arith.extui %2 : i1 to i8
    linalg.yield %3 : i8
  }
  %rows = tensor.empty() : tensor<3xi8>
  %init = linalg.fill ins(%most : i8) outs(%rows : tensor<3xi8>) -> tensor<3xi8>
  %r = linalg.reduce { arith.minsi } ins(%x : tensor<3x10xi8>) outs(%init : tensor<3xi8>) dimensions = [1]
  return %x, %r : tensor<3x10xi8>, tensor<3xi8>
}

// Whether any element is NaN, and the minimum of those that are not.
// arguments: specials
func.func @nan_mask(%x: tensor<4x21xf32>) -> (tensor<4xi1>, tensor<4xf32>) {
  %false = arith.constant false
  %highest = arith.constant 0x7F800000 : f32
  %flags = tensor.empty() : tensor<4xi1>
  %rows = tensor.empty() : tensor<4xf32>
  %f_init = linalg.fill ins(%false : i1) outs(%flags : tensor<4xi1>) -> tensor<4xi1>
  %r_init = linalg.fill ins(%highest : f32) outs(%rows : tensor<4xf32>) -> tensor<4xf32>
  %any = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x21xf32>) outs(%f_init : tensor<4xi1>) {
  ^bb0(%in: f32, %out: i1):
    %0 = arith.cmpf uno, %in, %in : f32
    %1 = arith.ori %0, %out : i1
    linalg.yield %1 : i1
  } -> tensor<4xi1>
  %r = linalg.reduce { arith.minnumf } ins(%x : tensor<4x21xf32>) outs(%r_init : tensor<4xf32>) dimensions = [1]
  return %any, %r : tensor<4xi1>, tensor<4xf32>
}

// The same mask for all, by maps with constants for extents of 1.
func.func @broadcast_masks(%x: tensor<2x3x7xf32>, %rows: tensor<2x1x1xi1>, %columns: tensor<1x1x7xi1>) -> tensor<2x3xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<2x3xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, 0, 0)>, affine_map<(a, b, c) -> (0, 0, c)>, affine_map<(a, b, c) -> (a, b)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %rows, %columns : tensor<2x3x7xf32>, tensor<2x1x1xi1>, tensor<1x1x7xi1>) outs(%init : tensor<2x3xf32>) {
  ^bb0(%in: f32, %p: i1, %q: i1, %out: f32):
    %0 = arith.andi %p, %q : i1
    %1 = arith.select %0, %in, %highest : f32
    %2 = arith.minimumf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// A checkerboard computed from the loops' indices: nothing is read.
func.func @checkerboard() -> (tensor<5x6xi1>, tensor<6xi1>) {
  %true = arith.constant true
  %empty = tensor.empty() : tensor<5x6xi1>
  %board = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<5x6xi1>) {
  ^bb0(%out: i1):
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %sum = arith.addi %i, %j : index
    %rest = arith.remui %sum, %c2 : index
    %0 = arith.cmpi eq, %rest, %c0 : index
    linalg.yield %0 : i1
  } -> tensor<5x6xi1>
  %columns = tensor.empty() : tensor<6xi1>
  %init = linalg.fill ins(%true : i1) outs(%columns : tensor<6xi1>) -> tensor<6xi1>
  %all = linalg.reduce { arith.andi } ins(%board : tensor<5x6xi1>) outs(%init : tensor<6xi1>) dimensions = [0]
  return %board, %all : tensor<5x6xi1>, tensor<6xi1>
}
