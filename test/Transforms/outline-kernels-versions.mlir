// RUN: reduce-opt %s -split-input-file -reduce-outline-kernels='min-uses=2 versions=true' | FileCheck %s
// RUN: reduce-opt %s -split-input-file -reduce-outline-kernels='min-uses=2' | FileCheck %s --check-prefix=NEITHER

// Versions of a reduction that do the same share a kernel: here of the rows of
// an argument and of rows on the stack. Rows at an unknown offset of a tensor of
// another rank stay, and so do rows of known shape.

// NEITHER-LABEL: func @versions
// NEITHER-NOT: call_kernel
// NEITHER: return

#all = affine_map<(a, b) -> (a, b)>
#kept = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func @versions
// CHECK:      scf.if
// CHECK-NEXT:   %[[DIRECT:.*]] = reduce.call_kernel @[[KERNEL:.*]] ins(%{{.*}} : tensor<?x?xi8>) outs(%{{.*}} : tensor<?xi8>)
// CHECK-NEXT:   scf.yield %[[DIRECT]]
// CHECK:      else
// CHECK:        %[[STACK:.*]] = tensor.expand_shape
// CHECK:        reduce.call_kernel @[[KERNEL]] ins(%[[STACK]] : tensor<?x?xi8>)
// CHECK:      tensor.expand_shape
// CHECK:      linalg.generic
// CHECK:      linalg.generic
// CHECK:      func.func private @[[KERNEL]](%{{.*}}: tensor<?x?xi8>) -> tensor<?xi8>
// CHECK:        linalg.generic
func.func @versions(%data: tensor<?x?xi8>, %known: tensor<4x4xi8>, %condition: i1, %from: index, %rows: index, %length: index)
    -> (tensor<?xi8>, tensor<?xi8>, tensor<4xi8>) {
  %max = arith.constant 127 : i8
  %memory = memref.alloca() : memref<4096xi8>
  %empty = tensor.empty(%rows) : tensor<?xi8>
  %size = arith.muli %rows, %length : index
  %stack = bufferization.to_tensor %memory restrict : memref<4096xi8> to tensor<4096xi8>
  %0 = scf.if %condition -> tensor<?xi8> {
    %start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
    %min = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
        ins(%data : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
    ^bb0(%element: i8, %accumulator: i8):
      %1 = arith.minsi %accumulator, %element : i8
      linalg.yield %1 : i8
    } -> tensor<?xi8>
    scf.yield %min : tensor<?xi8>
  } else {
    %front = tensor.extract_slice %stack[0] [%size] [1] : tensor<4096xi8> to tensor<?xi8>
    %tile = tensor.expand_shape %front [[0, 1]] output_shape [%rows, %length] : tensor<?xi8> into tensor<?x?xi8>
    %start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
    %min = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
        ins(%tile : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
    ^bb0(%element: i8, %accumulator: i8):
      %1 = arith.minsi %accumulator, %element : i8
      linalg.yield %1 : i8
    } -> tensor<?xi8>
    scf.yield %min : tensor<?xi8>
  }
  %slice = tensor.extract_slice %stack[%from] [%size] [1] : tensor<4096xi8> to tensor<?xi8>
  %part = tensor.expand_shape %slice [[0, 1]] output_shape [%rows, %length] : tensor<?xi8> into tensor<?x?xi8>
  %part_start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
  %2 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%part : tensor<?x?xi8>) outs(%part_start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<?xi8>
  %four = tensor.empty() : tensor<4xi8>
  %four_start = linalg.fill ins(%max : i8) outs(%four : tensor<4xi8>) -> tensor<4xi8>
  %3 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%known : tensor<4x4xi8>) outs(%four_start : tensor<4xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<4xi8>
  return %0, %2, %3 : tensor<?xi8>, tensor<?xi8>, tensor<4xi8>
}

// -----

// A parallel loop has no calls of kernels.

// NEITHER-LABEL: func @parallel
// NEITHER-NOT: call_kernel
// NEITHER: return

#all = affine_map<(a, b) -> (a, b)>
#kept = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func @parallel
// CHECK-NOT: call_kernel
func.func @parallel(%data: tensor<?x?xi8>, %rows: index) -> tensor<2x?xi8> {
  %max = arith.constant 127 : i8
  %to = tensor.empty(%rows) : tensor<2x?xi8>
  %0 = scf.forall (%i) in (2) shared_outs(%out = %to) -> tensor<2x?xi8> {
    %empty = tensor.empty(%rows) : tensor<?xi8>
    %start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
    %min = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
        ins(%data : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
    ^bb0(%element: i8, %accumulator: i8):
      %1 = arith.minsi %accumulator, %element : i8
      linalg.yield %1 : i8
    } -> tensor<?xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %min into %out[%i, 0] [1, %rows] [1, 1] : tensor<?xi8> into tensor<2x?xi8>
    }
  }
  return %0 : tensor<2x?xi8>
}

