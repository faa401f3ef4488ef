#!/bin/bash
# How time and size grow with the number of documents: the same queries on made-up corpora of growing size.
#
# usage: Benchmarks/growth.sh [N…]        (default: 100000 1000000 10000000)
#
# Each corpus begins with the documents of the one before, and all queries are drawn once, from documents of the first:
# words by their frequency in the text, together as a document has them. So only the number of documents changes.
# Printed for each size: building, and p50 to p99 of each class, letters typed and words, answers checked first; at the end
# the time to open each index, and growth from the smallest to the largest: for a hundred times the documents the median
# of a class of the best ten should grow less than 4 times and its p99 less than 10 times (growth.py). Exit status 1 where
# it does not. The picture is growth.svg beside the figures, figures.jsonl.
#
# Environment: WORK, the folder of all files (.build/growth); WORDS, mean words of a document (15); SEED (1); MEMORY, MB
# while indexing (1024); KEEP=1 leaves the documents and indexes. Ten million documents take 1.4 GB for the text (gone once it is indexed) and
# 0.5 GB for the index, and some three minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- 100000 1000000 10000000
work=${WORK:-.build/growth}
words=${WORDS:-15}
seed=${SEED:-1}
mkdir -p "$work"
swift build -c release --product tessera-benchmark >&2
run="$(swift build -c release --show-bin-path)/tessera-benchmark"
rm -f "$work/figures.jsonl"

indexes=()
for n in "$@"; do
  echo "$n documents …" >&2
  told=(--label "$n documents" --json "$work/figures.jsonl")
  "$run" generate "$n" --seed "$seed" --words "$words" > "$work/docs.tsv"
  [ -n "${indexes[*]}" ] || "$run" sample "$work/docs.tsv" --seed "$seed" > "$work/queries.tsv"
  rm -rf "$work/index-$n"
  mkdir "$work/index-$n"
  "$run" build "$work/docs.tsv" --memory "${MEMORY:-1024}" --into "$work/index-$n" "${told[@]}"
  [ -n "${KEEP:-}" ] || rm "$work/docs.tsv"
  "$run" classes "$work/index-$n" "$work/queries.tsv" "${told[@]}"
  indexes+=("$work/index-$n")
done
"$run" open "${indexes[@]}" --label growth --json "$work/figures.jsonl"
[ -n "${KEEP:-}" ] || rm -r "${indexes[@]}"
Benchmarks/growth.py "$work/figures.jsonl" --chart "$work/growth.svg"
