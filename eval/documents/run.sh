#!/bin/sh
# usage: run.sh BIN       (part of make eval)
# How far the formats of one book agree by words with its text edition, for the books of Debian that ship in several: README.md.
set -eu
bin=$1
shares=${GROVE_BOOKS:-/usr/share}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

unpack() {  # as it stands, or gzipped
  if [ -e "$1.gz" ]; then gzip -dc "$1.gz" >"$tmp/$(basename "$1")"; else cp "$1" "$tmp"; fi
}

compare() {  # package, folder, text, other files
  if [ ! -d "$2" ]; then
    echo "no book to compare: install the package $1"
    return
  fi
  echo "== $1: its formats beside its text edition"
  folder=$2 text=$3
  shift 3
  unpack "$folder/$text"
  others=
  for file in "$@"; do
    unpack "$folder/$file"
    others="$others $tmp/$(basename "$file")"
  done
  # shellcheck disable=SC2086
  "$bin/grove_document_eval" "$tmp/$(basename "$text")" $others
}

compare debian-policy "$shares/doc/debian-policy" policy.txt policy.pdf policy.epub
compare developers-reference "$shares/developers-reference" developers-reference.txt developers-reference.pdf developers-reference.epub
compare debian-policy "$shares/doc/debian-policy/fhs" fhs-3.0.txt fhs-3.0.pdf fhs-3.0.html

echo "== questions to manuals: where the passage stands that answers"
python3 "$(dirname "$0")/questions.py" "$bin/grove" --books "$shares"
