// What tokens ask of a segment.

extension SegmentSearch {
  /// The lists that every match is in; nil when no document can match. What is taken away goes to the context.
  func conditionParts(fewest: Int) throws(TesseraError) -> Parts? {
    var parts = Parts(capacity: query.listCount, scratch: scratch)
    if query.conditions.isEmpty { return parts }
    for condition in query.conditions {
      switch condition {
      case .anyFacet(let values, _):
        guard let list = try anyFacet(values) else { return nil }
        parts.append(Part(list: list))
      case .noFacet(let values, _):
        if let set = try union(values) { context.exclude(set.words) }
      case .numbers(let field, let from, let through):
        guard try addNumbers(field, from, through, fewest: fewest, to: &parts) else { return nil }
      case .words(let words):
        for word in words {
          guard let entry = try segment.terms.find(word) else { return nil }
          parts.append(Part(list: try segment.lists.open(entry, scratch: scratch)))
        }
      case .plain:
        preconditionFailure("the searcher has decided what plain tokens mean")
      }
    }
    return parts
  }

  private func anyFacet(_ values: [ResolvedQuery.FacetValue]) throws(TesseraError) -> PostingList? {
    guard values.count == 1 else { return try union(values)?.list() }
    let field = segment.facets[values[0].field]
    guard let entry = try field.terms.find(values[0].folded) else { return nil }
    return try field.lists.open(entry, scratch: scratch)
  }

  /// The documents that have one of the values; nil when none has.
  private func union(_ values: [ResolvedQuery.FacetValue]) throws(TesseraError) -> DocumentSet? {
    var set: DocumentSet?
    for value in values {
      try scratch.check()
      let field = segment.facets[value.field]
      guard let entry = try field.terms.find(value.folded) else { continue }
      let union = set ?? DocumentSet(documents: context.documents, scratch: scratch)
      try union.formUnion(field.lists, entry, scratch: scratch)
      set = union
    }
    return set
  }

  /// A range as a bitmap where it may lead, or else as a question to each candidate; false when no document has such
  /// a number.
  private func addNumbers(
    _ field: Int, _ from: Number?, _ through: Number?, fewest: Int, to parts: inout Parts
  ) throws(TesseraError) -> Bool {
    let column = segment.numbers[field]
    let ordinals = try column.ordinalRange(from: from, through: through)
    guard !ordinals.isEmpty else { return false }
    if fewest < context.documents / 8 {
      context.require(ordinals, of: column.ordinals)
      return true
    }
    let set = DocumentSet(all: context.documents, scratch: scratch)
    try column.ordinals.filter(bitmap: set.words, wordCount: set.wordCount, in: ordinals, scratch: scratch)
    guard let list = set.list() else { return false }
    parts.append(Part(list: list))
    return true
  }
}
