import Glibc

/// The words and the prefix of a query, to be asked of every token of a text.
struct HighlightTerms: Sendable {
  /// What a term answers to: the number of a word, whether the prefix begins it, or both.
  struct Answer {
    var word: Int?
    var isPrefixed: Bool
  }

  private let prefix: TermPrefix?
  /// The words in ascending order, one behind the other, and where each ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// For each first byte of a term, the number of the first word that begins with it or a greater one.
  private var firstWords: [Int] = []
  private var mayHavePrefix: [Bool]

  init(words: [[UInt8]], prefix: TermPrefix?) {
    self.prefix = prefix
    for word in Set(words).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      while firstWords.count <= Int(word.first ?? 0) { firstWords.append(ends.count) }
      bytes += word
      ends.append(bytes.count)
    }
    while firstWords.count <= 256 { firstWords.append(ends.count) }
    mayHavePrefix = [Bool](repeating: false, count: 256)
    if let prefix, let lower = prefix.lower.first, let upper = prefix.upper.first, let own = prefix.term.first
    {
      for lead in lower...upper { mayHavePrefix[Int(lead)] = true }
      mayHavePrefix[Int(own)] = true
    }
  }

  var isEmpty: Bool { ends.isEmpty && prefix == nil }

  /// How many words there are, the prefix being one.
  var clauseCount: Int { ends.count + (prefix == nil ? 0 : 1) }

  /// How many bytes of a term that the prefix begins were typed.
  var prefixCount: Int { prefix?.term.count ?? 0 }

  /// Whether a term that begins with this byte can be one of these at all.
  @inline(__always)
  func mayHave(_ lead: UInt8) -> Bool {
    mayHavePrefix[Int(lead)] || firstWords[Int(lead)] < firstWords[Int(lead) + 1]
  }

  /// Nil when the term is neither a word nor begins with the prefix.
  ///
  /// - Parameter term: not empty.
  func answer(to term: UnsafeBufferPointer<UInt8>) -> Answer? {
    let word = word(term)
    let isPrefixed = mayHavePrefix[Int(term[0])] && isPrefixed(term)
    return word != nil || isPrefixed ? Answer(word: word, isPrefixed: isPrefixed) : nil
  }

  private func word(_ term: UnsafeBufferPointer<UInt8>) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var (low, high) = (firstWords[Int(term[0])], firstWords[Int(term[0]) + 1])
      while low < high {
        let middle = (low + high) / 2
        let start = middle == 0 ? 0 : ends[middle - 1]
        let order = Self.order(term, UnsafeBufferPointer(rebasing: bytes[start..<ends[middle]]))
        if order == 0 { return middle }
        if order < 0 { high = middle } else { low = middle + 1 }
      }
      return nil
    }
  }

  private func isPrefixed(_ term: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let prefix else { return false }
    if prefix.isPlain { return term.starts(with: prefix.term) }
    func order(_ bound: [UInt8]) -> Int { bound.withUnsafeBufferPointer { Self.order(term, $0) } }
    return order(prefix.term) == 0 || order(prefix.lower) >= 0 && order(prefix.upper) < 0
  }

  /// Negative when the left one comes first, 0 when they are equal.
  private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    guard let a = left.baseAddress, let b = right.baseAddress else { return left.count - right.count }
    let order = Int(memcmp(a, b, min(left.count, right.count)))
    return order == 0 ? left.count - right.count : order
  }
}
