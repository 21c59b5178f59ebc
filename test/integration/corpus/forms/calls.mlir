// Functions that call each other, as JAX's and IREE's modules have them: helpers that
// several use, in loops and conditions, with several results, and declarations.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}9 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// It has no callers.
func.func private @external(tensor<?xf32>, i64) -> tensor<?xf32>

func.func private @relu(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x6xf32>
  %r = linalg.map ins(%x : tensor<4x6xf32>) outs(%empty : tensor<4x6xf32>) (%in: f32, %out: f32) {
    %0 = arith.maximumf %in, %zero : f32
    linalg.yield %0 : f32
  }
  return %r : tensor<4x6xf32>
}

func.func private @row_min(%x: tensor<4x6xf32>) -> tensor<4xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x6xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func private @row_min_max(%x: tensor<4x6xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %min = call @row_min(%x) : (tensor<4x6xf32>) -> tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<4x6xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %min, %max : tensor<4xf32>, tensor<4xf32>
}

func.func private @dynamic_min(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %highest = arith.constant 0x7F800000 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func private @scale(%x: tensor<4xf32>, %by: f32) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x, %by : tensor<4xf32>, f32) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %f: f32, %out: f32):
    %0 = arith.mulf %in, %f : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func private @clamp_index(%i: index, %size: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.subi %size, %c1 : index
  %0 = arith.maxsi %i, %c0 : index
  %1 = arith.minsi %0, %last : index
  return %1 : index
}

func.func @through_helpers(%x: tensor<4x6xf32>) -> tensor<4xf32> {
  %0 = call @relu(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = call @row_min(%0) : (tensor<4x6xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// The same helper twice, once through another.
func.func @both_ways(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = call @row_min_max(%x) : (tensor<4x6xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1 = call @row_min(%y) : (tensor<4x6xf32>) -> tensor<4xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %2 = linalg.add ins(%0#0, %1 : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %2, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// arguments: sums, 0..1
func.func @called_in_branches(%x: tensor<4x6xf32>, %flag: tensor<i1>) -> tensor<4xf32> {
  %condition = tensor.extract %flag[] : tensor<i1>
  %r = scf.if %condition -> (tensor<4xf32>) {
    %0 = func.call @row_min(%x) : (tensor<4x6xf32>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    %1 = func.call @relu(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = func.call @row_min(%1) : (tensor<4x6xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// One helper of unknown sizes, called with tensors of three types.
// arguments: sums, sums, 2x9
func.func @casts_for_helper(%x: tensor<4x6xf32>, %y: tensor<3x5xf32>, %z: tensor<?x9xf32>) -> (tensor<4xf32>, tensor<3xf32>, tensor<?xf32>) {
  %x0 = tensor.cast %x : tensor<4x6xf32> to tensor<?x?xf32>
  %y0 = tensor.cast %y : tensor<3x5xf32> to tensor<?x?xf32>
  %z0 = tensor.cast %z : tensor<?x9xf32> to tensor<?x?xf32>
  %a = call @dynamic_min(%x0) : (tensor<?x?xf32>) -> tensor<?xf32>
  %b = call @dynamic_min(%y0) : (tensor<?x?xf32>) -> tensor<?xf32>
  %c = call @dynamic_min(%z0) : (tensor<?x?xf32>) -> tensor<?xf32>
  %a0 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %b0 = tensor.cast %b : tensor<?xf32> to tensor<3xf32>
  return %a0, %b0, %c : tensor<4xf32>, tensor<3xf32>, tensor<?xf32>
}

// Scalars are passed to a helper in the body of a generic.
// arguments: sums, -3..9
func.func @called_in_body(%x: tensor<5xf32>, %places: tensor<8xi64>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%places : tensor<8xi64>) outs(%empty : tensor<8xf32>) {
  ^bb0(%place: i64, %out: f32):
    %c5 = arith.constant 5 : index
    %i = arith.index_cast %place : i64 to index
    %safe = func.call @clamp_index(%i, %c5) : (index, index) -> index
    %0 = tensor.extract %x[%safe] : tensor<5xf32>
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Its argument is returned unchanged, beside a result computed from it, and twice.
func.func @argument_is_result(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = call @row_min(%x) : (tensor<4x6xf32>) -> tensor<4xf32>
  return %x, %0, %0 : tensor<4x6xf32>, tensor<4xf32>, tensor<4xf32>
}

// Unused results.
func.func @unused_results(%x: tensor<4x6xf32>) -> tensor<4xf32> {
  %0:2 = call @row_min_max(%x) : (tensor<4x6xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %1 = call @relu(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0#1 : tensor<4xf32>
}

// Control flow by blocks and branches instead of regions.
// arguments: sums, 0..1
func.func @branches(%x: tensor<4x6xf32>, %flag: i1) -> tensor<4xf32> {
  cf.cond_br %flag, ^min, ^scaled
^min:
  %0 = call @row_min(%x) : (tensor<4x6xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
^scaled:
  %half = arith.constant 0.5 : f32
  %1 = call @row_min(%x) : (tensor<4x6xf32>) -> tensor<4xf32>
  %2 = call @scale(%1, %half) : (tensor<4xf32>, f32) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

func.func @called_in_loop(%x: tensor<4x6xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %two = arith.constant 2.0 : f32
  %start = call @row_min(%x) : (tensor<4x6xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %start) -> (tensor<4xf32>) {
    %0 = func.call @scale(%t, %two) : (tensor<4xf32>, f32) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
