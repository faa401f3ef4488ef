#!/usr/bin/env bash
# Makes the pictures of README.md anew, from the films in Fixtures/: the terminal of `tessera browse` as SVG, and the
# page of `tessera serve` in headless Chromium, light and dark, as PNG. They go to Benchmarks/charts.
#   Benchmarks/pictures.sh [FOLDER]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=$(realpath "${1:-$here/charts}")
cd "$here/.."

bash .ci/setup
swift build -c release --product tessera
swift build -c release --product tessera-browse
swift build -c release --product tessera-serve
tools=$(swift build -c release --show-bin-path)
export PATH="$tools:$PATH"

scratch=$(mktemp -d)
terminal="tessera-pictures-$$"
trap 'tmux -L "$terminal" kill-server 2>/dev/null || true; rm -rf "$scratch"' EXIT
tessera index "$scratch/films" Fixtures/corpora/films.jsonl --id id --number year,runtime \
  --text title=4,originalTitle=4,cast=2,plot --facet genres,directors,countries 2>/dev/null

columns=96
tmux -L "$terminal" -f /dev/null new-session -d -x $columns -y 27 "env -u NO_COLOR tessera browse '$scratch/films'"
press() { for key in "$@"; do tmux -L "$terminal" send-keys "$key"; sleep 0.2; done; }
picture() {
  sleep 0.5
  local cursor
  cursor=$(tmux -L "$terminal" display-message -p '#{cursor_y},#{cursor_x}')
  tmux -L "$terminal" capture-pane -p -e -N |
    "$here/pictures/terminal.py" $columns "tessera browse films" "$cursor" >"$target/$1"
}
sleep 1
press c o m Down Enter
press year:1950..1999 Enter
press h o Down
picture browse.svg
tmux -L "$terminal" kill-server

"$here/pictures/page.py" "$tools/tessera" "$scratch/films" "$target"
