"""usage: semble_peer.py index FOLDER | semble_peer.py query FOLDER QUERIES

semble's BM25 with its ranking stack (alpha 0), which needs no weights: the model is replaced by one that costs nothing.
"""

import sys
import time

import numpy as np
import semble.index.index as semble_index
from semble import SembleIndex


class NoModel:
    dim = 2

    def encode(self, texts, **_):
        return np.ones((len(texts), 2), dtype=np.float32)


semble_index.load_model = lambda path=None: (NoModel(), "none")


def main() -> None:
    index = SembleIndex.from_path(sys.argv[2])
    if sys.argv[1] == "index":
        return
    with open(sys.argv[3], encoding="utf-8") as lines:
        queries = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    took = []
    for round_ in range(3):
        for query in queries:
            start = time.perf_counter()
            index.search(query, top_k=10, alpha=0.0)
            if round_:
                took.append((time.perf_counter() - start) * 1e3)
    took.sort()
    at = [took[max(0, -(-len(took) * share // 100) - 1)] for share in (50, 95, 99)]
    print("semble, alpha 0", *(f"{ms:.3f}" for ms in (*at, took[-1])), sep="\t")


main()
