#!/bin/bash
# Every stage by itself: text to terms, JSON to fields, building, opening, the inner loops of a search, start-up.
#
# usage: Benchmarks/micro.sh [DOCS.tsv]        (default: 100,000 made-up documents)
#
# Prints a table for each stage; the header of each stage's source file says what is measured. Figures are appended to
# .build/micro/figures.jsonl. Takes about two minutes on 60 MB of documents, the first build of the tools aside; the
# files stay in .build/micro. JSON is always made up, as DOCS.tsv holds none.
set -euo pipefail
documents=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."
work=.build/micro
mkdir -p "$work"
swift build -c release --product tessera-benchmark >&2
run="$(swift build -c release --show-bin-path)/tessera-benchmark"
if [ -z "$documents" ]; then
  documents=$work/docs.tsv
  "$run" generate 100000 > "$documents"
fi
label=$(basename "$documents" .tsv)
[ "$label" != docs ] || label=$(basename "$(dirname "$documents")")
told=(--label "$label" --json "$work/figures.jsonl")

"$run" generate 50000 --json-lines > "$work/made-up.jsonl"
"$run" tokenize "$documents" "${told[@]}"
"$run" parse "$work/made-up.jsonl" --id id --text text --facet genre,topic,author,language --number year \
  --label made-up --json "$work/figures.jsonl"
"$run" build "$documents" --threads 1,2 "${told[@]}"
rm -rf "$work/index" "$work/small"
mkdir "$work/index" "$work/small"
"$run" index "$documents" "$work/index"
head -1000 "$documents" > "$work/small.tsv"
"$run" index "$work/small.tsv" "$work/small"
"$run" open "$work/small" "$work/index" "${told[@]}"
"$run" kernels "$work/index" "${told[@]}"
JSON=$PWD/$work/figures.jsonl Benchmarks/start-up.sh
