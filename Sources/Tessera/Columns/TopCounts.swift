/// Numbers with the highest counts, in scratch memory: by falling counts, equal ones by ascending number.
struct TopCounts {
  struct Entry: BitwiseCopyable {
    var number: UInt32
    var count: UInt32
  }

  let entries: UnsafeBufferPointer<Entry>
  /// How many there are when there are more than these.
  let depth: Int

  /// Whether no other has a count.
  var isComplete: Bool { entries.count < depth }

  /// What no other counts more than.
  var bound: Int { isComplete ? 0 : Int(entries.last?.count ?? 0) }

  static var none: TopCounts { TopCounts(entries: UnsafeBufferPointer(start: nil, count: 0), depth: 1) }
}

/// How they stand on disk: as bits, lowest first.
///
/// ```
/// 5 bits   how many
/// then     for each its number, in as many bits as the greatest possible needs; its count, in as many bits as the
///          one before needs, the first in as many as the highest possible
/// ```
enum TopCountsCodec {
  static let maximumDepth = 31
  private static let countWidth = 5

  /// - Parameters:
  ///   - limit: all numbers are below it.
  ///   - most: no count is above it.
  static func append(_ entries: [TopCounts.Entry], limit: Int, most: Int, to bits: inout BitString) {
    let numberWidth = PackedBits.width(of: UInt64(max(0, limit - 1)))
    bits.append(UInt64(entries.count), width: countWidth)
    var before = UInt64(most)
    for entry in entries {
      bits.append(UInt64(entry.number), width: numberWidth)
      bits.append(UInt64(entry.count), width: PackedBits.width(of: before))
      before = UInt64(entry.count)
    }
  }

  /// Reads on from a bit of checked bytes; nil when they are damaged. Up to 8 bytes behind them are read.
  static func read(
    _ bytes: UnsafeRawBufferPointer, at bit: inout Int, limit: Int, most: Int, depth: Int,
    scratch: ScratchMemory
  ) -> TopCounts? {
    guard let base = bytes.baseAddress else { return nil }
    let end = bytes.count * 8
    func next(_ width: Int) -> UInt64? {
      guard bit + width <= end else { return nil }
      defer { bit += width }
      return PackedBits.load(base, bit: bit, mask: PackedBits.mask(width))
    }
    guard let count = next(countWidth), count <= depth else { return nil }
    let entries = scratch.allocate(TopCounts.Entry.self, Int(count))
    let numberWidth = PackedBits.width(of: UInt64(max(0, limit - 1)))
    var before = (count: UInt64(most), number: UInt64.max)
    for place in 0..<Int(count) {
      guard let number = next(numberWidth), let count = next(PackedBits.width(of: before.count)),
        number < limit, count > 0, count <= before.count,
        count < before.count || before.number == .max || number > before.number
      else { return nil }
      before = (count, number)
      entries[place] = TopCounts.Entry(
        number: UInt32(truncatingIfNeeded: number), count: UInt32(truncatingIfNeeded: count))
    }
    return TopCounts(entries: UnsafeBufferPointer(start: entries, count: Int(count)), depth: depth)
  }
}

/// Bits one behind the other, lowest first.
struct BitString {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    used = 8
  }

  /// - Precondition: `value` fits the width.
  mutating func append(_ value: UInt64, width: Int) {
    var (value, left) = (value, width)
    while left > 0 {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: value << UInt64(used))
      let taken = min(left, 8 - used)
      value >>= UInt64(taken)
      used += taken
      left -= taken
    }
  }
}
