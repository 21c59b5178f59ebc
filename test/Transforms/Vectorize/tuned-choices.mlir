// RUN: reduce-opt %s --reduce-vectorize --split-input-file | FileCheck %s
// RUN: reduce-opt %s --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: reduce-opt %s --reduce-vectorize=strategies=outer,row-groups --remark-format=emitRemark --remarks-filter='reduce.*' --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=RESTRICTED
// RUN: reduce-opt %s --split-input-file | FileCheck %s --check-prefix=PRINTED

// The choice of a module replaces that of the rules, which is row-groups, and facts
// of the target.
// PRINTED: module attributes {reduce.tuned_choices = {"linalg.generic(i32):64x[24]:{{[0-9a-f]+}}" = #reduce.tuned_choice<inner, accumulators = 2, vector_bits = 256>}
// REMARK: tuned-choices.mlir:[[#@LINE+9]]:{{.*}} remark: [Passed] VectorizeReductions | {{.*}}Function=rows | Reason="tuned: it was the fastest when it was measured", strategy=inner, tile=16
// RESTRICTED: remark: [Missed] VectorizeReductions | {{.*}}Function=rows | Reason="the tuned strategy does not fit: the options do not allow it", strategy=inner
// RESTRICTED: remark: [Passed] VectorizeReductions | {{.*}}Function=rows | {{.*}} strategy=row-groups
// CHECK-LABEL: func.func @rows(
// CHECK: vector<16xi32>
module attributes {reduce.vector_target = #reduce.vector_target<vector_bits = 512>,
    reduce.tuned_choices = {"linalg.generic(i32):64x[24]:1400b21d74fb5edc" =
        #reduce.tuned_choice<inner, accumulators = 2, vector_bits = 256>}} {
  func.func @rows(%data: tensor<64x24xi32>, %init: tensor<64xi32>) -> tensor<64xi32> {
    %0 = linalg.generic {
        indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%data : tensor<64x24xi32>) outs(%init : tensor<64xi32>) {
    ^bb0(%element: i32, %accumulator: i32):
      %1 = arith.minsi %accumulator, %element : i32
      linalg.yield %1 : i32
    } -> tensor<64xi32>
    return %0 : tensor<64xi32>
  }

  // Another extent, and another body.
  // REMARK: remark: [Passed] {{.*}}Function=longer | Reason="rows are not long{{.*}}strategy=row-groups
  func.func @longer(%data: tensor<64x25xi32>, %init: tensor<64xi32>) -> tensor<64xi32> {
    %0 = linalg.generic {
        indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%data : tensor<64x25xi32>) outs(%init : tensor<64xi32>) {
    ^bb0(%element: i32, %accumulator: i32):
      %1 = arith.minsi %accumulator, %element : i32
      linalg.yield %1 : i32
    } -> tensor<64xi32>
    return %0 : tensor<64xi32>
  }

  // REMARK: remark: [Passed] {{.*}}Function=unsigned | Reason="rows are not long{{.*}}strategy=row-groups
  func.func @unsigned(%data: tensor<64x24xi32>, %init: tensor<64xi32>) -> tensor<64xi32> {
    %0 = linalg.generic {
        indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%data : tensor<64x24xi32>) outs(%init : tensor<64xi32>) {
    ^bb0(%element: i32, %accumulator: i32):
      %1 = arith.minui %accumulator, %element : i32
      linalg.yield %1 : i32
    } -> tensor<64xi32>
    return %0 : tensor<64xi32>
  }

  // A function whose rows are at any distance has other loops.
  // REMARK: remark: [Passed] {{.*}}Function=strided | Reason="rows are not long{{.*}}strategy=row-groups
  func.func @strided(%data: tensor<64x24xi32>, %init: tensor<64xi32>) -> tensor<64xi32>
      attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
    %0 = linalg.generic {
        indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%data : tensor<64x24xi32>) outs(%init : tensor<64xi32>) {
    ^bb0(%element: i32, %accumulator: i32):
      %1 = arith.minsi %accumulator, %element : i32
      linalg.yield %1 : i32
    } -> tensor<64xi32>
    return %0 : tensor<64xi32>
  }
}

// -----

// A strategy that does not fit leaves the rules to decide.
// REMARK: remark: [Missed] VectorizeReductions | {{.*}}Function=rows | Reason="the tuned strategy does not fit: the innermost dimension is reduced", strategy=outer
// REMARK: remark: [Passed] VectorizeReductions | {{.*}}Function=rows | Reason="rows are not long{{.*}} strategy=row-groups
// CHECK-LABEL: func.func @rows(
module attributes {
    reduce.tuned_choices = {"linalg.generic(i32):64x[24]:1400b21d74fb5edc" =
        #reduce.tuned_choice<outer>}} {
  func.func @rows(%data: tensor<64x24xi32>, %init: tensor<64xi32>) -> tensor<64xi32> {
    %0 = linalg.generic {
        indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%data : tensor<64x24xi32>) outs(%init : tensor<64xi32>) {
    ^bb0(%element: i32, %accumulator: i32):
      %1 = arith.minsi %accumulator, %element : i32
      linalg.yield %1 : i32
    } -> tensor<64xi32>
    return %0 : tensor<64xi32>
  }
}
