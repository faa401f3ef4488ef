/// What a segment that is being made holds in memory: one value, so that a document is added without a check of access
/// for each of its words and values.
struct SegmentContent: ~Copyable {
  private var inverter = TextInverter()
  /// Length codes in the order of addition.
  private(set) var lengths = Buffer<UInt8>()
  private var totalLength = 0
  private let facets: OwnedRow<FacetBuilder>
  private var numbers: [NumberBuilder]
  var keys: SegmentKeys
  /// nil where no documents are stored.
  var stored: StoredDocumentsWriter?

  init(schema: Schema) {
    facets = OwnedRow(count: schema.facets.count) { _ in FacetBuilder() }
    numbers = schema.numbers.map { _ in NumberBuilder() }
    keys = SegmentKeys(isAutomatic: schema.key == nil)
  }

  /// Bytes of memory it holds, and needs to finish.
  var byteCount: Int {
    // To finish takes an ordinal and a length for each document once more.
    var sum = inverter.log.byteCount + lengths.byteCapacity + 5 * lengths.count + keys.byteCount
    for field in 0..<facets.count { sum += facets.base[field].byteCount }
    for number in numbers { sum += number.byteCount }
    return sum
  }

  /// Whether so many more bytes of documents have their places.
  func hasRoom(for bytes: Int) -> Bool {
    for field in 0..<facets.count where !facets.base[field].hasRoom(for: bytes) { return false }
    return inverter.log.hasRoom(for: bytes) && numbers.allSatisfy { $0.hasRoom(for: bytes) } && keys.hasRoom
  }

  /// Adds a document; one with the same key that came before is deleted.
  ///
  /// - Throws: `.limitExceeded` when the document cannot be stored; nothing of it is added then.
  mutating func add(_ fields: borrowing DocumentFields, weights: [UInt32]) throws(TesseraError) {
    try fields.bytes.withUnsafeBufferPointer { (bytes) throws(TesseraError) in
      try stored?.append(UnsafeBufferPointer(rebasing: bytes[fields.source]))
      addText(fields, bytes, weights)
      for place in 0..<fields.facets.count {
        let slice = fields.facets[place]
        facets.base[slice.field].add(UnsafeBufferPointer(rebasing: bytes[slice.start..<slice.end]))
      }
      for field in 0..<facets.count { facets.base[field].expect() }
      for field in 0..<facets.count { facets.base[field].endDocument() }
      keys.append(fields.key.map { UnsafeBufferPointer(rebasing: bytes[$0]) })
    }
    for (field, value, isDate) in fields.numbers { numbers[field].add(value, isDate: isDate) }
    for field in numbers.indices { numbers[field].endDocument() }
  }

  private mutating func addText(
    _ fields: borrowing DocumentFields, _ bytes: UnsafeBufferPointer<UInt8>, _ weights: [UInt32]
  ) {
    var length = 0
    for place in 0..<fields.texts.count {
      let slice = fields.texts[place]
      let text = UnsafeBufferPointer(rebasing: bytes[slice.start..<slice.end])
      length += inverter.add(text, weight: weights[slice.field])
    }
    inverter.log.endDocument()
    let code = LengthCode.encode(UInt32(clamping: length))
    totalLength += Int(LengthCode.decode(code))
    lengths.append(code)
  }

  /// Writes all sections, and lets go of facet values on the way.
  ///
  /// - Parameters:
  ///   - leastPass: how many postings are turned round at a time, at least.
  ///   - spareMemory: bytes that may be held beside `byteCount`.
  /// - Returns: how many automatic keys were taken.
  mutating func write(
    to file: SegmentFileWriter, schema: Schema, firstAutomaticKey: UInt64, leastPass: Int, spareMemory: Int
  ) throws(TesseraError) -> Int {
    let statistics = SegmentStatistics(
      documents: lengths.count, totalLength: totalLength, terms: inverter.log.termCount,
      postings: inverter.log.postingCount)
    let order = LengthOrder(lengths.elements, byLength: schema.isLarge(documents: lengths.count))
    let ordinals = order.ordinals.elements
    var rows: [FacetRows] = []
    for field in 0..<facets.count {
      rows.append(facets.base[field].write(to: file, field: field, schema: schema, ordinals))
      // What is still needed of it stands in the rows; the long part of the work is yet to come.
      facets.base[field] = FacetBuilder()
    }
    inverter.log.write(
      to: file, schema: schema, order: order, averageLength: statistics.averageLength,
      plan: PrefixPlan(
        for: schema, documents: lengths.count, averageLength: statistics.averageLength,
        facetBytes: file.facetByteCount),
      facets: rows, leastPass: leastPass, spareMemory: spareMemory)
    order.write(to: file)
    for (field, builder) in numbers.enumerated() { builder.write(to: file, field: field, ordinals) }
    withExtendedLifetime(order) {}
    let automaticKeys = try keys.write(to: file, firstAutomatic: firstAutomaticKey)
    stored?.finish()
    statistics.write(to: file.section(SectionID(.statistics)))
    return automaticKeys
  }
}

/// Tokenizer and postings together, so that the loop over tokens has them at hand.
private struct TextInverter: ~Copyable {
  private var tokenizer = Tokenizer()
  private var tokens = TokenBuffer()
  private var keys = Buffer<TermKey>()
  var log = PostingLog()

  /// Adds the terms of a text to the open document; gives its length: words times weight.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>, weight: UInt32) -> Int {
    tokenizer.tokenize(text, into: &tokens)
    tokens.termBytes.withUnsafeBufferPointer { terms in
      tokens.tokens.withUnsafeBufferPointer { tokens in
        var start = 0
        while start < tokens.count {
          let some = UnsafeBufferPointer(rebasing: tokens[start..<min(start + Self.atOnce, tokens.count)])
          add(some, terms, weight)
          start += Self.atOnce
        }
      }
    }
    return tokens.wordCount * Int(weight)
  }

  /// Terms looked up side by side: enough to wait for memory once, few enough that what was asked for is still there.
  private static var atOnce: Int { 32 }

  private mutating func add(
    _ tokens: UnsafeBufferPointer<TokenBuffer.Token>, _ terms: UnsafeBufferPointer<UInt8>, _ weight: UInt32
  ) {
    let bytes = terms.baseAddress.unsafelyUnwrapped
    @inline(__always)
    func term(_ index: Int) -> UnsafeBufferPointer<UInt8> {
      let token = tokens[index]
      return UnsafeBufferPointer(start: bytes + Int(token.termStart), count: Int(token.termCount))
    }
    keys.removeAll()
    let keys = self.keys.appendUninitialized(tokens.count)
    for index in 0..<tokens.count { keys[index] = log.key(of: term(index)) }
    for index in 0..<tokens.count { log.expect(keys[index]) }
    for index in 0..<tokens.count { log.add(term: term(index), keys[index], weight: weight) }
  }
}
