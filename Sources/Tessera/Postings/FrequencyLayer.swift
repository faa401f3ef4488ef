/// Selects layers of a list by frequency: the documents that have at least some frequency.
struct FrequencyLayer: ~Copyable {
  /// Of the layer that was collected last.
  private(set) var docs = Buffer<DocNumber>()
  private(set) var frequencies = Buffer<UInt32>()
  /// How many documents have each frequency, the last one or more.
  private var histogram = [Int](repeating: 0, count: 256)

  /// Counts how many documents have each frequency; gives the greatest.
  mutating func count(_ frequencies: UnsafeBufferPointer<UInt32>) -> UInt32 {
    var greatest: UInt32 = 1
    histogram.withUnsafeMutableBufferPointer { histogram in
      histogram.update(repeating: 0)
      for frequency in frequencies {
        greatest = max(greatest, frequency)
        histogram[Int(min(frequency, 255))] += 1
      }
    }
    return greatest
  }

  /// The least frequency of each layer above the whole list that was counted last, longest first.
  func leasts(of documents: Int) -> [UInt32] {
    var leasts: [UInt32] = []
    var longer = documents
    var left = documents - histogram[1]
    for least in 2...255 where left > 0 && leasts.count < FrequencyLevels.most {
      if left * FrequencyLevels.share <= longer {
        leasts.append(UInt32(least))
        longer = left
      }
      left -= histogram[least]
    }
    return leasts
  }

  /// The least frequency, at most `most`, that no more than some number of documents have, or that is the greatest, of
  /// what was counted last.
  func least(ofAtMost number: Int, most: Int) -> Int {
    var least = 1
    var left = histogram.reduce(0, +)
    while least < most, left > number, left > histogram[least] {
      left -= histogram[least]
      least += 1
    }
    return least
  }

  /// Keeps the first documents of a layer.
  ///
  /// - Parameter most: that are kept.
  /// - Returns: whether there are more.
  @discardableResult
  mutating func collect(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>, least: UInt32,
    most: Int = .max
  ) -> Bool {
    self.docs.removeAll()
    self.frequencies.removeAll()
    let room = most < docs.count ? most + 1 : docs.count
    let (keptDocs, keptFrequencies) = (
      self.docs.appendUninitialized(room), self.frequencies.appendUninitialized(room)
    )
    var (kept, index) = (0, 0)
    while index < docs.count, kept < room {
      (keptDocs[kept], keptFrequencies[kept]) = (docs[index], frequencies[index])
      kept += frequencies[index] >= least ? 1 : 0
      index += 1
    }
    let hasMore = kept > most
    self.docs.removeLast(room - min(kept, most))
    self.frequencies.removeLast(room - min(kept, most))
    return hasMore
  }
}
