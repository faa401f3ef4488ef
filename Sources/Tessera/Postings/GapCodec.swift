import CVector

/// The gaps of a block of documents: all in one bit width, the upper bits of the few that do not fit behind them.
///
/// The width byte holds the width, and in its highest bit whether there are exceptions: then behind the packed gaps
/// stand how many, how many upper bits each has, and a row of their places (7 bits) and upper bits. So one far
/// document costs its own bits and not one on every other. (Patched coding: Zukowski et al. 2006; here the lower
/// bits stay in place, as in Lemire & Boytsov 2015.)
///
/// A full block of 128 is packed in the vertical layout, fewer in a row.
enum GapCodec {
  static let exceptionFlag: UInt8 = 0x80
  static let widthMask: UInt8 = 0x3f
  private static let placeBits = 7
  private static let headerSize = 2

  /// Appends the gaps, at most 128, and returns their width byte.
  static func encode(_ gaps: UnsafeMutableBufferPointer<UInt32>, into bytes: inout [UInt8]) -> UInt8 {
    let (width, widest) = cheapestWidth(of: gaps)
    let mask = UInt32(truncatingIfNeeded: (1 as UInt64) << UInt64(width) &- 1)
    var exceptions: [UInt64] = []
    for (place, gap) in gaps.enumerated() where gap & ~mask != 0 {
      exceptions.append(UInt64(place) | UInt64(gap >> UInt32(width)) << UInt64(placeBits))
      gaps[place] = gap & mask
    }
    append(UnsafeBufferPointer(gaps), width: width, to: &bytes)
    guard !exceptions.isEmpty else { return UInt8(width) }
    bytes.append(UInt8(exceptions.count))
    bytes.append(UInt8(widest - width))
    BitRow.append(exceptions, width: placeBits + widest - width, to: &bytes)
    return UInt8(width) | exceptionFlag
  }

  /// The width for which packed gaps and exceptions take the fewest bits, and the width of the widest gap.
  private static func cheapestWidth(of gaps: UnsafeMutableBufferPointer<UInt32>) -> (width: Int, widest: Int)
  {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: BitRow.widthCount) { space in
      let counts = space.baseAddress.unsafelyUnwrapped
      counts.update(repeating: 0, count: BitRow.widthCount)
      var all: UInt32 = 0
      for gap in gaps {
        all |= gap
        counts[BitRow.width(of: gap)] &+= 1
      }
      return cheapestWidth(counts, widest: BitRow.width(of: all), of: gaps.count)
    }
  }

  private static func cheapestWidth(
    _ counts: UnsafePointer<UInt32>, widest: Int, of count: Int
  ) -> (width: Int, widest: Int) {
    var best = widest
    // Patching takes time, so it has to save more than a few bits.
    var bestCost = widest * count - count / 8 - 8 * headerSize
    var exceptions = 0
    for width in stride(from: widest - 1, through: 0, by: -1) {
      exceptions += Int(counts[width + 1])
      let cost = width * count + exceptions * (placeBits + widest - width)
      if cost < bestCost { (best, bestCost) = (width, cost) }
    }
    return (best, widest)
  }

  private static func append(_ gaps: UnsafeBufferPointer<UInt32>, width: Int, to bytes: inout [UInt8]) {
    guard gaps.count == PostingListFormat.blockSize else {
      return BitRow.append(gaps, width: width, to: &bytes)
    }
    if width == 0 { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 * width) { packed in
      cvector_pack128(gaps.baseAddress, UInt32(width), packed.baseAddress)
      bytes.append(contentsOf: UnsafeBufferPointer(packed))
    }
  }

  /// How many bytes the gaps take from `bytes` on; nil when they would pass `end`.
  @inline(__always)
  static func byteCount(
    _ bytes: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, widthByte: UInt8, count: Int
  ) -> Int? {
    let width = Int(widthByte & widthMask)
    let packed = BitRow.byteCount(count, width: width)
    guard width <= 32, packed <= end - bytes else { return nil }
    if widthByte & exceptionFlag == 0 { return packed }
    guard packed + headerSize <= end - bytes else { return nil }
    let upper = Int(bytes[packed + 1])
    let total = packed + headerSize + BitRow.byteCount(Int(bytes[packed]), width: placeBits + upper)
    return width + upper <= 32 && total <= end - bytes ? total : nil
  }

  /// Decodes documents; nil when the bytes are damaged. All are then ascending and below `documents`.
  ///
  /// - Parameters:
  ///   - before: the document before the first, `DocNumber.max` where there is none.
  ///   - out: room for 128 integers.
  /// - Returns: where the gaps end.
  @inline(__always)
  static func decode(
    _ bytes: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, widthByte: UInt8, count: Int, before: DocNumber,
    documents: Int, into out: UnsafeMutablePointer<UInt32>
  ) -> UnsafePointer<UInt8>? {
    guard let size = byteCount(bytes, end: end, widthByte: widthByte, count: count) else { return nil }
    let width = Int(widthByte & widthMask)
    var widest = width
    if count == PostingListFormat.blockSize {
      if widthByte & exceptionFlag == 0 {
        cvector_unpack_gaps128(bytes, UInt32(width), before, out)
      } else {
        cvector_unpack128(bytes, UInt32(width), out)
        widest += patch(out, bytes + 16 * width, width: width)
        cvector_sum_gaps128(out, before)
      }
    } else {
      cvector_unpack_row(bytes, UInt32(width), out, count)
      if widthByte & exceptionFlag != 0 {
        widest += patch(out, bytes + BitRow.byteCount(count, width: width), width: width, count: count)
      }
      var doc = before
      for index in 0..<count {
        doc = doc &+ out[index] &+ 1
        out[index] = doc
      }
    }
    // 128 gaps below 2^24 cannot pass 2^32, so that the last document being in order puts all in order.
    let last = Int(out[count - 1])
    guard last < documents, widest <= 24 || isAscending(out, count, after: before) else { return nil }
    return bytes + size
  }

  /// Adds the upper bits of the exceptions; gives how many there are. Places past the block are left out.
  private static func patch(
    _ out: UnsafeMutablePointer<UInt32>, _ header: UnsafePointer<UInt8>, width: Int,
    count: Int = PostingListFormat.blockSize
  ) -> Int {
    let upper = Int(header[1])
    for index in 0..<Int(header[0]) {
      let exception = BitRow.wideValue(header + headerSize, width: placeBits + upper, at: index)
      let place = Int(exception & 0x7f)
      if place < count {
        out[place] |= UInt32(truncatingIfNeeded: exception >> UInt64(placeBits)) &<< UInt32(width & 31)
      }
    }
    return upper
  }

  private static func isAscending(
    _ values: UnsafeMutablePointer<UInt32>, _ count: Int, after before: UInt32
  ) -> Bool {
    var previous = before == .max ? -1 : Int64(before)
    for index in 0..<count {
      if Int64(values[index]) <= previous { return false }
      previous = Int64(values[index])
    }
    return true
  }
}
