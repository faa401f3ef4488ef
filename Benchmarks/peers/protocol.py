"""What the engines written in Python share: reading the two plain files (../README.md), and the timed passes."""
import os
import re
import time
from dataclasses import dataclass

WARM_UPS = 3
WORD = re.compile(r"[^\W_]+")
BUDGET = float(os.environ.get("PEER_BUDGET", 60))  # seconds after which no new pass starts


@dataclass(frozen=True)
class Query:
    kind: str
    mode: str  # top, count, facets
    any_word: bool
    tokens: list  # (field, value)
    words: list
    prefix: str
    facet: str


def tokens_of(column):
    return [tuple(token.split("=", 1)) for token in column.split("\x1f") if token]


def read_documents(path):
    """Facet tokens and text of each document, in order."""
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            _, facets, text = line.rstrip("\n").split("\t", 2)
            yield tokens_of(facets), text


def read_queries(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            kind, mode, operator, tokens, words, prefix, facet = line.rstrip("\n").split("\t")
            yield Query(kind, mode, operator == "or", tokens_of(tokens), words.split(), prefix, facet)


def words_of(text):
    """Its words in lower case: letters and digits."""
    return WORD.findall(text.lower())


def measure(queries, passes, run, count, answers=lambda number: True, repeats=1):
    """Times `run(n)`, which gives the number of documents found, for each query in passes, and prints the protocol's lines.

    `count(n)` gives the number of all matches; it is not timed. Queries for which `answers(n)` is false are left out. A call
    of `run` runs the query `repeats` times.
    """
    least, found = [float("inf")] * len(queries), [-1] * len(queries)
    start, done = time.monotonic(), 0
    while done < WARM_UPS + passes and (done == 0 or time.monotonic() - start < BUDGET):
        if done <= WARM_UPS:  # what was timed while warming up does not count
            least = [float("inf")] * len(queries)
        for number in filter(answers, range(len(queries))):
            before = time.perf_counter_ns()
            found[number] = run(number)
            least[number] = min(least[number], (time.perf_counter_ns() - before) / 1000 / repeats)
        done += 1
    print("# passes", done)
    for number, query in enumerate(queries):
        if not answers(number):
            print(query.kind, "nan", -1, -1, sep="\t")
            continue
        results = found[number] if query.mode == "top" else -1
        print(query.kind, f"{least[number]:.2f}", count(number), results, sep="\t")
