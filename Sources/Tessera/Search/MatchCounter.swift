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

  /// What a lookup in a packed list costs, and the decoding of a posting with its mark or test, in tenths of a
  /// nanosecond; clearing a row of marks costs one of them for four documents.
  private static let lookupCost = 90
  private static let decodingCost = 8

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

  /// All matches, ascending, where one of the lists is no bitmap.
  mutating func matches() throws(TesseraError) -> (docs: UnsafeMutablePointer<DocNumber>, count: Int) {
    let lead = lists[order.array(0)].list
    let docs = scratch.allocate(DocNumber.self, lead.count + PostingListFormat.blockSize)
    return (docs, try sweep(lead, try filters(of: lead), into: docs))
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

    /// - Parameter most: of each kind.
    init(_ most: Int, scratch: ScratchMemory) {
      bitmaps = ScratchArray(capacity: most, scratch: scratch)
      rows = ScratchArray(capacity: most, scratch: scratch)
      probes = ScratchArray(capacity: most, scratch: scratch)
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

  private func filters(of lead: PostingList) throws(TesseraError) -> Filters {
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
    for number in 1..<order.arrayCount {
      let other = lists[order.array(number)].list
      if marksAreCheaper(other, lookups: lead.count) {
        filters.rows.append(try marks(other))
      } else {
        filters.probes.append(ListProbe(other, scratch: scratch))
      }
    }
    return filters
  }

  private func marksAreCheaper(_ list: PostingList, lookups: Int) -> Bool {
    lookups * Self.lookupCost
      > (lookups + list.count + context.documents / 32) * Self.decodingCost
  }

  /// A list as a row of bytes.
  private func marks(_ list: PostingList) throws(TesseraError) -> UnsafePointer<UInt8> {
    let row = scratch.zeros(UInt8.self, context.documents)
    let docs = scratch.allocate(DocNumber.self, PostingListFormat.blockSize)
    for block in 0..<list.arrayBlockCount where !scratch.isStopped {
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
  /// - Parameter all: room for as many as the lead has and a block; nil where they need not be kept.
  private func sweep(
    _ lead: PostingList, _ filters: Filters, into all: UnsafeMutablePointer<DocNumber>?
  ) throws(TesseraError) -> Int {
    let batch = scratch.allocate(DocNumber.self, PostingListFormat.blockSize)
    let slots = scratch.allocate(UInt32.self, PostingListFormat.blockSize)
    var found = 0
    for block in 0..<lead.arrayBlockCount where !scratch.isStopped {
      let docs = all.map { $0 + found } ?? batch
      guard var count = lead.arrayBlock(block, into: docs) else { throw context.damaged() }
      for slot in 0..<count { slots[slot] = UInt32(truncatingIfNeeded: slot) }
      for row in filters.rows { count = cvector_filter_bytes(docs, slots, count, row) }
      for words in filters.bitmaps { count = cvector_filter_bits(docs, slots, count, words, 1) }
      for probe in filters.probes.indices where count > 0 {
        count = filters.probes[probe].filter(docs, slots, count)
      }
      found += context.filter(docs, slots, count)
    }
    if filters.probes.contains(where: { $0.isDamaged }) { throw context.damaged() }
    return found
  }
}
