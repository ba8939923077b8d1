#!/bin/sh
# usage: tests/diagrams/run.sh GROVE
# Reads every diagram that `grove` draws of the samples, and of names that mean something to Mermaid, with Mermaid's own parser. Brings that by
# exact versions on the first run. Ends with 77 where there is no npm to bring it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
grove=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

. "$here/../bring_from_npm.sh"
bring_from_npm "$here" "$here/../../build/diagrams" check.mjs
export GROVE_HOME="$work/data" GROVE_VECTORS=false
mkdir -p "$work/odd" "$work/diagrams"
cp "$here/Odd.kt" "$here/application.properties" "$work/odd"
for folder in "$here"/../../samples/*/ "$work/odd"; do "$grove" --quiet index "$folder" >/dev/null 2>&1; done
"$grove" --json endpoints --limit 1000 >"$work/endpoints.json"
"$node" "$here/../../build/diagrams/check.mjs" "$grove" "$work/endpoints.json"
