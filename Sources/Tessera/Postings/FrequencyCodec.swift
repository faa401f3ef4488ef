import CVector

/// The frequencies of a block: each less one, in a row of one bit width; the few that do not fit stand behind.
///
/// The width byte holds the width, and in its highest bit whether the row has exceptions: then the value of all
/// ones says "look behind", where the rest of each such value stands as a varint, in order. One rare large
/// frequency so costs its own bytes and not a bit on every other. (Patched coding: Zukowski et al. 2006.)
enum FrequencyCodec {
  static let exceptionFlag: UInt8 = 0x80

  /// Appends the block and returns its width byte. All frequencies are at least 1.
  static func encode(_ frequencies: UnsafeBufferPointer<UInt32>, into bytes: inout [UInt8]) -> UInt8 {
    let count = frequencies.count
    // The row, and how many integers have each width.
    let (width, hasExceptions, escape) = withUnsafeTemporaryAllocation(
      of: UInt32.self, capacity: count + BitRow.widthCount
    ) { space in
      let row = space.baseAddress.unsafelyUnwrapped
      var all: UInt32 = 0
      for index in 0..<count {
        let value = frequencies[index] &- 1
        row[index] = value
        all |= value
      }
      let widest = BitRow.width(of: all)
      // Up to a width of 1 there is no other.
      if widest <= 1 {
        BitRow.append(UnsafeBufferPointer(start: row, count: count), width: widest, to: &bytes)
        return (widest, false, .max as UInt32)
      }
      let counts = row + count
      counts.update(repeating: 0, count: BitRow.widthCount)
      for index in 0..<count { counts[BitRow.width(of: row[index])] &+= 1 }
      let (width, hasExceptions) = cheapestWidth(counts, widest: widest, of: count)
      let escape: UInt32 = hasExceptions ? (1 << UInt32(width)) - 1 : .max
      if hasExceptions { for index in 0..<count { row[index] = min(row[index], escape) } }
      BitRow.append(UnsafeBufferPointer(start: row, count: count), width: width, to: &bytes)
      return (width, hasExceptions, escape)
    }
    guard hasExceptions else { return UInt8(width) }
    for frequency in frequencies where frequency - 1 >= escape {
      ListVarint.append(UInt64(frequency - 1 - escape), to: &bytes)
    }
    return UInt8(width) | exceptionFlag
  }

  /// The width that needs the fewest bits, when a value that does not fit costs about ten more.
  private static func cheapestWidth(_ counts: UnsafePointer<UInt32>, widest: Int, of count: Int) -> (
    width: Int, hasExceptions: Bool
  ) {
    var best = (width: widest, hasExceptions: false)
    var bestCost = widest * count
    var above = 0
    for width in stride(from: widest - 1, through: 1, by: -1) {
      above += Int(counts[width + 1])
      // Values of exactly this width may be all ones; counting half of them is near enough.
      let cost = width * count + 10 * (above + (Int(counts[width]) >> max(width - 1, 1)))
      if cost < bestCost { (best, bestCost) = ((width, true), cost) }
    }
    return best
  }

  /// Decodes a whole block; false when the bytes end too early or a width is impossible.
  ///
  /// Up to 8 bytes behind `end` are read, none is believed.
  static func decode(
    _ bytes: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, widthByte: UInt8, count: Int,
    into frequencies: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let width = Int(widthByte & ~exceptionFlag)
    let rowBytes = BitRow.byteCount(count, width: width)
    guard width <= 32, rowBytes <= end - bytes else { return false }
    cvector_unpack_row(bytes, UInt32(width), frequencies, count)
    if widthByte & exceptionFlag == 0 {
      for index in 0..<count { frequencies[index] &+= 1 }
      return true
    }
    let escape = UInt32(truncatingIfNeeded: (1 as UInt64) << UInt64(width)) &- 1
    guard patch(frequencies, count, escape: escape, bytes + rowBytes, end: end) else {
      return false
    }
    for index in 0..<count { frequencies[index] &+= 1 }
    return true
  }

  /// Adds to the values that say so what stands behind the row.
  private static func patch(
    _ frequencies: UnsafeMutablePointer<UInt32>, _ count: Int, escape: UInt32,
    _ exceptions: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>
  ) -> Bool {
    // They are few: most stretches have none.
    let stretch = 32
    var at = exceptions
    for start in stride(from: 0, to: count, by: stretch) {
      let length = min(stretch, count - start)
      if cvector_count_equal(frequencies + start, length, escape) == 0 { continue }
      for index in start..<start + length where frequencies[index] == escape {
        guard let more = ListVarint.read(&at, end: end) else { return false }
        frequencies[index] = escape &+ UInt32(truncatingIfNeeded: more)
      }
    }
    return true
  }

  /// The frequencies at some places of a block of `count`; false when the bytes are damaged.
  ///
  /// - Parameter places: ascending, each once, all below `count`.
  static func pick(
    _ bytes: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, widthByte: UInt8, count: Int,
    at places: UnsafePointer<UInt32>, _ number: Int, into frequencies: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let width = Int(widthByte & ~exceptionFlag)
    guard width <= 32, BitRow.byteCount(count, width: width) <= end - bytes else { return false }
    cvector_pick_row(bytes, UInt32(width), places, number, frequencies)
    if widthByte & exceptionFlag == 0 {
      for index in 0..<number { frequencies[index] &+= 1 }
      return true
    }
    let escape = UInt32(truncatingIfNeeded: (1 as UInt64) << UInt64(width)) &- 1
    guard cvector_count_equal(frequencies, number, escape) > 0 else {
      for index in 0..<number { frequencies[index] &+= 1 }
      return true
    }
    let exceptions = bytes + BitRow.byteCount(count, width: width)
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { row in
      let row = row.baseAddress!
      cvector_unpack_row(bytes, UInt32(width), row, count)
      return patch(frequencies, at: places, number, row: row, escape: escape, exceptions, end: end)
    }
  }

  /// Adds to the frequencies at some places what stands behind the row, in the order of the row, for those that say so.
  private static func patch(
    _ frequencies: UnsafeMutablePointer<UInt32>, at places: UnsafePointer<UInt32>, _ number: Int,
    row: UnsafePointer<UInt32>, escape: UInt32, _ exceptions: UnsafePointer<UInt8>,
    end: UnsafePointer<UInt8>
  ) -> Bool {
    var at = exceptions
    var passed = 0
    for index in 0..<number {
      if frequencies[index] == escape {
        let place = Int(places[index])
        for _ in 0..<cvector_count_equal(row + passed, place - passed, escape) {
          guard ListVarint.read(&at, end: end) != nil else { return false }
        }
        passed = place + 1
        guard let more = ListVarint.read(&at, end: end) else { return false }
        frequencies[index] = escape &+ UInt32(truncatingIfNeeded: more)
      }
      frequencies[index] &+= 1
    }
    return true
  }
}
