#!/bin/sh
# usage: fuzz/run.sh BIN SECONDS
# Runs every fuzz target in BIN that long, from its seeds and from what earlier runs found (build/fuzz/found/NAME). Ends with 1 at the first
# input that breaks a target, and says where the input lies: put it into fuzz/seeds/NAME/ once it is fixed.
set -eu
bin=$(readlink -f "$1"); seconds=$2
cd "$(dirname "$0")/.."
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm  # some targets write small files for each input
for target in "$bin"/fuzz_*; do
  name=${target##*/fuzz_}
  found=build/fuzz/found/$name; mkdir -p "$found"
  log=build/fuzz/$name.log
  seeds=fuzz/seeds/$name; [ -d "$seeds" ] || seeds=
  if "$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -max_len=65536 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/failed-$name-" "$found" ${seeds:+"$seeds"} >"$log" 2>&1; then
    echo "fuzz $name: $(sed -n 's/stat::number_of_executed_units: *//p' "$log") inputs, none broke it"
  else
    tail -n 40 "$log"
    echo "fuzz $name: FAILED, see $log"
    exit 1
  fi
done
