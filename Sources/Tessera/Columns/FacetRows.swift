import CVector

/// The values of a facet field's documents in memory, as ordinals, while a segment is written.
final class FacetRows {
  /// How many values the field has.
  var valueCount = 0
  fileprivate var ordinals = Buffer<UInt32>()
  /// Where those of each document end.
  fileprivate var ends = Buffer<UInt32>()
  fileprivate var isOneEach = true

  /// Takes the next document's.
  func append(_ values: [UInt32]) {
    for value in values { ordinals.append(value) }
    ends.append(UInt32(ordinals.count))
    if values.count != 1 { isOneEach = false }
  }
}

/// Finds the highest of counts.
struct TopCountsTally: ~Copyable {
  private var even = Buffer<UInt32>()
  private var odd = Buffer<UInt32>()

  /// The most frequent values of some documents.
  mutating func top(
    of docs: UnsafeBufferPointer<DocNumber>, in rows: FacetRows, depth: Int
  ) -> [TopCounts.Entry] {
    even.removeAll()
    odd.removeAll()
    even.append(repeating: 0, count: rows.valueCount + 16)
    odd.append(repeating: 0, count: rows.valueCount + 16)
    let (ordinals, ends) = (rows.ordinals.base, rows.ends.base)
    // Neighbours often have the same value, and an addition waits for the one before: two rows in turn.
    let (first, second) = (even.base, odd.base)
    if rows.isOneEach {
      var place = 0
      while place + 1 < docs.count {
        first[Int(ordinals[Int(docs[place])])] &+= 1
        second[Int(ordinals[Int(docs[place + 1])])] &+= 1
        place += 2
      }
      if place < docs.count { first[Int(ordinals[Int(docs[place])])] &+= 1 }
    } else {
      for doc in docs {
        var place = doc == 0 ? 0 : Int(ends[Int(doc) - 1])
        let end = Int(ends[Int(doc)])
        while place < end {
          first[Int(ordinals[place])] &+= 1
          place += 1
        }
      }
    }
    for value in 0..<rows.valueCount { first[value] &+= second[value] }
    return top(UnsafePointer(first), rows.valueCount, depth: depth)
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
