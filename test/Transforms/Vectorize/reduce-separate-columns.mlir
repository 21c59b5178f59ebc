// RUN: reduce-opt %s -split-input-file -convert-reduce-to-linalg -reduce-separate-columns | FileCheck %s

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>

// The memory has 12 KiB: 2048 groups of 3x2 elements. Sixteen elements of
// each column are read at once; the last sixteen may overlap others. Fewer are
// read one by one.

// CHECK-LABEL: func @known
// CHECK-SAME: (%[[DATA:[^:]*]]: tensor<10000x3x2xi8>
// CHECK-DAG:  %[[SUMS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<6144xi8>
// CHECK-DAG:  %[[MEMORY:.*]] = memref.alloca() {alignment = 64 : i64} : memref<12288xi8>
// CHECK:      %[[INPUT:.*]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0, 1, 2]]
// CHECK:      %[[TO:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<10000x2xi8> into tensor<20000xi8>
// CHECK:      %[[RESULT:.*]] = scf.for %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[TO]])
// CHECK:        scf.if
// CHECK:          %[[LAST:.*]] = arith.subi %{{.*}}, %c16{{.*}} : index
// CHECK:          scf.for %[[NEXT:.*]] = %{{.*}} step %c16
// CHECK:            %[[POSITION:.*]] = arith.minui %[[NEXT]], %[[LAST]]
// CHECK:            arith.muli %[[POSITION]], %c2
// CHECK:            %[[BOTH:.*]] = vector.transfer_read %[[INPUT]]{{.*}} vector<32xi8>
// CHECK:            %[[FIRST:.*]] = vector.shuffle %[[BOTH]], %[[BOTH]] [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]
// CHECK:            vector.store %[[FIRST]], %[[MEMORY]]
// CHECK:            %[[SECOND:.*]] = vector.shuffle %[[BOTH]], %[[BOTH]] [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31]
// CHECK:            vector.store %[[SECOND]], %[[MEMORY]]
// CHECK:        else
// CHECK:          scf.for
// CHECK:            tensor.extract %[[INPUT]]
// CHECK:            memref.store %{{.*}}, %[[MEMORY]]
// CHECK:        %[[ELEMENTS:.*]] = bufferization.to_tensor %[[MEMORY]]
// CHECK:        %[[FRONT:.*]] = tensor.extract_slice %[[ELEMENTS]][0]
// CHECK:        %[[ROWS:.*]] = tensor.expand_shape %[[FRONT]] {{.*}} into tensor<?x3xi8>
// CHECK:        %[[START:.*]] = linalg.fill ins(%{{.*}}) outs(%{{.*}} : tensor<?xi8>)
// CHECK:        %[[REDUCED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-SAME:     ins(%[[ROWS]] : tensor<?x3xi8>) outs(%[[START]] : tensor<?xi8>)
// CHECK:        scf.if
// CHECK:          scf.for
// CHECK:            vector.transfer_read %[[REDUCED]]
// CHECK:            vector.transfer_read %[[REDUCED]]
// CHECK:            vector.shuffle {{.*}} [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31]
// CHECK:            vector.transfer_write
// CHECK:        else
// CHECK:          scf.for
// CHECK:            tensor.extract %[[REDUCED]]
// CHECK:            tensor.insert
// CHECK:      tensor.expand_shape %[[RESULT]] {{.*}} into tensor<10000x2xi8>
func.func @known(%data: tensor<10000x3x2xi8>, %empty: tensor<10000x2xi8>) -> tensor<10000x2xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<10000x2xi8>) -> tensor<10000x2xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<10000x3x2xi8>) outs(%start : tensor<10000x2xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<10000x2xi8>
  return %0 : tensor<10000x2xi8>
}

// -----

// If extents are not known, it is decided at run time whether columns are few,
// and there is code for each number of them: 2 to 5 for vectors of 16 elements. Two
// columns of rows that fill six vectors are left to narrow-rows.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>

