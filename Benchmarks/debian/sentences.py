#!/usr/bin/env python3
"""Writes pieces of Debian's translated package descriptions as JSON Lines to standard output: some three million real
texts of up to twelve words in 37 languages, in an order without meaning, the same for the same lists:

    {"id": "0", "text": "une bibliothèque partagée", "language": "fr"}

usage: sentences.py [--fetch FOLDER] > sentences.jsonl

A description is cut at its punctuation, and where a piece has more words, after as many as chance says. The data are the lists
apt keeps on Debian 12 and later. With --fetch, apt downloads them (about 40 MB) into FOLDER, which takes no root rights and leaves
the system's own lists alone; a FOLDER that was filled before is used as it is. Without it, apt's own lists are read, of whatever
languages it has. Python's standard library only; takes a minute and 1 GB of memory.
"""
import argparse
import json
import os
import random
import re
import sys

import apt_lists

LANGUAGES = ("ca cs da de de_DE el en eo es eu fi fr gl hr hu id it ja km ko ml nb nl pl pt pt_AO pt_BR ro ru sk sr sv tr "
             "uk vi zh zh_CN zh_TW").split()
ENDS = re.compile(r"(?<=[.!?:;,。、！？])\s*")
WORDS = (4, 5, 6, 7, 8, 9, 10, 12)


def main():
    parser = argparse.ArgumentParser(description="Short texts in many languages as JSON Lines.")
    parser.add_argument("--fetch", metavar="FOLDER", help="let apt download the lists into FOLDER first")
    arguments = parser.parse_args()
    apt_lists.require_apt("sentences.py", "sentences.jsonl")
    (paths,) = apt_lists.lists(LANGUAGES, arguments.fetch, "Translations")
    chance = random.Random(1)
    pieces = [piece for path in sorted(paths, key=os.path.basename) for piece in read(path, chance)]
    chance.shuffle(pieces)
    try:
        for number, (language, text) in enumerate(pieces):
            line = {"id": str(number), "text": text, "language": language}
            sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    except BrokenPipeError:  # the reader had enough, as `| head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read(path, chance):
    """Language and text of each piece of the descriptions in a list."""
    for fields in apt_lists.stanzas(path):
        for name, value in fields.items():
            if name.startswith("Description-") and name != "Description-md5":
                summary, _, rest = value.partition("\n")
                for text in [summary, *apt_lists.paragraphs(rest).split("\n")]:
                    for piece in pieces_of(text, chance):
                        yield name.removeprefix("Description-"), piece


def pieces_of(text, chance):
    for sentence in ENDS.split(text):
        words = sentence.split()
        while words:
            count = chance.choice(WORDS)
            piece = " ".join(words[:count]).lstrip("*- ")
            words = words[count:]
            if len(piece) > 2:
                yield piece


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
