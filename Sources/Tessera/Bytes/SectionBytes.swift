import CPlatform

/// The bytes of one section of a mapped file.
///
/// Nothing may be read before `check` has passed for it, and only as long as a variable holds the section. At least 64 bytes behind the end are readable too (but
/// mean nothing), so that vector loads may overrun.
struct SectionBytes: Sendable {
  nonisolated(unsafe) let base: UnsafeRawPointer
  /// In bytes.
  let count: Int
  /// Where the section begins in the file.
  let start: Int
  private nonisolated(unsafe) let flags: UnsafeMutablePointer<UInt8>
  /// Keeps the mapping alive: the only reference, so that copies are cheap.
  private let owner: Owner

  private final class Owner: Sendable {
    let pages: CheckedPages
    let name: String

    init(_ pages: CheckedPages, _ name: String) {
      self.pages = pages
      self.name = name
    }
  }

  /// The name for error messages, as in "terms" or "facetLists of field 3".
  var name: String { owner.name }

  /// - Precondition: the section lies within the pages, and so do 64 bytes behind it.
  init(pages: CheckedPages, start: Int, count: Int, name: String) {
    assert(start >= 0 && count >= 0 && start + count <= pages.end)
    owner = Owner(pages, name)
    self.start = start
    self.count = count
    base = pages.file.base + start
    flags = pages.flags
  }

  /// A section in memory, as if it had been read and checked.
  init(_ bytes: [UInt8], name: String = "section") {
    let file = bytes.withUnsafeBytes { MappedFile(path: "memory", copying: $0) }
    let pages = CheckedPages(file: file, end: bytes.count, roots: nil)
    self.init(pages: pages, start: 0, count: bytes.count, name: name)
  }

  /// Makes sure that these bytes are there and are those that were written.
  ///
  /// Costs a nanosecond or two when the page was checked before, else some 5 us a page.
  ///
  /// - Throws: `.corrupt` naming file, section and place.
  @inline(__always)
  func check(_ range: Range<Int>) throws(TesseraError) {
    try check(at: range.lowerBound, count: range.upperBound - range.lowerBound)
  }

  /// The same by place and number of bytes: no numbers are too wild for it, so they may come from a file.
  @inline(__always)
  func check(at offset: Int, count wanted: Int) throws(TesseraError) {
    // Negative numbers are huge as unsigned ones.
    if UInt(bitPattern: offset) <= UInt(bitPattern: count),
      UInt(bitPattern: wanted) <= UInt(bitPattern: count - offset)
    {
      let first = (start + offset) >> CheckedPages.pageShift
      // One past the last byte rather than the last: a wanted count of 0 needs no case of its own, and pages
      // end where ranges seldom do.
      let last = (start + offset + wanted) >> CheckedPages.pageShift
      if first == last, cplatform_load_flag(flags + first) != 0 { return }
    }
    try checkSlowly(at: offset, count: wanted)
  }

  /// Makes sure of the whole section.
  func checkAll() throws(TesseraError) {
    try check(at: 0, count: count)
  }

  @inline(never)
  private func checkSlowly(at offset: Int, count wanted: Int) throws(TesseraError) {
    guard offset >= 0, wanted >= 0, offset <= count, wanted <= count - offset else {
      throw corrupt(at: offset, "\(wanted) bytes are wanted here, but the section has only \(count)")
    }
    guard wanted > 0 else { return }
    let first = (start + offset) >> CheckedPages.pageShift
    let last = (start + offset + wanted - 1) >> CheckedPages.pageShift
    if let page = owner.pages.firstDamaged(in: first..<last + 1) {
      let place = max(0, page << CheckedPages.pageShift - start)
      throw corrupt(at: place, "the checksum of page \(page) of the file is not the one written")
    }
  }

  /// The error for bytes of this section that cannot be right.
  func corrupt(at offset: Int, _ detail: String) -> TesseraError {
    .corrupt(file: owner.pages.file.path, section: name, offset: offset, detail)
  }
}

extension SectionBytes {
  // Little-endian, from any place; the caller has checked that the bytes are there.

  @inline(__always) func u8(at offset: Int) -> UInt8 {
    assert(offset >= 0 && offset < count)
    return base.load(fromByteOffset: offset, as: UInt8.self)
  }

  @inline(__always) func u16(at offset: Int) -> UInt16 { load(offset) }
  @inline(__always) func u32(at offset: Int) -> UInt32 { load(offset) }
  @inline(__always) func u64(at offset: Int) -> UInt64 { load(offset) }

  @inline(__always) private func load<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> T {
    assert(offset >= 0 && offset + MemoryLayout<T>.size <= count)
    return T(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// The bytes of a checked range; valid as long as the section is held.
  @inline(__always) func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
  }
}

extension TesseraError {
  /// The error for bytes on disk that cannot be right.
  static func corrupt(
    file: String, section: String, offset: Int, _ detail: String
  ) -> TesseraError {
    TesseraError(
      .corrupt, file: file,
      "damaged in \(section) at byte \(offset): \(detail); restore the file from a copy or index again")
  }
}
