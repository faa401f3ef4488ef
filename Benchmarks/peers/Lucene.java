// Apache Lucene 10, on Java 21 or later (lucene.sh compiles and starts it).
//
// usage: Lucene [--edge] index DOCS.tsv FOLDER | Lucene [--edge] query FOLDER QUERIES.tsv PASSES
//
// StandardTokenizer and lower case, frequencies without positions, BM25, one thread, merged to one segment, no query cache.
// Facet tokens filter through StringFields and are counted by a collector over SortedSetDocValues. A trailing
// prefix is a PrefixQuery, every match scoring alike; with --edge it is looked up and scored in a second field that
// holds the first 1 to 4 letters of each word, the usual set-up for search as you type.

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;

public class Lucene {
  static final int LETTERS = 4;
  static final int WARM_UPS = 3;
  // The just-in-time compiler needs time more than passes.
  static final double WARM_UP_SECONDS = 15;

  static boolean edge;

  record Line(String kind, String mode, Query query, String facet) {}

  public static void main(String[] words) throws IOException {
    edge = words[0].equals("--edge");
    if (edge) words = Arrays.copyOfRange(words, 1, words.length);
    if (words[0].equals("index")) index(Path.of(words[1]), Path.of(words[2]));
    else query(Path.of(words[1]), Path.of(words[2]), Integer.parseInt(words[3]));
  }

  static void index(Path documents, Path folder) throws IOException {
    var frequencies = new FieldType();
    frequencies.setTokenized(true);
    frequencies.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    frequencies.freeze();
    var config = new IndexWriterConfig(new Words()).setRAMBufferSizeMB(256);
    try (var writer = new IndexWriter(new MMapDirectory(folder), config); var lines = Files.lines(documents)) {
      for (var line : (Iterable<String>) lines::iterator) {
        var columns = line.split("\t", 3);
        var document = new Document();
        document.add(new Field("text", columns[2], frequencies));
        if (edge) document.add(new Field("edge", columns[2], frequencies));
        for (var token : tokens(columns[1])) {
          document.add(new StringField(token[0], token[1], Field.Store.NO));
          document.add(new SortedSetDocValuesField(token[0], new BytesRef(token[1])));
        }
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  /** Words in lower case, and in the field "edge" how they begin. */
  static class Words extends Analyzer {
    Words() { super(PER_FIELD_REUSE_STRATEGY); }

    @Override
    protected TokenStreamComponents createComponents(String field) {
      var tokenizer = new StandardTokenizer();
      var words = new LowerCaseFilter(tokenizer);
      return new TokenStreamComponents(
          tokenizer, field.equals("edge") ? new EdgeNGramTokenFilter(words, 1, LETTERS, false) : words);
    }
  }

  static List<String[]> tokens(String column) {
    var found = new ArrayList<String[]>();
    for (var token : column.split("\u001f")) if (!token.isEmpty()) found.add(token.split("=", 2));
    return found;
  }

  static Line parse(String text) {
    var columns = text.split("\t", -1);
    var tree = new BooleanQuery.Builder();
    var join = columns[2].equals("or") ? Occur.SHOULD : Occur.MUST;
    for (var token : tokens(columns[3])) tree.add(new TermQuery(new Term(token[0], token[1])), Occur.FILTER);
    for (var word : columns[4].split(" "))
      if (!word.isEmpty()) tree.add(new TermQuery(new Term("text", word)), join);
    var prefix = columns[5];
    if (!prefix.isEmpty()) {
      var letters = prefix.codePointCount(0, prefix.length());
      tree.add(edge && letters <= LETTERS
          ? new TermQuery(new Term("edge", prefix)) : new PrefixQuery(new Term("text", prefix)), Occur.MUST);
    }
    return new Line(columns[0], columns[1], tree.build(), columns[6]);
  }

  static void query(Path folder, Path queries, int passes) throws IOException {
    var lines = Files.readAllLines(queries).stream().map(Lucene::parse).toList();
    var reader = DirectoryReader.open(new MMapDirectory(folder));
    var searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println("# Lucene " + org.apache.lucene.util.Version.LATEST + ", Java " + Runtime.version()
        + (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent() ? "" : " without the vector module")
        + (edge ? ", edge" : ", plain") + ", segments " + reader.leaves().size());
    var budget = Double.parseDouble(System.getenv().getOrDefault("PEER_BUDGET", "60"));
    var least = new double[lines.size()];
    var found = new int[lines.size()];
    var start = System.nanoTime();
    int done = 0, timed = 0;
    while (timed < passes) {
      var elapsed = (System.nanoTime() - start) / 1e9;
      if (done > 0 && elapsed > budget) break;
      var warm = done >= WARM_UPS && elapsed >= WARM_UP_SECONDS;
      if (timed == 0) Arrays.fill(least, Double.POSITIVE_INFINITY);
      for (int i = 0; i < least.length; i++) {
        var before = System.nanoTime();
        found[i] = run(searcher, lines.get(i));
        least[i] = Math.min(least[i], (System.nanoTime() - before) / 1e3);
      }
      done++;
      if (warm) timed++;
    }
    out.println("# passes " + done);
    for (int i = 0; i < least.length; i++) {
      var line = lines.get(i);
      out.printf(Locale.ROOT, "%s\t%.2f\t%d\t%d%n", line.kind, least[i], searcher.count(line.query), found[i]);
    }
  }

  static int run(IndexSearcher searcher, Line line) throws IOException {
    switch (line.mode) {
      case "count":
        searcher.count(line.query);
        return -1;
      case "facets":
        var counter = new ValueCounter(line.facet);
        searcher.search(line.query, counter);
        counter.mostFrequent(10);
        return -1;
      default: // A manager holds the scores of its search: a new one for each.
        return searcher.search(line.query, new TopScoreDocCollectorManager(10, null, 10)).scoreDocs.length;
    }
  }

  /** Counts the values of a facet field over all matches; for an index of one segment. */
  static class ValueCounter extends SimpleCollector {
    private final String field;
    private SortedSetDocValues values;
    private int[] counts = {};

    ValueCounter(String field) { this.field = field; }

    @Override
    protected void doSetNextReader(LeafReaderContext segment) throws IOException {
      values = org.apache.lucene.index.DocValues.getSortedSet(segment.reader(), field);
      counts = new int[(int) values.getValueCount()];
    }

    @Override
    public void collect(int doc) throws IOException {
      if (!values.advanceExact(doc)) return;
      for (int left = values.docValueCount(); left > 0; left--) counts[(int) values.nextOrd()]++;
    }

    @Override
    public ScoreMode scoreMode() { return ScoreMode.COMPLETE_NO_SCORES; }

    List<String> mostFrequent(int limit) throws IOException {
      var least = new PriorityQueue<Integer>((a, b) -> Integer.compare(counts[a], counts[b]));
      for (int value = 0; value < counts.length; value++) {
        if (counts[value] == 0 || (least.size() == limit && counts[value] <= counts[least.peek()])) continue;
        least.add(value);
        if (least.size() > limit) least.poll();
      }
      var names = new ArrayList<String>();
      for (int value : least) names.add(values.lookupOrd(value).utf8ToString());
      return names;
    }
  }
}
