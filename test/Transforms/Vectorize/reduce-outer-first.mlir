// RUN: reduce-opt %s -split-input-file -convert-reduce-to-linalg -reduce-outer-first | FileCheck %s
// RUN: reduce-opt %s -split-input-file -convert-reduce-to-linalg=name-combiners=true -reduce-outer-first \
// RUN:   | FileCheck %s --check-prefix=WHOLE

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (b)>
#one = affine_map<(a) -> (a)>

// The memory has 32 KiB: 2730 rows of 3 elements would fit, so there are two
// tiles of 2000.

// CHECK-LABEL: func @known
// CHECK:      %[[MEMORY:.*]] = memref.alloca() {alignment = 64 : i64} : memref<6000xf32>
// CHECK:      %[[ROWS:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<100x4000x3xf16> into tensor<100x12000xf16>
// CHECK:      scf.for
// CHECK:        bufferization.to_tensor %[[MEMORY]] restrict writable
// CHECK:        %[[TILE:.*]] = tensor.extract_slice %[[ROWS]][0, %{{.*}}] [100, 6000] [1, 1]
// CHECK:        %[[OUTER:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK-SAME:     ins(%[[TILE]] : tensor<100x6000xf16>)
// CHECK:        %[[STATES:.*]] = tensor.expand_shape %[[OUTER]] {{.*}} : tensor<6000xf32> into tensor<2000x3xf32>
// CHECK:        %[[PRODUCT:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-SAME:     ins(%[[STATES]] : tensor<2000x3xf32>)
// CHECK-NOT:      extf
// CHECK:        linalg.generic {{.*}} iterator_types = ["parallel"]
// CHECK-SAME:     ins(%[[PRODUCT]] : tensor<2000xf32>)
// CHECK:          truncf
// CHECK:        tensor.insert_slice
func.func @known(%data: tensor<100x4000x3xf16>, %empty: tensor<4000xf32>, %to: tensor<4000xf16>) -> tensor<4000xf16> {
  %one = arith.constant 1.0 : f32
  %start = linalg.fill ins(%one : f32) outs(%empty : tensor<4000xf32>) -> tensor<4000xf32>
  %product = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%data : tensor<100x4000x3xf16>) outs(%start : tensor<4000xf32>) {
  ^bb0(%element: f16, %accumulator: f32):
    %extended = arith.extf %element : f16 to f32
    %0 = arith.mulf %accumulator, %extended fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<4000xf32>
  %rounded = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%product : tensor<4000xf32>) outs(%to : tensor<4000xf16>) {
  ^bb0(%accumulated: f32, %unused: f16):
    %0 = arith.truncf %accumulated : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<4000xf16>
  return %rounded : tensor<4000xf16>
}

// -----

// A row ends with kept dimensions, too. Outer kept dimensions are loops, unless their
// indices are grouped. If some extents are not known, the memory has all rows of several indices:
// of 1170 at most, here.

#all = affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>
#kept = affine_map<(a, b, c, d, e) -> (a, c, e)>

