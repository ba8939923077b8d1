#!/usr/bin/env bash
# usage: bench/run.sh BUILD [FOLDER…]
# Speed and memory of Grove on each FOLDER (by default $BENCH_FOLDERS, else this repository), every figure beside a limit or a peer that ran
# on the same files in the same run. Peers that aren't installed are named and left out. Clean figures need a quiet machine; processor
# seconds bear some noise.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(readlink -f "$1"); shift
[ $# -gt 0 ] || read -ra folders <<<"${BENCH_FOLDERS:-$PWD}"
[ $# -eq 0 ] || folders=("$@")
cmake --build "$build" --target benches grove >/dev/null
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
bin=$build/bin
queries=bench/queries.txt

has() { command -v "$1" >/dev/null 2>&1; }
has_python() { python3 -c "import $1" >/dev/null 2>&1; }
absent() { printf '  %-44s not installed\n' "$1"; }

# cost LABEL COMMAND…: a row of wall and processor seconds and peak memory; the ratio is to `base`, which the first row of a table sets.
cost() {
  local label wall cpu peak code
  IFS=$'\t' read -r label wall cpu peak code < <("$bin/bench_measure" "$@")
  [ "$code" = 0 ] || { printf '  %-44s failed (exit %s)\n' "$label" "$code"; return; }
  [ -n "${base:-}" ] || base=$cpu
  printf '  %-44s %8.2f %8.2f %8.0f %9s\n' "$label" "$wall" "$cpu" "$peak" "$(awk "BEGIN {printf \"%.2f x\", $cpu / ($base > 0 ? $base : 1e-9)}")"
}
# latency COMMAND…: a row of what the command prints as label, p50, p95, p99, worst.
latency() {
  local row label p50 p95 p99 worst
  row=$("$@" 2>/dev/null | tail -n 1) || row=
  [ -n "$row" ] || { printf '  %-44s failed\n' "$*"; return; }
  IFS=$'\t' read -r label p50 p95 p99 worst <<<"$row"
  [ -n "${base:-}" ] || base=$p50
  printf '  %-44s %8.3f %8.3f %8.3f %9s\n' "$label" "$p50" "$p95" "$p99" "$(awk "BEGIN {printf \"%.2f x\", $p50 / ($base > 0 ? $base : 1e-9)}")"
}

index_table() {
  printf '\nindexing %s: %s files, %s MB\n  %-44s %8s %8s %8s %9s\n' "$1" "$(wc -l <"$work/files")" "$(($(xargs -d '\n' cat <"$work/files" | wc -c) / 1000000))" \
    "" "wall s" "cpu s" "peak MB" "cpu"
  base=
  cost "limit: bare tree-sitter, same files and threads" "$bin/bench_bare_parse" "$1"
  cost "limit: reading the files" "$bin/bench_bare_parse" "$1" --read-only
  cost "grove index --no-vectors" "$bin/grove" --data-dir "$work/words" index --no-vectors "$1"
  cost "grove index" "$bin/grove" --data-dir "$work/data" index "$1"
  cost "grove index, nothing changed" "$bin/grove" --data-dir "$work/data" index "$1"
  cost "SQLite FTS5" "$bin/bench_fts5" index "$work/fts5.db" "$work/files"
  if has_python tantivy; then cost "tantivy" python3 bench/peers/tantivy_peer.py index "$work/tantivy" "$work/files"; else absent tantivy; fi
  if has_python semble; then cost "semble, without a model" python3 bench/peers/semble_peer.py index "$1"; else absent semble; fi
  if has codegraph; then rm -rf "$work/copy"; cp -R "$1" "$work/copy"; cost "codegraph" codegraph init "$work/copy"; else absent codegraph; fi
  printf '  on disk: grove %s MB, with vectors %s MB, FTS5 %s MB\n' "$(size "$work/words")" "$(size "$work/data")" "$(size "$work/fts5.db")"
}
size() { du -sm "$1" 2>/dev/null | cut -f1; }

query_table() {
  printf '\nsearching it, milliseconds a query\n  %-44s %8s %8s %8s %9s\n' "" p50 p95 p99 p50
  base=
  latency "$bin/bench_queries" "$work/data" "$queries" hybrid
  latency "$bin/bench_queries" "$work/words" "$queries" keyword
  latency "$bin/bench_fts5" query "$work/fts5.db" "$queries"
  if has_python tantivy; then latency python3 bench/peers/tantivy_peer.py query "$work/tantivy" "$queries"; else absent tantivy; fi
  if has_python semble; then latency python3 bench/peers/semble_peer.py query "$1" "$queries"; else absent semble; fi
  if has rg; then latency bench/peers/ripgrep.sh "$1" "$queries"; else absent ripgrep; fi
}

# What the JVM programs of it serve, and what requests go through: beside the time that indexing took.
web_table() {
  [ "$("$bin/grove" --data-dir "$work/data" endpoints 2>/dev/null | wc -l)" -gt 0 ] || return 0
  printf '\nits endpoints and flows\n'
  "$bin/bench_web" "$work/data" "$(basename "$1")" |
    awk -F'\t' '{if (NF > 3) printf "  %-44s p50 %s  p95 %s  p99 %s  worst %s ms\n", $1, $2, $3, $4, $5; else printf "  %-44s %s  %s\n", $1, $2, $3}'
}

# Answers of a server under load: 100,000 requests of 64 connections at once, beside 1,000 idle ones.
load_table() {
  printf '\na server with this index, 64 busy and 1000 idle connections\n'
  GROVE_IDLE_TIMEOUT=1h "$bin/grove" --data-dir "$work/data" --json serve --port 0 >"$work/served" 2>"$work/serve.log" & server=$!
  port=
  for _ in $(seq 200); do
    port=$(sed -n 's/.*"url":"[^"]*:\([0-9]*\)".*/\1/p' "$work/served")
    [ -z "$port" ] || break
    sleep 0.05
  done
  [ -n "$port" ] && "$bin/bench_load" "$port" "$server" || echo "  failed"
  kill "$server" 2>/dev/null; wait "$server" || true
}

# A triple store: a million statements of a railway (the Train Benchmark's schema) loaded and asked, beside Oxigraph's own store on disk.
rdf_table() {
  "$bin/bench_rdf" generate 1000000 >"$work/railway.ttl"
  printf '\na triple store, 1,000,000 statements of Turtle\n'
  "$bin/bench_rdf" load "$work/railway.ttl" | awk -F'\t' '{printf "  %-44s %10s %s\n", "grove, " $1, $2, $3}'
  if has_python pyoxigraph; then python3 bench/peers/oxigraph_peer.py load "$work/railway.ttl" | awk -F'\t' '{printf "  %-44s %10s %s\n", "oxigraph, " $1, $2, $3}'; else absent pyoxigraph; fi
  "$bin/bench_rdf" query "$work/railway.ttl" bench/train/*.rq | awk -F'\t' '{printf "  %-44s %10s ms %8s rows\n", "grove, " $1, $2, $3}'
  if has_python pyoxigraph; then
    python3 bench/peers/oxigraph_peer.py query "$work/railway.ttl" bench/train/*.rq | awk -F'\t' '{printf "  %-44s %10s ms %8s rows\n", "oxigraph, " $1, $2, $3}'
  fi
}

for folder in "${folders[@]}"; do
  folder=$(readlink -f "$folder")
  rm -rf "$work"/{words,data,tantivy,fts5.db*,cache}
  "$bin/bench_bare_parse" "$folder" --list >"$work/files"
  index_table "$folder"
  query_table "$folder"
  web_table "$folder"
  load_table
  if [ -n "$(find "$work/data" -name '*.vec' -print -quit)" ]; then
    printf '\nthe 100 nearest vectors, one thread, processor time\n'
    "$bin/bench_vectors" "$work/data" "$queries" 100000 300000 1000000
  fi
  printf '\nthe index alone, one thread, processor time\n'
  "$bin/bench_index" "$folder" "$queries" | awk -F'\t' '{if (NF > 2) printf "  %-44s p50 %s  p95 %s  p99 %s ms\n", $1, $2, $3, $4; else printf "  %-44s %s\n", $1, $2}'
done
rdf_table
book=/usr/share/doc/debian-policy/policy.pdf.gz
if [ -e "$book" ] && command -v pdftotext >/dev/null; then
  printf '\na PDF as a document\n'
  gzip -dc "$book" >"$work/policy.pdf"
  "$bin/bench_pdf" "$work/policy.pdf"
else
  echo "no PDF to read: install debian-policy and poppler-utils"
fi
printf '\npassages of 100,000 chunks of documents; the limit is a p50 of 5 ms\n'
rm -rf "$work"/{dataset,data}
"$bin/bench_documents" "$work" 100000 |
  awk -F'\t' '{if (NF > 3) printf "  %-44s p50 %s  p95 %s  p99 %s  worst %s ms\n", $1, $2, $3, $4, $5; else printf "  %-44s %s\n", $1, $2}'
echo
"$bin/bench_micro" --benchmark_min_time=0.2 2>/dev/null
