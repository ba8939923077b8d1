#!/bin/sh
# usage: readme_commands.sh GROVE PROJECT
# Runs the commands of the README's quick start that begin with `grove`, in order, in a copy of the sample and with a data directory of their
# own. `serve` runs until it answers. Each must end with 0 and say something.
set -eu
grove=$(readlink -f "$1"); project=$2
place=$(mktemp -d); trap 'rm -rf "$place"' EXIT
mkdir "$place/bin" && ln -s "$grove" "$place/bin/grove"
cp -R "$project/samples/shop" "$place/shop"
cd "$place/shop"
export PATH="$place/bin:$PATH" GROVE_HOME="$place/data" NO_COLOR=1 GROVE_PORT=0

sed -n '/^## Quick start/,/^## /p' "$project/README.md" | sed -n 's/^\(grove .*\)/\1/p' | sed 's/  *#.*//' >"$place/commands"
[ "$(wc -l <"$place/commands")" -ge 6 ] || { echo "the README's quick start has too few commands"; exit 1; }
while read -r command; do
  echo "$ $command"
  case $command in
    "grove serve"*)
      $command >"$place/out" 2>"$place/err" & server=$!
      for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        grep -q 'http://127.0.0.1' "$place/out" "$place/err" && break
        sleep 0.25
      done
      kill "$server"; wait "$server" || true
      grep -q 'http://127.0.0.1' "$place/out" "$place/err" || { cat "$place/err"; echo "it never said where it listens"; exit 1; }
      ;;
    *)
      sh -c "$command" >"$place/out" 2>"$place/err" || { cat "$place/out" "$place/err"; echo "it ended with an error"; exit 1; }
      [ -s "$place/out" ] || { echo "it said nothing"; exit 1; }
      ;;
  esac
done <"$place/commands"
