import CVector

/// All documents that are in all required lists, counted or collected and not scored.
///
/// Bitmaps are intersected word by word. What is not a bitmap is looked up in one, or, of two such lists that are about
/// as long, the longer becomes a row of marks. No document is looked at where only a number is wanted.
struct MatchCounter: ~Copyable {
  private let lists: Parts
  private let order: ListsByForm
  private let row: PrefixRow?
  private let context: SegmentContext
  private var scratch: ScratchMemory { context.scratch }
  private var wordCount: Int { (context.documents + 63) / 64 }

  /// What things cost, in nanoseconds: to decode a block of a packed list, to mark its documents, to clear the mark of
  /// one document; to look up a document in a decoded block, or among marks.
  private enum Cost {
    static let decoding = 60.0
    static let marking = 35.0
    static let clearing = 0.015
    static let lookup = 5.0
    static let marked = 0.5
  }

  /// So many times as many documents pass a filter as would, if the lists had nothing to do with each other.
  private static let likeness = 4.0

  /// - Parameter row: a prefix that is required too.
  /// - Precondition: there is a list or a row.
  init(_ lists: Parts, and row: PrefixRow?, context: SegmentContext) {
    (self.lists, self.row, self.context) = (lists, row, context)
    order = ListsByForm(lists.count, scratch: context.scratch) { lists[$0].list }
  }

  /// Shows all matches to the sink.
  mutating func run(_ sink: inout MatchSink) throws(TesseraError) {
    if !sink.collects, !context.takesAway, row == nil, order.arrayCount + order.bitmapCount == 1 {
      // Nothing is taken away from it.
      return sink.add(count: lists[0].list.count)
    }
    if order.arrayCount > 0 {
      try sweepBlocks(&sink)
    } else {
      try intersectBitmaps(&sink)
    }
  }

  /// All matches, and where they stand in the lists that score; nil where there are more than `most`.
  ///
  /// - Parameter scores: whether it is needed where they stand.
  /// - Precondition: one of the lists is no bitmap.
  mutating func matches(most: Int = .max, scores: Bool) throws(TesseraError) -> FoundMatches? {
    let lead = order.array(0)
    let found = FoundMatches(lists, lead: lead, scores: scores, scratch: scratch)
    let filters = try filters(of: lists[lead].list, for: found)
    let count = try sweep(lists[lead].list, filters, into: found.docs, for: found, most: most)
    if count > most { return nil }
    return found.with(count: count)
  }

  /// The documents of lists that are all bitmaps, and perhaps some behind the last document.
  ///
  /// - Precondition: there is no row.
  func bitmap() -> UnsafePointer<UInt64> {
    order.bitmapCount == 1 ? lists[order.bitmap(0)].list.words : UnsafePointer(required())
  }

  // MARK: Bitmaps alone

  private func intersectBitmaps(_ sink: inout MatchSink) throws(TesseraError) {
    if row == nil, order.bitmapCount == 2, !context.takesAway, !sink.collects {
      let (left, right) = (lists[order.bitmap(0)].list, lists[order.bitmap(1)].list)
      SearchCounters.readWords(2 * wordCount, postings: 0)
      let last = wordCount - 1
      let count = cvector_count_and(left.words, right.words, last)
      return sink.add(count: count + (left.word(last) & right.words[last]).nonzeroBitCount)
    }
    let words = try intersection()
    let count = cvector_bit_count(words, wordCount)
    if sink.collects {
      sink.add(bitmap: words, wordCount: wordCount, count: count)
    } else {
      sink.add(count: count)
    }
  }

  /// What row and bitmaps have and nothing takes away.
  private func intersection() throws(TesseraError) -> UnsafeMutablePointer<UInt64> {
    let words = required()
    for excluded in context.excluded { cvector_and_not(words, excluded, wordCount) }
    for (column, ordinals) in context.ranges {
      try column.filter(bitmap: words, wordCount: wordCount, in: ordinals, scratch: scratch)
    }
    return words
  }

  /// What row and bitmaps have.
  private func required() -> UnsafeMutablePointer<UInt64> {
    SearchCounters.readWords(order.bitmapCount * wordCount, postings: 0)
    let words = scratch.allocate(UInt64.self, wordCount)
    if let row {
      cvector_nonzero_words(row.bytes, wordCount, words)
    } else {
      words.update(from: lists[order.bitmap(0)].list.words, count: wordCount)
    }
    for number in (row == nil ? 1 : 0)..<order.bitmapCount {
      cvector_and(words, lists[order.bitmap(number)].list.words, wordCount)
    }
    let excess = wordCount * 64 - context.documents
    words[wordCount - 1] &= .max >> UInt64(excess)
    return words
  }

  // MARK: A list leads

  /// What the documents of the lead are held against.
  private struct Filters {
    var bitmaps: ScratchArray<UnsafePointer<UInt64>>
    var rows: ScratchArray<UnsafePointer<UInt8>>
    var probes: ScratchArray<ListProbe>
    /// Which list each probe has.
    var probed: ScratchArray<Int>

    /// - Parameter most: of each kind.
    init(_ most: Int, scratch: ScratchMemory) {
      bitmaps = ScratchArray(capacity: most, scratch: scratch)
      rows = ScratchArray(capacity: most, scratch: scratch)
      probes = ScratchArray(capacity: most, scratch: scratch)
      probed = ScratchArray(capacity: most, scratch: scratch)
    }

    /// Whether none depends on where it stands, so that documents can be counted without being kept.
    var isOne: Bool { bitmaps.count + rows.count == 1 && probes.isEmpty }
  }

