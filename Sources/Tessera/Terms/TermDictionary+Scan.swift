extension TermDictionary {
  /// Writes a term's bytes over those of `bytes`.
  ///
  /// - Complexity: O(1), one block.
  func term(_ number: TermNumber, into bytes: inout [UInt8]) throws(TesseraError) {
    guard Int(number) < count else {
      throw section.corrupt(at: 0, "there is no term \(number) among \(count)")
    }
    let block = try open(Int(number) >> TermBlock.shift)
    try checkKeys(ofBlocks: block.number..<block.number + 1)
    guard let (length, rest) = block.first() else { throw damaged(block.number) }
    let (key, place) = (key(ofBlock: block.number), Int(number) & (TermBlock.capacity - 1))
    // First where its parts stand, then all of them at once, from the end to the beginning.
    let isSound = withUnsafeTemporaryAllocation(of: TermSuffix.self, capacity: TermBlock.capacity) { parts in
      parts.initializeElement(at: 0, to: rest)
      var (end, size) = (rest.end, length)
      for index in 1..<max(1, place + 1) {
        guard let term = block.term(at: end), term.sharedCount <= size else { return false }
        parts.initializeElement(at: index, to: term)
        (end, size) = (term.end, term.sharedCount + term.count)
      }
      withUnsafeTemporaryAllocation(byteCount: max(1, size), alignment: 1) { target in
        var (left, index) = (size, place)
        while index > 0 {
          let shared = parts[index].sharedCount
          if shared < left {
            target.baseAddress!.advanced(by: shared).copyMemory(
              from: block.bytes(parts[index]).baseAddress!, byteCount: left - shared)
            left = shared
          }
          index -= 1
        }
        if left > TermBlock.keyCount {
          target.baseAddress!.advanced(by: TermBlock.keyCount).copyMemory(
            from: block.bytes(rest).baseAddress!, byteCount: left - TermBlock.keyCount)
        }
        withUnsafeBytes(of: key.bigEndian) {
          target.baseAddress!.copyMemory(from: $0.baseAddress!, byteCount: min(left, TermBlock.keyCount))
        }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: target[..<size]))
      }
      return true
    }
    guard isSound else { throw damaged(block.number) }
  }

  /// Calls `body` for each term of a range with its document count and where its list stands, without touching a
  /// term's bytes.
  ///
  /// - Complexity: O(*n*) in the range's terms, a nanosecond or two each.
  @inline(__always)
  func forEachList(
    in range: TermRange,
    _ body: (_ documentCount: UInt32, _ offset: Int, _ byteCount: Int) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    var number = Int(range.lower)
    let upper = min(Int(range.upper), count)
    while number < upper {
      let block = number >> TermBlock.shift
      let end = min(upper, (block + 1) << TermBlock.shift)
      var lists = try open(block).lists
      guard lists.skip(number & (TermBlock.capacity - 1)) != nil else { throw damaged(block) }
      while number < end {
        guard let list = lists.next() else { throw damaged(block) }
        try body(list.documentCount, lists.listOffset - list.byteCount, list.byteCount)
        number += 1
      }
    }
  }
}
