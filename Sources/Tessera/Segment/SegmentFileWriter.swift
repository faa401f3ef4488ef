/// Writes a segment file, all its sections at the same time and in bounded memory.
///
/// ```swift
/// let writer = try SegmentFileWriter(path: path, files: files)
/// let terms = writer.section(SectionID(.terms)), lists = writer.section(SectionID(.lists))
/// …
/// let bytes = try writer.finish()
/// ```
/// The file appears under its name when it is whole and on disk, and not before. A writer that is let go without
/// `finish` leaves nothing behind.
final class SegmentFileWriter {
  let path: String
  private let files: any FileSystem
  private let spill: SpillFile
  private var sections: [(id: SectionID, writer: SectionWriter)] = []
  private var isDone = false

  /// What the names of the files end with while they are written.
  static let temporarySuffix = ".tmp"
  static let spillSuffix = ".spill.tmp"

  private var temporaryPath: String { path + Self.temporarySuffix }

  init(path: String, files: any FileSystem) throws(TesseraError) {
    self.path = path
    self.files = files
    spill = SpillFile(path: path + Self.spillSuffix, files: files)
  }

  deinit { if !isDone { abandon() } }

  /// The writer of a section, made at the first call. Sections stand in the file in the order of these calls.
  func section(_ id: SectionID) -> SectionWriter {
    if let known = sections.first(where: { $0.id == id }) { return known.writer }
    let writer = SectionWriter(spill: spill)
    sections.append((id, writer))
    return writer
  }

  /// The bytes of all sections of facet fields so far.
  var facetByteCount: Int {
    sections.reduce(0) { $0 + ($1.id.kind.isOfFacet ? $1.writer.count : 0) }
  }

  /// Puts the sections together, syncs the file and gives it its name; whoever commits syncs the folder.
  ///
  /// - Returns: the size of the file in bytes.
  /// - Throws: the first I/O error of any section, or of this call; nothing is left behind then.
  func finish() throws(TesseraError) -> Int {
    precondition(!isDone, "a segment is finished once")
    do throws(TesseraError) {
      let size = try writeFile()
      try files.rename(temporaryPath, to: path)
      isDone = true
      spill.remove()
      return size
    } catch {
      abandon()
      throw error
    }
  }

  /// Removes what was written.
  func abandon() {
    isDone = true
    spill.remove()
    try? files.unlink(temporaryPath)
  }

  private func writeFile() throws(TesseraError) -> Int {
    let spilled = try spill.seal()
    let output = try CheckedFileWriter(files.create(temporaryPath))
    try output.append(header())
    var rows: [UInt8] = []
    for (id, writer) in sections {
      rows += row(id, offset: output.count, count: writer.count)
      try writer.forEachPiece(spilled: spilled) { (piece) throws(TesseraError) in try output.append(piece) }
      try output.pad(atLeast: SegmentFormat.alignment, to: SegmentFormat.alignment)
    }
    let end = output.count
    let checksums = try output.endPages()
    try output.append(checksums)
    try output.append(tail(end: end, checksums: checksums, rows: rows))
    try output.finish()
    return output.count
  }

  private func header() -> [UInt8] {
    var header = ByteWriter()
    header.append(SegmentFormat.headerMagic)
    header.append(SegmentFormat.version)
    header.append(UInt32(CheckedPages.pageSize))
    header.pad(to: SegmentFormat.Header.checksum)
    header.append(Checksum.of(header.bytes))
    return header.bytes
  }

  private func row(_ id: SectionID, offset: Int, count: Int) -> [UInt8] {
    var row = ByteWriter()
    row.append(id.kind.rawValue)
    row.append(id.field)
    row.pad(to: SegmentFormat.Row.offset)
    row.append(UInt64(offset))
    row.append(UInt64(count))
    return row.bytes
  }

  /// Roots, section table and footer.
  private func tail(end: Int, checksums: [UInt8], rows: [UInt8]) -> [UInt8] {
    var tables = ByteWriter()
    for start in stride(from: 0, to: checksums.count, by: CheckedPages.pageSize) {
      let page = checksums[start..<min(start + CheckedPages.pageSize, checksums.count)]
      tables.append(page.withUnsafeBytes { Checksum.of($0) })
    }
    let rootCount = tables.bytes.count / Checksum.size
    tables.append(rows)
    var footer = ByteWriter()
    footer.append(SegmentFormat.footerMagic)
    footer.append(UInt64(end + checksums.count + tables.bytes.count + SegmentFormat.Footer.size))
    footer.append(UInt64(end))
    footer.append(UInt32(rootCount))
    footer.append(UInt32(rows.count / SegmentFormat.Row.size))
    footer.append(Checksum.of(tables.bytes))
    footer.pad(to: SegmentFormat.Footer.checksum)
    footer.append(Checksum.of(footer.bytes))
    return tables.bytes + footer.bytes
  }
}
