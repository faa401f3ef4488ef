import CVector

/// The values of a facet field's documents in memory, as ordinals, while a segment is written: to be counted.
final class FacetRows {
  /// How many values the field has.
  let valueCount: Int
  fileprivate let ordinals: Buffer<UInt32>
  /// The same where 16 bits are enough, for more of them stay in the cache; then `ordinals` has none.
  fileprivate let narrow: Buffer<UInt16>
  /// Where those of each document begin, and where the last ones end; none where each document has one.
  fileprivate let starts: Buffer<UInt32>

  init(_ rows: consuming FacetRowsBuilder, valueCount: Int) {
    self.valueCount = valueCount
    let isNarrow = valueCount <= 1 << 16
    // They are read eight at a time.
    rows.ordinals.append(repeating: 0, count: 8)
    var narrow = Buffer<UInt16>(capacity: isNarrow ? rows.ordinals.count : 0)
    if isNarrow {
      let (from, to) = (rows.ordinals.base, narrow.appendUninitialized(rows.ordinals.count))
      for place in 0..<rows.ordinals.count { to[place] = UInt16(truncatingIfNeeded: from[place]) }
    }
    self.narrow = narrow
    ordinals = isNarrow ? Buffer() : rows.takeOrdinals()
    starts = rows.isOneEach ? Buffer() : rows.takeStarts()
  }

  /// How many documents the most frequent value has.
  func greatestCount() -> Int {
    var counts = Buffer<UInt32>(capacity: valueCount)
    counts.append(repeating: 0, count: valueCount)
    let base = counts.base
    // Eight more are there to be read, of no document.
    if narrow.count > 0 {
      for place in 0..<narrow.count - 8 { base[Int(narrow[place])] &+= 1 }
    } else {
      for place in 0..<ordinals.count - 8 { base[Int(ordinals[place])] &+= 1 }
    }
    return Int(counts.elements.max() ?? 0)
  }

  /// Calls `body` with each value of some documents: the document's place among them, and the value.
  @inline(__always)
  func forEachValue(of docs: UnsafeBufferPointer<DocNumber>, _ body: (_ place: Int, _ value: Int) -> Void) {
    if narrow.count > 0 {
      let values = narrow.base
      forEachPlace(of: docs) { body($0, Int(values[$1])) }
    } else {
      let values = ordinals.base
      forEachPlace(of: docs) { body($0, Int(values[$1])) }
    }
  }

  @inline(__always)
  private func forEachPlace(
    of docs: UnsafeBufferPointer<DocNumber>, _ body: (_ place: Int, _ at: Int) -> Void
  ) {
    if starts.count == 0 {
      for place in docs.indices { body(place, Int(docs[place])) }
      return
    }
    let starts = starts.base
    for place in docs.indices {
      let doc = Int(docs[place])
      for at in Int(starts[doc])..<Int(starts[doc + 1]) { body(place, at) }
    }
  }
}

/// Takes the values of a facet field's documents one by one.
struct FacetRowsBuilder: ~Copyable {
  fileprivate var ordinals = Buffer<UInt32>()
  /// Where those of each document begin, and where those of the last one end.
  private var starts = Buffer<UInt32>()
  private(set) var isOneEach = true

  /// - Parameters:
  ///   - documents, values: of how many there is going to be memory at once.
  init(documents: Int = 0, values: Int = 0) {
    ordinals = Buffer(capacity: values + 8)
    starts = Buffer(capacity: documents + 1)
    starts.append(0)
  }

  var documents: Int { starts.count - 1 }

  /// Takes a value of the next document.
  @inline(__always)
  mutating func append(value: UInt32) { ordinals.append(value) }

  /// Ends the next document, and puts its values in order.
  @inline(__always)
  mutating func endDocument() {
    let start = Int(starts[starts.count &- 1])
    if ordinals.count &- start != 1 {
      isOneEach = false
      sort(from: start)
    }
    starts.append(UInt32(truncatingIfNeeded: ordinals.count))
  }

  fileprivate mutating func takeOrdinals() -> Buffer<UInt32> { Self.take(&ordinals) }
  fileprivate mutating func takeStarts() -> Buffer<UInt32> { Self.take(&starts) }

  private static func take(_ buffer: inout Buffer<UInt32>) -> Buffer<UInt32> {
    var taken = Buffer<UInt32>()
    swap(&taken, &buffer)
    return taken
  }

  /// Documents have few values, mostly.
  private func sort(from start: Int) {
    let (values, count) = (ordinals.base + start, ordinals.count - start)
    if count > 32 {
      var many = UnsafeMutableBufferPointer(start: values, count: count)
      return many.sort()
    }
    values.sortFew(count)
  }

  /// The values of a document, ascending.
  @inline(__always)
  subscript(doc: Int) -> UnsafeBufferPointer<UInt32> {
    let start = Int(starts[doc])
    return UnsafeBufferPointer(start: ordinals.base + start, count: Int(starts[doc &+ 1]) &- start)
  }
}

/// Counts values, and finds the highest of counts.
struct TopCountsTally: ~Copyable {
  private var counts = Buffer<UInt32>()
  private var valueCount = 0

  /// The most frequent values of the documents that were counted last.
  borrowing func top(depth: Int) -> [TopCounts.Entry] {
    top(UnsafePointer(counts.base), valueCount, depth: depth)
  }

  /// The values that so many of these documents have, at least one, in the order of their numbers.
  borrowing func values(least: Int) -> [TopCounts.Entry] {
    var values: [TopCounts.Entry] = []
    let below = UInt32(clamping: least - 1)
    var place = cvector_find_above(counts.base, 0, valueCount, below)
    while place < valueCount {
      values.append(TopCounts.Entry(number: UInt32(place), count: counts[place]))
      place = cvector_find_above(counts.base, place + 1, valueCount, below)
    }
    return values
  }

  /// Counts how many of some documents have each value.
  mutating func count(_ docs: UnsafeBufferPointer<DocNumber>, in field: FacetRows) {
    valueCount = field.valueCount
    // Four rows of counts are faster to add to, but must be set to 0 and summed up.
    let rowCount = docs.count >= 4 * field.valueCount ? 4 : 1
    let stride = field.valueCount + 16
    counts.removeAll()
    counts.append(repeating: 0, count: rowCount * stride)
    let starts = field.starts.count == 0 ? nil : field.starts.base
    if field.narrow.count > 0 {
      cvector_count_narrow_values(
        field.narrow.base, starts, docs.baseAddress, docs.count, counts.base, rowCount, stride)
    } else {
      cvector_count_values(
        field.ordinals.base, starts, docs.baseAddress, docs.count, counts.base, rowCount, stride)
    }
    let base = counts.base
    for row in 1..<max(1, rowCount) {
      let more = base + row * stride
      for value in 0..<field.valueCount { base[value] &+= more[value] }
    }
  }

  /// The places of the highest counts.
  ///
  /// - Parameter counts: may be read up to 15 behind the last.
  borrowing func top(_ counts: UnsafePointer<UInt32>, _ count: Int, depth: Int) -> [TopCounts.Entry] {
    var best: [TopCounts.Entry] = []
    var place = cvector_find_above(counts, 0, count, 0)
    while place < count {
      // Behind those of equal counts, which have lower numbers.
      let entry = TopCounts.Entry(number: UInt32(place), count: counts[place])
      if best.count == depth { best.removeLast() }
      best.insert(entry, at: best.firstIndex { $0.count < entry.count } ?? best.count)
      place = cvector_find_above(counts, place + 1, count, best.count < depth ? 0 : best[depth - 1].count)
    }
    return best
  }
}
