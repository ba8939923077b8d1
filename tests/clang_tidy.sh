#!/bin/sh
# usage: clang_tidy.sh BUILD JOBS [FILE…]
# Runs clang-tidy over our translation units (all that the build compiles, or those named). A unit that passed is not checked again until
# its preprocessed text or the rules change. Prints what it found; exits 1 when there is anything.
set -eu
build=$1; jobs=$2; shift 2
cd "$(dirname "$0")/.."
passed=$build/tidy; mkdir -p "$passed"
export build passed
check='
file=$1
[ -e "$file" ] || exit 0
log=$passed/$(echo "$file" | tr / _).log
key=$({ cat .clang-tidy; clang++-19 -E -P -std=c++23 -Isrc -I. -DGROVE_SOURCE_DIR="\"\"" -w "$file" 2>/dev/null || date +%N; } | sha256sum | cut -d" " -f1)
[ ! -e "$passed/$key" ] || exit 0
if clang-tidy-19 --quiet -p "$build" --extra-arg=-Wno-everything "$file" >"$log" 2>/dev/null; then : >"$passed/$key"; echo "tidy: $file"; exit 0; fi
echo "tidy: $file FAILED"; grep -A 3 -E "(warning|error):" "$log"; exit 1
'
if [ $# -gt 0 ]; then printf '%s\n' "$@"; else
  grep -o '"file": "[^"]*"' "$build/compile_commands.json" | cut -d'"' -f4 | sed "s,^$PWD/,," | grep -E '^(src|apps|tests|bench|eval|fuzz)/' | sort -u
fi | xargs -P "$jobs" -I{} sh -c "$check" tidy {}
