#!/usr/bin/env python3
"""How many times faster than the best other engine Tessera answers, class by class.

usage: ratios.py OURS RESULTS.json...

RESULTS.json is what the comparison writes: {"corpus", "engines": {name: {"classes": {class: {"us": [one time a query],
"hits": [...], "results": [...]}}, "index_seconds", "index_bytes", "index_rss"}}}. OURS is the name of our engine in it.
Prints for each class the best other engine over ours at p50 and p99 (above 1: ours is faster), the geometric
means, the cost of building, and where numbers of hits or results are not what they should be. The exit status is 1 when an
answer is wrong by its number of results.
"""
import json
import math
import sys


def percentile(values, percent):
    """By nearest rank: p99 of 100 times is the second slowest."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(percent / 100 * len(ranked)) - 1)]


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def compared(kind, ours, others, percent):
    """Ratio, name and time of the best other engine in a class, and our time; None where no other answers it."""
    times = [(percentile(e["classes"][kind]["us"], percent), name) for name, e in others.items() if kind in e["classes"]]
    if not times:
        return None
    best, name = min(times)
    own = percentile(ours["classes"][kind]["us"], percent)
    return best / own, name, best, own


def report_times(ours, others):
    ratios = {50: [], 99: []}
    print("| class | best other / ours, p50 | p99 |\n| --- | --- | --- |")
    for kind in ours["classes"]:
        cells = []
        for percent in ratios:
            found = compared(kind, ours, others, percent)
            cells.append("{0:.2f} ({1} {2:.1f} / {3:.1f} µs)".format(*found) if found else "-")
            ratios[percent] += [found[0]] if found else []
        print(f"| {kind} | {' | '.join(cells)} |")
    print(f"| geometric mean | {geometric_mean(ratios[50]):.2f} | {geometric_mean(ratios[99]):.2f} |")
    for percent, values in ratios.items():
        print(f"p{percent}: behind in {sum(value < 1 for value in values)} of {len(values)} classes, "
              f"below 2 in {sum(value < 2 for value in values)}")


def report_building(ours, others):
    for key, label, scale, unit in (("index_seconds", "building", 1, "s"), ("index_bytes", "size", 1e6, "MB"),
                                    ("index_rss", "peak memory", 1e6, "MB")):
        times = ", ".join(f"{name} {engine[key] / ours[key]:.2f} ×" for name, engine in others.items())
        print(f"{label}: {ours[key] / scale:.2f} {unit}; {times}")


def report_answers(ours, others):
    """Says where answers look wrong; returns how many classes give another number of results than they have to."""
    wrong = 0
    for kind, answer in ours["classes"].items():
        pairs = zip(answer["hits"], answer["results"])
        bad = sum(found >= 0 and hits >= 0 and found != min(10, hits) for hits, found in pairs)
        if bad:
            wrong += 1
            print(f"WRONG: {kind}: {bad} queries do not give the lesser of 10 and their hits")
        for name, engine in others.items():
            theirs = engine["classes"].get(kind, {"hits": [-1]})["hits"]
            if min(theirs) < 0:
                continue
            apart = [abs(a - b) / max(a, b, 1) for a, b in zip(answer["hits"], theirs)]
            if sum(apart) / len(apart) > 0.02:
                print(f"note: {kind}: hits differ from {name}'s by {100 * sum(apart) / len(apart):.1f} % on average")
    return wrong


def report(name, results):
    """Prints how engine `name` stands against the others; returns the number of classes with wrong answers."""
    others = dict(results["engines"])
    ours = others.pop(name, None)
    if not ours or not others:
        sys.exit(f"{results['corpus']}: the results do not hold {name} and another engine")
    print(f"\n{results['corpus']}\n")
    report_times(ours, others)
    report_building(ours, others)
    return report_answers(ours, others)


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: ratios.py OURS RESULTS.json...")
    wrong = 0
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            wrong += report(sys.argv[1], json.load(file))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
