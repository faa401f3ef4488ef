/// The values of a facet field in memory: of each document, and how each was first spelled.
struct FacetBuilder: ~Copyable {
  private var table = TermTable()
  /// The first spelling of each value, where it is not the folded one: a stretch of `spellings`, else empty.
  private var spellings = Buffer<UInt8>()
  private var spellingEnds = Buffer<UInt32>()
  /// The values of all documents, one behind the other, and where those of each end.
  private var values = Buffer<UInt32>()
  private var ends = Buffer<UInt32>()
  /// Those of the open document, and their folded bytes one behind the other.
  private var open = Buffer<OpenFacetValue>()
  private var folded = Buffer<UInt8>()

  var byteCount: Int {
    // To finish takes an order of the values, where their lists begin, and the lists and rows.
    table.byteCapacity + spellings.byteCapacity + spellingEnds.byteCapacity + 24 * table.count
      + values.byteCapacity * 3 + ends.byteCapacity * 2
  }

  /// Whether another document with so many bytes of values fits: places have 32 bits.
  func hasRoom(for byteCount: Int) -> Bool {
    table.hasRoom(for: byteCount) && max(spellings.count, values.count) + byteCount < UInt32.max
  }

  /// Adds a value to the open document, which keeps it once.
  ///
  /// - Parameter spelling: to be there until the end of the document.
  @inline(__always)
  mutating func add(_ spelling: UnsafeBufferPointer<UInt8>) {
    let start = folded.count
    fold(spelling)
    if folded.count == start { return }
    let value = UnsafeBufferPointer(start: folded.base + start, count: folded.count - start)
    open.append(OpenFacetValue(spelling: spelling, end: folded.count, key: table.key(of: value)))
  }

  @inline(__always)
  private mutating func fold(_ spelling: UnsafeBufferPointer<UInt8>) {
    let room = folded.appendUninitialized(spelling.count)
    if let count = FacetFolding.foldPlain(spelling, into: room) {
      folded.removeLast(spelling.count - count)
    } else {
      folded.removeLast(spelling.count)
      FacetFolding.foldWithICU(spelling).withUnsafeBufferPointer { folded.append(contentsOf: $0) }
    }
  }

  /// Asks for what ending the document will need from memory.
  @inline(__always)
  func expect() {
    for index in 0..<open.count { table.expect(open[index].key) }
  }

  /// Closes the open document.
  mutating func endDocument() {
    let documentStart = UInt32(truncatingIfNeeded: values.count)
    var start = 0
    for index in 0..<open.count {
      let value = open[index]
      count(
        UnsafeBufferPointer(start: folded.base + start, count: value.end - start), value,
        documentStart: documentStart)
      start = value.end
    }
    ends.append(UInt32(truncatingIfNeeded: values.count))
    open.removeAll()
    folded.removeAll()
  }

  @inline(__always)
  private mutating func count(
    _ folded: UnsafeBufferPointer<UInt8>, _ value: OpenFacetValue, documentStart: UInt32
  ) {
    let (number, isNew) = table.number(of: folded, value.key)
    if isNew {
      if !folded.elementsEqual(value.spelling) { spellings.append(contentsOf: value.spelling) }
      spellingEnds.append(UInt32(spellings.count))
    }
    let record = table.record(of: number)
    if record.pointee.use.isSince(documentStart) { return }
    record.pointee.use.count(at: UInt32(truncatingIfNeeded: values.count))
    values.append(UInt32(truncatingIfNeeded: number))
  }

  /// Writes values, lists and column of the field, and gives the values of the documents.
  ///
  /// - Parameter order: for each document of the segment which one it was, counted in the order of addition.
  borrowing func write(
    to file: SegmentFileWriter, field: Int, schema: Schema, _ order: UnsafeBufferPointer<DocNumber>
  ) -> FacetRows {
    let sorted = table.sortedNumbers()
    var writer = FacetFieldWriter(file: file, field: field, schema: schema, documents: ends.count)
    writeLists(sorted, order, &writer)
    var ranks = Buffer<UInt32>(capacity: sorted.count)
    _ = ranks.appendUninitialized(sorted.count)
    for (rank, number) in sorted.enumerated() { ranks[Int(number)] = UInt32(truncatingIfNeeded: rank) }
    var rows = FacetRowsBuilder(documents: ends.count, values: values.count)
    for added in order {
      for place in places(of: added) { rows.append(value: ranks[Int(values[place])]) }
      rows.endDocument()
    }
    return writer.finish(rows)
  }

