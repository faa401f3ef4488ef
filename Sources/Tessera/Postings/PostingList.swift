import CVector

/// A list over mapped bytes, ready to be read from any place: plain pointers and counts, copied freely.
///
/// Whoever makes one has checked the pages it stands on, and keeps the bytes alive. What the bytes say is not
/// believed: every offset and width is compared with the list's end before it is followed, and document numbers
/// are proven to be below the segment's number of documents before they leave a decoded block.
struct PostingList: BitwiseCopyable {
  enum Form { case unpacked, packed, dense }

  let form: Form
  /// Documents in the list, at least 1.
  let count: Int
  /// Documents of the segment.
  let documents: Int
  /// Blocks (packed) or pages (dense); 1 when unpacked.
  let blockCount: Int
  let hasFrequencies: Bool
  /// One code for each block, or word of the bitmap; nil when unpacked or without frequencies.
  let bounds: UnsafePointer<UInt8>?

  /// Packed: the last document of each block. Unpacked: all documents. Dense: unused.
  let docs: UnsafePointer<UInt32>
  /// Packed: the offset in `data` of each full block, then of the rest. Unpacked: all frequencies. Dense: the
  /// offset in `data` of each page's frequencies.
  let offsets: UnsafePointer<UInt32>
  /// Packed: the gap width of each full block.
  let docWidths: UnsafePointer<UInt8>
  /// The width byte of the frequencies of each full block or page.
  let frequencyWidths: UnsafePointer<UInt8>
  let data: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  /// Dense: the bitmap.
  let words: UnsafePointer<UInt64>

  /// A list that stands decoded in scratch memory.
  init(
    docs: UnsafePointer<UInt32>, frequencies: UnsafePointer<UInt32>, count: Int, documents: Int,
    hasFrequencies: Bool
  ) {
    let none = UnsafeRawPointer(docs).assumingMemoryBound(to: UInt8.self)
    (form, self.count, self.documents, blockCount) = (.unpacked, count, documents, 1)
    (self.hasFrequencies, bounds, self.docs, offsets) = (hasFrequencies, nil, docs, frequencies)
    (docWidths, frequencyWidths, data, end) = (none, none, none, none)
    words = UnsafeRawPointer(docs).assumingMemoryBound(to: UInt64.self)
  }

  /// A dense list without frequencies over a bitmap in scratch memory: a whole number of pages.
  init(words: UnsafePointer<UInt64>, count: Int, documents: Int) {
    let none = UnsafeRawPointer(words).assumingMemoryBound(to: UInt8.self)
    (form, self.count, self.documents) = (.dense, count, documents)
    blockCount = PostingListFormat.pageCount(documents: documents)
    (hasFrequencies, bounds, self.words) = (false, nil, words)
    docs = UnsafeRawPointer(words).assumingMemoryBound(to: UInt32.self)
    offsets = docs
    (docWidths, frequencyWidths, data, end) = (none, none, none, none)
  }

  /// A packed or dense list over its bytes; nil when they cannot be one.
  ///
  /// - Parameters:
  ///   - bytes: from the list's first byte, padding included, to its last.
  ///   - padding: how many bytes of padding it begins with.
  ///   - boundTable: the bounds of all lists of the section.
  init?(
    bytes: UnsafeBufferPointer<UInt8>, padding: Int, count: Int, documents: Int, hasFrequencies: Bool,
    boundTable: UnsafeBufferPointer<UInt8>
  ) {
    guard let base = bytes.baseAddress, count > 0, count <= documents else { return nil }
    let isDense = PostingListFormat.form(count: count, documents: documents) == .dense
    let full = count / PostingListFormat.blockSize
    let blocks = PostingListFormat.blockCount(count: count, documents: documents)
    let start = UnsafeRawPointer(base + padding)
    let tableBytes =
      isDense
      ? 8 + blocks * (PostingListFormat.pageSize / 8 + (hasFrequencies ? 5 : 0))
      : 4 + blocks * 4 + (full + 1) * 4 + full * (hasFrequencies ? 2 : 1)
    guard padding + tableBytes <= bytes.count else { return nil }
    let firstBound = Int(start.load(as: UInt32.self))
    let boundCount = blocks * PostingListFormat.boundsPerBlock(isDense ? .dense : .packed)
    guard !hasFrequencies || firstBound + boundCount <= boundTable.count else { return nil }

    (self.count, self.documents, blockCount) = (count, documents, blocks)
    self.hasFrequencies = hasFrequencies
    bounds = hasFrequencies ? boundTable.baseAddress.map { $0 + firstBound } : nil
    end = base + bytes.count
    data = start.assumingMemoryBound(to: UInt8.self) + tableBytes
    words = (start + 8).assumingMemoryBound(to: UInt64.self)
    if isDense {
      form = .dense
      let table = start + 8 + blocks * PostingListFormat.pageSize / 8
      docs = table.assumingMemoryBound(to: UInt32.self)
      offsets = docs
      frequencyWidths = UnsafeRawPointer(offsets + blocks).assumingMemoryBound(to: UInt8.self)
      docWidths = frequencyWidths
    } else {
      form = .packed
      docs = (start + 4).assumingMemoryBound(to: UInt32.self)
      offsets = docs + blocks
      docWidths = UnsafeRawPointer(offsets + full + 1).assumingMemoryBound(to: UInt8.self)
      frequencyWidths = docWidths + full
    }
  }

  /// Bounds of all blocks or words.
  var boundCount: Int { blockCount * (form == .dense ? PostingListFormat.wordsPerPage : 1) }

