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
    bytes.removeAll(keepingCapacity: true)
    withUnsafeBytes(of: key(ofBlock: block.number).bigEndian) { bytes.append(contentsOf: $0.prefix(length)) }
    bytes.append(contentsOf: block.bytes(rest))
    var offset = rest.end
    for _ in 0..<Int(number) & (TermBlock.capacity - 1) {
      guard let term = block.term(at: offset), term.sharedCount <= bytes.count else {
        throw damaged(block.number)
      }
      bytes.removeLast(bytes.count - term.sharedCount)
      bytes.append(contentsOf: block.bytes(term))
      offset = term.end
    }
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
