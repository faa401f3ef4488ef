import Foundation
import Tessera

/// What a query could go on with, all of it, in order.
package struct ReferenceSuggestions {
  package struct Token: Hashable, CustomStringConvertible {
    package let token: SearchToken
    package let count: Int

    package init(token: SearchToken, count: Int) {
      self.token = token
      self.count = count
    }

    package var description: String { "\(token): \(count)" }
  }

  package struct Word: Hashable, CustomStringConvertible {
    package let word: ReferenceTerm
    package let count: Int

    package init(word: ReferenceTerm, count: Int) {
      self.word = word
      self.count = count
    }

    package var description: String { "\(String(decoding: word, as: UTF8.self)): \(count)" }
  }

  package let tokens: [Token]
  package let completions: [Word]
}

extension ReferenceIndex {
  /// Every token and word that the query could go on with; limits are left to the one who compares. Facet values stand
  /// folded in their tokens.
  package func suggestions(for query: Query) -> ReferenceSuggestions {
    ReferenceSuggestions(tokens: tokens(for: query), completions: completions(for: query))
  }

  private func completions(for query: Query) -> [ReferenceSuggestions.Word] {
    let (words, prefix) = text.typed(query.text)
    guard let prefix else { return [] }
    let context = documents(query, words: query.match == .all ? words : [])
    var counts: [ReferenceTerm: Int] = [:]
    for document in context {
      for term in document.frequencies.keys where prefix.begins(term) { counts[term, default: 0] += 1 }
    }
    return counts.sorted {
      $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
    }.map { ReferenceSuggestions.Word(word: $0.key, count: $0.value) }
  }

  /// The documents with all tokens and the words, or one of them.
  private func documents(_ query: Query, words: [ReferenceTerm]) -> [ReferenceDocument] {
    liveDocuments(with: query.tokens).filter { document in
      let has = { (word: ReferenceTerm) in document.frequencies[word] != nil }
      return words.isEmpty || (query.match == .all ? words.allSatisfy(has) : words.contains(where: has))
    }
  }

  private func tokens(for query: Query) -> [ReferenceSuggestions.Token] {
    if let (before, fields, value) = namedFields(query.text) {
      let words = text.sequence(before + " ").words
      let (complete, prefix) = text.sequence(value)
      let context = documents(query, words: words)
      return sorted(
        facets(fields, complete, prefix, context, query)
          + numbers(fields, complete, prefix, context, query, isNamed: true)
          + dates(fields, value, complete, prefix, context, query, isNamed: true))
    }
    let (words, prefix) = text.sequence(query.text)
    let open = prefix == nil ? 0 : 1
    for count in stride(from: words.count, through: 0, by: -1) {
      let context = documents(query, words: Array(words.dropLast(count)))
      let value = Array(words.suffix(count))
      let found =
        facets(schema.facets, value, prefix, context, query)
        + (count + open == 1 ? numbers(schema.numbers, value, prefix, context, query, isNamed: false) : [])
        + dates(schema.numbers, query.text, value, prefix, context, query, isNamed: false)
      if !found.isEmpty { return sorted(found) }
    }
    return []
  }

  /// The text before a field's name, the fields of that name, and the text behind its colon.
  private func namedFields(_ typed: String) -> (before: String, fields: [String], value: String)? {
    let blanks: Set<Character> = [" ", "\t", "\n", "\r"]
    func name(endingAt end: String.Index) -> (start: String.Index, fields: [String])? {
      let start = typed[..<end].lastIndex(where: blanks.contains).map(typed.index(after:)) ?? typed.startIndex
      let name = text.folded(String(typed[start..<end]))
      let fields = Set(schema.facets + schema.numbers).filter { text.folded($0) == name }
      return fields.isEmpty ? nil : (start, Array(fields))
    }
    for colon in typed.indices.reversed() where typed[colon] == ":" {
      if let (start, fields) = name(endingAt: colon) {
        return (String(typed[..<start]), fields, String(typed[typed.index(after: colon)...]))
      }
    }
    return name(endingAt: typed.endIndex).map { (String(typed[..<$0.start]), $0.fields, "") }
  }

