// Attention, as torch-mlir, StableHLO and IREE write it on linalg: products of
// batches, masks, and a softmax between them.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}12 functions, 0 failures

#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#kept = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#rows = affine_map<(d0, d1, d2) -> (d0, d1)>

// Scores are scaled, and the maximum of a row is subtracted before exp.
func.func @scaled_dot_product(%q: tensor<2x5x8xf32>, %k: tensor<2x9x8xf32>, %v: tensor<2x9x4xf32>) -> tensor<2x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.25 : f32
  %kt_empty = tensor.empty() : tensor<2x8x9xf32>
  %kt = linalg.transpose ins(%k : tensor<2x9x8xf32>) outs(%kt_empty : tensor<2x8x9xf32>) permutation = [0, 2, 1]
  %s_empty = tensor.empty() : tensor<2x5x9xf32>
  %s_zero = linalg.fill ins(%zero : f32) outs(%s_empty : tensor<2x5x9xf32>) -> tensor<2x5x9xf32>
  %s = linalg.batch_matmul ins(%q, %kt : tensor<2x5x8xf32>, tensor<2x8x9xf32>) outs(%s_zero : tensor<2x5x9xf32>) -> tensor<2x5x9xf32>
  %scaled = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x5x9xf32>) outs(%s_empty : tensor<2x5x9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %scale : f32
    linalg.yield %0 : f32
  } -> tensor<2x5x9xf32>
  %m_empty = tensor.empty() : tensor<2x5x1xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%m_empty : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
  %m = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%scaled : tensor<2x5x9xf32>) outs(%m_init : tensor<2x5x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<2x5x1xf32>
  %e = linalg.generic {indexing_maps = [#all, #kept, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scaled, %m : tensor<2x5x9xf32>, tensor<2x5x1xf32>) outs(%s_empty : tensor<2x5x9xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x5x9xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%m_empty : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
  %d = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%e : tensor<2x5x9xf32>) outs(%d_init : tensor<2x5x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<2x5x1xf32>
  %p = linalg.generic {indexing_maps = [#all, #kept, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%e, %d : tensor<2x5x9xf32>, tensor<2x5x1xf32>) outs(%s_empty : tensor<2x5x9xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<2x5x9xf32>
  %o_empty = tensor.empty() : tensor<2x5x4xf32>
  %o_zero = linalg.fill ins(%zero : f32) outs(%o_empty : tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x5x9xf32>, tensor<2x9x4xf32>) outs(%o_zero : tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
  return %o : tensor<2x5x4xf32>
}

// Future positions are -inf, by the loops' indices.
func.func @causal_weights(%s: tensor<3x6x6xf32>) -> (tensor<3x6x6xf32>, tensor<3x6xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x6x6xf32>
  %masked = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<3x6x6xf32>) outs(%empty : tensor<3x6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %query = linalg.index 1 : index
    %key = linalg.index 2 : index
    %later = arith.cmpi ugt, %key, %query : index
    %0 = arith.select %later, %lowest, %in : f32
    linalg.yield %0 : f32
  } -> tensor<3x6x6xf32>
  %rows = tensor.empty() : tensor<3x6xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%rows : tensor<3x6xf32>) -> tensor<3x6xf32>
  %m = linalg.reduce { arith.maximumf } ins(%masked : tensor<3x6x6xf32>) outs(%m_init : tensor<3x6xf32>) dimensions = [2]
  %d_init = linalg.fill ins(%zero : f32) outs(%rows : tensor<3x6xf32>) -> tensor<3x6xf32>
  %0:2 = linalg.generic {indexing_maps = [#all, #rows, #all, #rows], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%masked, %m : tensor<3x6x6xf32>, tensor<3x6xf32>) outs(%empty, %d_init : tensor<3x6x6xf32>, tensor<3x6xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32, %sum: f32):
    %1 = arith.subf %in, %max : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %sum, %2 : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<3x6x6xf32>, tensor<3x6xf32>)
  return %0#0, %0#1 : tensor<3x6x6xf32>, tensor<3x6xf32>
}

// Four heads of queries share one of keys.
func.func @grouped_query_scores(%q: tensor<8x3x4xf32>, %k: tensor<2x5x4xf32>) -> tensor<8x3xf32> {
  %zero = arith.constant 0.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<8x3x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x3x5xf32>) -> tensor<8x3x5xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(h, q, k, c) -> (h, q, c)>, affine_map<(h, q, k, c) -> (h floordiv 4, k, c)>,
                       affine_map<(h, q, k, c) -> (h, q, k)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<8x3x4xf32>, tensor<2x5x4xf32>) outs(%init : tensor<8x3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x3x5xf32>
  %rows = tensor.empty() : tensor<8x3xf32>
  %start = linalg.fill ins(%highest : f32) outs(%rows : tensor<8x3xf32>) -> tensor<8x3xf32>
  %min = linalg.reduce { arith.minimumf } ins(%s : tensor<8x3x5xf32>) outs(%start : tensor<8x3xf32>) dimensions = [2]
  return %min : tensor<8x3xf32>
}

// A dimension is split into heads, which precede the sequence.
func.func @split_heads(%x: tensor<2x7x12xf64>) -> (tensor<2x3x7x4xf64>, tensor<2x3xf64>) {
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %expanded = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [2, 7, 3, 4] : tensor<2x7x12xf64> into tensor<2x7x3x4xf64>
  %empty = tensor.empty() : tensor<2x3x7x4xf64>
  %heads = linalg.transpose ins(%expanded : tensor<2x7x3x4xf64>) outs(%empty : tensor<2x3x7x4xf64>) permutation = [0, 2, 1, 3]
  %rows = tensor.empty() : tensor<2x3xf64>
  %init = linalg.fill ins(%lowest : f64) outs(%rows : tensor<2x3xf64>) -> tensor<2x3xf64>
  %max = linalg.reduce { arith.maximumf } ins(%heads : tensor<2x3x7x4xf64>) outs(%init : tensor<2x3xf64>) dimensions = [2, 3]
  return %heads, %max : tensor<2x3x7x4xf64>, tensor<2x3xf64>
}

// The mask of padding is one row for all heads and queries.
func.func @padding_mask(%s: tensor<2x3x4x5xf32>, %mask: tensor<2x1x1x5xi1>) -> tensor<2x3x4xf32> {
  %low = arith.constant -1.0e+04 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<2x3x4xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %max = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%s, %mask : tensor<2x3x4x5xf32>, tensor<2x1x1x5xi1>) outs(%init : tensor<2x3x4xf32>) {
  ^bb0(%in: f32, %valid: i1, %out: f32):
    %0 = arith.select %valid, %in, %low : f32
    %1 = arith.maximumf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x4xf32>
  return %max : tensor<2x3x4xf32>
}

// A slope for each head, times the distance.
func.func @linear_biases(%s: tensor<4x5x5xf32>, %slopes: tensor<4xf32>) -> (tensor<4x5x5xf32>, tensor<4x5xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4x5x5xf32>
  %biased = linalg.generic {indexing_maps = [#all, affine_map<(d0, d1, d2) -> (d0)>, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %slopes : tensor<4x5x5xf32>, tensor<4xf32>) outs(%empty : tensor<4x5x5xf32>) {
  ^bb0(%in: f32, %slope: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %difference = arith.subi %j, %i : index
    %integer = arith.index_cast %difference : index to i64
    %distance = arith.sitofp %integer : i64 to f32
    %0 = arith.mulf %slope, %distance : f32
    %1 = arith.addf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x5xf32>
  %rows = tensor.empty() : tensor<4x5xf32>
  %init = linalg.fill ins(%highest : f32) outs(%rows : tensor<4x5xf32>) -> tensor<4x5xf32>
  %min = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%biased : tensor<4x5x5xf32>) outs(%init : tensor<4x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x5xf32>
  return %biased, %min : tensor<4x5x5xf32>, tensor<4x5xf32>
}

// Products of f16 accumulate in f32.
func.func @half_scores(%q: tensor<6x8xf16>, %k: tensor<7x8xf16>) -> (tensor<6x7xf16>, tensor<6xf16>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFC00 : f16
  %wide = tensor.empty() : tensor<6x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%wide : tensor<6x7xf32>) -> tensor<6x7xf32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, #rows],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<6x8xf16>, tensor<7x8xf16>) outs(%init : tensor<6x7xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<6x7xf32>
  %narrow_empty = tensor.empty() : tensor<6x7xf16>
  %narrow = linalg.map ins(%s : tensor<6x7xf32>) outs(%narrow_empty : tensor<6x7xf16>)
    (%in: f32, %out: f16) {
      %0 = arith.truncf %in : f32 to f16
      linalg.yield %0 : f16
    }
  %rows = tensor.empty() : tensor<6xf16>
  %start = linalg.fill ins(%lowest : f16) outs(%rows : tensor<6xf16>) -> tensor<6xf16>
  %max = linalg.reduce { arith.maximumf } ins(%narrow : tensor<6x7xf16>) outs(%start : tensor<6xf16>) dimensions = [1]
  return %narrow, %max : tensor<6x7xf16>, tensor<6xf16>
}

// A key joins the cache at a place that the call tells; one query reads all before it.
// arguments: sums, sums, sums, 3..3
func.func @cached_keys(%cache: tensor<7x4xf32>, %key: tensor<1x4xf32>, %query: tensor<4xf32>, %place: index) -> (tensor<7x4xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %c1 = arith.constant 1 : index
  %updated = tensor.insert_slice %key into %cache[%place, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<7x4xf32>
  %count = arith.addi %place, %c1 : index
  %valid = tensor.extract_slice %updated[0, 0] [%count, 4] [1, 1] : tensor<7x4xf32> to tensor<?x4xf32>
  %empty = tensor.empty(%count) : tensor<?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.matvec ins(%valid, %query : tensor<?x4xf32>, tensor<4xf32>) outs(%init : tensor<?xf32>) -> tensor<?xf32>
  %one = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%highest : f32) outs(%one : tensor<f32>) -> tensor<f32>
  %min = linalg.reduce { arith.minimumf } ins(%s : tensor<?xf32>) outs(%start : tensor<f32>) dimensions = [0]
  return %updated, %min : tensor<7x4xf32>, tensor<f32>
}

// Queries and keys of length one.
func.func @cosine_scores(%q: tensor<4x6xf32>, %k: tensor<5x6xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-03 : f32
  %highest = arith.constant 0x7F800000 : f32
  %q_empty = tensor.empty() : tensor<4xf32>
  %k_empty = tensor.empty() : tensor<5xf32>
  %q_init = linalg.fill ins(%zero : f32) outs(%q_empty : tensor<4xf32>) -> tensor<4xf32>
  %k_init = linalg.fill ins(%zero : f32) outs(%k_empty : tensor<5xf32>) -> tensor<5xf32>
  %qq = linalg.reduce ins(%q : tensor<4x6xf32>) outs(%q_init : tensor<4xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    }
  %kk = linalg.reduce ins(%k : tensor<5x6xf32>) outs(%k_init : tensor<5xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %0 = arith.mulf %in, %in : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
    }
  %s_empty = tensor.empty() : tensor<4x5xf32>
  %s_init = linalg.fill ins(%zero : f32) outs(%s_empty : tensor<4x5xf32>) -> tensor<4x5xf32>
  %s = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%q, %k : tensor<4x6xf32>, tensor<5x6xf32>) outs(%s_init : tensor<4x5xf32>) -> tensor<4x5xf32>
  %start = linalg.fill ins(%highest : f32) outs(%q_empty : tensor<4xf32>) -> tensor<4xf32>
  %least = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%s, %qq, %kk : tensor<4x5xf32>, tensor<4xf32>, tensor<5xf32>) outs(%start : tensor<4xf32>) {
  ^bb0(%score: f32, %a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %0, %epsilon : f32
    %2 = math.sqrt %1 : f32
    %3 = arith.divf %score, %2 : f32
    %4 = arith.minimumf %3, %out : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return %least : tensor<4xf32>
}

// Only keys near the query count; some rows have none.
// arguments: 3x7x9 specials, 2..2
func.func @sliding_window(%s: tensor<?x?x?xf32>, %width: i64) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %lowest = arith.constant 0xFF800000 : f32
  %heads = tensor.dim %s, %c0 : tensor<?x?x?xf32>
  %queries = tensor.dim %s, %c1 : tensor<?x?x?xf32>
  %empty = tensor.empty(%heads, %queries) : tensor<?x?xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %max = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<?x?x?xf32>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %difference = arith.subi %i, %j : index
    %integer = arith.index_cast %difference : index to i64
    %distance = math.absi %integer : i64
    %near = arith.cmpi sle, %distance, %width : i64
    %0 = arith.select %near, %in, %lowest : f32
    %1 = arith.maximumf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  return %max : tensor<?x?xf32>
}

// Heads are merged again, and multiplied by a last matrix with a bias.
func.func @merged_heads(%o: tensor<2x3x5x4xf32>, %w: tensor<12x6xf32>, %bias: tensor<6xf32>) -> tensor<2x5x6xf32> {
  %empty = tensor.empty() : tensor<2x5x3x4xf32>
  %t = linalg.transpose ins(%o : tensor<2x3x5x4xf32>) outs(%empty : tensor<2x5x3x4xf32>) permutation = [0, 2, 1, 3]
  %flat = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<2x5x3x4xf32> into tensor<10x12xf32>
  %m_empty = tensor.empty() : tensor<10x6xf32>
  %init = linalg.broadcast ins(%bias : tensor<6xf32>) outs(%m_empty : tensor<10x6xf32>) dimensions = [0]
  %m = linalg.matmul ins(%flat, %w : tensor<10x12xf32>, tensor<12x6xf32>) outs(%init : tensor<10x6xf32>) -> tensor<10x6xf32>
  %r = tensor.expand_shape %m [[0, 1], [2]] output_shape [2, 5, 6] : tensor<10x6xf32> into tensor<2x5x6xf32>
  return %r : tensor<2x5x6xf32>
}

// One block of keys after the other, with the maximum and the sum so far.
func.func @online_blocks(%s: tensor<5x12xf32>, %v: tensor<12x3xf32>) -> (tensor<5x3xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant -1.0e+30 : f32
  %o_empty = tensor.empty() : tensor<5x3xf32>
  %r_empty = tensor.empty() : tensor<5xf32>
  %o_init = linalg.fill ins(%zero : f32) outs(%o_empty : tensor<5x3xf32>) -> tensor<5x3xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%r_empty : tensor<5xf32>) -> tensor<5xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%r_empty : tensor<5xf32>) -> tensor<5xf32>
  %0:3 = scf.for %i = %c0 to %c12 step %c4 iter_args(%o = %o_init, %m = %m_init, %d = %d_init) -> (tensor<5x3xf32>, tensor<5xf32>, tensor<5xf32>) {
    %scores = tensor.extract_slice %s[0, %i] [5, 4] [1, 1] : tensor<5x12xf32> to tensor<5x4xf32>
    %values = tensor.extract_slice %v[%i, 0] [4, 3] [1, 1] : tensor<12x3xf32> to tensor<4x3xf32>
    %m_new = linalg.reduce { arith.maximumf } ins(%scores : tensor<5x4xf32>) outs(%m : tensor<5xf32>) dimensions = [1]
    %p_empty = tensor.empty() : tensor<5x4xf32>
    %p = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a, b)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%scores, %m_new : tensor<5x4xf32>, tensor<5xf32>) outs(%p_empty : tensor<5x4xf32>) {
    ^bb0(%in: f32, %max: f32, %out: f32):
      %1 = arith.subf %in, %max : f32
      %2 = math.exp %1 : f32
      linalg.yield %2 : f32
    } -> tensor<5x4xf32>
    %factor = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
        ins(%m, %m_new : tensor<5xf32>, tensor<5xf32>) outs(%r_empty : tensor<5xf32>) {
    ^bb0(%old: f32, %new: f32, %out: f32):
      %1 = arith.subf %old, %new : f32
      %2 = math.exp %1 : f32
      linalg.yield %2 : f32
    } -> tensor<5xf32>
    %d_scaled = linalg.mul ins(%d, %factor : tensor<5xf32>, tensor<5xf32>) outs(%r_empty : tensor<5xf32>) -> tensor<5xf32>
    %d_new = linalg.reduce { arith.addf } ins(%p : tensor<5x4xf32>) outs(%d_scaled : tensor<5xf32>) dimensions = [1]
    %o_scaled = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a, b)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%o, %factor : tensor<5x3xf32>, tensor<5xf32>) outs(%o_empty : tensor<5x3xf32>) {
    ^bb0(%in: f32, %by: f32, %out: f32):
      %1 = arith.mulf %in, %by : f32
      linalg.yield %1 : f32
    } -> tensor<5x3xf32>
    %o_new = linalg.matmul ins(%p, %values : tensor<5x4xf32>, tensor<4x3xf32>) outs(%o_scaled : tensor<5x3xf32>) -> tensor<5x3xf32>
    scf.yield %o_new, %m_new, %d_new : tensor<5x3xf32>, tensor<5xf32>, tensor<5xf32>
  }
  return %0#0, %0#2 : tensor<5x3xf32>, tensor<5xf32>
}
