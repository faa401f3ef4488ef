#!/bin/bash
# Times a warm `tessera search` as a whole process against the least a Swift program can be.
#
# usage: Benchmarks/start-up.sh [RUNS]
#
# Builds a program that prints one line, the release tool and a small index of made-up documents, then runs
# these in turn, 200 times each: the one line; `tessera search` with a token and a half-typed word;
# `tessera --help`. Printed: median and p99 in milliseconds from spawn to exit, and times the first. JSON (environment) is
# a file to which the figures are appended as JSON Lines.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-200}
work=.build/start-up
mkdir -p "$work"

swift build -c release --product tessera >&2
swift build -c release --product tessera-benchmark >&2
products=$(swift build -c release --show-bin-path)

echo 'print("one line")' > "$work/one-line.swift"
[ -x "$work/one-line" ] || swiftc -O "$work/one-line.swift" -o "$work/one-line"

rm -rf "$work/index"
"$products/tessera-benchmark" generate 5000 --json-lines |
  "$products/tessera" index "$work/index" - --id id --text text --facet genre,author,language --number year >&2

"$products/tessera-benchmark" start-up --passes "$runs" --label "$runs runs" ${JSON:+--json "$JSON"} -- "$work/one-line" \
  -- "$products/tessera" search "$work/index" "te sa" --token language:Tite \
  -- "$products/tessera" --help
