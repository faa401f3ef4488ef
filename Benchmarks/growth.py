#!/usr/bin/env python3
"""How much the times of each class grow with the number of documents, as a table and as an SVG picture.

usage: growth.py FIGURES.jsonl [--chart FILE.svg]

FIGURES.jsonl is what growth.sh leaves. For a hundred times the documents, the p50 of a class whose answer is the best
ten should grow less than 4 times and its p99 less than 10 times; other ranges have the same power of their ratio.
Counting and facet counts go through all matches, so their growth is told and not judged. And one letter inside a facet should
take no longer than a whole word there. The exit status is 1 where something does not hold.
"""
import argparse
import json
import math
import sys
from html import escape

LIMITS = {"p50": 4, "p99": 10}  # for a hundred times the documents
ALL_MATCHES = ("count_", "facet_counts")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 300, 380, 60, 190, 64, 40
COLORS = ("#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2", "#db2777", "#65a30d", "#9333ea", "#475569")


def read(path):
    """{class: {documents: {metric: µs}}}, and where it was measured."""
    times, place = {}, {}
    with open(path, encoding="utf-8") as file:
        for line in map(json.loads, file):
            if line["benchmark"] != "classes":
                continue
            documents = int(line["data"].split()[0])
            times.setdefault(line["subject"], {}).setdefault(documents, {})[line["metric"]] = line["value"]
            place = line
    return times, place


def growth(sizes, metric):
    """How many times the time of the largest size is that of the smallest."""
    return sizes[max(sizes)][metric] / sizes[min(sizes)][metric]


def report(times):
    """Prints the table; returns how many limits are passed."""
    sizes = sorted(next(iter(times.values())))
    power = math.log(sizes[-1] / sizes[0]) / math.log(100)
    limits = {metric: limit ** power for metric, limit in LIMITS.items()}
    named = " → ".join(f"{size:,}" for size in sizes)
    print(f"\n{named} documents, µs; at most {limits['p50']:.1f} × at p50 and {limits['p99']:.1f} × at p99\n")
    print("| class | p50 | growth | p99 | growth | |\n| --- | --- | --- | --- | --- | --- |")
    missed = 0
    for kind, row in times.items():
        cells, passed = [], []
        for metric, limit in limits.items():
            ratio = growth(row, metric)
            cells += [" → ".join(f"{row[size][metric]:.1f}" for size in sizes), f"{ratio:.2f} ×"]
            passed += [metric] if ratio >= limit else []
        judged = not kind.startswith(ALL_MATCHES)
        missed += len(passed) if judged else 0
        verdict = "all matches" if not judged else ", ".join(passed) + " too much" if passed else "holds"
        print(f"| {kind} | {' | '.join(cells)} | {verdict} |")
    if {"facet_prefix1", "facet_term"} <= times.keys():
        for metric in LIMITS:
            letter, word = (times[kind][sizes[-1]][metric] for kind in ("facet_prefix1", "facet_term"))
            holds = letter <= word
            missed += not holds
            print(f"\none letter inside a facet, {metric} at {sizes[-1]:,}: {letter:.1f} µs against {word:.1f} µs of a "
                  f"whole word: {'holds' if holds else 'slower'}", end="")
    print(f"\n\nlimits passed: {missed}")
    return missed


# The picture

def apart(places, least):
    """The places moved as little as needed, so that neighbours are at least so far apart and all stay in the panel."""
    order = sorted(range(len(places)), key=lambda index: places[index])
    down, up = list(places), list(places)
    for before, index in zip(order, order[1:]):
        down[index] = max(down[index], down[before] + least)
    for index, behind in zip(order[-2::-1], order[::-1]):
        up[index] = min(up[index], up[behind] - least)
    moved = [(one + other) / 2 for one, other in zip(down, up)]
    bottom = TOP + HEIGHT
    for index in reversed(order):
        moved[index] = min(moved[index], bottom)
        bottom = moved[index] - least
    return moved


def label(power):
    return f"{10 ** power} µs" if power < 3 else f"{10 ** (power - 3)} ms"


def panel(times, metric, left, low, high):
    sizes = sorted(next(iter(times.values())))
    first, last = math.log10(sizes[0]), math.log10(sizes[-1])

    def across(size):
        return left + WIDTH * (math.log10(size) - first) / max(last - first, 1e-9)

    def down(value):
        return TOP + HEIGHT * (high - math.log10(value)) / (high - low)

    yield f'<text x="{left}" y="{TOP - 14}" font-weight="600">{metric}</text>'
    for power in range(low, high + 1):
        y = down(10 ** power)
        yield (f'<line x1="{left}" x2="{left + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e5e7eb"/>'
               f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" class="value">{label(power)}</text>')
    for size in sizes:
        yield (f'<line x1="{across(size):.1f}" x2="{across(size):.1f}" y1="{TOP}" y2="{TOP + HEIGHT}" stroke="#e5e7eb"/>'
               f'<text x="{across(size):.1f}" y="{TOP + HEIGHT + 16}" text-anchor="middle" class="value">{size:,}</text>')
    kinds = list(times)
    labels = apart([down(times[kind][sizes[-1]][metric]) for kind in kinds], 13)
    for number, kind in enumerate(kinds):
        color = COLORS[number % len(COLORS)]
        dashes = ' stroke-dasharray="5 3"' if number >= len(COLORS) else ""
        points = " ".join(f"{across(size):.1f},{down(times[kind][size][metric]):.1f}" for size in sizes)
        end = down(times[kind][sizes[-1]][metric])
        yield (f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.8"{dashes}/>'
               f'<line x1="{left + WIDTH}" x2="{left + WIDTH + 12}" y1="{end:.1f}" y2="{labels[number]:.1f}" stroke="{color}"/>'
               f'<text x="{left + WIDTH + 15}" y="{labels[number] + 4:.1f}" style="fill: {color}">{escape(kind)} '
               f'{growth(times[kind], metric):.1f} ×</text>')


def drawing(times, place):
    values = [figures[metric] for row in times.values() for figures in row.values() for metric in LIMITS]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    width = 2 * (LEFT + WIDTH + RIGHT)
    told = f"{place['machine']}, {place['cores']} cores, {place['commit']}, {place['date'][:10]}"
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{TOP + HEIGHT + BOTTOM + 20}" '
           'font-family="system-ui, sans-serif" font-size="12">'
           '<style>.value { font-size: 10px; fill: #6b7280 } text { fill: #374151 }</style>'
           '<rect width="100%" height="100%" fill="white"/>'
           f'<text x="{LEFT}" y="22" font-size="14">Microseconds a query as the number of made-up documents grows</text>')
    yield from panel(times, "p50", LEFT, low, high)
    yield from panel(times, "p99", 2 * LEFT + WIDTH + RIGHT, low, high)
    yield f'<text x="{LEFT}" y="{TOP + HEIGHT + BOTTOM + 8}" class="value">{escape(told)}</text></svg>'


def main():
    parser = argparse.ArgumentParser(description="Growth of times with the number of documents.")
    parser.add_argument("figures")
    parser.add_argument("--chart", help="file for the picture")
    arguments = parser.parse_args()
    times, place = read(arguments.figures)
    if not times:
        sys.exit(f"{arguments.figures} holds no figures of classes")
    if arguments.chart:
        with open(arguments.chart, "w", encoding="utf-8") as file:
            print("\n".join(drawing(times, place)), file=file)
    sys.exit(1 if report(times) else 0)


if __name__ == "__main__":
    main()
