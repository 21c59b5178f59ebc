#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up, builds and tests the project, from any directory. The last line is
# always "N passed, N failed", with ", N skipped" where some were; the status is
# 0 only if tests ran and none failed.

set -uo pipefail

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

step utils/setup.sh
step cmake --preset default
step cmake --build --preset default --parallel "$(nproc)"
exec /usr/bin/python3 utils/run_tests.py build
