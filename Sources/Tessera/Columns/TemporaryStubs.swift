// Stand-ins until FacetValues.swift and NumberColumn.swift land: whoever adds those removes this file and makes
// SegmentReader, SegmentBuilder, FacetMerger and SegmentMerger compile with them.
struct FacetValuesWriter {
  init(_ s: SectionWriter) {}
  mutating func append(_ b: UnsafeBufferPointer<UInt8>?) {}
  mutating func finish() {}
}
struct FacetValues: Sendable {
  init(_ s: SectionBytes, count: Int) throws(TesseraError) {}
  func spelling(_ o: UInt32, into b: inout [UInt8]) throws(TesseraError) -> Bool { false }
}
struct NumberColumn: Sendable {
  let ordinals: OrdinalColumn
  init(column: SectionBytes, values: SectionBytes) throws(TesseraError) { ordinals = try OrdinalColumn(column) }
  func ordinalRange(from: Number?, through: Number?) throws(TesseraError) -> Range<UInt32> { 0..<0 }
  func value(_ o: UInt32) throws(TesseraError) -> Number { .integer(0) }
  static func merge(_ s: [(NumberColumn, MergeSource)], column: SectionWriter, values: SectionWriter) throws(TesseraError) {}
}
struct NumberBuilder {
  var count = 0
  var byteCount: Int { 0 }
  mutating func add(_ n: Number) {}
  mutating func endDocument() { count += 1 }
  func write(to file: SegmentFileWriter, field: Int) {
    var w = OrdinalColumnWriter(file.section(SectionID(.numberColumn, field: field)), ordinalCount: 0)
    for _ in 0..<count { w.append(nil) }
    w.finish()
    file.section(SectionID(.numberValues, field: field)).append(0 as UInt64)
  }
}
extension TermPrefix { var isPlain: Bool { lower == term && upper.count == term.count && upper.dropLast() == term.dropLast() && upper.last == term.last! + 1 } }
