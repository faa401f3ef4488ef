#!/bin/bash
# How far each class of query is from what decoding alone would take: nanoseconds a posting visited against the raw decode
# rate of the same index, bytes of lists read a query, and the share of the blocks of the lists opened that was left out.
#
# usage: Benchmarks/limits.sh DOCS.tsv [QUERIES.tsv]
#
# Builds tessera-benchmark twice: for release, which is timed, and into .build/counting with -DTESSERA_COUNTERS, which
# counts what the same queries read of the same index. Figures are appended to .build/limits/figures.jsonl. Takes two
# builds and then some ten seconds for 60,000 documents.
set -euo pipefail
[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: Benchmarks/limits.sh DOCS.tsv [QUERIES.tsv]" >&2; exit 64; }
documents=$(realpath "$1")
queries=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
work=.build/limits
mkdir -p "$work"
swift build -c release --product tessera-benchmark >&2
timed="$(swift build -c release --show-bin-path)/tessera-benchmark"
counting=(-c release --scratch-path .build/counting -Xswiftc -DTESSERA_COUNTERS --product tessera-benchmark)
swift build "${counting[@]}" >&2
counted="$(swift build "${counting[@]}" --show-bin-path)/tessera-benchmark"

rm -rf "$work/index"
mkdir "$work/index"
"$timed" index "$documents" "$work/index"
if [ -z "$queries" ]; then
  queries=$work/queries.tsv
  "$timed" sample "$documents" > "$queries"
fi
"$counted" counts "$work/index" "$queries" > "$work/counts.tsv"
label=$(basename "$documents" .tsv)
[ "$label" != docs ] || label=$(basename "$(dirname "$documents")")
"$timed" classes "$work/index" "$queries" --counts "$work/counts.tsv" --label "$label" --json "$work/figures.jsonl"