// CHECK-LABEL: func @kept
// CHECK: scf.for
// CHECK:   scf.for
// CHECK:     linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK:     linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "parallel"]
// CHECK-SAME: ins(%{{.*}} : tensor<1x7x2x2xi8>) outs(%{{.*}} : tensor<1x7x2xi8>)
// CHECK-LABEL: func @grouped
// CHECK-NOT: scf.if
// CHECK: %[[SIZE:.*]] = arith.constant 1170 : index
// CHECK: scf.for %[[FIRST:.*]] = %{{.*}} to %{{.*}} step %[[SIZE]]
// CHECK:   %[[REST:.*]] = arith.subi %{{.*}}, %[[FIRST]] : index
// CHECK:   %[[COUNT:.*]] = arith.minui %[[SIZE]], %[[REST]] : index
// CHECK:   %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1, 2, 3, 4]] : tensor<5x?x7x2x2xi8> into tensor<?xi8>
// CHECK:   tensor.extract_slice %[[FLAT]]
// CHECK:   linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: ins(%{{.*}} : tensor<?x?x28xi8>) outs(%{{.*}} : tensor<?x28xi8>)
// CHECK:   linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "parallel"]
// CHECK-SAME: ins(%{{.*}} : tensor<?x7x2x2xi8>) outs(%{{.*}} : tensor<?x7x2xi8>)
// CHECK:   tensor.insert_slice %{{.*}} into %{{.*}}[%[[FIRST]], 0, 0] [%[[COUNT]], 7, 2] [1, 1, 1]
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @kept(%data: tensor<5x8x7x2x2xi8>, %empty: tensor<5x7x2xi8>) -> tensor<5x7x2xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<5x7x2xi8>) -> tensor<5x7x2xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<5x8x7x2x2xi8>) outs(%start : tensor<5x7x2xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %element, %accumulator : i8
    linalg.yield %1 : i8
  } -> tensor<5x7x2xi8>
  return %0 : tensor<5x7x2xi8>
}
func.func @grouped(%data: tensor<5x?x7x2x2xi8>, %empty: tensor<5x7x2xi8>) -> tensor<5x7x2xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<5x7x2xi8>) -> tensor<5x7x2xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<5x?x7x2x2xi8>) outs(%start : tensor<5x7x2xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %element, %accumulator : i8
    linalg.yield %1 : i8
  } -> tensor<5x7x2xi8>
  return %0 : tensor<5x7x2xi8>
}

// -----

// If the number of rows is not known, it is decided at run time whether the memory has
// room for all rows of 16 indices. Otherwise, a tile has rows of one index.

#all = affine_map<(a, b, c, d) -> (a, b, c, d)>
#kept = affine_map<(a, b, c, d) -> (a, c)>

// CHECK-LABEL: func @unknown_rows
// CHECK:      memref.alloca() {alignment = 64 : i64} : memref<32768xi8>
// CHECK:      %[[ELEMENTS:.*]] = arith.muli %{{.*}}, %c4{{.*}} : index
// CHECK:      %[[MOST:.*]] = arith.constant 2048 : index
// CHECK:      %[[FITS:.*]] = arith.cmpi ule, %[[ELEMENTS]], %[[MOST]] : index
// CHECK:      scf.if %[[FITS]]
// CHECK:        arith.maxui %[[ELEMENTS]], %c1
// CHECK:        linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK:      else
// CHECK:        linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK:        linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME:     ins(%{{.*}} : tensor<1x?x4xi8>)
func.func @unknown_rows(%data: tensor<10x20x?x4xi8>, %empty: tensor<10x?xi8>) -> tensor<10x?xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<10x?xi8>) -> tensor<10x?xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%data : tensor<10x20x?x4xi8>) outs(%start : tensor<10x?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %element, %accumulator : i8
    linalg.yield %1 : i8
  } -> tensor<10x?xi8>
  return %0 : tensor<10x?xi8>
}

// -----

// A row may be longer than a vector if its last dimension is kept and has few
// elements: at most two vectors if eight elements or more become one, and a
// quarter of a vector otherwise.

#all = affine_map<(a, b, c, d) -> (a, b, c, d)>
#kept = affine_map<(a, b, c, d) -> (b, d)>

