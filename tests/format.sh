#!/bin/sh
# usage: format.sh PROJECT
# Fails when clang-format would change a file; `make format` changes them. Other versions write otherwise, so without ours it is skipped.
set -eu
cd "$1"
command -v clang-format-19 >/dev/null || { echo "clang-format-19 is not installed"; exit 77; }
find src apps tests fuzz bench eval \( -name '*.h' -o -name '*.cc' \) -print0 | xargs -0 -P 4 -n 40 clang-format-19 --dry-run --Werror
