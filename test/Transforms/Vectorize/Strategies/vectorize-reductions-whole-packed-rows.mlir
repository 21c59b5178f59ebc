// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=8,mask_registers=true,drops_nan=true,orders_zeros=true,slow_split_loads=true}' --reduce-vectorize='strategies=packed-rows,outer' --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=8,mask_registers=true,drops_nan=true,slow_split_loads=true}' --reduce-vectorize='strategies=packed-rows,outer' --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=UNORDERED
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,accumulators=8,drops_nan=true}' --reduce-vectorize='strategies=packed-rows,outer' --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=SHORT
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=8,mask_registers=true,shuffled_vectors=4,slow_split_loads=true}' --reduce-vectorize='strategies=packed-rows,outer' --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=FEW

// Where a vector is a cache line, a group of rows is whole vectors: of rows of nine
// elements, 16, which are nine vectors. Their accumulators are two vectors, since the
// widths of vectors are powers of two. The first group starts with the first row at a
// line. That is as many rows after the first as there are elements before the first line,
// times the inverse of nine modulo 16: 9, which -711 is, too.
// CHECK-LABEL: func @whole
// CHECK: %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[UNALIGNED:.*]] = arith.andi %{{.*}}, %c15
// CHECK: %[[TIMES_INVERSE:.*]] = arith.muli %[[UNALIGNED]], %c-711
// CHECK: %[[ROW:.*]] = arith.andi %[[TIMES_INVERSE]], %c15
// CHECK: %[[OFFSET:.*]] = arith.muli %[[ROW]], %c9
// CHECK: %[[FIRST:.*]] = arith.minui %[[OFFSET]], %c90000
// CHECK: scf.for %[[AT:.*]] = %[[FIRST]] to %c89857 step %c144 {{.*}} -> (vector<128xi32>, vector<16xi32>) {
// CHECK:   vector.transfer_read %{{.*}}[%[[AT]]], %{{.*}} {in_bounds = [true]} : tensor<90000xi32>, vector<128xi32>
// CHECK:   %[[LAST:.*]] = arith.addi %[[AT]], %c128
// CHECK:   vector.transfer_read %{{.*}}[%[[LAST]]], %{{.*}} {in_bounds = [true]} : tensor<90000xi32>, vector<16xi32>
// The rows before the first group, and after the last.
// CHECK: %[[WHOLE:.*]] = arith.andi %[[FIRST]], %c-16
// CHECK: scf.for %{{.*}} = %c0 to %[[WHOLE]] step %c16
// CHECK: scf.for %{{.*}} = %[[WHOLE]] to %[[FIRST]] step %c16
// CHECK: scf.for %{{.*}} to %c90000 step %c144
// One vector accumulates at least where registers are few.
// FEW-LABEL: func @whole
// FEW: scf.for %{{.*}} = %c0 to %c144 step %c16
// FEW: scf.for {{.*}} step %c144 {{.*}} -> (vector<16xi32>)
// SHORT-LABEL: func @whole
// SHORT: scf.for %{{.*}} = %c0 to %c89937 step %c63 {{.*}} -> (vector<64xi32>)
func.func @whole(%data: tensor<10000x9xi32>) -> tensor<9xi32> {
  %0 = reduce.min %data axes = [0] : tensor<10000x9xi32> -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

// -----

// Groups have at least as many vectors as there are accumulators: 48 rows of three.
// CHECK-LABEL: func @short
// CHECK: scf.for {{.*}} step %c144 {{.*}} -> (vector<128xi32>, vector<16xi32>)
func.func @short(%data: tensor<10000x3xi32>) -> tensor<3xi32> {
  %0 = reduce.min %data axes = [0] : tensor<10000x3xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// Up to 27 of 32 registers accumulate, or 16 if a vector takes several operations.
// CHECK-LABEL: func @most
// CHECK: scf.for {{.*}} step %c432 {{.*}} -> (vector<256xi32>, vector<128xi32>, vector<32xi32>, vector<16xi32>)
func.func @most(%data: tensor<10000x27xi32>) -> tensor<27xi32> {
  %0 = reduce.min %data axes = [0] : tensor<10000x27xi32> -> tensor<27xi32>
  return %0 : tensor<27xi32>
}

// Groups of more vectors are read in strips of as many as each other: 29 as 15 and 15,
// which overlap in one, and 17 as nine and nine.
// CHECK-LABEL: func @strips
// CHECK: scf.for %[[NEXT:.*]] = %c0 to %c464 step %c240 {
// CHECK:   %[[STRIP:.*]] = arith.minui %[[NEXT]], %c224
// CHECK:   %[[STATES:.*]]:4 = scf.for %[[GROUP:.*]] = %{{.*}} to %c28537 step %c464 {{.*}} -> (vector<128xi32>, vector<64xi32>, vector<32xi32>, vector<16xi32>) {
// CHECK:     %[[START:.*]] = arith.addi %[[GROUP]], %[[STRIP]]
// CHECK:     vector.transfer_read %{{.*}}[%[[START]]], %{{.*}} {in_bounds = [true]} : tensor<29000xi32>, vector<128xi32>
// CHECK:   vector.store %[[STATES]]#0, %[[SCRATCH:.*]][%[[STRIP]]]
// CHECK:   %[[NEXT_PART:.*]] = arith.addi %[[STRIP]], %c128
// CHECK:   vector.store %[[STATES]]#1, %[[SCRATCH]][%[[NEXT_PART]]]
func.func @strips(%data: tensor<1000x29xi32>) -> tensor<29xi32> {
  %0 = reduce.min %data axes = [0] : tensor<1000x29xi32> -> tensor<29xi32>
  return %0 : tensor<29xi32>
}

// Accumulators and their marks of NaN take 26 of 32 registers. Fifteen vectors are strips.
// CHECK-LABEL: func @several_operations
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: scf.for {{.*}} step %c208 {{.*}} -> (vector<128xf32>, vector<128xf32>, vector<64xf32>, vector<64xf32>, vector<16xf32>, vector<16xf32>)
// CHECK:   %[[READ:.*]] = vector.transfer_read {{.*}} vector<128xf32>
// CHECK:   arith.minimumf %[[READ]], %{{.*}} fastmath<nnan> : vector<128xf32>
// CHECK:   %[[IS_NAN:.*]] = arith.cmpf uno, %[[READ]], %[[READ]] : vector<128xf32>
// CHECK:   arith.select %[[IS_NAN]], %{{.*}}, %{{.*}} : vector<128xi1>, vector<128xf32>
// CHECK: scf.for {{.*}} = %c0 to %c240 step %c128
// CHECK:   scf.for {{.*}} step %c240 {{.*}} -> (vector<128xf32>, vector<128xf32>)
// CHECK: scf.for {{.*}} = %c0 to %c272 step %c144
// CHECK:   scf.for {{.*}} step %c272 {{.*}} -> (vector<128xf32>, vector<128xf32>, vector<16xf32>, vector<16xf32>)
// Minima of floats whose zeros have no order must not depend on an address, either.
// UNORDERED-LABEL: func @several_operations
// UNORDERED-NOT: memref.extract_aligned_pointer_as_index
// UNORDERED: return
func.func @several_operations(%thirteen: tensor<1000x13xf32>, %fifteen: tensor<1000x15xf32>,
                              %seventeen: tensor<1000x17xf32>) -> (tensor<13xf32>, tensor<15xf32>, tensor<17xf32>) {
  %2 = reduce.min %thirteen axes = [0] : tensor<1000x13xf32> -> tensor<13xf32>
  %0 = reduce.min %fifteen axes = [0] : tensor<1000x15xf32> -> tensor<15xf32>
  %1 = reduce.min %seventeen axes = [0] : tensor<1000x17xf32> -> tensor<17xf32>
  return %2, %0, %1 : tensor<13xf32>, tensor<15xf32>, tensor<17xf32>
}

// Each outer index has a first row at a line.
// CHECK-LABEL: func @outer
// CHECK: scf.for %[[OUTER:.*]] = %c0 to %c9 step %c1
// CHECK:   %[[STRIDED:.*]] = arith.muli %[[OUTER]], %
// CHECK:   arith.addi %{{.*}}, %[[STRIDED]]
// CHECK:   %[[FIRST:.*]] = arith.minui %{{.*}}, %c7000
// CHECK:   scf.for %{{.*}} = %[[FIRST]] to %{{.*}} step %c448
func.func @outer(%data: tensor<9x1000x7xi16>) -> tensor<9x7xi16> {
  %0 = reduce.min %data axes = [1] : tensor<9x1000x7xi16> -> tensor<9x7xi16>
  return %0 : tensor<9x7xi16>
}

// The grouping of floating-point products must not depend on an address (clause same-bits).
// CHECK-LABEL: func @same_bits
// CHECK-NOT: memref.extract_aligned_pointer_as_index
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c144
// CHECK-NOT: memref.extract_aligned_pointer_as_index
// CHECK: return
func.func @same_bits(%data: tensor<1000x9xf32>, %unknown: tensor<?x?xf32>) -> (tensor<9xf32>, tensor<?xf32>) {
  %0 = reduce.prod %data axes = [0] : tensor<1000x9xf32> -> tensor<9xf32>
  %1 = reduce.prod %unknown axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %0, %1 : tensor<9xf32>, tensor<?xf32>
}

// If the length is even, no row may be at a line: then the first group starts with the first
// row.
// CHECK-LABEL: func @even
// CHECK: %[[UNALIGNED:.*]] = arith.andi %{{.*}}, %c15
// CHECK: %[[QUARTER:.*]] = arith.shrui %[[UNALIGNED]], %c2
// CHECK: %[[ROUNDED:.*]] = arith.shli %[[QUARTER]], %c2
// CHECK: %[[IS_FOUND:.*]] = arith.cmpi eq, %[[UNALIGNED]], %[[ROUNDED]]
// CHECK: %[[PLACE:.*]] = arith.minui %{{.*}}, %c20000
// CHECK: %[[FIRST:.*]] = arith.select %[[IS_FOUND]], %[[PLACE]], %c0
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %{{.*}} step %c160
func.func @even(%data: tensor<1000x20xi32>) -> tensor<20xi32> {
  %0 = reduce.min %data axes = [0] : tensor<1000x20xi32> -> tensor<20xi32>
  return %0 : tensor<20xi32>
}

// Strips need 6 groups at least, or 12 in the first cache, where each vector must take one
// operation. Inputs beyond the second cache are better read in order, and strips of unknown
// numbers of rows are not decided on.
// CHECK-LABEL: func @enough
// CHECK: scf.for {{.*}} step %c816 {{.*}} -> (vector
// CHECK: scf.for {{.*}} step %c4080 {{.*}} -> (vector
// CHECK: scf.for {{.*}} step %c816 {{.*}} -> (vector
func.func @enough(%near: tensor<48x204xi32>, %cached: tensor<24x1020xi32>, %operations: tensor<100x204xf32>) -> (tensor<204xi32>, tensor<1020xi32>, tensor<204xf32>) {
  %0 = reduce.min %near axes = [0] : tensor<48x204xi32> -> tensor<204xi32>
  %1 = reduce.min %cached axes = [0] : tensor<24x1020xi32> -> tensor<1020xi32>
  %2 = reduce.min %operations axes = [0] : tensor<100x204xf32> -> tensor<204xf32>
  return %0, %1, %2 : tensor<204xi32>, tensor<1020xi32>, tensor<204xf32>
}

// CHECK-LABEL: func @few
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @few(%near: tensor<47x204xi32>, %cached: tensor<23x1020xi32>, %operations: tensor<48x204xf32>, %far: tensor<10000x300xi32>, %unknown: tensor<?x300xi32>) -> (tensor<204xi32>, tensor<1020xi32>, tensor<204xf32>, tensor<300xi32>, tensor<300xi32>) {
  %0 = reduce.min %near axes = [0] : tensor<47x204xi32> -> tensor<204xi32>
  %1 = reduce.min %cached axes = [0] : tensor<23x1020xi32> -> tensor<1020xi32>
  %2 = reduce.min %operations axes = [0] : tensor<48x204xf32> -> tensor<204xf32>
  %3 = reduce.min %far axes = [0] : tensor<10000x300xi32> -> tensor<300xi32>
  %4 = reduce.min %unknown axes = [0] : tensor<?x300xi32> -> tensor<300xi32>
  return %0, %1, %2, %3, %4 : tensor<204xi32>, tensor<1020xi32>, tensor<204xf32>, tensor<300xi32>, tensor<300xi32>
}

// Larger groups than half of the first cache holds need 12, too, and rows at lines.
// CHECK-LABEL: func @large_groups
// CHECK: scf.for {{.*}} step %c9616 {{.*}} -> (vector
// CHECK: return
func.func @large_groups(%data: tensor<192x601xi32>) -> tensor<601xi32> {
  %0 = reduce.min %data axes = [0] : tensor<192x601xi32> -> tensor<601xi32>
  return %0 : tensor<601xi32>
}

// CHECK-LABEL: func @few_large_groups
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @few_large_groups(%few: tensor<191x601xi32>, %inexact: tensor<192x601xf32>, %larger: tensor<1000x769xi32>) -> (tensor<601xi32>, tensor<601xf32>, tensor<769xi32>) {
  %0 = reduce.min %few axes = [0] : tensor<191x601xi32> -> tensor<601xi32>
  %1 = reduce.prod %inexact axes = [0] : tensor<192x601xf32> -> tensor<601xf32>
  %2 = reduce.min %larger axes = [0] : tensor<1000x769xi32> -> tensor<769xi32>
  return %0, %1, %2 : tensor<601xi32>, tensor<601xf32>, tensor<769xi32>
}

// -----

// Longer rows are packed if their groups are whole vectors and the input is in the second
// cache, or in the first if each vector takes one operation: two rows of 200 elements.
// CHECK-LABEL: func @long
// CHECK: scf.for {{.*}} step %c400 {{.*}} -> (vector
// CHECK: scf.for {{.*}} step %c400 {{.*}} -> (vector
// CHECK-NOT: step %c400 {{.*}} -> (vector
// CHECK: return
func.func @long(%cached: tensor<1000x200xi32>, %near: tensor<40x200xi32>, %operations: tensor<40x200xf32>, %far: tensor<10000x200xi32>) -> (tensor<200xi32>, tensor<200xi32>, tensor<200xf32>, tensor<200xi32>) {
  %0 = reduce.min %cached axes = [0] : tensor<1000x200xi32> -> tensor<200xi32>
  %1 = reduce.min %near axes = [0] : tensor<40x200xi32> -> tensor<200xi32>
  %2 = reduce.min %operations axes = [0] : tensor<40x200xf32> -> tensor<200xf32>
  %3 = reduce.min %far axes = [0] : tensor<10000x200xi32> -> tensor<200xi32>
  return %0, %1, %2, %3 : tensor<200xi32>, tensor<200xi32>, tensor<200xf32>, tensor<200xi32>
}

// -----

// Rows of unknown length: as many as are whole vectors, if these are most of the lanes
// that are read. The greatest power of two that divides the length says how many rows are.
// Otherwise, a group is read in four strips or more, if there are 6 or 12 such groups.
// CHECK-LABEL: func @unknown
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[OR_LANES:.*]] = arith.ori %[[LENGTH]], %c16
// CHECK: %[[SHIFT:.*]] = math.cttz %[[OR_LANES]]
// CHECK: %[[PERIOD:.*]] = arith.shrui %c16, %[[SHIFT]]
// CHECK: %[[PERIOD_LENGTH:.*]] = arith.muli %[[PERIOD]], %[[LENGTH]]
// CHECK: %[[LESS:.*]] = arith.divui %c511, %[[PERIOD_LENGTH]]
// CHECK: %[[TIMES:.*]] = arith.addi %[[LESS]], %c1
// CHECK: %[[STRIPED:.*]] = arith.muli %[[PERIOD]], %[[TIMES]]
// CHECK: arith.select %{{.*}}, %c6, %c12
// CHECK: %[[ELEMENTS:.*]] = arith.muli %[[STRIPED]], %[[LENGTH]]
// CHECK: arith.cmpi ule, %[[ELEMENTS]], %c4096
// CHECK: %[[FITTING:.*]] = arith.divui %c256, %[[LENGTH]]
// CHECK: %[[MULTIPLES:.*]] = arith.subi %c0, %{{.*}}
// CHECK: %[[COUNT:.*]] = arith.andi %[[FITTING]], %[[MULTIPLES]]
// CHECK: %[[USED:.*]] = arith.muli %[[COUNT]], %[[LENGTH]]
// CHECK: arith.cmpi uge, %[[USED]], %c192
// Four parts of the accumulators and more are combined in registers, in four states.
// CHECK: %[[PARTS:.*]] = arith.divui %{{[0-9]+}}, %{{[0-9]+}} : index
// CHECK-NEXT: %[[ARE_MANY:.*]] = arith.cmpi uge, %[[PARTS]], %c4
// CHECK: %[[IN_REGISTERS:.*]] = arith.select %[[ARE_MANY]], %[[PART_LENGTH:.*]], %c0
// CHECK: scf.for %[[LANE:.*]] = %c0 to %[[IN_REGISTERS]] step %c16
// CHECK:   scf.for {{.*}} step %c4 iter_args({{.*}}) -> (vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>)
// CHECK-COUNT-4: vector.load
// CHECK:   vector.store %{{.*}}[%[[LANE]]]
// CHECK: %[[IN_MEMORY:.*]] = arith.select %[[ARE_MANY]], %[[PART_LENGTH]], %{{.*}}
// CHECK: scf.for %{{.*}} = %[[PART_LENGTH]] to %[[IN_MEMORY]] step %[[PART_LENGTH]]
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
