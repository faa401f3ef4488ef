import Tessera
import TestSupport

/// An index whose every commit moves money between accounts and says its own number, so that whoever sees anything but
/// a whole commit finds a wrong sum, or documents of the wrong commit.
struct Ledger: Sendable {
  static let accounts = 40
  private static let total = accounts * 100
  /// How many accounts a commit changes, how many entries it writes, and after how many commits these are deleted.
  private static let changed = 8
  private static let entries = 5
  private static let kept = 20

  private struct Abandoned: Error {}

  let folder: String

  static func create(at folder: String) throws -> Ledger {
    var schema = Schema(text: ["text": 1], facets: ["kind", "commit"], numbers: ["amount"], key: "id")
    schema.leastPrefixPostings = 20
    schema.leastChampionPostings = 4
    try SearchIndex.create(at: folder, schema: schema).write { writer in
      for number in 0..<accounts { try writer.add(json: account(number, amount: 100, commit: 0)) }
      try writer.add(json: document("mark", "mark", commit: 0))
    }
    return Ledger(folder: folder)
  }

  // MARK: Writing

  /// Makes so many commits in one write; now and then one that is abandoned follows.
  ///
  /// - Parameter committed: called after each with its number.
  func write(commits: Int, committed: (Int) throws -> Void = { _ in }) throws {
    let index = try SearchIndex.open(at: folder)
    try index.write { writer in
      var books = try Books(index.snapshot())
      for _ in 0..<commits {
        try makeCommit(&books, writer)
        try committed(books.commit)
      }
      if books.commit.isMultiple(of: 3) {
        // Would break every rule, if any of it were seen.
        for number in 0..<Self.accounts {
          try writer.add(json: Self.account(number, amount: 7, commit: books.commit))
        }
        throw Abandoned()
      }
    }
  }

  /// The same, an abandoned one being no failure.
  func writeAll(commits: Int) throws {
    do { try write(commits: commits) } catch is Abandoned {}
  }

  /// Commits what no commit of a ledger holds: one account alone is changed.
  func spoil() throws {
    try SearchIndex.open(at: folder).write { writer in
      try writer.add(json: Self.account(0, amount: Self.total + 1, commit: 1))
    }
  }

  private func makeCommit(_ books: inout Books, _ writer: IndexWriter) throws {
    books.commit += 1
    let commit = books.commit
    var random = SeededGenerator(seed: commit)
    let chosen = (0..<Self.accounts).shuffled(using: &random).prefix(Self.changed)
    for (giver, taker) in zip(chosen, chosen.dropFirst(Self.changed / 2)) {
      let sum = Int.random(in: 0...books.amounts[giver], using: &random)
      books.amounts[giver] -= sum
      books.amounts[taker] += sum
    }
    for number in chosen {
      try writer.add(json: Self.account(number, amount: books.amounts[number], commit: commit))
    }
    for entry in 0..<Self.entries {
      try writer.add(json: Self.document("e\(commit)-\(entry)", "entry", commit: commit))
      if commit > Self.kept { try writer.delete("e\(commit - Self.kept)-\(entry)") }
    }
    try writer.add(json: Self.document("mark", "mark", commit: commit))
    if Int.random(in: 0..<10, using: &random) == 0 { try writer.mergeAll() }
    try writer.commit()
  }

  private static func account(_ number: Int, amount: Int, commit: Int) -> String {
    let text = "account of commit\(commit)"
    return
      #"{"id":"a\#(number)","text":"\#(text)","kind":"account","commit":"c\#(commit)","amount":\#(amount)}"#
  }

  private static func document(_ key: String, _ kind: String, commit: Int) -> String {
    #"{"id":"\#(key)","text":"\#(kind) of commit\#(commit)","kind":"\#(kind)","commit":"c\#(commit)"}"#
  }

  // MARK: Reading

  /// What a reader knows of a commit; equal as long as the same snapshot answers.
  struct Answers: Hashable {
    let commit: Int
    let pages: [SearchPage]
    let documents: [String]
  }

