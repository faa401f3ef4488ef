import Glibc

/// Writes a `KeyTable` from keys in ascending order.
///
/// In memory are 4 bytes a key, unless documents are in the order of their keys, and two to three more on top.
struct KeyTableWriter {
  enum Form: UInt8 {
    case texts = 0
    case numbers = 1
  }

  private let keys: SectionWriter
  private let order: SectionWriter
  private let form: Form
  private var count = 0
  /// The document of each rank, as long as it is not the rank itself.
  private var docs: [DocNumber]?

  // Texts.
  private var last: [UInt8] = []
  private var firstKeys: [UInt8] = []
  private var firstKeyEnds: [Int] = []
  /// Where blocks begin in `keys`.
  private var places: [UInt64] = []

  // Numbers.
  private var block: [UInt64] = []
  private var lastNumber: UInt64 = 0
  private var rows: [UInt64] = []

  init(keys: SectionWriter, order: SectionWriter, form: Form) {
    self.keys = keys
    self.order = order
    self.form = form
  }

  /// Adds the next text.
  ///
  /// - Throws: `.limitExceeded` for a key over 65,535 bytes, `.corrupt` for one that is not after the last.
  mutating func add(_ key: UnsafeRawBufferPointer, doc: DocNumber) throws(TesseraError) {
    assert(form == .texts)
    guard key.count <= KeyTable.maximumKeySize else { throw Self.tooLong(key.count) }
    let shared = last.withUnsafeBytes { KeyTexts.commonCount($0, key) }
    let isAfter = shared < key.count && (shared == last.count || last[shared] < key[shared])
    guard isAfter || count == 0 else { throw Self.outOfOrder }
    if count % KeyTexts.blockSize == 0 {
      places.append(UInt64(keys.count))
      firstKeys.append(contentsOf: key)
      firstKeyEnds.append(firstKeys.count)
      append(key)
    } else {
      keys.appendVarint(UInt64(shared))
      append(UnsafeRawBufferPointer(rebasing: key[shared...]))
    }
    last.removeSubrange(shared...)
    last.append(contentsOf: key[shared...])
    add(doc)
  }

  private func append(_ suffix: UnsafeRawBufferPointer) {
    keys.appendVarint(UInt64(suffix.count))
    keys.append(suffix)
  }

  /// Adds the next number.
  ///
  /// - Throws: `.corrupt` for one that is not above the last.
  mutating func add(_ number: UInt64, doc: DocNumber) throws(TesseraError) {
    assert(form == .numbers)
    guard number > lastNumber || count == 0 else { throw Self.outOfOrder }
    lastNumber = number
    block.append(number)
    if block.count == KeyNumbers.blockSize { endBlock() }
    add(doc)
  }

  private mutating func endBlock() {
    guard let first = block.first, let last = block.last else { return }
    let width = BitPacking.width(for: last - first - UInt64(block.count - 1))
    rows += [first, UInt64(keys.count) << 8 | UInt64(width)]
    var differences = BitPackedWriter(keys, width: width)
    for (index, number) in block.enumerated() { differences.append(number - first - UInt64(index)) }
    differences.finish()
    block.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ doc: DocNumber) {
    if docs != nil {
      docs!.append(doc)
    } else if Int(doc) != count {
      docs = (0..<count).map { DocNumber($0) } + [doc]
    }
    count += 1
  }

  /// - Throws: `.corrupt` when the documents are not each number below the count once.
  mutating func finish() throws(TesseraError) {
    endBlock()
    order.append(form.rawValue)
    order.append(UInt8(docs == nil ? 0 : 1))
    let placeWidth = BitPacking.width(for: UInt64(keys.count))
    order.append(UInt8(placeWidth))
    order.append(UInt8(0))
    order.append(UInt32(count))
    let shared = sharedCount
    order.append(UInt32(shared))
    order.append(UInt32(0))
    switch form {
    case .texts: appendTextDirectory(shared: shared, placeWidth: placeWidth)
    case .numbers: for number in rows { order.append(number) }
    }
    if let docs { try appendPermutation(docs) }
  }

  /// What all texts begin with is what the first and the last begin with.
  private var sharedCount: Int {
    guard let end = firstKeyEnds.first else { return 0 }
    return firstKeys.withUnsafeBytes { keys in
      last.withUnsafeBytes { KeyTexts.commonCount(UnsafeRawBufferPointer(rebasing: keys[..<end]), $0) }
    }
  }

  private func appendTextDirectory(shared: Int, placeWidth: Int) {
    firstKeys.withUnsafeBytes { keys in
      var start = 0
      for end in firstKeyEnds {
        order.append(KeyTexts.head(UnsafeRawBufferPointer(rebasing: keys[start..<end]), from: shared))
        start = end
      }
    }
    var packed = BitPackedWriter(order, width: placeWidth)
    for place in places { packed.append(place) }
    packed.append(UInt64(keys.count))
    packed.finish()
  }

