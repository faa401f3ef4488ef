#!/usr/bin/env python3
"""SQLite's FTS5, through Python's own module: what a Swift developer would take today.

usage: fts5.py index DOCS.tsv FOLDER | fts5.py query FOLDER QUERIES.tsv PASSES

One contentless FTS5 table with two columns: the text, and a word for each facet token, of weight 0. Prefix indexes
for 1 to 4 letters; merged to one segment with 'optimize'; bm25 through ORDER BY rank. Facet counts join the matches with
a table of (field, document, value). The cost of a call from Python, about 2 microseconds, is in its times.
"""
import sqlite3
import sys

from protocol import measure, read_documents, read_queries


def connect(folder):
    base = sqlite3.connect(f"{folder}/fts5.db", isolation_level=None)
    base.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY;"
                       "PRAGMA cache_size=-262144; PRAGMA mmap_size=8000000000")
    return base


class Numbers(dict):
    """Things to numbers from 1, in the order they are first asked for."""

    def __missing__(self, key):
        self[key] = len(self) + 1
        return self[key]


def index(documents, folder):
    base, tokens, fields = connect(folder), Numbers(), Numbers()
    base.executescript("""
        CREATE VIRTUAL TABLE search USING fts5(
            text, facets, content='', prefix='1 2 3 4', tokenize="unicode61 remove_diacritics 0");
        INSERT INTO search(search, rank) VALUES ('rank', 'bm25(1.0, 0.0)');
        CREATE TABLE token(number INTEGER PRIMARY KEY, field TEXT, value TEXT);
        CREATE TABLE value(field INT, document INT, token INT, PRIMARY KEY(field, document, token)) WITHOUT ROWID;
        CREATE TABLE field(name TEXT PRIMARY KEY, number INT)""")
    base.execute("BEGIN")
    for row, (facets, text) in enumerate(read_documents(documents), 1):
        words = " ".join(f"xtoken{tokens[facet]}" for facet in facets)
        base.execute("INSERT INTO search(rowid, text, facets) VALUES (?, ?, ?)", (row, text, words))
        base.executemany("INSERT OR IGNORE INTO value VALUES (?, ?, ?)",
                         [(fields[facet[0]], row, tokens[facet]) for facet in facets])
    base.executemany("INSERT INTO token VALUES (?, ?, ?)", [(n, f, v) for (f, v), n in tokens.items()])
    base.executemany("INSERT INTO field VALUES (?, ?)", fields.items())
    for statement in "COMMIT", "INSERT INTO search(search) VALUES ('optimize')", "VACUUM":
        base.execute(statement)


def query(folder, path, passes):
    base = connect(folder)
    tokens = {(f, v): n for n, f, v in base.execute("SELECT number, field, value FROM token")}
    fields = dict(base.execute("SELECT name, number FROM field"))
    queries = list(read_queries(path))

    def match(q):
        words = [f'text:"{word}"' for word in q.words] + ([f'text:"{q.prefix}"*'] if q.prefix else [])
        text = (" OR " if q.any_word else " AND ").join(words)
        facets = [f'facets:"xtoken{tokens.get(token, 0)}"' for token in q.tokens]
        return " AND ".join(([f"({text})"] if words else []) + facets)

    matches = [match(q) for q in queries]
    count_all = "SELECT count(*) FROM search WHERE search MATCH ?"
    best = "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rank LIMIT 10"
    values = ("SELECT token, count(*) AS n FROM search JOIN value ON value.field = ? AND document = search.rowid "
              "WHERE search MATCH ? GROUP BY token ORDER BY n DESC LIMIT 10")

    def run(number):
        q = queries[number]
        if q.mode == "count":
            return base.execute(count_all, (matches[number],)).fetchone()[0]
        if q.mode == "facets":
            return len(base.execute(values, (fields[q.facet], matches[number])).fetchall())
        return len(base.execute(best, (matches[number],)).fetchall())

    print(f"# SQLite {sqlite3.sqlite_version} FTS5, prefix='1 2 3 4', contentless, ORDER BY rank")
    measure(queries, passes, run, lambda number: base.execute(count_all, (matches[number],)).fetchone()[0])


if __name__ == "__main__":
    if sys.argv[1] == "index":
        index(sys.argv[2], sys.argv[3])
    else:
        query(sys.argv[2], sys.argv[3], int(sys.argv[4]))
