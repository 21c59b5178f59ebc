#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# campaign.sh [--minutes=N] [--seed=S] [--build=FOLDER]: compiles and checks
# reductions position by position, like test/Position, for N minutes (default:
# 60) on all processors. The order of the cases depends on S (default: 1). Each
# level of x86-64 is checked in turn, at -O2 and -O3. FOLDER is a build tree
# (default: build). Run it on a machine with AVX-512.

set -uo pipefail

root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
minutes=60
seed=1
build=$root/build
for argument in "$@"; do
  case $argument in
  --minutes=*) minutes=${argument#*=} ;;
  --seed=*) seed=${argument#*=} ;;
  --build=*) build=${argument#*=} ;;
  *)
    echo "campaign.sh: error: unknown argument '$argument'" >&2
    exit 2
    ;;
  esac
done
if ! [[ $minutes =~ ^[1-9][0-9]*$ && $seed =~ ^[0-9]+$ ]]; then
  echo "campaign.sh: error: expected numbers, got --minutes=$minutes" \
    "--seed=$seed" >&2
  exit 2
fi

directory=$(mktemp --directory)
trap 'rm -rf "$directory"' EXIT

runs=()
for cpu in x86-64 x86-64-v2 x86-64-v3 x86-64-v4 native; do
  for level in 2 3; do
    runs+=("$cpu $level")
  done
done
# Each processor runs its share, one run after the other.
share=$(awk -v m="$minutes" -v p="$(nproc)" -v r="${#runs[@]}" \
  'BEGIN { print m * p / r }')

# run "CPU LEVEL": prints failures, if any, and the counts.
run() {
  read -r cpu level <<<"$1"
  mkdir "$directory/$cpu-$level"
  output=$("$build/bin/reduce-position-test" --mcpu="$cpu" \
    --level="$level" --seed="$seed" --quota=0 --draws=4000000000 \
    --cases=4000000000 --minutes="$share" --directory="$directory/$cpu-$level" \
    2>&1)
  status=$?
  echo "$cpu -O$level: $output" | sed '/^seed/d; s/: seed.*$/:/'
  return "$status"
}
export -f run
export build directory seed share

echo "seed $seed, $minutes minutes"
printf '%s\0' "${runs[@]}" |
  xargs --null --max-procs="$(nproc)" -I{} bash -c 'run "{}"' ||
  { echo "campaign.sh: error: at least one run failed" >&2; exit 1; }
