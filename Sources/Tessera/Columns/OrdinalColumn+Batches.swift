import CVector

// Many documents in one call, for counts and ranges: block by block, so that what a block is gets asked once.

extension OrdinalColumn {
  /// Adds one to the count of each ordinal of each document.
  ///
  /// - Parameter counts: `ordinalCount` of them.
  /// - Complexity: a nanosecond or so a value, where the documents ascend.
  func tally(
    _ docs: UnsafeBufferPointer<DocNumber>, into counts: UnsafeMutablePointer<UInt32>
  ) throws(TesseraError) {
    let places = UnsafeMutablePointer<UInt32>.allocate(capacity: OrdinalBlock.tallyCapacity)
    defer { places.deallocate() }
    try forEachRun(of: docs) { block, docs in
      let first = UInt32(truncatingIfNeeded: block.documents.lowerBound)
      guard block.isFixed else { return block.tallyCounted(docs, from: first, places, into: counts) }
      // More than the documents of a block only where the same come again.
      for start in stride(from: 0, to: docs.count, by: OrdinalColumnFormat.blockCapacity) {
        let count = min(OrdinalColumnFormat.blockCapacity, docs.count - start)
        for index in 0..<count { places[index] = docs[start + index] &- first }
        guard block.tallyFixed(places, count, into: counts) else { return false }
      }
      return true
    }
  }

  /// The same for the documents of a bitmap; bits behind the last document count for nothing.
  ///
  /// - Parameter scratch: that of the search, which may be ended.
  func tally(
    bitmap: UnsafePointer<UInt64>, wordCount: Int, into counts: UnsafeMutablePointer<UInt32>,
    scratch: ScratchMemory? = nil
  ) throws(TesseraError) {
    // Documents of a block by their places in it, and a few more that are written past them.
    let docs = UnsafeMutablePointer<UInt32>.allocate(capacity: OrdinalColumnFormat.blockCapacity + 16)
    let places = UnsafeMutablePointer<UInt32>.allocate(capacity: OrdinalBlock.tallyCapacity)
    defer {
      docs.deallocate()
      places.deallocate()
    }
    try forEachBlock(of: bitmap, wordCount, scratch: scratch) { block, words throws(TesseraError) in
      var count = cvector_bits(bitmap + words.lowerBound, words.count, 0, docs)
      while count > 0, Int(docs[count - 1]) >= block.documents.count { count -= 1 }
      let isSound =
        block.isFixed
        ? block.tallyFixed(docs, count, into: counts)
        : block.tallyCounted(
          UnsafeBufferPointer(start: docs, count: count), from: 0, places, into: counts)
      guard isSound else { throw damaged(block) }
    }
  }

  /// Keeps the documents that have one of these ordinals, moving them to the front of `docs` in their order.
  ///
  /// - Returns: how many they are.
  func filter(
    _ docs: UnsafeMutableBufferPointer<DocNumber>, in ordinals: Range<UInt32>
  ) throws(TesseraError) -> Int {
    var place = 0
    var kept = 0
    while place < docs.count {
      let block = try block(of: docs[place])
      var isSound = true
      while place < docs.count, block.documents.contains(Int(docs[place])) {
        let doc = docs[place]
        var isIn = false
        isSound = block.forEach(of: Int(doc)) { isIn = ordinals.contains($0) || isIn } && isSound
        // Written in any case and kept by the count, so that no branch hangs on it.
        docs[kept] = doc
        kept += isIn ? 1 : 0
        place += 1
      }
      guard isSound else { throw damaged(block) }
    }
    return kept
  }

  /// Clears the bits of the documents that have none of these ordinals, and those behind the last document.
  ///
  /// - Parameter scratch: that of the search, which may be ended.
  func filter(
    bitmap: UnsafeMutablePointer<UInt64>, wordCount: Int, in ordinals: Range<UInt32>,
    scratch: ScratchMemory? = nil
  ) throws(TesseraError) {
    try forEachBlock(of: bitmap, wordCount, scratch: scratch) { block, words throws(TesseraError) in
      if ordinals.isEmpty || UInt64(ordinals.lowerBound) > block.highest || ordinals.upperBound <= block.base
      {
        for word in words { bitmap[word] = 0 }
        return
      }
      var isSound = true
      for word in words {
        var bits = bitmap[word]
        var kept: UInt64 = 0
        while bits != 0 {
          let bit = bits & (0 &- bits)
          let doc = word << 6 + bits.trailingZeroBitCount
          bits ^= bit
          guard doc < block.documents.upperBound else { break }
          isSound = block.forEach(of: doc) { kept |= ordinals.contains($0) ? bit : 0 } && isSound
        }
        bitmap[word] = kept
      }
      guard isSound else { throw damaged(block) }
    }
    let words = (documentCount + 63) >> 6
    if words < wordCount { (bitmap + words).update(repeating: 0, count: wordCount - words) }
  }

  /// The first ordinal of each document, or `UInt32.max` when it has none: to sort by.
  func first(
    of docs: UnsafeBufferPointer<DocNumber>, into ordinals: UnsafeMutablePointer<UInt32>
  ) throws(TesseraError) {
    var place = 0
    try forEachRun(of: docs) { block, docs in
      var isSound = true
      for doc in docs {
        var first = UInt32.max
        isSound = block.forEach(of: Int(doc)) { first = min(first, $0) } && isSound
        ordinals[place] = first
        place += 1
      }
      return isSound
    }
  }

  /// Calls `body` for each run of documents of one block; it tells whether the bytes are sound.
  @inline(__always)
  private func forEachRun(
    of docs: UnsafeBufferPointer<DocNumber>, _ body: (OrdinalBlock, UnsafeBufferPointer<DocNumber>) -> Bool
  ) throws(TesseraError) {
    var start = 0
    while start < docs.count {
      let block = try block(of: docs[start])
      var end = start + 1
      while end < docs.count, block.documents.contains(Int(docs[end])) { end += 1 }
      guard body(block, UnsafeBufferPointer(rebasing: docs[start..<end])) else { throw damaged(block) }
      start = end
    }
  }

  /// Calls `body` for each block that has a document of the bitmap, with the places of its words.
  @inline(__always)
  private func forEachBlock(
    of bitmap: UnsafePointer<UInt64>, _ wordCount: Int, scratch: ScratchMemory?,
    _ body: (OrdinalBlock, Range<Int>) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    let wordsPerBlock = OrdinalColumnFormat.blockCapacity >> 6
    let end = min(wordCount, (documentCount + 63) >> 6)
    var first = 0
    while first < end {
      let words = first..<min(end, first + wordsPerBlock)
      if words.contains(where: { bitmap[$0] != 0 }) {
        try scratch?.check()
        try body(block(first / wordsPerBlock), words)
      }
      first += wordsPerBlock
    }
  }
}
