/// What a commit of an index consists of: the file `manifest` says which other files are live, and how they are
/// to be read. A file it does not name does not count.
struct Manifest: Sendable, Hashable {
  /// A live segment.
  struct Segment: Sendable, Hashable {
    /// The name of its file.
    var name: String
    /// Documents in the file, deleted ones too.
    var documentCount: Int
    /// Bytes of the file.
    var byteCount: Int
    /// `SegmentFile.fingerprint`: that it is this very file.
    var fingerprint: UInt64
    /// The sum of the documents' lengths, in weighted words: what the average length comes from.
    var textLength: UInt64
    /// nil when no document is deleted.
    var deletions: Deletions?
  }

  /// A segment's deletion file.
  struct Deletions: Sendable, Hashable {
    var name: String
    /// Documents deleted.
    var count: Int
    /// `DeletedDocuments.fingerprint`.
    var fingerprint: UInt64
  }

  /// Counts the commits, from 1.
  var generation: UInt64 = 0
  /// In the order of their documents.
  var segments: [Segment] = []
  /// The schema as JSON.
  var schema: [UInt8]
  /// The rules and the ICU that the terms were made with.
  var textRulesVersion: Int
  var icuVersion: String
  /// The number of the next file: no name is ever used twice, so nobody mistakes a new file for an old one.
  var nextFileNumber: UInt64 = 1
  /// The number that the next document without a key of its own gets.
  var nextAutomaticKey: UInt64 = 1

  init(schema: [UInt8], textRulesVersion: Int, icuVersion: String) {
    self.schema = schema
    self.textRulesVersion = textRulesVersion
    self.icuVersion = icuVersion
  }

  /// The names of all live files but the manifest itself.
  var fileNames: Set<String> {
    Set(segments.map(\.name) + segments.compactMap { $0.deletions?.name })
  }

  /// Documents that can be found.
  var documentCount: Int {
    segments.reduce(0) { $0 + $1.documentCount - ($1.deletions?.count ?? 0) }
  }

  /// Bytes of all segments.
  var byteCount: Int {
    segments.reduce(0) { $0 + $1.byteCount }
  }

  /// A name for a new segment's file.
  mutating func makeSegmentName() -> String { makeName(Self.segmentSuffix) }

  /// A name for a new deletion file.
  mutating func makeDeletionsName() -> String { makeName(Self.deletionsSuffix) }

  private mutating func makeName(_ suffix: String) -> String {
    defer { nextFileNumber += 1 }
    return "\(nextFileNumber)\(suffix)"
  }

  static let segmentSuffix = ".segment"
  static let deletionsSuffix = ".deleted"
  static let temporarySuffix = SegmentFileWriter.temporarySuffix
  static let spillSuffix = SegmentFileWriter.spillSuffix

  /// The number in a file's name.
  static func number(of name: String) -> UInt64? { UInt64(name.prefix { $0 != "." }) }

  /// Whether `name` is a number and one of the suffixes: a name that we made, of a file in the index's own folder.
  static func isOwnName(_ name: String, suffixes: [String]) -> Bool {
    let digits = name.utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return !digits.isEmpty && suffixes.contains { name.utf8.dropFirst(digits.count).elementsEqual($0.utf8) }
  }
}