  private func sweepBlocks(_ sink: inout MatchSink) throws(TesseraError) {
    let lead = lists[order.array(0)].list
    let filters = try filters(of: lead)
    if !sink.collects {
      let countsOnly = filters.isOne && !context.takesAway
      return sink.add(
        count: countsOnly ? try count(lead, filters) : try sweep(lead, filters, into: nil))
    }
    let docs = scratch.allocate(DocNumber.self, lead.count + PostingListFormat.blockSize)
    let found = try sweep(lead, filters, into: docs)
    guard found > context.documents / 16 else { return sink.add(all: docs, found) }
    let set = DocumentSet(documents: context.documents, scratch: scratch)
    for index in 0..<found { set.insert(docs[index]) }
    sink.add(bitmap: set.words, wordCount: wordCount, count: found)
  }

  /// - Parameter found: is given the documents of lists that are decoded.
  private func filters(
    of lead: PostingList, for found: FoundMatches? = nil
  ) throws(TesseraError) -> Filters {
    // The lists that do not lead, and the row.
    var filters = Filters(lists.count, scratch: scratch)
    if let row { filters.rows.append(row.bytes) }
    if order.bitmapCount > 1, row == nil, lead.count > wordCount / 8 {
      filters.bitmaps.append(required())
    } else {
      for number in 0..<order.bitmapCount {
        filters.bitmaps.append(lists[order.bitmap(number)].list.words)
      }
    }
    var lookups = Double(lead.count)
    for number in 0..<order.bitmapCount { lookups *= passing(lists[order.bitmap(number)].list) }
    for number in 1..<order.arrayCount {
      let place = order.array(number)
      let other = lists[place].list
      defer { lookups *= passing(other) }
      if marksAreCheaper(other, lookups: lookups) {
        filters.rows.append(try marks(other, keeping: found?.roomForDocs(ofList: place, scratch)))
      } else {
        filters.probes.append(ListProbe(other, scratch: scratch))
        filters.probed.append(place)
      }
    }
    return filters
  }

  /// The share of documents that is likely to pass a list.
  private func passing(_ list: PostingList) -> Double {
    min(1, Self.likeness * Double(list.count) / Double(context.documents))
  }

  private func marksAreCheaper(_ list: PostingList, lookups: Double) -> Bool {
    let blocks = Double(list.arrayBlockCount)
    // As many lookups in one block are likely as in any other.
    let decoded = lookups * blocks / (lookups + blocks)
    let probing = decoded * Cost.decoding + lookups * Cost.lookup
    let marking =
      blocks * (Cost.decoding + Cost.marking) + Double(context.documents) * Cost.clearing
      + lookups * Cost.marked
    return marking < probing
  }

  /// A list as a row of bytes.
  ///
  /// - Parameter all: room for its documents, where they are needed later.
  private func marks(
    _ list: PostingList, keeping all: UnsafeMutablePointer<DocNumber>?
  ) throws(TesseraError) -> UnsafePointer<UInt8> {
    let row = scratch.zeros(UInt8.self, context.documents)
    let some = scratch.allocate(DocNumber.self, PostingListFormat.blockSize)
    for block in 0..<list.arrayBlockCount where !scratch.isStopped {
      let docs = all.map { $0 + block * PostingListFormat.blockSize } ?? some
      guard let count = list.arrayBlock(block, into: docs) else { throw context.damaged() }
      cvector_mark_bytes(row, docs, count)
    }
    return UnsafePointer(row)
  }

  /// How many documents of the lead the only filter lets pass.
  private func count(_ lead: PostingList, _ filters: Filters) throws(TesseraError) -> Int {
    let docs = scratch.allocate(DocNumber.self, PostingListFormat.blockSize)
    var found = 0
    for block in 0..<lead.arrayBlockCount where !scratch.isStopped {
      guard let count = lead.arrayBlock(block, into: docs) else { throw context.damaged() }
      if let row = filters.rows.first { found += cvector_count_bytes(docs, count, row) }
      if let words = filters.bitmaps.first { found += cvector_count_bits(docs, count, words) }
    }
    return found
  }

  /// Finds the matches and gives how many they are.
  ///
  /// - Parameters:
  ///   - all: room for as many as the lead has and a block; nil where they need not be kept.
  ///   - matches: is told where they stand.
  ///   - most: ends when there are more.
  private func sweep(
    _ lead: PostingList, _ filters: Filters, into all: UnsafeMutablePointer<DocNumber>?,
    for matches: FoundMatches? = nil, most: Int = .max
  ) throws(TesseraError) -> Int {
    let batch = scratch.allocate(DocNumber.self, PostingListFormat.blockSize)
    let slots = scratch.allocate(UInt32.self, PostingListFormat.blockSize)
    var found = 0
    for block in 0..<lead.arrayBlockCount where !scratch.isStopped && found <= most {
      let docs = all.map { $0 + found } ?? batch
      guard var count = lead.arrayBlock(block, into: docs) else { throw context.damaged() }
      for slot in 0..<count { slots[slot] = UInt32(truncatingIfNeeded: slot) }
      for row in filters.rows { count = cvector_filter_bytes(docs, slots, count, row) }
      for words in filters.bitmaps { count = cvector_filter_bits(docs, slots, count, words, 1) }
      for probe in filters.probes.indices where count > 0 {
        count = filters.probes[probe].filter(docs, slots, count)
      }
      count = context.filter(docs, slots, count)
      if let matches, count > 0 {
        matches.place(block: block, slots, count, from: found)
        for probe in filters.probes.indices {
          matches.place(filters.probes[probe], list: filters.probed[probe], slots, count, from: found)
        }
      }
      found += count
    }
    if filters.probes.contains(where: { $0.isDamaged }) { throw context.damaged() }
    return found
  }
}
