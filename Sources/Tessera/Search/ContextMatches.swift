import CVector

/// The documents of a segment among which suggestions are counted.
struct ContextMatches {
  let segment: SegmentReader
  /// A bitmap over all documents, in scratch memory; nil where all of them match.
  let words: UnsafeMutablePointer<UInt64>?
  let wordCount: Int
  let count: Int
  /// The documents, where they are few.
  private let few: UnsafeMutableBufferPointer<DocNumber>?
  private let block: UnsafeMutablePointer<UInt32>
  private let scratch: ScratchMemory

  /// Of fewer than one document in so many a list is made.
  private static let fewShare = 32
  /// A packed list with so many postings to a document is not decoded as a whole.
  private static let postingsToLookup = 80

  /// All documents but the deleted ones.
  init(_ segment: SearchableSegment, scratch: ScratchMemory) {
    let documents = segment.reader.documentCount
    guard let deleted = segment.deleted, deleted.count > 0 else {
      self.init(segment.reader, nil, count: documents, scratch: scratch)
      return
    }
    let set = DocumentSet(all: documents, scratch: scratch)
    cvector_and_not(set.words, deleted.words, set.wordCount)
    self.init(segment.reader, set, count: documents - deleted.count, scratch: scratch)
  }

  /// The documents of a set.
  ///
  /// - Parameter docs: the same ones, where they are known, with room for sixteen more.
  init(
    _ segment: SearchableSegment, _ set: DocumentSet, _ docs: UnsafeMutableBufferPointer<DocNumber>? = nil,
    scratch: ScratchMemory
  ) {
    let count = docs?.count ?? cvector_bit_count(set.words, set.wordCount)
    self.init(segment.reader, set, docs?.baseAddress, count: count, scratch: scratch)
  }

  /// The documents of a list.
  ///
  /// - Precondition: none of them is deleted.
  init(
    _ segment: SearchableSegment, _ lists: ListSection, _ entry: TermEntry, scratch: ScratchMemory
  ) throws(TesseraError) {
    let list = try lists.open(entry, scratch: scratch)
    let set = DocumentSet(documents: segment.reader.documentCount, scratch: scratch)
    if list.form == .dense {
      let words = (list.documents + 63) / 64
      set.words.update(from: list.words, count: words)
      set.words[words - 1] &= .max >> UInt64(words * 64 - list.documents)
      self.init(segment, set, scratch: scratch)
      return
    }
    let docs = scratch.allocate(DocNumber.self, list.count + PostingListFormat.blockSize + 16)
    var count = 0
    for block in 0..<list.arrayBlockCount {
      if block & 63 == 63 { try scratch.check() }
      guard let size = list.arrayBlock(block, into: docs + count) else { throw lists.damaged(entry.offset) }
      count += size
    }
    for place in 0..<count { set.insert(docs[place]) }
    self.init(segment.reader, set, docs, count: count, scratch: scratch)
  }

  /// - Parameter docs: the documents of the set, where they are known.
  private init(
    _ segment: SegmentReader, _ set: DocumentSet?, _ docs: UnsafeMutablePointer<DocNumber>? = nil, count: Int,
    scratch: ScratchMemory
  ) {
    (self.segment, self.count, self.scratch) = (segment, count, scratch)
    words = set?.words
    wordCount = set?.wordCount ?? 0
    block = scratch.allocate(UInt32.self, PostingListFormat.pageSize + 16)
    if let set, count < segment.documentCount / Self.fewShare {
      let few = docs ?? scratch.allocate(DocNumber.self, count + 16)
      if docs == nil { _ = cvector_bits(set.words, set.wordCount, 0, few) }
      self.few = UnsafeMutableBufferPointer(start: few, count: count)
    } else {
      few = nil
    }
  }

  /// How many of the documents are in a list without regard to its frequencies.
  ///
  /// - Complexity: O(1) where all documents match; else at most a nanosecond or so for each posting.
  func count(_ entry: TermEntry, of lists: ListSection) throws(TesseraError) -> Int {
    guard let words else { return Int(entry.documentCount) }
    if count == 0 { return 0 }
    let number = Int(entry.documentCount)
    try lists.bytes.check(at: entry.offset, count: entry.byteCount)
    if number == 1 {
      var at = lists.pointer(entry.offset)
      guard let value = ListVarint.read(&at, end: at + entry.byteCount), value >> 1 < UInt64(lists.documents)
      else { throw lists.damaged(entry.offset) }
      return Int(words[Int(value >> 7)] >> (value >> 1 & 63) & 1)
    }
    if PostingListFormat.form(count: number, documents: lists.documents) == .short {
      let bytes = UnsafeBufferPointer(start: lists.pointer(entry.offset), count: entry.byteCount)
      guard number > 0,
        ShortList.decode(bytes, count: number, documents: lists.documents, docs: block, frequencies: nil)
      else { throw lists.damaged(entry.offset) }
      return Int(cvector_count_bits(block, number, words))
    }
    let list = try lists.longList(count: number, offset: entry.offset, byteCount: entry.byteCount)
    // The bitmap has no bits behind the last document.
    if list.form == .dense { return Int(cvector_count_and(words, list.words, wordCount)) }
    if let few, few.count * Self.postingsToLookup < number {
      return try count(of: few, in: list, lists, entry)
    }
    var found = 0
    for place in 0..<list.blockCount {
      if place & 63 == 63 { try scratch.check() }
      guard list.decodeBlock(place, into: block) else { throw lists.damaged(entry.offset) }
      found += Int(cvector_count_bits(block, list.blockLength(place), words))
    }
    return found
  }

