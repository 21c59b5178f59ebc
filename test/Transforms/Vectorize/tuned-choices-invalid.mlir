// RUN: reduce-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expects 'reduce.tuned_choices' to be a dictionary of #reduce.tuned_choice, got "inner"}}
module attributes {reduce.tuned_choices = "inner"} {
}

// -----

// expected-error@+1 {{expects each value of 'reduce.tuned_choices' to be a #reduce.tuned_choice, got "inner" for "a"}}
module attributes {reduce.tuned_choices = {a = "inner"}} {
}

// -----

// expected-error@+1 {{'func.func' op is not a module, and 'reduce.tuned_choices' belongs on a module}}
func.func private @f() attributes {reduce.tuned_choices = {}}

// -----

// expected-error@+2 {{for a strategy of -reduce-vectorize, got: upper}}
// expected-error@+1 {{failed to parse}}
module attributes {reduce.tuned_choices = {a = #reduce.tuned_choice<upper>}} {
}

// -----

// expected-error@+1 {{expected 'accumulators' to be a power of two up to 64, got 3}}
module attributes {reduce.tuned_choices = {a = #reduce.tuned_choice<inner, accumulators = 3>}} {
}

// -----

// expected-error@+1 {{expected 'vector_bits' to be a power of two up to 2048, got 4096}}
module attributes {reduce.tuned_choices = {a = #reduce.tuned_choice<outer, vector_bits = 4096>}} {
}
