import CVector

/// Sums up the lists of a prefix's terms: for each document how often words with the prefix occur in it.
struct PrefixAccumulator: ~Copyable {
  /// Documents of a word of `touchedWords`.
  private static let groupSize = 64 * 64

  private var frequencies: Buffer<UInt32>
  /// A bit for each document with a sum, and one for each word of these bits that is not zero: so that a few sums
  /// among many documents are found at once.
  private var touched: Buffer<UInt64>
  private var touchedWords: Buffer<UInt64>
  /// Postings added: at most so many documents have a sum.
  private var added = 0
  /// Whether there are so many that all documents are looked at, and no bits are set any more.
  private var isDense = false
  private static let documentsToPosting = 8
  private let documents: Int

  init(documents: Int) {
    self.documents = documents
    frequencies = Buffer(capacity: documents)
    frequencies.append(repeating: 0, count: documents)
    let groups = (documents + Self.groupSize - 1) / Self.groupSize
    touched = Buffer(capacity: groups * 64)
    touched.append(repeating: 0, count: groups * 64)
    touchedWords = Buffer(capacity: groups)
    touchedWords.append(repeating: 0, count: groups)
  }

  /// Adds a list. Documents are below the number of documents, frequencies below 2³¹; sums stay there.
  mutating func add(docs: UnsafeBufferPointer<DocNumber>, frequencies more: UnsafeBufferPointer<UInt32>) {
    added += docs.count
    if added > documents / Self.documentsToPosting { isDense = true }
    let greatest = UInt32(Int32.max)
    if isDense {
      for index in 0..<docs.count {
        let doc = Int(docs[index])
        frequencies[doc] = min(frequencies[doc] &+ more[index], greatest)
      }
      return
    }
    for index in 0..<docs.count {
      let doc = Int(docs[index])
      frequencies[doc] = min(frequencies[doc] &+ more[index], greatest)
      touched[doc &>> 6] |= 1 &<< UInt64(doc & 63)
      touchedWords[doc &>> 12] |= 1 &<< UInt64(doc &>> 6 & 63)
    }
  }

  /// Moves the sums to `docs` and `sums` in ascending order of documents, and begins anew.
  mutating func drain(docs: inout Buffer<DocNumber>, sums: inout Buffer<UInt32>) {
    docs.removeAll()
    sums.removeAll()
    let most = min(added, documents)
    if isDense { return drainAll(&docs, &sums, most) }
    // The vectors that write them reach up to 15 further.
    let found = docs.appendUninitialized(most + 15)
    var count = 0
    for group in 0..<touchedWords.count where touchedWords[group] != 0 {
      let words = touched.base + group * 64
      if touchedWords[group].nonzeroBitCount > 16 {
        count += cvector_bits(words, 64, DocNumber(group * Self.groupSize), found + count)
        words.update(repeating: 0, count: 64)
      } else {
        var some = touchedWords[group]
        while some != 0 {
          let word = some.trailingZeroBitCount
          count += cvector_bits(words + word, 1, DocNumber(group * Self.groupSize + word * 64), found + count)
          words[word] = 0
          some &= some &- 1
        }
      }
      touchedWords[group] = 0
    }
    docs.removeLast(most + 15 - count)
    let values = sums.appendUninitialized(count)
    for index in 0..<count {
      let doc = Int(found[index])
      values[index] = frequencies[doc]
      frequencies[doc] = 0
    }
    added = 0
  }

  /// The same where many documents have a sum.
  private mutating func drainAll(_ docs: inout Buffer<DocNumber>, _ sums: inout Buffer<UInt32>, _ most: Int) {
    let room = most + 15
    let count = cvector_drain(
      frequencies.base, documents, docs.appendUninitialized(room), sums.appendUninitialized(room))
    docs.removeLast(room - count)
    sums.removeLast(room - count)
    touched.base.update(repeating: 0, count: touched.count)
    touchedWords.base.update(repeating: 0, count: touchedWords.count)
    (added, isDense) = (0, false)
  }
}
