import CVector

/// The inner loops of a search, each by itself over the lists of an index: what the benchmarks time, compiled in the
/// module where they ship, since a call across modules for each block would be timed with them.
///
/// Nothing else uses it. Takes the largest segment.
package final class KernelLoops {
  /// A loop and what its time is divided by.
  package struct Kernel {
    package let name: String
    package let unit: String
    /// Runs the loop once; gives how many units it went through.
    package let run: () throws(TesseraError) -> Int
  }

  private struct Short {
    let count: UInt32
    let offset: Int
    let byteCount: Int
  }

  private let segment: SegmentReader
  private let searcher: Searcher
  private let scratch = ScratchMemory()
  private var packed: [PostingList] = []
  private var dense: [PostingList] = []
  private var short: [Short] = []
  private let docs: UnsafeMutablePointer<DocNumber>
  private let numbers: UnsafeMutablePointer<UInt32>
  private let memory = ScratchMemory()
  /// Keeps results alive, so that no loop is left out.
  package private(set) var checksum: UInt64 = 0

  /// nil where there are no documents.
  init?(_ searcher: Searcher) throws(TesseraError) {
    let segments = searcher.segments.map(\.reader)
    guard let largest = segments.max(by: { $0.documentCount < $1.documentCount }) else { return nil }
    self.searcher = searcher
    segment = largest
    docs = memory.allocate(DocNumber.self, PostingListFormat.pageSize + 16)
    numbers = memory.allocate(UInt32.self, PostingListFormat.pageSize + 16)
    let lists = segment.lists
    let all = try segment.terms.all()
    try lists.bytes.check(at: all.offset, count: all.byteCount)
    try segment.terms.forEachList(in: all) { (count, offset, byteCount) throws(TesseraError) in
      switch PostingListFormat.form(count: Int(count), documents: lists.documents) {
      case .short: short.append(Short(count: count, offset: offset, byteCount: byteCount))
      case .packed:
        packed.append(try lists.longList(count: Int(count), offset: offset, byteCount: byteCount))
      case .dense: dense.append(try lists.longList(count: Int(count), offset: offset, byteCount: byteCount))
      }
    }
  }

  /// All of them; those that find no lists to work on go through 0 units.
  package func all() throws(TesseraError) -> [Kernel] {
    [
      Kernel(name: Self.decoding, unit: "posting") { () throws(TesseraError) in try self.packedDocs() },
      Kernel(name: "packed frequencies", unit: "posting") { () throws(TesseraError) in
        try self.packedFrequencies()
      },
      Kernel(name: "short lists, both", unit: "posting") { () throws(TesseraError) in try self.shortLists() },
      Kernel(name: "bitmap to documents", unit: "posting") { () throws(TesseraError) in try self.denseDocs()
      },
      Kernel(name: "bitmap frequencies", unit: "posting") { () throws(TesseraError) in
        try self.denseFrequencies()
      },
      Kernel(name: "BM25 of decoded postings", unit: "posting") { () throws(TesseraError) in
        try self.scores()
      },
      Kernel(name: "packed and packed", unit: "posting of the shorter") { () throws(TesseraError) in
        try self.intersect(self.packed, self.packed)
      },
      Kernel(name: "packed and bitmap", unit: "posting of the shorter") { () throws(TesseraError) in
        try self.intersect(self.packed, self.dense)
      },
      Kernel(name: "bitmap and bitmap", unit: "document") { () throws(TesseraError) in
        self.intersectBitmaps()
      },
      Kernel(name: "block bounds of a range", unit: "call") { () throws(TesseraError) in self.bounds() },
      Kernel(name: "heap of 10, random scores", unit: "document") { () throws(TesseraError) in
        self.insert { UInt32(truncatingIfNeeded: ($0 &* 0x9E37_79B9_7F4A_7C15) >> 41) }
      },
      Kernel(name: "heap of 10, ascending scores", unit: "document") { () throws(TesseraError) in
        self.insert { UInt32(truncatingIfNeeded: $0) }
      },
    ] + (try dictionary())
  }

  /// The name of the loop whose rate others are held against.
  package static let decoding = "packed documents"
}

