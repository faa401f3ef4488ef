import CVector

/// All documents that are in at least one of several lists, for a sink: united window by window in a bitmap.
struct DisjunctionMatches: ~Copyable {
  private let cursors: UnsafeMutablePointer<UnionCursor>
  private let count: Int
  private let filters: Clauses
  private let context: SegmentContext
  private let words: UnsafeMutablePointer<UInt64>
  private let docs: UnsafeMutablePointer<DocNumber>
  private let slots: UnsafeMutablePointer<UInt32>

  private static let windowWords = PostingListFormat.wordsPerPage

  init(_ clauses: Clauses, _ filters: Clauses, _ context: SegmentContext) {
    let scratch = context.scratch
    cursors = scratch.allocate(UnionCursor.self, clauses.count)
    for index in clauses.indices {
      (cursors + index).initialize(to: UnionCursor(clauses[index].list, scratch: scratch))
    }
    count = clauses.count
    self.filters = filters
    self.context = context
    words = scratch.zeros(UInt64.self, Self.windowWords)
    docs = scratch.allocate(DocNumber.self, Self.windowWords * 64 + 16)
    slots = scratch.allocate(UInt32.self, Self.windowWords * 64 + 16)
  }

  /// Shows the sink as many matches as it wants to see; false when a list's bytes contradicted each other.
  ///
  /// - Complexity: O(*p* + *n* / 64) for *p* postings and *n* documents of the segment.
  mutating func show(to sink: inout MatchSink) -> Bool {
    let onlyCounts = !sink.needsAll && sink.order == nil && filters.isEmpty && !context.takesAway
    let wordCount = (context.documents + 63) / 64
    for first in stride(from: 0, to: wordCount, by: Self.windowWords) {
      if !sink.seesAll {
        sink.skip()
        return true
      }
      let size = min(Self.windowWords, wordCount - first)
      for index in 0..<count {
        if !cursors[index].add(to: words, from: first, size) { return false }
      }
      if onlyCounts {
        sink.add(docs, Int(cvector_bit_count(words, size)))
      } else {
        let found = cvector_bits(words, size, DocNumber(first * 64), docs)
        sink.add(docs, filtered(found))
      }
      words.update(repeating: 0, count: size)
    }
    return true
  }

  private mutating func filtered(_ count: Int) -> Int {
    if count == 0 || filters.isEmpty && !context.takesAway { return count }
    for slot in 0..<count { slots[slot] = UInt32(truncatingIfNeeded: slot) }
    var kept = count
    for filter in filters.indices where kept > 0 {
      kept = filters[filter].probe.filter(docs, slots, kept)
    }
    return context.filter(docs, slots, kept)
  }
}

/// Goes through the documents of a list once, window by window.
private struct UnionCursor {
  private let list: PostingList
  /// The documents that stand decoded, and those of them that are passed.
  private var docs: UnsafePointer<DocNumber>
  private var count: Int
  private var place = 0
  /// The next packed block.
  private var block = 0
  private let buffer: UnsafeMutablePointer<DocNumber>

  init(_ list: PostingList, scratch: ScratchMemory) {
    self.list = list
    buffer = scratch.allocate(
      DocNumber.self, list.form == .packed ? PostingListFormat.blockSize + 8 : 1)
    docs = list.form == .unpacked ? list.docs : UnsafePointer(buffer)
    count = list.form == .unpacked ? list.count : 0
  }

  /// Adds the documents of `size` words from word `first` on; false when the bytes contradict each other.
  mutating func add(to words: UnsafeMutablePointer<UInt64>, from first: Int, _ size: Int) -> Bool {
    if list.form == .dense {
      for word in 0..<size { words[word] |= list.word(first + word) }
      return true
    }
    let base = DocNumber(first * 64)
    let end = DocNumber((first + size) * 64)
    while true {
      while place < count, docs[place] < end {
        let bit = Int(docs[place] &- base)
        words[bit &>> 6] |= 1 &<< UInt64(bit & 63)
        place += 1
      }
      if place < count || list.form == .unpacked || block == list.blockCount { return true }
      guard list.decodeBlock(block, into: buffer) else { return false }
      (count, place, block) = (list.blockLength(block), 0, block + 1)
    }
  }
}
