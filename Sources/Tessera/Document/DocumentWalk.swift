import CSimdJSON

/// One walk over a parsed document that hands the schema's fields to a `DocumentFields`.
struct DocumentWalk {
  /// Strings in number fields that are neither number nor date.
  private(set) var strayNumbers: [(field: Int, text: String)] = []

  private let paths: FieldPaths
  private let json: UnsafeBufferPointer<UInt8>
  private let tape: JSONTape
  private let structurals: UnsafeBufferPointer<UInt32>
  private var numberTexts = NumberTextCursor()
  /// A stack of the places found for the children of each node being visited; 0 when there is none.
  private let found: UnsafeMutablePointer<Int>
  private var foundCount = 0
  private var keyCount = 0
  private var wrongKey: JSONTape.Kind?
  /// The first facet value that is too long: its field and bytes.
  private var longFacet: (field: Int, bytes: Int)?

  /// - Parameter found: room for `paths.scratchCount` places, for as long as the walk.
  init(
    _ paths: FieldPaths, json: UnsafeBufferPointer<UInt8>, tape: JSONTape,
    structurals: UnsafeBufferPointer<UInt32>, found: UnsafeMutablePointer<Int>
  ) {
    self.paths = paths
    self.json = json
    self.tape = tape
    self.structurals = structurals
    self.found = found
  }

  mutating func run(into fields: inout DocumentFields) {
    object(at: tape.root, paths.nodes[FieldPaths.root], into: &fields)
  }

  /// Takes the fields of `node` out of an object.
  private mutating func object(at place: Int, _ node: FieldPaths.Node, into fields: inout DocumentFields) {
    guard !node.children.isEmpty else { return }
    let base = found + foundCount
    base.initialize(repeating: 0, count: node.children.count)
    foundCount += node.children.count
    let content = tape.content(of: place)
    var at = content.lowerBound
    while at < content.upperBound {
      // The last of equal keys wins, since it overwrites the others.
      if let child = paths.child(of: node.children, for: tape.string(at: at)) { base[child] = at + 1 }
      at = tape.next(after: at + 1)
    }
    for child in 0..<node.children.count where base[child] != 0 {
      let next = paths.children[node.children.lowerBound + child].node
      value(at: base[child], paths.nodes[next], into: &fields)
    }
    foundCount -= node.children.count
  }

  private mutating func value(at place: Int, _ node: FieldPaths.Node, into fields: inout DocumentFields) {
    let kind = tape.kind(at: place)
    switch kind {
    case .null: return
    case .object:
      if node.isKey { wrongKey = kind }
      object(at: place, node, into: &fields)
    case .array:
      if node.isKey { wrongKey = kind }
      let content = tape.content(of: place)
      var at = content.lowerBound
      // Arrays nest no deeper than the parser allows, so neither does this.
      while at < content.upperBound {
        value(at: at, node, into: &fields)
        at = tape.next(after: at)
      }
    case .yes, .no:
      if node.isKey { wrongKey = kind }
      if node.takesText { take(text(at: place, into: &fields), node, into: &fields) }
    default:
      if node.takesText { take(text(at: place, into: &fields), node, into: &fields) }
      if !node.numbers.isEmpty { takeNumber(at: place, node, into: &fields) }
    }
  }
}

extension DocumentWalk {
  /// Appends the text of a scalar, and says where it stands.
  private mutating func text(at place: Int, into fields: inout DocumentFields) -> Range<Int> {
    let start = fields.bytes.count
    switch tape.kind(at: place) {
    case .string: fields.append(tape.string(at: place))
    case .integer: DecimalText.append(tape.integer(at: place), to: &fields.bytes)
    case .unsigned: DecimalText.append(tape.unsigned(at: place), to: &fields.bytes)
    case .double:
      let text = numberTexts.text(at: place, in: tape, of: json, structurals: structurals)
      DecimalText.append(text, to: &fields.bytes)
    case .yes: fields.bytes.append(contentsOf: "true".utf8)
    case .no: fields.bytes.append(contentsOf: "false".utf8)
    default: break
    }
    return start..<fields.bytes.count
  }

  private mutating func take(_ text: Range<Int>, _ node: FieldPaths.Node, into fields: inout DocumentFields) {
    guard !text.isEmpty else { return }
    for place in node.texts {
      fields.texts.append(.init(field: paths.fields[place], start: text.lowerBound, end: text.upperBound))
    }
    if !node.facets.isEmpty {
      let value = Self.trimmed(text, in: fields.bytes)
      for place in node.facets where !value.isEmpty {
        fields.facets.append(
          .init(field: paths.fields[place], start: value.lowerBound, end: value.upperBound))
        if value.count > JSONDocumentReader.maxFacetBytes, longFacet == nil {
          longFacet = (paths.fields[place], value.count)
        }
      }
    }
    if node.isKey {
      fields.key = text
      keyCount += 1
    }
  }

  private static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      let value = text.trimmingBlanks()
      guard let start = text.baseAddress, let first = value.baseAddress, !value.isEmpty else { return 0..<0 }
      let lower = range.lowerBound + (first - start)
      return lower..<lower + value.count
    }
  }

  private mutating func takeNumber(at place: Int, _ node: FieldPaths.Node, into fields: inout DocumentFields)
  {
    var number: Number?
    var isDate = false
    switch tape.kind(at: place) {
    case .integer: number = .integer(tape.integer(at: place))
    case .unsigned: number = Number(Double(tape.unsigned(at: place)))
    case .double: number = Number(tape.double(at: place))
    default:
      let text = tape.string(at: place)
      if let read = Number.read(text) {
        number = read.number
        isDate = read.isDate
      } else if !text.trimmingBlanks().isEmpty {
        let start = String(decoding: text.prefix(60), as: UTF8.self)
        strayNumbers += paths.fields[node.numbers].map { (field: $0, text: start) }
      }
    }
    guard let number else { return }
    for field in paths.fields[node.numbers] {
      fields.numbers.append((field: field, value: number, isDate: isDate))
    }
  }

  /// What is wrong with a facet value; nil when nothing is.
  func facetFault(_ schema: Schema) -> DocumentFault? {
    longFacet.map { field, bytes in
      DocumentFault(
        kind: .limitExceeded, offset: 0, what: "a facet value too long in the document",
        reason:
          "expected at most \(JSONDocumentReader.maxFacetBytes) bytes at \"\(schema.facets[field])\", found \(bytes); "
          + "shorten it, or make the field text")
    }
  }

  /// What is wrong with the key; nil when nothing is.
  func keyFault(_ path: String, maxBytes: Int, in fields: DocumentFields) -> DocumentFault? {
    let found: String
    switch wrongKey {
    case .object: found = "an object"
    case .array: found = "an array"
    case nil where keyCount > 1: found = "several values"
    case nil where (fields.key?.count ?? 0) > maxBytes:
      return DocumentFault(
        kind: .limitExceeded, offset: 0, what: "a key too long in the document",
        reason: "expected at most \(maxBytes) bytes at \"\(path)\", found \(fields.key?.count ?? 0)")
    case nil: return nil
    default: found = "true or false"
    }
    return DocumentFault(
      offset: 0, what: "no usable key in the document",
      reason: "expected a string or a number at \"\(path)\", found \(found)")
  }
}
