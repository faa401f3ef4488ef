/// Places of a query's lists, bitmaps apart from those that are decoded, each fewest documents first.
struct ListsByForm {
  private let places: UnsafeMutablePointer<Int>
  private(set) var arrayCount = 0
  private(set) var bitmapCount = 0
  private let capacity: Int

  init(_ count: Int, scratch: ScratchMemory, list: (Int) -> PostingList) {
    capacity = count
    places = scratch.allocate(Int.self, 2 * count)
    for index in 0..<count {
      let isBitmap = list(index).form == .dense
      let first = isBitmap ? places + count : places
      var place = isBitmap ? bitmapCount : arrayCount
      while place > 0, list(first[place - 1]).count > list(index).count {
        first[place] = first[place - 1]
        place -= 1
      }
      first[place] = index
      if isBitmap { bitmapCount += 1 } else { arrayCount += 1 }
    }
  }

  func array(_ number: Int) -> Int {
    assert(number < arrayCount)
    return places[number]
  }

  func bitmap(_ number: Int) -> Int {
    assert(number < bitmapCount)
    return places[capacity + number]
  }
}

extension PostingList {
  /// Blocks of a list that is no bitmap, one that stands decoded included.
  var arrayBlockCount: Int {
    (count + PostingListFormat.blockSize - 1) / PostingListFormat.blockSize
  }

  /// The last document of a block of a list that is no bitmap.
  func lastDoc(ofArrayBlock block: Int) -> DocNumber {
    form == .packed
      ? docs[block] : docs[min((block + 1) * PostingListFormat.blockSize, count) - 1]
  }

  /// Decodes or copies the documents of such a block; gives how many, nil when the bytes are damaged.
  func arrayBlock(_ block: Int, into out: UnsafeMutablePointer<DocNumber>) -> Int? {
    let length = blockLength(block)
    if form == .packed { return decodeBlock(block, into: out) ? length : nil }
    out.update(from: docs + block * PostingListFormat.blockSize, count: length)
    return length
  }
}
