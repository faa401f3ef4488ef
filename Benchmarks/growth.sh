#!/bin/bash
# How time and size grow with the number of documents: the same queries on made-up corpora of growing size.
#
# usage: Benchmarks/growth.sh [N…]        (default: 10000 100000 1000000)
#
# Each corpus begins with the documents of the one before, and the queries are drawn from the first of them, so only
# the number of documents changes. Printed for each size: building, p50 and p99 of each class, and at the end the time
# to open each index. Takes about 0.6 GB of disk under .build/growth for each million documents. Figures are
# appended to .build/growth/figures.jsonl.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- 10000 100000 1000000
work=.build/growth
mkdir -p "$work"
swift build -c release --product tessera-benchmark >&2
run="$(swift build -c release --show-bin-path)/tessera-benchmark"

"$run" generate "$1" > "$work/first.tsv"
"$run" sample "$work/first.tsv" > "$work/queries.tsv"
indexes=()
for n in "$@"; do
  "$run" generate "$n" > "$work/$n.tsv"
  "$run" build "$work/$n.tsv" --passes 1 --label "$n documents" --json "$work/figures.jsonl"
  rm -rf "$work/index-$n"
  mkdir "$work/index-$n"
  "$run" index "$work/$n.tsv" "$work/index-$n"
  "$run" classes "$work/index-$n" "$work/queries.tsv" --label "$n documents" --json "$work/figures.jsonl"
  indexes+=("$work/index-$n")
done
"$run" open "${indexes[@]}" --label growth --json "$work/figures.jsonl"
