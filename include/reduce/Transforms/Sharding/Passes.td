//===- Passes.td - Passes for shared tensors ---------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_SHARDING_PASSES_TD
#define REDUCE_TRANSFORMS_SHARDING_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttachShardingsPass
    : Pass<"reduce-attach-shardings", "::mlir::ModuleOp"> {
  let summary = "Declare how ranks share the arguments of functions";
  let description = [{
    Sets `reduce.grid` of the module and `reduce.sharding` of arguments. `shardings`
    has entries NAME=[...], separated by semicolons. NAME is that of a model's input
    (`reduce.name`), or `argN` for an argument without one; it must be an argument of
    at least one public function. The rest of an entry, and `grid`, are as in
    `#reduce.sharding` and `#reduce.grid`.

    Example:

    ```mlir
    func.func @rows(%data: tensor<?x8xf32> {reduce.name = "data"}) -> tensor<?xf32> {
      %min = reduce.min %data axes = [1] : tensor<?x8xf32> -> tensor<?xf32>
      return %min : tensor<?xf32>
    }
    ```

    With `grid=x:4 shardings=data=[x,_]` the argument gets
    `reduce.sharding = #reduce.sharding<[x, _]>`.
  }];
  let options = [
    Option<"grid", "grid", "std::string", /*default=*/"\"\"",
           "The axes of the grid of ranks, such as y:2,x:?">,
    Option<"shardings", "shardings", "std::string", /*default=*/"\"\"",
           "The shardings of inputs, such as data=[_,x];mask=[x]">
  ];
  let statistics = [
    Statistic<"numArguments", "num-arguments", "Number of sharded arguments">
  ];
  let dependentDialects = ["::mlir::reduce::ReduceDialect"];
}

def ShardFunctionsPass : Pass<"reduce-shard-functions", "::mlir::ModuleOp"> {
  let summary = "Turn functions into functions on the shards of one rank";
  let description = [{
    Applies to functions with arguments that have a `reduce.sharding`. Ranks of the
    grid `reduce.grid` of the module share these arguments; all other arguments are
    the same on each rank. The function becomes one that each rank calls with its
    shards. Upstream's `-sharding-propagation` and `-shard-partition` do this. They
    propagate the shardings of arguments through the whole function, so results are
    sharded where no communication is needed to compute them. The pass adds
    `reduce.sharding` to each result. A reduction along a dimension that is sharded
    becomes a reduction of the shard and one `shard.all_reduce`.

    The size of a sharded dimension becomes that of the shard. It remains static if
    the number of ranks divides it; otherwise it becomes dynamic, and shards may
    have any sizes, also 0. Names of such dimensions (`reduce.dim_params`) get the
    axes as a suffix.

    Example:

    ```mlir
    module attributes {reduce.grid = #reduce.grid<x:4>} {
      func.func @columns(%data: tensor<64x8xi32> {reduce.sharding = #reduce.sharding<[x, _]>})
          -> tensor<8xi32> {
        %min = reduce.min %data axes = [0] : tensor<64x8xi32> -> tensor<8xi32>
        return %min : tensor<8xi32>
      }
    }
    ```

    becomes

    ```mlir
    module attributes {reduce.grid = #reduce.grid<x:4>} {
      shard.grid @reduce_grid(shape = 4) {sym_visibility = "private"}
      func.func @columns(%data: tensor<16x8xi32> {reduce.sharding = #reduce.sharding<[x, _]>})
          -> (tensor<8xi32> {reduce.sharding = #reduce.sharding<[_]>})
          attributes {reduce.grid = #reduce.grid<x:4>} {
        %min = reduce.min %data axes = [0] : tensor<16x8xi32> -> tensor<8xi32>
        %all = shard.all_reduce %min on @reduce_grid grid_axes = [0] reduction = min
            : tensor<8xi32> -> tensor<8xi32>
        return %all : tensor<8xi32>
      }
    }
    ```

    Bufferization turns `shard.all_reduce` into a call of `reduce.all_reduce`, which
    works in place. `-reduce-generate-c-interface` passes the caller's communicator to
    these calls.

    The result of a product of floats depends on the order in which the engine
    combines partial results. With `reproducible`, the ranks gather the partial
    results of such products instead (`shard.all_gather`), and each multiplies them in
    the order of the ranks. The grid's number of ranks must be known.

    Each operation of the function must implement upstream's ShardingInterface.
    Operations with regions other than those of linalg, calls, and reductions whose
    axes are computed at run time do not. Operands of an elementwise operation must be
    sharded in the same way, since only reductions communicate. A reshape must keep the
    shards contiguous: of the dimensions that it collapses into one, or expands one
    into, only the first that is not of size 1 may be split. `tensor.dim` must not need
    the size of a dimension that is split. Each result must be computed from an
    argument.
  }];
  let options = [
    Option<"reproducible", "reproducible", "bool", /*default=*/"false",
           "Combine products of floats in the order of the ranks">
  ];
  let statistics = [
    Statistic<"numFunctions", "num-functions", "Number of functions changed">,
    Statistic<"numAllReduces", "num-all-reduces", "Number of collectives">
  ];
  let dependentDialects = ["::mlir::reduce::ReduceDialect",
                           "::mlir::shard::ShardDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // REDUCE_TRANSFORMS_SHARDING_PASSES_TD
