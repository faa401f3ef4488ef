#!/bin/bash
# Times Tessera against other engines on the same documents and queries: one command from nothing to the picture.
#
# usage: Benchmarks/compare.sh DOCS.tsv [QUERIES.tsv]
#
# Sets up the other engines (peers/setup.sh), builds Tessera for release, draws queries where no file is given, times
# every engine (compare.py) and prints p50 and p99 of each class, the ratios, and the cost of building. Left in
# .build/compare: NAME.json with every query's time, NAME.svg, and figures.jsonl, to which the percentiles are appended.
# Environment: ENGINES, the others, in order (tantivy,tantivy-edge,lucene,lucene-edge,pisa,fts5); BUDGET, seconds after
# which an engine starts no new pass (40); PASSES (5); NAME (the file's, or its folder's where that is docs.tsv); PEERS,
# the folder of peers/setup.sh (.build/peers).
#
# Measured: single-threaded queries, index in the page cache, each query's least time of several passes; p50 and p99
# over the queries of a class. Nothing else should run on the machine meanwhile. Takes about a minute for each engine.
set -euo pipefail
[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: Benchmarks/compare.sh DOCS.tsv [QUERIES.tsv]" >&2; exit 64; }
documents=$(realpath "$1")
queries=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
peers=${PEERS:-.build/peers}
name=$(basename "$documents" .tsv)
[ "$name" != docs ] || name=$(basename "$(dirname "$documents")")
name=${NAME:-$name}
out=.build/compare
mkdir -p "$out"

Benchmarks/peers/setup.sh "$peers"
. "$peers/environment"
swift build -c release --product tessera-benchmark >&2
ours="$(swift build -c release --show-bin-path)/tessera-benchmark"
if [ -z "$queries" ]; then
  queries=$out/$name-queries.tsv
  "$ours" sample "$documents" > "$queries"
fi

at=Benchmarks/peers
engines=(--engine "tessera=$ours")
for engine in $(tr , ' ' <<< "${ENGINES:-tantivy,tantivy-edge,lucene,lucene-edge,pisa,fts5}"); do
  case $engine in
    tantivy) command="$PYTHON $at/tantivy_peer.py" ;;
    tantivy-edge) command="$PYTHON $at/tantivy_peer.py --edge" ;;
    lucene) command="$at/lucene.sh" ;;
    lucene-edge) command="$at/lucene.sh --edge" ;;
    pisa) command="$PYTHON $at/pisa_peer.py" ;;
    pisa-maxscore) command="$PYTHON $at/pisa_peer.py --algorithm maxscore" ;;
    fts5) command="$PYTHON $at/fts5.py" ;;
    *) echo "there is no engine $engine" >&2; exit 64 ;;
  esac
  engines+=(--engine "$engine=$command")
done

Benchmarks/compare.py "$documents" "$queries" "${engines[@]}" --label "$name" --passes "${PASSES:-5}" \
  --budget "${BUDGET:-40}" --out "$out/$name.json" --json "$out/figures.jsonl"
Benchmarks/chart.py tessera "$out/$name.json" > "$out/$name.svg"
echo "the picture: $out/$name.svg"