  /// Where the values of the document stand that was added as number `added`.
  @inline(__always)
  private borrowing func places(of added: DocNumber) -> Range<Int> {
    let start = added == 0 ? 0 : Int(ends[Int(added) &- 1])
    return Range(uncheckedBounds: (start, Int(ends[Int(added)])))
  }

  private borrowing func writeLists(
    _ sorted: [UInt32], _ order: UnsafeBufferPointer<DocNumber>, _ writer: inout FacetFieldWriter
  ) {
    // Where the next document of each value goes.
    var places = Buffer<UInt32>(capacity: sorted.count)
    _ = places.appendUninitialized(sorted.count)
    var sum = 0
    for number in sorted {
      places[Int(number)] = UInt32(truncatingIfNeeded: sum)
      sum += table.documentCount(of: Int(number))
    }
    var docs = Buffer<DocNumber>(capacity: sum)
    let target = docs.appendUninitialized(sum)
    for (doc, added) in order.enumerated() {
      for place in self.places(of: added) {
        let number = Int(values[place])
        target[Int(places[number])] = DocNumber(truncatingIfNeeded: doc)
        places[number] &+= 1
      }
    }
    var start = 0
    for number in sorted {
      let count = table.documentCount(of: Int(number))
      writer.append(
        value: table[Int(number)], spelling: spelling(Int(number)),
        docs: UnsafeBufferPointer(start: target + start, count: count))
      start += count
    }
    withExtendedLifetime(docs) {}
  }

  private borrowing func spelling(_ number: Int) -> UnsafeBufferPointer<UInt8>? {
    let start = number == 0 ? 0 : Int(spellingEnds[number - 1])
    let end = Int(spellingEnds[number])
    return start == end ? nil : UnsafeBufferPointer(rebasing: spellings.elements[start..<end])
  }
}

/// A value of a document that is being added. (Not nested: the debug compiler of Swift 6.3 fails on private types in
/// buffers.)
struct OpenFacetValue: BitwiseCopyable {
  var spelling: UnsafeBufferPointer<UInt8>
  /// Where its folded bytes end.
  var end: Int
  var key: TermKey
}

/// Writes a facet field of a segment: the values in order, each with its documents, then the documents in order.
struct FacetFieldWriter: ~Copyable {
  private var terms: TermDictionaryWriter
  private var lists: PostingListWriter
  private var values: FacetValuesWriter
  private let columnSection: SectionWriter
  private var words: FacetWordsWriter
  /// How many values were written.
  private(set) var count = 0

  init(file: SegmentFileWriter, field: Int, schema: Schema, documents: Int) {
    terms = TermDictionaryWriter(file.section(SectionID(.facetTerms, field: field)))
    lists = PostingListWriter(
      section: file.section(SectionID(.facetLists, field: field)), documents: documents)
    columnSection = file.section(SectionID(.facetColumn, field: field))
    values = FacetValuesWriter(file.section(SectionID(.facetValues, field: field)))
    words = FacetWordsWriter(
      words: file.section(SectionID(.facetWords, field: field)),
      lists: file.section(SectionID(.facetWordValues, field: field)),
      tops: FacetTopsWriter(
        file.section(SectionID(.facetTops, field: field)), schema: schema, documents: documents))
  }

  /// - Parameter spelling: nil when it is the folded value.
  mutating func append(
    value: UnsafeBufferPointer<UInt8>, spelling: UnsafeBufferPointer<UInt8>?,
    docs: UnsafeBufferPointer<DocNumber>
  ) {
    let bytes = lists.append(docs: docs, frequencies: nil, model: nil)
    terms.add(term: value, documentCount: UInt32(docs.count), byteCount: bytes)
    values.append(spelling: spelling ?? value, folded: value)
    words.append(value: value, documentCount: docs.count)
    count += 1
  }

  /// Writes the values of the documents, when all values are written, and gives them.
  mutating func finish(_ builder: consuming FacetRowsBuilder) -> FacetRows {
    var column = OrdinalColumnWriter(columnSection, ordinalCount: count)
    for doc in 0..<builder.documents { column.append(builder[doc]) }
    terms.finish()
    column.finish()
    values.finish()
    words.finish()
    return FacetRows(builder, valueCount: count)
  }
}
