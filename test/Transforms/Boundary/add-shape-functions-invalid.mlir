// RUN: reduce-opt %s --reduce-add-shape-functions --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op cannot have a shape function: the name 'same.shapes' is taken}}
func.func @same(%data: tensor<?xf32>) -> tensor<?xf32> {
  return %data : tensor<?xf32>
}

// expected-note @below {{it is taken here}}
func.func @same.shapes(%data: tensor<?xf32>) -> tensor<?xf32> {
  return %data : tensor<?xf32>
}

// -----

func.func @outer(%data: tensor<?xf32>) -> tensor<?xf32> {
  builtin.module {
    // expected-error @below {{'func.func' op is a function in the body of 'outer', expected it in a module of its own}}
    func.func @inner(%number: i32) -> i32 {
      return %number : i32
    }
  }
  return %data : tensor<?xf32>
}
