#!/usr/bin/env python3
"""Writes Debian's package index as JSON Lines to standard output, one package a line:

    {"id": "ripgrep", "name": "ripgrep", "summary": "...", "description": "...", "section": "utils",
     "maintainer": "...", "priority": "optional", "tags": ["role::program", ...], "installedSize": 4387,
     "version": "13.0.0-4+b2", "homepage": "..."}

usage: package-index.py [--fetch FOLDER] > packages.jsonl

The data are the lists apt keeps on Debian 12 and later (about 64,000 packages of one processor architecture, 46 MB of JSON).
Without lists, or without the English descriptions, it says what to do and writes nothing. With --fetch,
apt downloads the lists (about 15 MB) into FOLDER, which takes no root rights and leaves the system's own
lists alone; a FOLDER that was filled before is used as it is.

A package in several lists (main, updates, security) is written once, from the first list that has it, in the order of
apt's sources. installedSize is in KiB, and missing where the list does not say it. Python's standard library only.
"""
import argparse
import json
import os
import re
import sys

import apt_lists


def main():
    parser = argparse.ArgumentParser(description="Debian's package index as JSON Lines.")
    parser.add_argument("--fetch", metavar="FOLDER", help="let apt download the lists into FOLDER first")
    arguments = parser.parse_args()
    apt_lists.require_apt("package-index.py", "packages.jsonl")
    packages, translations = apt_lists.lists(["en"], arguments.fetch, "Packages", "Translations")
    try:
        write(packages, long_descriptions(translations))
    except BrokenPipeError:  # the reader had enough, as `| head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def long_descriptions(paths):
    """Description-md5 of a package to its description, without the summary in the first line."""
    found = {}
    for path in paths:
        for fields in apt_lists.stanzas(path):
            key = fields.get("Description-md5")
            text = next((value for name, value in fields.items() if name.startswith("Description-en")), "")
            if key and key not in found:
                found[key] = apt_lists.paragraphs(text.partition("\n")[2])
    return found


def tags(text):
    """The tags of a package. A group of one facet may be written as works-with::{audio,video}."""
    found = []
    for tag in re.findall(r"[^\s,{}]+(?:\{[^}]*\})?", text):
        head, brace, group = tag.partition("{")
        found += [head + one.strip() for one in group.rstrip("}").split(",")] if brace else [tag]
    return found


def document(fields, described):
    summary, _, rest = fields.get("Description", "").partition("\n")
    # Lists of other sources may carry the whole description themselves.
    description = apt_lists.paragraphs(rest) or described.get(fields.get("Description-md5"), "")
    made = {"id": fields["Package"], "name": fields["Package"], "summary": summary, "description": description,
            "section": fields.get("Section", ""), "maintainer": re.sub(r"\s*<[^>]*>$", "", fields.get("Maintainer", "")),
            "priority": fields.get("Priority", ""), "tags": tags(fields.get("Tag", ""))}
    if fields.get("Installed-Size", "").isdigit():
        made["installedSize"] = int(fields["Installed-Size"])
    for name in "Version", "Homepage":
        if name in fields:
            made[name.lower()] = fields[name]
    return made


def write(paths, described):
    seen = set()
    for path in paths:
        for fields in apt_lists.stanzas(path):
            if fields.get("Package") and fields["Package"] not in seen:
                seen.add(fields["Package"])
                sys.stdout.write(json.dumps(document(fields, described), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
