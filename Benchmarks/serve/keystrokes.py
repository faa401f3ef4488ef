#!/usr/bin/env python3
"""Prints targets for `/search`, one a line, as people type: 200 summaries of Debian packages, their first three words
letter by letter, a third of them within the package's section as a token.

usage: keystrokes.py packages.jsonl [PARAMETERS] [SEED]
"""

import json
import random
import sys
from urllib.parse import quote_plus


def main():
    path, parameters, seed = (sys.argv[1:] + ["limit=10", "1"])[:3] if len(sys.argv) < 4 else sys.argv[1:4]
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    chosen = random.Random(int(seed)).sample(lines, 200)
    for number, line in enumerate(chosen):
        package = json.loads(line)
        text = " ".join(package.get("summary", package["name"]).split()[:3])
        token = "&token=" + quote_plus(f"section:{package['section']}") if number % 3 == 0 and "section" in package else ""
        for end in range(1, len(text) + 1):
            print(f"/search?{parameters}{token}&q={quote_plus(text[:end])}")


main()
