// RUN: reduce-opt %s --convert-reduce-to-linalg=all-functions | FileCheck %s --implicit-check-not=xui8 --implicit-check-not=xi1 --implicit-check-not=tensor.bitcast

// The operations of canonicalized reductions, on storage types.

// CHECK-LABEL: func.func @reshapes
// CHECK-SAME: (%[[DATA:.*]]: tensor<3x1x?xi8>
// CHECK-NEXT: %[[COLLAPSED:.*]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0, 1], [2]] : tensor<3x1x?xi8> into tensor<3x?xi8>
// CHECK-NEXT: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[SIZE:.*]] = tensor.dim %[[COLLAPSED]], %[[C1]] : tensor<3x?xi8>
// CHECK-NEXT: %[[EXPANDED:.*]] = tensor.expand_shape %[[COLLAPSED]] {{\[\[}}0, 1], [2]] output_shape [1, 3, %[[SIZE]]] : tensor<3x?xi8> into tensor<1x3x?xi8>
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[EXPANDED]] : tensor<1x3x?xi8> to tensor<?x3x?xi8>
// CHECK-NEXT: return %[[CAST]]
func.func @reshapes(%data: tensor<3x1x?xui8>) -> tensor<?x3x?xui8> {
  %collapsed = tensor.collapse_shape %data [[0, 1], [2]] : tensor<3x1x?xui8> into tensor<3x?xui8>
  %c1 = arith.constant 1 : index
  %size = tensor.dim %collapsed, %c1 : tensor<3x?xui8>
  %expanded = tensor.expand_shape %collapsed [[0, 1], [2]] output_shape [1, 3, %size] : tensor<3x?xui8> into tensor<1x3x?xui8>
  %cast = tensor.cast %expanded : tensor<1x3x?xui8> to tensor<?x3x?xui8>
  return %cast : tensor<?x3x?xui8>
}

// CHECK-LABEL: func.func @empty
// CHECK-SAME: (%[[SIZE:.*]]: index)
// CHECK-NEXT: %[[BOOLS:.*]] = tensor.empty() : tensor<0x3xi8>
// CHECK-NEXT: %[[UNSIGNED:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x0xi8>
// CHECK-NEXT: return %[[BOOLS]], %[[UNSIGNED]]
func.func @empty(%size: index) -> (tensor<0x3xi1>, tensor<?x0xui8>) {
  %bools = tensor.empty() : tensor<0x3xi1>
  %unsigned = tensor.empty(%size) : tensor<?x0xui8>
  return %bools, %unsigned : tensor<0x3xi1>, tensor<?x0xui8>
}

// CHECK-LABEL: func.func @splat
// CHECK-SAME: (%[[SIZE:.*]]: index, %[[VALUE:.*]]: f32)
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x3xf32>
// CHECK: %[[FLOATS:.*]] = linalg.fill ins(%[[VALUE]] : f32) outs(%[[EMPTY]] : tensor<?x3xf32>)
// CHECK: %[[MAX:.*]] = arith.constant -1 : i8
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[SIZE]]) : tensor<?xi8>
// CHECK: %[[UNSIGNED:.*]] = linalg.fill ins(%[[MAX]] : i8) outs(%[[EMPTY]] : tensor<?xi8>)
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[BYTE:.*]] = arith.extui %[[TRUE]] : i1 to i8
// CHECK: %[[EMPTY:.*]] = tensor.empty(%[[SIZE]]) : tensor<?xi8>
// CHECK: %[[BOOLS:.*]] = linalg.fill ins(%[[BYTE]] : i8) outs(%[[EMPTY]] : tensor<?xi8>)
// CHECK: return %[[FLOATS]], %[[UNSIGNED]], %[[BOOLS]]
func.func @splat(%size: index, %value: f32) -> (tensor<?x3xf32>, tensor<?xui8>, tensor<?xi1>) {
  %floats = tensor.splat %value[%size] : tensor<?x3xf32>
  %max = arith.constant -1 : i8
  %signless = tensor.splat %max[%size] : tensor<?xi8>
  %unsigned = tensor.bitcast %signless : tensor<?xi8> to tensor<?xui8>
  %true = arith.constant true
  %bools = tensor.splat %true[%size] : tensor<?xi1>
  return %floats, %unsigned, %bools : tensor<?x3xf32>, tensor<?xui8>, tensor<?xi1>
}

