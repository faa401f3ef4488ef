import CVector

/// Sums up the lists of a prefix's terms: for each document how often words with the prefix occur in it.
struct PrefixAccumulator: ~Copyable {
  private var frequencies: Buffer<UInt32>
  /// A bit for each document with a sum.
  private var touched: Buffer<UInt64>
  private let documents: Int

  init(documents: Int) {
    self.documents = documents
    frequencies = Buffer(capacity: documents)
    frequencies.append(repeating: 0, count: documents)
    touched = Buffer(capacity: (documents + 63) / 64)
    touched.append(repeating: 0, count: (documents + 63) / 64)
  }

  /// Adds a list. Documents are below the number of documents.
  func add(docs: UnsafeBufferPointer<DocNumber>, frequencies added: UnsafeBufferPointer<UInt32>) {
    for index in 0..<docs.count {
      let doc = Int(docs[index])
      frequencies[doc] = frequencies[doc] &+ added[index]
      touched[doc >> 6] |= 1 << UInt64(doc & 63)
    }
  }

  /// Moves the sums to `docs` and `sums` in ascending order of documents, and begins anew.
  func drain(docs: inout Buffer<DocNumber>, sums: inout Buffer<UInt32>) {
    docs.removeAll()
    sums.removeAll()
    for word in 0..<touched.count where touched[word] != 0 {
      var bits = touched[word]
      while bits != 0 {
        let doc = word << 6 | bits.trailingZeroBitCount
        docs.append(DocNumber(doc))
        sums.append(min(frequencies[doc], UInt32(Int32.max)))
        frequencies[doc] = 0
        bits &= bits - 1
      }
      touched[word] = 0
    }
  }
}
