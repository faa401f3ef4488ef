#!/bin/bash
# Apache Lucene as an engine of the comparison: compiles Lucene.java when it is new, and starts it.
#
# usage: LUCENE_JAR=… peers/lucene.sh [--edge] index DOCS.tsv FOLDER
#        LUCENE_JAR=… peers/lucene.sh [--edge] query FOLDER QUERIES.tsv PASSES
#
# LUCENE_JAR: class path of Lucene 10 (core and analysis-common, or a jar that holds both). JAVA, JAVAC: those of
# Java 21 or later when the ones on the path are older. CLASSES: where the compiled classes are kept. LUCENE_STUBS: what
# to compile against instead, where the compiler is older than Lucene's classes. peers/setup.sh sets all of these up.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
: "${LUCENE_JAR:?the class path of Lucene 10, see the head of this script}"
classes=${CLASSES:-$here/../../.build/lucene-classes}
if [ "$here/Lucene.java" -nt "$classes/Lucene.class" ]; then
  mkdir -p "$classes"
  "${JAVAC:-javac}" -nowarn -cp "${LUCENE_STUBS:-$LUCENE_JAR}" -d "$classes" "$here/Lucene.java" >&2
fi
# With the vector module Lucene decodes by vector code; not every Java has it.
vectors=()
case $("${JAVA:-java}" --list-modules) in
  *jdk.incubator.vector*) vectors=(--add-modules jdk.incubator.vector) ;;
esac
exec "${JAVA:-java}" "${vectors[@]}" -Xms1g -Xmx2g --enable-native-access=ALL-UNNAMED -cp "$classes:$LUCENE_JAR" Lucene "$@"
