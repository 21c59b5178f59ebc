// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=outer' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,masked_arithmetic=true}' --reduce-vectorize='strategies=outer' --canonicalize --cse | FileCheck %s --check-prefix=MASKED
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4}' --reduce-vectorize='strategies=outer' --canonicalize --cse | FileCheck %s --check-prefix=AVX512
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true}' --reduce-vectorize='strategies=outer' --canonicalize --cse | FileCheck %s --check-prefix=REGISTERS
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4}' --reduce-vectorize='strategies=outer' --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The accumulators start with the first row.
// CHECK-LABEL: func.func @columns
// CHECK-SAME: (%[[DATA:.*]]: tensor<9x32xf32>)
// CHECK-DAG: %[[EMPTY:.*]] = tensor.empty() : tensor<32xf32>
// CHECK: %[[RESULT:.*]] = scf.for %[[COLUMN:.*]] = %c0 to %c32 step %c16 iter_args(%[[OUT:.*]] = %[[EMPTY]])
// CHECK:   %[[FIRST:.*]] = vector.transfer_read %[[DATA]][%c0, %[[COLUMN]]], %{{.*}} {in_bounds = [true]}
// CHECK:   %[[COLUMNS:.*]] = scf.for %[[ROW:.*]] = %c1 to %c9 step %c1 iter_args(%[[ACC:.*]] = %[[FIRST]]) -> (vector<16xf32>)
// CHECK:     %[[READ:.*]] = vector.transfer_read %[[DATA]][%[[ROW]], %[[COLUMN]]], %{{.*}} {in_bounds = [true]}
// CHECK:     arith.minimumf %[[READ]], %[[ACC]] fastmath<nsz> : vector<16xf32>
// CHECK:   vector.transfer_write %[[COLUMNS]], %[[OUT]][%[[COLUMN]]] {in_bounds = [true]}
// CHECK: return %[[RESULT]]
func.func @columns(%data: tensor<9x32xf32>) -> tensor<32xf32> {
  %0 = reduce.min %data axes = [0] : tensor<9x32xf32> -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// 45 = 2 * 16 + 8 + 4 + 1; one loop handles all tails.
// CHECK-LABEL: func.func @tails
// CHECK: %[[STRIPS:.*]] = scf.for %{{.*}} = %c0 to %c32 step %c16
// CHECK:   scf.for %{{.*}} = %c1 to %c9 step %c1
// CHECK: %[[TAILS:.*]]:3 = scf.for %[[ROW:.*]] = %c1 to %c9 step %c1
// CHECK:   vector.transfer_read %{{.*}}[%[[ROW]], %c32], {{.*}} vector<8xf32>
// CHECK:   vector.transfer_read %{{.*}}[%[[ROW]], %c40], {{.*}} vector<4xf32>
// CHECK:   vector.transfer_read %{{.*}}[%[[ROW]], %c44], {{.*}} vector<1xf32>
// CHECK: %[[OUT8:.*]] = vector.transfer_write %[[TAILS]]#0, %[[STRIPS]][%c32]
// CHECK: %[[OUT4:.*]] = vector.transfer_write %[[TAILS]]#1, %[[OUT8]][%c40]
// CHECK: %[[OUT1:.*]] = vector.transfer_write %[[TAILS]]#2, %[[OUT4]][%c44]
// CHECK: return %[[OUT1]]
func.func @tails(%data: tensor<9x45xf32>) -> tensor<45xf32> {
  %0 = reduce.min %data axes = [0] : tensor<9x45xf32> -> tensor<45xf32>
  return %0 : tensor<45xf32>
}

// CHECK-LABEL: func.func @extent_1
// CHECK: scf.for %[[ROW:.*]] = %c1 to %c9 step %c1 iter_args(%{{.*}}) -> (vector<1xf32>)
// CHECK:   vector.transfer_read %{{.*}}[%[[ROW]], %c0]
func.func @extent_1(%data: tensor<9x1xf32>) -> tensor<1xf32> {
  %0 = reduce.min %data axes = [0] : tensor<9x1xf32> -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// Without rows, the result is the identity.
// CHECK-LABEL: func.func @no_rows
// CHECK-NOT: vector.transfer_read
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%c0] {in_bounds = [true]} : vector<4xi64>, tensor<5xi64>
// CHECK: vector.transfer_write %{{.*}}, %{{.*}}[%c4] {in_bounds = [true]} : vector<1xi64>, tensor<5xi64>
// CHECK-NOT: vector.transfer_read
func.func @no_rows(%data: tensor<0x5xi64>) -> tensor<5xi64> {
  %one = arith.constant 1 : i64
  %empty = tensor.empty() : tensor<5xi64>
  %fill = linalg.fill ins(%one : i64) outs(%empty : tensor<5xi64>) -> tensor<5xi64>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<0x5xi64>) outs(%fill : tensor<5xi64>) {
  ^bb0(%in: i64, %out: i64):
    %1 = arith.muli %out, %in : i64
    linalg.yield %1 : i64
  } -> tensor<5xi64>
  return %0 : tensor<5xi64>
}

