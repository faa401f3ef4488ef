/// The bytes of an ordinal column: for each document none, one or many ordinals, which are ranks in a sorted list of
/// values kept elsewhere.
///
/// ```
/// data        of blocks of 1024 documents, in one of two layouts
/// directory   for each block u48 offset, u8 value width, u8 layout, u32 base, u32 how many values
/// footer      u32 documents, u32 ordinals, u64 values
/// ```
/// Values are packed less the block's base, its lowest. *Fixed*, where no document has two: a value for each document,
/// raised by one where some have none, which is 0. *Counted*: how many values each document has, in words of 64 bits;
/// for each word, packed, how many values stand before it; then the values.
enum OrdinalColumnFormat {
  static let blockShift = 10
  static let blockCapacity = 1 << blockShift
  static let directoryRow = 16
  static let footerByteCount = 16
  /// A raised value of 32 bits.
  static let maximumWidth = 33
}

/// How a block is laid out. A raw value below 64 is the bits of a document's count.
enum OrdinalLayout: UInt8 {
  case fixed = 0
  case counts1 = 1
  case counts2 = 2
  case counts4 = 4
  case counts8 = 8
  case counts32 = 32
  /// Fixed, and 0 is none.
  case fixedOrNone = 64

  @inline(__always) var isFixed: Bool { self == .fixed || self == .fixedOrNone }
  @inline(__always) var countWidth: Int { Int(rawValue) }
  /// Documents a word of counts, as a power of two.
  @inline(__always) var laneShift: Int { 6 &- Int(rawValue).trailingZeroBitCount }
  @inline(__always) var lanes: Int { 1 << laneShift }

  /// The narrowest that holds counts up to `maximum`.
  static func counts(upTo maximum: UInt32) -> OrdinalLayout {
    switch maximum {
    case ...1: .counts1
    case ...3: .counts2
    case ...15: .counts4
    case ...255: .counts8
    default: .counts32
    }
  }
}

/// What the directory says of a block.
struct OrdinalBlockShape {
  var documentCount: Int
  var layout: OrdinalLayout
  /// Bits a value.
  var width: Int
  /// The lowest ordinal.
  var base: UInt32
  var valueCount: Int

  @inline(__always) var wordCount: Int { (documentCount &+ layout.lanes &- 1) &>> layout.laneShift }
  /// Bits of a word's start.
  @inline(__always) var startWidth: Int { PackedBits.width(of: UInt64(valueCount)) }

  // Bytes.
  @inline(__always) var startsOffset: Int { layout.isFixed ? 0 : wordCount << 3 }
  @inline(__always) var valuesOffset: Int {
    layout.isFixed ? 0 : startsOffset + PackedBits.byteCount(wordCount, width: startWidth)
  }
  @inline(__always) var byteCount: Int {
    valuesOffset + PackedBits.byteCount(layout.isFixed ? documentCount : valueCount, width: width)
  }
}
