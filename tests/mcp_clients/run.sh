#!/bin/sh
# usage: tests/mcp_clients/run.sh conformance REVISION|fixture-free|inspector|sdk GROVE
# Holds `grove` against what others wrote: the official conformance suite of MCP, its Inspector, and the official TypeScript SDKs as
# clients. Brings them by exact versions on the first run. Ends with 77 where there is no npm to bring them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
what=$1
grove=$(readlink -f "$3")
revision=$2

bring() {
  stamp=$(cat "$here/package.json" "$here/package-lock.json" | sha256sum | cut -d' ' -f1)
  [ "$(cat "$here/node_modules/.stamp" 2>/dev/null)" != "$stamp" ] || return 0
  command -v npm >/dev/null || { echo "there is no npm to bring the clients"; exit 77; }
  # Tests may run side by side.
  exec 9>"$here/../../build/mcp_clients.lock"
  flock 9
  [ "$(cat "$here/node_modules/.stamp" 2>/dev/null)" != "$stamp" ] || return 0
  (cd "$here" && npm ci --ignore-scripts --no-audit --no-fund >"$work/npm.log" 2>&1) || { tail -n 20 "$work/npm.log"; exit 1; }
  echo "$stamp" >"$here/node_modules/.stamp"
}

work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

bring
node=$(ls "$here"/node_modules/node-linux-*/bin/node)
export GROVE_HOME="$work/data" GROVE_VECTORS=false
mkdir -p "$work/shop"
cp -r "$here/../../samples/shop/." "$work/shop"
"$grove" --quiet index "$work/shop" >/dev/null

# serve OPTION…: starts a server on a free port; sets $url.
serve() {
  "$grove" --json --quiet serve --port 0 "$@" >"$work/serve.out" 2>"$work/serve.err" &
  server=$!
  for _ in $(seq 100); do
    url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$work/serve.out")
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  cat "$work/serve.err"
  exit 1
}

suite() { "$node" "$here/node_modules/@modelcontextprotocol/conformance/dist/index.js" server --url "$url/mcp" -o "$work/results" "$@"; }
inspect() { "$node" "$here/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js" --cli "$@"; }

case $what in
conformance)
  serve --conformance
  suite --requirements "$revision" >"$work/log" 2>&1 || { sed -n '/=== SUMMARY/,$p' "$work/log"; exit 1; }
  grep '^Total' "$work/log"
  ;;
fixture-free)
  # Scenarios that every server has to pass with the tools that it has anyway.
  serve
  for scenario in server-initialize server-session-lifecycle ping logging-set-level tools-list resources-list prompts-list \
    server-sse-multiple-streams dns-rebinding-protection sep-2164-resource-not-found caching http-header-validation; do
    suite --scenario "$scenario" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    echo "$scenario: passed"
  done
  ;;
inspector)
  serve
  # Its launcher wants a catalog of its own.
  export HOME="$work"
  for profile in default workspace repos; do
    inspect --transport stdio --method tools/list --strict --format json "$grove" mcp --profile "$profile" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    for era in legacy modern; do
      inspect --transport http --protocol-era "$era" --method tools/list --strict --format json --server-url "$url/mcp/$profile" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    done
    inspect --transport sse --method tools/list --strict --format json --server-url "$url/sse/$profile" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    echo "$profile: no findings over stdio, http and sse"
  done
  ;;
sdk)
  serve
  "$node" "$here/sdk_clients.mjs" "$grove" "$url" "$work/shop"
  ;;
*)
  echo "unknown: $what"
  exit 2
  ;;
esac
