import CVector

/// The postings of a segment in memory, in the order in which documents were added, and their turning round into lists.
///
/// A posting is eight bytes, written once, one behind the other; lists come about only at the end, by counting
/// terms and putting each posting where its list is. That is faster than growing a list for each term, and what it
/// needs is known at any time.
struct PostingLog: ~Copyable {
  private var table = TermTable(capacity: 1 << 14)
  private var postings = Buffer<LoggedPosting>(capacity: 1 << 14)
  /// Where the postings of each document end.
  private var documentEnds = Buffer<UInt32>()
  private var documentStart: UInt32 = 0

  /// Postings that are turned round at a time, at least: 32 MB.
  static let leastPass = 4 << 20
  private static let elsewhere = UInt32.max

  var documents: Int { documentEnds.count }
  var termCount: Int { table.count }
  var postingCount: Int { postings.count }

  /// Bytes held, and those that turning round will need besides.
  var byteCount: Int {
    table.byteCapacity + postings.byteCapacity + documentEnds.byteCapacity
      + 8 * min(postings.count, Self.leastPass) + 8 * documents + 24 * table.count
  }

  /// Whether another document of so many bytes of terms fits: places have 32 bits.
  func hasRoom(for byteCount: Int) -> Bool {
    table.hasRoom(for: byteCount) && postings.count + byteCount < UInt32.max
  }

  /// What finds a term, and asks for its record; see `TermTable.key(of:)`.
  @inline(__always)
  func key(of term: UnsafeBufferPointer<UInt8>) -> TermKey { table.key(of: term) }

  @inline(__always)
  func expect(_ key: TermKey) { table.expect(key) }

  /// Adds an occurrence of a term to the open document.
  @inline(__always)
  mutating func add(term: UnsafeBufferPointer<UInt8>, _ key: TermKey, weight: UInt32) {
    let (number, _) = table.number(of: term, key)
    let record = table.record(of: number)
    if record.pointee.use.isSince(documentStart) {
      let posting = postings.base + Int(record.pointee.use.lastPlace)
      posting.pointee.frequency = min(posting.pointee.frequency &+ weight, UInt32(Int32.max))
    } else {
      record.pointee.use.count(at: UInt32(truncatingIfNeeded: postings.count))
      postings.append(LoggedPosting(term: UInt32(truncatingIfNeeded: number), frequency: weight))
    }
  }

  /// Closes the open document.
  mutating func endDocument() {
    documentStart = UInt32(truncatingIfNeeded: postings.count)
    documentEnds.append(documentStart)
  }

  /// Writes all terms with their lists, and the lists of prefixes.
  ///
  /// - Parameters:
  ///   - order: how documents are numbered in the segment.
  ///   - plan: an empty one, to be filled here.
  ///   - facets: the values of the documents, of each facet field.
  ///   - leastPass: how many postings are turned round at a time.
  ///   - spareMemory: bytes that may be held besides: so many more postings are, and the fewer times all are gone
  ///     through.
  borrowing func write(
    to file: SegmentFileWriter, schema: Schema, order: borrowing LengthOrder, averageLength: Double,
    plan: consuming PrefixPlan, facets: [FacetRows], leastPass: Int, spareMemory: Int
  ) {
    let sorted = table.sortedNumbers()
    sorted.withUnsafeBufferPointer { sorted in
      for place in 0..<(schema.prefixLists ? sorted.count : 0) {
        table.lookAhead(sorted, from: place)
        let number = Int(sorted[place])
        plan.add(term: table[number], documentCount: table.documentCount(of: number))
      }
    }
    plan.finish()
    let model = ImpactModel(
      lengths: order.lengths.elements, norms: LengthNorms(averageLength: averageLength))
    var writer = TermListsWriter(
      file: file, schema: schema, documents: documents, model: model, plan: plan, facets: facets)
    // Where the next posting of each term goes; `elsewhere` for terms of another pass.
    var places = Buffer<UInt32>(capacity: table.count)
    places.append(repeating: Self.elsewhere, count: table.count)
    let passSize = leastPass + max(0, spareMemory) / MemoryLayout<TurnedPosting>.stride
    sorted.withUnsafeBufferPointer { sorted in
      var first = 0
      while first < sorted.count {
        var last = first
        var size = 0
        while last < sorted.count {
          table.lookAhead(sorted, from: last)
          let count = table.documentCount(of: Int(sorted[last]))
          if size > 0, size + count > passSize { break }
          places[Int(sorted[last])] = UInt32(truncatingIfNeeded: size)
          size += count
          last += 1
        }
        let some = UnsafeBufferPointer(rebasing: sorted[first..<last])
        writeLists(of: some, size: size, places: places, order.ordinals.elements, to: &writer)
        for number in some { places[Int(number)] = Self.elsewhere }
        first = last
      }
    }
    writer.finish(averageLength: averageLength)
  }