// -----

// A kernel computes a row in its place in a tensor. Several rows would be copied there,
// so both of their reductions stay.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, b)>

// NEITHER-LABEL: func @places
// NEITHER-COUNT-2: reduce.call_kernel
// NEITHER-COUNT-2: linalg.generic

// CHECK-LABEL: func @places
// CHECK-COUNT-2: reduce.call_kernel @[[KERNEL:.*]] ins(%{{.*}} : tensor<1x?x?xi8>) outs(%{{.*}} : tensor<1x?xi8>)
// CHECK-COUNT-2: linalg.generic
// CHECK:         func.func private @[[KERNEL]](%{{.*}}: tensor<1x?x?xi8>) -> tensor<1x?xi8>
func.func @places(%row: tensor<1x?x?xi8>, %rows: tensor<2x?x?xi8>, %to: tensor<8x?xi8>, %size: index, %condition: i1)
    -> tensor<8x?xi8> {
  %max = arith.constant 127 : i8
  %row_place = tensor.extract_slice %to[3, 0] [1, %size] [1, 1] : tensor<8x?xi8> to tensor<1x?xi8>
  %rows_place = tensor.extract_slice %to[3, 0] [2, %size] [1, 1] : tensor<8x?xi8> to tensor<2x?xi8>
  %row_start = linalg.fill ins(%max : i8) outs(%row_place : tensor<1x?xi8>) -> tensor<1x?xi8>
  %rows_start = linalg.fill ins(%max : i8) outs(%rows_place : tensor<2x?xi8>) -> tensor<2x?xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%row : tensor<1x?x?xi8>) outs(%row_start : tensor<1x?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<1x?xi8>
  %2 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%row : tensor<1x?x?xi8>) outs(%row_start : tensor<1x?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<1x?xi8>
  %3 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%rows : tensor<2x?x?xi8>) outs(%rows_start : tensor<2x?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<2x?xi8>
  %4 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%rows : tensor<2x?x?xi8>) outs(%rows_start : tensor<2x?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<2x?xi8>
  %5 = tensor.insert_slice %0 into %to[3, 0] [1, %size] [1, 1] : tensor<1x?xi8> into tensor<8x?xi8>
  %6 = tensor.insert_slice %2 into %5[4, 0] [1, %size] [1, 1] : tensor<1x?xi8> into tensor<8x?xi8>
  %7 = tensor.insert_slice %3 into %6[0, 0] [2, %size] [1, 1] : tensor<2x?xi8> into tensor<8x?xi8>
  %8 = tensor.insert_slice %4 into %7[5, 0] [2, %size] [1, 1] : tensor<2x?xi8> into tensor<8x?xi8>
  return %8 : tensor<8x?xi8>
}

// -----

// A loop that updates memory on the stack has all of it in the end, so that a
// kernel can read its result. One that updates an argument may have a copy.

// NEITHER-LABEL: func @loops
// NEITHER-COUNT-2: reduce.call_kernel
// NEITHER-NEXT: linalg.generic

#all = affine_map<(a, b) -> (a, b)>
#kept = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func @loops
// CHECK:      %[[LOOP:.*]] = scf.for
// CHECK:      %[[ROWS:.*]] = tensor.expand_shape %[[LOOP]]
// CHECK:      reduce.call_kernel @[[KERNEL:.*]] ins(%{{.*}} : tensor<?x?xi8>)
// CHECK:      reduce.call_kernel @[[KERNEL]] ins(%[[ROWS]] : tensor<?x?xi8>)
// CHECK-NEXT: linalg.generic
func.func @loops(%data: tensor<?x?xi8>, %other: tensor<?xi8>, %rows: index, %length: index)
    -> (tensor<?xi8>, tensor<?xi8>, tensor<?xi8>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %max = arith.constant 127 : i8
  %memory = memref.alloca() : memref<4096xi8>
  %stack = bufferization.to_tensor %memory restrict writable : memref<4096xi8> to tensor<4096xi8>
  %size = arith.muli %rows, %length : index
  %front = tensor.extract_slice %stack[0] [%size] [1] : tensor<4096xi8> to tensor<?xi8>
  %filled = scf.for %i = %zero to %size step %one iter_args(%to = %front) -> tensor<?xi8> {
    %next = tensor.insert %max into %to[%i] : tensor<?xi8>
    scf.yield %next : tensor<?xi8>
  }
  %others = scf.for %i = %zero to %size step %one iter_args(%to = %other) -> tensor<?xi8> {
    %next = tensor.insert %max into %to[%i] : tensor<?xi8>
    scf.yield %next : tensor<?xi8>
  }
  %tile = tensor.expand_shape %filled [[0, 1]] output_shape [%rows, %length] : tensor<?xi8> into tensor<?x?xi8>
  %copy = tensor.expand_shape %others [[0, 1]] output_shape [%rows, %length] : tensor<?xi8> into tensor<?x?xi8>
  %empty = tensor.empty(%rows) : tensor<?xi8>
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  %1 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%tile : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  %2 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%copy : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  return %0, %1, %2 : tensor<?xi8>, tensor<?xi8>, tensor<?xi8>
}