  typealias Found = (
    value: ReferenceTerm?, number: Number?, field: String, token: ReferenceSuggestions.Token
  )

  private func facets(
    _ fields: [String], _ words: [ReferenceTerm], _ prefix: ReferencePrefix?, _ context: [ReferenceDocument],
    _ query: Query
  ) -> [Found] {
    fields.filter(schema.facets.contains).flatMap { field -> [Found] in
      var counts: [ReferenceTerm: Int] = [:]
      for document in context {
        for value in (document.facets[field] ?? [:]).keys { counts[value, default: 0] += 1 }
      }
      return counts.compactMap { value, count in
        let shown = String(decoding: value, as: UTF8.self)
        let terms = text.terms(of: shown).terms
        guard words.allSatisfy(terms.contains), prefix.map({ terms.contains(where: $0.begins) }) ?? true,
          !query.tokens.contains(where: { isValue($0, value, of: field) })
        else { return nil }
        return (value, nil, field, ReferenceSuggestions.Token(token: .facet(field, shown), count: count))
      }
    }
  }

  /// Whether a token requires just this value.
  private func isValue(_ token: SearchToken, _ value: ReferenceTerm, of field: String) -> Bool {
    switch token {
    case .facet(field, let other): text.folded(other) == value
    case .anyOf(field, let others): others.count == 1 && text.folded(others[0]) == value
    case .plain(let other): text.folded(other) == value && fields(having: other) == [field]
    default: false
    }
  }

  private func numbers(
    _ fields: [String], _ words: [ReferenceTerm], _ prefix: ReferencePrefix?, _ context: [ReferenceDocument],
    _ query: Query, isNamed: Bool
  ) -> [Found] {
    fields.filter { schema.numbers.contains($0) && !holdsDates($0) }.flatMap { field -> [Found] in
      let values = context.map { $0.numbers[field] ?? [] }
      var ranges: [(from: Number, through: Number)] = []
      if words.isEmpty && prefix == nil {
        if isNamed { ranges = Array(Set(values.flatMap(\.self))).map { ($0, $0) } }
      } else if words.count + (prefix == nil ? 0 : 1) == 1 {
        let digits = String(decoding: prefix?.term ?? words[0], as: UTF8.self)
        let isNumber =
          digits.count <= 18 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
          && (digits.count == 1 || !digits.hasPrefix("0"))
        if isNumber {
          for more in 0..<20 where more == 0 || (prefix != nil && digits != "0") {
            let from = Int64(digits + String(repeating: "0", count: more))
            let through = Int64(digits + String(repeating: "9", count: more))
            if let from, let through { ranges.append((.integer(from), .integer(through))) }
          }
        }
      }
      return ranges.compactMap { from, through in
        // A facet field offers it as a value.
        if from == through && schema.facets.contains(field) { return nil }
        let count = values.count { $0.contains { !precedes($0, from) && !precedes(through, $0) } }
        return found(field, from, through, count, query)
      }
    }
  }

  /// Nil for what no document has, or a token requires already.
  func found(_ field: String, _ from: Number, _ through: Number, _ count: Int, _ query: Query) -> Found? {
    let isCommitted = query.tokens.contains { token in
      guard case .numbers(field, let lower?, let upper?) = token else { return false }
      return lower == from && upper == through
    }
    if count == 0 || isCommitted { return nil }
    return (
      nil, from, field,
      ReferenceSuggestions.Token(token: .numbers(field, from: from, through: through), count: count)
    )
  }

  private func sorted(_ found: [Found]) -> [ReferenceSuggestions.Token] {
    found.sorted { left, right in
      if left.token.count != right.token.count { return left.token.count > right.token.count }
      switch (left.value, right.value) {
      case (let a?, let b?): return a == b ? left.field < right.field : a.lexicographicallyPrecedes(b)
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil):
        // Of two ranges with the same beginning the one of fewer digits is inside no other.
        guard let a = left.number, let b = right.number else { return false }
        if precedes(a, b) || precedes(b, a) { return precedes(a, b) }
        return left.field < right.field
      }
    }.map(\.token)
  }
}