  /// Turns the postings of some terms, neighbours in the sorted order, round and writes their lists.
  private borrowing func writeLists(
    of sorted: UnsafeBufferPointer<UInt32>, size: Int, places: borrowing Buffer<UInt32>,
    _ ordinals: UnsafeBufferPointer<DocNumber>, to writer: inout TermListsWriter
  ) {
    // Document and frequency stand together: each posting is written to a place of its own, far from the one before.
    var turned = Buffer<TurnedPosting>(capacity: size)
    let target = turned.appendUninitialized(size)
    if size == postings.count {
      turnAll(ordinals, places, target)
    } else {
      turnSome(ordinals, places, target)
    }
    var docs = Buffer<DocNumber>()
    var frequencies = Buffer<UInt32>()
    var start = 0
    for (place, number) in sorted.enumerated() {
      table.lookAhead(sorted, from: place)
      let count = table.documentCount(of: Int(number))
      docs.removeAll()
      frequencies.removeAll()
      let (toDocs, toFrequencies) = (docs.appendUninitialized(count), frequencies.appendUninitialized(count))
      for index in 0..<count {
        (toDocs[index], toFrequencies[index]) = (target[start &+ index].doc, target[start &+ index].frequency)
      }
      writer.append(term: table[Int(number)], docs: docs.elements, frequencies: frequencies.elements)
      start += count
    }
    withExtendedLifetime(turned) {}
  }

  /// Puts all postings where their lists are.
  private borrowing func turnAll(
    _ ordinals: UnsafeBufferPointer<DocNumber>, _ places: borrowing Buffer<UInt32>,
    _ target: UnsafeMutablePointer<TurnedPosting>
  ) {
    let (postings, next) = (postings.base, places.base)
    for (doc, ordinal) in ordinals.enumerated() {
      let some = self.places(of: ordinal)
      // Those of a document are far from each other: all are asked for before the first is written.
      for posting in some { cvector_prefetch_to_write(target + Int(next[Int(postings[posting].term)])) }
      for posting in some {
        let (term, frequency) = (Int(postings[posting].term), postings[posting].frequency)
        let place = next[term]
        target[Int(place)] = TurnedPosting(doc: UInt32(truncatingIfNeeded: doc), frequency: frequency)
        next[term] = place &+ 1
      }
    }
  }

  /// The same for the postings of some terms.
  private borrowing func turnSome(
    _ ordinals: UnsafeBufferPointer<DocNumber>, _ places: borrowing Buffer<UInt32>,
    _ target: UnsafeMutablePointer<TurnedPosting>
  ) {
    let (postings, next) = (postings.base, places.base)
    for (doc, ordinal) in ordinals.enumerated() {
      for posting in self.places(of: ordinal) {
        let (term, frequency) = (Int(postings[posting].term), postings[posting].frequency)
        let place = next[term]
        if place == Self.elsewhere { continue }
        target[Int(place)] = TurnedPosting(doc: UInt32(truncatingIfNeeded: doc), frequency: frequency)
        next[term] = place &+ 1
      }
    }
  }

  /// Where the postings of a document stand.
  @inline(__always)
  private borrowing func places(of ordinal: DocNumber) -> Range<Int> {
    let start = ordinal == 0 ? 0 : Int(documentEnds[Int(ordinal) &- 1])
    return Range(uncheckedBounds: (start, Int(documentEnds[Int(ordinal)])))
  }
}

/// A posting by the number of its term. (Not nested: the debug compiler of Swift 6.3 fails on private types in buffers.)
struct LoggedPosting {
  var term: UInt32
  var frequency: UInt32
}

/// A posting in its list.
struct TurnedPosting {
  var doc: DocNumber
  var frequency: UInt32
}
