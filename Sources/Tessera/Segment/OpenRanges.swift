/// The prefixes that are open while terms go by in ascending order, one inside the other, and the sums of their lists.
///
/// A prefix of few postings keeps them one behind the other until it is complete, and is then summed up in a row
/// over all documents that serves one after the other; one of many has such a row of its own. So what is held is a
/// few rows at most, and a small prefix costs what it has.
struct OpenRanges: ~Copyable {
  /// A row is taken when as many postings wait as would fill it.
  private static let documentsToPosting = 2

  private final class Level {
    var firstTerm: TermNumber = 0
    var docs = Buffer<DocNumber>()
    var frequencies = Buffer<UInt32>()
    var row: Row?
    var isEmpty = true
    /// The first term's list as long as all others begin with it, and its bytes then.
    var wordLength = Int.max
    var wordDocs = Buffer<DocNumber>()
    var wordFrequencies = Buffer<UInt32>()

    func dropWord() {
      wordLength = .max
      wordDocs.removeAll()
      wordFrequencies.removeAll()
    }
  }

  private final class Row {
    var sums: PrefixAccumulator
    init(documents: Int) { sums = PrefixAccumulator(documents: documents) }
  }

  /// Documents of the segment.
  private let documents: Int
  private(set) var depth = 0
  private var levels: [Level] = []
  private var idleRows: [Row] = []
  private var docs = Buffer<DocNumber>()
  private var sums = Buffer<UInt32>()
  private var previous: [UInt8] = []

  init(documents: Int) { self.documents = documents }

  /// Opens a prefix inside all that are open.
  mutating func open(firstTerm: TermNumber) {
    if depth == levels.count { levels.append(Level()) }
    let level = levels[depth]
    level.firstTerm = firstTerm
    level.isEmpty = true
    level.dropWord()
    depth += 1
  }

  /// Adds the next term's list to all that are open.
  mutating func add(term: UnsafeBufferPointer<UInt8>, _ postings: ChampionSelection.Postings) {
    var common = 0
    while common < min(previous.count, term.count), previous[common] == term[common] { common += 1 }
    previous.removeAll(keepingCapacity: true)
    previous.append(contentsOf: term)
    for level in levels[..<depth] {
      if level.isEmpty {
        level.isEmpty = false
        level.wordLength = term.count
        level.wordDocs.append(contentsOf: postings.docs)
        level.wordFrequencies.append(contentsOf: postings.frequencies)
      } else if level.wordLength != .max, common < level.wordLength {
        level.dropWord()
      }
    }
    if depth > 0 { add(postings.docs, postings.frequencies, to: levels[depth - 1]) }
  }

  private mutating func add(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>, to level: Level
  ) {
    if level.row == nil, level.docs.count + docs.count > documents / Self.documentsToPosting {
      level.row = summed(level)
    }
    if let row = level.row {
      row.sums.add(docs: docs, frequencies: frequencies)
    } else {
      level.docs.append(contentsOf: docs)
      level.frequencies.append(contentsOf: frequencies)
    }
  }

  /// A row with what waits in a level.
  private mutating func summed(_ level: Level) -> Row {
    let row = idleRows.popLast() ?? Row(documents: documents)
    row.sums.add(docs: level.docs.elements, frequencies: level.frequencies.elements)
    level.docs.removeAll()
    level.frequencies.removeAll()
    return row
  }

  typealias Closed = (
    firstTerm: TermNumber, sums: ChampionSelection.Postings, word: ChampionSelection.Postings
  )

  /// Closes the innermost prefix, and adds its sums to the one around it.
  ///
  /// - Returns: its sums, and the list of its first term where all others begin with that, else an empty one: valid
  ///   until the next call. nil where no document has any of its terms.
  mutating func close() -> Closed? {
    depth -= 1
    let level = levels[depth]
    let row = level.row ?? summed(level)
    row.sums.drain(docs: &docs, sums: &sums)
    level.row = nil
    idleRows.append(row)
    guard docs.count > 0 else { return nil }
    if depth > 0 { add(docs.elements, sums.elements, to: levels[depth - 1]) }
    return (
      level.firstTerm, (docs.elements, sums.elements),
      (level.wordDocs.elements, level.wordFrequencies.elements)
    )
  }
}
