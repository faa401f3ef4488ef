import Tessera
import TesseraSearchField

/// The parameters of `/search` and `/suggest`, checked.
struct SearchRequest: Sendable {
  /// Why a request cannot be meant.
  struct Refusal: Error, Hashable {
    var status = HTTPResponse.Status.badRequest
    let detail: String
  }

  var text = ""
  var tokens: [SearchToken] = []
  var facets: [String] = []
  var values = 10
  var limit = 10
  var offset = 0
  var suggestions: Int
  /// Whether the hits have a title and a passage with what the query finds in them.
  var highlights = false
  var count = SearchOptions.Count.exact
  var order = SearchOptions.Order.relevance
  /// Any word will do, or all are required.
  var match = Query.WordMatch.all

  var query: Query { Query(tokens: tokens, text: text, match: match) }

  /// - Parameters:
  ///   - form: How tokens are read.
  ///   - suggestions: How many of each kind, when the request does not say.
  init(
    _ parameters: [HTTPRequest.Parameter], schema: Schema, form: SearchTokenForm, limits: ServerLimits,
    suggestions: Int
  ) throws(Refusal) {
    self.suggestions = suggestions
    let form = TokenForm.search(form)
    var once: Set<String> = []
    for parameter in parameters {
      let (name, value) = (parameter.name, parameter.value)
      if name != "token", name != "facets", !once.insert(name).inserted {
        throw Refusal(detail: "parameter '\(name)' is given twice")
      }
      switch name {
      case "q": text = value
      case "token":
        guard let token = form.token(from: value) else { throw Refusal(detail: "a token is blank") }
        if !tokens.contains(token) { tokens.append(token) }
      case "facets": facets += try Self.names(value)
      case "values": values = try Self.number(parameter, atMost: limits.values)
      case "limit": limit = try Self.number(parameter, atMost: limits.hits)
      case "offset": offset = try Self.number(parameter, atMost: limits.offset)
      case "suggestions": self.suggestions = try Self.number(parameter, atMost: limits.suggestions)
      case "count":
        if value != "exact" { count = .upTo(try Self.number(parameter, atMost: .max)) }
      case "sort": order = Self.order(value, schema)
      case "match": match = try Self.choice(parameter, ["all": .all, "any": .any])
      case "highlight": highlights = try Self.choice(parameter, ["false": false, "true": true])
      default: throw Refusal(detail: "there is no parameter '\(name)'")
      }
    }
    if facets.count > limits.facets {
      throw Refusal(detail: "parameter 'facets' takes at most \(limits.facets) fields")
    }
  }

  /// All parameters together, before any is read.
  static func check(_ parameters: [HTTPRequest.Parameter], _ limits: ServerLimits) throws(Refusal) {
    if parameters.count > limits.parameters {
      throw Refusal(detail: "there are more than \(limits.parameters) parameters")
    }
    let bytes = parameters.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    if bytes > limits.parameterBytes {
      throw Refusal(
        status: .tooLong, detail: "the parameters have more than \(limits.parameterBytes) bytes")
    }
  }

  /// Names separated by commas; `\,` is a comma within a name.
  private static func names(_ list: String) throws(Refusal) -> [String] {
    var names = [""]
    var scalars = list.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "," {
        names.append("")
      } else if scalar == "\\", scalars.first == "," {
        names[names.count - 1].unicodeScalars.append(scalars.removeFirst())
      } else {
        names[names.count - 1].unicodeScalars.append(scalar)
      }
    }
    if names.contains("") { throw Refusal(detail: "parameter 'facets' expects names of fields") }
    return names
  }

  private static func number(
    _ parameter: HTTPRequest.Parameter, atMost limit: Int
  ) throws(Refusal) -> Int {
    if let number = Int(parameter.value), 0...limit ~= number { return number }
    let expected = limit == .max ? "a whole number" : "a whole number up to \(limit)"
    throw Refusal(detail: "parameter '\(parameter.name)' expects \(expected), not '\(parameter.value)'")
  }

  /// `year`, `year:desc`; the field of the ids, or nothing at all, sorts by id. `score` is the order without this
  /// parameter.
  private static func order(_ text: String, _ schema: Schema) -> SearchOptions.Order {
    var field = text
    var descending = false
    for (suffix, falls) in [(":desc", true), (":asc", false)] where text.hasSuffix(suffix) {
      field = String(text.dropLast(suffix.count))
      descending = falls
    }
    if field == "score", !schema.numbers.contains(field) { return .relevance }
    let isKey = field == schema.key && !schema.numbers.contains(field)
    return .field(isKey || field.isEmpty ? nil : field, descending: descending)
  }

  private static func choice<Value>(
    _ parameter: HTTPRequest.Parameter, _ choices: KeyValuePairs<String, Value>
  ) throws(Refusal) -> Value {
    if let choice = choices.first(where: { $0.key == parameter.value }) { return choice.value }
    let names = choices.map { "'\($0.key)'" }.joined(separator: " or ")
    throw Refusal(detail: "parameter '\(parameter.name)' expects \(names), not '\(parameter.value)'")
  }
}
