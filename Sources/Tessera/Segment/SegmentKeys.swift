/// The keys of a segment's documents in memory; the last of equal keys counts.
struct SegmentKeys: ~Copyable {
  private let isAutomatic: Bool
  private var table = TermTable()
  /// For each key, the document that has it now.
  private var holders = Buffer<DocNumber>()
  /// For each document its key; `none` for one that gets a key at the end.
  private var keys = Buffer<UInt32>()
  /// Documents whose key a later one took, or that were deleted.
  private(set) var replaced: [DocNumber] = []
  private static let none = UInt32.max
  /// The greatest number that a caller's own key has in the form of an automatic one, plus one.
  private(set) var firstFreeNumber: UInt64 = 1

  init(isAutomatic: Bool) { self.isAutomatic = isAutomatic }

  var byteCount: Int {
    2 * table.byteCapacity + holders.byteCapacity + keys.byteCapacity + replaced.count * 4
  }

  /// Gives the next document its key; nil when it has none of its own.
  mutating func append(_ key: UnsafeBufferPointer<UInt8>?) {
    let doc = DocNumber(keys.count)
    guard !isAutomatic, let key else { return keys.append(Self.none) }
    if key.first == UInt8(ascii: "#") { reserve(key) }
    let (number, isNew) = table.number(of: key)
    keys.append(UInt32(number))
    if isNew { return holders.append(doc) }
    if holders[number] != Self.none { replaced.append(holders[number]) }
    holders[number] = doc
  }

  /// Keeps the number of a caller's key such as `#17` from being given to another document.
  private mutating func reserve(_ key: UnsafeBufferPointer<UInt8>) {
    // Automatic numbers never come near 2^53.
    guard let number = UInt64(String(decoding: key.dropFirst(), as: UTF8.self)), number < 1 << 53 else {
      return
    }
    firstFreeNumber = max(firstFreeNumber, number + 1)
  }

  /// Whether a document has the key; it has it no longer.
  mutating func delete(_ key: [UInt8]) -> Bool {
    let number = key.withUnsafeBufferPointer { table.find($0) }
    guard let number, holders[number] != Self.none else { return false }
    replaced.append(holders[number])
    holders[number] = Self.none
    return true
  }

  /// Writes the key table.
  ///
  /// - Returns: how many automatic keys were taken, counted from `firstAutomatic`.
  borrowing func write(to file: SegmentFileWriter, firstAutomatic: UInt64) throws(TesseraError) -> Int {
    let keySection = file.section(SectionID(.keys))
    let orderSection = file.section(SectionID(.keyOrder))
    if isAutomatic {
      var writer = KeyTableWriter(keys: keySection, order: orderSection, form: .numbers)
      for doc in 0..<keys.count { try writer.add(firstAutomatic + UInt64(doc), doc: DocNumber(doc)) }
      try writer.finish()
      return keys.count
    }
    let (entries, taken) = entries(firstAutomatic: firstAutomatic)
    var writer = KeyTableWriter(keys: keySection, order: orderSection, form: .texts)
    for entry in entries { try writer.add(entry.key, doc: entry.doc) }
    try writer.finish()
    return taken
  }

  /// Keys and documents in the order of the keys.
  private borrowing func entries(firstAutomatic: UInt64) -> (
    entries: [(key: [UInt8], doc: DocNumber)], taken: Int
  ) {
    var entries: [(key: [UInt8], doc: DocNumber)] = []
    entries.reserveCapacity(keys.count)
    var next = firstAutomatic
    for doc in 0..<DocNumber(keys.count) {
      let number = keys[Int(doc)]
      if number == Self.none {
        entries.append((automaticKey(&next), doc))
      } else if holders[Int(number)] == doc {
        entries.append((Array(table[Int(number)]), doc))
      } else {
        entries.append((Self.deadKey(table[Int(number)], doc), doc))
      }
    }
    entries.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return (entries, Int(next - firstAutomatic))
  }

  /// What a document without a key of its own gets, among documents that have one: a number behind a sign.
  private borrowing func automaticKey(_ next: inout UInt64) -> [UInt8] {
    while true {
      let key = Array("#\(next)".utf8)
      next += 1
      if key.withUnsafeBufferPointer({ table.find($0) }) == nil { return key }
    }
  }

  /// The key of a document that nobody finds any more: no caller's key, since it is no UTF-8, and unlike all others.
  static func deadKey(_ key: UnsafeBufferPointer<UInt8>, _ doc: DocNumber) -> [UInt8] {
    Array(key.prefix(16)) + [0xFF] + withUnsafeBytes(of: doc.bigEndian) { Array($0) }
  }
}

extension KeyTableWriter {
  mutating func add(_ key: [UInt8], doc: DocNumber) throws(TesseraError) {
    try key.withUnsafeBytes { bytes in Result { () throws(TesseraError) in try add(bytes, doc: doc) } }.get()
  }
}
