"""usage: tantivy_peer.py index DIRECTORY FILE_LIST | tantivy_peer.py query DIRECTORY QUERIES

tantivy over pieces of 40 lines with its default tokenizer, ranked by its BM25.
"""

import os
import re
import sys
import time

import tantivy

LINES_OF_A_PIECE = 40


def schema():
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("path", stored=True)
    builder.add_text_field("body")
    return builder.build()


def index(directory: str, file_list: str) -> None:
    os.makedirs(directory, exist_ok=True)
    writer = tantivy.Index(schema(), path=directory).writer(num_threads=2)
    with open(file_list, encoding="utf-8") as paths:
        for path in map(str.rstrip, paths):
            with open(path, encoding="utf-8", errors="replace") as text:
                lines = text.readlines()
            for first in range(0, len(lines), LINES_OF_A_PIECE):
                writer.add_document(tantivy.Document(path=path, body="".join(lines[first : first + LINES_OF_A_PIECE])))
    writer.commit()
    writer.wait_merging_threads()


def query(directory: str, file: str) -> None:
    opened = tantivy.Index.open(directory)
    searcher = opened.searcher()
    with open(file, encoding="utf-8") as lines:
        queries = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    took = []
    for round_ in range(3):
        for text in queries:
            words = " ".join(re.findall(r"\w+", text))
            start = time.perf_counter()
            searcher.search(opened.parse_query(words, ["body", "path"]), 10)
            if round_:
                took.append((time.perf_counter() - start) * 1e3)
    took.sort()
    at = [took[max(0, -(-len(took) * share // 100) - 1)] for share in (50, 95, 99)]
    print("tantivy", *(f"{ms:.3f}" for ms in (*at, took[-1])), sep="\t")


{"index": index, "query": query}[sys.argv[1]](*sys.argv[2:])
