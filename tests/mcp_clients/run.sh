#!/bin/sh
# usage: tests/mcp_clients/run.sh conformance REVISION|fixture-free|inspector|sdk|kb GROVE
# Holds `grove` against what others wrote: the official conformance suite of MCP, its Inspector, and the official TypeScript SDKs as
# clients. Brings them by exact versions on the first run. Ends with 77 where there is no npm to bring them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
what=$1
grove=$(readlink -f "$3")
revision=$2
clients=$here/../../build/mcp_clients

work=$(mktemp -d)
servers=
finish() {
  for server in $servers; do kill "$server" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

. "$here/../bring_from_npm.sh"
bring_from_npm "$here" "$clients" clients.mjs sdk_clients.mjs kb_clients.mjs
export GROVE_HOME="$work/data" GROVE_VECTORS=false
mkdir -p "$work/shop"
cp -r "$here/../../samples/shop/." "$work/shop"
"$grove" --quiet index "$work/shop" >/dev/null

# start COMMAND…: starts a server of Grove's on a free port; sets $url.
start() {
  : >"$work/serve.out"
  "$grove" --json --quiet "$@" --port 0 >"$work/serve.out" 2>"$work/serve.err" &
  servers="$servers $!"
  for _ in $(seq 100); do
    url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$work/serve.out" 2>/dev/null || true)
    [ -z "$url" ] || return 0
    sleep 0.1
  done
  cat "$work/serve.err"
  exit 1
}

serve() { start serve "$@"; }

suite() { "$node" "$clients/node_modules/@modelcontextprotocol/conformance/dist/index.js" server --url "$url/mcp" -o "$work/results" "$@"; }
# inspect OPTION…: lists tools with strict checks of their schemas; whatever it says on stderr is a finding.
inspect() {
  "$node" "$clients/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js" --cli \
    --method tools/list --strict --format json "$@" >"$work/out" 2>"$work/log" && [ ! -s "$work/log" ] || { cat "$work/log"; exit 1; }
}

# fixture_free: scenarios that every server has to pass with the tools that it has anyway.
fixture_free() {
  for scenario in "$@"; do
    suite --scenario "$scenario" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    echo "$scenario: passed"
  done
}
# inspect_http NAME PLACE: the Inspector over both ways of HTTP; PLACE is "" or "/profile".
inspect_http() {
  for era in legacy modern; do
    inspect --transport http --protocol-era "$era" --server-url "$url/mcp$2"
  done
  inspect --transport sse --server-url "$url/sse$2"
  echo "$1: no findings over http and sse"
}
always="server-initialize server-session-lifecycle ping tools-list server-sse-multiple-streams dns-rebinding-protection http-header-validation"

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
  serve
  fixture_free $always logging-set-level resources-list prompts-list sep-2164-resource-not-found caching
  ;;
inspector)
  serve
  # Its launcher wants a catalog of its own.
  export HOME="$work"
  for profile in default workspace repos ontology all knowledge catalog; do
    printf '#!/bin/sh\nexec "%s" mcp --profile %s\n' "$grove" "$profile" >"$work/start"
    chmod +x "$work/start"
    inspect --transport stdio "$work/start"
    inspect_http "$profile" "/$profile"
  done
  ;;
sdk)
  serve
  "$node" "$clients/sdk_clients.mjs" "$grove" "$url" "$work/shop"
  ;;
kb)
  # The servers of one profile each.
  cat >"$work/ships.ttl" <<'END'
@prefix s: <http://example.org/ships#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
s:Ship a owl:Class ; rdfs:comment "What floats." . s:name a owl:DatatypeProperty ; rdfs:domain s:Ship . s:beagle a s:Ship ; s:name "Beagle" .
END
  "$grove" --quiet kb register-ontology ships "$work/ships.ttl" --catalog "$work/catalog" >/dev/null
  export HOME="$work"
  start kb ontology-mcp --catalog "$work/catalog"
  catalog=$url
  fixture_free $always
  inspect_http ontology-mcp ""
  start kb mcp-server --onto "$work/ships.ttl"
  fixture_free $always
  inspect_http mcp-server ""
  "$node" "$clients/kb_clients.mjs" "$catalog" "$url"
  ;;
*)
  echo "unknown: $what"
  exit 2
  ;;
esac
