// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=inner' --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[DATA:.*]]: tensor<3x1024xf32>)
// CHECK-DAG: %[[INF:.*]] = arith.constant dense<0x7F800000> : vector<16xf32>
// CHECK-DAG: %[[EMPTY:.*]] = tensor.empty() : tensor<3xf32>
// CHECK: %[[RESULT:.*]] = scf.for %[[ROW:.*]] = %c0 to %c3 step %c1 iter_args(%[[OUT:.*]] = %[[EMPTY]])
// CHECK:   %[[LANES:.*]] = scf.for %[[COLUMN:.*]] = %c0 to %c1024 step %c16 iter_args(%[[ACC:.*]] = %[[INF]]) -> (vector<16xf32>)
// CHECK:     %[[READ:.*]] = vector.transfer_read %[[DATA]][%[[ROW]], %[[COLUMN]]], %{{.*}} {in_bounds = [true]} : tensor<3x1024xf32>, vector<16xf32>
// CHECK:     %[[COMBINED:.*]] = arith.minimumf %[[READ]], %[[ACC]] fastmath<nsz> : vector<16xf32>
// CHECK:     scf.yield %[[COMBINED]]
// CHECK-DAG: %[[HIGH:.*]] = vector.extract_strided_slice %[[LANES]] {offsets = [8], sizes = [8], strides = [1]}
// CHECK-DAG: %[[LOW:.*]] = vector.extract_strided_slice %[[LANES]] {offsets = [0], sizes = [8], strides = [1]}
// CHECK:   arith.minimumf %[[HIGH]], %[[LOW]] fastmath<nsz> : vector<8xf32>
// CHECK:   arith.minimumf {{.*}} : vector<4xf32>
// CHECK:   arith.minimumf {{.*}} : vector<2xf32>
// CHECK:   %[[ONE:.*]] = arith.minimumf {{.*}} : vector<1xf32>
// CHECK:   %[[SCALAR:.*]] = vector.extract %[[ONE]][0]
// CHECK:   tensor.insert %[[SCALAR]] into %[[OUT]][%[[ROW]]] : tensor<3xf32>
// CHECK: return %[[RESULT]]
func.func @rows(%data: tensor<3x1024xf32>) -> tensor<3xf32> {
  %0 = reduce.min %data axes = [1] : tensor<3x1024xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// 45 = 2 * 16 + 8 + 4 + 1; each tail combines with the first lanes. The last
// one reads a whole vector, which repeats three elements.
// CHECK-LABEL: func.func @tails
// CHECK: %[[STRIPS:.*]] = scf.for %{{.*}} = %c0 to %c32 step %c16
// CHECK: %[[READ8:.*]] = vector.transfer_read %{{.*}}[%c32], {{.*}} vector<8xf32>
// CHECK: %[[LANES8:.*]] = vector.extract_strided_slice %[[STRIPS]] {offsets = [0], sizes = [8], strides = [1]}
// CHECK: %[[MIN8:.*]] = arith.minimumf %[[READ8]], %[[LANES8]]
// CHECK: vector.insert_strided_slice %[[MIN8]], %[[STRIPS]] {offsets = [0], strides = [1]}
// CHECK: vector.transfer_read %{{.*}}[%c40], {{.*}} vector<4xf32>
// CHECK: vector.transfer_read %{{.*}}[%c41], {{.*}} vector<4xf32>
// CHECK-NOT: vector.transfer_read
// CHECK: return
func.func @tails(%data: tensor<45xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<45xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// A row shorter than the accumulator gets a shorter accumulator and no loop.
// CHECK-LABEL: func.func @short
// CHECK-NOT: scf.for
// CHECK: vector.transfer_read %{{.*}}[%c0], {{.*}} vector<4xf32>
// CHECK: vector.transfer_read %{{.*}}[%c3], {{.*}} vector<4xf32>
// CHECK-NOT: vector.transfer_read
// CHECK: return
func.func @short(%data: tensor<7xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<7xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @extent_1
// CHECK-NOT: scf.for
// CHECK: %[[READ:.*]] = vector.transfer_read %{{.*}}[%c0], {{.*}} vector<1xf32>
// CHECK: %[[SCALAR:.*]] = vector.extract %[[READ]][0]
// CHECK: tensor.insert %[[SCALAR]]
func.func @extent_1(%data: tensor<1xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<1xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// An empty row is not read.
// CHECK-LABEL: func.func @extent_0
// CHECK-NOT: vector.transfer_read
// CHECK: %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c3
// CHECK:   tensor.insert %[[INF]] into %{{.*}}[%[[ROW]]]
// CHECK-NOT: vector.transfer_read
func.func @extent_0(%data: tensor<3x0xf32>) -> tensor<3xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %fill = linalg.fill ins(%inf : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<3x0xf32>) outs(%fill : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.minimumf %in, %out fastmath<nsz> : f32
    linalg.yield %1 : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @no_rows
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<0xf32>
// CHECK-NEXT: return %[[EMPTY]]
func.func @no_rows(%data: tensor<0x8xf32>) -> tensor<0xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<0xf32>
  %fill = linalg.fill ins(%inf : f32) outs(%empty : tensor<0xf32>) -> tensor<0xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<0x8xf32>) outs(%fill : tensor<0xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.minimumf %in, %out fastmath<nsz> : f32
    linalg.yield %1 : f32
  } -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// The accumulator is carried through the outer reduced loop.
// CHECK-LABEL: func.func @alternating
// CHECK: scf.for %[[I:.*]] = %c0 to %c2 step %c1
// CHECK:   scf.for %[[K:.*]] = %c0 to %c4 step %c1
// CHECK:     %[[LANES:.*]] = scf.for %[[J:.*]] = %c0 to %c3 step %c1 iter_args(%{{.*}} = %{{.*}}) -> (vector<4xi64>)
// CHECK:       vector.transfer_read %{{.*}}[%[[I]], %[[J]], %[[K]], %c0]
// CHECK:       vector.transfer_read %{{.*}}[%[[I]], %[[J]], %[[K]], %c3]
// CHECK:     vector.extract_strided_slice %[[LANES]]
// CHECK:     tensor.insert %{{.*}} into %{{.*}}[%[[I]], %[[K]]]
func.func @alternating(%data: tensor<2x3x4x5xi64>) -> tensor<2x4xi64> {
  %0 = reduce.prod %data axes = [1, 3] : tensor<2x3x4x5xi64> -> tensor<2x4xi64>
  return %0 : tensor<2x4xi64>
}

// The width is in lanes, not in elements.
// CHECK-LABEL: func.func @element_types
// CHECK-DAG: arith.constant dense<0x7FF0000000000000> : vector<8xf64>
// CHECK-DAG: arith.constant dense<2147483647> : vector<16xi32>
// CHECK-DAG: arith.constant dense<9223372036854775807> : vector<8xi64>
// CHECK-DAG: arith.constant dense<1.000000e+00> : vector<16xf32>
// CHECK: arith.minimumf {{.*}} : vector<8xf64>
// CHECK: arith.minsi {{.*}} : vector<16xi32>
// CHECK: arith.minsi {{.*}} : vector<8xi64>
// CHECK: arith.mulf {{.*}} fastmath<reassoc> : vector<16xf32>
func.func @element_types(%a: tensor<64xf64>, %b: tensor<64xi32>, %c: tensor<64xi64>, %d: tensor<64xf32>)
    -> (tensor<f64>, tensor<i32>, tensor<i64>, tensor<f32>) {
  %0 = reduce.min %a axes = [0] : tensor<64xf64> -> tensor<f64>
  %1 = reduce.min %b axes = [0] : tensor<64xi32> -> tensor<i32>
  %2 = reduce.min %c axes = [0] : tensor<64xi64> -> tensor<i64>
  %3 = reduce.prod %d axes = [0] : tensor<64xf32> -> tensor<f32>
  return %0, %1, %2, %3 : tensor<f64>, tensor<i32>, tensor<i64>, tensor<f32>
}

//===----------------------------------------------------------------------===//
// Bodies with more operations, and other inits
//===----------------------------------------------------------------------===//

#id = affine_map<(a, b) -> (a, b)>
#row = affine_map<(a, b) -> (a)>

// The body's own operations become vector operations; scalars from outside and
// constants are broadcast. An init that is not the identity is combined last.
// CHECK-LABEL: func.func @producer
// CHECK-SAME: (%[[X:.*]]: tensor<4x64xf32>, %[[Y:.*]]: tensor<4x64xf32>, %[[SCALE:.*]]: f32, %[[INIT:.*]]: tensor<4xf32>)
// CHECK-DAG: %[[TWO:.*]] = arith.constant dense<2.000000e+00> : vector<16xf32>
// CHECK: scf.for %[[ROW:.*]] = {{.*}} iter_args(%[[OUT:.*]] = %[[INIT]])
// CHECK:   scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (vector<16xf32>)
// CHECK:     %[[A:.*]] = vector.transfer_read %[[X]]
// CHECK:     %[[B:.*]] = vector.transfer_read %[[Y]]
// CHECK:     %[[SUM:.*]] = arith.addf %[[A]], %[[B]] : vector<16xf32>
// CHECK:     %[[SCALES:.*]] = vector.broadcast %[[SCALE]] : f32 to vector<16xf32>
// CHECK:     %[[SCALED:.*]] = arith.mulf %[[SUM]], %[[SCALES]] : vector<16xf32>
// CHECK:     %[[HALF:.*]] = arith.divf %[[SCALED]], %[[TWO]] : vector<16xf32>
// CHECK:     arith.minimumf %[[HALF]], %[[ACC]] : vector<16xf32>
// CHECK:   %[[SCALAR:.*]] = vector.extract %{{.*}}[0]
// CHECK:   %[[OLD:.*]] = tensor.extract %[[OUT]][%[[ROW]]]
// CHECK:   %[[NEW:.*]] = arith.minimumf %[[SCALAR]], %[[OLD]] : f32
// CHECK:   tensor.insert %[[NEW]] into %[[OUT]][%[[ROW]]]
func.func @producer(%x: tensor<4x64xf32>, %y: tensor<4x64xf32>, %scale: f32, %init: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4x64xf32>, tensor<4x64xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %accumulator: f32):
    %two = arith.constant 2.0 : f32
    %1 = arith.addf %a, %b : f32
    %2 = arith.mulf %1, %scale : f32
    %3 = arith.divf %2, %two : f32
    %4 = arith.minimumf %3, %accumulator : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A fill with another value is not computed; the value is combined at the end.
// CHECK-LABEL: func.func @other_fill
// CHECK: %[[EMPTY:.*]] = tensor.empty
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[EMPTY]])
// CHECK-NOT: tensor.extract
// CHECK:   arith.minsi %{{.*}}, %c7_i32 : i32
func.func @other_fill(%data: tensor<4x64xi32>) -> tensor<4xi32> {
  %c7 = arith.constant 7 : i32
  %empty = tensor.empty() : tensor<4xi32>
  %fill = linalg.fill ins(%c7 : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x64xi32>) outs(%fill : tensor<4xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// The widest element type that is read or computed determines the number of lanes.
// CHECK-LABEL: func.func @widened
// CHECK: vector.transfer_read {{.*}} : tensor<4x64xi32>, vector<8xi32>
// CHECK: arith.extsi %{{.*}} : vector<8xi32> to vector<8xi64>
// CHECK: arith.muli %{{.*}} : vector<8xi64>
func.func @widened(%data: tensor<4x64xi32>, %init: tensor<4xi64>) -> tensor<4xi64> {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x64xi32>) outs(%init : tensor<4xi64>) {
  ^bb0(%element: i32, %accumulator: i64):
    %1 = arith.extsi %element : i32 to i64
    %2 = arith.muli %accumulator, %1 : i64
    linalg.yield %2 : i64
  } -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// An index counts as 64 bits.
// CHECK-LABEL: func.func @index
// CHECK: vector.transfer_read {{.*}} : tensor<4x64xindex>, vector<8xindex>
func.func @index(%data: tensor<4x64xindex>, %init: tensor<4xindex>) -> tensor<4xindex> {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x64xindex>) outs(%init : tensor<4xindex>) {
  ^bb0(%element: index, %accumulator: index):
    %1 = arith.addi %accumulator, %element : index
    linalg.yield %1 : index
  } -> tensor<4xindex>
  return %0 : tensor<4xindex>
}

// The body does not use the element: the combined value comes from outside.
// CHECK-LABEL: func.func @outside
// CHECK-SAME: (%{{.*}}, %[[SCALAR:.*]]: i32, %{{.*}})
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[SCALAR]] : i32 to vector<16xi32>
// CHECK: arith.muli %{{.*}}, %[[SPLAT]] : vector<16xi32>
func.func @outside(%data: tensor<4x64xi32>, %scalar: i32, %init: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4x64xi32>) outs(%init : tensor<4xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.muli %accumulator, %scalar : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// In types without infinities, the greatest finite number is the identity.
// CHECK-LABEL: func.func @finite
// CHECK: arith.constant dense<3.40282347E+38> : vector<16xf32>
func.func @finite(%data: tensor<64xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>], iterator_types = ["reduction"]}
      ins(%data : tensor<64xf32>) outs(%init : tensor<f32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %element fastmath<nnan,ninf> : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
