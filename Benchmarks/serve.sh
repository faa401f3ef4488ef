#!/bin/bash
# `tessera serve` under load: wrk on loopback asks /search as people type, over Debian's 64,000 packages.
#
# usage: Benchmarks/serve.sh [SECONDS] [FOLDER]
#
# Four rounds of SECONDS (default 15): the ten best alone; everything that the page asks for (ten documents, counts of
# three fields, suggestions, highlights); each with one connection, which shows what an answer takes, and with eight. Then the
# server's memory in the middle and at the end of each round. wrk takes its share of the same cores. For memory over five
# minutes: serve.sh 75.
#
# FOLDER (default .build/debian) is that of try-debian.sh, which makes corpus and index when they are not there.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-15}
folder=${2:-.build/debian}

[ -e "$folder/index/manifest" ] || Benchmarks/try-debian.sh "$folder" >&2
swift build -c release --product tessera >&2
swift build -c release --product tessera-serve >&2
tessera=$(swift build -c release --show-bin-path)/tessera

rm -f "$folder/serve.out"
"$tessera" serve "$folder/index" --port 0 > "$folder/serve.out" &
server=$!
trap 'kill $server 2> /dev/null; wait $server || true' EXIT
until [ -s "$folder/serve.out" ]; do sleep 0.1; done
address=$(grep -o 'http://[^ ]*' "$folder/serve.out")

memory() { # resident megabytes of the server's own: mapped files do not count
  awk '/^RssAnon/ { printf "%.1f MB\n", $2 / 1024 }' "/proc/$server/status"
}
round() { # name, connections, targets
  printf '%-28s' "$1"
  (sleep $((seconds / 2)) && memory > "$folder/half-way.txt") &
  wrk --threads 1 --connections "$2" --duration "$seconds" --latency --script Benchmarks/serve/keystrokes.lua \
    "$address" -- "$3" | grep 'requests/s'
  echo "    memory half way $(cat "$folder/half-way.txt"), at the end $(memory)"
}

Benchmarks/serve/keystrokes.py "$folder/packages.jsonl" "limit=10&count=0" > "$folder/best.txt"
Benchmarks/serve/keystrokes.py "$folder/packages.jsonl" \
  "limit=10&facets=section,priority,tags&suggestions=10&highlight=true" > "$folder/everything.txt"
echo "$(wc -l < "$folder/best.txt") keystrokes; memory at the start $(memory)"
round "the ten best, 1 connection" 1 "$folder/best.txt"
round "the ten best, 8" 8 "$folder/best.txt"
round "everything, 1 connection" 1 "$folder/everything.txt"
round "everything, 8" 8 "$folder/everything.txt"
