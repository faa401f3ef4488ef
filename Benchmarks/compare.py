#!/usr/bin/env python3
"""Times engines on the same documents and queries, one after the other, and prints p50 / p99 of each class.

usage: compare.py DOCS.tsv QUERIES.tsv --engine NAME=COMMAND ... [--out RESULTS.json] [--json FIGURES.jsonl] [--label TEXT]
                  [--passes 5] [--budget 40]

Each COMMAND speaks the protocol of README.md; those of other engines are in peers/. The first engine is the one
the others are held against: with more than one, `ratios.py` says how far ahead or behind it is. --json appends the
percentiles as JSON Lines, like the stages of tessera-benchmark. compare.sh calls this with all engines.

    Benchmarks/compare.py docs.tsv queries.tsv --out results.json \\
      --engine "tessera=.build/release/tessera-benchmark" --engine "fts5=Benchmarks/peers/fts5.py" \\
      --engine "tantivy-edge=Benchmarks/peers/tantivy_peer.py --edge"

Measured: building (seconds, bytes, peak resident set) as a process from start to end; queries as each command says, on one
thread, the index in the page cache.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

from machine import machine
from ratios import percentile, report


def main():
    parser = argparse.ArgumentParser(description="Times engines on the same documents and queries.")
    parser.add_argument("documents")
    parser.add_argument("queries")
    parser.add_argument("--engine", action="append", required=True, metavar="NAME=COMMAND")
    parser.add_argument("--out", help="file for every query's time and hits, as JSON")
    parser.add_argument("--json", help="file to which percentiles are appended as JSON Lines")
    parser.add_argument("--label", help="name of the data")
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--budget", type=float, default=40, help="seconds after which an engine starts no new pass")
    arguments = parser.parse_args()
    engines = {}
    for engine in arguments.engine:
        name, _, command = engine.partition("=")
        print(f"{name} …", file=sys.stderr, flush=True)
        engines[name] = timed(shlex.split(command), arguments)
    results = {"corpus": arguments.label or arguments.documents, "passes": arguments.passes, **machine(), "engines": engines}
    if arguments.out:
        with open(arguments.out, "w", encoding="utf-8") as file:
            json.dump(results, file, ensure_ascii=False)
    if arguments.json:
        with open(arguments.json, "a", encoding="utf-8") as file:
            for line in figures(results):
                print(json.dumps(line, ensure_ascii=False), file=file)
    show(engines)
    if len(engines) > 1:
        report(next(iter(engines)), results)


def timed(command, arguments):
    with tempfile.TemporaryDirectory(prefix="compare-") as folder:
        seconds, peak = build([*command, "index", arguments.documents, folder])
        size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)
        output = subprocess.run([*command, "query", folder, arguments.queries, str(arguments.passes)], check=True,
                                stdout=subprocess.PIPE, text=True,
                                env={**os.environ, "PEER_BUDGET": str(arguments.budget)}).stdout
    engine = {"index_seconds": seconds, "index_bytes": size, "index_rss": peak, "notes": [], "classes": {}}
    for line in output.splitlines():
        if line.startswith("#"):
            engine["notes"].append(line[1:].strip())
            continue
        kind, time_, hits, found = line.split("\t")
        if time_ != "nan":
            answers = engine["classes"].setdefault(kind, {"us": [], "hits": [], "results": []})
            answers["us"].append(float(time_))
            answers["hits"].append(int(hits))
            answers["results"].append(int(found))
    return engine


def build(command):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=sys.stderr)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{shlex.join(command)} failed")
    return time.monotonic() - start, usage.ru_maxrss * 1024


def figures(results):
    """Each percentile, and what building cost, as one line with where it was measured."""
    place = {key: results[key] for key in ("machine", "cores", "commit", "date")}
    for name, engine in results["engines"].items():
        head = {"benchmark": "compare", "data": results["corpus"], "engine": name, "notes": "; ".join(engine["notes"])}
        for kind, answers in engine["classes"].items():
            for percent in (50, 90, 99):
                yield {**head, "subject": kind, "metric": f"p{percent}", "value": percentile(answers["us"], percent),
                       "unit": "µs", **place}
        for key, unit in (("index_seconds", "s"), ("index_bytes", "bytes"), ("index_rss", "bytes")):
            yield {**head, "subject": "building", "metric": key, "value": engine[key], "unit": unit, **place}


def show(engines):
    kinds = dict.fromkeys(kind for engine in engines.values() for kind in engine["classes"])
    print(f"| p50 / p99 in µs | {' | '.join(engines)} |\n|{' --- |' * (len(engines) + 1)}")
    for kind in kinds:
        cells = []
        for engine in engines.values():
            times = engine["classes"].get(kind, {}).get("us")
            cells.append(f"{percentile(times, 50):.1f} / {percentile(times, 99):.1f}" if times else "-")
        print(f"| {kind} | {' | '.join(cells)} |")
    for name, engine in engines.items():
        print(f"{name}: {'; '.join(engine['notes'])}")


if __name__ == "__main__":
    main()
