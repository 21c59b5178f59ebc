// What ranks elements: the k greatest or least in rounds, sorting, medians, as IREE's
// and onnx-mlir's lowerings of TopK and sort go by loops around reductions.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}9 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Each round takes the minimum, and replaces it by +inf.
func.func @three_least(%x: tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %highest = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0 : i64
  %values = tensor.empty() : tensor<3xf32>
  %places = tensor.empty() : tensor<3xi64>
  %r:3 = scf.for %k = %c0 to %c3 step %c1 iter_args(%rest = %x, %v = %values, %p = %places) -> (tensor<8xf32>, tensor<3xf32>, tensor<3xi64>) {
    %v0 = tensor.empty() : tensor<f32>
    %p0 = tensor.empty() : tensor<i64>
    %v_init = linalg.fill ins(%highest : f32) outs(%v0 : tensor<f32>) -> tensor<f32>
    %p_init = linalg.fill ins(%zero : i64) outs(%p0 : tensor<i64>) -> tensor<i64>
    %least:2 = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>, affine_map<(a) -> ()>], iterator_types = ["reduction"]}
        ins(%rest : tensor<8xf32>) outs(%v_init, %p_init : tensor<f32>, tensor<i64>) {
    ^bb0(%in: f32, %out: f32, %at: i64):
      %i = linalg.index 0 : index
      %place = arith.index_cast %i : index to i64
      %less = arith.cmpf olt, %in, %out : f32
      %0 = arith.select %less, %in, %out : f32
      %1 = arith.select %less, %place, %at : i64
      linalg.yield %0, %1 : f32, i64
    } -> (tensor<f32>, tensor<i64>)
    %value = tensor.extract %least#0[] : tensor<f32>
    %at = tensor.extract %least#1[] : tensor<i64>
    %place = arith.index_cast %at : i64 to index
    %rest_next = tensor.insert %highest into %rest[%place] : tensor<8xf32>
    %v_next = tensor.insert %value into %v[%k] : tensor<3xf32>
    %p_next = tensor.insert %at into %p[%k] : tensor<3xi64>
    scf.yield %rest_next, %v_next, %p_next : tensor<8xf32>, tensor<3xf32>, tensor<3xi64>
  }
  return %r#1, %r#2 : tensor<3xf32>, tensor<3xi64>
}

// For each row, its two maxima, computed side by side in one pass.
func.func @two_greatest(%x: tensor<5x9xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x9xf32>) outs(%init, %init : tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%in: f32, %first: f32, %second: f32):
    %0 = arith.minimumf %in, %first : f32
    %1 = arith.maximumf %in, %first : f32
    %2 = arith.maximumf %0, %second : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
}

// The rank of an element is the number of those before it.
func.func @sort_by_ranks(%x: tensor<9xi32>) -> (tensor<9xi32>, tensor<9xindex>) {
  %none = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %empty = tensor.empty() : tensor<9xindex>
  %init = linalg.fill ins(%none : index) outs(%empty : tensor<9xindex>) -> tensor<9xindex>
  %ranks = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %x : tensor<9xi32>, tensor<9xi32>) outs(%init : tensor<9xindex>) {
  ^bb0(%own: i32, %other: i32, %out: index):
    %one = arith.constant 1 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %less = arith.cmpi slt, %other, %own : i32
    %same = arith.cmpi eq, %other, %own : i32
    %earlier = arith.cmpi ult, %j, %i : index
    %0 = arith.andi %same, %earlier : i1
    %1 = arith.ori %less, %0 : i1
    %2 = arith.select %1, %one, %none : index
    %3 = arith.addi %out, %2 : index
    linalg.yield %3 : index
  } -> tensor<9xindex>
  %sorted_empty = tensor.empty() : tensor<9xi32>
  %sorted = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %sorted_empty) -> (tensor<9xi32>) {
    %rank = tensor.extract %ranks[%i] : tensor<9xindex>
    %value = tensor.extract %x[%i] : tensor<9xi32>
    %next = tensor.insert %value into %s[%rank] : tensor<9xi32>
    scf.yield %next : tensor<9xi32>
  }
  return %sorted, %ranks : tensor<9xi32>, tensor<9xindex>
}

// Neighbors in the wrong order are exchanged, in two loops with a condition.
func.func @bubble_sort(%x: tensor<7xf64>) -> tensor<7xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%outer = %x) -> (tensor<7xf64>) {
    %end = arith.subi %c6, %i : index
    %inner = scf.for %j = %c0 to %end step %c1 iter_args(%t = %outer) -> (tensor<7xf64>) {
      %next = arith.addi %j, %c1 : index
      %a = tensor.extract %t[%j] : tensor<7xf64>
      %b = tensor.extract %t[%next] : tensor<7xf64>
      %greater = arith.cmpf ogt, %a, %b : f64
      %swapped = scf.if %greater -> (tensor<7xf64>) {
        %0 = tensor.insert %b into %t[%j] : tensor<7xf64>
        %1 = tensor.insert %a into %0[%next] : tensor<7xf64>
        scf.yield %1 : tensor<7xf64>
      } else {
        scf.yield %t : tensor<7xf64>
      }
      scf.yield %swapped : tensor<7xf64>
    }
    scf.yield %inner : tensor<7xf64>
  }
  return %r : tensor<7xf64>
}

