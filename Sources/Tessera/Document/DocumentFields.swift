/// One document taken apart by the schema: what the JSON reader hands to the segment builder.
///
/// One value is filled again and again, so that no document costs an allocation. All text stands in `bytes`,
/// valid UTF-8; the slices say where.
package struct DocumentFields {
  /// A stretch of `bytes` that belongs to a field: its number is the place in the schema's list of that kind.
  package struct Slice {
    package var field: Int
    package var start: Int
    package var end: Int

    package init(field: Int, start: Int, end: Int) {
      self.field = field
      self.start = start
      self.end = end
    }
  }

  package var bytes: [UInt8] = []
  /// Where the key stands in `bytes`; nil when the document has none.
  package var key: Range<Int>?
  package var texts: [Slice] = []
  /// Values as they are shown, neither folded nor made unique; never empty.
  package var facets: [Slice] = []
  /// `isDate` for a value that was written as a date.
  package var numbers: [(field: Int, value: Number, isDate: Bool)] = []
  /// The whole document as JSON on one line; empty when the schema stores none.
  package var source: Range<Int> = 0..<0

  package init() {}

  /// Empties it for the next document, keeping the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    facets.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    key = nil
    source = 0..<0
  }

  /// Appends `text` to `bytes` and says where it stands.
  @discardableResult
  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return start..<bytes.count
  }
}