  /// Everything that is asked of a snapshot.
  ///
  /// - Throws: `Disagreement` when it is not one commit, whole.
  static func answers(_ snapshot: IndexSnapshot) throws -> Answers {
    let books = try Books(snapshot)
    let commit = books.commit
    guard books.amounts.reduce(0, +) == total else {
      throw Disagreement("commit \(commit): the accounts hold \(books.amounts.reduce(0, +))")
    }
    let entryCount = entries * min(commit, kept)
    let options = SearchOptions(limit: 100, facets: ["kind"], suggestions: 5, completions: 5)
    let searches: [(Query, Int)] = [
      (Query(tokens: [.facet("commit", "c\(commit)")]), commit == 0 ? accounts + 1 : changed + entries + 1),
      (Query(text: "commit\(commit) "), commit == 0 ? accounts + 1 : changed + entries + 1),
      (Query(tokens: [.facet("commit", "c\(commit + 1)")]), 0),
      (Query(tokens: [.numbers("amount", from: .integer(0), through: nil)], text: "acc"), accounts),
      (Query(text: "entry of"), entryCount), (Query(), accounts + entryCount + 1),
    ]
    var pages = try searches.map { query, count in
      let page = try snapshot.search(query, options: options)
      guard page.total == Total(value: count, isExact: true), page.hits.count == min(count, 100) else {
        throw Disagreement("commit \(commit): \(page.total.value) found, expected \(count): \(query)")
      }
      return page
    }
    pages.append(
      try snapshot.search(
        Query(tokens: [.facet("kind", "account")]),
        options: SearchOptions(limit: 100, order: .field("amount", descending: true))))
    return Answers(commit: commit, pages: pages, documents: books.documents)
  }

  /// What is written in the documents themselves.
  private struct Books {
    var commit: Int
    var amounts: [Int]
    var documents: [String] = []

    init(_ snapshot: IndexSnapshot) throws {
      let mark = try snapshot.document(forKey: "mark")
      guard let number = mark.flatMap({ Self.number(in: $0, after: #""commit":"c"#) }) else {
        throw Disagreement("no mark")
      }
      var amounts = [Int](repeating: 0, count: Ledger.accounts)
      var documents: [String] = []
      try snapshot.forEachDocument { (key, json) throws(TesseraError) in
        documents.append(json ?? key)
        guard key.first == "a", let json else { return }
        amounts[Int(key.dropFirst())!] += Self.number(in: json, after: #""amount":"#) ?? 0
      }
      guard documents.count == snapshot.documentCount else {
        throw Disagreement("\(documents.count) documents, but \(snapshot.documentCount) counted")
      }
      (commit, self.amounts, self.documents) = (number, amounts, documents)
    }

    private static func number(in json: String, after name: String) -> Int? {
      json.firstRange(of: name).flatMap { Int(json[$0.upperBound...].prefix { $0.isNumber }) }
    }
  }
}

/// A reader of a ledger, which keeps some of the commits that it has seen and asks them again and again.
struct LedgerReader {
  let ledger: Ledger
  private var index: SearchIndex
  private var newest = -1
  private var held: [(snapshot: IndexSnapshot, answers: Ledger.Answers)] = []
  private var random: SeededGenerator
  /// How many answers were looked at, of new snapshots and of old ones.
  private(set) var counts = (new: 0, old: 0)

  init(_ ledger: Ledger, seed: Int) throws {
    self.ledger = ledger
    index = try SearchIndex.open(at: ledger.folder)
    random = SeededGenerator(seed: seed)
  }

  /// Looks at the newest commit, and at one that is held.
  mutating func look() throws {
    if Int.random(in: 0..<10, using: &random) == 0 { index = try SearchIndex.open(at: ledger.folder) }
    let snapshot = try index.snapshot()
    let answers = try Ledger.answers(snapshot)
    guard answers.commit >= newest else {
      throw Disagreement("commit \(answers.commit) after commit \(newest)")
    }
    newest = answers.commit
    counts.new += 1
    if let old = held.randomElement(using: &random) {
      guard try Ledger.answers(old.snapshot) == old.answers else {
        throw Disagreement("commit \(old.answers.commit), which is held, answers otherwise than before")
      }
      counts.old += 1
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      if held.count == 3 { held.remove(at: .random(in: 0..<3, using: &random)) }
      held.append((snapshot, answers))
    }
  }
}
