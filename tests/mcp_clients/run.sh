#!/bin/sh
# usage: tests/mcp_clients/run.sh conformance REVISION|fixture-free|inspector|sdk GROVE
# Holds `grove` against what others wrote: the official conformance suite of MCP, its Inspector, and the official TypeScript SDKs as
# clients. Brings them by exact versions on the first run. Ends with 77 where there is no npm to bring them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
what=$1
grove=$(readlink -f "$3")
revision=$2
clients=$here/../../build/mcp_clients

work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

. "$here/../bring_from_npm.sh"
bring_from_npm "$here" "$clients" sdk_clients.mjs
export GROVE_HOME="$work/data" GROVE_VECTORS=false
mkdir -p "$work/shop"
cp -r "$here/../../samples/shop/." "$work/shop"
"$grove" --quiet index "$work/shop" >/dev/null

# serve OPTION…: starts a server on a free port; sets $url.
serve() {
  "$grove" --json --quiet serve --port 0 "$@" >"$work/serve.out" 2>"$work/serve.err" &
  server=$!
  for _ in $(seq 100); do
    url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$work/serve.out" 2>/dev/null || true)
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  cat "$work/serve.err"
  exit 1
}

suite() { "$node" "$clients/node_modules/@modelcontextprotocol/conformance/dist/index.js" server --url "$url/mcp" -o "$work/results" "$@"; }
# inspect OPTION…: lists tools with strict checks of their schemas; whatever it says on stderr is a finding.
inspect() {
  "$node" "$clients/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js" --cli \
    --method tools/list --strict --format json "$@" >"$work/out" 2>"$work/log" && [ ! -s "$work/log" ] || { cat "$work/log"; exit 1; }
}

case $what in
conformance)
  serve --conformance
  suite --requirements "$revision" >"$work/log" 2>&1 || { sed -n '/=== SUMMARY/,$p' "$work/log"; exit 1; }
  passed=$(grep -c '^✓ .*passed, 0 failed' "$work/log" || true)
  # Extensions and scenarios that are not settled yet are run too, but never counted.
  aside=$(grep -c '^  ✓ ' "$work/log" || true)
  echo "$((passed - aside)) scored scenarios of $revision passed"
  case $revision in 2025-11-25) wanted=30 ;; *) wanted=37 ;; esac
  [ $((passed - aside)) -eq $wanted ] || { sed -n '/=== SUMMARY/,$p' "$work/log"; exit 1; }
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
  for profile in default workspace repos ontology all; do
    printf '#!/bin/sh\nexec "%s" mcp --profile %s\n' "$grove" "$profile" >"$work/start"
    chmod +x "$work/start"
    inspect --transport stdio "$work/start"
    for era in legacy modern; do
      inspect --transport http --protocol-era "$era" --server-url "$url/mcp/$profile"
    done
    inspect --transport sse --server-url "$url/sse/$profile"
    echo "$profile: no findings over stdio, http and sse"
  done
  ;;
sdk)
  serve
  "$node" "$clients/sdk_clients.mjs" "$grove" "$url" "$work/shop"
  ;;
*)
  echo "unknown: $what"
  exit 2
  ;;
esac
