// RUN: reduce-opt %s --reduce-infer-shapes --allow-unregistered-dialect --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @through(
// CHECK-SAME: %[[DATA:[a-z0-9]+]]: tensor<3x?x2xf32>) -> tensor<1x2xf32>
// CHECK-NEXT: %[[FIRST:.*]] = reduce.min %[[DATA]] axes = [1] : tensor<3x?x2xf32> -> tensor<3x2xf32>
// CHECK-NEXT: %[[SECOND:.*]] = reduce.prod %[[FIRST]] axes = [0] keepdims : tensor<3x2xf32> -> tensor<1x2xf32>
// CHECK-NEXT: return %[[SECOND]] : tensor<1x2xf32>
func.func @through(%data: tensor<3x?x2xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %data : tensor<3x?x2xf32> to tensor<*xf32>
  %1 = reduce.min %0 axes = [1] : tensor<*xf32> -> tensor<*xf32>
  %2 = reduce.prod %1 axes = [0] keepdims : tensor<*xf32> -> tensor<*xf32>
  return %2 : tensor<*xf32>
}

// -----

// Dimensions that cannot be inferred stay as declared.
// CHECK-LABEL: func.func @both_sides
// CHECK-SAME: -> tensor<3x4xf32>
// CHECK: reduce.min %{{.*}} axes = [1] : tensor<3x?x?xf32> -> tensor<3x4xf32>
func.func @both_sides(%data: tensor<3x?x?xf32>) -> tensor<?x4xf32> {
  %0 = reduce.min %data axes = [1] : tensor<3x?x?xf32> -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// The number of axes, and sizes that all candidates share.
// CHECK-LABEL: func.func @axes
// CHECK-SAME: (%[[DATA:.*]]: tensor<5x5x1xf32>, %[[AXES:.*]]: tensor<1xi64>) -> (tensor<5x?xf32>, tensor<?x?x1xf32>)
// CHECK: reduce.min %[[DATA]] axes = %[[AXES]] : tensor<5x5x1xf32>, tensor<1xi64> -> tensor<5x?xf32>
// CHECK: reduce.min %[[DATA]] axes = %[[AXES]] keepdims : tensor<5x5x1xf32>, tensor<1xi64> -> tensor<?x?x1xf32>
func.func @axes(%data: tensor<5x5x1xf32>, %axes: tensor<1xi64>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0 = tensor.cast %axes : tensor<1xi64> to tensor<?xi64>
  %1 = reduce.min %data axes = %0 : tensor<5x5x1xf32>, tensor<?xi64> -> tensor<*xf32>
  %2 = reduce.min %data axes = %0 keepdims : tensor<5x5x1xf32>, tensor<?xi64> -> tensor<*xf32>
  return %1, %2 : tensor<*xf32>, tensor<*xf32>
}

// -----

// No axes: all dimensions are reduced, whatever the rank.
// CHECK-LABEL: func.func @no_axes
// CHECK-SAME: -> (tensor<f32>, tensor<*xf32>)
func.func @no_axes(%data: tensor<*xf32>, %axes: tensor<0xi64>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0 = reduce.min %data axes = %axes : tensor<*xf32>, tensor<0xi64> -> tensor<*xf32>
  %1 = reduce.min %data axes = %axes noop_with_empty_axes : tensor<*xf32>, tensor<0xi64> -> tensor<*xf32>
  return %0, %1 : tensor<*xf32>, tensor<*xf32>
}

// -----

// Other users get the original type.
// CHECK-LABEL: func.func @other_users
// CHECK: %[[MIN:.*]] = reduce.min {{.*}} -> tensor<3xf32>
// CHECK: %[[CAST:.*]] = tensor.cast %[[MIN]] : tensor<3xf32> to tensor<?xf32>
// CHECK: math.absf %[[CAST]] : tensor<?xf32>
func.func @other_users(%data: tensor<3x2xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<?xf32>
  %1 = math.absf %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Callers of a function rely on its type.
// CHECK-LABEL: func.func private @called
// CHECK-SAME: -> tensor<?xf32>
// CHECK: %[[MIN:.*]] = reduce.min {{.*}} -> tensor<3xf32>
// CHECK: %[[CAST:.*]] = tensor.cast %[[MIN]] : tensor<3xf32> to tensor<?xf32>
// CHECK: return %[[CAST]] : tensor<?xf32>
func.func private @called(%data: tensor<3x2xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func @caller
// CHECK: reduce.prod {{.*}} : tensor<?xf32> -> tensor<f32>
func.func @caller(%data: tensor<3x2xf32>) -> tensor<*xf32> {
  %0 = call @called(%data) : (tensor<3x2xf32>) -> tensor<?xf32>
  %1 = reduce.prod %0 axes = [0] : tensor<?xf32> -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

// Several returns must agree.
// CHECK-LABEL: func.func @several_returns
// CHECK-SAME: -> tensor<?xf32>
// CHECK: tensor.cast %{{.*}} : tensor<3xf32> to tensor<?xf32>
// CHECK: tensor.cast %{{.*}} : tensor<2xf32> to tensor<?xf32>
func.func @several_returns(%data: tensor<3x2xf32>, %which: i1) -> tensor<?xf32> {
  cf.cond_br %which, ^rows, ^columns
^rows:
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
^columns:
  %1 = reduce.min %data axes = [0] : tensor<3x2xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Contradictions stay where they are.
// CHECK-LABEL: func.func @contradictions
// CHECK: %[[CAST:.*]] = tensor.cast %{{.*}} : tensor<3x2xf32> to tensor<?x?xf32>
// CHECK: reduce.min %[[CAST]] axes = [1] : tensor<?x?xf32> -> tensor<5xf32>
// CHECK: %[[LIST:.*]] = tensor.cast %{{.*}} : tensor<7xi64> to tensor<?xi64>
// CHECK: reduce.min %{{.*}} axes = %[[LIST]] keepdims : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x?xf32>
func.func @contradictions(%data: tensor<3x2xf32>, %axes: tensor<7xi64>) -> (tensor<5xf32>, tensor<?x?xf32>) {
  %0 = tensor.cast %data : tensor<3x2xf32> to tensor<?x?xf32>
  %1 = reduce.min %0 axes = [1] : tensor<?x?xf32> -> tensor<5xf32>
  %2 = tensor.cast %axes : tensor<7xi64> to tensor<?xi64>
  %3 = reduce.min %data axes = %2 keepdims : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x?xf32>
  return %1, %3 : tensor<5xf32>, tensor<?x?xf32>
}

// -----

// An unregistered operation may have a symbol table of its own. It can still
// refer to functions.
// CHECK-LABEL: func.func @beside_unregistered
// CHECK-SAME: -> tensor<3xf32>
func.func @beside_unregistered(%data: tensor<3x2xf32>) -> tensor<?xf32> {
  "foreign.op"() ({
    "foreign.yield"() : () -> ()
  }) : () -> ()
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @referred_to
// CHECK-SAME: -> tensor<?xf32>
func.func @referred_to(%data: tensor<3x2xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @referred_to_by_property
// CHECK-SAME: -> tensor<?xf32>
func.func @referred_to_by_property(%data: tensor<3x2xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<?xf32>
  "foreign.op"() <{callee = @referred_to_by_property}> {callees = [@referred_to]} : () -> ()
  return %0 : tensor<?xf32>
}

// -----

// The values that a nested function returns are not results of this one.
// CHECK-LABEL: func.func @around
// CHECK-SAME: -> tensor<3xf32>
// CHECK: func.func private @inside() {
func.func @around(%data: tensor<3x2xf32>) -> tensor<?xf32> {
  builtin.module {
    func.func private @inside() {
      return
    }
  }
  %0 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// In an unreachable block, a cast may be its own operand.
// CHECK-LABEL: func.func @never
// CHECK: %[[CAST:.*]] = tensor.cast %[[CAST]]
func.func @never(%data: tensor<?xf32>) -> tensor<?xf32> {
  return %data : tensor<?xf32>
^never:
  %0 = tensor.cast %0 : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