// CHECK-LABEL: func.func @no_columns
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<0xi64>
// CHECK-NEXT: return %[[EMPTY]]
func.func @no_columns(%data: tensor<5x0xi64>) -> tensor<0xi64> {
  %one = arith.constant 1 : i64
  %empty = tensor.empty() : tensor<0xi64>
  %fill = linalg.fill ins(%one : i64) outs(%empty : tensor<0xi64>) -> tensor<0xi64>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<5x0xi64>) outs(%fill : tensor<0xi64>) {
  ^bb0(%in: i64, %out: i64):
    %1 = arith.muli %out, %in : i64
    linalg.yield %1 : i64
  } -> tensor<0xi64>
  return %0 : tensor<0xi64>
}

// CHECK-LABEL: func.func @middle
// CHECK: scf.for %[[I:.*]] = %c0 to %c2 step %c1
// CHECK:   scf.for %[[J:.*]] = %c1 to %c9 step %c1 iter_args(%{{.*}}) -> (vector<8xf64>)
// CHECK:     vector.transfer_read %{{.*}}[%[[I]], %[[J]], %c0], {{.*}} vector<8xf64>
// CHECK:   vector.transfer_write %{{.*}}, %{{.*}}[%[[I]], %c0] {{.*}} tensor<2x8xf64>
func.func @middle(%data: tensor<2x9x8xf64>) -> tensor<2x8xf64> {
  %0 = reduce.min %data axes = [1] : tensor<2x9x8xf64> -> tensor<2x8xf64>
  return %0 : tensor<2x8xf64>
}

// The accumulators are carried through both reduced loops.
// CHECK-LABEL: func.func @alternating
// CHECK: scf.for %[[J:.*]] = %c0 to %c3 step %c1
// CHECK:   %[[COLUMNS:.*]]:2 = scf.for %[[I:.*]] = %c0 to %c2 step %c1
// CHECK:     scf.for %[[K:.*]] = %c0 to %c9 step %c1
// CHECK:       vector.transfer_read %{{.*}}[%[[I]], %[[J]], %[[K]], %c0]
// CHECK:       vector.transfer_read %{{.*}}[%[[I]], %[[J]], %[[K]], %c4]
// CHECK:   vector.transfer_write %[[COLUMNS]]#0, %{{.*}}[%[[J]], %c0]
// CHECK:   vector.transfer_write %[[COLUMNS]]#1, %{{.*}}[%[[J]], %c4]
func.func @alternating(%data: tensor<2x3x9x5xi64>) -> tensor<3x5xi64> {
  %0 = reduce.prod %data axes = [0, 2] : tensor<2x3x9x5xi64> -> tensor<3x5xi64>
  return %0 : tensor<3x5xi64>
}

//===----------------------------------------------------------------------===//
// Other bodies and inits
//===----------------------------------------------------------------------===//

#id = affine_map<(a, b) -> (a, b)>
#column = affine_map<(a, b) -> (b)>

