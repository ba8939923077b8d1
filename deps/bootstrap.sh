#!/bin/sh
# usage: deps/bootstrap.sh [LIST…]
# Brings what Grove is built from: Debian packages (deps/apt.txt and each deps/apt-LIST.txt named), C and C++ sources out of npm packages
# (deps/package.json) and out of crates (deps/crates.txt), the crates that the Rust part is built with (src/rdf/oxigraph/Cargo.toml, exact
# versions and hashes in deps/rust-crates.lock), and what the web UI is built with (web/package.json). Installs only what is missing, runs no
# script of any package, and does nothing when all is there. All lands in deps/node_modules, deps/vendor, deps/crates and web/node_modules,
# each swapped in whole, so a killed run leaves the old state.
set -eu
cd "$(dirname "$0")"
umask 022

say() { printf 'deps: %s\n' "$*"; }
fail() { printf 'deps: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# quietly LABEL COMMAND…: runs the command with its output in a log; a line every ten seconds says how far it is.
quietly() {
  label=$1; shift
  log=$work/log
  "$@" >"$log" 2>&1 & pid=$!
  waited=0
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2; waited=$((waited + 1))
    [ $((waited % 50)) -ne 0 ] || say "  $label: $((waited / 5)) s, $(tail -n 1 "$log" | tr -dc '[:print:]' | cut -c 1-90)"
  done
  wait "$pid" || { tail -n 25 "$log" >&2; fail "$label failed; the lines above say why"; }
}

# at_least VERSION MINIMUM: both dotted numbers.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }
has_node() { have node && have npm && at_least "$(node --version | tr -d v)" 18; }
# Oxigraph asks for this compiler.
has_cargo() {
  have cargo && have rustc && at_least "$(cargo --version 2>/dev/null | cut -d' ' -f2)" 1.88 && at_least "$(rustc --version | cut -d' ' -f2)" 1.88
}
sum() { cat "$@" | sha256sum | cut -d' ' -f1; }
stamped() { [ "$(cat "$1/.stamp" 2>/dev/null)" = "$2" ]; }

# Debian packages that are wanted and not installed. A node or cargo from elsewhere will do.
missing_packages() {
  wanted=$(sed 's/#.*//' "$@" | tr '\n' ' ')
  # shellcheck disable=SC2086
  present=" $(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $wanted 2>/dev/null | sed -n 's/^.i *//p' | tr '\n' ' ') "
  for package in $wanted; do
    case $present in *" $package "*) continue ;; esac
    case $package in nodejs | npm) ! has_node || continue ;; esac
    echo "$package"
  done
}

as_root() { if [ "$(id -u)" = 0 ]; then env "$@"; else sudo env "$@"; fi; }
apt() { as_root DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 "$@"; }

# The release's own cargo may be too old for today's crates; Debian then carries a newer one under another name.
cargo_package() {
  candidate=$(apt-cache policy cargo-web 2>/dev/null | sed -n 's/ *Candidate: //p')
  case $candidate in "" | "(none)") echo cargo ;; *) echo cargo-web ;; esac
}

install_packages() {
  missing=$(missing_packages "$@" | tr '\n' ' ')
  want_cargo=no
  has_cargo || want_cargo=yes
  [ -n "$missing" ] || [ $want_cargo = yes ] || return 0
  if [ "$(id -u)" != 0 ]; then
    have sudo || fail "these Debian packages are missing, and installing them needs root: ${missing}$([ $want_cargo = no ] || cargo_package); run as root, or install sudo"
    sudo -v || fail "sudo was refused; ask an administrator to install: ${missing}"
  fi
  quietly "updating package lists" apt update
  [ $want_cargo = no ] || missing="$missing$(cargo_package)"
  say "installing Debian packages: $missing"
  # shellcheck disable=SC2086
  quietly "installing packages" apt install -y --no-install-recommends $missing
}

swap_in() { # swap_in NEW OLD: a rename, so that a build beside us sees one or the other
  rm -rf "$2.old"
  [ ! -e "$2" ] && [ ! -L "$2" ] || mv "$2" "$2.old"
  mv "$1" "$2"
  rm -rf "$2.old"
}

unpack_npm() {
  say "unpacking sources from npm: $(grep -o '": "[0-9]' package.json | wc -l) packages"
  mkdir -p "$work/npm"
  cp .npmrc package.json package-lock.json "$work/npm"
  quietly "unpacking npm packages" npm --prefix "$work/npm" ci --ignore-scripts --no-audit --no-fund
  (
    cd "$work/npm"
    # Only what package.json names is a source of ours; prebuilt binaries and packages needed to run them go.
    node -e 'console.log(Object.keys(require("./package.json").dependencies).join("\n"))' | sort >keep
    find node_modules -mindepth 1 -maxdepth 2 -type d \( -path 'node_modules/@*/*' -o -path 'node_modules/[!@]*' \) -prune |
      sed 's,^node_modules/,,' | sort | comm -23 - keep | while read -r name; do rm -rf "node_modules/$name"; done
    find node_modules -mindepth 2 \( -name prebuilds -o -name node_modules -o -name bindings -o -name '*.wasm' \) -prune -exec rm -rf {} +
  )
  echo "$npm_stamp" >"$work/npm/node_modules/.stamp"
  swap_in "$work/npm/node_modules" node_modules
}

