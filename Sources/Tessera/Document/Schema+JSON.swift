import CSimdJSON

extension Schema {
  /// The schema as JSON on one line, as the manifest keeps it; paths ascend, so equal schemas give equal text.
  ///
  /// `{"text":{"title":4},"facets":["genre"],"numbers":["year"],"key":"id","storesDocuments":true}`
  ///
  /// `"prefixLists":false` is added where prefixes get no lists.
  package var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("text")
      writer.object { writer in
        for field in text {
          writer.key(field.path)
          writer.integer(field.weight)
        }
      }
      writer.key("facets")
      writer.array { writer in facets.forEach { writer.string($0) } }
      writer.key("numbers")
      writer.array { writer in numbers.forEach { writer.string($0) } }
      writer.key("key")
      if let key { writer.string(key) } else { writer.null() }
      writer.key("storesDocuments")
      writer.boolean(storesDocuments)
      if !prefixLists {
        writer.key("prefixLists")
        writer.boolean(false)
      }
    }
    return writer.text
  }

  package init(json: String) throws(TesseraError) { try self.init(json: Array(json.utf8)) }

  /// Reads what `json` wrote; members that are missing are empty, others are not looked at.
  ///
  /// - Throws: `.invalidSchema` when it is no such JSON, or breaks a rule of `validate()`.
  package init(json: [UInt8]) throws(TesseraError) {
    guard let schema = json.padded({ Schema(padded: $0) }) else {
      throw TesseraError(
        .invalidSchema,
        "the schema cannot be read: expected an object of \"text\" (paths to weights), \"facets\" and \"numbers\" "
          + "(lists of paths), \"key\", \"storesDocuments\" and \"prefixLists\"")
    }
    try schema.validate()
    self = schema
  }

  private init?(padded json: UnsafeBufferPointer<UInt8>) {
    let parser = JSONParser()
    // The tape points into the parser.
    defer { withExtendedLifetime(parser) {} }
    guard let tape = parser.parse(json), tape.kind(at: tape.root) == .object else { return nil }
    let members = tape.members(of: tape.root)
    var weights: [String: Int] = [:]
    if let text = members["text"] {
      guard tape.kind(at: text) == .object else { return nil }
      for (path, place) in tape.members(of: text) {
        guard tape.kind(at: place) == .integer, let weight = Int(exactly: tape.integer(at: place)) else {
          return nil
        }
        weights[path] = weight
      }
    }
    guard let facets = tape.strings(of: members["facets"]), let numbers = tape.strings(of: members["numbers"])
    else {
      return nil
    }
    var key: String?
    if let place = members["key"], tape.kind(at: place) != .null {
      guard tape.kind(at: place) == .string else { return nil }
      key = String(decoding: tape.string(at: place), as: UTF8.self)
    }
    let storing = members["storesDocuments"].map { tape.kind(at: $0) } ?? .yes
    let listing = members["prefixLists"].map { tape.kind(at: $0) } ?? .yes
    guard [storing, listing].allSatisfy({ $0 == .yes || $0 == .no }) else { return nil }
    self.init(
      text: weights, facets: facets, numbers: numbers, key: key, storesDocuments: storing == .yes,
      prefixLists: listing == .yes)
  }
}

extension JSONTape {
  /// The members of an object by key; of equal keys the last.
  fileprivate func members(of place: Int) -> [String: Int] {
    var members: [String: Int] = [:]
    let content = content(of: place)
    var at = content.lowerBound
    while at < content.upperBound {
      members[String(decoding: string(at: at), as: UTF8.self)] = at + 1
      at = next(after: at + 1)
    }
    return members
  }

  /// The elements of an array of strings, nothing when there is no array; nil when it is something else.
  fileprivate func strings(of place: Int?) -> [String]? {
    guard let place else { return [] }
    guard kind(at: place) == .array else { return nil }
    var strings: [String] = []
    let content = content(of: place)
    var at = content.lowerBound
    while at < content.upperBound {
      guard kind(at: at) == .string else { return nil }
      strings.append(String(decoding: string(at: at), as: UTF8.self))
      at = next(after: at)
    }
    return strings
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes, with the padding behind them that the parser wants.
  func padded<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let bytes = self + repeatElement(0, count: Int(csimdjson_padding))
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }
}
