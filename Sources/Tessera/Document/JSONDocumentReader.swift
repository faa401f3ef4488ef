import CSimdJSON

/// Takes JSON documents apart by a schema.
///
/// Keeps its memory from one document to the next; one reader for each thread. The rules:
/// - Text takes strings, numbers, booleans and arrays of them, each element a slice of its own. null is missing, an
///   object is not text.
/// - Facet values are the same, trimmed of white space; what is blank then is no value. Numbers have one spelling
///   for each value (`DecimalText`), so 7, 7.0 and "7" are one and no digit is lost.
/// - Number fields take numbers, and strings that are a number or a date (`Number.init(_:)`), and arrays of them.
/// - The key is a string or a number. Missing, null and "" make a document without key; anything else is an error.
/// - Paths reach into objects and arrays of objects. Of equal keys in an object the last counts.
package final class JSONDocumentReader {
  /// The most bytes a key may have, and a value of a facet.
  package static let maxKeyBytes = 65_535
  package static let maxFacetBytes = 65_535
  /// The most bytes a document may have.
  package static let maxDocumentBytes = 256 << 20

  /// What was taken but should be looked at, for the last document.
  package private(set) var warnings: [String] = []

  let schema: Schema
  private let maxDocumentBytes: Int
  private let paths: FieldPaths
  private let parser = JSONParser()
  /// For documents that only `JSONSyntax` can judge: it is as deep as that allows.
  private lazy var sparingParser = JSONParser(spareLevels: 1)
  private var padded: [UInt8] = []
  private let found: UnsafeMutablePointer<Int>

  /// - Parameter maxDocumentBytes: for tests of the limit.
  package init(schema: Schema, maxDocumentBytes: Int = JSONDocumentReader.maxDocumentBytes) {
    self.schema = schema
    self.maxDocumentBytes = maxDocumentBytes
    paths = FieldPaths(schema: schema)
    found = .allocate(capacity: paths.scratchCount)
  }

  deinit { found.deallocate() }

  /// Empties `fields` and fills it with what the document holds.
  ///
  /// - Throws: `.invalidDocument` with line and column when `json` is not one object or its key is no key,
  ///   `.limitExceeded` when it is too long or too deep, or the key or a facet value too long.
  package func read(_ json: UnsafeBufferPointer<UInt8>, into fields: inout DocumentFields)
    throws(TesseraError)
  {
    if json.count > maxDocumentBytes {
      throw TesseraError(
        .limitExceeded,
        "a document too long: expected at most \(maxDocumentBytes) bytes, found \(json.count); split it")
    }
    padded.removeAll(keepingCapacity: true)
    padded.append(contentsOf: json)
    padded.append(contentsOf: repeatElement(0, count: Int(csimdjson_padding)))
    // The fault is carried out as a value: closures of the standard library do not pass on a typed error.
    let fault = padded.withUnsafeBufferPointer { bytes in
      self.fault(reading: UnsafeBufferPointer(rebasing: bytes[..<json.count]), into: &fields)
    }
    if let fault {
      throw TesseraError(fault.kind, fault.message(at: TextPlace().advanced(over: json, by: fault.offset)))
    }
  }

  /// Reads a document with `csimdjson_padding` readable bytes behind it, without copying it first.
  ///
  /// - Returns: why it is refused; nil when it is taken.
  func fault(reading json: UnsafeBufferPointer<UInt8>, into fields: inout DocumentFields) -> DocumentFault? {
    fields.removeAll()
    if !warnings.isEmpty { warnings.removeAll() }
    let needsRepair =
      csimdjson_may_escape_surrogate(json.baseAddress, json.count) && JSONRepair.hasUnpairedSurrogate(json)
    if !needsRepair, let tape = parser.parse(json) {
      return takeApart(json, tape, of: parser, into: &fields)
    }
    return faultRepairing(json, into: &fields)
  }

  private func takeApart(
    _ json: UnsafeBufferPointer<UInt8>, _ tape: JSONTape, of parser: JSONParser,
    source: UnsafeBufferPointer<UInt8>? = nil, into fields: inout DocumentFields
  ) -> DocumentFault? {
    guard tape.kind(at: tape.root) == .object else { return Self.noObject(json) }
    var walk = DocumentWalk(paths, json: json, tape: tape, structurals: parser.structurals, found: found)
    walk.run(into: &fields)
    for (field, text) in walk.strayNumbers { warnings.append(strayNumber(text, in: schema.numbers[field])) }
    if let fault = walk.keyFault(schema.key ?? "", maxBytes: Self.maxKeyBytes, in: fields) { return fault }
    if let fault = walk.facetFault(schema) { return fault }
    if schema.storesDocuments {
      if let source {
        fields.source = fields.append(source)
      } else {
        store(json, parser.structurals, into: &fields)
      }
    }
    return nil
  }

  private func strayNumber(_ text: String, in field: String) -> String {
    "the number field \"\(field)\" holds \"\(text)\": expected a number or a date such as 2024-05-17; the value is left out"
  }

  private func store(
    _ json: UnsafeBufferPointer<UInt8>, _ structurals: UnsafeBufferPointer<UInt32>,
    into fields: inout DocumentFields
  ) {
    // Room for the result, quickly filled with something: the document and its padding as they are.
    let start = fields.append(
      UnsafeBufferPointer(start: json.baseAddress, count: json.count + Int(csimdjson_padding))
    )
    .lowerBound
    let count = fields.bytes.withUnsafeMutableBufferPointer {
      csimdjson_minify(
        json.baseAddress, json.count, structurals.baseAddress, structurals.count, $0.baseAddress! + start)
    }
    fields.bytes.removeLast(fields.bytes.count - start - count)
    fields.source = start..<start + count
  }

  private static func noObject(_ json: UnsafeBufferPointer<UInt8>) -> DocumentFault {
    var syntax = JSONSyntax(json)
    syntax.skipWhiteSpace()
    let start = syntax.at
    let kind = (try? syntax.value()) ?? .null
    return DocumentFault(
      offset: start, what: "not a document",
      reason: "expected an object, found \(kind.rawValue); write {\"name\": value}")
  }

  /// The slow way: what simdjson does not take is either repaired or explained.
  private func faultRepairing(
    _ json: UnsafeBufferPointer<UInt8>, into fields: inout DocumentFields
  ) -> DocumentFault? {
    if let fault = JSONSyntax.fault(in: json) { return fault }
    let source = JSONRepair.replacingUnpairedSurrogates(json)
    if !source.elementsEqual(json) {
      warnings.append("half of a surrogate pair stands alone in an escape: it is read as U+FFFD")
    }
    return source.withUnsafeBufferPointer { source in
      var repaired = JSONRepair.quotingNumbers(source)
      let count = repaired.count
      repaired.append(contentsOf: repeatElement(0, count: Int(csimdjson_padding)))
      return repaired.withUnsafeBufferPointer { bytes in
        let json = UnsafeBufferPointer(rebasing: bytes[..<count])
        guard let tape = sparingParser.parse(json) else {
          return DocumentFault(
            kind: .limitExceeded, offset: 0, what: "a document too large",
            reason: "expected one that can be parsed in the memory there is, found \(count) bytes")
        }
        let line = JSONRepair.removingWhiteSpace(source)
        return line.withUnsafeBufferPointer {
          takeApart(json, tape, of: sparingParser, source: $0, into: &fields)
        }
      }
    }
  }
}