// MARK: - Decoding

extension KernelLoops {
  private func packedDocs() throws(TesseraError) -> Int {
    var postings = 0
    for list in packed {
      for block in 0..<list.blockCount {
        guard list.decodeBlock(block, into: docs) else { throw damaged() }
      }
      postings += list.count
    }
    checksum &+= UInt64(docs[0])
    return postings
  }

  private func packedFrequencies() throws(TesseraError) -> Int {
    var postings = 0
    for list in packed {
      for block in 0..<list.blockCount {
        guard list.decodeFrequencies(ofBlock: block, into: numbers) else { throw damaged() }
      }
      postings += list.count
    }
    checksum &+= UInt64(numbers[0])
    return postings
  }

  private func shortLists() throws(TesseraError) -> Int {
    var postings = 0
    for list in short {
      let bytes = UnsafeBufferPointer(start: segment.lists.pointer(list.offset), count: list.byteCount)
      let isSound = ShortList.decode(
        bytes, count: Int(list.count), documents: segment.documentCount, docs: docs, frequencies: numbers)
      guard isSound else { throw damaged() }
      postings += Int(list.count)
    }
    checksum &+= UInt64(docs[0] &+ numbers[0])
    return postings
  }

  private func denseDocs() throws(TesseraError) -> Int {
    var postings = 0
    for list in dense {
      for page in 0..<list.blockCount { postings += extract(page, of: list) }
    }
    checksum &+= UInt64(docs[0])
    return postings
  }

  /// The documents of a page to `docs`.
  private func extract(_ page: Int, of list: PostingList) -> Int {
    let first = page * PostingListFormat.wordsPerPage
    let words = min(PostingListFormat.wordsPerPage, (list.documents + 63) / 64 - first)
    return cvector_bits(list.words + first, words, DocNumber(page * PostingListFormat.pageSize), docs)
  }

  private func denseFrequencies() throws(TesseraError) -> Int {
    var postings = 0
    for list in dense where list.hasFrequencies {
      for page in 0..<list.blockCount {
        let count = list.pageLength(page)
        guard count == 0 || list.decodeFrequencies(ofPage: page, count: count, into: numbers) else {
          throw damaged()
        }
        postings += count
      }
    }
    checksum &+= UInt64(numbers[0])
    return postings
  }

  private func damaged() -> TesseraError { segment.damaged("a list contradicts itself") }
}

// MARK: - Scoring and the best

extension KernelLoops {
  /// Blocks of 128 documents spread over the segment, each with a frequency of 1 to 4, scored over and over.
  private func scores() throws(TesseraError) -> Int {
    scratch.reset()
    let lengths = try segment.checkedLengths()
    let norms = FixedFloats(LengthNorms(averageLength: searcher.statistics.averageLength).values)
    let sums = scratch.allocate(Float.self, PostingListFormat.blockSize)
    sums.update(repeating: 0, count: PostingListFormat.blockSize)
    let step = max(1, segment.documentCount / PostingListFormat.blockSize)
    let count = min(PostingListFormat.blockSize, segment.documentCount)
    for place in 0..<count {
      docs[place] = DocNumber(place * step)
      numbers[place] = UInt32(place & 3) + 1
    }
    for _ in 0..<1000 { cvector_score(docs, numbers, count, lengths, norms.base, 1, sums) }
    checksum &+= UInt64(sums[0].bitPattern)
    return 1000 * count
  }

  private func insert(_ score: (UInt64) -> UInt32) -> Int {
    scratch.reset()
    var top = TopHits(capacity: 10, scratch: scratch)
    let count: UInt64 = 100_000
    for number in 0..<count { top.insert(rank: score(number), doc: DocNumber(number)) }
    checksum &+= top.floor
    return Int(count)
  }

