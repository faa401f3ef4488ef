import Tessera

/// What an index holds, as tables for a person.
struct SnapshotTables {
  let lines: [String]

  init(_ snapshot: IndexSnapshot, folder: String) {
    let deleted = snapshot.segments.reduce(0) { $0 + $1.deleted }
    let bytes = snapshot.segments.reduce(0) { $0 + $1.bytes }
    var facts = Table([.left, .left])
    facts.add("Index", folder)
    facts.add(
      "Documents",
      Figures.grouped(snapshot.documentCount)
        + (deleted > 0 ? ", and \(Figures.grouped(deleted)) deleted" : ""))
    facts.add("Size", Figures.bytes(bytes))
    for (name, value) in snapshot.schema.facts { facts.add(name, value) }
    let versions = snapshot.versions
    facts.add("Format", "\(versions.format), text rules \(versions.textRules), ICU \(versions.icu)")
    var lines = facts.lines
    if !snapshot.segments.isEmpty {
      lines += [""] + Self.segments(snapshot.segments) + [""] + Self.sections(snapshot.segments, of: bytes)
    }
    self.lines = lines
  }

  private static func segments(_ segments: [SegmentInfo]) -> [String] {
    var table = Table([.left, .right, .right, .right, .right, .right])
    table.add("Segment", "documents", "deleted", "terms", "postings", "bytes")
    for segment in segments {
      let counts = [segment.documents, segment.deleted, segment.terms, segment.postings, segment.bytes]
      let cells = counts.map(Figures.grouped)
      table.add("  " + segment.name, cells[0], cells[1], cells[2], cells[3], cells[4])
    }
    return table.lines
  }

  /// The bytes of each kind of section in all segments, the largest first.
  private static func sections(_ segments: [SegmentInfo], of total: Int) -> [String] {
    var sums: [String: Int] = [:]
    for (name, bytes) in segments.flatMap(\.sections) {
      // "facetTerms of field 3": all fields together.
      let kind = name.split(separator: " ").first.map(String.init) ?? name
      sums[kind, default: 0] += bytes
    }
    var table = Table([.left, .right, .right])
    table.add("Section", "bytes", "share")
    for (kind, bytes) in sums.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let share = Figures.decimal(Double(bytes) / Double(max(1, total)) * 100, places: 1) + " %"
      table.add("  " + kind, Figures.grouped(bytes), share)
    }
    return table.lines
  }
}

extension Schema {
  /// The schema in words, a line for each kind of field.
  var facts: [(name: String, value: String)] {
    let texts = text.sorted { ($1.weight, $0.path) < ($0.weight, $1.path) }.map {
      $0.weight == 1 ? $0.path : "\($0.path)=\($0.weight)"
    }
    return [("Id", key ?? "a number of its own for each document")]
      + [("Text", texts), ("Facets", facets), ("Numbers", numbers)].map { name, fields in
        (name, fields.isEmpty ? "none" : fields.joined(separator: ", "))
      } + [("Stored", storesDocuments ? "whole documents" : "nothing but ids")]
  }
}
