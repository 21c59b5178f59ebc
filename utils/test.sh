#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up, builds and tests the project, from any directory. The last line is
# always "N passed, N failed", with ", N skipped" where some were; the status is
# 0 only if tests ran and none failed.
#
#   test.sh [--preset=PRESET] [--seed=SEED]
#
# PRESET is one of CMakePresets.json: default, debug (assertions, no optimization)
# or sanitize (address and undefined behaviour, with leaks). SEED is what random
# tests draw from, a positive number or "random", where it is not always the same.

set -uo pipefail
shopt -s extglob

root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
cd "$root" || exit 1

# step COMMAND...: runs a step without which there is nothing to test.
step() {
  if ! "$@"; then
    echo "test.sh: error: '$*' failed, so no test ran" >&2
    echo "0 passed, 0 failed"
    exit 1
  fi
}

preset=default
options=()
for argument in "$@"; do
  case $argument in
  --preset=?*) preset=${argument#*=} ;;
  --seed=random) options+=("$argument") ;;
  --seed=[1-9]*([0-9])) options+=("$argument") ;;
  *)
    echo "test.sh: error: unknown argument '$argument': expected --preset=PRESET," \
      "or --seed=SEED with a positive number or random" >&2
    echo "0 passed, 0 failed"
    exit 1
    ;;
  esac
done
build=build
[[ $preset == default ]] || build=build-$preset

step utils/setup.sh
step cmake --preset "$preset"
step cmake --build --preset "$preset" --parallel "$(nproc)"
exec /usr/bin/python3 utils/run_tests.py "$build" "${options[@]}"
