// RUN: reduce-opt %s --reduce-add-shape-functions --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op cannot have a shape function: the name 'same.shapes' is taken}}
func.func @same(%data: tensor<?xf32>) -> tensor<?xf32> {
  return %data : tensor<?xf32>
}

// expected-note @below {{it is taken here}}
func.func @same.shapes(%data: tensor<?xf32>) -> tensor<?xf32> {
  return %data : tensor<?xf32>
}
