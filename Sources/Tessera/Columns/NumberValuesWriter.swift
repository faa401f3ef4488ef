/// Writes the distinct values of a number field.
///
/// What stays in memory is one block of 64 values, and 16 bytes for each block before.
struct NumberValuesWriter {
  private let section: SectionWriter
  private var block: [Number] = []
  private var directory: [UInt64] = []
  private(set) var count = 0

  init(_ section: SectionWriter) {
    assert(section.count == 0, "the numbers are a section of their own")
    self.section = section
  }

  /// Adds the next value.
  ///
  /// - Precondition: values ascend, each once.
  mutating func append(_ value: Number) {
    // As an integer where it is one.
    if case .double(let double) = value { block.append(Number(double) ?? value) } else { block.append(value) }
    count += 1
    if block.count == NumberValues.blockCapacity { finishBlock() }
  }

  private mutating func finishBlock() {
    let integers = block.compactMap { if case .integer(let integer) = $0 { integer } else { nil } }
    let lowest = integers.min() ?? 0
    let span = UInt64(bitPattern: (integers.max() ?? 0) &- lowest)
    let width = PackedBits.width(of: span)
    let isPacked = integers.count == block.count && width <= PackedBits.maximumWidth
    directory.append(UInt64(section.count) | (isPacked ? UInt64(width) << 48 : 1 << 56))
    directory.append(UInt64(bitPattern: lowest))
    if isPacked {
      var packer = PackedBitsWriter(section)
      for integer in integers { packer.append(UInt64(bitPattern: integer &- lowest), width: width) }
      packer.finish()
    } else {
      writeAny()
    }
    block.removeAll(keepingCapacity: true)
  }

  private func writeAny() {
    var doubles: UInt64 = 0
    for (index, value) in block.enumerated() {
      if case .double = value { doubles |= 1 << UInt64(index) }
    }
    section.append(doubles)
    for value in block {
      switch value {
      case .integer(let integer): section.append(integer)
      case .double(let double): section.append(double.bitPattern)
      }
    }
  }

  /// Writes what finds the blocks; nothing may be appended any more.
  ///
  /// - Parameter areDates: whether every value was written as a date; of none nothing is said.
  mutating func finish(areDates: Bool) {
    if !block.isEmpty { finishBlock() }
    for word in directory { section.append(word) }
    section.append(UInt32(count))
    section.append(areDates && count > 0 ? NumberValues.datesFlag : 0)
  }
}
