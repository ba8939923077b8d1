#!/usr/bin/env python3
"""usage: score.py CHECKOUTS [--grove PROGRAM] [--missing] [--repository OWNER/NAME]

Compares what `grove flow` says of the endpoints in chains.tsv with the chains that were read from the code by hand. CHECKOUTS holds a folder
OWNER+NAME for each repository, laid out at the commit that chains.tsv names. Works in a data directory of its own that it removes.
`--missing` shows the chains that differ. Exits 1 where a chain differs.
"""
import argparse
import csv
import difflib
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
CROSSING = {"request", "message"}  # how a flow gets into another service


def run(grove, data, *words):
    done = subprocess.run([grove, "--data-dir", data, "--json", *words], capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode in (0, 3) else sys.exit(done.stderr or done.stdout)


def name_of(step):
    """`Class.method`; of a library only its type, since which of its methods does the work is the library's affair."""
    words = step["symbol"].split(".")
    return words[0] if len(words) == 2 and words[0][:1].isupper() else ".".join(words[-2:])


def steps_of(flow, with_other_services):
    """The names of the steps; those in other services behind a `~`, or not at all."""
    names, outside = [], set()
    for step in flow.get("steps", []):
        if step.get("via") in CROSSING or step.get("called_by") in outside:
            outside.add(step["order"])
            if with_other_services:
                names.append("~" + name_of(step))
        else:
            names.append(name_of(step))
    return names


def best_answer(answer, handler):
    flows = [answer, *answer.get("others", [])]
    return next((flow for flow in flows if flow.get("steps") and name_of(flow["steps"][0]) == handler), None)


def difference(true, said):
    missed, invented = [], []
    for kind, a, b, c, d in difflib.SequenceMatcher(a=true, b=said, autojunk=False).get_opcodes():
        if kind in ("delete", "replace"):
            missed += true[a:b]
        if kind in ("insert", "replace"):
            invented += said[c:d]
    return missed, invented


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("--grove", default="grove")
    parser.add_argument("--repository")
    parser.add_argument("--missing", action="store_true")
    options = parser.parse_args()
    with open(HERE / "chains.tsv", newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if options.repository in (None, row["repository"])]
    exact = steps = missing = extra = 0
    with tempfile.TemporaryDirectory() as data:
        for repository in dict.fromkeys(row["repository"] for row in rows):
            name = repository.replace("/", "+")
            run(options.grove, data, "index", str(options.checkouts / name), "--name", name, "--no-vectors")
        for row in rows:
            true = row["chain"].split(" > ")
            request = row["http_method"] + " " + row["route"]
            flow = best_answer(run(options.grove, data, "flow", request, "--repo", row["repository"].replace("/", "+"), "--limit", "100"), true[0])
            said = steps_of(flow, with_other_services="~" in row["chain"]) if flow else []
            missed, invented = difference(true, said)
            exact += not missed and not invented
            steps, missing, extra = steps + len(true), missing + len(missed), extra + len(invented)
            if options.missing and (missed or invented):
                print(f"{row['repository']} {request}\n  missed: {', '.join(missed) or '-'}\n  invented: {', '.join(invented) or '-'}")
    print(f"{exact} of {len(rows)} chains exact; {missing} of {steps} steps missed, {extra} invented")
    return 0 if exact == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
