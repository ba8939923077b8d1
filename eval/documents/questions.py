#!/usr/bin/env python3
"""usage: questions.py GROVE [--books /usr/share] [--mode hybrid|keyword|semantic] [--missing]

Asks the questions of questions.tsv of PDF manuals that Debian ships, and says where the first passage stands whose heading answers: the mean
reciprocal rank, how often it is first, and how often among the first five. Works in a data directory of its own that it removes. Sets of which a book
isn't installed are named and left out.
"""
import argparse
import csv
import gzip
import json
import pathlib
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
# Set of books: the files, below /usr/share, and the packages that ship them.
DEBIAN = [
    "doc/debian-policy/policy.pdf.gz", "doc/debian-policy/fhs/fhs-3.0.pdf.gz", "developers-reference/developers-reference.pdf",
    "doc/debian/FAQ/debian-faq.en.pdf.gz", "doc/maint-guide/maint-guide.en.pdf",
]  # fmt: skip
MANUALS = [
    "doc/bash/bash.pdf", "doc/bash/bashref.pdf", "doc/gnuplot/gnuplot.pdf", "R/doc/manual/R-FAQ.pdf", "R/doc/manual/R-admin.pdf",
    "R/doc/manual/R-data.pdf", "R/doc/manual/R-exts.pdf", "R/doc/manual/R-intro.pdf", "R/doc/manual/R-ints.pdf",
    "R/doc/manual/R-lang.pdf", "R/doc/manual/refman.pdf",
]  # fmt: skip
PACKAGES = {
    "debian": "debian-policy developers-reference debian-faq maint-guide",
    "manuals": "bash-doc gnuplot-doc r-doc-pdf",
}
BOOKS = {"debian": DEBIAN, "debian-paraphrased": DEBIAN, "manuals": MANUALS}


def grove(program, data, *words):
    done = subprocess.run([program, "--data-dir", data, "--quiet", "--json", *words], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def rank(results, headings):
    """The first of the results whose own heading answers, from 1; 0 where none does."""
    for place, result in enumerate(results, 1):
        if re.search(headings, result.get("section", "").split(" > ")[-1]):
            return place
    return 0


def lay_out(books, shares, folder):
    for book in books:
        source = shares / book
        bytes_ = gzip.decompress(source.read_bytes()) if source.suffix == ".gz" else source.read_bytes()
        (folder / source.name.removesuffix(".gz")).write_bytes(bytes_)


def score(asked, program, data, mode, missing):
    ranks = []
    for row in asked:
        found = grove(program, data, "search", row["question"], "--kind", "document", "--mode", mode, "--limit", "10")["results"]
        ranks.append(rank(found, row["headings"]))
        if missing and ranks[-1] != 1:
            print(f"  {ranks[-1] or '-'}  {row['question']}   first: {found[0].get('section', '') if found else ''}")
    mrr = sum(1 / place for place in ranks if place) / len(ranks)
    print(f"  {len(ranks)} questions, {mode}: MRR@10 {mrr:.3f}, first {ranks.count(1)}, among five {sum(0 < r <= 5 for r in ranks)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grove")
    parser.add_argument("--books", type=pathlib.Path, default=pathlib.Path("/usr/share"))
    parser.add_argument("--mode", action="append")
    parser.add_argument("--missing", action="store_true")
    options = parser.parse_args()
    rows = list(csv.DictReader((HERE / "questions.tsv").open(encoding="utf-8"), delimiter="\t", quoting=csv.QUOTE_NONE))
    for name, books in BOOKS.items():
        absent = [book for book in books if not (options.books / book).is_file()]
        if absent:
            print(f"{name}: left out, {absent[0]} isn't there: install {PACKAGES[name.split('-')[0]]}")
            continue
        print(name)
        with tempfile.TemporaryDirectory() as folder:
            work = pathlib.Path(folder)
            (work / "books").mkdir()
            lay_out(books, options.books, work / "books")
            grove(options.grove, str(work / "data"), "index", str(work / "books"))
            for mode in options.mode or ["hybrid", "keyword"]:
                score([row for row in rows if row["books"] == name], options.grove, str(work / "data"), mode, options.missing)


if __name__ == "__main__":
    main()
