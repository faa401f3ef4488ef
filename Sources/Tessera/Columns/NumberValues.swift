/// The distinct values of a number field, ascending, each found by its rank.
///
/// ```
/// data        of blocks of 64 values. Integers: packed, less the block's lowest. Any: u64 with a bit for each value
///             that is a double, then 8 bytes each
/// directory   for each block u48 offset, u8 bits a value, u8 0 for integers and 1 for any; i64 lowest
/// footer      u32 values; u32 flags, bit 0 where each is a date, the others 0
/// ```
/// A double that is an integer within 64 bits is written as that. All errors are `.corrupt`.
struct NumberValues: Sendable {
  static let blockShift = 6
  static let blockCapacity = 1 << blockShift
  static let directoryRow = 16
  static let footerByteCount = 8
  static let datesFlag: UInt32 = 1

  let count: Int
  /// Whether every value was written as a date.
  let areDates: Bool
  private let section: SectionBytes
  private let directory: Int

  init(_ section: SectionBytes) throws(TesseraError) {
    let footer = section.count - Self.footerByteCount
    try section.check(at: footer, count: Self.footerByteCount)
    self.section = section
    count = Int(section.u32(at: footer))
    let flags = section.u32(at: footer + 4)
    guard flags & ~Self.datesFlag == 0 else {
      throw section.corrupt(at: footer + 4, "the flags of the numbers are \(flags)")
    }
    areDates = flags & Self.datesFlag != 0
    let blockCount = (count + Self.blockCapacity - 1) >> Self.blockShift
    directory = footer - blockCount * Self.directoryRow
    guard directory >= 0 else { throw section.corrupt(at: footer, "\(count) numbers are longer than this") }
  }

  /// The value of a rank below `count`.
  func value(_ rank: UInt32) throws(TesseraError) -> Number {
    guard rank < count else { throw section.corrupt(at: 0, "there is no number \(rank) among \(count)") }
    let row = directory + (Int(rank) >> Self.blockShift) * Self.directoryRow
    try section.check(at: row, count: Self.directoryRow)
    let head = section.u64(at: row)
    let offset = Int(head & (1 << 48 - 1))
    let width = Int(head >> 48 & 0xFF)
    let index = Int(rank) & (Self.blockCapacity - 1)
    if head >> 56 != 0 { return try anyValue(index, at: offset) }
    guard width <= PackedBits.maximumWidth else { throw damaged(rank) }
    let lowest = Int64(bitPattern: section.u64(at: row + 8))
    let bit = index * width
    try section.check(at: offset + bit >> 3, count: (bit & 7 + width + 7) >> 3)
    let above = PackedBits.load(section.base + offset, bit: bit, mask: PackedBits.mask(width))
    let (value, overflow) = lowest.addingReportingOverflow(Int64(above))
    guard !overflow else { throw damaged(rank) }
    return .integer(value)
  }

  private func anyValue(_ index: Int, at offset: Int) throws(TesseraError) -> Number {
    try section.check(at: offset, count: 8 + 8 * (index + 1))
    let bits = section.u64(at: offset + 8 + 8 * index)
    guard section.u64(at: offset) >> UInt64(index) & 1 != 0 else { return .integer(Int64(bitPattern: bits)) }
    let double = Double(bitPattern: bits)
    guard !double.isNaN else { throw section.corrupt(at: offset + 8 + 8 * index, "a number is not a number") }
    return .double(double)
  }

  private func damaged(_ rank: UInt32) -> TesseraError {
    section.corrupt(at: directory, "the block of number \(rank) is not one that was ever written")
  }

  /// The error for a value that is no date where all are.
  func undated(_ rank: UInt32) -> TesseraError {
    section.corrupt(at: directory, "number \(rank) is not a date")
  }

  /// The error for a value that is not above the one before.
  func unsorted(_ rank: UInt32) -> TesseraError {
    section.corrupt(at: directory, "number \(rank) is not above the one before")
  }

  /// How many values are below `bound`, or not above it when `including`.
  ///
  /// - Complexity: O(log *n*).
  func count(below bound: Number, including: Bool = false) throws(TesseraError) -> UInt32 {
    var low: UInt32 = 0
    var high = UInt32(count)
    while low < high {
      let middle = low + (high - low) / 2
      let value = try value(middle)
      if value < bound || (including && value == bound) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
