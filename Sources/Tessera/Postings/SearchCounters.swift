/// What searches have read of posting lists, for the benchmarks.
///
/// Counted only in a build with `-Xswiftc -DTESSERA_COUNTERS`, by all threads into one place, so that only a process
/// that searches on one thread gets true numbers. In all other builds the calls have empty bodies and leave no code.
package struct SearchCounters: Sendable {
  /// What can be left out of the lists that were opened: blocks of packed lists, words of bitmaps, short lists.
  package var blocksOpened = 0
  /// As many of them as were read, each time anew.
  package var blocksRead = 0
  /// Documents that were decoded, found in a bitmap's word, or looked up in a bitmap.
  package var postings = 0
  package var frequencies = 0
  /// Bytes of gaps, bitmaps, frequencies and bounds.
  package var bytes = 0

  /// Whether this build counts.
  package static var isCounting: Bool {
    #if TESSERA_COUNTERS
      true
    #else
      false
    #endif
  }

  #if TESSERA_COUNTERS
    private nonisolated(unsafe) static var total = SearchCounters()

    /// What was counted since the last call.
    package static func take() -> SearchCounters {
      defer { total = SearchCounters() }
      return total
    }
  #else
    package static func take() -> SearchCounters { SearchCounters() }
  #endif
}

extension SearchCounters {
  @inline(__always)
  static func opened(_ list: PostingList) {
    #if TESSERA_COUNTERS
      total.blocksOpened += list.form == .dense ? (list.documents + 63) / 64 : list.blockCount
    #endif
  }

  /// A short list, opened and decoded.
  @inline(__always)
  static func readShortList(postings: Int, bytes: Int) {
    #if TESSERA_COUNTERS
      total.blocksOpened += 1
      total.blocksRead += 1
      total.postings += postings
      total.frequencies += postings
      total.bytes += bytes
    #endif
  }

  /// The documents of a packed block.
  @inline(__always)
  static func readBlock(_ block: Int, of list: PostingList) {
    #if TESSERA_COUNTERS
      let length = list.blockLength(block)
      total.blocksRead += 1
      total.postings += length
      // The last block names its width elsewhere; its gaps are taken to be as wide as those before.
      let nearest = min(block, list.fullBlockCount - 1)
      let width = nearest < 0 ? 8 : Int(list.docWidths[nearest] & GapCodec.widthMask)
      total.bytes += (length * width + 7) / 8
    #endif
  }

  /// Words of a bitmap in which `postings` documents were found.
  @inline(__always)
  static func readWords(_ count: Int, postings: Int) {
    #if TESSERA_COUNTERS
      total.blocksRead += count
      total.postings += postings
      total.bytes += 8 * count
    #endif
  }

  /// Documents asked for one by one in a bitmap; its words do not count as read.
  @inline(__always)
  static func lookedUp(_ count: Int) {
    #if TESSERA_COUNTERS
      total.postings += count
      total.bytes += 8 * count
    #endif
  }

  /// Frequencies of one block or page, all or some.
  @inline(__always)
  static func readFrequencies(_ count: Int, widthByte: UInt8) {
    #if TESSERA_COUNTERS
      total.frequencies += count
      total.bytes += (count * Int(widthByte & 0x7f) + 7) / 8
    #endif
  }

  @inline(__always)
  static func readBounds(_ count: Int) {
    #if TESSERA_COUNTERS
      total.bytes += count
    #endif
  }
}
