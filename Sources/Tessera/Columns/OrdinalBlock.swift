/// The ordinals of up to 1024 documents, in checked bytes.
///
/// Whatever the bytes say, no ordinal at or above the column's count comes out.
struct OrdinalBlock {
  /// Document numbers of the block.
  let documents: Range<Int>
  let base: UInt32
  let isFixed: Bool
  let limit: UInt32
  let width: Int
  private let mask: UInt64
  let values: UnsafeRawPointer
  /// What a fixed value is raised by: below it is none.
  let raised: UInt64
  // Counted blocks.
  private let counts: UnsafeRawPointer
  private let starts: UnsafeRawPointer
  private let valueCount: Int
  private let countWidth: Int
  private let laneShift: Int
  private let startWidth: Int

  @inline(__always)
  init(_ shape: OrdinalBlockShape, at data: UnsafeRawPointer, documents: Range<Int>, limit: UInt32) {
    self.documents = documents
    self.limit = limit
    base = shape.base
    isFixed = shape.layout.isFixed
    width = shape.width
    mask = PackedBits.mask(shape.width)
    values = data + shape.valuesOffset
    raised = shape.layout == .fixedOrNone ? 1 : 0
    counts = data
    starts = data + shape.startsOffset
    valueCount = shape.valueCount
    countWidth = shape.layout.countWidth
    laneShift = shape.layout.laneShift
    startWidth = isFixed ? 0 : shape.startWidth
  }

  /// The highest ordinal that the block's bits can say.
  var highest: UInt64 { UInt64(base) + mask - min(mask, raised) }
  /// Whether each document has exactly one.
  var isOneEach: Bool { isFixed && raised == 0 }

  /// Calls `body` with each ordinal of a document of the block, ascending; false when the bytes are damaged.
  @inline(__always)
  func forEach(of doc: Int, _ body: (UInt32) -> Void) -> Bool {
    isFixed ? forFixed(doc, body) : forEachCounted(doc, body)
  }

  @inline(__always)
  func forFixed(_ doc: Int, _ body: (UInt32) -> Void) -> Bool {
    let raw = PackedBits.load(values, bit: (doc - documents.lowerBound) &* width, mask: mask)
    if raw < raised { return true }
    return pass(raw - raised, body)
  }

  @inline(__always)
  func forEachCounted(_ doc: Int, _ body: (UInt32) -> Void) -> Bool {
    guard let places = places(of: doc) else { return false }
    var bit = places.lowerBound &* width
    var isSound = true
    for _ in places {
      isSound = pass(PackedBits.load(values, bit: bit, mask: mask), body) && isSound
      bit &+= width
    }
    return isSound
  }

  @inline(__always)
  private func pass(_ raw: UInt64, _ body: (UInt32) -> Void) -> Bool {
    let ordinal = raw &+ UInt64(base)
    guard ordinal < UInt64(limit) else { return false }
    body(UInt32(truncatingIfNeeded: ordinal))
    return true
  }

  /// Where the values of a document stand among those of the block; nil when the bytes are damaged.
  @inline(__always)
  func places(of doc: Int) -> Range<Int>? {
    let index = doc - documents.lowerBound
    let group = index &>> laneShift
    let word = UInt64(littleEndian: counts.loadUnaligned(fromByteOffset: group &<< 3, as: UInt64.self))
    let shift = UInt64(truncatingIfNeeded: (index & (1 &<< laneShift - 1)) &* countWidth)
    let start =
      Int(PackedBits.load(starts, bit: group &* startWidth, mask: PackedBits.mask(startWidth)))
      &+ Self.sum(of: word & (1 &<< shift &- 1), countWidth: countWidth)
    let end = start &+ Int((word &>> shift) & PackedBits.mask(countWidth))
    return end <= valueCount ? Range(uncheckedBounds: (start, end)) : nil
  }

  /// The sum of the counts in a word; with eight bits a count or less, of all but the highest at most.
  @inline(__always)
  static func sum(of word: UInt64, countWidth: Int) -> Int {
    if countWidth == 32 { return Int(word & 0xFFFF_FFFF) }
    var word = word
    if countWidth == 1 { word = word &- (word &>> 1 & 0x5555_5555_5555_5555) }
    if countWidth <= 2 { word = (word & 0x3333_3333_3333_3333) &+ (word &>> 2 & 0x3333_3333_3333_3333) }
    if countWidth <= 4 { word = (word & 0x0F0F_0F0F_0F0F_0F0F) &+ (word &>> 4 & 0x0F0F_0F0F_0F0F_0F0F) }
    // Up to sixteen counts of fifteen fit a byte, seven of 255 do not.
    word = (word & 0x00FF_00FF_00FF_00FF) &+ (word &>> 8 & 0x00FF_00FF_00FF_00FF)
    return Int((word &* 0x0001_0001_0001_0001) &>> 48)
  }
}