// CHECK-LABEL: func @unknown
// CHECK-SAME: (%[[DATA:[^:]*]]: tensor<?x?x?xi8>
// CHECK:      %[[ROWS:.*]] = tensor.dim %[[DATA]], %{{.*}}
// CHECK:      %[[COLUMNS:.*]] = tensor.dim %[[DATA]], %{{.*}}
// CHECK:      %[[LESS:.*]] = arith.subi %[[COLUMNS]], %c2
// CHECK:      %[[FEW:.*]] = arith.cmpi ult, %[[LESS]], %c4
// CHECK:      %[[REDUCES:.*]] = arith.cmpi uge, %[[ROWS]], %c2
// CHECK:      %[[BOTH:.*]] = arith.andi %[[FEW]], %[[REDUCES]]
// CHECK:      %[[SIZE:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK:      %[[FITS:.*]] = arith.cmpi ule, %[[SIZE]], %{{.*}}
// CHECK:      %[[FEW_FIT:.*]] = arith.andi %[[BOTH]], %[[FITS]]
// CHECK:      %[[ARE_TWO:.*]] = arith.cmpi eq, %[[COLUMNS]], %c2
// CHECK:      %[[FILL:.*]] = arith.cmpi uge, %[[ROWS]], %c48
// CHECK:      %[[ARE_NARROW:.*]] = arith.andi %[[ARE_TWO]], %[[FILL]]
// CHECK:      %[[ARE_NOT:.*]] = arith.xori %[[ARE_NARROW]], %true
// CHECK:      %[[ALL:.*]] = arith.andi %[[FEW_FIT]], %[[ARE_NOT]]
// CHECK:      scf.if %[[ALL]]
// CHECK:        scf.for
// CHECK:          scf.index_switch %[[COLUMNS]]
// CHECK:          case 2
// CHECK:            vector.transfer_read {{.*}} vector<32xi8>
// CHECK:          case 3
// CHECK:            vector.transfer_read {{.*}} vector<48xi8>
// CHECK:          case 4
// CHECK:            vector.transfer_read {{.*}} vector<64xi8>
// CHECK:          default
// CHECK:            vector.transfer_read {{.*}} vector<80xi8>
// CHECK:          linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK:          scf.index_switch %[[COLUMNS]]
// The results of columns are joined in pairs of vectors of one type.
// CHECK:          default
// CHECK:            vector.shuffle %{{.*}}, %{{.*}} {{.*}} : vector<16xi8>, vector<16xi8>
// CHECK:            vector.shuffle %{{.*}}, %{{.*}} {{.*}} : vector<16xi8>, vector<16xi8>
// CHECK:            vector.shuffle %[[LAST:.*]], %[[LAST]] {{.*}} : vector<16xi8>, vector<16xi8>
// CHECK:            vector.shuffle %{{.*}}, %{{.*}} {{.*}} : vector<32xi8>, vector<32xi8>
// CHECK:            vector.shuffle %[[END:.*]], %[[END]] {{.*}} : vector<32xi8>, vector<32xi8>
// CHECK:            vector.shuffle %{{.*}}, %{{.*}} {{.*}} : vector<64xi8>, vector<64xi8>
// CHECK:            vector.shuffle %[[ALL:.*]], %[[ALL]] [0, 16, 32, 48, 64, 1, 17, {{.*}} : vector<128xi8>, vector<128xi8>
// CHECK:            vector.transfer_write {{.*}} vector<80xi8>
// CHECK:      else
// CHECK:        linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
func.func @unknown(%data: tensor<?x?x?xi8>, %empty: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<?x?xi8>) -> tensor<?x?xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x?x?xi8>) outs(%start : tensor<?x?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// -----

// An operation after the reduction that reads only its results is computed on
// the tile.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>
#two = affine_map<(a, b) -> (a, b)>

// CHECK-LABEL: func @epilogue
// CHECK: %[[REDUCED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: %[[ROUNDED:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]
// CHECK-SAME: ins(%[[REDUCED]] : tensor<?xf32>) outs(%{{.*}} : tensor<?xf16>)
// CHECK: vector.transfer_read %[[ROUNDED]]
func.func @epilogue(%data: tensor<1000x5x3xf16>, %empty: tensor<1000x3xf32>, %to: tensor<1000x3xf16>) -> tensor<1000x3xf16> {
  %one = arith.constant 1.0 : f32
  %start = linalg.fill ins(%one : f32) outs(%empty : tensor<1000x3xf32>) -> tensor<1000x3xf32>
  %product = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<1000x5x3xf16>) outs(%start : tensor<1000x3xf32>) {
  ^bb0(%element: f16, %accumulator: f32):
    %extended = arith.extf %element : f16 to f32
    %0 = arith.mulf %accumulator, %extended fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<1000x3xf32>
  %rounded = linalg.generic {indexing_maps = [#two, #two], iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<1000x3xf32>) outs(%to : tensor<1000x3xf16>) {
  ^bb0(%accumulated: f32, %unused: f16):
    %0 = arith.truncf %accumulated : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<1000x3xf16>
  return %rounded : tensor<1000x3xf16>
}

// -----

// Left alone: rows of powers of two that fill a vector, many columns, one
// column, long rows, few elements, no elements, elements that are not bytes, a
// start that is not constant, indices, an operation after the reduction with
// other operands, a slice with gaps, and a reduced dimension before the others.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>
#four = affine_map<(a, b, c, d) -> (a, b, c, d)>
#two = affine_map<(a, b) -> (a, b)>

// CHECK-LABEL: func @alone
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @alone(%filling: tensor<1000x2x2xi32>, %many: tensor<1000x3x3xi32>, %one: tensor<1000x3x1xi8>,
                 %long: tensor<100x700x3xi8>, %few: tensor<4x3x3xi8>, %none: tensor<1000x0x3xi8>,
                 %bits: tensor<1000x3x2xi1>, %wide: tensor<1000x3x2xi24>, %some: tensor<1000x3x3xi8>,
                 %to: tensor<1000x3xi8>, %from: index, %outer: tensor<5x1000x3x3xi8>)
    -> (tensor<1000x2xi32>, tensor<1000x3xi32>, tensor<1000x1xi8>, tensor<100x3xi8>, tensor<4x3xi8>,
        tensor<1000x3xi8>, tensor<1000x2xi1>, tensor<1000x2xi24>, tensor<1000x3xi8>, tensor<1000x3xi8>,
        tensor<1000x3xi8>, tensor<900x3xi8>, tensor<1000x3xi8>) {
  %0 = reduce.prod %filling axes = [1] : tensor<1000x2x2xi32> -> tensor<1000x2xi32>
  %1 = reduce.prod %many axes = [1] : tensor<1000x3x3xi32> -> tensor<1000x3xi32>
  %2 = reduce.min %one axes = [1] : tensor<1000x3x1xi8> -> tensor<1000x1xi8>
  %3 = reduce.min %long axes = [1] : tensor<100x700x3xi8> -> tensor<100x3xi8>
  %4 = reduce.min %few axes = [1] : tensor<4x3x3xi8> -> tensor<4x3xi8>
  %5 = reduce.min %none axes = [1] : tensor<1000x0x3xi8> -> tensor<1000x3xi8>
  %max = arith.constant true
  %empty = tensor.empty() : tensor<1000x2xi1>
  %start = linalg.fill ins(%max : i1) outs(%empty : tensor<1000x2xi1>) -> tensor<1000x2xi1>
  %6 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%bits : tensor<1000x3x2xi1>) outs(%start : tensor<1000x2xi1>) {
  ^bb0(%element: i1, %accumulator: i1):
    %20 = arith.andi %accumulator, %element : i1
    linalg.yield %20 : i1
  } -> tensor<1000x2xi1>
  %most = arith.constant 1000 : i24
  %empty24 = tensor.empty() : tensor<1000x2xi24>
  %start24 = linalg.fill ins(%most : i24) outs(%empty24 : tensor<1000x2xi24>) -> tensor<1000x2xi24>
  %7 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%wide : tensor<1000x3x2xi24>) outs(%start24 : tensor<1000x2xi24>) {
  ^bb0(%element: i24, %accumulator: i24):
    %20 = arith.minsi %accumulator, %element : i24
    linalg.yield %20 : i24
  } -> tensor<1000x2xi24>
  %8 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%some : tensor<1000x3x3xi8>) outs(%to : tensor<1000x3xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %20 = arith.minsi %accumulator, %element : i8
    linalg.yield %20 : i8
  } -> tensor<1000x3xi8>
  %zero = arith.constant 0 : i8
  %start32 = linalg.fill ins(%zero : i8) outs(%to : tensor<1000x3xi8>) -> tensor<1000x3xi8>
  %9 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%some : tensor<1000x3x3xi8>) outs(%start32 : tensor<1000x3xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %index = linalg.index 1 : index
    %20 = arith.index_cast %index : index to i8
    %21 = arith.addi %element, %20 : i8
    %22 = arith.minsi %accumulator, %21 : i8
    linalg.yield %22 : i8
  } -> tensor<1000x3xi8>
  %10 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%some : tensor<1000x3x3xi8>) outs(%start32 : tensor<1000x3xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %20 = arith.minsi %accumulator, %element : i8
    linalg.yield %20 : i8
  } -> tensor<1000x3xi8>
  %other = tensor.empty() : tensor<1000x3xi8>
  %11 = linalg.generic {indexing_maps = [#two, #two, #two], iterator_types = ["parallel", "parallel"]}
      ins(%10, %5 : tensor<1000x3xi8>, tensor<1000x3xi8>) outs(%other : tensor<1000x3xi8>) {
  ^bb0(%result: i8, %second: i8, %unused: i8):
    %20 = arith.addi %result, %second : i8
    linalg.yield %20 : i8
  } -> tensor<1000x3xi8>
  %slice = tensor.extract_slice %some[%from, 0, 0] [900, 2, 3] [1, 1, 1] : tensor<1000x3x3xi8> to tensor<900x2x3xi8>
  %12 = reduce.min %slice axes = [1] : tensor<900x2x3xi8> -> tensor<900x3xi8>
  %13 = reduce.min %outer axes = [0, 2] : tensor<5x1000x3x3xi8> -> tensor<1000x3xi8>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %11, %12, %13
      : tensor<1000x2xi32>, tensor<1000x3xi32>, tensor<1000x1xi8>, tensor<100x3xi8>, tensor<4x3xi8>,
        tensor<1000x3xi8>, tensor<1000x2xi1>, tensor<1000x2xi24>, tensor<1000x3xi8>, tensor<1000x3xi8>,
        tensor<1000x3xi8>, tensor<900x3xi8>, tensor<1000x3xi8>
}

// The number of rows is known, that of columns is not.
// CHECK-LABEL: func.func @known_rows
// CHECK: scf.index_switch
func.func @known_rows(%data: tensor<9000x33x?xi8>) -> tensor<9000x?xi8> {
  %0 = reduce.min %data axes = [1] : tensor<9000x33x?xi8> -> tensor<9000x?xi8>
  return %0 : tensor<9000x?xi8>
}
