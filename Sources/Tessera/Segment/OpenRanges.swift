/// The prefixes that are open while terms go by in ascending order, one inside the other, and the sums of their lists.
///
/// A prefix of few postings keeps them one behind the other until it is complete, and is then summed up in a row
/// over all documents that serves one after the other; one of many has such a row of its own. So what is held is a
/// few rows at most, and a small prefix costs what it has.
struct OpenRanges: ~Copyable {
  /// A row is taken when as many postings wait as would fill it.
  private static let documentsToPosting = 2

  /// Documents of the segment.
  private let documents: Int
  private(set) var depth = 0
  /// Each is made once, and used in place.
  private var levels: [UnsafeMutablePointer<OpenRange>] = []
  private var idleRows: [UnsafeMutablePointer<PrefixAccumulator>] = []
  private var docs = Buffer<DocNumber>()
  private var sums = Buffer<UInt32>()
  private var previous: [UInt8] = []

  init(documents: Int) { self.documents = documents }

  deinit {
    for level in levels {
      if let row = level.pointee.row { Self.free(row) }
      level.deinitialize(count: 1)
      level.deallocate()
    }
    for row in idleRows { Self.free(row) }
  }

  private static func free(_ row: UnsafeMutablePointer<PrefixAccumulator>) {
    row.deinitialize(count: 1)
    row.deallocate()
  }

  /// Opens a prefix inside all that are open.
  mutating func open(firstTerm: TermNumber) {
    if depth == levels.count {
      levels.append(.allocate(capacity: 1))
      levels[depth].initialize(to: OpenRange())
    }
    levels[depth].pointee.begin(firstTerm)
    depth += 1
  }

  /// Adds the next term's list to all that are open.
  mutating func add(term: UnsafeBufferPointer<UInt8>, _ postings: ChampionSelection.Postings) {
    let common = previous.withUnsafeBufferPointer { TermBlock.sharedCount($0, term) }
    previous.removeAll(keepingCapacity: true)
    previous.append(contentsOf: term)
    for level in 0..<depth { levels[level].pointee.note(term, common: common, postings) }
    if depth > 0 { add(postings.docs, postings.frequencies, to: levels[depth - 1]) }
  }

  private mutating func add(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>,
    to level: UnsafeMutablePointer<OpenRange>
  ) {
    if level.pointee.row == nil,
      level.pointee.docs.count + docs.count > documents / Self.documentsToPosting
    {
      level.pointee.row = summed(level)
    }
    if let row = level.pointee.row {
      row.pointee.add(docs: docs, frequencies: frequencies)
    } else {
      level.pointee.docs.append(contentsOf: docs)
      level.pointee.frequencies.append(contentsOf: frequencies)
    }
  }

  /// A row with what waits in a level.
  private mutating func summed(
    _ level: UnsafeMutablePointer<OpenRange>
  ) -> UnsafeMutablePointer<PrefixAccumulator> {
    let row = idleRows.popLast() ?? makeRow()
    row.pointee.add(docs: level.pointee.docs.elements, frequencies: level.pointee.frequencies.elements)
    level.pointee.docs.removeAll()
    level.pointee.frequencies.removeAll()
    return row
  }

  private func makeRow() -> UnsafeMutablePointer<PrefixAccumulator> {
    let row = UnsafeMutablePointer<PrefixAccumulator>.allocate(capacity: 1)
    row.initialize(to: PrefixAccumulator(documents: documents))
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
    let row = level.pointee.row ?? summed(level)
    row.pointee.drain(docs: &docs, sums: &sums)
    level.pointee.row = nil
    idleRows.append(row)
    guard docs.count > 0 else { return nil }
    if depth > 0 { add(docs.elements, sums.elements, to: levels[depth - 1]) }
    return (
      level.pointee.firstTerm, (docs.elements, sums.elements),
      (level.pointee.wordDocs.elements, level.pointee.wordFrequencies.elements)
    )
  }
}

/// A prefix that is open, and what it has so far. (Not nested: the debug compiler of Swift 6.3 fails on private types in
/// buffers.)
struct OpenRange: ~Copyable {
  private(set) var firstTerm: TermNumber = 0
  /// Postings that wait; none where there is a row.
  fileprivate(set) var docs = Buffer<DocNumber>()
  fileprivate(set) var frequencies = Buffer<UInt32>()
  fileprivate(set) var row: UnsafeMutablePointer<PrefixAccumulator>?
  private var isEmpty = true
  /// The first term's list as long as all others begin with it, and its bytes then.
  private var wordLength = Int.max
  private(set) var wordDocs = Buffer<DocNumber>()
  private(set) var wordFrequencies = Buffer<UInt32>()

  fileprivate mutating func begin(_ firstTerm: TermNumber) {
    self.firstTerm = firstTerm
    isEmpty = true
    dropWord()
  }

  /// Takes note of the next term, which has `common` bytes in common with the one before.
  @inline(__always)
  fileprivate mutating func note(
    _ term: UnsafeBufferPointer<UInt8>, common: Int, _ postings: ChampionSelection.Postings
  ) {
    if isEmpty {
      isEmpty = false
      wordLength = term.count
      wordDocs.append(contentsOf: postings.docs)
      wordFrequencies.append(contentsOf: postings.frequencies)
    } else if wordLength != .max, common < wordLength {
      dropWord()
    }
  }

  private mutating func dropWord() {
    wordLength = .max
    wordDocs.removeAll()
    wordFrequencies.removeAll()
  }
}