// Each column combines its elements in order, without reassociation. An init
// that is not the identity is the initial value of the accumulators.
// CHECK-LABEL: func.func @in_order
// CHECK-SAME: (%{{.*}}, %[[INIT:.*]]: tensor<16xf32>)
// CHECK: %[[START:.*]] = vector.transfer_read %[[INIT]][%c0]
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[START]]) -> (vector<16xf32>)
// CHECK:   %[[READ:.*]] = vector.transfer_read
// CHECK:   arith.mulf %[[ACC]], %[[READ]] : vector<16xf32>
func.func @in_order(%data: tensor<9x16xf32>, %init: tensor<16xf32>) -> tensor<16xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<9x16xf32>) outs(%init : tensor<16xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// CHECK-LABEL: func.func @producer
// CHECK: scf.for
// CHECK: %[[A:.*]] = vector.transfer_read {{.*}} vector<16xi32>
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[A]], %{{.*}} : vector<16xi32>
// CHECK: %[[S:.*]] = arith.select %[[C]], %{{.*}}, %[[A]] : vector<16xi1>, vector<16xi32>
// CHECK: arith.maxsi %[[S]], %{{.*}} : vector<16xi32>
func.func @producer(%data: tensor<9x16xi32>, %limit: i32, %init: tensor<16xi32>) -> tensor<16xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<9x16xi32>) outs(%init : tensor<16xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %zero = arith.constant 0 : i32
    %1 = arith.cmpi slt, %element, %limit : i32
    %2 = arith.select %1, %zero, %element : i32
    %3 = arith.maxsi %2, %accumulator : i32
    linalg.yield %3 : i32
  } -> tensor<16xi32>
  return %0 : tensor<16xi32>
}

// For bf16, the lower halves of words come first, and the order is restored at
// the end.
// CHECK-LABEL: func.func @bf16
// CHECK: scf.for
// CHECK:   %[[READ:.*]] = vector.transfer_read {{.*}} vector<16xbf16>
// CHECK:   vector.deinterleave %[[READ]] : vector<16xbf16> -> vector<8xbf16>
// CHECK-DAG: %[[LOWER:.*]] = vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [8], strides = [1]}
// CHECK-DAG: %[[UPPER:.*]] = vector.extract_strided_slice %{{.*}} {offsets = [8], sizes = [8], strides = [1]}
// CHECK: %[[RESULT:.*]] = vector.interleave %[[LOWER]], %[[UPPER]] : vector<8xf32> -> vector<16xf32>
// CHECK: arith.truncf %[[RESULT]] {reduce.bf16_nan} : vector<16xf32> to vector<16xbf16>
func.func @bf16(%data: tensor<9x16xbf16>) -> tensor<16xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<9x16xbf16> -> tensor<16xbf16>
  return %0 : tensor<16xbf16>
}

