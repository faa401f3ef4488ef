/// The bytes of a segment file, as constants. All numbers are little-endian.
///
/// ```
/// header      64 bytes
/// sections    each at a multiple of 64, with at least 64 zero bytes behind it
/// checksums   8 bytes for each page of 64 KiB of what comes before
/// roots       8 bytes for each page of 64 KiB of checksums
/// table       24 bytes for each section
/// footer      64 bytes
/// ```
/// Each part is covered by a checksum in a later one, down to the footer, which covers itself: so the footer's
/// checksum stands for the whole file, and opening reads header, roots, table and footer alone.
enum SegmentFormat {
  /// Changes whenever older readers would misread a file.
  static let version: UInt32 = 1

  static let headerMagic = ByteWriter.magic("TsrSegm\n")
  static let footerMagic = ByteWriter.magic("\nTsrEnd\n")

  /// What sections begin at a multiple of, and how many readable bytes there are behind their end, at least.
  static let alignment = 64

  /// Where things stand in the header. Magic, version and checksum keep their places in all versions.
  enum Header {
    static let magic = 0
    static let version = 8
    static let pageSize = 12
    static let checksum = 56
    static let size = 64
  }

  /// Where things stand in the footer.
  enum Footer {
    static let magic = 0
    static let fileSize = 8
    static let checksums = 16
    static let rootCount = 24
    static let sectionCount = 28
    /// Of roots and table.
    static let tablesChecksum = 32
    static let checksum = 56
    static let size = 64
  }

  /// Where things stand in a row of the section table.
  enum Row {
    static let kind = 0
    static let field = 2
    static let offset = 8
    static let count = 16
    static let size = 24
  }
}

/// What a section holds.
struct SectionKind: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt16
  init(rawValue: UInt16) { self.rawValue = rawValue }

  // A number once given is never given to another kind.
  static let terms = SectionKind(rawValue: 1)
  static let lists = SectionKind(rawValue: 2)
  static let listBounds = SectionKind(rawValue: 3)
  static let prefixTerms = SectionKind(rawValue: 4)
  static let prefixLists = SectionKind(rawValue: 5)
  static let norms = SectionKind(rawValue: 6)
  static let facetTerms = SectionKind(rawValue: 7)
  static let facetLists = SectionKind(rawValue: 8)
  static let facetColumn = SectionKind(rawValue: 9)
  static let facetValues = SectionKind(rawValue: 10)
  static let numberColumn = SectionKind(rawValue: 11)
  static let numberValues = SectionKind(rawValue: 12)
  static let keys = SectionKind(rawValue: 13)
  static let keyOrder = SectionKind(rawValue: 14)
  static let documents = SectionKind(rawValue: 15)
  static let documentOffsets = SectionKind(rawValue: 16)
  static let statistics = SectionKind(rawValue: 17)
  static let prefixBounds = SectionKind(rawValue: 18)
  static let codebook = SectionKind(rawValue: 19)
  static let champions = SectionKind(rawValue: 20)
  static let championLists = SectionKind(rawValue: 21)
  static let documentOrder = SectionKind(rawValue: 22)
  static let levels = SectionKind(rawValue: 23)
  static let facetWords = SectionKind(rawValue: 24)
  static let facetWordValues = SectionKind(rawValue: 25)
  static let rangeCounts = SectionKind(rawValue: 26)
  static let facetTops = SectionKind(rawValue: 27)
  static let levelLists = SectionKind(rawValue: 28)
  static let levelBounds = SectionKind(rawValue: 29)
  static let tiers = SectionKind(rawValue: 30)
  static let tierLists = SectionKind(rawValue: 31)
  static let tierBounds = SectionKind(rawValue: 32)
  static let lengthRuns = SectionKind(rawValue: 33)
  static let valueChampions = SectionKind(rawValue: 34)
  static let valueChampionLists = SectionKind(rawValue: 35)

  /// The names in error messages and in `inspect`, by number.
  private static let names = [
    1: "terms", 2: "lists", 3: "listBounds", 4: "prefixTerms", 5: "prefixLists", 6: "norms",
    7: "facetTerms", 8: "facetLists", 9: "facetColumn", 10: "facetValues", 11: "numberColumn",
    12: "numberValues", 13: "keys", 14: "keyOrder", 15: "documents", 16: "documentOffsets", 17: "statistics",
    18: "prefixBounds", 19: "codebook", 20: "champions", 21: "championLists", 22: "documentOrder",
    23: "levels", 24: "facetWords", 25: "facetWordValues", 26: "rangeCounts", 27: "facetTops",
    28: "levelLists", 29: "levelBounds", 30: "tiers", 31: "tierLists", 32: "tierBounds",
    33: "lengthRuns", 34: "valueChampions", 35: "valueChampionLists",
  ]

  var name: String { Self.names[Int(rawValue)] ?? "section kind \(rawValue)" }

  var isOfFacet: Bool { name.hasPrefix("facet") }
}

/// Which section of a segment: what it holds, and for which field where there is one for each.
struct SectionID: Hashable, Sendable, CustomStringConvertible {
  let kind: SectionKind
  /// The field's place in the schema's list of its kind; 0 for sections that belong to no field.
  let field: UInt16

  init(_ kind: SectionKind, field: Int = 0) {
    precondition(field >= 0 && field <= Int(UInt16.max), "a schema has at most 65,536 fields of a kind")
    self.kind = kind
    self.field = UInt16(field)
  }

  private var isOfField: Bool { kind.isOfFacet || kind.name.hasPrefix("number") }

  /// As in "terms" or "facetLists of field 3".
  var description: String { isOfField ? "\(kind.name) of field \(field)" : kind.name }
}