// CHECK-LABEL: func.func @large_constants
// CHECK-DAG: %[[SMALL:.*]] = arith.constant dense<2.000000e+00> : tensor<1024xf32>
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[LARGE:.*]] = linalg.fill ins(%[[TWO]] : f32) outs(%{{.*}} : tensor<1025xf32>)
// CHECK-DAG: %[[BYTE:.*]] = arith.constant 1 : i8
// CHECK-DAG: %[[BOOLS:.*]] = linalg.fill ins(%[[BYTE]] : i8) outs(%{{.*}} : tensor<33x33xi8>)
// CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7 : i8
// CHECK-DAG: %[[UNSIGNED:.*]] = linalg.fill ins(%[[SEVEN]] : i8) outs(%{{.*}} : tensor<2000xi8>)
// CHECK: return %[[SMALL]], %[[LARGE]], %[[BOOLS]], %[[UNSIGNED]]
func.func @large_constants() -> (tensor<1024xf32>, tensor<1025xf32>, tensor<33x33xi1>, tensor<2000xui8>) {
  %small = arith.constant dense<2.0> : tensor<1024xf32>
  %large = arith.constant dense<2.0> : tensor<1025xf32>
  %bools = arith.constant dense<true> : tensor<33x33xi1>
  %unsigned = arith.constant dense<7> : tensor<2000xui8>
  return %small, %large, %bools, %unsigned : tensor<1024xf32>, tensor<1025xf32>, tensor<33x33xi1>, tensor<2000xui8>
}

// A reshaped bool argument is still normalized to 0 or 1.
// CHECK-LABEL: func.func @reshaped_truth
// CHECK: %[[COLLAPSED:.*]] = tensor.collapse_shape
// CHECK: %[[TRUTH:.*]] = linalg.generic {{.*}} ins(%[[COLLAPSED]] : tensor<3xi8>)
// CHECK: arith.cmpi ne
// CHECK: return %[[TRUTH]]
func.func @reshaped_truth(%data: tensor<3x1xi1>) -> tensor<3xi1> {
  %collapsed = tensor.collapse_shape %data [[0, 1]] : tensor<3x1xi1> into tensor<3xi1>
  return %collapsed : tensor<3xi1>
}

// Without axes, a NaN that is ignored is +inf.
// CHECK-LABEL: func.func @no_axes_ignoring_nan
// CHECK-SAME: (%[[DATA:.*]]: tensor<?xf32>)
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[DATA]] : tensor<?xf32>)
// CHECK: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[IS_NAN:.*]] = arith.cmpf uno, %[[IN]], %[[IN]] : f32
// CHECK: %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK: arith.select %[[IS_NAN]], %[[INF]], %[[IN]] : f32
// CHECK: return %[[MIN]]
func.func @no_axes_ignoring_nan(%data: tensor<?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [] nan_mode = ignore : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @slices_in_a_loop
// CHECK: scf.for {{.*}} -> (tensor<?xi8>)
// CHECK:   tensor.extract_slice %{{.*}} : tensor<?x9xi8> to tensor<1x9xi8>
// CHECK:   tensor.insert_slice %{{.*}} : tensor<1xi8> into tensor<?xi8>
// CHECK:   scf.yield %{{.*}} : tensor<?xi8>
func.func @slices_in_a_loop(%data: tensor<?x9xui8>) -> tensor<?xui8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %extent = tensor.dim %data, %c0 : tensor<?x9xui8>
  %empty = tensor.empty(%extent) : tensor<?xui8>
  %result = scf.for %i = %c0 to %extent step %c1 iter_args(%carried = %empty) -> (tensor<?xui8>) {
    %slice = tensor.extract_slice %data[%i, 0] [1, 9] [1, 1] : tensor<?x9xui8> to tensor<1x9xui8>
    %min = reduce.min %slice axes = [1] : tensor<1x9xui8> -> tensor<1xui8>
    %next = tensor.insert_slice %min into %carried[%i] [1] [1] : tensor<1xui8> into tensor<?xui8>
    scf.yield %next : tensor<?xui8>
  }
  return %result : tensor<?xui8>
}

