import CVector

extension PostingList {
  /// Asks for the bytes of a packed block.
  @inline(__always)
  func prefetch(block: Int) {
    let bytes = data + Int(offsets[block])
    cvector_prefetch(bytes)
    cvector_prefetch(bytes + 64)
    cvector_prefetch(bytes + 128)
  }

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

extension PostingList {
  /// The frequencies at ascending places of a list that is no bitmap; false when its bytes are damaged.
  ///
  /// - Parameters:
  ///   - places: are places within blocks afterwards.
  ///   - rest: room for a block of a packed list.
  func frequencies(
    at places: UnsafeMutablePointer<UInt32>, _ number: Int, rest: UnsafeMutablePointer<UInt32>,
    into out: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    if form == .unpacked {
      for index in 0..<number { out[index] = offsets[Int(places[index])] }
      return true
    }
    let size = UInt32(PostingListFormat.blockSize)
    var start = 0
    while start < number {
      let block = places[start] / size
      var end = start
      while end < number, places[end] / size == block {
        places[end] %= size
        end += 1
      }
      guard
        frequencies(
          inBlock: Int(block), at: places + start, end - start, rest: rest, into: out + start)
      else { return false }
      start = end
    }
    return true
  }

  /// The frequencies at ascending places of a block of a packed list; false when its bytes are damaged.
  ///
  /// - Parameter rest: room for a block.
  func frequencies(
    inBlock block: Int, at places: UnsafePointer<UInt32>, _ number: Int,
    rest: UnsafeMutablePointer<UInt32>, into out: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    if block < fullBlockCount {
      return frequencies(inFullBlock: block, at: places, number, into: out)
    }
    guard decodeFrequencies(ofBlock: block, into: rest) else { return false }
    for index in 0..<number { out[index] = rest[Int(places[index])] }
    return true
  }

  /// The frequencies of ascending documents of a bitmap; false when its bytes are damaged.
  ///
  /// - Parameter ranks: room for as many numbers.
  func frequencies(
    ofDocs docs: UnsafePointer<DocNumber>, _ number: Int, ranks: UnsafeMutablePointer<UInt32>,
    into out: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let shift = DocNumber(PostingListFormat.pageSize.trailingZeroBitCount)
    var start = 0
    while start < number {
      let page = docs[start] >> shift
      var end = start + 1
      while end < number, docs[end] >> shift == page { end += 1 }
      guard
        frequencies(
          ofPage: Int(page), docs + start, end - start, ranks: ranks, into: out + start)
      else { return false }
      start = end
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
    found = scratch.allocate(DocNumber.self, count + 16)
    frequencies = scratch.allocate(UInt32.self, count + 16)
    places = scratch.allocate(UInt32.self, count)
    block = scratch.allocate(UInt32.self, 2 * PostingListFormat.blockSize)
  }

  /// Finds the documents in a list with frequencies; gives how many it has, nil when its bytes are damaged.
  ///
  /// - Complexity: O(*m* log *b*) for *m* documents and *b* blocks, and the decoding of *m* blocks at most.
  func look(in list: PostingList) -> Int? {
    switch list.form {
    case .dense: lookInPages(list)
    case .packed: lookInBlocks(list)
    case .unpacked: lookInRow(list)
    }
  }

  /// After a look that found some of the documents alone: gives each its frequency, 0 where it was not found.
  func spread(_ number: Int) {
    var next = number - 1
    for index in stride(from: count - 1, through: 0, by: -1) {
      let isFound = next >= 0 && found[next] == docs[index]
      frequencies[index] = isFound ? frequencies[next] : 0
      next -= isFound ? 1 : 0
    }
  }

  private func lookInRow(_ list: PostingList) -> Int? {
    var (number, place) = (0, 0)
    for index in 0..<count {
      place = AscendingDocs.firstPlace(in: list.docs, list.count, notBefore: docs[index], from: place)
      if place == list.count { break }
      (found[number], frequencies[number]) = (docs[index], list.offsets[place])
      number += list.docs[place] == docs[index] ? 1 : 0
    }
    return number
  }

  private func lookInPages(_ list: PostingList) -> Int? {
    var number = 0
    for index in 0..<count {
      found[number] = docs[index]
      number += list.contains(docs[index]) ? 1 : 0
    }
    guard list.frequencies(ofDocs: found, number, ranks: places, into: frequencies) else { return nil }
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
      if first == number { continue }
      let isSound = list.frequencies(
        inBlock: place, at: places + first, number - first, rest: block + PostingListFormat.blockSize,
        into: frequencies + first)
      if !isSound { return nil }
    }
    return number
  }
}
