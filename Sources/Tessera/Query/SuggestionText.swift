/// A typed text as the beginning of a token: which of its last words may be those of a value, and what is before them.
///
/// Three ways to read it:
/// - Mostly the longest run of words at the end that a value has is that value's, and the words before it are
///   required of documents like others. The words of a closed text may all be such.
/// - Behind `name:`, where `name` is a field's, all words are those of a value of the field.
/// - A field's name alone at the end stands for all values of the field.
struct SuggestionText: Sendable {
  /// A word that a value has, and where a suggestion begins that replaces it and what follows.
  typealias Word = TypedWord

  /// Words that are no part of a value, in the order typed.
  private let before: [Word]
  /// Words that may be, the open one last.
  let words: [Word]
  /// What the last of the words begins, where it is open.
  let prefix: TermPrefix?
  /// The fields whose values are offered; nil for all facet fields, and number fields where the text is a number.
  let named: (facets: [Int], numbers: [Int])?
  /// The last words as a date, where they are one.
  let date: TypedDate?
  /// Where the field's name begins in the text, else where the text ends, in UTF-8.
  private let end: Int

  init(_ text: String, typed: TypedText, names: FieldNames, tokenizer: inout Tokenizer) {
    let bytes = Array(text.utf8)
    guard let name = FieldName(in: bytes, names) else {
      (before, words, prefix, named, end) = ([], typed.sequence, typed.prefix, nil, bytes.count)
      date = TypedDate(bytes[...], words: words, isOpen: prefix != nil)
      return
    }
    before = TypedText(Self.text(bytes[..<name.start]) + " ", tokenizer: &tokenizer).sequence
    let value = TypedText(Self.text(bytes[name.end...]), tokenizer: &tokenizer)
    (words, prefix, end) = (value.sequence, value.prefix, name.start)
    named = (name.facets, name.numbers)
    date = TypedDate(bytes[name.end...], words: words, isOpen: prefix != nil)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// How many words at least and at most are a value's.
  var leastRun: Int { named == nil ? (prefix == nil ? 0 : 1) : words.count }

  /// The complete words that documents must have when the last `run` words are a value's.
  func context(run: Int) -> [[UInt8]] {
    TypedText.eachOnce(before[...] + words.dropLast(run))
  }

  /// Where in the text, in UTF-8, the last `run` words begin, or the name of their field.
  func start(run: Int) -> Int { named != nil || run == 0 ? end : words[words.count - run].start }

  /// The last word where it is a number, without a sign and without zeros in front, of at most 18 digits.
  var number: Int64? {
    guard let term = words.last?.term, term.count <= 18, term.allSatisfy({ (0x30...0x39).contains($0) }),
      term.count == 1 || term[0] != 0x30
    else { return nil }
    return Int64(String(decoding: term, as: UTF8.self))
  }
}

/// The name of a field at the end of a text, or before the last colon that has one before it.
private struct FieldName {
  let start: Int
  /// Behind the name, and behind its colon.
  let end: Int
  let facets: [Int]
  let numbers: [Int]

  init?(in text: [UInt8], _ names: FieldNames) {
    for colon in text.indices.reversed() where text[colon] == UInt8(ascii: ":") {
      if let name = FieldName(text, upTo: colon, end: colon + 1, names) {
        self = name
        return
      }
    }
    guard let name = FieldName(text, upTo: text.count, end: text.count, names) else { return nil }
    self = name
  }

  private init?(_ text: [UInt8], upTo nameEnd: Int, end: Int, _ names: FieldNames) {
    // No further back than a name can reach: a text of colons alone would cost the square of their number.
    let limit = max(0, nameEnd - names.longestTyped - 1)
    let blank = text[limit..<nameEnd].lastIndex(where: \.isBlank)
    guard let start = blank.map({ $0 + 1 }) ?? (limit == 0 ? 0 : nil), start < nameEnd else { return nil }
    let name = FacetFolding.fold(String(decoding: text[start..<nameEnd], as: UTF8.self))
    facets = names.facets.indices.filter { names.facets[$0] == name }
    numbers = names.numbers.indices.filter { names.numbers[$0] == name }
    if facets.isEmpty && numbers.isEmpty { return nil }
    (self.start, self.end) = (start, end)
  }
}

/// The names of the fields as they are compared with typed ones.
package final class FieldNames: Sendable {
  fileprivate let facets: [[UInt8]]
  fileprivate let numbers: [[UInt8]]
  /// The most bytes of a typed name: folding makes one byte of four at the most, and the same of less.
  fileprivate let longestTyped: Int

  init(_ schema: Schema) {
    facets = schema.facets.map(FacetFolding.fold)
    numbers = schema.numbers.map(FacetFolding.fold)
    longestTyped = 4 * ((facets + numbers).map(\.count).max() ?? 0)
  }
}