  /// Decodes the blocks alone that a document may be in.
  private func count(
    of docs: UnsafeMutableBufferPointer<DocNumber>, in list: PostingList, _ lists: ListSection,
    _ entry: TermEntry
  ) throws(TesseraError) -> Int {
    var (found, index, place) = (0, 0, 0)
    while index < docs.count {
      place = list.block(of: docs[index], from: place)
      if place == list.blockCount { break }
      guard list.decodeSearchableBlock(place, into: block) else { throw lists.damaged(entry.offset) }
      let last = list.lastDoc(ofBlock: place)
      while index < docs.count, docs[index] <= last {
        found += block[Int(cvector_rank128(block, docs[index]))] == docs[index] ? 1 : 0
        index += 1
      }
    }
    return found
  }

  /// Adds one to the count of each ordinal of each document.
  func tally(_ column: OrdinalColumn, into counts: UnsafeMutablePointer<UInt32>) throws(TesseraError) {
    if let few { return try column.tally(UnsafeBufferPointer(few), into: counts) }
    let words = words ?? DocumentSet(all: segment.documentCount, scratch: scratch).words
    let wordCount =
      PostingListFormat.pageCount(documents: segment.documentCount) * PostingListFormat.wordsPerPage
    try column.tally(bitmap: words, wordCount: wordCount, into: counts, scratch: scratch)
  }

  /// How many of the documents have one of the ordinals.
  func count(_ column: OrdinalColumn, in ordinals: Range<UInt32>) throws(TesseraError) -> Int {
    if ordinals.isEmpty || count == 0 { return 0 }
    let set = DocumentSet(all: segment.documentCount, scratch: scratch)
    if let words { set.words.update(from: words, count: set.wordCount) }
    try column.filter(bitmap: set.words, wordCount: set.wordCount, in: ordinals, scratch: scratch)
    return Int(cvector_bit_count(set.words, set.wordCount))
  }
}

extension SearchRun {
  /// What of each segment matches a query's tokens and complete words.
  func contexts(of query: ResolvedQuery) throws(TesseraError) -> [ContextMatches] {
    var contexts: [ContextMatches] = []
    if query.words.isEmpty && query.conditions.isEmpty {
      for segment in searcher.segments { contexts.append(ContextMatches(segment, scratch: scratch)) }
      return contexts
    }
    if query.isOneList, searcher.segments.allSatisfy({ ($0.deleted?.count ?? 0) == 0 }) {
      for segment in searcher.segments {
        contexts.append(try context(ofOneList: query, in: segment))
      }
      return contexts
    }
    let (lookups, weights) = try lookUp(query)
    var top = TopHits(capacity: 0, scratch: scratch)
    var sink = MatchSink(needsAll: true, wanted: 0)
    for (index, segment) in searcher.segments.enumerated() {
      let set = DocumentSet(documents: segment.reader.documentCount, scratch: scratch)
      sink.beginSegment(collecting: set)
      try search(segment, for: query, lookups[index], weights, &top, &sink)
      contexts.append(ContextMatches(segment, set, sink.docs, scratch: scratch))
    }
    return contexts
  }

  /// The same where nothing has to be joined.
  private func context(
    ofOneList query: ResolvedQuery, in segment: SearchableSegment
  ) throws(TesseraError) -> ContextMatches {
    var (lists, terms) = (segment.reader.lists, segment.reader.terms)
    var term = query.words.first
    if case .anyFacet(let values, _)? = query.conditions.first {
      let facet = segment.reader.facets[values[0].field]
      (lists, terms, term) = (facet.lists, facet.terms, values[0].folded)
    }
    guard let term, let entry = try terms.find(term) else {
      let none = DocumentSet(documents: segment.reader.documentCount, scratch: scratch)
      return ContextMatches(segment, none, scratch: scratch)
    }
    return try ContextMatches(segment, lists, entry, scratch: scratch)
  }
}

extension ResolvedQuery {
  /// Whether the documents of one word or one value are all that match, where no word is typed still.
  fileprivate var isOneList: Bool {
    guard prefix == nil, words.count + conditions.count == 1 else { return false }
    if conditions.isEmpty { return true }
    guard case .anyFacet(let values, _) = conditions[0] else { return false }
    return values.count == 1
  }
}
