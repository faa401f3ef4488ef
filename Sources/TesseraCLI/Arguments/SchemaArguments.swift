import Tessera

/// The options that name the fields of a new index.
struct SchemaArguments {
  static let id = Option(
    "id", value: "F", "the field that holds a document's own id; a document replaces the one with the same id"
  )
  static let text = Option(
    "text", value: "F[=W],…",
    "fields whose words are searched; an occurrence counts W times, once when W is left out")
  static let facet = Option(
    "facet", value: "F,…", "fields whose whole values are chosen by tokens and counted")
  static let number = Option("number", value: "F,…", "fields of numbers or dates, for ranges and sorting")
  static let noStore = Option(
    "no-store", "do not keep the documents themselves: smaller, but hits show only their ids")
  static let noPrefixLists = Option(
    "no-prefix-lists",
    "make no lists for prefixes of very many words: smaller, but the first letters are slower")
  static let options = [id, text, facet, number, noStore, noPrefixLists]

  let key: String?
  let weights: [String: Int]
  let facets: [String]
  let numbers: [String]
  let storesDocuments: Bool
  let prefixLists: Bool

  init(_ arguments: Arguments) throws(Misuse) {
    key = arguments.last(Self.id)
    weights = try Self.weights(arguments)
    facets = try arguments.list(Self.facet)
    numbers = try arguments.list(Self.number)
    storesDocuments = !arguments.has(Self.noStore)
    prefixLists = !arguments.has(Self.noPrefixLists)
  }

  /// Whether any field to search is named; otherwise the schema is found from the documents.
  var namesFields: Bool { !(weights.isEmpty && facets.isEmpty && numbers.isEmpty) }

  /// Whether the command line says anything about the schema.
  var isGiven: Bool { namesFields || key != nil || !storesDocuments || !prefixLists }

  var schema: Schema {
    Schema(
      text: weights, facets: facets, numbers: numbers, key: key, storesDocuments: storesDocuments,
      prefixLists: prefixLists)
  }

  /// An index keeps the fields it was made with.
  ///
  /// - Throws: `.invalidSchema` when the command line names others.
  func requireSame(as index: SearchIndex) throws(TesseraError) {
    let same =
      namesFields
      ? schema == index.schema
      : (key ?? index.schema.key) == index.schema.key && storesDocuments == index.schema.storesDocuments
        && prefixLists == index.schema.prefixLists
    if same { return }
    // As it is left by a first import that was killed.
    let isEmpty = try index.snapshot().documentCount == 0
    let advice =
      isEmpty
      ? "it holds no documents: remove the folder to make it anew, or leave the options out"
      : "leave the options out, or make a new index"
    let facts = index.schema.facts.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
    throw TesseraError(
      .invalidSchema, file: index.folder,
      "the index has other fields than the command line names (\(facts)); \(advice)"
    )
  }

  private static func weights(_ arguments: Arguments) throws(Misuse) -> [String: Int] {
    var weights: [String: Int] = [:]
    for item in try arguments.list(text) {
      guard let equals = item.lastIndex(of: "=") else {
        weights[item] = 1
        continue
      }
      guard let weight = Int(item[item.index(after: equals)...]), weight >= 1, equals > item.startIndex else {
        throw Misuse(text, expects: "a weight that is a whole number from 1", not: item)
      }
      weights[String(item[..<equals])] = weight
    }
    return weights
  }
}
