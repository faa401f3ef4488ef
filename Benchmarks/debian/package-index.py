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
import shutil
import subprocess
import sys

APT_HELPER = "/usr/lib/apt/apt-helper"
REFRESH = "apt-get update -o Acquire::Languages=en"


def main():
    parser = argparse.ArgumentParser(description="Debian's package index as JSON Lines.")
    parser.add_argument("--fetch", metavar="FOLDER", help="let apt download the lists into FOLDER first")
    arguments = parser.parse_args()
    if not shutil.which("apt-get") or not os.access(APT_HELPER, os.X_OK):
        sys.exit("This machine has no apt: the corpus is made on Debian 12 or later. In a container: "
                 "docker run --rm -v \"$PWD\":/work -w /work debian:12 sh -c "
                 "'apt-get update && apt-get install -y python3 && "
                 "Benchmarks/debian/package-index.py --fetch /tmp/lists > packages.jsonl'")
    options = ["-o", "Acquire::Languages=en"]
    if arguments.fetch:
        options += private_lists(os.path.abspath(arguments.fetch))
    packages, translations = targets("Packages", options), targets("Translations", options)
    if arguments.fetch and not (packages and translations):
        fetch(os.path.abspath(arguments.fetch), options)
        packages, translations = targets("Packages", options), targets("Translations", options)
    if not packages:
        sys.exit(f"apt has no package lists yet. Run `sudo {REFRESH}`, or call this with --fetch FOLDER.")
    if not translations:
        sys.exit("apt has package lists but no long descriptions (Acquire::Languages is probably \"none\" here, "
                 f"as in container images). Run `sudo {REFRESH}`, or call this with --fetch FOLDER.")
    try:
        write(packages, long_descriptions(translations))
    except BrokenPipeError:  # the reader had enough, as `| head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def private_lists(folder):
    """apt's options that keep lists and caches in a folder of the caller's."""
    return ["-o", f"Dir::State::Lists={folder}/lists", "-o", f"Dir::Cache={folder}/cache",
            "-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User=", "-o", "APT::Update::Post-Invoke-Success=",
            "-o", "APT::Update::Post-Invoke="]


def fetch(folder, options):
    for sub in "lists/partial", "cache/archives/partial":
        os.makedirs(f"{folder}/{sub}", exist_ok=True)
    if subprocess.run(["apt-get", "update", *options], stdout=sys.stderr).returncode:
        sys.exit("apt could not download the lists, see above. Check the network and /etc/apt/sources.list.")


def targets(kind, options):
    """The files of one kind that apt's sources name and that are there, in the order of the sources."""
    listing = subprocess.run(["apt-get", "indextargets", *options, "--format", "$(FILENAME)", f"Created-By: {kind}"],
                             stdout=subprocess.PIPE, text=True, check=True).stdout
    return [path for path in listing.splitlines() if os.path.exists(path)]


def stanzas(path):
    """Each paragraph of a control file as a dictionary; a value keeps its line breaks, without the leading blanks."""
    # The lists may be packed (lz4 in container images); apt's own helper reads whatever apt wrote.
    with subprocess.Popen([APT_HELPER, "cat-file", path], stdout=subprocess.PIPE, encoding="utf-8",
                          errors="replace") as process:
        fields, last = {}, None
        for line in process.stdout:
            line = line.rstrip("\n")
            if not line:
                if fields:
                    yield fields
                fields, last = {}, None
            elif line[0] in " \t":
                if last:
                    fields[last] += "\n" + line[1:]
            else:
                last, _, value = line.partition(":")
                fields[last] = value.strip()
        if fields:
            yield fields
    if process.returncode:
        sys.exit(f"{path} cannot be read. Run `sudo {REFRESH}`.")


def long_descriptions(paths):
    """Description-md5 of a package to its description, without the summary in the first line."""
    found = {}
    for path in paths:
        for fields in stanzas(path):
            key = fields.get("Description-md5")
            text = next((value for name, value in fields.items() if name.startswith("Description-en")), "")
            if key and key not in found:
                found[key] = paragraphs(text.partition("\n")[2])
    return found


def paragraphs(text):
    """The lines of a description as flowing text: a lone dot stands for an empty line there."""
    lines = ("" if line.strip() == "." else line.strip() for line in text.split("\n"))
    return "\n".join(" ".join(part.split()) for part in "\n".join(lines).split("\n\n") if part.strip())


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
    description = paragraphs(rest) or described.get(fields.get("Description-md5"), "")
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
        for fields in stanzas(path):
            if fields.get("Package") and fields["Package"] not in seen:
                seen.add(fields["Package"])
                sys.stdout.write(json.dumps(document(fields, described), ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
