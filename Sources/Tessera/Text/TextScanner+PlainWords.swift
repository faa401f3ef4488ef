/// Words of ASCII letters and digits with nothing special around them.
extension TextScanner {
  /// Scans such words until the end of the text, until the output is full, or up to the start of another word.
  ///
  /// A word is classified and lower-cased sixteen bytes at a time while it is copied.
  mutating func scanPlainWords() {
    var word = next
    var output = output
    while true {
      while word < end && plainBytes[word.pointee] != .continues { word += 1 }
      // All of a word of fifteen bytes and two behind it can be read.
      guard end - word > ASCIIRun.width, !output.isFull else { break }
      let run = ASCIIRun(at: word)
      guard run.count > 0, run.count < ASCIIRun.width else { break }
      let behind = plainBytes[word[run.count]]
      guard behind == .separates || behind == .mayJoin && plainBytes[word[run.count &+ 1]] == .separates
      else { break }
      let byteStart = output.byteCount
      run.store(at: output.bytes + byteStart)
      let source = word - start
      output.add(.word, bytes: byteStart, byteStart &+ run.count, source: source, source &+ run.count)
      output.byteCount = byteStart &+ run.count
      output.wordCount &+= 1
      word += run.count &+ 1
    }
    self.output = output
    next = word
  }
}

/// What each byte means behind a plain word.
struct PlainBytes {
  enum Kind: UInt8 {
    case separates
    /// Joins what stands on either side, if both are letters or digits.
    case mayJoin
    /// A letter, a digit, or something that `scanWord` has to look at.
    case continues
  }

  static let shared = PlainBytes()

  /// Never freed: there is one table.
  nonisolated(unsafe) private let kinds: UnsafeMutablePointer<Kind>

  private init() {
    kinds = .allocate(capacity: 256)
    for byte in 0..<256 {
      let kind: Kind =
        switch byte < 0x80 ? CharacterEntry(ascii: UInt8(byte)).characterClass : .complex {
        case .separator, .space, .doubleQuote: .separates
        case .apostrophe, .dot, .midNumber: .mayJoin
        default: .continues
        }
      (kinds + byte).initialize(to: kind)
    }
  }

  @inline(__always) subscript(byte: UInt8) -> Kind { kinds[Int(byte)] }
}

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
    // Bit 7 says so. (Swift 6.3 compares vectors lane by lane; sums it does at once.)
    let isLetter = (lowered &+ (0x80 - 0x61)) & ~(lowered &+ (0x80 - 0x7B))
    let isDigit = (bytes &+ (0x80 - 0x30)) & ~(bytes &+ (0x80 - 0x3A))
    let isOther = (~(isLetter | isDigit) | bytes) & 0x80
    let lanes = unsafeBitCast(isOther, to: SIMD2<UInt64>.self)
    count = (lanes[0] != 0 ? lanes[0].trailingZeroBitCount : 64 &+ lanes[1].trailingZeroBitCount) &>> 3
  }

  /// Writes sixteen bytes, of which `count` mean something.
  @inline(__always)
  func store(at position: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(position).storeBytes(of: lowered, as: SIMD16<UInt8>.self)
  }
}