func.func @median_of_three(%a: tensor<4x5xf32>, %b: tensor<4x5xf32>, %c: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<5xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4x5xf32>
  %m = linalg.map ins(%a, %b, %c : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) outs(%empty : tensor<4x5xf32>) (%x: f32, %y: f32, %z: f32, %out: f32) {
    %0 = arith.maximumf %x, %y : f32
    %1 = arith.minimumf %x, %y : f32
    %2 = arith.minimumf %0, %z : f32
    %3 = arith.maximumf %1, %2 : f32
    linalg.yield %3 : f32
  }
  %columns = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%highest : f32) outs(%columns : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.reduce { arith.minimumf } ins(%m : tensor<4x5xf32>) outs(%init : tensor<5xf32>) dimensions = [0]
  return %m, %r : tensor<4x5xf32>, tensor<5xf32>
}

// Rounds of a number that the call tells, until as many as asked for are found.
// arguments: 11, 4..4
func.func @kth_least(%x: tensor<?xf32>, %k: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %highest = arith.constant 0x7F800000 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %r = scf.for %round = %c0 to %k step %c1 iter_args(%bound = %lowest) -> (f32) {
    %empty = tensor.empty() : tensor<f32>
    %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<f32>) -> tensor<f32>
    %least = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<?xf32>) outs(%init : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %above = arith.cmpf ogt, %in, %bound : f32
      %0 = arith.select %above, %in, %highest : f32
      %1 = arith.minimumf %0, %out : f32
      linalg.yield %1 : f32
    } -> tensor<f32>
    %value = tensor.extract %least[] : tensor<f32>
    scf.yield %value : f32
  }
  return %r : f32
}

// The best of each beam is selected from the scores of all beams and words.
func.func @beam_step(%scores: tensor<2x6xf32>, %beams: tensor<2xf32>) -> (tensor<f32>, tensor<i32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<2x6xf32>
  %sums = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%scores, %beams : tensor<2x6xf32>, tensor<2xf32>) outs(%empty : tensor<2x6xf32>) {
  ^bb0(%in: f32, %beam: f32, %out: f32):
    %0 = arith.addf %in, %beam : f32
    linalg.yield %0 : f32
  } -> tensor<2x6xf32>
  %flat = tensor.collapse_shape %sums [[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
  %v = tensor.empty() : tensor<f32>
  %p = tensor.empty() : tensor<i32>
  %v_init = linalg.fill ins(%lowest : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %p_init = linalg.fill ins(%zero : i32) outs(%p : tensor<i32>) -> tensor<i32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>, affine_map<(a) -> ()>], iterator_types = ["reduction"]} ins(%flat : tensor<12xf32>) outs(%v_init, %p_init : tensor<f32>, tensor<i32>) {
  ^bb0(%in: f32, %out: f32, %at: i32):
    %i = linalg.index 0 : index
    %place = arith.index_cast %i : index to i32
    %0 = arith.maximumf %in, %out : f32
    %1 = arith.cmpf ogt, %in, %out : f32
    %2 = arith.select %1, %place, %at : i32
    linalg.yield %0, %2 : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %r#0, %r#1 : tensor<f32>, tensor<i32>
}

// Comparators of one round of a sorting network, each pair by its own slice.
func.func @network_round(%x: tensor<3x8xi16>) -> tensor<3x8xi16> {
  %pairs = tensor.expand_shape %x [[0], [1, 2]] output_shape [3, 4, 2] : tensor<3x8xi16> into tensor<3x4x2xi16>
  %a0 = tensor.extract_slice %pairs[0, 0, 0] [3, 4, 1] [1, 1, 1] : tensor<3x4x2xi16> to tensor<3x4xi16>
  %b0 = tensor.extract_slice %pairs[0, 0, 1] [3, 4, 1] [1, 1, 1] : tensor<3x4x2xi16> to tensor<3x4xi16>
  %empty = tensor.empty() : tensor<3x4xi16>
  %low = linalg.map { arith.minsi } ins(%a0, %b0 : tensor<3x4xi16>, tensor<3x4xi16>) outs(%empty : tensor<3x4xi16>)
  %high = linalg.map { arith.maxsi } ins(%a0, %b0 : tensor<3x4xi16>, tensor<3x4xi16>) outs(%empty : tensor<3x4xi16>)
  %first = tensor.insert_slice %low into %pairs[0, 0, 0] [3, 4, 1] [1, 1, 1] : tensor<3x4xi16> into tensor<3x4x2xi16>
  %second = tensor.insert_slice %high into %first[0, 0, 1] [3, 4, 1] [1, 1, 1] : tensor<3x4xi16> into tensor<3x4x2xi16>
  %r = tensor.collapse_shape %second [[0], [1, 2]] : tensor<3x4x2xi16> into tensor<3x8xi16>
  return %r : tensor<3x8xi16>
}

// Counts how many elements of each row are at least the row's median candidate.
func.func @count_above(%x: tensor<4x33xf32>, %bound: tensor<4xf32>) -> tensor<4xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %bound : tensor<4x33xf32>, tensor<4xf32>) outs(%init : tensor<4xi32>) {
  ^bb0(%in: f32, %b: f32, %out: i32):
    %0 = arith.cmpf oge, %in, %b : f32
    %1 = arith.extui %0 : i1 to i32
    %2 = arith.addi %out, %1 : i32
    linalg.yield %2 : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
