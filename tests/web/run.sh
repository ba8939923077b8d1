#!/bin/sh
# usage: tests/web/run.sh TOPIC GROVE
# Uses the web UI of `grove serve` over the samples in a real browser (Debian's Chromium), driven by Playwright, and looked over by axe. Brings
# those by exact versions on the first run. `types`, `format`, `schema`, `units` and `graphs` need no browser. Ends with 77 where there is no npm or no Chromium.
# WEB_SHOTS=FOLDER keeps pictures of every view.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
topic=$1
grove=$(readlink -f "$2")
tests=$here/../../build/web_tests
web=$(cd "$here/../../web" && pwd)

work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

. "$here/../bring_from_npm.sh"
case $topic in types | format) files= ;; schema) files="schema.test.mjs" ;; *) files="browser.mjs $topic.test.mjs" ;; esac
# shellcheck disable=SC2086
bring_from_npm "$here" "$tests" $files

case $topic in
types)
  "$tests/node_modules/.bin/tsc" --project "$web"
  exit
  ;;
format)
  "$tests/node_modules/.bin/prettier" --check --log-level warn "$web" "$here" --ignore-path "$here/../../.gitignore" --config "$web/.prettierrc.json"
  exit
  ;;
units | graphs)
  GROVE_WEB_SOURCE="$web/src" "$node" --test "$tests/$topic.test.mjs"
  exit
  ;;
esac

chromium=$(command -v chromium || command -v chromium-browser || true)
[ -n "$chromium" ] || [ "$topic" = schema ] || { echo "there is no Chromium: `make browser` installs it"; exit 77; }
# Neither settings of the machine nor of whoever runs the test.
export HOME="$work" GROVE_HOME="$work/data"
unset GROVE_TOKEN
for sample in shop market; do cp -R "$here/../../samples/$sample" "$work/$sample"; done
"$grove" --quiet index "$work/shop" "$work/market" >/dev/null
case $topic in token) export GROVE_TOKEN=swordfish ;; esac
"$grove" --json --quiet serve --port 0 >"$work/serve.out" 2>"$work/serve.err" &
server=$!
for _ in $(seq 100); do
  url=$(sed -n 's/.*"url":"\([^"]*\)".*/\1/p' "$work/serve.out" 2>/dev/null || true)
  [ -z "$url" ] || break
  sleep 0.1
done
[ -n "$url" ] || { cat "$work/serve.err"; exit 1; }
GROVE_WEB="$web" GROVE_URL="$url" GROVE_SAMPLES="$work" GROVE_PROGRAM="$grove" GROVE_CHROMIUM="$chromium" "$node" --test --test-reporter=spec "$tests/$topic.test.mjs"