  /// Postings in full blocks of a packed list.
  var fullBlockCount: Int { count / PostingListFormat.blockSize }

  /// The last document of a packed block.
  @inline(__always)
  func lastDoc(ofBlock block: Int) -> DocNumber { docs[block] }

  // MARK: Packed blocks

  /// How many postings the packed block has.
  @inline(__always)
  func blockLength(_ block: Int) -> Int {
    min(PostingListFormat.blockSize, count - block * PostingListFormat.blockSize)
  }

  /// Decodes the documents of a packed block; false when the bytes are damaged.
  ///
  /// On success all are ascending and below `documents`. Writes up to 128 integers.
  func decodeBlock(_ block: Int, into out: UnsafeMutablePointer<UInt32>) -> Bool {
    let before = block == 0 ? DocNumber.max : docs[block - 1]
    let last = docs[block]
    let length = blockLength(block)
    SearchCounters.readBlock(block, of: self)
    var at = data + Int(offsets[block])
    guard last < documents, block == 0 || before < last, at < end || length == PostingListFormat.blockSize
    else { return false }
    if block < fullBlockCount {
      let decoded = GapCodec.decode(
        at, end: end, widthByte: docWidths[block], count: length, before: before, documents: documents,
        into: out)
      return decoded != nil && out[length - 1] == last
    }
    return ShortList.decodeDocs(&at, end: end, count: length, before: before, documents: documents, into: out)
      != nil
      && out[length - 1] == last
  }

  /// Decodes the frequencies of a packed block; false when the bytes are damaged.
  func decodeFrequencies(ofBlock block: Int, into out: UnsafeMutablePointer<UInt32>) -> Bool {
    let length = blockLength(block)
    if block < fullBlockCount {
      guard let at = frequencyBytes(ofBlock: block) else { return false }
      SearchCounters.readFrequencies(length, widthByte: frequencyWidths[block])
      return FrequencyCodec.decode(at, end: end, widthByte: frequencyWidths[block], count: length, into: out)
    }
    var at = data + Int(offsets[block])
    guard at < end else { return false }
    return ShortList.decodeFrequencies(&at, end: end, count: length, into: out)
  }

  @inline(__always)
  private func frequencyBytes(ofBlock block: Int) -> UnsafePointer<UInt8>? {
    let at = data + Int(offsets[block])
    return GapCodec.byteCount(at, end: end, widthByte: docWidths[block], count: PostingListFormat.blockSize)
      .map { at + $0 }
  }

  /// The frequencies at some places of a full packed block; false when the bytes are damaged.
  func frequencies(
    inFullBlock block: Int, at places: UnsafePointer<UInt32>, _ number: Int,
    into out: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    guard let at = frequencyBytes(ofBlock: block) else { return false }
    SearchCounters.readFrequencies(number, widthByte: frequencyWidths[block])
    return FrequencyCodec.pick(
      at, end: end, widthByte: frequencyWidths[block], count: PostingListFormat.blockSize, at: places, number,
      into: out)
  }

  // MARK: Dense pages

  @inline(__always)
  func contains(_ doc: DocNumber) -> Bool {
    words[Int(doc &>> 6)] &>> UInt64(doc & 63) & 1 != 0
  }

  /// The word number `index` of the bitmap, without bits at or beyond `documents`.
  @inline(__always)
  func word(_ index: Int) -> UInt64 {
    let word = words[index]
    SearchCounters.readWords(1, postings: word.nonzeroBitCount)
    let excess = (index + 1) * 64 - documents
    return excess <= 0 ? word : word & (UInt64.max >> UInt64(excess))
  }

  /// How many documents the page has.
  @inline(__always)
  func pageLength(_ page: Int) -> Int {
    var length = 0
    for index in 0..<PostingListFormat.wordsPerPage {
      length += words[page * PostingListFormat.wordsPerPage + index].nonzeroBitCount
    }
    return length
  }

  /// The frequencies of documents of one page, all of them in the list; false when the bytes are damaged.
  ///
  /// - Parameter ranks: room for as many numbers.
  func frequencies(
    ofPage page: Int, _ docs: UnsafePointer<DocNumber>, _ number: Int, ranks: UnsafeMutablePointer<UInt32>,
    into out: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let widthByte = frequencyWidths[page]
    SearchCounters.readFrequencies(number, widthByte: widthByte)
    let at = data + Int(offsets[page])
    guard at <= end else { return false }
    if widthByte == 0 {
      out.update(repeating: 1, count: number)
      return true
    }
    let first = page * PostingListFormat.wordsPerPage
    cvector_ranks512(words + first, DocNumber(page * PostingListFormat.pageSize), docs, number, ranks)
    // The length of the page is only needed to find exceptions behind its row, and to see that the row fits.
    let length =
      widthByte & FrequencyCodec.exceptionFlag == 0 ? Int(ranks[number - 1]) + 1 : pageLength(page)
    return FrequencyCodec.pick(
      at, end: end, widthByte: widthByte, count: length, at: ranks, number, into: out)
  }

  /// Decodes the frequencies of the documents of a page; false when the bytes are damaged.
  func decodeFrequencies(ofPage page: Int, count: Int, into out: UnsafeMutablePointer<UInt32>) -> Bool {
    let at = data + Int(offsets[page])
    guard at <= end else { return false }
    SearchCounters.readFrequencies(count, widthByte: frequencyWidths[page])
    return FrequencyCodec.decode(at, end: end, widthByte: frequencyWidths[page], count: count, into: out)
  }
}
