import Tessera

/// What the engine and the reference say differently.
package struct Disagreement: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// Throws a `Disagreement` unless a page of the engine is the page that the reference would give.
///
/// Scores may differ by 1e-4 of their size, and documents whose scores differ by less than 1e-5 may have
/// changed places; the engine computes in `Float`.
package func checkAgreement(
  _ page: SearchPage, with reference: ReferencePage, options: SearchOptions, text: some ReferenceText
) throws {
  try checkTotal(page.total, reference.matches.count, options.count)
  try checkHits(page.hits, reference.matches, options)
  for field in options.facets {
    let counts = (page.facetCounts[field] ?? []).map {
      ReferencePage.Count(value: text.folded($0.value), count: $0.count)
    }
    guard counts == reference.facetCounts[field] else {
      throw Disagreement(
        "counts of \(field): engine \(counts), reference \(reference.facetCounts[field] ?? [])")
    }
  }
}

private func checkTotal(_ total: Total, _ count: Int, _ wanted: SearchOptions.Count) throws {
  let isRight =
    switch wanted {
    case .exact: total == Total(value: count, isExact: true)
    case .upTo(let bound) where count <= bound: total == Total(value: count, isExact: true)
    case .upTo(let bound): (total.isExact ? count...count : bound...count).contains(total.value)
    }
  if !isRight { throw Disagreement("total: engine \(total), reference \(count)") }
}

private func checkHits(_ hits: [Hit], _ matches: [ReferencePage.Match], _ options: SearchOptions) throws {
  let expected = matches.dropFirst(options.offset).prefix(options.limit)
  let found = Dictionary(matches.map { ($0.key, $0) }) { first, _ in first }
  func describe() -> String {
    let engine = hits.map { "\($0.key) \($0.score)" }
    return "hits: engine \(engine), reference \(expected.map { "\($0.key) \($0.score)" })"
  }
  guard hits.count == expected.count, Set(hits.map(\.key)).count == hits.count else {
    throw Disagreement(describe())
  }
  for (hit, match) in zip(hits, expected) {
    guard let own = found[hit.key] else { throw Disagreement("\(hit.key) is no match; \(describe())") }
    let isInPlace =
      options.order == .relevance ? isClose(own.score, match.score, 1e-5) : hit.key == match.key
    let isScored = options.order != .relevance || isClose(Double(hit.score), own.score, 1e-4)
    guard isInPlace, isScored else { throw Disagreement("\(hit.key) is out of place; \(describe())") }
  }
  for (hit, next) in zip(hits, hits.dropFirst()) where options.order == .relevance {
    let isInOrder = hit.score > next.score || (hit.score == next.score && hit.doc < next.doc)
    guard isInOrder else { throw Disagreement("\(hit.key) ties with \(next.key); \(describe())") }
  }
}

private func isClose(_ left: Double, _ right: Double, _ tolerance: Double) -> Bool {
  abs(left - right) <= tolerance * max(abs(left), abs(right))
}
