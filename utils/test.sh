#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up, builds and tests the project. Can be run from any directory. The last line
# is always "N passed, N failed", followed by ", N skipped" if any were; the status is
# 0 only if tests ran and none failed.
#
#   test.sh [--fast | --all] [--preset=PRESET] [--seed=SEED]
#
# --fast runs the tests that take seconds. --all also runs those that take long, and
# the tests of the presets debug and sanitize, which takes hours. test/tiers.txt lists
# the tests that each leaves out. PRESET is one of CMakePresets.json: default, debug
# (assertions, no optimization) or sanitize (address and undefined behavior, with
# leaks). SEED is the seed of random tests: a positive number, or "random" for a new
# one each time.

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

presets=()
options=()
tier=push
for argument in "$@"; do
  case $argument in
  --fast | --all) tier=${argument#--} ;;
  --preset=?*) presets=("${argument#*=}") ;;
  --seed=random) options+=("$argument") ;;
  --seed=[1-9]*([0-9])) options+=("$argument") ;;
  *)
    echo "test.sh: error: unknown argument '$argument': expected --fast, --all," \
      "--preset=PRESET, or --seed=SEED with a positive number or random" >&2
    echo "0 passed, 0 failed"
    exit 1
    ;;
  esac
done
if [[ ${#presets[@]} -eq 0 ]]; then
  presets=(default)
  [[ $tier != all ]] || presets+=(debug sanitize)
fi

step utils/setup.sh
builds=()
for preset in "${presets[@]}"; do
  step cmake --preset "$preset"
  step cmake --build --preset "$preset" --parallel "$(nproc)"
  build=build
  [[ $preset == default ]] || build=build-$preset
  builds+=("$build")
done
exec /usr/bin/python3 utils/run_tests.py --tier="$tier" "${builds[@]}" "${options[@]}"
