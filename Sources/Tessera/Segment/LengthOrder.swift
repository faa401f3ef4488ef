/// The documents of a segment that is being made, in the order in which it numbers them: in a large one by length code,
/// and those of one code in the order of addition; in others in the order of addition alone.
///
/// What a search of long lists can leave out by their lengths is worth more than what the order costs, a load or two for
/// each hit, only where lists are long.
struct LengthOrder: ~Copyable {
  /// Whether the lengths decide.
  let isByLength: Bool
  /// For each document its ordinal.
  private(set) var ordinals = Buffer<DocNumber>()
  /// For each document its length code: ascending, where that is the order.
  private(set) var lengths = Buffer<UInt8>()

  /// - Parameter lengths: the length codes in the order of addition.
  init(_ lengths: UnsafeBufferPointer<UInt8>, byLength: Bool = true) {
    isByLength = byLength
    guard byLength else {
      self.lengths.append(contentsOf: lengths)
      let ordinals = ordinals.appendUninitialized(lengths.count)
      for doc in lengths.indices { ordinals[doc] = DocNumber(doc) }
      return
    }
    var places = LengthRuns(lengths).starts
    let (ordinals, sorted) = (
      self.ordinals.appendUninitialized(lengths.count), self.lengths.appendUninitialized(lengths.count)
    )
    for (ordinal, length) in lengths.enumerated() {
      let doc = places[Int(length)]
      places[Int(length)] += 1
      ordinals[doc] = DocNumber(ordinal)
      sorted[doc] = length
    }
  }

  /// Writes the lengths, and the order where it is one of its own.
  func write(to file: SegmentFileWriter) {
    guard isByLength else {
      file.section(SectionID(.norms)).append(UnsafeRawBufferPointer(lengths.elements))
      return
    }
    LengthRuns(lengths.elements).write(to: file.section(SectionID(.lengthRuns)))
    writeOrdinals(to: file.section(SectionID(.documentOrder)))
  }

  func writeOrdinals(to section: SectionWriter) {
    var writer = DocumentOrderWriter(section)
    for ordinal in ordinals.elements { writer.append(ordinal) }
    writer.finish()
  }
}