// Block arguments and tensors that are inserted in parallel are converted, too;
// attributes of the operation are kept.
// CHECK-LABEL: func.func @parallel_slices
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x9xi8>{{.*}}, %[[TO:.*]]: tensor<?xi8>{{.*}}, %[[FLOATS:.*]]: tensor<4xf32>)
// CHECK: %[[ALL:.*]]:2 = scf.forall (%[[I:.*]]) = (%c2) to (%{{.*}}) step (%c3) shared_outs(%[[OUT:.*]] = %[[TO]], %[[OTHER:.*]] = %[[FLOATS]]) -> (tensor<?xi8>, tensor<4xf32>) {
// CHECK:   tensor.extract_slice %[[DATA]][%[[I]], 0] [1, 9] [1, 1] : tensor<?x9xi8> to tensor<1x9xi8>
// CHECK:   %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK:   scf.forall.in_parallel {
// CHECK:     tensor.parallel_insert_slice %[[MIN]] into %[[OUT]][%[[I]]] [1] [1] : tensor<1xi8> into tensor<?xi8>
// CHECK:     tensor.parallel_insert_slice %{{.*}} into %[[OTHER]][0] [4] [1] : tensor<4xf32> into tensor<4xf32>
// CHECK:   }
// CHECK: } {mapping = [#gpu.thread<x>], some_name}
// CHECK: return %[[ALL]]#0, %[[ALL]]#1
func.func @parallel_slices(%data: tensor<?x9xui8>, %to: tensor<?xui8>, %floats: tensor<4xf32>) -> (tensor<?xui8>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %extent = tensor.dim %data, %c0 : tensor<?x9xui8>
  %results:2 = scf.forall (%i) = (%c2) to (%extent) step (%c3) shared_outs(%out = %to, %other = %floats) -> (tensor<?xui8>, tensor<4xf32>) {
    %slice = tensor.extract_slice %data[%i, 0] [1, 9] [1, 1] : tensor<?x9xui8> to tensor<1x9xui8>
    %min = reduce.min %slice axes = [1] : tensor<1x9xui8> -> tensor<1xui8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %min into %out[%i] [1] [1] : tensor<1xui8> into tensor<?xui8>
      tensor.parallel_insert_slice %floats into %other[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  } {mapping = [#gpu.thread<x>], some_name}
  return %results#0, %results#1 : tensor<?xui8>, tensor<4xf32>
}

// A nested reduction of bools.
// CHECK-LABEL: func.func @nested_parallel_slices
// CHECK: scf.forall {{.*}} shared_outs(%[[OUTER:.*]] = %{{.*}}) -> (tensor<4x6xi8>) {
// CHECK:   %[[SLICE:.*]] = tensor.extract_slice %[[OUTER]]{{.*}} : tensor<4x6xi8> to tensor<1x6xi8>
// CHECK:   %[[ROW:.*]] = scf.forall {{.*}} shared_outs(%[[INNER:.*]] = %[[SLICE]]) -> (tensor<1x6xi8>) {
// CHECK:       tensor.parallel_insert_slice %{{.*}} into %[[INNER]]{{.*}} : tensor<1x2xi8> into tensor<1x6xi8>
// CHECK:     tensor.parallel_insert_slice %[[ROW]] into %[[OUTER]]{{.*}} : tensor<1x6xi8> into tensor<4x6xi8>
func.func @nested_parallel_slices(%data: tensor<4x9x6xi1>) -> tensor<4x6xi1> {
  %empty = tensor.empty() : tensor<4x6xi1>
  %result = scf.forall (%i) in (4) shared_outs(%outer = %empty) -> (tensor<4x6xi1>) {
    %rows = tensor.extract_slice %outer[%i, 0] [1, 6] [1, 1] : tensor<4x6xi1> to tensor<1x6xi1>
    %row = scf.forall (%j) = (0) to (6) step (2) shared_outs(%inner = %rows) -> (tensor<1x6xi1>) {
      %slice = tensor.extract_slice %data[%i, 0, %j] [1, 9, 2] [1, 1, 1] : tensor<4x9x6xi1> to tensor<1x9x2xi1>
      %min = reduce.min %slice axes = [1] : tensor<1x9x2xi1> -> tensor<1x2xi1>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %min into %inner[0, %j] [1, 2] [1, 1] : tensor<1x2xi1> into tensor<1x6xi1>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %outer[%i, 0] [1, 6] [1, 1] : tensor<1x6xi1> into tensor<4x6xi1>
    }
  }
  return %result : tensor<4x6xi1>
}
