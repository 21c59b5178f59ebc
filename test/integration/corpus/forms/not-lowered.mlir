// Neighbours that MLIR's plain lowering leaves: quantized types, packed layouts,
// linalg.softmax, globals of ml_program, shapes. Passes must leave them alone.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}8 functions, 0 failures

// passes only: no pipeline of MLIR lowers all of these.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
!quantized = !quant.uniform<i8:f32, 0.25:3>
!channels = !quant.uniform<i8:f32:1, {0.5, 0.25:1, 1.0:-2}>

ml_program.global private @weights(dense<[1.0, 2.0, 0.5]> : tensor<3xf32>) : tensor<3xf32>
ml_program.global private mutable @state(dense<0.0> : tensor<4xf32>) : tensor<4xf32>

func.func @quantized_casts(%x: tensor<2x3xf32>) -> (tensor<2x3x!quantized>, tensor<2x3x!channels>, tensor<2xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %q = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!quantized>
  %c = quant.qcast %x : tensor<2x3xf32> to tensor<2x3x!channels>
  %d = quant.dcast %q : tensor<2x3x!quantized> to tensor<2x3xf32>
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %r = linalg.reduce { arith.minimumf } ins(%d : tensor<2x3xf32>) outs(%init : tensor<2xf32>) dimensions = [1]
  return %q, %c, %r : tensor<2x3x!quantized>, tensor<2x3x!channels>, tensor<2xf32>
}

func.func @quantized_storage(%x: tensor<2x3x!quantized>) -> (tensor<2xi8>, tensor<3x!quantized>) {
  %most = arith.constant 127 : i8
  %s = quant.scast %x : tensor<2x3x!quantized> to tensor<2x3xi8>
  %empty = tensor.empty() : tensor<2xi8>
  %init = linalg.fill ins(%most : i8) outs(%empty : tensor<2xi8>) -> tensor<2xi8>
  %r = linalg.reduce { arith.minsi } ins(%s : tensor<2x3xi8>) outs(%init : tensor<2xi8>) dimensions = [1]
  %row = tensor.extract_slice %x[0, 0] [1, 3] [1, 1] : tensor<2x3x!quantized> to tensor<3x!quantized>
  return %r, %row : tensor<2xi8>, tensor<3x!quantized>
}

func.func @softmax_operation(%x: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<3x8xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<3x8xf32>) outs(%empty : tensor<3x8xf32>) -> tensor<3x8xf32>
  %rows = tensor.empty() : tensor<3xf32>
  %init = linalg.fill ins(%highest : f32) outs(%rows : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.reduce { arith.minimumf } ins(%s : tensor<3x8xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  return %s, %r : tensor<3x8xf32>, tensor<3xf32>
}

// Consecutive tiles of a matrix, their minima, and the unpacked result.
func.func @packed(%x: tensor<6x10xf32>) -> (tensor<2x3xf32>, tensor<6x10xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %tiles_empty = tensor.empty() : tensor<2x3x3x4xf32>
  %tiles = linalg.pack %x padding_value(%highest : f32) inner_dims_pos = [0, 1] inner_tiles = [3, 4] into %tiles_empty : tensor<6x10xf32> -> tensor<2x3x3x4xf32>
  %empty = tensor.empty() : tensor<2x3xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = linalg.reduce { arith.minimumf } ins(%tiles : tensor<2x3x3x4xf32>) outs(%init : tensor<2x3xf32>) dimensions = [2, 3]
  %back_empty = tensor.empty() : tensor<6x10xf32>
  %back = linalg.unpack %tiles inner_dims_pos = [0, 1] inner_tiles = [3, 4] into %back_empty : tensor<2x3x3x4xf32> -> tensor<6x10xf32>
  return %r, %back : tensor<2x3xf32>, tensor<6x10xf32>
}

// IREE's variables: one that is read, one that keeps its value between calls.
func.func @globals(%x: tensor<4x3xf32>) -> tensor<4xf32> {
  %weights = ml_program.global_load_const @weights : tensor<3xf32>
  %state = ml_program.global_load @state : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %weights : tensor<4x3xf32>, tensor<3xf32>) outs(%state : tensor<4xf32>) {
  ^bb0(%in: f32, %w: f32, %out: f32):
    %0 = arith.mulf %in, %w : f32
    %1 = arith.minimumf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  ml_program.global_store @state = %r : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @shapes(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<2xindex>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %highest = arith.constant 0x7F800000 : f32
  %xs = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %ys = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %xs, %ys : tensor<2xindex>, tensor<2xindex>
  %r = shape.assuming %w -> tensor<?xf32> {
    %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
    %empty = tensor.empty(%rows) : tensor<?xf32>
    %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    %0 = linalg.reduce { arith.minimumf } ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
    shape.assuming_yield %0 : tensor<?xf32>
  }
  return %xs, %r : tensor<2xindex>, tensor<?xf32>
}

// Elements of a byte, and of four bits.
func.func @short_floats(%x: tensor<3x9xf8E4M3FN>, %y: tensor<3x9xi4>) -> (tensor<3xf8E4M3FN>, tensor<3xi4>) {
  %most = arith.constant 448.0 : f8E4M3FN
  %seven = arith.constant 7 : i4
  %a = tensor.empty() : tensor<3xf8E4M3FN>
  %b = tensor.empty() : tensor<3xi4>
  %a_init = linalg.fill ins(%most : f8E4M3FN) outs(%a : tensor<3xf8E4M3FN>) -> tensor<3xf8E4M3FN>
  %b_init = linalg.fill ins(%seven : i4) outs(%b : tensor<3xi4>) -> tensor<3xi4>
  %c = linalg.reduce { arith.minimumf } ins(%x : tensor<3x9xf8E4M3FN>) outs(%a_init : tensor<3xf8E4M3FN>) dimensions = [1]
  %d = linalg.reduce { arith.minsi } ins(%y : tensor<3x9xi4>) outs(%b_init : tensor<3xi4>) dimensions = [1]
  return %c, %d : tensor<3xf8E4M3FN>, tensor<3xi4>
}

// tensor.gather, and a tensor of unknown rank.
// arguments: sums, 0..3, sums
func.func @gather_operation(%x: tensor<4x5xf32>, %places: tensor<3x1xi32>, %u: tensor<*xf32>) -> (tensor<3x5xf32>, tensor<?x?xf32>) {
  %g = tensor.gather %x[%places] gather_dims([0]) : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  %r = tensor.cast %u : tensor<*xf32> to tensor<?x?xf32>
  return %g, %r : tensor<3x5xf32>, tensor<?x?xf32>
}
