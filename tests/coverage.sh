#!/bin/sh
# usage: coverage.sh BUILD
# After the tests ran in a build of the coverage preset: the share of lines executed, by layer and for the ten least covered files.
set -eu
build=$(readlink -f "$1")
cd "$(dirname "$0")/.."
find "$build/src" "$build/apps" -name '*.gcda' ! -name '*_test.*' -print0 |
  xargs -0 gcov --no-output --source-prefix "$PWD" --relative-only 2>/dev/null |
  awk -F"[':%]" '/^File/ {file = $2} /^Lines executed/ && file ~ /^(src|apps).*\.cc$/ && file !~ /_test\.cc$/ {split($0, n, " of "); print file, $2, n[2]; file = ""}' |
  sort -u >"$build/lines.txt"
awk '{split($1, part, "/"); layer = part[1] == "src" ? part[2] : part[1]; all[layer] += $3; hit[layer] += $2 * $3 / 100; a += $3; h += $2 * $3 / 100}
     END {for (l in all) printf "%6.1f %%  %s\n", 100 * hit[l] / all[l], l; printf "%6.1f %%  all of %d lines\n", 100 * h / a, a}' "$build/lines.txt" | sort -n
echo "least covered files of 20 lines or more:"
awk '$3 >= 20 {printf "%6.1f %%  %s\n", $2, $1}' "$build/lines.txt" | sort -n | head -n 10
