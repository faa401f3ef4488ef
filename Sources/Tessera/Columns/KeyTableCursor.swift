/// Walks through a table's keys in their order.
struct KeyTableCursor {
  private let table: KeyTable
  private var rank = -1
  private var entries: KeyTexts.EntryReader?
  /// The key where the table has texts, else empty.
  private(set) var text: [UInt8] = []
  /// The key where the table has numbers, else 0.
  private(set) var number: UInt64 = 0

  /// A new cursor stands before the first key.
  init(_ table: KeyTable) {
    self.table = table
  }

  /// Moves to the next key; false when there is none.
  mutating func advance() throws(TesseraError) -> Bool {
    guard rank + 1 < table.count else { return false }
    rank += 1
    switch table.form {
    case .numbers(let numbers): number = try numbers.number(rank)
    case .texts(let texts):
      let isFirst = rank % KeyTexts.blockSize == 0
      var entries = isFirst ? try texts.entries(rank / KeyTexts.blockSize) : entries!
      try texts.advance(&entries, &text, isFirst: isFirst)
      self.entries = entries
    }
    return true
  }

  /// The document of the key it stands on.
  func doc() throws(TesseraError) -> DocNumber { try table.doc(rank) }

  /// Whether the key of one cursor comes before that of another, of a table of the same form.
  static func < (a: KeyTableCursor, b: KeyTableCursor) -> Bool {
    if a.number != b.number { return a.number < b.number }
    return a.text.withUnsafeBytes { a in b.text.withUnsafeBytes { b in KeyTexts.isBefore(a, b) } }
  }
}

extension KeyTable {
  func hasForm(_ wanted: KeyTableWriter.Form) -> Bool {
    switch form {
    case .texts: wanted == .texts
    case .numbers: wanted == .numbers
    }
  }

  /// Calls `body` for each key that both tables have, with the document here and the document there.
  ///
  /// - Complexity: O(*n* log *m*) in the keys of the smaller and the larger table when the one is far smaller,
  ///   else O(*n* + *m*).
  /// - Throws: `.corrupt`, also when the tables are of different forms; and what `body` throws.
  func forEachCommonKey(
    with other: KeyTable, _ body: (_ here: DocNumber, _ there: DocNumber) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    guard hasForm(.texts) == other.hasForm(.texts) else { throw corrupt("keys of two forms in one index") }
    if count < other.count / 16 {
      try lookUpAll(in: other, body)
    } else if other.count < count / 16 {
      try other.lookUpAll(in: self) { (there, here) throws(TesseraError) in try body(here, there) }
    } else {
      try join(other, body)
    }
  }

  private func lookUpAll(
    in other: KeyTable, _ body: (DocNumber, DocNumber) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    var key: [UInt8] = []
    for doc in 0..<DocNumber(count) {
      try self.key(of: doc, into: &key)
      let found = try key.withUnsafeBufferPointer { (key) throws(TesseraError) in try other.find(key) }
      if let there = found { try body(doc, there) }
    }
  }

  private func join(
    _ other: KeyTable, _ body: (DocNumber, DocNumber) throws(TesseraError) -> Void
  ) throws(TesseraError) {
    var (here, there) = (KeyTableCursor(self), KeyTableCursor(other))
    guard try here.advance(), try there.advance() else { return }
    while true {
      if here < there {
        guard try here.advance() else { return }
      } else if there < here {
        guard try there.advance() else { return }
      } else {
        try body(here.doc(), there.doc())
        guard try here.advance(), try there.advance() else { return }
      }
    }
  }
}
