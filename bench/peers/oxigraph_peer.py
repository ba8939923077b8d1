"""usage: oxigraph_peer.py load FILE | query FILE QUERY...   The same rows as rdf_bench, by Oxigraph's own store on disk."""
import pathlib
import sys
import tempfile
import time

import pyoxigraph


def loaded(folder, file):
    store = pyoxigraph.Store(folder)
    begin = time.perf_counter()
    store.bulk_load(path=file, format=pyoxigraph.RdfFormat.TURTLE)
    return store, time.perf_counter() - begin


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # its threads may still be writing
        store, seconds = loaded(folder, sys.argv[2])
        if sys.argv[1] == "load":
            print(f"bulk load\t{seconds:.2f} s\t{len(store) / seconds:.0f} statements/s")
            return
        store.optimize()
        for file in sys.argv[3:]:
            query = pathlib.Path(file).read_text()
            best, rows = 1e9, 0
            for _ in range(7):
                begin = time.perf_counter()
                answer = store.query(query).serialize(format=pyoxigraph.QueryResultsFormat.TSV)
                best = min(best, time.perf_counter() - begin)
                rows = answer.count(b"\n") - 1
            print(f"{pathlib.Path(file).stem}\t{best * 1000:.2f}\t{rows}")


main()
