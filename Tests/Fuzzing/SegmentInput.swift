import Tessera

/// A list of changes to a segment, whose checksums are all made right afterwards, so that they reach the parsers behind
/// the checksums. What is found may be anything, and an error must name the file; nothing may trap, hang, or read
/// beyond the file.
enum SegmentInput {
  static func run(_ input: [UInt8]) throws(FuzzFinding) {
    var source = ByteSource(input)
    let use = source.byte() % 8
    let index = FuzzIndex.shared
    let name = index.segmentName
    guard let whole = index.contents[name] else { throw FuzzFinding("there is no segment") }
    var segment = SegmentBytes(whole)
    while !source.isAtEnd { segment.change(&source) }
    segment.seal()
    var manifest = [UInt8](index.manifest.dropLast(8))
    let (old, new) = (whole.suffix(8), segment.bytes.suffix(8))
    // The fingerprint of the segment, which is its last checksum.
    guard let place = manifest.indices.first(where: { manifest[$0...].starts(with: old) }) else {
      throw FuzzFinding("the manifest does not have the fingerprint")
    }
    manifest.replaceSubrange(place..<place + 8, with: new)
    do throws(TesseraError) {
      let files = try index.files(replacing: [
        name: segment.bytes, "manifest": ManifestInput.sealed(manifest),
      ])
      let opened = try SearchIndex.open(at: FuzzIndex.folder, files: files)
      let snapshot = try opened.snapshot()
      guard snapshot.verify().isEmpty else { throw TesseraError(.io, "a checksum is not right") }
      if use == 7 { return try merge(opened) }
      try search(snapshot, use)
    } catch {
      try requireTold(error)
    }
  }

  /// Each a different set of structures.
  private static func search(_ snapshot: IndexSnapshot, _ use: Int) throws(TesseraError) {
    var failure: TesseraError?
    // What the first search finds damaged, the others need not.
    func attempt(_ body: () throws(TesseraError) -> Void) {
      do throws(TesseraError) { try body() } catch { failure = failure ?? error }
    }
    for query in queries[use % queries.count] {
      for options in options {
        attempt { () throws(TesseraError) in _ = try snapshot.search(query, options: options) }
      }
    }
    if use == 6 {
      for number in stride(from: 0, to: 700, by: 31) {
        attempt { () throws(TesseraError) in _ = try snapshot.document(forKey: "k\(number)") }
      }
      attempt { () throws(TesseraError) in try snapshot.forEachDocument { _, _ in } }
      _ = snapshot.segments
    }
    if let failure { throw failure }
  }

  private static func merge(_ index: SearchIndex) throws(TesseraError) {
    do {
      try index.write { writer in
        try writer.delete("k3")
        try writer.mergeAll()
      }
      _ = try index.snapshot().search(Query(text: "a"))
    } catch let error as TesseraError {
      throw error
    } catch {
      throw TesseraError(.io, "\(error)")
    }
  }

  private static let options = [
    SearchOptions(),
    SearchOptions(
      limit: 3, facets: ["genre", "tag"], countsBeyondOwnTokens: true,
      order: .field("year", descending: true),
      suggestions: 5, completions: 5),
  ]

  private static let queries: [[Query]] = [
    [Query(text: "ab "), Query(text: "a"), Query(text: "rare")],
    [Query(text: "ab b a "), Query(text: "ab c"), Query(text: "a b bab", match: .any)],
    [
      Query(tokens: [.facet("genre", "common"), .noneOf("tag", ["x", "y"])], text: "a"),
      Query(tokens: [.anyOf("genre", ["Drama", "Comedy"])]),
    ],
    [
      Query(tokens: [.range("year", 2...5)]),
      Query(tokens: [.numbers("price", from: nil, through: .double(1.5))], text: "ab "),
    ],
    [Query(tokens: [.plain("x"), .plain("bab")], text: "genre:spa"), Query(text: "1")],
    [Query(text: "l'orag", match: .any), Query(text: "北京 ca", match: .any), Query()],
    [Query(text: "abc "), Query(text: "released:"), Query(text: "2024-0")],
  ]
}

/// A segment file whose bytes are changed (see Format.md; written from that page alone).
struct SegmentBytes {
  private(set) var bytes: [UInt8]
  private let sections: [(start: Int, count: Int)]
  private let sectionsEnd: Int
  private let table: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let footer = bytes.count - 64
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    sectionsEnd = number(footer + 16, 8)
    let sectionCount = number(footer + 28, 4)
    let table = footer - 24 * sectionCount
    self.table = table
    sections = (0..<sectionCount).map { (number(table + 24 * $0 + 8, 8), number(table + 24 * $0 + 16, 8)) }
  }

  /// Changes some bytes of a section, or its row in the table.
  mutating func change(_ source: inout ByteSource) {
    let kind = source.byte()
    let section = source.byte() % sections.count
    let (start, count) = sections[section]
    let offset = Int(source.number(bytes: 3))
    guard kind % 8 != 7 else {
      let field = table + 24 * section + (kind < 128 ? 16 : 8)
      return put(
        source.number(bytes: 3) &+ (kind & 64 == 0 ? 0 : UInt64(bitPattern: -(1 << 23))), 8, at: field)
    }
    guard count > 0 else { return }
    // Footers stand at the ends of sections.
    let place = start + (kind < 128 ? offset % count : count - 1 - offset % count)
    switch kind % 8 {
    case 0: bytes[place] = UInt8(source.byte())
    case 1: bytes[place] ^= 1 << UInt8(source.byte() % 8)
    case 2: put(source.number(bytes: 2), 4, at: place)
    case 3: put(UInt64(bitPattern: Int64(Int8(bitPattern: UInt8(source.byte())))), 8, at: place)
    case 4: put(0, 8, at: place)
    case 5: bytes[place] &+= UInt8(source.byte())
    default:
      let from = start + Int(source.number(bytes: 3)) % count
      for index in 0..<min(16, start + count - max(place, from)) {
        bytes[place + index] = bytes[from + index]
      }
    }
  }

  /// Lowest byte first, as far as there are bytes of sections or of the table.
  private mutating func put(_ number: UInt64, _ count: Int, at place: Int) {
    for index in 0..<count where place + index < bytes.count - 64 {
      bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
    }
  }

  /// Makes all checksums right, from those of the pages to that of the footer.
  mutating func seal() {
    let pageSize = 65_536
    func checksum(_ range: Range<Int>) -> UInt64 {
      bytes.withUnsafeBytes { Checksum.of(.init(rebasing: $0[range])) }
    }
    let footer = bytes.count - 64
    put(checksum(0..<56), 8, at: 56)
    let pages = (sectionsEnd + pageSize - 1) / pageSize
    for page in 0..<pages {
      put(checksum(page * pageSize..<min((page + 1) * pageSize, sectionsEnd)), 8, at: sectionsEnd + 8 * page)
    }
    let roots = sectionsEnd + 8 * pages
    for root in 0..<(8 * pages + pageSize - 1) / pageSize {
      let start = sectionsEnd + root * pageSize
      put(checksum(start..<min(start + pageSize, roots)), 8, at: roots + 8 * root)
    }
    replace(footer + 32, checksum(roots..<footer))
    replace(footer + 56, checksum(footer..<footer + 56))
  }

  private mutating func replace(_ place: Int, _ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(place..<place + 8, with: $0) }
  }
}
