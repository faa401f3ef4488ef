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
  /// For each term, its documents so far and its last posting.
  private var documentCounts = Buffer<UInt32>()
  private var lastPostings = Buffer<UInt32>()
  private var documentStart: UInt32 = 0

  /// Postings that are turned round at a time: 32 MB.
  private static let passSize = 4 << 20

  var documents: Int { documentEnds.count }
  var termCount: Int { table.count }
  var postingCount: Int { postings.count }

  /// Bytes held, and those that turning round will need besides.
  var byteCount: Int {
    table.byteCapacity + postings.byteCapacity + documentEnds.byteCapacity + documentCounts.byteCapacity
      + lastPostings.byteCapacity + 8 * min(postings.count, Self.passSize) + 28 * table.count
  }

  /// Whether another document of so many bytes of terms fits: places have 32 bits.
  func hasRoom(for byteCount: Int) -> Bool {
    table.hasRoom(for: byteCount) && postings.count + byteCount < UInt32.max
  }

  /// Adds an occurrence of a term to the open document.
  @inline(__always)
  mutating func add(term: UnsafeBufferPointer<UInt8>, weight: UInt32) {
    let (number, isNew) = table.number(of: term)
    if isNew {
      documentCounts.append(0)
      lastPostings.append(0)
    }
    let last = lastPostings[number]
    if last >= documentStart, documentCounts[number] > 0 {
      postings.base[Int(last)].frequency = min(
        postings.base[Int(last)].frequency &+ weight, UInt32(Int32.max))
    } else {
      documentCounts[number] &+= 1
      lastPostings[number] = UInt32(truncatingIfNeeded: postings.count)
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
  ///   - withPrefixes: false gives no prefix a list or champions.
  ///   - counts: counts the facet values of words and prefixes.
  borrowing func write(
    to file: SegmentFileWriter, order: borrowing LengthOrder, averageLength: Double,
    plan: consuming PrefixPlan, withPrefixes: Bool, counts: RangeCountsWriter?
  ) {
    let sorted = table.sortedNumbers()
    for number in sorted where withPrefixes {
      plan.add(term: table[Int(number)], documentCount: Int(documentCounts[Int(number)]))
    }
    plan.finish()
    let model = ImpactModel(
      lengths: order.lengths.elements, norms: LengthNorms(averageLength: averageLength))
    var writer = TermListsWriter(
      file: file, documents: documents, model: model, plan: plan, counts: counts)
    var ranks = Buffer<UInt32>(capacity: sorted.count)
    ranks.append(repeating: 0, count: sorted.count)
    for (rank, number) in sorted.enumerated() { ranks[Int(number)] = UInt32(rank) }
    var first = 0
    while first < sorted.count {
      var last = first
      var size = 0
      while last < sorted.count, size == 0 || size + Int(documentCounts[Int(sorted[last])]) <= Self.passSize {
        size += Int(documentCounts[Int(sorted[last])])
        last += 1
      }
      writeLists(
        of: sorted[first..<last], firstRank: first, size: size, ranks: ranks, order.ordinals.elements,
        to: &writer)
      first = last
    }
    writer.finish(averageLength: averageLength)
  }

  /// Turns the postings of some terms, neighbours in the sorted order, round and writes their lists.
  private borrowing func writeLists(
    of sorted: ArraySlice<UInt32>, firstRank: Int, size: Int, ranks: borrowing Buffer<UInt32>,
    _ ordinals: UnsafeBufferPointer<DocNumber>, to writer: inout TermListsWriter
  ) {
    var places = Buffer<Int>(capacity: sorted.count)
    var sum = 0
    for number in sorted {
      places.append(sum)
      sum += Int(documentCounts[Int(number)])
    }
    let docs = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
    let frequencies = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
    defer {
      docs.deallocate()
      frequencies.deallocate()
    }
    for (doc, ordinal) in ordinals.enumerated() {
      var posting = ordinal == 0 ? 0 : Int(documentEnds[Int(ordinal) - 1])
      let end = Int(documentEnds[Int(ordinal)])
      while posting < end {
        let rank = Int(ranks[Int(postings[posting].term)]) - firstRank
        if rank >= 0, rank < sorted.count {
          let place = places[rank]
          docs[place] = UInt32(truncatingIfNeeded: doc)
          frequencies[place] = postings[posting].frequency
          places[rank] = place + 1
        }
        posting += 1
      }
    }
    var start = 0
    for number in sorted {
      let count = Int(documentCounts[Int(number)])
      writer.append(
        term: table[Int(number)], docs: UnsafeBufferPointer(start: docs + start, count: count),
        frequencies: UnsafeBufferPointer(start: frequencies + start, count: count))
      start += count
    }
  }
}

/// A posting by the number of its term. (Not nested: the debug compiler of Swift 6.3 fails on private types in buffers.)
struct LoggedPosting {
  var term: UInt32
  var frequency: UInt32
}
