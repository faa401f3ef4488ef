/// A segment being made in memory: documents go in, a file comes out.
///
/// One thread uses a builder; several builders work side by side.
final class SegmentBuilder {
  /// The most bytes of fields a document may have; room for one more is always kept.
  static let maximumDocumentBytes = 512 << 20

  private let schema: Schema
  private let file: SegmentFileWriter
  private let weights: [UInt32]
  private var inverter = TextInverter()
  /// Length codes in the order of addition.
  private var lengths = Buffer<UInt8>()
  private var totalLength = 0
  private var facets: [FacetBuilderBox]
  private var numbers: [NumberBuilder]
  private var keys: SegmentKeys
  private var stored: StoredDocumentsWriter?

  /// A builder of a noncopyable kind, to stand in an array.
  private final class FacetBuilderBox {
    var builder = FacetBuilder()
  }

  /// - Parameter path: of the segment file, which appears with `finish`.
  init(schema: Schema, path: String, files: any FileSystem) throws(TesseraError) {
    self.schema = schema
    file = try SegmentFileWriter(path: path, files: files)
    weights = schema.text.map { UInt32(clamping: $0.weight) }
    facets = schema.facets.map { _ in FacetBuilderBox() }
    numbers = schema.numbers.map { _ in NumberBuilder() }
    keys = SegmentKeys(isAutomatic: schema.key == nil)
    if schema.storesDocuments {
      stored = StoredDocumentsWriter(
        documents: file.section(SectionID(.documents)), offsets: file.section(SectionID(.documentOffsets)))
    }
  }

  var documents: Int { lengths.count }

  /// Bytes of memory it holds, and needs to finish.
  var byteCount: Int {
    // To finish takes an ordinal and a length for each document once more.
    var sum = inverter.log.byteCount + lengths.byteCapacity + 5 * documents + keys.byteCount
    for facet in facets { sum += facet.builder.byteCount }
    for number in numbers { sum += number.byteCount }
    return sum
  }

  /// Whether all documents of one more batch still have their places in this segment.
  var hasRoom: Bool {
    let bytes = Self.maximumDocumentBytes
    // A batch has at most twice the bytes of the longest document, and a document two bytes or more.
    return documents < SegmentStatistics.maximumDocuments - JSONDocumentReader.maxDocumentBytes
      && inverter.log.hasRoom(for: bytes)
      && facets.allSatisfy { $0.builder.hasRoom(for: bytes) } && numbers.allSatisfy { $0.hasRoom(for: bytes) }
      && keys.hasRoom
  }

  /// Adds a document; one with the same key that came before is deleted.
  ///
  /// - Throws: `.limitExceeded` when the document cannot be stored; nothing of it is added then.
  func add(_ fields: borrowing DocumentFields) throws(TesseraError) {
    guard fields.bytes.count <= Self.maximumDocumentBytes else {
      throw TesseraError(
        .limitExceeded,
        "a document of \(fields.bytes.count) bytes of fields, at most \(Self.maximumDocumentBytes) can be added; "
          + "split it")
    }
    let fault = fields.bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(TesseraError) in
        try stored?.append(UnsafeBufferPointer(rebasing: bytes[fields.source]))
      }
    }
    try fault.get()
    fields.bytes.withUnsafeBufferPointer { bytes in
      addText(fields, bytes)
      for slice in fields.facets {
        facets[slice.field].builder.add(UnsafeBufferPointer(rebasing: bytes[slice.start..<slice.end]))
      }
      keys.append(fields.key.map { UnsafeBufferPointer(rebasing: bytes[$0]) })
    }
    for facet in facets { facet.builder.endDocument() }
    for (field, value, isDate) in fields.numbers { numbers[field].add(value, isDate: isDate) }
    for field in numbers.indices { numbers[field].endDocument() }
  }

  private func addText(_ fields: borrowing DocumentFields, _ bytes: UnsafeBufferPointer<UInt8>) {
    var length = 0
    for slice in fields.texts {
      let text = UnsafeBufferPointer(rebasing: bytes[slice.start..<slice.end])
      length += inverter.add(text, weight: weights[slice.field])
    }
    inverter.log.endDocument()
    let code = LengthCode.encode(UInt32(clamping: length))
    totalLength += Int(LengthCode.decode(code))
    lengths.append(code)
  }

  /// The documents that were replaced by later ones with their key, by ordinal.
  var replaced: [DocNumber] { keys.replaced }

  /// Automatic keys from here on are not among the keys that callers gave.
  var firstFreeNumber: UInt64 { keys.firstFreeNumber }

  /// Whether a document with this key was added, and deletes it.
  func delete(key: [UInt8]) -> Bool { keys.delete(key) }

  /// Writes the segment.
  ///
  /// - Parameter firstAutomaticKey: the number of the first document without a key of its own; each takes one.
  /// - Returns: its size in bytes and how many automatic keys it took.
  func finish(firstAutomaticKey: UInt64) throws(TesseraError) -> (byteCount: Int, automaticKeys: Int) {
    let statistics = SegmentStatistics(
      documents: documents, totalLength: totalLength, terms: inverter.log.termCount,
      postings: inverter.log.postingCount)
    let order = LengthOrder(lengths.elements, byLength: schema.isLarge(documents: documents))
    let ordinals = order.ordinals.elements
    var rows: [FacetRows] = []
    for (field, facet) in facets.enumerated() {
      rows.append(facet.builder.write(to: file, field: field, schema: schema, ordinals))
      // What is still needed of it stands in the rows; the long part of the work is yet to come.
      facet.builder = FacetBuilder()
    }
    inverter.log.write(
      to: file, order: order, averageLength: statistics.averageLength,
      plan: PrefixPlan(for: schema, documents: documents), withPrefixes: schema.prefixLists,
      counts: RangeCountsWriter(file, rows, schema: schema, documents: documents))
    file.section(SectionID(.norms)).append(UnsafeRawBufferPointer(order.lengths.elements))
    if order.isByLength { order.write(to: file.section(SectionID(.documentOrder))) }
    for (field, builder) in numbers.enumerated() { builder.write(to: file, field: field, ordinals) }
    withExtendedLifetime(order) {}
    let automaticKeys = try keys.write(to: file, firstAutomatic: firstAutomaticKey)
    stored?.finish()
    statistics.write(to: file.section(SectionID(.statistics)))
    return (try file.finish(), automaticKeys)
  }

  /// Removes what was written.
  func abandon() { file.abandon() }
}

/// Tokenizer and postings together, so that the loop over tokens has them at hand.
private struct TextInverter: ~Copyable {
  private var tokenizer = Tokenizer()
  private var tokens = TokenBuffer()
  var log = PostingLog()

  /// Adds the terms of a text to the open document; gives its length: words times weight.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>, weight: UInt32) -> Int {
    tokenizer.tokenize(text, into: &tokens)
    tokens.termBytes.withUnsafeBufferPointer { terms in
      for token in tokens.tokens {
        let start = terms.baseAddress! + Int(token.termStart)
        log.add(term: UnsafeBufferPointer(start: start, count: Int(token.termCount)), weight: weight)
      }
    }
    return tokens.wordCount * Int(weight)
  }
}
