# bring_from_npm FROM TO FILE…: installs what FROM/package.json names by exact versions into TO, once, and copies the files there. Ends the
# script with 77 where there is no npm. Sets $node. Sourced by tests; $work is a folder of theirs.
bring_from_npm() {
  from=$1
  to=$2
  shift 2
  stamp=$(cat "$from/package.json" "$from/package-lock.json" | sha256sum | cut -d' ' -f1)
  mkdir -p "$to"
  # Tests may run side by side.
  exec 9>"$to/.lock"
  flock 9
  cp "$from/package.json" "$from/package-lock.json" "$from/.npmrc" "$to"
  for file in "$@"; do cp "$from/$file" "$to"; done
  if [ "$(cat "$to/node_modules/.stamp" 2>/dev/null)" != "$stamp" ]; then
    command -v npm >/dev/null || { echo "there is no npm to bring what the test needs"; exit 77; }
    (cd "$to" && npm ci --ignore-scripts --no-audit --no-fund >"$work/npm.log" 2>&1) || { tail -n 20 "$work/npm.log"; exit 1; }
    echo "$stamp" >"$to/node_modules/.stamp"
  fi
  exec 9>&-
  node=$(ls "$to"/node_modules/node-linux-*/bin/node)
}
