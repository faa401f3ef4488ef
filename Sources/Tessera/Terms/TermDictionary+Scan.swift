extension TermDictionary {
  /// Writes a term's bytes over those of `bytes`.
  ///
  /// - Complexity: O(1), one block.
  func term(_ number: TermNumber, into bytes: inout [UInt8]) throws(TesseraError) {
    bytes.removeAll(keepingCapacity: true)
    let block = Int(number) >> TermBlock.shift
    guard Int(number) < count else {
      throw section.corrupt(at: 0, "there is no term \(number) among \(count)")
    }
    var scan = try scan(ofBlock: block)
    guard let length = scan.first() else { throw damaged(block) }
    try checkKeys(ofBlocks: block..<block + 1)
    withUnsafeBytes(of: key(ofBlock: block).bigEndian) {
      bytes.append(contentsOf: $0.prefix(length))
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: scan.suffix, count: scan.suffixCount))
    for _ in 0..<Int(number) & (TermBlock.capacity - 1) {
      guard scan.next(), scan.sharedCount <= bytes.count else { throw damaged(block) }
      bytes.removeLast(bytes.count - scan.sharedCount)
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: scan.suffix, count: scan.suffixCount))
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
      var lists = try lists(ofBlock: block)
      guard lists.skip(number & (TermBlock.capacity - 1)) != nil else { throw damaged(block) }
      while number < end {
        guard let list = lists.next() else { throw damaged(block) }
        try body(list.documentCount, lists.listOffset - list.byteCount, list.byteCount)
        number += 1
      }
    }
  }
}
