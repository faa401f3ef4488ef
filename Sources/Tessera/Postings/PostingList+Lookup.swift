import CVector

extension PostingList {
  /// Decodes a block of a packed list to be searched by `cvector_rank128` and `cvector_find128`, which look at 128
  /// documents: behind the last one of a shorter block stand numbers that no document reaches, so that every search ends
  /// at the last real one.
  ///
  /// - Returns: false when the bytes are damaged.
  @inline(__always)
  func decodeSearchableBlock(_ place: Int, into docs: UnsafeMutablePointer<DocNumber>) -> Bool {
    guard decodeBlock(place, into: docs) else { return false }
    let length = blockLength(place)
    if length < PostingListFormat.blockSize {
      (docs + length).update(repeating: UInt32(Int32.max), count: PostingListFormat.blockSize - length)
    }
    return true
  }
}

/// Looks up a few documents in one long list after the other, with memory for all of them.
struct FewLookups {
  /// Ascending.
  let docs: UnsafePointer<DocNumber>
  let count: Int
  /// What of them the last list had, and how often.
  let found: UnsafeMutablePointer<DocNumber>
  let frequencies: UnsafeMutablePointer<UInt32>
  private let places: UnsafeMutablePointer<UInt32>
  private let block: UnsafeMutablePointer<UInt32>

  init(_ docs: UnsafePointer<DocNumber>, _ count: Int, scratch: ScratchMemory) {
    (self.docs, self.count) = (docs, count)
    found = scratch.allocate(DocNumber.self, count)
    frequencies = scratch.allocate(UInt32.self, count)
    places = scratch.allocate(UInt32.self, count)
    block = scratch.allocate(UInt32.self, 2 * PostingListFormat.blockSize)
  }

  /// Finds the documents in a packed or dense list with frequencies; gives how many it has, nil when its bytes are
  /// damaged.
  ///
  /// - Complexity: O(*m* log *b*) for *m* documents and *b* blocks, and the decoding of *m* blocks at most.
  func look(in list: PostingList) -> Int? {
    list.form == .dense ? lookInPages(list) : lookInBlocks(list)
  }

  private func lookInPages(_ list: PostingList) -> Int? {
    let shift = DocNumber(PostingListFormat.pageSize.trailingZeroBitCount)
    var number = 0
    for index in 0..<count {
      found[number] = docs[index]
      number += list.contains(docs[index]) ? 1 : 0
    }
    var start = 0
    while start < number {
      let page = found[start] >> shift
      var end = start + 1
      while end < number, found[end] >> shift == page { end += 1 }
      let isSound = list.frequencies(
        ofPage: Int(page), found + start, end - start, ranks: places, into: frequencies + start)
      guard isSound else { return nil }
      start = end
    }
    return number
  }

  private func lookInBlocks(_ list: PostingList) -> Int? {
    var (index, number, place) = (0, 0, 0)
    while index < count {
      place = list.block(of: docs[index], from: place)
      if place == list.blockCount { break }
      guard list.decodeSearchableBlock(place, into: block) else { return nil }
      let (first, last) = (number, list.docs[place])
      while index < count, docs[index] <= last {
        let rank = cvector_rank128(block, docs[index])
        (found[number], places[number]) = (docs[index], rank)
        number += block[Int(rank)] == docs[index] ? 1 : 0
        index += 1
      }
      guard first == number || readFrequencies(of: list, block: place, first, number) else {
        return nil
      }
    }
    return number
  }

  private func readFrequencies(
    of list: PostingList, block place: Int, _ first: Int, _ end: Int
  ) -> Bool {
    if place < list.fullBlockCount {
      return list.frequencies(
        inFullBlock: place, at: places + first, end - first, into: frequencies + first)
    }
    let rest = block + PostingListFormat.blockSize
    guard list.decodeFrequencies(ofBlock: place, into: rest) else { return false }
    for index in first..<end { frequencies[index] = rest[Int(places[index])] }
    return true
  }
}
