"""The lists that apt keeps: found, downloaded into a folder where that is asked for, and read. For the scripts beside it."""
import os
import shutil
import subprocess
import sys

APT_HELPER = "/usr/lib/apt/apt-helper"


def require_apt(script, output):
    if shutil.which("apt-get") and os.access(APT_HELPER, os.X_OK):
        return
    sys.exit("This machine has no apt: the corpus is made on Debian 12 or later. In a container: "
             "docker run --rm -v \"$PWD\":/work -w /work debian:12 sh -c "
             "'apt-get update && apt-get install -y python3 && "
             f"Benchmarks/debian/{script} --fetch /tmp/lists > {output}'")


def lists(languages, folder, *kinds):
    """For each kind the files there are, descriptions in these languages; apt downloads them into the folder first where
    one is given that has none."""
    options = ["-o", f"Acquire::Languages={','.join(languages)}"]
    if folder:
        options += private_lists(os.path.abspath(folder))
    found = [targets(kind, options) for kind in kinds]
    if folder and not all(found):
        fetch(os.path.abspath(folder), options)
        found = [targets(kind, options) for kind in kinds]
    for kind, paths in zip(kinds, found):
        if not paths:
            hint = (" (Acquire::Languages is probably \"none\" here, as in container images)"
                    if kind == "Translations" else "")
            sys.exit(f"apt has no lists of the kind {kind}{hint}. Run `sudo apt-get update -o "
                     f"Acquire::Languages={','.join(languages)}`, or call this with --fetch FOLDER.")
    return found


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
        sys.exit(f"{path} cannot be read. Run `sudo apt-get update`.")


def paragraphs(text):
    """The lines of a description as flowing text: a lone dot stands for an empty line there."""
    lines = ("" if line.strip() == "." else line.strip() for line in text.split("\n"))
    return "\n".join(" ".join(part.split()) for part in "\n".join(lines).split("\n\n") if part.strip())
