#!/usr/bin/env python3
"""Turns JSON Lines into the DOCS.tsv that compared engines read: id, facet tokens and text of each document.

usage: jsonl-to-tsv.py --text F,... [--facet F,...] [--id F] < documents.jsonl > docs.tsv

A facet token is `field=value`; tokens are separated by the byte 0x1F, columns by tabs. The text is all text fields in one.
"""
import argparse
import json
import sys


def clean(value):
    """As one line without what separates columns and tokens."""
    return " ".join(str(value).replace("\x1f", " ").split())


def values(document, field):
    found = document.get(field)
    return [clean(value) for value in (found if isinstance(found, list) else [found]) if value is not None and clean(value)]


def main():
    parser = argparse.ArgumentParser(description="JSON Lines as DOCS.tsv.")
    parser.add_argument("--text", required=True, type=lambda names: names.split(","))
    parser.add_argument("--facet", default=[], type=lambda names: names.split(","))
    parser.add_argument("--id", default="id")
    arguments = parser.parse_args()
    for line in sys.stdin:
        document = json.loads(line)
        tokens = dict.fromkeys(f"{field}={value}" for field in arguments.facet for value in values(document, field))
        text = " ".join(value for field in arguments.text for value in values(document, field))
        print(clean(document.get(arguments.id, "")), "\x1f".join(tokens), text, sep="\t")


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    main()
