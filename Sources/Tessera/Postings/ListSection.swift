import CVector

/// The lists of a dictionary's terms, and the bounds of their blocks: opens a list by its entry.
final class ListSection: Sendable {
  let bytes: SectionBytes
  /// The bound codes of the lists with frequencies; nil for lists without.
  let bounds: SectionBytes?
  /// Documents of the segment.
  let documents: Int

  init(bytes: SectionBytes, bounds: SectionBytes?, documents: Int) {
    (self.bytes, self.bounds, self.documents) = (bytes, bounds, documents)
  }

  @inline(__always)
  func pointer(_ offset: Int) -> UnsafePointer<UInt8> {
    (bytes.base + offset).assumingMemoryBound(to: UInt8.self)
  }

  /// Asks for a list's first lines, so that they come while other words are looked up.
  @inline(__always)
  func prefetch(_ entry: TermEntry) {
    let first = bytes.base + min(max(0, entry.offset), bytes.count)
    cvector_prefetch(first)
    cvector_prefetch(first + 64)
  }

  func damaged(_ offset: Int) -> TesseraError {
    bytes.corrupt(at: offset, "the list contradicts itself or the dictionary")
  }

  /// The list of an entry: a short one decoded into scratch memory, a long one in place.
  func open(_ entry: TermEntry, scratch: ScratchMemory) throws(TesseraError) -> PostingList {
    try bytes.check(at: entry.offset, count: entry.byteCount)
    let count = Int(entry.documentCount)
    guard PostingListFormat.form(count: count, documents: documents) == .short else {
      return try longList(count: count, offset: entry.offset, byteCount: entry.byteCount)
    }
    guard count > 0 else { throw damaged(entry.offset) }
    let docs = scratch.allocate(UInt32.self, count)
    let frequencies = scratch.allocate(UInt32.self, count)
    let list = UnsafeBufferPointer(start: pointer(entry.offset), count: entry.byteCount)
    guard ShortList.decode(list, count: count, documents: documents, docs: docs, frequencies: frequencies)
    else {
      throw damaged(entry.offset)
    }
    return PostingList(
      docs: docs, frequencies: frequencies, count: count, documents: documents, hasFrequencies: bounds != nil)
  }

  /// A packed or dense list whose bytes were checked.
  func longList(count: Int, offset: Int, byteCount: Int) throws(TesseraError) -> PostingList {
    let table = bounds.map {
      UnsafeBufferPointer(start: $0.base.assumingMemoryBound(to: UInt8.self), count: $0.count)
    }
    let list = PostingList(
      bytes: UnsafeBufferPointer(start: pointer(offset), count: byteCount),
      padding: PostingListFormat.padding(at: offset), count: count, documents: documents,
      hasFrequencies: bounds != nil, boundTable: table ?? UnsafeBufferPointer(start: nil, count: 0))
    guard let list else { throw damaged(offset) }
    SearchCounters.opened(list)
    if let bounds, let first = list.bounds {
      cvector_prefetch(first)
      try bounds.check(at: UnsafeRawPointer(first) - bounds.base, count: list.boundCount)
    }
    return list
  }
}