// -----

// A kernel takes the tensor that a run of rows is a slice of, the first row and the number
// of rows: then a call for a whole tensor has all of its rows. A part of each row stays.

// NEITHER-LABEL: func @slices
// NEITHER-NOT: call_kernel
// NEITHER: return

#all = affine_map<(a, b) -> (a, b)>
#kept = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func @slices
// CHECK-SAME: (%[[DATA:[^:]*]]: tensor<?x?xi8>, %[[FROM:[^:]*]]: index, %[[ROWS:[^:]*]]: index
// CHECK:      scf.for %[[ROW:[^ ]*]] =
// CHECK:        reduce.call_kernel @[[KERNEL:.*]] ins(%[[DATA]], %[[ROW]], %[[ROWS]] : tensor<?x?xi8>, index, index)
// CHECK:      %[[ALL:.*]] = tensor.dim %[[DATA]], %{{.*}}
// CHECK:      reduce.call_kernel @[[KERNEL]] ins(%[[DATA]], %{{.*}}, %[[ALL]] : tensor<?x?xi8>, index, index)
// CHECK:      linalg.generic
// CHECK:      func.func private @[[KERNEL]](%[[SOURCE:[^:]*]]: tensor<?x?xi8>, %[[FIRST:[^:]*]]: index, %[[COUNT:[^:]*]]: index) -> tensor<?xi8>
// CHECK-SAME: reduce.reads_slices
// CHECK-DAG:    %[[LENGTH:.*]] = tensor.dim %[[SOURCE]], %c1
// CHECK:        %[[SLICE:.*]] = tensor.extract_slice %[[SOURCE]][%[[FIRST]], 0] [%[[COUNT]], %[[LENGTH]]] [1, 1]
// CHECK:        linalg.generic {{.*}} ins(%[[SLICE]] : tensor<?x?xi8>)
func.func @slices(%data: tensor<?x?xi8>, %from: index, %rows: index, %to: tensor<?xi8>)
    -> (tensor<?xi8>, tensor<?xi8>, tensor<?xi8>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %max = arith.constant 127 : i8
  %numRows = tensor.dim %data, %zero : tensor<?x?xi8>
  %length = tensor.dim %data, %one : tensor<?x?xi8>
  %0 = scf.for %row = %zero to %numRows step %rows iter_args(%carried = %to) -> tensor<?xi8> {
    %run = tensor.extract_slice %data[%row, 0] [%rows, %length] [1, 1] : tensor<?x?xi8> to tensor<?x?xi8>
    %part = tensor.extract_slice %carried[%row] [%rows] [1] : tensor<?xi8> to tensor<?xi8>
    %start = linalg.fill ins(%max : i8) outs(%part : tensor<?xi8>) -> tensor<?xi8>
    %min = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
        ins(%run : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
    ^bb0(%element: i8, %accumulator: i8):
      %3 = arith.minsi %accumulator, %element : i8
      linalg.yield %3 : i8
    } -> tensor<?xi8>
    %next = tensor.insert_slice %min into %carried[%row] [%rows] [1] : tensor<?xi8> into tensor<?xi8>
    scf.yield %next : tensor<?xi8>
  }
  %empty = tensor.empty(%numRows) : tensor<?xi8>
  %whole_start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
  %1 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xi8>) outs(%whole_start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  %columns = tensor.extract_slice %data[0, %from] [%numRows, %rows] [1, 1] : tensor<?x?xi8> to tensor<?x?xi8>
  %columns_start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
  %2 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%columns : tensor<?x?xi8>) outs(%columns_start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  return %0, %1, %2 : tensor<?xi8>, tensor<?xi8>, tensor<?xi8>
}

// -----

// Rows of a slice that has only some of the elements, or every other row, and those of a
// tensor or a slice with a known number of rows, stay.

// NEITHER-LABEL: func @no_runs
// NEITHER: return

