#!/usr/bin/env python3
"""tantivy, through its Python package (pip install tantivy).

usage: tantivy_peer.py [--edge] index DOCS.tsv FOLDER | tantivy_peer.py [--edge] query FOLDER QUERIES.tsv PASSES

Words with frequencies, no positions; facets as raw fast fields that filter with a score of 0; one thread, one segment. A trailing
prefix is a regular expression over the words, every match scoring alike; with --edge it is looked up and scored in a
second field that holds the first 1 to 4 letters of each word, the usual set-up for search as you type.
"""
import re
import sys

import tantivy
from protocol import measure, read_documents, read_queries, words_of

EDGE = "--edge" in sys.argv
LETTERS = 4


def beginnings(text):
    """The first letters of every word, as words."""
    # tantivy's own tokenizer drops words of more than 40 bytes.
    words = (word for word in words_of(text) if len(word.encode()) <= 40)
    return " ".join(word[:n] for word in words for n in range(1, min(LETTERS, len(word)) + 1))


def schema(fields):
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("text", index_option="freq")
    if EDGE:
        builder.add_text_field("edge", index_option="freq", tokenizer_name="whitespace")
    for field in fields:
        builder.add_text_field(f"facet_{field}", index_option="basic", tokenizer_name="raw", fast=True)
    return builder.build()


def index(path, folder):
    fields = sorted({field for facets, _ in read_documents(path) for field, _ in facets})
    index = tantivy.Index(schema(fields), path=folder)
    writer = index.writer(heap_size=500_000_000, num_threads=1)
    for facets, text in read_documents(path):
        document = tantivy.Document()
        document.add_text("text", text)
        if EDGE:
            document.add_text("edge", beginnings(text))
        for field, value in facets:
            document.add_text(f"facet_{field}", value)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()


def query(folder, path, passes):
    index = tantivy.Index.open(folder)
    searcher, fields = index.searcher(), index.schema
    queries = list(read_queries(path))

    def prefix(letters):
        if EDGE and len(letters) <= LETTERS:
            return tantivy.Query.term_query(fields, "edge", letters, "freq")
        return tantivy.Query.regex_query(fields, "text", re.escape(letters) + ".*")

    def tree(q):
        join = tantivy.Occur.Should if q.any_word else tantivy.Occur.Must
        parts = [(join, tantivy.Query.term_query(fields, "text", word, "freq")) for word in q.words]
        parts += [(tantivy.Occur.Must, prefix(q.prefix))] if q.prefix else []
        for field, value in q.tokens:
            token = tantivy.Query.term_query(fields, f"facet_{field}", value, "basic")
            parts.append((tantivy.Occur.Must, tantivy.Query.const_score_query(token, 0.0)))
        return tantivy.Query.boolean_query(parts) if len(parts) > 1 else parts[0][1]

    trees = [tree(q) for q in queries]
    counts = [{"values": {"terms": {"field": f"facet_{q.facet}", "size": 10}}} for q in queries]

    def run(number):
        mode = queries[number].mode
        if mode == "count":
            return searcher.search(trees[number], 1, count=True).count
        if mode == "facets":
            searcher.aggregate(trees[number], counts[number])
            return -1
        return len(searcher.search(trees[number], 10, count=False).hits)

    print(f"# {tantivy.__version__}, {'edge' if EDGE else 'plain'}, segments {searcher.num_segments}")
    measure(queries, passes, run, lambda number: searcher.search(trees[number], 1, count=True).count)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--edge"]
    if words[0] == "index":
        index(words[1], words[2])
    else:
        query(words[1], words[2], int(words[3]))
