/// Writes a `NumberColumn`: first all values, then the documents.
struct NumberColumnWriter {
  private var values: NumberValuesWriter
  private let section: SectionWriter
  private var ordinals: OrdinalColumnWriter?

  init(column: SectionWriter, values: SectionWriter) {
    self.values = NumberValuesWriter(values)
    section = column
  }

  /// Adds the next value.
  ///
  /// - Precondition: values ascend, each once, and no document was appended yet.
  mutating func append(value: Number) {
    assert(ordinals == nil)
    values.append(value)
  }

  /// Adds the next document's ordinals: ranks of its values among all.
  mutating func append(_ document: UnsafeBufferPointer<UInt32>) {
    startDocuments()
    ordinals!.append(document)
  }

  /// Adds the next document, which has one value or none.
  mutating func append(_ ordinal: UInt32?) {
    startDocuments()
    ordinals!.append(ordinal)
  }

  private mutating func startDocuments() {
    if ordinals == nil { ordinals = OrdinalColumnWriter(section, ordinalCount: values.count) }
  }

  /// - Parameter areDates: whether every value was written as a date.
  mutating func finish(areDates: Bool) {
    startDocuments()
    values.finish(areDates: areDates)
    ordinals!.finish()
  }
}