// A few rows in the first cache have instructions of their own: up to eight, or four if
// there are registers for masks.
// REGISTERS-LABEL: func.func @few_rows
// REGISTERS: scf.for %{{.*}} = %c1 to %c8
// CHECK-LABEL: func.func @few_rows
// CHECK-SAME: (%[[DATA:.*]]: tensor<8x64xi32>)
// CHECK: scf.for %[[COLUMN:.*]] = %c0 to %c64
// CHECK-NOT: scf.for
// CHECK:   vector.transfer_read %[[DATA]][%c0, %[[COLUMN]]]
// CHECK-COUNT-6: vector.transfer_read %[[DATA]]
// CHECK:   vector.transfer_read %[[DATA]][%c7, %[[COLUMN]]]
// CHECK-NOT: vector.transfer_read
// CHECK: return
// REMARK: Function=few_rows | {{.*}}each with instructions of its own
func.func @few_rows(%data: tensor<8x64xi32>) -> tensor<64xi32> {
  %0 = reduce.prod %data axes = [0] : tensor<8x64xi32> -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// REGISTERS-LABEL: func.func @four_rows
// REGISTERS-NOT: scf.for %{{.*}} = %c1
// REGISTERS-COUNT-4: vector.transfer_read
// REGISTERS: return
func.func @four_rows(%data: tensor<4x64xi32>) -> tensor<64xi32> {
  %0 = reduce.prod %data axes = [0] : tensor<4x64xi32> -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// REGISTERS-LABEL: func.func @five_rows
// REGISTERS: scf.for %{{.*}} = %c1 to %c5
func.func @five_rows(%data: tensor<5x64xi32>) -> tensor<64xi32> {
  %0 = reduce.prod %data axes = [0] : tensor<5x64xi32> -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// If the number of columns is not known, strips of all columns are followed by one that
// ends with the last column, and is as wide as the columns left over. Of fewer columns,
// the widest strip that fits is the first one. Where loads can be masked, a mask is for
// less than a vector.
// MASKED-LABEL: func.func @unknown
// MASKED-DAG: %[[COLUMNS:.*]] = tensor.dim %{{.*}}, %c1
// MASKED: %[[WHOLE:.*]] = arith.andi %[[COLUMNS]], %c-16 : index
// MASKED: %[[HAS_WHOLE:.*]] = arith.cmpi uge, %[[COLUMNS]], %c16
// MASKED: %[[FEWER:.*]] = arith.select %[[HAS_WHOLE]], %c0, %[[COLUMNS]]
// MASKED: %[[IS_8:.*]] = arith.cmpi eq, %{{.*}}, %c8
// MASKED: %[[BEFORE_8:.*]] = arith.select %[[IS_8]], %c8, %[[WHOLE]]
// MASKED: %[[IS_4:.*]] = arith.cmpi eq, %{{.*}}, %c4
// MASKED: %[[BEFORE:.*]] = arith.select %[[IS_4]], %c4, %[[BEFORE_8]]
// MASKED: arith.subi %[[COLUMNS]], %[[BEFORE]]
// MASKED: %[[FILL:.*]] = arith.cmpi uge, %[[COLUMNS]], %c4
// MASKED: %[[LAST:.*]] = arith.select %[[FILL]], %{{.*}}, %c0
// MASKED: %[[WIDTH:.*]] = arith.andi %[[LAST]], %c-16
// MASKED: %[[IS_LAST:.*]] = arith.cmpi eq, %[[WIDTH]], %c16
// MASKED: %[[END:.*]] = arith.select %[[IS_LAST]], %[[COLUMNS]], %[[WHOLE]]
// MASKED: scf.for %[[OFFSET:.*]] = %c0 to %[[END]] step %c16
// MASKED:   %[[LATEST:.*]] = arith.subi %[[COLUMNS]], %c16
// MASKED:   %[[FIRST:.*]] = arith.minui %[[OFFSET]], %[[LATEST]]
// MASKED:   vector.transfer_read %{{.*}}[%{{.*}}, %[[FIRST]]]{{.*}} {in_bounds = [true]} : tensor<?x?xi32>, vector<16xi32>
// MASKED: scf.for %{{.*}} = %[[WHOLE]] to %{{.*}} step %c8
// MASKED: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c4
// MASKED:   vector.transfer_read {{.*}} {in_bounds = [true]} : tensor<?x?xi32>, vector<4xi32>
// MASKED: %[[MASKED:.*]] = arith.select %[[FILL]], %c0, %[[COLUMNS]]
// MASKED: scf.for %{{.*}} = %c0 to %[[MASKED]] step %c4
// CHECK-LABEL: func.func @unknown
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c16
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c8
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c4
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c2
// CHECK:   %[[LATEST:.*]] = arith.subi %[[COLUMNS]], %c2
// CHECK:   %[[FIRST:.*]] = arith.minui %{{.*}}, %[[LATEST]]
// CHECK:   vector.transfer_read %{{.*}}[%{{.*}}, %[[FIRST]]]{{.*}} {in_bounds = [true]} : tensor<?x?xi32>, vector<2xi32>
// CHECK:   scf.for %{{.*}} = %c1 to
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1
// CHECK:   vector.transfer_read {{.*}} {in_bounds = [true]} : tensor<?x?xi32>, vector<1xi32>
// CHECK:   scf.for %{{.*}} = %c1 to
// CHECK-NOT: scf.for
// CHECK: return
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Results that depend on their destination are not computed twice: the remainder is
// covered by strips of half the width, of a quarter, and so on or, where loads can be
// masked, a mask.
// MASKED-LABEL: func.func @unknown_init
// MASKED-DAG: %[[COLUMNS:.*]] = tensor.dim %{{.*}}, %c1
// MASKED: %[[WIDE:.*]] = arith.andi %[[COLUMNS]], %c-16 : index
// MASKED: scf.for %{{.*}} = %c0 to %[[WIDE]] step %c16
// MASKED: %[[HALF:.*]] = arith.andi %[[COLUMNS]], %c-8 : index
// MASKED: scf.for %{{.*}} = %[[WIDE]] to %[[HALF]] step %c8
// MASKED: %[[QUARTER:.*]] = arith.andi %[[COLUMNS]], %c-4 : index
// MASKED: scf.for %{{.*}} = %[[HALF]] to %[[QUARTER]] step %c4
// MASKED: scf.for %{{.*}} = %[[QUARTER]] to %[[COLUMNS]] step %c4
// CHECK-LABEL: func.func @unknown_init
// CHECK: scf.for {{.*}} step %c8
// CHECK: scf.for {{.*}} step %c4
// CHECK: %[[PAIRS:.*]] = arith.andi %{{.*}}, %c-2 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[PAIRS]] step %c2
// CHECK: scf.for %{{.*}} = %[[PAIRS]] to %{{.*}} step %c1
// CHECK: return
func.func @unknown_init(%data: tensor<?x?xi32>, %init: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<?x?xi32>) outs(%init : tensor<?xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.maxsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Of an unknown number of rows, up to 15 long ones are streams: 8, 4, 2 and 1 of them have
// instructions of their own. Rows of less than 1.5 KiB, and inputs in the first cache, have a
// loop. So have strips of more than two vectors, which would make much code.
// REMARK: Function=unknown_rows | Reason="the innermost dimension is kept: strips of columns go over all rows; whether each is a stream is decided at run time"
// AVX512-LABEL: func.func @unknown_rows
// AVX512-SAME:  (%[[DATA:.*]]: tensor<?x?xi32>)
// AVX512:       %[[COLUMNS:.*]] = tensor.dim %[[DATA]], %c1
// AVX512:       %[[ROWS:.*]] = tensor.dim %[[DATA]], %c0
// AVX512:       %[[ALL:.*]] = arith.muli %[[ROWS]], %[[COLUMNS]]
// AVX512:       %[[LARGE:.*]] = arith.cmpi ugt, %[[ALL]], %c12288
// AVX512:       %[[LONG:.*]] = arith.cmpi uge, %[[COLUMNS]], %c384
// AVX512:       %[[LARGE_LONG:.*]] = arith.andi %[[LARGE]], %[[LONG]]
// AVX512:       %[[FEW:.*]] = arith.cmpi ult, %[[ROWS]], %c16
// AVX512:       %[[STREAMS:.*]] = arith.andi %[[LARGE_LONG]], %[[FEW]]
// AVX512:       scf.if %[[STREAMS]]
// AVX512:         scf.for {{.*}} step %c32
// AVX512:           %[[EIGHT:.*]] = arith.andi %[[ROWS]], %c8
// AVX512:           %[[HAS_EIGHT:.*]] = arith.cmpi ne, %[[EIGHT]], %c0
// AVX512:           %[[AFTER_EIGHT:.*]] = scf.if %[[HAS_EIGHT]] -> (vector<32xi32>)
// AVX512-COUNT-8:     vector.transfer_read
// AVX512:           %[[FOURTH:.*]] = arith.andi %[[ROWS]], %c-8
// AVX512:           scf.if
// AVX512:             vector.transfer_read %[[DATA]][%[[FOURTH]],
// AVX512-COUNT-3:     vector.transfer_read
// AVX512:           else
// AVX512:             scf.yield %[[AFTER_EIGHT]]
// AVX512:           scf.if
// AVX512-COUNT-2:     vector.transfer_read
// AVX512:           scf.if
// AVX512:             vector.transfer_read
// AVX512-NOT:       vector.transfer_read
// AVX512:           vector.transfer_write
// AVX512:       else
// AVX512:         scf.for {{.*}} step %c64
// AVX512:           %[[START:.*]] = scf.if %{{.*}} -> (vector<64xi32>)
// AVX512:             vector.transfer_read %[[DATA]][%c0,
// AVX512:           } else {
// AVX512-NEXT:        scf.yield %{{.*}} : vector<64xi32>
// AVX512:           scf.for %[[ROW:.*]] = %c1 to %[[ROWS]] step %c1 iter_args(%{{.*}} = %[[START]])
// AVX512:             vector.transfer_read %[[DATA]][%[[ROW]],
// CHECK-LABEL: func.func @unknown_rows
// CHECK-NOT:   arith.cmpi ult, %{{.*}}, %c16
// CHECK:       return
func.func @unknown_rows(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