  /// For every list of 4 blocks or more, the bound of each stretch of 4096 documents.
  private func bounds() -> Int {
    var calls = 0
    for list in packed + dense where list.blockCount >= 4 {
      var hint = 0
      for first in stride(from: 0, to: list.documents, by: 4096) {
        let last = DocNumber(min(first + 4096, list.documents) - 1)
        checksum &+= UInt64(list.boundCode(from: DocNumber(first), through: last, hint: &hint))
        calls += 1
      }
    }
    return calls
  }
}

// MARK: - Intersecting

extension KernelLoops {
  /// Up to 64 pairs, spread over the lists' lengths; each leading list is decoded and looked up in the other.
  private func intersect(_ leads: [PostingList], _ others: [PostingList]) throws(TesseraError) -> Int {
    let leads = spread(leads)
    let others = spread(others)
    guard !leads.isEmpty, !others.isEmpty else { return 0 }
    var postings = 0
    for place in leads.indices {
      scratch.reset()
      let pair = [leads[place], others[(place + 1) % others.count]].sorted { $0.count < $1.count }
      let slots = scratch.allocate(UInt32.self, PostingListFormat.pageSize + 16)
      var probe = ListProbe(pair[1], scratch: scratch)
      for block in 0..<pair[0].blockCount {
        guard pair[0].decodeBlock(block, into: docs) else { throw damaged() }
        let length = pair[0].blockLength(block)
        for slot in 0..<length { slots[slot] = UInt32(truncatingIfNeeded: slot) }
        checksum &+= UInt64(probe.filter(docs, slots, length))
      }
      guard !probe.isDamaged else { throw damaged() }
      postings += pair[0].count
    }
    return postings
  }

  private func spread(_ lists: [PostingList]) -> [PostingList] {
    let sorted = lists.sorted { $0.count < $1.count }
    let step = max(1, sorted.count / 64)
    return stride(from: 0, to: sorted.count, by: step).map { sorted[$0] }
  }

  private func intersectBitmaps() -> Int {
    guard dense.count > 1 else { return 0 }
    let perPage = PostingListFormat.wordsPerPage
    scratch.reset()
    let words = scratch.allocate(UInt64.self, perPage)
    for place in 1..<dense.count {
      let (one, other) = (dense[place - 1], dense[place])
      for page in 0..<one.blockCount {
        let count = min(perPage, (one.documents + 63) / 64 - page * perPage)
        let (left, right) = (one.words + page * perPage, other.words + page * perPage)
        for word in 0..<count { words[word] = left[word] & right[word] }
        checksum &+= UInt64(cvector_bits(words, count, DocNumber(page * PostingListFormat.pageSize), docs))
      }
    }
    return (dense.count - 1) * segment.documentCount
  }
}

// MARK: - The dictionary

extension KernelLoops {
  /// Up to 4096 terms, spread over the dictionary and in no order: found as they are, and by how they begin.
  private func dictionary() throws(TesseraError) -> [Kernel] {
    let count = min(4096, segment.terms.count)
    var terms: [[UInt8]] = []
    for place in 0..<count {
      // 4093 is prime and 4096 a power of two: all places, each once.
      let number = (place * 4093) % count * (segment.terms.count / count)
      var term: [UInt8] = []
      try segment.terms.term(TermNumber(number), into: &term)
      terms.append(term)
    }
    var kernels = [
      Kernel(name: "dictionary, a term", unit: "lookup") { () throws(TesseraError) in
        for term in terms { self.checksum &+= UInt64(try self.segment.terms.find(term)?.number ?? 0) }
        return terms.count
      }
    ]
    for letters in 1...4 {
      let prefixes = terms.filter { $0.count >= letters }.map { Array($0.prefix(letters)) }
      kernels.append(
        Kernel(name: "dictionary, a prefix of \(letters)", unit: "lookup") { () throws(TesseraError) in
          for prefix in prefixes {
            let range = try prefix.withUnsafeBufferPointer { bytes in
              Result { () throws(TesseraError) in try self.segment.terms.range(ofPrefix: bytes) }
            }.get()
            self.checksum &+= UInt64(range.upper)
          }
          return prefixes.count
        })
    }
    return kernels
  }
}
