/// What bounds are computed from: each document's length code, and the norms of the segment's average length.
struct ImpactModel {
  let lengths: UnsafeBufferPointer<UInt8>
  let norms: LengthNorms

  /// The greatest impact among some postings.
  func maximum(docs: UnsafeBufferPointer<DocNumber>, frequencies: UnsafeBufferPointer<UInt32>) -> Float {
    norms.values.withUnsafeBufferPointer { norms in
      var greatest: Float = 0
      for index in 0..<docs.count {
        let norm = norms[Int(lengths[Int(docs[index])])]
        greatest = max(greatest, LengthNorms.impact(frequency: frequencies[index], norm: norm))
      }
      return greatest
    }
  }
}

/// Writes lists one behind the other into a section, in the forms of `PostingListFormat`.
struct PostingListWriter {
  private let section: SectionWriter
  /// Documents of the segment.
  private let documents: Int
  /// The greatest impact of each block and page so far, in the order of the lists.
  private(set) var maxima: [Float] = []
  private var bytes: [UInt8] = []
  private var data: [UInt8] = []
  private var frequencyWidths: [UInt8] = []

  init(section: SectionWriter, documents: Int) {
    self.section = section
    self.documents = documents
  }

  /// Appends a list and returns how many bytes it takes, padding included.
  ///
  /// - Parameters:
  ///   - docs: ascending, all below the segment's number of documents, at least one.
  ///   - frequencies: as many, each at least 1; nil for a list that only says which documents.
  ///   - model: with frequencies, what the bounds of blocks are computed from.
  mutating func append(
    docs: UnsafeBufferPointer<DocNumber>, frequencies: UnsafeBufferPointer<UInt32>?, model: ImpactModel?
  ) -> Int {
    bytes.removeAll(keepingCapacity: true)
    switch PostingListFormat.form(count: docs.count, documents: documents) {
    case .short:
      appendStretch(docs, frequencies, before: .max, to: &bytes)
    case .packed:
      pad()
      appendPacked(docs, frequencies, model)
    case .dense:
      pad()
      appendDense(docs, frequencies, model)
    }
    section.append(bytes)
    return bytes.count
  }

  private mutating func pad() {
    bytes.append(contentsOf: repeatElement(0, count: PostingListFormat.padding(at: section.count)))
  }

  /// Fewer than a block, as `ShortList` reads it.
  private func appendStretch(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>?, before: DocNumber,
    to out: inout [UInt8]
  ) {
    let hasFrequencies = frequencies.map { $0.contains { $0 != 1 } } ?? false
    if docs.count == 1 {
      ListVarint.append(UInt64(docs[0] &- before &- 1) << 1 | (hasFrequencies ? 1 : 0), to: &out)
      if hasFrequencies, let frequencies { ListVarint.append(UInt64(frequencies[0]), to: &out) }
      return
    }
    let header = out.count
    out.append(0)
    out[header] = appendGaps(docs, before: before, to: &out) | (hasFrequencies ? ShortList.frequencyFlag : 0)
    guard hasFrequencies, let frequencies else { return }
    let place = out.count
    out.append(0)
    out[place] = FrequencyCodec.encode(frequencies, into: &out)
  }

