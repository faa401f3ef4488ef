#!/usr/bin/env python3
"""Prints targets for `/search`, one a line, as people type: 200 summaries of Debian packages, their first three words
letter by letter, a third of them within the package's section as a token.

usage: keystrokes.py packages.jsonl [PARAMETERS]
"""

import json
import random
import sys
from urllib.parse import quote_plus


def main():
    path = sys.argv[1]
    parameters = sys.argv[2] if len(sys.argv) > 2 else "limit=10"
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    chosen = random.Random(1).sample(lines, 200)
    for number, line in enumerate(chosen):
        package = json.loads(line)
        text = " ".join(package.get("summary", package["name"]).split()[:3])
        token = "&token=" + quote_plus(f"section:{package['section']}") if number % 3 == 0 and "section" in package else ""
        for end in range(1, len(text) + 1):
            print(f"/search?{parameters}{token}&q={quote_plus(text[:end])}")


main()
