#!/bin/sh
# usage: samples/demo.sh GROVE
# Indexes this repository and a copy of the sample shop, and asks three questions. The copy lies outside, since a folder inside an indexed
# repository belongs to it. Everything made here lies in one temporary folder, which the next run reuses.
set -eu
grove=$(readlink -f "$1")
cd "$(dirname "$0")/.."
place=${TMPDIR:-/tmp}/grove-demo-$(id -u)
mkdir -p "$place"
[ -e "$place/shop" ] || cp -R samples/shop "$place/shop"
ask() {
  printf '\n$ grove'
  for word in "$@"; do case $word in *" "*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac; done
  echo
  "$grove" --data-dir "$place/data" "$@"
}

ask index . "$place/shop"
ask search "how is a voucher taken off the price" --repo shop --limit 3
ask search "retry a parcel when the carrier is busy" --repo shop --limit 3
ask search "how does the tokenizer split identifiers" --limit 3
echo
echo "Ask your own: $grove --data-dir $place/data search \"…\""
