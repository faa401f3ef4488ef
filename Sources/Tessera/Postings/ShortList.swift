import CVector

/// Lists of fewer than a block, and the rest of a packed one behind its full blocks.
///
/// A single document is a varint: its gap, and as the lowest bit whether a frequency other than 1 follows as another
/// varint. Several are a byte (the width byte of `GapCodec`, and bit 6 when not all frequencies are 1), the gaps,
/// and with bit 6 the width byte of `FrequencyCodec` and the frequencies.
enum ShortList {
  static let frequencyFlag: UInt8 = 0x40

  /// Decodes the documents and moves `at` behind them; gives whether frequencies follow, nil when the bytes are
  /// damaged. All documents are then ascending and below `documents`.
  @inline(__always)
  static func decodeDocs(
    _ at: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, count: Int, before: DocNumber,
    documents: Int,
    into out: UnsafeMutablePointer<UInt32>
  ) -> Bool? {
    if count == 1 {
      guard let value = ListVarint.read(&at, end: end) else { return nil }
      let doc = UInt64(before &+ 1) + (value >> 1)
      guard doc < documents else { return nil }
      out[0] = UInt32(truncatingIfNeeded: doc)
      return value & 1 != 0
    }
    guard at < end else { return nil }
    let header = at.pointee
    let gapsEnd = GapCodec.decode(
      at + 1, end: end, widthByte: header & ~frequencyFlag, count: count, before: before,
      documents: documents,
      into: out)
    guard let gapsEnd else { return nil }
    at = gapsEnd
    return header & frequencyFlag != 0
  }

  /// Decodes the frequencies of a list whose documents begin at `at`; false when the bytes are damaged.
  static func decodeFrequencies(
    _ at: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, count: Int,
    into out: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    if count == 1 {
      guard let value = ListVarint.read(&at, end: end) else { return false }
      guard value & 1 != 0 else {
        out[0] = 1
        return true
      }
      guard let frequency = ListVarint.read(&at, end: end) else { return false }
      out[0] = UInt32(truncatingIfNeeded: frequency)
      return true
    }
    guard at < end else { return false }
    let header = at.pointee
    at += 1
    let size = GapCodec.byteCount(at, end: end, widthByte: header & ~frequencyFlag, count: count)
    guard let size else { return false }
    at += size
    if header & frequencyFlag == 0 {
      out.update(repeating: 1, count: count)
      return true
    }
    guard at < end else { return false }
    let widthByte = at.pointee
    at += 1
    return FrequencyCodec.decode(at, end: end, widthByte: widthByte, count: count, into: out)
  }

  /// Decodes a whole short list; false when the bytes are damaged.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, count: Int, documents: Int, docs: UnsafeMutablePointer<UInt32>,
    frequencies: UnsafeMutablePointer<UInt32>?
  ) -> Bool {
    guard var at = bytes.baseAddress else { return false }
    SearchCounters.readShortList(postings: count, bytes: bytes.count)
    let start = at
    let end = at + bytes.count
    guard
      decodeDocs(&at, end: end, count: count, before: .max, documents: documents, into: docs) != nil
    else { return false }
    guard let frequencies else { return true }
    at = start
    return decodeFrequencies(&at, end: end, count: count, into: frequencies)
  }

  /// A list of several documents whose gaps and frequencies have no exceptions, as rows of bits.
  struct Rows {
    let gaps: UnsafePointer<UInt8>
    let gapWidth: Int
    /// Each less one; nil where all are 1.
    var frequencies: UnsafePointer<UInt8>?
    var frequencyWidth = 0

    /// nil when the list has exceptions, or bytes that cannot be one.
    @inline(__always)
    init?(_ bytes: UnsafePointer<UInt8>, byteCount: Int, count: Int, withFrequencies: Bool) {
      guard byteCount > 0, bytes[0] & GapCodec.exceptionFlag == 0 else { return nil }
      gaps = bytes + 1
      gapWidth = Int(bytes[0] & ~ShortList.frequencyFlag)
      var left = byteCount - 1 - BitRow.byteCount(count, width: gapWidth)
      guard gapWidth <= 32, left >= 0 else { return nil }
      if !withFrequencies || bytes[0] & ShortList.frequencyFlag == 0 { return }
      let widthByte = gaps + BitRow.byteCount(count, width: gapWidth)
      guard left > 0, widthByte[0] & FrequencyCodec.exceptionFlag == 0 else { return nil }
      frequencyWidth = Int(widthByte[0])
      left -= 1 + BitRow.byteCount(count, width: frequencyWidth)
      // Below 2^31, as no sum passes then.
      guard frequencyWidth < 31, left >= 0 else { return nil }
      frequencies = widthByte + 1
    }
  }
}
