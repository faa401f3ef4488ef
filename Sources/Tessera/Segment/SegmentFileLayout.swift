/// What header, tables and footer of a segment file say, checked against each other and the size of the file.
struct SegmentLayout {
  /// Where the sections end and the checksums of the pages begin.
  let sectionsEnd: Int
  /// The checksum of each page of checksums.
  let roots: [UInt64]
  let sections: [(id: SectionID, range: Range<Int>)]
  /// The footer's checksum.
  let fingerprint: UInt64

  init(_ file: MappedFile) throws(TesseraError) {
    try Self.checkHeader(file)
    let footer = try Footer(file)
    let rootsCount = footer.rootCount * Checksum.size
    let table = footer.tables + rootsCount
    let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[footer.tables..<footer.place])
    guard Checksum.of(bytes) == footer.tablesChecksum else {
      throw .corrupt(file: file.path, section: "the tables", offset: footer.tables, "the checksum is wrong")
    }
    sectionsEnd = footer.sectionsEnd
    fingerprint = footer.checksum
    roots = stride(from: footer.tables, to: table, by: Checksum.size).map { file.u64(at: $0) }
    sections = try Self.sections(file, table: table, count: footer.sectionCount, end: footer.sectionsEnd)
  }

  private static func checkHeader(_ file: MappedFile) throws(TesseraError) {
    typealias Header = SegmentFormat.Header
    func corrupt(_ offset: Int, _ detail: String) -> TesseraError {
      .corrupt(file: file.path, section: "the header", offset: offset, detail)
    }
    guard file.count >= Header.size + SegmentFormat.Footer.size else {
      throw corrupt(file.count, "the file has only \(file.count) bytes")
    }
    guard file.u64(at: Header.magic) == SegmentFormat.headerMagic else {
      throw corrupt(Header.magic, "this is no segment file of Tessera")
    }
    guard
      Checksum.of(UnsafeRawBufferPointer(rebasing: file.bytes[..<Header.checksum]))
        == file.u64(at: Header.checksum)
    else { throw corrupt(Header.checksum, "the checksum is wrong") }
    let version = file.u32(at: Header.version)
    guard version == SegmentFormat.version else {
      throw .unsupportedVersion(file: file.path, "segment", found: version, known: SegmentFormat.version)
    }
    guard file.u32(at: Header.pageSize) == CheckedPages.pageSize else {
      throw corrupt(Header.pageSize, "a page of \(file.u32(at: Header.pageSize)) bytes")
    }
  }

  private static func sections(
    _ file: MappedFile, table: Int, count: Int, end: Int
  ) throws(TesseraError) -> [(id: SectionID, range: Range<Int>)] {
    var sections: [(id: SectionID, range: Range<Int>)] = []
    var seen: Set<SectionID> = []
    for number in 0..<count {
      let row = table + number * SegmentFormat.Row.size
      let kind = SectionKind(rawValue: file.u16(at: row + SegmentFormat.Row.kind))
      let id = SectionID(kind, field: Int(file.u16(at: row + SegmentFormat.Row.field)))
      let offset = Int(clamping: file.u64(at: row + SegmentFormat.Row.offset))
      let size = Int(clamping: file.u64(at: row + SegmentFormat.Row.count))
      guard offset >= SegmentFormat.Header.size, offset % SegmentFormat.alignment == 0,
        offset <= end - SegmentFormat.alignment, size <= end - SegmentFormat.alignment - offset,
        seen.insert(id).inserted
      else {
        throw .corrupt(
          file: file.path, section: "the section table", offset: row,
          "\(id) of \(size) bytes at \(offset) cannot be, with \(end) bytes of sections")
      }
      sections.append((id, offset..<offset + size))
    }
    return sections
  }
}

extension SegmentLayout {
  /// The last 64 bytes of a segment file.
  private struct Footer {
    /// Where it stands in the file.
    let place: Int
    let sectionsEnd: Int
    /// Where the roots begin, and behind them the section table.
    let tables: Int
    let rootCount: Int
    let sectionCount: Int
    let tablesChecksum: UInt64
    let checksum: UInt64

    init(_ file: MappedFile) throws(TesseraError) {
      typealias Format = SegmentFormat.Footer
      let place = file.count - Format.size
      self.place = place
      func corrupt(_ offset: Int, _ detail: String) -> TesseraError {
        .corrupt(file: file.path, section: "the footer", offset: place + offset, detail)
      }
      checksum = file.u64(at: place + Format.checksum)
      guard file.u64(at: place + Format.magic) == SegmentFormat.footerMagic else {
        throw corrupt(Format.magic, "the end of the file is missing")
      }
      guard
        Checksum.of(UnsafeRawBufferPointer(rebasing: file.bytes[place..<place + Format.checksum])) == checksum
      else { throw corrupt(Format.checksum, "the checksum is wrong") }
      guard file.u64(at: place + Format.fileSize) == UInt64(file.count) else {
        let size = file.u64(at: place + Format.fileSize)
        throw corrupt(Format.fileSize, "the file had \(size) bytes, now it has \(file.count)")
      }
      sectionsEnd = Int(clamping: file.u64(at: place + Format.checksums))
      rootCount = Int(file.u32(at: place + Format.rootCount))
      sectionCount = Int(file.u32(at: place + Format.sectionCount))
      tablesChecksum = file.u64(at: place + Format.tablesChecksum)
      guard sectionsEnd >= SegmentFormat.Header.size, sectionsEnd <= place else {
        throw corrupt(Format.checksums, "sections up to byte \(sectionsEnd) cannot be")
      }
      let pageCount = CheckedPages.pageCount(sectionsEnd)
      tables = sectionsEnd + pageCount * Checksum.size
      guard rootCount == CheckedPages.pageCount(pageCount * Checksum.size),
        tables + rootCount * Checksum.size + sectionCount * SegmentFormat.Row.size == place
      else {
        throw corrupt(Format.rootCount, "\(rootCount) roots and \(sectionCount) sections cannot be")
      }
    }
  }
}

extension MappedFile {
  // Little-endian, from any place within the file.
  fileprivate func u16(at offset: Int) -> UInt16 { load(offset) }
  fileprivate func u32(at offset: Int) -> UInt32 { load(offset) }
  fileprivate func u64(at offset: Int) -> UInt64 { load(offset) }

  private func load<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> T {
    precondition(offset >= 0 && offset + MemoryLayout<T>.size <= count, "the place was checked")
    return T(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: T.self))
  }
}

extension TesseraError {
  /// The error for a file of another format version.
  static func unsupportedVersion(
    file: String, _ what: String, found: UInt32, known: UInt32
  ) -> TesseraError {
    TesseraError(
      .unsupportedVersion, file: file,
      "the \(what) has format version \(found), this Tessera reads version \(known); "
        + (found > known ? "use a newer Tessera" : "index again, or use the Tessera that wrote it"))
  }
}