// CHECK-LABEL: func @columns
// CHECK-NOT: scf.if
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK-SAME: ins(%{{.*}} : tensor<8x3200xi8>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: ins(%{{.*}} : tensor<{{.*}}x20x32xi8>)
// CHECK-LABEL: func @many_columns
// CHECK-NOT: memref.alloca
// CHECK-LABEL: func @columns_of_few
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK-LABEL: func @many_columns_of_few
// CHECK-NOT: memref.alloca
// CHECK-LABEL: func @unknown_columns
// CHECK: %[[COLUMNS:.*]] = tensor.dim %{{.*}}, %c3
// CHECK: %[[TWO:.*]] = arith.constant 32 : index
// CHECK: %[[MANY:.*]] = arith.cmpi ugt, %{{.*}}, %[[TWO]] : index
// CHECK: %[[MOST:.*]] = arith.constant 8193 : index
// CHECK: %[[LONGER:.*]] = arith.cmpi uge, %{{.*}}, %[[MOST]] : index
// CHECK: %[[EXCEEDS:.*]] = arith.ori %[[MANY]], %[[LONGER]]
// CHECK: %[[SECOND_CACHE:.*]] = arith.constant 1048576 : index
// CHECK: %[[IS_FAR:.*]] = arith.cmpi ugt, %{{.*}}, %[[SECOND_CACHE]] : index
// CHECK: %[[ALL:.*]] = arith.constant 32769 : index
// CHECK: %[[OVERFLOWS:.*]] = arith.cmpi uge, %{{.*}}, %[[ALL]] : index
// CHECK: %[[FITS:.*]] = arith.xori %[[OVERFLOWS]], %{{.*}}
// CHECK: %[[LARGE:.*]] = arith.andi %{{.*}}, %[[FITS]]
// CHECK: %[[NOT_LARGE:.*]] = arith.xori %[[LARGE]], %{{.*}}
// CHECK: arith.andi %[[EXCEEDS]], %[[NOT_LARGE]]
// CHECK: scf.if
// CHECK-LABEL: func @unknown_count
// CHECK: %[[COUNT:.*]] = tensor.dim %{{.*}}, %c0
// CHECK: %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK: %[[ARE_MANY:.*]] = arith.cmpi uge, %[[COUNT]], %[[EIGHT]] : index
// CHECK: %[[LIMIT:.*]] = arith.select %[[ARE_MANY]], %c32{{.*}}, %c4{{.*}} : index
// CHECK: arith.cmpi ugt, %c5{{.*}}, %[[LIMIT]] : index
// CHECK: scf.if
// CHECK-LABEL: func @few_of_unknown_count
// CHECK-NOT: scf.if
// CHECK: memref.alloca
// CHECK-NOT: scf.if
// CHECK: return
func.func @columns(%data: tensor<8x5x20x32xi8>, %empty: tensor<5x32xi8>) -> tensor<5x32xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<5x32xi8>) -> tensor<5x32xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<8x5x20x32xi8>) outs(%start : tensor<5x32xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<5x32xi8>
  return %0 : tensor<5x32xi8>
}
func.func @many_columns(%data: tensor<8x5x20x33xi8>, %empty: tensor<5x33xi8>) -> tensor<5x33xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<5x33xi8>) -> tensor<5x33xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<8x5x20x33xi8>) outs(%start : tensor<5x33xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<5x33xi8>
  return %0 : tensor<5x33xi8>
}
func.func @columns_of_few(%data: tensor<7x20x80x4xi8>, %empty: tensor<20x4xi8>) -> tensor<20x4xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<20x4xi8>) -> tensor<20x4xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<7x20x80x4xi8>) outs(%start : tensor<20x4xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<20x4xi8>
  return %0 : tensor<20x4xi8>
}
func.func @many_columns_of_few(%data: tensor<7x20x80x5xi8>, %empty: tensor<20x5xi8>) -> tensor<20x5xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<20x5xi8>) -> tensor<20x5xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<7x20x80x5xi8>) outs(%start : tensor<20x5xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<20x5xi8>
  return %0 : tensor<20x5xi8>
}
func.func @unknown_columns(%data: tensor<9x20x80x?xi8>, %empty: tensor<20x?xi8>) -> tensor<20x?xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<20x?xi8>) -> tensor<20x?xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<9x20x80x?xi8>) outs(%start : tensor<20x?xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<20x?xi8>
  return %0 : tensor<20x?xi8>
}
func.func @unknown_count(%data: tensor<?x20x80x5xi8>, %empty: tensor<20x5xi8>) -> tensor<20x5xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<20x5xi8>) -> tensor<20x5xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x20x80x5xi8>) outs(%start : tensor<20x5xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<20x5xi8>
  return %0 : tensor<20x5xi8>
}
func.func @few_of_unknown_count(%data: tensor<?x20x80x4xi8>, %empty: tensor<20x4xi8>) -> tensor<20x4xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<20x4xi8>) -> tensor<20x4xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x20x80x4xi8>) outs(%start : tensor<20x4xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<20x4xi8>
  return %0 : tensor<20x4xi8>
}

