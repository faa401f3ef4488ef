/// Keys that are ascending numbers, in blocks of 128: the block's first number, and how far each of the others is
/// beyond where it would be if they were consecutive.
///
/// ```
/// keys                  for each block: these differences, bit-packed, none when all are 0
/// keyOrder, directory   for each block: its first number (8), its place in `keys` times 256 plus bits a
///                       difference (8)
/// ```
final class KeyNumbers: Sendable {
  static let blockSize = 128
  static let rowSize = 16

  let count: Int
  private let keys: SectionBytes
  private let order: SectionBytes
  private let blockCount: Int

  /// Where the directory ends in `keyOrder`.
  var directoryEnd: Int { KeyTable.Header.size + Self.rowSize * blockCount }

  init(keys: SectionBytes, order: SectionBytes, count: Int) throws(TesseraError) {
    self.count = count
    self.keys = keys
    self.order = order
    blockCount = (count + Self.blockSize - 1) / Self.blockSize
    guard order.count >= directoryEnd else {
      throw order.corrupt(at: KeyTable.Header.count, "\(count) numbers have no room here")
    }
  }

  /// A block's first number and the differences of all.
  private func block(_ number: Int) throws(TesseraError) -> (
    first: UInt64, differences: BitPackedArray
  ) {
    let row = KeyTable.Header.size + Self.rowSize * number
    try order.check(at: row, count: Self.rowSize)
    let place = order.u64(at: row + 8)
    let size = min(Self.blockSize, count - number * Self.blockSize)
    let differences = try BitPackedArray(
      keys, at: Int(place >> 8), count: size, width: Int(place & 255))
    try differences.check(0..<size)
    return (order.u64(at: row), differences)
  }

  /// The number of a rank.
  ///
  /// - Precondition: there is such a rank.
  func number(_ rank: Int) throws(TesseraError) -> UInt64 {
    let index = rank % Self.blockSize
    let row = KeyTable.Header.size + Self.rowSize * (rank / Self.blockSize)
    try order.check(at: row, count: Self.rowSize)
    // Most blocks are consecutive numbers.
    if order.u8(at: row + 8) == 0 { return order.u64(at: row) &+ UInt64(index) }
    let (first, differences) = try block(rank / Self.blockSize)
    return first &+ UInt64(index) &+ differences[index]
  }

  /// The rank of a number; nil when there is none.
  func rank(of number: UInt64) throws(TesseraError) -> Int? {
    // The first number of block `low` is not above `number`, that of `high` is; it ends since they draw nearer.
    var (low, high) = (-1, blockCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      let row = KeyTable.Header.size + Self.rowSize * middle
      try order.check(at: row, count: 8)
      if order.u64(at: row) <= number { low = middle } else { high = middle }
    }
    return low < 0 ? nil : try rank(of: number, inBlock: low)
  }

  private func rank(of number: UInt64, inBlock block: Int) throws(TesseraError) -> Int? {
    let (first, differences) = try self.block(block)
    var (low, high) = (0, differences.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if first &+ UInt64(middle) &+ differences[middle] <= number {
        low = middle
      } else {
        high = middle
      }
    }
    let found = first &+ UInt64(low) &+ differences[low]
    return found == number ? block * Self.blockSize + low : nil
  }

  /// The number that a key's text is; nil when it is none, or written otherwise than we write it.
  static func number(_ key: UnsafeBufferPointer<UInt8>) -> UInt64? {
    guard let first = key.first, first != UInt8(ascii: "0") || key.count == 1 else { return nil }
    var number: UInt64 = 0
    for byte in key {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      if overflow || carry { return nil }
      number = sum
    }
    return number
  }

  /// A number in decimal. Up to fifteen digits need no memory of their own.
  static func text(_ number: UInt64) -> String {
    var rest = number
    var count = 1
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return String(unsafeUninitializedCapacity: count) { text in
      var rest = number
      for index in stride(from: count - 1, through: 0, by: -1) {
        text.initializeElement(
          at: index, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
      return count
    }
  }

  /// Puts a number in decimal in place of what `key` holds.
  static func putText(_ number: UInt64, into key: inout [UInt8]) {
    key.removeAll(keepingCapacity: true)
    key.append(contentsOf: text(number).utf8)
  }
}
