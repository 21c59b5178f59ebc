#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up and builds the project, compiles one of ONNX's own test models to a
# shared library, and calls it from C. Can be run from any directory.

set -euo pipefail

root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
model=/usr/share/libonnx-testdata/data/node/test_reduce_min_keepdims_random/model.onnx
demo=$root/build/demo

# run COMMAND...: prints a command, then runs it.
run() {
  echo "\$ $*"
  "$@"
}

cd "$root"
utils/setup.sh
cmake --preset default
cmake --build --preset default --parallel "$(nproc)"
mkdir -p "$demo"

echo
run build/bin/reduce-translate --import-onnx "$model"
run build/bin/reduce-compile "$model" -o "$demo/reduce_min.so" --mcpu=native
run cc -std=c11 -Wall -Wextra -I "$demo" examples/reduce_min.c \
  "$demo/reduce_min.so" -Wl,-rpath,"$demo" -o "$demo/reduce_min"
run "$demo/reduce_min"
