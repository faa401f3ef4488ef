/// Sums up the lists of a prefix's terms: for each document how often words with the prefix occur in it.
struct PrefixAccumulator: ~Copyable {
  private var frequencies: Buffer<UInt32>
  /// A bit for each document with a sum, and one for each word of these bits that is not zero: so that a few sums
  /// among many documents are found at once.
  private var touched: Buffer<UInt64>
  private var touchedWords: Buffer<UInt64>

  init(documents: Int) {
    frequencies = Buffer(capacity: documents)
    frequencies.append(repeating: 0, count: documents)
    touched = Buffer(capacity: (documents + 63) / 64)
    touched.append(repeating: 0, count: (documents + 63) / 64)
    touchedWords = Buffer(capacity: (documents + 4095) / 4096)
    touchedWords.append(repeating: 0, count: (documents + 4095) / 4096)
  }

  /// Adds a list. Documents are below the number of documents, frequencies below 2³¹; sums stay there.
  func add(docs: UnsafeBufferPointer<DocNumber>, frequencies added: UnsafeBufferPointer<UInt32>) {
    let greatest = UInt32(Int32.max)
    for index in 0..<docs.count {
      let doc = Int(docs[index])
      frequencies[doc] = min(frequencies[doc] &+ added[index], greatest)
      touched[doc &>> 6] |= 1 &<< UInt64(doc & 63)
      touchedWords[doc &>> 12] |= 1 &<< UInt64(doc &>> 6 & 63)
    }
  }

  /// Moves the sums to `docs` and `sums` in ascending order of documents, and begins anew.
  func drain(docs: inout Buffer<DocNumber>, sums: inout Buffer<UInt32>) {
    docs.removeAll()
    sums.removeAll()
    for group in 0..<touchedWords.count where touchedWords[group] != 0 {
      var words = touchedWords[group]
      while words != 0 {
        let word = group &<< 6 | words.trailingZeroBitCount
        var bits = touched[word]
        while bits != 0 {
          let doc = word &<< 6 | bits.trailingZeroBitCount
          docs.append(DocNumber(truncatingIfNeeded: doc))
          sums.append(frequencies[doc])
          frequencies[doc] = 0
          bits &= bits &- 1
        }
        touched[word] = 0
        words &= words &- 1
      }
      touchedWords[group] = 0
    }
  }
}
