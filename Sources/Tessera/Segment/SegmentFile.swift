/// A segment file, mapped: finds its sections and hands out their bytes.
final class SegmentFile: Sendable {
  let path: String
  /// The size of the file in bytes.
  let count: Int
  /// Stands for every byte of the file: the footer's checksum, which covers all others.
  let fingerprint: UInt64
  /// What is in the file and how many bytes each section has, in file order.
  let sections: [(id: SectionID, count: Int)]
  private let pages: CheckedPages
  private let places: [SectionID: Range<Int>]

  /// Maps a segment and checks header, tables and footer; pages are checked when they are first touched.
  ///
  /// - Complexity: O(sections); 8 bytes more are read for each 512 MB.
  /// - Parameter checksPages: false trusts all pages, to measure what checking costs.
  /// - Throws: `.corrupt`, `.unsupportedVersion`, `.notFound`, `.io`.
  static func open(
    path: String, files: any FileSystem, readsAhead: Bool = false, checksPages: Bool = true
  ) throws(TesseraError) -> SegmentFile {
    let file = try files.map(path, readsAhead: readsAhead)
    return try SegmentFile(file, layout: SegmentLayout(file), checksPages: checksPages)
  }

  private init(_ file: MappedFile, layout: SegmentLayout, checksPages: Bool) {
    path = file.path
    count = file.count
    fingerprint = layout.fingerprint
    pages = CheckedPages(file: file, end: layout.sectionsEnd, roots: checksPages ? layout.roots : nil)
    sections = layout.sections.map { ($0.id, $0.range.count) }
    places = Dictionary(uniqueKeysWithValues: layout.sections.map { ($0.id, $0.range) })
  }

  /// The bytes of a section; nil when the segment has none of this kind.
  func section(_ id: SectionID) -> SectionBytes? {
    places[id].map {
      SectionBytes(pages: pages, start: $0.lowerBound, count: $0.count, name: id.description)
    }
  }

  /// The bytes of a section that every segment has.
  func requiredSection(_ id: SectionID) throws(TesseraError) -> SectionBytes {
    if let section = section(id) { return section }
    throw .corrupt(file: path, section: "the section table", offset: 0, "there is no section \(id)")
  }

  /// Reads the whole file.
  ///
  /// - Returns: an error for each damaged page, naming the first section it has a part of.
  func verify() -> [TesseraError] {
    pages.damagedPages().map { page in
      let start = page << CheckedPages.pageShift
      let section = places.filter { $0.value.upperBound > start && !$0.value.isEmpty }
        .min { $0.value.lowerBound < $1.value.lowerBound }
      guard let section, section.value.lowerBound < start + CheckedPages.pageSize else {
        return .corrupt(
          file: path, section: "the space between sections", offset: start, "a checksum is wrong")
      }
      let place = max(0, start - section.value.lowerBound)
      return .corrupt(
        file: path, section: section.key.description, offset: place,
        "the checksum of page \(page) of the file is not the one written")
    }
  }
}
