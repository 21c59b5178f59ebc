// RUN: reduce-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expected a number of ranks for each of at least one axis}}
#grid = #reduce.grid<>

// -----

// expected-error @below {{expected at least one rank along an axis, got -2}}
#grid = #reduce.grid<x:-2>

// -----

// expected-error @below {{two axes have the name "x"}}
#grid = #reduce.grid<x:2, x:3>

// -----

// expected-error @below {{"_" cannot be the name of an axis}}
#grid = #reduce.grid<_:2>

// -----

// expected-error @below {{the grid has more than 2147483647 ranks}}
#grid = #reduce.grid<x:65536, y:?, z:65536>

// -----

// expected-error @below {{expected at most 31 axes, got 32}}
#grid = #reduce.grid<a:1, b:1, c:1, d:1, e:1, f:1, g:1, h:1, i:1, j:1, k:1, l:1, m:1, n:1, o:1, p:1, q:1, r:1, s:1, t:1, u:1, v:1, w:1, x:1, y:1, z:1, a1:1, b1:1, c1:1, d1:1, e1:1, f1:1>

// -----

// expected-error @below {{axis "x" splits more than once}}
#sharding = #reduce.sharding<[x, _, x]>

// -----

// expected-error @below {{"_" is not the name of an axis}}
#sharding = #reduce.sharding<[x*_]>

// -----

// expected-error @below {{'builtin.module' op expects 'reduce.grid' to be a #reduce.grid, got "x"}}
module attributes {reduce.grid = "x"} {
}

// -----

func.func @on_an_operation(%a: i32) {
  // expected-error @below {{'arith.addi' op is neither a module nor a function, but 'reduce.grid' is allowed on these only}}
  %0 = arith.addi %a, %a {reduce.grid = #reduce.grid<x:2>} : i32
  return
}

// -----

// expected-error @below {{'func.func' op expects 'reduce.sharding' to be a #reduce.sharding, got "x"}}
func.func private @kind(tensor<2xf32> {reduce.sharding = "x"})

// -----

// expected-error @below {{'func.func' op expects 'reduce.sharding' to have one entry per dimension of 'tensor<2x3xf32>', got #reduce.sharding<[x]>}}
func.func private @rank(tensor<2x3xf32> {reduce.sharding = #reduce.sharding<[x]>})

// -----

// expected-error @below {{'func.func' op expects 'reduce.sharding' to have one entry per dimension of 'index', got #reduce.sharding<[]>}}
func.func private @no_tensor(index {reduce.sharding = #reduce.sharding<[]>})

// -----

// expected-error @below {{'func.func' op has the sharding #reduce.sharding<[q]>, but axis "q" is not in its grid #reduce.grid<x:2>}}
func.func private @argument(tensor<2xf32> {reduce.sharding = #reduce.sharding<[q]>}) attributes {reduce.grid = #reduce.grid<x:2>}

// -----

// expected-error @below {{'func.func' op has the sharding #reduce.sharding<[_, x*y]>, but axis "y" is not in its grid #reduce.grid<x:2>}}
func.func private @result() -> (tensor<2x2xf32> {reduce.sharding = #reduce.sharding<[_, x*y]>}) attributes {reduce.grid = #reduce.grid<x:2>}