  private func appendPermutation(_ docs: [DocNumber]) throws(TesseraError) {
    var ranks = [UInt32](repeating: .max, count: count)
    for (rank, doc) in docs.enumerated() {
      guard doc < count, ranks[Int(doc)] == .max else {
        throw TesseraError(.corrupt, "two keys for one document, or one beyond the last; run verify")
      }
      ranks[Int(doc)] = UInt32(rank)
    }
    let width = BitPacking.width(for: UInt64(count - 1))
    for numbers in [docs, ranks] {
      var packed = BitPackedWriter(order, width: width)
      for number in numbers { packed.append(UInt64(number)) }
      packed.finish()
    }
  }

  static func tooLong(_ count: Int) -> TesseraError {
    TesseraError(
      .limitExceeded, "a key of \(count) bytes, at most \(KeyTable.maximumKeySize) are taken; shorten it")
  }

  private static var outOfOrder: TesseraError {
    TesseraError(.corrupt, "keys are not in ascending order, each once; run verify")
  }
}

extension KeyTableWriter {
  /// Writes all keys of a segment, given in the order of their documents: any order, each once.
  ///
  /// - Parameters:
  ///   - bytes: the keys one behind the other.
  ///   - ends: where each ends.
  /// - Throws: as `add`.
  static func writeTexts(
    _ bytes: UnsafeRawBufferPointer, ends: [Int], keys: SectionWriter, order: SectionWriter
  ) throws(TesseraError) {
    func key(_ doc: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: bytes[(doc == 0 ? 0 : ends[doc - 1])..<ends[doc]])
    }
    var shared = ends.isEmpty ? 0 : key(0).count
    for doc in ends.indices { shared = min(shared, KeyTexts.commonCount(key(0), key(doc))) }
    // Eight bytes decide nearly all comparisons.
    var sorted = ends.indices.map { (head: KeyTexts.head(key($0), from: shared), doc: $0) }
    sorted.sort { a, b in a.head != b.head ? a.head < b.head : KeyTexts.isBefore(key(a.doc), key(b.doc)) }
    var writer = KeyTableWriter(keys: keys, order: order, form: .texts)
    for (_, doc) in sorted { try writer.add(key(doc), doc: DocNumber(doc)) }
    try writer.finish()
  }

  /// Writes the keys of several tables as one.
  ///
  /// - Parameter sources: tables of the form of this one, and for each the number that a document gets, nil when
  ///   it is left out.
  /// - Throws: `.corrupt`, also when two documents that stay have the same key.
  static func merge(
    _ sources: [(table: KeyTable, newDoc: (DocNumber) -> DocNumber?)], form: Form, keys: SectionWriter,
    order: SectionWriter
  ) throws(TesseraError) {
    var writer = KeyTableWriter(keys: keys, order: order, form: form)
    for (table, _) in sources where !table.hasForm(form) {
      throw table.corrupt("keys of another form than the index has")
    }
    // Used in place: they own memory.
    let row = OwnedRow(count: sources.count) { KeyTableCursor(sources[$0].table) }
    defer { withExtendedLifetime(row) {} }
    let cursors = row.base
    /// Those that stand on a key.
    var left: [Int] = []
    for index in sources.indices where try (cursors + index).pointee.advance() { left.append(index) }
    while let least = leastKey(of: left, cursors) {
      left.removeAll { $0 == least }
      let next = leastKey(of: left, cursors)
      // Keys of a table often stand together: all up to the least of the others.
      var isLeft = true
      repeat {
        if let doc = sources[least].newDoc(try (cursors + least).pointee.doc()) {
          try writer.add((cursors + least).pointee, doc)
        }
        isLeft = try (cursors + least).pointee.advance()
      } while isLeft && next.map { isBefore(cursors + least, cursors + $0) } ?? true
      if isLeft { left.append(least) }
    }
    try writer.finish()
  }

  private static func leastKey(of some: [Int], _ cursors: UnsafeMutablePointer<KeyTableCursor>) -> Int? {
    guard var least = some.first else { return nil }
    for index in some where isBefore(cursors + index, cursors + least) { least = index }
    return least
  }

  /// Whether the key of one cursor comes before that of the other.
  @inline(__always)
  private static func isBefore(
    _ a: UnsafeMutablePointer<KeyTableCursor>, _ b: UnsafeMutablePointer<KeyTableCursor>
  ) -> Bool {
    if a.pointee.number != b.pointee.number { return a.pointee.number < b.pointee.number }
    return a.pointee < b.pointee
  }

  private mutating func add(_ cursor: borrowing KeyTableCursor, _ doc: DocNumber) throws(TesseraError) {
    switch form {
    case .numbers: try add(cursor.number, doc: doc)
    case .texts:
      try cursor.text.withUnsafeBufferPointer { (text) throws(TesseraError) in
        try add(UnsafeRawBufferPointer(text), doc: doc)
      }
    }
  }
}
