/// Words of ASCII letters and digits with nothing special around them.
extension TextScanner {
  /// Scans such words until the end of the text, until the output is full, or up to the start of another word.
  ///
  /// A word is classified and lower-cased sixteen bytes at a time while it is copied.
  mutating func scanPlainWords() {
    var word = next
    while true {
      while word < end && PlainByte(word.pointee) != .continues { word += 1 }
      // All of a word of fifteen bytes and two behind it can be read.
      guard end - word >= ASCIIRun.width + 1, !output.isFull else { break }
      let run = ASCIIRun(at: word)
      guard run.count > 0, run.count < ASCIIRun.width else { break }
      let behind = PlainByte(word[run.count])
      guard behind == .separates || behind == .mayJoin && PlainByte(word[run.count + 1]) == .separates else {
        break
      }
      let byteStart = output.byteCount
      run.store(at: output.bytes + byteStart)
      let source = word - start
      output.add(
        .word, bytes: byteStart, byteStart &+ run.count, source: source, source &+ run.count)
      output.byteCount = byteStart &+ run.count
      output.wordCount &+= 1
      word += run.count &+ 1
    }
    next = word
  }
}

/// What a byte means behind a plain word.
private enum PlainByte: UInt8 {
  case separates
  /// Joins what stands on either side, if both are letters or digits.
  case mayJoin
  /// A letter, a digit, or something that `scanWord` has to look at.
  case continues

  @inline(__always)
  init(_ byte: UInt8) {
    self = unsafeBitCast(plainBytes[Int(byte)], to: PlainByte.self)
  }
}

nonisolated(unsafe) private let plainBytes: UnsafePointer<UInt8> = {
  let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
  for byte in 0..<UInt8.max {
    let kind: PlainByte =
      switch byte < 0x80 ? CharacterEntry(ascii: byte).characterClass : .complex {
      case .separator, .space, .doubleQuote: .separates
      case .apostrophe, .dot, .midNumber: .mayJoin
      default: .continues
      }
    table[Int(byte)] = kind.rawValue
  }
  table[Int(UInt8.max)] = PlainByte.continues.rawValue
  return UnsafePointer(table)
}()

/// The ASCII letters and digits at the start of sixteen bytes.
struct ASCIIRun {
  static let width = 16

  private let lowered: SIMD16<UInt8>
  /// How many there are.
  let count: Int

  /// - Parameter position: sixteen bytes can be read from it.
  @inline(__always)
  init(at position: UnsafePointer<UInt8>) {
    let bytes = UnsafeRawPointer(position).loadUnaligned(as: SIMD16<UInt8>.self)
    // This bit makes capitals small, and is set in digits already.
    lowered = bytes | 0x20
    let isLetter = (lowered &- 0x61) .< 26
    let isDigit = (bytes &- 0x30) .< 10
    let lanes = unsafeBitCast(isLetter .| isDigit, to: SIMD2<UInt64>.self)
    let low = (~lanes[0]).trailingZeroBitCount >> 3
    count = low < 8 ? low : 8 + (~lanes[1]).trailingZeroBitCount >> 3
  }

  /// Writes sixteen bytes, of which `count` mean something.
  @inline(__always)
  func store(at position: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(position).storeBytes(of: lowered, as: SIMD16<UInt8>.self)
  }
}