// -----

// Of more than four dimensions, nothing is decided at run time: versions would
// have much code.

#all = affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>
#kept = affine_map<(a, b, c, d, e) -> (a, c, e)>

// CHECK-LABEL: func @five_dimensions
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @five_dimensions(%data: tensor<4x?x20x80x5xi8>, %empty: tensor<4x20x5xi8>) -> tensor<4x20x5xi8> {
  %max = arith.constant 127 : i8
  %start = linalg.fill ins(%max : i8) outs(%empty : tensor<4x20x5xi8>) -> tensor<4x20x5xi8>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel", "reduction", "parallel"]}
      ins(%data : tensor<4x?x20x80x5xi8>) outs(%start : tensor<4x20x5xi8>) {
  ^bb0(%element: i8, %accumulator: i8):
    %1 = arith.minsi %accumulator, %element : i8
    linalg.yield %1 : i8
  } -> tensor<4x20x5xi8>
  return %0 : tensor<4x20x5xi8>
}

// -----

// Whether rows are short is decided at run time: at most a vector, or eight if at
// least eight elements become one. A single tile is not a slice.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (b)>

// CHECK-LABEL: func @unknown
// CHECK-SAME: (%[[DATA:[^:]*]]: tensor<?x?x?xi32>
// CHECK:      %[[MANY:.*]] = arith.cmpi uge, %{{.*}}, %c8 : index
// CHECK:      %[[MOST:.*]] = arith.select %[[MANY]], %c32{{.*}}, %c4{{.*}} : index
// CHECK:      %[[LONG:.*]] = arith.cmpi uge, %{{.*}}, %[[MOST]] : index
// CHECK:      scf.if %[[LONG]]
// CHECK:        linalg.generic {{.*}} ins(%[[DATA]] : tensor<?x?x?xi32>)
// CHECK:      else
// CHECK:        scf.for
// CHECK:          scf.if
// CHECK:            tensor.extract_slice
// CHECK:            linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK:          else
// CHECK-NOT:        tensor.extract_slice
// CHECK:            linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK:          linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
func.func @unknown(%data: tensor<?x?x?xi32>, %empty: tensor<?xi32>) -> tensor<?xi32> {
  %max = arith.constant 2147483647 : i32
  %start = linalg.fill ins(%max : i32) outs(%empty : tensor<?xi32>) -> tensor<?xi32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%data : tensor<?x?x?xi32>) outs(%start : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Rows of at most eight vectors, if at least eight elements become one.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (b)>

// CHECK-LABEL: func @vectors
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<288xi32>
func.func @vectors(%data: tensor<8x9x32xi32>, %to: tensor<9xi32>) -> tensor<9xi32> {
  %max = arith.constant 2147483647 : i32
  %start = linalg.fill ins(%max : i32) outs(%to : tensor<9xi32>) -> tensor<9xi32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%data : tensor<8x9x32xi32>) outs(%start : tensor<9xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

// CHECK-LABEL: func @few_vectors
// CHECK-NOT: memref.alloca
func.func @few_vectors(%data: tensor<7x9x32xi32>, %to: tensor<9xi32>) -> tensor<9xi32> {
  %max = arith.constant 2147483647 : i32
  %start = linalg.fill ins(%max : i32) outs(%to : tensor<9xi32>) -> tensor<9xi32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%data : tensor<7x9x32xi32>) outs(%start : tensor<9xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

// -----

// Left alone: rows of more than eight vectors, a start that is not constant, a fixed
// order, and a single reduced dimension.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (b)>
#two = affine_map<(a, b) -> (a, b)>
#columns = affine_map<(a, b) -> (b)>

// CHECK-LABEL: func @alone
// CHECK-NOT: memref.alloca
func.func @alone(%long: tensor<9x9x33xi32>, %short: tensor<9x9x3xi32>, %floats: tensor<9x9x3xf32>, %one: tensor<9x9xi32>,
                 %to: tensor<9xi32>, %floatsTo: tensor<9xf32>) -> (tensor<9xi32>, tensor<9xi32>, tensor<9xf32>, tensor<9xi32>) {
  %max = arith.constant 2147483647 : i32
  %start = linalg.fill ins(%max : i32) outs(%to : tensor<9xi32>) -> tensor<9xi32>
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%long : tensor<9x9x33xi32>) outs(%start : tensor<9xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %4 = arith.minsi %element, %accumulator : i32
    linalg.yield %4 : i32
  } -> tensor<9xi32>
  %1 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%short : tensor<9x9x3xi32>) outs(%to : tensor<9xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %4 = arith.minsi %element, %accumulator : i32
    linalg.yield %4 : i32
  } -> tensor<9xi32>
  %unit = arith.constant 1.0 : f32
  %floatStart = linalg.fill ins(%unit : f32) outs(%floatsTo : tensor<9xf32>) -> tensor<9xf32>
  %2 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%floats : tensor<9x9x3xf32>) outs(%floatStart : tensor<9xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %4 = arith.mulf %element, %accumulator : f32
    linalg.yield %4 : f32
  } -> tensor<9xf32>
  %3 = linalg.generic {indexing_maps = [#two, #columns], iterator_types = ["reduction", "parallel"]}
      ins(%one : tensor<9x9xi32>) outs(%start : tensor<9xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %4 = arith.minsi %element, %accumulator : i32
    linalg.yield %4 : i32
  } -> tensor<9xi32>
  return %0, %1, %2, %3 : tensor<9xi32>, tensor<9xi32>, tensor<9xf32>, tensor<9xi32>
}

// -----

// Of three reduced dimensions, the outermost is reduced first if the memory has room for all
// of one index; the others are reduced from there.
// CHECK-LABEL: func.func @outermost
// CHECK: memref.alloca(){{.*}} : memref<300xf64>
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<5906x300xf64>) outs(%{{.*}} : tensor<300xf64>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel", "reduction"]} ins(%{{.*}} : tensor<3x25x2x2xf64>) outs(%{{.*}} : tensor<3x2xf64>)
func.func @outermost(%data: tensor<5906x3x25x2x2xf64>) -> tensor<3x2xf64> {
  %0 = reduce.prod %data axes = [0, 2, 4] : tensor<5906x3x25x2x2xf64> -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// -----

// If extents are not known, it is decided at run time.
// CHECK-LABEL: func.func @outermost_unknown
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x3x?x2x2xf64>)
// CHECK: memref.alloca(){{.*}} : memref<4096xf64>
// CHECK: %[[ALL:.*]] = arith.muli %{{.*}}, %c3{{.*}} : index
// CHECK: %[[LESS:.*]] = arith.subi %[[ALL]], %c2{{.*}} : index
// CHECK: %[[FITS:.*]] = arith.cmpi ult, %[[LESS]], %c4095{{.*}} : index
// CHECK: %[[COUNT:.*]] = tensor.dim %[[DATA]], %c0
// CHECK: %[[ARE_MANY:.*]] = arith.cmpi uge, %[[COUNT]], %c8{{.*}} : index
// CHECK: %[[IS_OUTER:.*]] = arith.andi %[[FITS]], %[[ARE_MANY]] : i1
// CHECK: scf.if %[[IS_OUTER]]
// CHECK:   linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<?x?xf64>) outs(%{{.*}} : tensor<?xf64>)
// CHECK:   linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
// CHECK: else
// CHECK:   linalg.generic {{.*}} ins(%{{.*}} : tensor<?x3x?x2x2xf64>)
func.func @outermost_unknown(%data: tensor<?x3x?x2x2xf64>) -> tensor<3x2xf64> {
  %0 = reduce.prod %data axes = [0, 2, 4] : tensor<?x3x?x2x2xf64> -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// -----

// Too few elements become one, they do not fill a vector, or the memory has no room for them.
// CHECK-LABEL: func.func @not_outermost
// CHECK-NOT: tensor<7x300xf64>
// CHECK-NOT: tensor<500x{{1|6000}}xf64>
// CHECK: return
func.func @not_outermost(
    %few: tensor<7x3x25x2x2xf64>, %narrow: tensor<500x1x1x1x1xf64>, %large: tensor<500x3x25x2x40xf64>)
    -> (tensor<3x2xf64>, tensor<1x1xf64>, tensor<3x2xf64>) {
  %0 = reduce.prod %few axes = [0, 2, 4] : tensor<7x3x25x2x2xf64> -> tensor<3x2xf64>
  %1 = reduce.prod %narrow axes = [0, 2, 4] : tensor<500x1x1x1x1xf64> -> tensor<1x1xf64>
  %2 = reduce.prod %large axes = [0, 2, 4] : tensor<500x3x25x2x40xf64> -> tensor<3x2xf64>
  return %0, %1, %2 : tensor<3x2xf64>, tensor<1x1xf64>, tensor<3x2xf64>
}

// -----

// In an input that does not fit into the second cache, 1 MiB here, rows may have as many
// columns as the memory has room for, if eight elements or more become one.
// CHECK-LABEL: func.func @large
// CHECK-NOT: scf.if
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<8x8192xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%{{.*}} : tensor<1x64x128xf32>)
func.func @large(%data: tensor<8x5x64x128xf32>) -> tensor<5x128xf32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<8x5x64x128xf32> -> tensor<5x128xf32>
  return %0 : tensor<5x128xf32>
}

// Eight rows of 32 KiB are exactly 1 MiB, seven elements are few, and a longer row does not
// fit into the memory.
// CHECK-LABEL: func.func @not_large
// CHECK-NOT: iterator_types = ["reduction", "parallel"]
// CHECK: return
func.func @not_large(%near: tensor<8x4x64x128xf32>, %few: tensor<7x50x64x128xf32>, %long: tensor<8x50x64x129xf32>)
    -> (tensor<4x128xf32>, tensor<50x128xf32>, tensor<50x129xf32>) {
  %0 = reduce.min %near axes = [0, 2] : tensor<8x4x64x128xf32> -> tensor<4x128xf32>
  %1 = reduce.min %few axes = [0, 2] : tensor<7x50x64x128xf32> -> tensor<50x128xf32>
  %2 = reduce.min %long axes = [0, 2] : tensor<8x50x64x129xf32> -> tensor<50x129xf32>
  return %0, %1, %2 : tensor<4x128xf32>, tensor<50x128xf32>, tensor<50x129xf32>
}

// -----

// If all extents are known and an outer kept index has few elements, several are reduced at
// once, too: a group of 1491 and the rest, as the memory has room for 1560 indices.

// CHECK-LABEL: func.func @short_indices
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<31311xi8>
// CHECK: scf.for %[[FIRST:.*]] = %{{.*}} to %{{.*}} step %{{.*}}
// CHECK:   %[[GROUP:.*]] = tensor.expand_shape %{{.*}} : tensor<62622xi8> into tensor<1491x2x21xi8>
// CHECK:   linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: ins(%[[GROUP]] : tensor<1491x2x21xi8>) outs(%{{.*}} : tensor<1491x21xi8>)
// CHECK:   linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME: ins(%{{.*}} : tensor<1491x3x7xi8>)
// CHECK: }
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK-SAME: ins(%{{.*}} : tensor<1490x2x21xi8>) outs(%{{.*}} : tensor<1490x21xi8>)
// CHECK: return
func.func @short_indices(%data: tensor<2981x2x3x7xi8>) -> tensor<2981x3xi8> {
  %0 = reduce.min %data axes = [1, 3] : tensor<2981x2x3x7xi8> -> tensor<2981x3xi8>
  return %0 : tensor<2981x3xi8>
}

// An even number of rows of a power of two is read as it was written.
// CHECK-LABEL: func.func @even_rows
// CHECK-NOT: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: return
func.func @even_rows(%data: tensor<2981x2x4x8xi8>) -> tensor<2981x4xi8> {
  %0 = reduce.min %data axes = [1, 3] : tensor<2981x2x4x8xi8> -> tensor<2981x4xi8>
  return %0 : tensor<2981x4xi8>
}

// The largest rows and indices. Larger ones take longer than the second stage waits.
// CHECK-LABEL: func.func @largest_rows
// CHECK: ins(%{{.*}} : tensor<40x4x511xi8>)
func.func @largest_rows(%data: tensor<40x4x73x7xi8>) -> tensor<40x73xi8> {
  %0 = reduce.min %data axes = [1, 3] : tensor<40x4x73x7xi8> -> tensor<40x73xi8>
  return %0 : tensor<40x73xi8>
}

// CHECK-LABEL: func.func @largest_indices
// CHECK: ins(%{{.*}} : tensor<100x32x64xi8>)
func.func @largest_indices(%data: tensor<100x32x1x64xi8>) -> tensor<100x1xi8> {
  %0 = reduce.min %data axes = [1, 3] : tensor<100x32x1x64xi8> -> tensor<100x1xi8>
  return %0 : tensor<100x1xi8>
}

// CHECK-LABEL: func.func @large_rows
// CHECK-NOT: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: return
func.func @large_rows(%data: tensor<100x2x19x27xi8>) -> tensor<100x19xi8> {
  %0 = reduce.min %data axes = [1, 3] : tensor<100x2x19x27xi8> -> tensor<100x19xi8>
  return %0 : tensor<100x19xi8>
}

// CHECK-LABEL: func.func @large_indices
// CHECK-NOT: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: return
func.func @large_indices(%data: tensor<100x98x3x7xi8>) -> tensor<100x3xi8> {
  %0 = reduce.min %data axes = [1, 3] : tensor<100x98x3x7xi8> -> tensor<100x3xi8>
  return %0 : tensor<100x3xi8>
}

// What the last cache does not have is read one index after the other.
// CHECK-LABEL: func.func @in_memory
// CHECK-NOT: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: return
func.func @in_memory(%data: tensor<10000000x2x3x7xi8>) -> tensor<10000000x3xi8> {
  %0 = reduce.min %data axes = [1, 3] : tensor<10000000x2x3x7xi8> -> tensor<10000000x3xi8>
  return %0 : tensor<10000000x3xi8>
}

// With columns, too.
// CHECK-LABEL: func.func @short_indices_with_columns
// CHECK-NOT: iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: return
func.func @short_indices_with_columns(%data: tensor<2981x2x3x7x3xi8>) -> tensor<2981x3x3xi8> {
  %0 = reduce.min %data axes = [1, 3] : tensor<2981x2x3x7x3xi8> -> tensor<2981x3x3xi8>
  return %0 : tensor<2981x3x3xi8>
}

// -----

// Minima of unknown extents have results as partial results: both stages are whole reductions.
// WHOLE-LABEL: func.func @results
// WHOLE-DAG: %[[STATES:.*]] = memref.alloca(){{.*}} : memref<16384xi16>
// WHOLE-DAG: %[[SCRATCH:.*]] = memref.alloca(){{.*}} : memref<16384xbf16>
// WHOLE:     %[[COLUMNS:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<?x?xbf16>) outs(%{{.*}} : tensor<?xi16>)
// WHOLE:     linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[COLUMNS]] : tensor<?xi16>) outs(%{{.*}} : tensor<?xbf16>)
// WHOLE:     %[[ROWS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<?x?xbf16>) outs(%{{.*}} : tensor<?xi16>)
// WHOLE:     linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[ROWS]] : tensor<?xi16>) outs(%{{.*}} : tensor<?xbf16>)
func.func @results(%data: tensor<?x?x?xbf16>) -> tensor<?xbf16> {
  %0 = reduce.min %data axes = [0, 2] : tensor<?x?x?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