unpack_web() {
  say "unpacking what the web UI is built with"
  mkdir -p "$work/web"
  cp ../web/.npmrc ../web/package.json ../web/package-lock.json "$work/web"
  quietly "unpacking npm packages of the web UI" npm --prefix "$work/web" ci --ignore-scripts --no-audit --no-fund
  echo "$web_stamp" >"$work/web/node_modules/.stamp"
  swap_in "$work/web/node_modules" ../web/node_modules
}

unpack_crates() {
  say "unpacking sources from crates: $(grep -c '^[a-z]' crates.txt) packages"
  mkdir -p "$work/cargo/src" "$work/vendor"
  : >"$work/cargo/src/lib.rs"
  {
    printf '[package]\nname = "grove-sources"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n[dependencies]\n'
    grep '^[a-z]' crates.txt | while read -r name version _; do
      printf '%s = { version = "=%s", default-features = false }\n' "$name" "$version"
    done
  } >"$work/cargo/Cargo.toml"
  # What the crates themselves depend on comes along; none of it is kept.
  quietly "unpacking crates" cargo vendor --versioned-dirs --respect-source-config --manifest-path "$work/cargo/Cargo.toml" "$work/crates"
  grep '^[a-z]' crates.txt | while read -r name version digest; do
    found=$(grep -o '"package":"[0-9a-f]*"' "$work/crates/$name-$version/.cargo-checksum.json" | cut -d'"' -f4)
    [ "$found" = "$digest" ] || fail "crate $name $version has SHA-256 $found, and deps/crates.txt says $digest; if the new one is right, correct the table"
    mv "$work/crates/$name-$version" "$work/vendor/$name"
  done
  (
    # llama.cpp brings back ends for hardware that we don't build for, tools and test data.
    cd "$work/vendor/llama-cpp-sys-2"
    find llama.cpp -mindepth 1 -maxdepth 1 ! -name LICENSE ! -name include ! -name src ! -name ggml -exec rm -rf {} +
    find llama.cpp/ggml/src -mindepth 1 -maxdepth 1 -type d ! -name ggml-cpu -exec rm -rf {} +
  )
  echo "$crates_stamp" >"$work/vendor/.stamp"
  swap_in "$work/vendor" vendor
}

# The crates of the Rust part, whole, with a lock file beside them. Where they come from is written into the lock file here: it depends on the
# machine's settings, and hashes say that they are the right ones.
unpack_rust() {
  say "unpacking crates of the Rust part: $(grep -c '^checksum' rust-crates.lock) packages"
  mkdir -p "$work/rust/src"
  cp ../src/rdf/oxigraph/Cargo.toml "$work/rust"
  : >"$work/rust/src/lib.rs"
  quietly "asking where crates come from" cargo generate-lockfile --manifest-path "$work/rust/Cargo.toml"
  origin=$(grep -m 1 '^source = ' "$work/rust/Cargo.lock") || fail "cargo names no source of crates; see its settings"
  awk -v origin="$origin" '/^checksum = / { print origin } { print }' rust-crates.lock >"$work/rust/lock"
  mv "$work/rust/lock" "$work/rust/Cargo.lock"
  quietly "unpacking crates of the Rust part" cargo vendor --locked --versioned-dirs --respect-source-config \
    --manifest-path "$work/rust/Cargo.toml" "$work/rust-crates"
  cp "$work/rust/Cargo.lock" "$work/rust-crates/Cargo.lock"
  echo "$rust_stamp" >"$work/rust-crates/.stamp"
  swap_in "$work/rust-crates" crates
}

lists=apt.txt
for list in "$@"; do
  [ -f "apt-$list.txt" ] || fail "there is no list deps/apt-$list.txt"
  lists="$lists apt-$list.txt"
done
npm_stamp=$(sum package.json package-lock.json)
crates_stamp=$(sum crates.txt)
rust_stamp=$(sum rust-crates.lock ../src/rdf/oxigraph/Cargo.toml)
web_stamp=$(sum ../web/package.json ../web/package-lock.json)
all_stamped() { has_cargo && stamped node_modules "$npm_stamp" && stamped vendor "$crates_stamp" && stamped crates "$rust_stamp" && stamped ../web/node_modules "$web_stamp"; }

# shellcheck disable=SC2086
if all_stamped && { ! have dpkg-query || [ -z "$(missing_packages $lists)" ]; }; then
  exit 0
fi
work=$PWD/.unpack
if have flock; then exec 9>.lock; flock 9; fi
rm -rf "$work" && mkdir "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
if have dpkg-query && have apt-get; then
  # shellcheck disable=SC2086
  install_packages $lists
else
  say "this is no Debian: the counterparts of the packages in deps/apt.txt are expected to be installed"
fi
stamped node_modules "$npm_stamp" || unpack_npm
stamped vendor "$crates_stamp" || unpack_crates
stamped crates "$rust_stamp" || unpack_rust
stamped ../web/node_modules "$web_stamp" || unpack_web
say "all there"
