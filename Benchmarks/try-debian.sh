#!/bin/bash
# Debian's 64,000 packages, indexed and searched as one types: sets up, builds the release tool, makes the corpus from
# apt's lists, indexes it with a progress bar, and shows a few searches with committed tokens and half-typed words.
#
# usage: Benchmarks/try-debian.sh [FOLDER]
#
# FOLDER (default: .build/debian) takes lists, corpus and index; what is there already is used again, and nothing
# outside it is touched. The lists are downloaded (about 16 MB) when apt has none of its own; see
# debian/package-index.py, which also says what to do on a machine without apt.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-.build/debian}
mkdir -p "$folder"

say() { printf '\n\033[1m%s\033[0m\n' "$*" >&2; }
show() { # the command as one would type it, then what it prints
  say "\$ tessera $*"
  "$tessera" "$@"
}

say "Installing what building needs"
bash .ci/setup >&2

say "Building the release tool"
swift build -c release --product tessera >&2
swift build -c release --product tessera-browse >&2
swift build -c release --product tessera-serve >&2
tessera=$(swift build -c release --show-bin-path)/tessera

if [ ! -s "$folder/packages.jsonl" ]; then
  say "Making $folder/packages.jsonl from apt's lists"
  Benchmarks/debian/package-index.py > "$folder/packages.jsonl.part" 2> /dev/null ||
    Benchmarks/debian/package-index.py --fetch "$folder/apt" > "$folder/packages.jsonl.part"
  mv "$folder/packages.jsonl.part" "$folder/packages.jsonl"
fi

if [ ! -e "$folder/index/manifest" ]; then
  rm -rf "$folder/index"
  show index "$folder/index" "$folder/packages.jsonl" --id id --text name=4,summary=2,description \
    --facet section,maintainer,priority,tags --number installedSize
fi

show search "$folder/index" "image edi" --limit 3
show search "$folder/index" "terminal em" --token tags:interface::x11 --limit 3 --facets section
show search "$folder/index" "py par" --token section:python --range installedSize:0..500 --limit 3
say "The index is in $folder/index. Try: $tessera browse $folder/index, or $tessera serve $folder/index"
