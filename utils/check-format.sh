#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check-format.sh [ROOT]: checks that the C and C++ files of the project ROOT
# are formatted as by LLVM 22's clang-format.

set -euo pipefail

utils=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
cd "${1:-$utils/..}"

files=$("$utils/source_files.py" . .h .c .cpp)
if [[ -z "$files" ]]; then
  echo "check-format.sh: error: no file to check in $PWD" >&2
  exit 1
fi
xargs --delimiter='\n' clang-format-22 --dry-run -Werror <<<"$files"
