#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the fuzzers with the preset "fuzz" and runs them, one after the other:
#
#   utils/fuzz.sh [--seconds=N | --runs=N] [--seed=S] [--build=FOLDER]
#                 [--output=FOLDER] [TARGET...]
#
# --seconds, --runs  duration or number of runs of each (20 seconds)
# --seed             seed of the random choices (1), or "random"
# --build            the build tree (build-fuzz)
# --output           folder for inputs: FOLDER/corpus/TARGET has those that reach
#                    new code, from which the next run continues;
#                    FOLDER/TARGET-* are findings (default: the folder "findings"
#                    of the build tree)
# TARGET             bytecode, call, foreign, mlir, module, npy, onnx, openvino, pb
#                    (all of them)
#
# A finding is a crash, an error that a sanitizer or the target's own check reports,
# a run of more than 10 seconds, or more than 2 GiB of memory (4 GiB for MLIR's
# reader of bytecode). The status is 0 only if each target ran and found nothing.

set -euo pipefail

root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
all=(bytecode call foreign mlir module npy onnx openvino pb)
limit=-max_total_time=20 seed=1 build=$root/build-fuzz output= targets=()

fail() {
  echo "fuzz.sh: error: $*" >&2
  exit 1
}

for argument in "$@"; do
  value=${argument#*=}
  case $argument in
    --seed=random) value=$((RANDOM * 32768 + RANDOM + 1)) ;;&
    --runs=* | --seconds=* | --seed=*)
      [[ $value =~ ^[1-9][0-9]*$ ]] ||
        fail "expected a positive number, got '$argument'" ;;&
    --runs=*) limit=-runs=$value ;;
    --seconds=*) limit=-max_total_time=$value ;;
    --seed=*) seed=$value ;;
    --build=*) build=$(realpath --canonicalize-missing "$value") ;;
    --output=*) output=$(realpath --canonicalize-missing "$value") ;;
    -*) fail "unknown option '$argument'" ;;
    *)
      [[ " ${all[*]} " == *" $argument "* ]] ||
        fail "unknown target '$argument', expected one of: ${all[*]}"
      targets+=("$argument")
      ;;
  esac
done
[[ ${#targets[@]} -gt 0 ]] || targets=("${all[@]}")
output=${output:-$build/findings}

# Tests that run concurrently share the build tree.
mkdir -p "$build" "$output"
exec 9>"$build/lock"
flock 9
if ! (cd "$root" && cmake --preset fuzz -B "$build" &&
  cmake --build "$build" --target reduce-fuzzers --parallel "$(nproc)") \
  >"$build/build.log" 2>&1; then
  tail --lines=40 "$build/build.log" >&2
  fail "the fuzzers cannot be built"
fi
exec 9>&-

status=0
for target in "${targets[@]}"; do
  log=$output/$target.log
  seeds=$build/fuzz/seeds/$target corpus=$output/corpus/$target
  mkdir -p "$corpus"
  # MLIR's bytecode reader allocates as much memory as the input requests; the
  # target limits it itself.
  memory=2048 allocation=2048
  if [[ $target == bytecode ]]; then
    memory=4096 allocation=1048576
  fi
  found=0
  "$build/bin/reduce-$target-fuzzer" -seed="$seed" "$limit" -timeout=10 \
    -rss_limit_mb=$memory -malloc_limit_mb=$allocation \
    -artifact_prefix="$output/$target-" -print_final_stats=1 \
    "$corpus" "$seeds" >"$log" 2>&1 || found=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  echo "$target: seed $seed, ${runs:-0} runs, ${rate:-0} a second," \
    "$(if [[ $found -eq 0 ]]; then echo nothing; else echo a finding; fi) found"
  sed -n 's/^note: /  /p' "$log"
  if [[ $found -ne 0 ]]; then
    # Print the message and the location of the input.
    grep --text --extended-regexp --max-count=5 --after-context=12 \
      '^finding|ERROR: |runtime error|^LLVM ERROR' "$log" | head --lines=60 >&2 || true
    grep --text 'Test unit written' "$log" >&2 || true
    status=1
  elif [[ ${runs:-0} -eq 0 ]]; then
    echo "fuzz.sh: error: $target did not run" >&2
    status=1
  fi
done
exit $status
