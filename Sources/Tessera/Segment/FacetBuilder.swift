/// The values of a facet field in memory: of each document, and how each was first spelled.
struct FacetBuilder: ~Copyable {
  private var table = TermTable()
  /// The first spelling of each value, where it is not the folded one: a stretch of `spellings`, else empty.
  private var spellings = Buffer<UInt8>()
  private var spellingEnds = Buffer<UInt32>()
  private var documentCounts = Buffer<UInt32>()
  /// Where each value stands last in `values`.
  private var lastPlaces = Buffer<UInt32>()
  /// The values of all documents, one behind the other, and where those of each end.
  private var values = Buffer<UInt32>()
  private var ends = Buffer<UInt32>()
  private var folded: [UInt8] = []
  private var documentStart = 0

  var byteCount: Int {
    table.byteCapacity + spellings.byteCapacity + spellingEnds.byteCapacity + 2 * documentCounts.byteCapacity
      + values.byteCapacity * 3 + ends.byteCapacity * 2
  }

  /// Whether another document with so many bytes of values fits: places have 32 bits.
  func hasRoom(for byteCount: Int) -> Bool {
    table.hasRoom(for: byteCount) && max(spellings.count, values.count) + byteCount < UInt32.max
  }

  /// Adds a value to the open document, once.
  mutating func add(_ spelling: UnsafeBufferPointer<UInt8>) {
    FacetFolding.fold(spelling, into: &folded)
    if folded.isEmpty { return }
    let (number, isNew) = folded.withUnsafeBufferPointer { table.number(of: $0) }
    if isNew {
      documentCounts.append(0)
      lastPlaces.append(0)
      if !folded.elementsEqual(spelling) { spellings.append(contentsOf: spelling) }
      spellingEnds.append(UInt32(spellings.count))
    }
    if documentCounts[number] > 0, Int(lastPlaces[number]) >= documentStart { return }
    lastPlaces[number] = UInt32(values.count)
    values.append(UInt32(number))
    documentCounts[number] += 1
  }

  /// Closes the open document.
  mutating func endDocument() {
    documentStart = values.count
    ends.append(UInt32(values.count))
  }

  /// Writes values, lists and column of the field, and gives the values of the documents.
  ///
  /// - Parameter order: for each document of the segment which one it was, counted in the order of addition.
  borrowing func write(
    to file: SegmentFileWriter, field: Int, schema: Schema, _ order: UnsafeBufferPointer<DocNumber>
  ) -> FacetRows {
    let sorted = table.sortedNumbers()
    var ranks = [UInt32](repeating: 0, count: sorted.count)
    for (rank, number) in sorted.enumerated() { ranks[Int(number)] = UInt32(rank) }
    let writer = FacetFieldWriter(file: file, field: field, schema: schema, documents: ends.count)
    writeLists(sorted, ranks, order, writer)
    var ordinals: [UInt32] = []
    for added in order {
      ordinals.removeAll(keepingCapacity: true)
      for place in places(of: added) { ordinals.append(ranks[Int(values[place])]) }
      ordinals.sort()
      writer.append(ordinals: ordinals)
    }
    return writer.finish()
  }

  /// Where the values of the document stand that was added as number `added`.
  private borrowing func places(of added: DocNumber) -> Range<Int> {
    (added == 0 ? 0 : Int(ends[Int(added) - 1]))..<Int(ends[Int(added)])
  }

  private borrowing func writeLists(
    _ sorted: [UInt32], _ ranks: [UInt32], _ order: UnsafeBufferPointer<DocNumber>,
    _ writer: FacetFieldWriter
  ) {
    var places: [Int] = []
    var sum = 0
    for number in sorted {
      places.append(sum)
      sum += Int(documentCounts[Int(number)])
    }
    var docs = [DocNumber](repeating: 0, count: sum)
    for (doc, added) in order.enumerated() {
      for place in self.places(of: added) {
        let rank = Int(ranks[Int(values[place])])
        docs[places[rank]] = DocNumber(doc)
        places[rank] += 1
      }
    }
    docs.withUnsafeBufferPointer { docs in
      var start = 0
      for number in sorted {
        let end = start + Int(documentCounts[Int(number)])
        writer.append(
          value: table[Int(number)], spelling: spelling(Int(number)),
          docs: UnsafeBufferPointer(rebasing: docs[start..<end]))
        start = end
      }
    }
  }

  private borrowing func spelling(_ number: Int) -> UnsafeBufferPointer<UInt8>? {
    let start = number == 0 ? 0 : Int(spellingEnds[number - 1])
    let end = Int(spellingEnds[number])
    return start == end ? nil : UnsafeBufferPointer(rebasing: spellings.elements[start..<end])
  }
}

/// Writes a facet field of a segment: the values in order, each with its documents, then the documents in order.
final class FacetFieldWriter {
  private var terms: TermDictionaryWriter
  private var lists: PostingListWriter
  private var column: OrdinalColumnWriter?
  private var values: FacetValuesWriter
  private let columnSection: SectionWriter
  private let words: FacetWordsWriter
  private let rows = FacetRows()
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
  func append(
    value: UnsafeBufferPointer<UInt8>, spelling: UnsafeBufferPointer<UInt8>?,
    docs: UnsafeBufferPointer<DocNumber>
  ) {
    let bytes = lists.append(docs: docs, frequencies: nil, model: nil)
    terms.add(term: value, documentCount: UInt32(docs.count), byteCount: bytes)
    values.append(spelling: spelling ?? value, folded: value)
    words.append(value: value, documentCount: docs.count)
    count += 1
  }

  /// Appends the next document, when all values are written.
  ///
  /// - Parameter ordinals: ascending, each once.
  func append(ordinals: [UInt32]) {
    if column == nil { column = OrdinalColumnWriter(columnSection, ordinalCount: count) }
    ordinals.withUnsafeBufferPointer { column?.append($0) }
    rows.append(ordinals)
  }

  /// Gives the values of the documents.
  func finish() -> FacetRows {
    if column == nil { column = OrdinalColumnWriter(columnSection, ordinalCount: count) }
    terms.finish()
    column?.finish()
    values.finish()
    words.finish()
    rows.valueCount = count
    return rows
  }
}
