import CSimdJSON

/// One walk over a parsed document that hands the schema's fields to a `DocumentFields`.
struct DocumentWalk {
  /// Strings in number fields that are neither number nor date.
  private(set) var strayNumbers: [(field: Int, text: String)] = []

  private var tape: JSONTape?
  private var json = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var structurals = UnsafeBufferPointer<UInt32>(start: nil, count: 0)
  private var numberTexts = NumberTextCursor()
  /// A stack of the places found for the children of each node being visited; 0 when there is none.
  private var found: [Int] = []
  private var keyCount = 0
  private var wrongKey: JSONTape.Kind?

  mutating func start(
    json: UnsafeBufferPointer<UInt8>, tape: JSONTape, structurals: UnsafeBufferPointer<UInt32>
  ) {
    self.json = json
    self.tape = tape
    self.structurals = structurals
    numberTexts = NumberTextCursor()
    strayNumbers.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    keyCount = 0
    wrongKey = nil
  }

  /// Takes the fields of `node` out of an object.
  mutating func object(at place: Int, node: Int, of paths: FieldPaths, into fields: inout DocumentFields) {
    guard let tape else { return }
    let children = paths.nodes[node].children
    guard !children.isEmpty else { return }
    let base = found.count
    found.append(contentsOf: repeatElement(0, count: children.count))
    let content = tape.content(of: place)
    var at = content.lowerBound
    while at < content.upperBound {
      // The last of equal keys wins, since it overwrites the others.
      if let child = Self.child(of: children, for: tape.string(at: at)) { found[base + child] = at + 1 }
      at = tape.next(after: at + 1)
    }
    for child in children.indices where found[base + child] != 0 {
      value(at: found[base + child], node: children[child].node, of: paths, into: &fields)
    }
    found.removeLast(children.count)
  }

  @inline(__always)
  private static func child(of children: [FieldPaths.Child], for key: UnsafeBufferPointer<UInt8>) -> Int? {
    for (number, child) in children.enumerated() where child.key.count == key.count {
      if child.key.withUnsafeBufferPointer({ $0.elementsEqual(key) }) { return number }
    }
    return nil
  }

  private mutating func value(
    at place: Int, node number: Int, of paths: FieldPaths, into fields: inout DocumentFields
  ) {
    guard let tape else { return }
    let node = paths.nodes[number]
    switch tape.kind(at: place) {
    case .null: return
    case .object:
      if node.isKey { wrongKey = .object }
      object(at: place, node: number, of: paths, into: &fields)
    case .array:
      if node.isKey { wrongKey = .array }
      let content = tape.content(of: place)
      var at = content.lowerBound
      // Arrays nest no deeper than the parser allows, so neither does this.
      while at < content.upperBound {
        value(at: at, node: number, of: paths, into: &fields)
        at = tape.next(after: at)
      }
    case .yes, .no:
      if node.isKey { wrongKey = .yes }
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
    guard let tape else { return 0..<0 }
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
    for field in node.texts {
      fields.texts.append(.init(field: field, start: text.lowerBound, end: text.upperBound))
    }
    if !node.facets.isEmpty {
      let value = Self.trimmed(text, in: fields.bytes)
      for field in node.facets where !value.isEmpty {
        fields.facets.append(.init(field: field, start: value.lowerBound, end: value.upperBound))
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
    guard let tape else { return }
    let number: Number?
    switch tape.kind(at: place) {
    case .integer: number = .integer(tape.integer(at: place))
    case .unsigned: number = Number(Double(tape.unsigned(at: place)))
    case .double: number = Number(tape.double(at: place))
    default:
      let text = tape.string(at: place)
      number = Number(utf8: text)
      if number == nil, !text.trimmingBlanks().isEmpty {
        let start = String(decoding: text.prefix(60), as: UTF8.self)
        strayNumbers += node.numbers.map { (field: $0, text: start) }
      }
    }
    guard let number else { return }
    for field in node.numbers { fields.numbers.append((field: field, value: number)) }
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