#all = affine_map<(a, b) -> (a, b)>
#kept = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func @no_runs
// CHECK-NOT: call_kernel
func.func @no_runs(%data: tensor<?x?xi8>, %known: tensor<100x?xi8>, %from: index, %rows: index, %length: index, %empty: tensor<?xi8>)
    -> (tensor<?xi8>, tensor<?xi8>, tensor<?xi8>, tensor<100xi8>, tensor<100xi8>) {
  %one = arith.constant 1 : index
  %max = arith.constant 127 : i8
  %all = tensor.dim %data, %one : tensor<?x?xi8>
  %knownAll = tensor.dim %known, %one : tensor<100x?xi8>
  %some = tensor.extract_slice %data[%from, 0] [%rows, %length] [1, 1] : tensor<?x?xi8> to tensor<?x?xi8>
  %other = tensor.extract_slice %data[%from, 0] [%rows, %all] [2, 1] : tensor<?x?xi8> to tensor<?x?xi8>
  %part = tensor.extract_slice %known[%from, 0] [%rows, %knownAll] [1, 1] : tensor<100x?xi8> to tensor<?x?xi8>
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%some : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  %1 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%other : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  %2 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%part : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  %same = tensor.extract_slice %known[%from, 0] [100, %knownAll] [1, 1] : tensor<100x?xi8> to tensor<100x?xi8>
  %hundred = tensor.empty() : tensor<100xi8>
  %hundred_start = linalg.fill ins(%max : i8) outs(%hundred : tensor<100xi8>) -> tensor<100xi8>
  %3 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%same : tensor<100x?xi8>) outs(%hundred_start : tensor<100xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<100xi8>
  %4 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%same : tensor<100x?xi8>) outs(%hundred_start : tensor<100xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<100xi8>
  return %0, %1, %2, %3, %4 : tensor<?xi8>, tensor<?xi8>, tensor<?xi8>, tensor<100xi8>, tensor<100xi8>
}

// -----

// Computations are equal even if one of them has a constant twice.

// NEITHER-LABEL: func @constants
// NEITHER-COUNT-2: reduce.call_kernel

#all = affine_map<(a, b) -> (a, b)>
#kept = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func @constants
// CHECK-COUNT-2: reduce.call_kernel @[[KERNEL:.*]] ins(%{{.*}} : tensor<?x?xi8>)
func.func @constants(%data: tensor<?x?xi8>, %empty: tensor<?xi8>) -> (tensor<?xi8>, tensor<?xi8>) {
  %max = arith.constant 127 : i8
  %again = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %flipped = arith.xori %element, %max : i8
    %min = arith.minsi %accumulator, %flipped : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  %1 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %flipped = arith.xori %element, %again : i8
    %min = arith.minsi %accumulator, %flipped : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  return %0, %1 : tensor<?xi8>, tensor<?xi8>
}

// -----

// The number of rows is that of the call that has replaced a result.

// NEITHER-LABEL: func @results

#all3 = affine_map<(a, b, c) -> (a, b, c)>
#kept3 = affine_map<(a, b, c) -> (a, b)>
#all = affine_map<(a, b) -> (a, b)>
#kept = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func @results
// CHECK:      %[[FIRST:.*]] = reduce.call_kernel @[[PLANES:.*]] ins(%{{.*}} : tensor<?x?x?xi8>)
// CHECK:      reduce.call_kernel @[[PLANES]]
// CHECK:      %[[ROWS:.*]] = tensor.dim %[[FIRST]], %{{.*}}
// CHECK:      reduce.call_kernel @[[KERNEL:.*]] ins(%[[FIRST]], %{{.*}}, %[[ROWS]] : tensor<?x?xi8>, index, index)
// CHECK:      reduce.call_kernel @[[KERNEL]] ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xi8>, index, index)
func.func @results(%data: tensor<?x?x?xi8>, %rows: tensor<?x?xi8>, %from: index, %size: index, %empty2: tensor<?x?xi8>, %empty: tensor<?xi8>)
    -> (tensor<?x?xi8>, tensor<?xi8>, tensor<?xi8>) {
  %one = arith.constant 1 : index
  %max = arith.constant 127 : i8
  %start2 = linalg.fill ins(%max : i8) outs(%empty2 : tensor<?x?xi8>) -> tensor<?x?xi8>
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<?xi8>) -> tensor<?xi8>
  %0 = linalg.generic {indexing_maps = [#all3, #kept3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%data : tensor<?x?x?xi8>) outs(%start2 : tensor<?x?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?x?xi8>
  %1 = linalg.generic {indexing_maps = [#all3, #kept3], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%data : tensor<?x?x?xi8>) outs(%start2 : tensor<?x?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?x?xi8>
  %2 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  %length = tensor.dim %rows, %one : tensor<?x?xi8>
  %run = tensor.extract_slice %rows[%from, 0] [%size, %length] [1, 1] : tensor<?x?xi8> to tensor<?x?xi8>
  %3 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%run : tensor<?x?xi8>) outs(%start : tensor<?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %min = arith.minsi %accumulator, %element : i8
    linalg.yield %min : i8
  } -> tensor<?xi8>
  return %1, %2, %3 : tensor<?x?xi8>, tensor<?xi8>, tensor<?xi8>
}
