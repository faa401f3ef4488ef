#!/usr/bin/env python3
"""PISA, through its Python package (pip install pyterrier_pisa).

usage: pisa_peer.py [--algorithm NAME] index DOCS.tsv FOLDER | pisa_peer.py [--algorithm NAME] query FOLDER QUERIES.tsv PASSES

Words with frequencies, neither stems nor stop words; BM25 with the package's own constants, lists in blocks of 128 packed by vector
code (block_simdbp). Words that must all be there run ranked_and; one word, or any of several, block_max_wand, or what
--algorithm names, such as maxscore. PISA knows neither prefixes nor facets nor counts: other classes are left out.

The package gives a data frame for a batch of queries, which costs milliseconds. So its own binding is called, with a batch of
ten times the same query, and the time divided by ten: what is left of the call is a tenth of a few microseconds.
Words are cut here, in Python, so the time to build says little.
"""
import contextlib
import os
import sys
from collections import Counter

import numpy
import pyterrier_pisa
from protocol import measure, read_documents, read_queries, words_of

REPEATS = 10
LIMIT = 10
SETTINGS = {"stemmer": "none", "stops": "none"}
# Left over from building; a query maps the packed lists instead. They must be there, but may be empty.
LEFT_OVER = ("inv.docs", "inv.freqs", "fwd.documents", "fwd.terms")


@contextlib.contextmanager
def quiet():
    """Without the package's own tidings of its progress, which do not go through Python."""
    kept = {output: os.dup(output) for output in (1, 2)}
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        for output in kept:
            os.dup2(nowhere.fileno(), output)
    try:
        yield
    finally:
        for output, copy in kept.items():
            os.dup2(copy, output)
            os.close(copy)


def index(path, folder):
    pisa = pyterrier_pisa.PisaIndex(folder, text_field="words", overwrite=True, **SETTINGS)
    documents = ({"docno": str(number), "words": Counter(words_of(text))}
                 for number, (_, text) in enumerate(read_documents(path)))
    with quiet():
        pisa.toks_indexer("words", mode="overwrite", scale=1).index(documents)
        pisa.bm25(num_results=LIMIT)  # packs the lists and finds the maxima of their blocks
    for name in LEFT_OVER:
        os.truncate(os.path.join(folder, name), 0)


def query(folder, path, passes, algorithm):
    ranking = pyterrier_pisa.PisaIndex(folder, **SETTINGS).bm25(num_results=LIMIT)
    queries = list(read_queries(path))
    rows = LIMIT * REPEATS
    place = {"result_qidxs": numpy.empty(rows, numpy.int32), "result_docnos": numpy.empty(rows, object),
             "result_ranks": numpy.empty(rows, numpy.int32), "result_scores": numpy.empty(rows, numpy.float32)}
    batches = [[(0, dict.fromkeys(q.words, 1.0))] * REPEATS for q in queries]
    names = ["ranked_and" if len(q.words) > 1 and not q.any_word else algorithm for q in queries]

    def answers(number):
        q = queries[number]
        return q.mode == "top" and bool(q.words) and not q.prefix and not q.tokens

    def run(number):
        found = pyterrier_pisa._pisathon.retrieve(
            ranking._ctxt, names[number], batches[number], k=LIMIT, threads=1, query_weighted=0, pretokenised=True, **place)
        return found // REPEATS

    print(f"# PISA, pyterrier_pisa {pyterrier_pisa.__version__}, {algorithm} and ranked_and, words alone")
    measure(queries, passes, run, lambda number: -1, answers, REPEATS)


def main(words):
    algorithm = "block_max_wand"
    if words[0] == "--algorithm":
        algorithm, words = words[1], words[2:]
    if words[0] == "index":
        index(words[1], words[2])
    else:
        query(words[1], words[2], int(words[3]), algorithm)


if __name__ == "__main__":
    main(sys.argv[1:])
