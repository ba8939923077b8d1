#!/bin/sh
# usage: eval_settings.sh SOURCES
# The settings of `make eval` are its script's own: the program, which refuses settings that it doesn't know, sees none of them.
set -eu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/oracles" "$work/sets/retrieval" "$work/corpora"
cat >"$work/bin/tool" <<'END'
#!/bin/sh
echo "ran $(basename "$0")"
if env | grep '^GROVE_'; then exit 1; fi
END
chmod +x "$work/bin/tool"
for name in grove grove_document_eval grove_oracle_eval grove_eval; do cp "$work/bin/tool" "$work/bin/$name"; done
echo 'import subprocess, sys; sys.exit(subprocess.run([sys.argv[sys.argv.index("--grove") + 1]]).returncode)' >"$work/sets/retrieval/score.py"
GROVE_ORACLES="$work/oracles" GROVE_CORPORA="$work/corpora" GROVE_EVAL_SETS="$work/sets" GROVE_EVAL_DATA="$work/data" \
  GROVE_ROUTES="$work/none" GROVE_SERVICES="$work/none" GROVE_ASK_CORPORA="$work/none" \
  sh "$1/eval/run.sh" "$work/bin/grove" >"$work/out" || { cat "$work/out"; exit 1; }
for name in grove grove_oracle_eval grove_eval; do grep -q "ran $name\$" "$work/out" || { cat "$work/out"; echo "$name did not run"; exit 1; }; done