  private mutating func appendPacked(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>?, _ model: ImpactModel?
  ) {
    let firstBound = maxima.count
    let size = PostingListFormat.blockSize
    let fullBlocks = docs.count / size
    let blocks = (docs.count + size - 1) / size
    var offsets: [UInt32] = []
    var docWidths: [UInt8] = []
    data.removeAll(keepingCapacity: true)
    frequencyWidths.removeAll(keepingCapacity: true)
    var previous = DocNumber.max
    for block in 0..<fullBlocks {
      let part = UnsafeBufferPointer(rebasing: docs[block * size..<(block + 1) * size])
      offsets.append(UInt32(data.count))
      docWidths.append(appendGaps(part, before: previous, to: &data))
      previous = part[size - 1]
      appendFrequencies(of: part, frequencies, from: block * size, model)
    }
    offsets.append(UInt32(data.count))
    if blocks > fullBlocks {
      let part = UnsafeBufferPointer(rebasing: docs[(fullBlocks * size)...])
      let partFrequencies = frequencies.map { UnsafeBufferPointer(rebasing: $0[(fullBlocks * size)...]) }
      appendStretch(part, partFrequencies, before: previous, to: &data)
      if let model, let partFrequencies {
        maxima.append(model.maximum(docs: part, frequencies: partFrequencies))
      }
    }
    appendInteger(UInt32(firstBound))
    for block in 0..<blocks { appendInteger(docs[min((block + 1) * size, docs.count) - 1]) }
    for offset in offsets { appendInteger(offset) }
    bytes.append(contentsOf: docWidths)
    bytes.append(contentsOf: frequencyWidths)
    bytes.append(contentsOf: data)
  }

  private func appendGaps(
    _ docs: UnsafeBufferPointer<DocNumber>, before: DocNumber, to out: inout [UInt8]
  ) -> UInt8 {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: docs.count) { gaps in
      var previous = before
      for (index, doc) in docs.enumerated() {
        gaps[index] = doc &- previous &- 1
        previous = doc
      }
      return GapCodec.encode(gaps, into: &out)
    }
  }

  private mutating func appendFrequencies(
    of docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>?, from start: Int,
    _ model: ImpactModel?
  ) {
    guard let frequencies, let model else { return }
    let part = UnsafeBufferPointer(rebasing: frequencies[start..<start + docs.count])
    frequencyWidths.append(FrequencyCodec.encode(part, into: &data))
    maxima.append(model.maximum(docs: docs, frequencies: part))
  }

  private mutating func appendDense(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>?, _ model: ImpactModel?
  ) {
    let firstBound = maxima.count
    let pages = PostingListFormat.pageCount(documents: documents)
    var words = [UInt64](repeating: 0, count: pages * PostingListFormat.wordsPerPage)
    for doc in docs { words[Int(doc >> 6)] |= 1 << UInt64(doc & 63) }
    var offsets: [UInt32] = []
    data.removeAll(keepingCapacity: true)
    frequencyWidths.removeAll(keepingCapacity: true)
    var start = 0
    for page in 0..<pages {
      var end = start
      let limit = (page + 1) * PostingListFormat.pageSize
      while end < docs.count, docs[end] < limit { end += 1 }
      offsets.append(UInt32(data.count))
      if let frequencies, let model {
        let part = UnsafeBufferPointer(rebasing: frequencies[start..<end])
        frequencyWidths.append(FrequencyCodec.encode(part, into: &data))
        appendWordMaxima(docs, frequencies, start..<end, page: page, model)
      }
      start = end
    }
    appendInteger(UInt32(firstBound))
    appendInteger(0 as UInt32)
    for word in words { appendInteger(word) }
    guard frequencies != nil else { return }
    for offset in offsets { appendInteger(offset) }
    bytes.append(contentsOf: frequencyWidths)
    bytes.append(contentsOf: data)
  }

  /// The greatest impact in each word of a page, 0 in empty ones.
  private mutating func appendWordMaxima(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>, _ range: Range<Int>,
    page: Int, _ model: ImpactModel
  ) {
    var start = range.lowerBound
    for word in 1...PostingListFormat.wordsPerPage {
      var end = start
      let limit = page * PostingListFormat.pageSize + word * 64
      while end < range.upperBound, docs[end] < limit { end += 1 }
      maxima.append(
        model.maximum(
          docs: UnsafeBufferPointer(rebasing: docs[start..<end]),
          frequencies: UnsafeBufferPointer(rebasing: frequencies[start..<end])))
      start = end
    }
  }

  private mutating func appendInteger<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
