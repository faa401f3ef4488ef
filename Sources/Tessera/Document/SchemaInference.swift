/// Finds a schema for documents that come without one, from the first of them.
///
/// For each path, over the documents seen:
/// - The **key** is `id`, `_id`, `key`, `uuid`, `uid` or `guid`, the first of these that every document has, once, as a
///   string or integer, and no two the same. It is nothing else besides.
/// - Only numbers, or strings that are all numbers or dates: a **number**. Also a **facet** when at most 256 different
///   ones each occur four times or more on average: years, ratings. (Dates are found by year, month and day as it is.)
/// - Only booleans: a **facet**.
/// - Strings named `title`, `name`, `heading`, `label` or `subject`: **text** of weight 4.
/// - Other short strings (48 bytes on average, none over 200) are a **facet** when a value occurs twice or more on
///   average, when lists consist of them, or when they bear a name such as `genre` or `category`; then one may be long.
/// - The rest, long or mostly different, is **text** of weight 1. Web addresses are only stored.
/// - A path that fewer than one in a hundred documents have is left out: keys that are data make many of them.
package struct SchemaInference {
  /// Documents beyond this are not looked at.
  package static let maxDocuments = 10_000
  private static let maxPaths = 4096

  /// Documents looked at.
  package private(set) var documents = 0
  private var statistics: [String: FieldStatistics] = [:]
  private let parser = JSONParser()

  package init() {}

  /// Whether a path has led to a value, neither to none nor to an object, or may have: not all paths are kept.
  package func hasValues(at path: String) -> Bool {
    statistics[path] != nil || statistics.count >= Self.maxPaths
  }

  /// Looks at all documents of a batch.
  package mutating func observe(_ batch: DocumentBatch) {
    for entry in batch.entries where documents < Self.maxDocuments { observe(padded: batch.bytes(of: entry)) }
  }

  /// Looks at a document; what is not one counts for nothing.
  package mutating func observe(_ json: [UInt8]) {
    json.padded { observe(padded: $0) }
  }

  private mutating func observe(padded json: UnsafeBufferPointer<UInt8>) {
    guard let tape = parser.parse(json), tape.kind(at: tape.root) == .object else { return }
    observe(tape, at: tape.root, path: "", inArray: false, isElement: false)
    documents += 1
  }

  /// - Parameters:
  ///   - inArray: whether an array is anywhere above the value.
  ///   - isElement: whether the value itself is an array's.
  private mutating func observe(
    _ tape: JSONTape, at place: Int, path: String, inArray: Bool, isElement: Bool
  ) {
    // What is below cannot be a field; with long names it would cost their length for each value.
    if path.utf8.count > Schema.Limits.pathBytes { return }
    switch tape.kind(at: place) {
    case .object:
      let content = tape.content(of: place)
      var at = content.lowerBound
      while at < content.upperBound {
        let name = String(decoding: tape.string(at: at), as: UTF8.self)
        observe(
          tape, at: at + 1, path: path.isEmpty ? name : "\(path).\(name)", inArray: inArray,
          isElement: false)
        at = tape.next(after: at + 1)
      }
    case .array:
      let content = tape.content(of: place)
      var at = content.lowerBound
      while at < content.upperBound {
        observe(tape, at: at, path: path, inArray: true, isElement: true)
        at = tape.next(after: at)
      }
    case .null: return
    case let kind:
      observe(tape, scalar: kind, at: place, path: path, inArray: inArray, isElement: isElement)
    }
  }

  private mutating func observe(
    _ tape: JSONTape, scalar kind: JSONTape.Kind, at place: Int, path: String, inArray: Bool,
    isElement: Bool
  ) {
    guard statistics[path] != nil || statistics.count < Self.maxPaths else { return }
    var text: [UInt8] = []
    switch kind {
    case .string: text += tape.string(at: place)
    case .integer: DecimalText.append(tape.integer(at: place), to: &text)
    case .unsigned: DecimalText.append(tape.unsigned(at: place), to: &text)
    case .double: text += String(tape.double(at: place)).utf8
    default: break
    }
    text.withUnsafeBufferPointer {
      statistics[path, default: FieldStatistics()].observe(
        $0, kind, document: documents, inArray: inArray, isElement: isElement)
    }
  }
}

extension SchemaInference {
  private static let keyNames = ["id", "_id", "key", "uuid", "uid", "guid"]
  private static let titleNames: Set = ["title", "name", "heading", "label", "subject"]
  private static let facetNames: Set = [
    "genre", "genres", "category", "categories", "tag", "tags", "keyword", "keywords", "type", "kind",
    "status",
    "language", "languages", "country", "countries", "color", "colour", "section", "priority",
  ]

  /// The schema for what was seen; nil when that was no document.
  ///
  /// - Parameter given: its key, where it has one, and its options are taken.
  package func schema(like given: Schema = Schema()) -> Schema? {
    guard documents > 0 else { return nil }
    let key = given.key ?? Self.keyNames.first(where: isKey)
    var text: [String: Int] = [:]
    var facets: [String] = []
    var numbers: [String] = []
    var room = Schema.Limits.fields
    for (path, field) in statistics.sorted(by: { $0.key < $1.key }) where path != key && isPath(path) {
      // A path may become two fields.
      guard field.documents * 100 >= documents, room >= 2 else { continue }
      let name = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
      if field.isNumber { numbers.append(path) }
      if field.isFacet(named: name, Self.facetNames, Self.titleNames) { facets.append(path) }
      if field.isText(named: name, Self.facetNames, Self.titleNames) {
        text[path] = Self.titleNames.contains(name) ? 4 : 1
      }
      room = Schema.Limits.fields - text.count - facets.count - numbers.count
    }
    return Schema(
      text: text, facets: facets, numbers: numbers, key: key, storesDocuments: given.storesDocuments,
      prefixLists: given.prefixLists)
  }

  private func isKey(_ path: String) -> Bool {
    guard let field = statistics[path] else { return false }
    return field.documents == documents && field.values == documents && field.differentValues == documents
      && field.booleans == 0 && !field.isMany
  }

  private func isPath(_ path: String) -> Bool {
    (try? Schema(facets: [path]).validate()) != nil
  }
}

extension FieldStatistics {
  fileprivate var isNumber: Bool { values > 0 && numbers + numericStrings == values }

  private var isAddress: Bool { addresses * 2 > strings }

  fileprivate func isFacet(named name: String, _ facetNames: Set<String>, _ titleNames: Set<String>) -> Bool {
    if values == 0 || isAddress { return false }
    if isNumber { return dates < values && differentValues <= 256 && repetition >= 4 }
    if booleans == values { return true }
    if titleNames.contains(name) || averageBytes > 48 { return false }
    if facetNames.contains(name) { return true }
    return longestString <= 200 && (repetition >= 2 || isList)
  }

  fileprivate func isText(named name: String, _ facetNames: Set<String>, _ titleNames: Set<String>) -> Bool {
    if strings == 0 || isAddress || isNumber { return false }
    return !isFacet(named: name, facetNames, titleNames)
  }
}
