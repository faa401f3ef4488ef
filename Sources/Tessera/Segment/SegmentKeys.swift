/// The keys of a segment's documents in memory, documents by ordinal; the last of equal keys counts.
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

  /// Whether another key fits: places have 32 bits.
  var hasRoom: Bool { table.hasRoom(for: KeyTable.maximumKeySize) }

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
    let (bytes, ends, taken) = texts(firstAutomatic: firstAutomatic)
    try bytes.withUnsafeBufferPointer { (bytes) throws(TesseraError) in
      try KeyTableWriter.writeTexts(
        UnsafeRawBufferPointer(bytes), ends: ends, keys: keySection, order: orderSection)
    }
    return taken
  }

  /// The keys of all documents one behind the other, where each ends, and how many are automatic.
  private borrowing func texts(firstAutomatic: UInt64) -> (bytes: [UInt8], ends: [Int], taken: Int) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    ends.reserveCapacity(keys.count)
    var next = firstAutomatic
    for doc in 0..<DocNumber(keys.count) {
      let number = keys[Int(doc)]
      if number == Self.none {
        bytes += automaticKey(&next)
      } else if holders[Int(number)] == doc {
        bytes += table[Int(number)]
      } else {
        bytes += Self.deadKey(table[Int(number)], doc)
      }
      ends.append(bytes.count)
    }
    return (bytes, ends, Int(next - firstAutomatic))
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
