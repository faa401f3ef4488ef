#!/usr/bin/env python3
"""Draws how long Tessera and the best other engine take, class by class, as an SVG picture.

usage: chart.py OURS RESULTS.json > chart.svg

RESULTS.json is what the comparison writes (see ratios.py). For each class two bars on one logarithmic scale of
microseconds: ours and the fastest other engine's, each from its p50 to its p99.
"""
import json
import math
import os
import sys
from html import escape

from ratios import percentile

LEFT, WIDTH, ROW, TOP = 170, 520, 34, 56
COLORS = {"ours": "#2563eb", "other": "#9ca3af"}


def spans(results, own):
    """For each class: our (p50, p99), and of the other engine with the least p50 its name, p50 and p99."""
    engines = results["engines"]
    for kind, ours in engines[own]["classes"].items():
        others = [(percentile(engine["classes"][kind]["us"], 50), percentile(engine["classes"][kind]["us"], 99), name)
                  for name, engine in engines.items() if name != own and kind in engine["classes"]]
        yield kind, (percentile(ours["us"], 50), percentile(ours["us"], 99)), min(others, default=None)


def place(value, low, high):
    return LEFT + WIDTH * (math.log10(value) - low) / (high - low)


def bar(span, y, color, low, high, label):
    start, end = (place(value, low, high) for value in span)
    return (f'<rect x="{start:.1f}" y="{y}" width="{max(3, end - start):.1f}" height="9" rx="2" fill="{color}"/>'
            f'<text x="{end + 5:.1f}" y="{y + 8}" class="value">{escape(label)}</text>')


def drawing(results, own):
    rows = list(spans(results, own))
    values = [value for _, ours, other in rows for value in (*ours, *(other[:2] if other else ()))]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    notes = list(footnotes(results))
    bottom = TOP + ROW * len(rows) + 20
    height = bottom + 14 * len(notes) + 6
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 130}" height="{height}" '
           f'font-family="system-ui, sans-serif" font-size="12">'
           '<style>.value { font-size: 10px; fill: #6b7280 } text { fill: #374151 }</style>'
           '<rect width="100%" height="100%" fill="white"/>'
           f'<text x="{LEFT}" y="18">{escape(os.path.basename(results["corpus"]))}: microseconds a query, p50 to p99</text>'
           f'<rect x="{LEFT}" y="26" width="10" height="9" fill="{COLORS["ours"]}"/><text x="{LEFT + 15}" y="35">Tessera</text>'
           f'<rect x="{LEFT + 80}" y="26" width="10" height="9" fill="{COLORS["other"]}"/>'
           f'<text x="{LEFT + 95}" y="35">the other engine with the least p50</text>')
    for power in range(low, high + 1):
        x = place(10 ** power, low, high)
        yield (f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 10}" y2="{bottom - 16}" stroke="#e5e7eb"/>'
               f'<text x="{x:.1f}" y="{bottom - 4}" text-anchor="middle" class="value">{10 ** power:g} µs</text>')
    for index, (kind, ours, other) in enumerate(rows):
        y = TOP + ROW * index
        yield f'<text x="{LEFT - 10}" y="{y + 13}" text-anchor="end">{escape(kind)}</text>'
        yield bar(ours, y, COLORS["ours"], low, high, f"{ours[0]:.0f} / {ours[1]:.0f}")
        if other:
            yield bar(other[:2], y + 11, COLORS["other"], low, high, f"{other[0]:.0f} / {other[1]:.0f} {other[2]}")
    for index, note in enumerate(notes):
        yield f'<text x="10" y="{bottom + 14 * (index + 1)}" class="value">{escape(note)}</text>'
    yield "</svg>"


def footnotes(results):
    """Where it was measured, and the other engines' own words on how they ran."""
    if "machine" in results:
        yield f"{results['machine']}, {results['cores']} cores, {results['commit']}, {results['date'][:10]}"
    told = {}
    for name, engine in results["engines"].items():
        for note in engine["notes"]:
            if not note.startswith("passes"):
                told.setdefault(note, name)
    for note, name in told.items():
        yield f"{name}: {note}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], encoding="utf-8") as file:
        results = json.load(file)
    print("\n".join(drawing(results, sys.argv[1])))


if __name__ == "__main__":
    main()
