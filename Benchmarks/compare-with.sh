#!/bin/bash
# Hands Tessera to another comparison of engines that speaks the same protocol, and prints the ratios.
#
# usage: Benchmarks/compare-with.sh PEERS CORPUS… [-- OPTION…]
#
# PEERS is a folder with run.py and the other engines: a script that builds an index in each engine, times the same
# queries in each, takes ours as --external, and writes all times to --out (README.md has the protocol).
# Its indexes of the other engines are kept from one call to the next; ours is always built anew.
# ENGINES (environment) names the other engines; BUDGET is the seconds after which an engine starts no new pass.
# PEERS_DATA (environment, required) is the folder where run.py keeps corpora and indexes.
# What follows -- goes to run.py. Results stay in .build/compare/CORPUS.json.
#
# Measured: single-threaded queries, index in the page cache, each query's least time of several passes; p50 and p99 over the
# queries of a class. Nothing else should run on the machine meanwhile.
set -euo pipefail
usage() {
  echo "usage: Benchmarks/compare-with.sh PEERS CORPUS… [-- OPTION…]" >&2
  exit 64
}

[ $# -ge 2 ] || usage
: "${PEERS_DATA:?is not set: the folder where run.py keeps corpora and indexes}"
peers=$(cd "$1" && pwd)
shift
[ -f "$peers/run.py" ] || { echo "$peers has no run.py" >&2; exit 64; }
corpora=()
while [ $# -gt 0 ] && [ "$1" != "--" ]; do
  corpora+=("$1")
  shift
done
[ "${1:-}" = "--" ] && shift

cd "$(dirname "$0")/.."
engines=${ENGINES:-tantivy,tantivy-edge,lucene,lucene-edge,pisa,fts5}
swift build -c release --product tessera-benchmark >&2
ours="$(swift build -c release --show-bin-path)/tessera-benchmark"
mkdir -p .build/compare
results=()
for corpus in "${corpora[@]}"; do
  data=$PEERS_DATA/work/$corpus
  rm -rf "$data/tessera" "$data/tessera.json"
  (cd "$peers" && python3 run.py --corpus "$corpus" --engines "$engines" --keep --budget "${BUDGET:-40}" \
    --external "tessera=$ours" --out results.tmp.json "$@") >&2
  mv "$peers/results.tmp.json" ".build/compare/$corpus.json"
  results+=(".build/compare/$corpus.json")
done
python3 Benchmarks/ratios.py tessera "${results[@]}"
