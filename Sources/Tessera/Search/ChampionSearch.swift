import CVector

/// The best of a lone word or a lone prefix, or of one within a facet value, from its champions alone.
struct ChampionSearch {
  private let context: SegmentContext
  /// The value that is required.
  private var value: ResolvedQuery.FacetValue?
  private var scratch: ScratchMemory { context.scratch }
  /// What is asked for, where it is a word or a prefix that may have champions.
  private var terms: Range<TermNumber>?
  /// What all of its words are worth, and what the one that is the prefix itself is worth besides.
  private var weight: Float = 0
  private var wordWeight: Float?

  init(_ query: ResolvedQuery, lookup: SegmentLookup, weights: QueryWeights, context: SegmentContext) {
    self.context = context
    if let condition = query.conditions.first {
      guard query.conditions.count == 1, context.segment.reader.valueChampions != nil,
        case .anyFacet(let values, _) = condition, values.count == 1
      else { return }
      value = values[0]
    }
    if query.prefix == nil {
      guard query.words.count == 1, let entry = lookup.words[0] else { return }
      terms = entry.number..<entry.number + 1
      weight = weights.words[0]
    } else if query.words.isEmpty, let range = lookup.prefix, !range.isEmpty {
      if let exact = lookup.exact {
        guard exact.number == range.lower else { return }
        wordWeight = weights.exact
      }
      terms = range.lower..<range.upper
      weight = weights.prefix
    }
  }

  /// Inserts the best, and gives how many documents there are, deleted ones included; nil, and inserts none, when
  /// there are no champions, or they are not sure to hold as many of the best as are wanted.
  func run(top: inout TopHits) throws(TesseraError) -> Int? {
    guard let terms, top.capacity > 0, wordWeight ?? weight >= weight,
      let list = try Self.champions(
        of: terms, within: value, weight: weight, wanted: top.capacity, context: context)
    else { return nil }
    if wordWeight == nil {
      insert(list, 0..<list.count, nil, &top)
    } else if terms.count == 1 {
      insert(list, 0..<list.count, list.frequencies, &top)
    } else {
      // Within a value it may be that no document has the word.
      guard list.wordCount > 0 || value != nil else { return nil }
      insert(list, 0..<list.wordCount, list.wordFrequencies, &top)
      insert(list, list.wordCount..<list.count, nil, &top)
    }
    return list.documents
  }

  /// The champions of a range of terms, among the documents with the value where one is given; nil when there are none,
  /// or they are not sure to hold as many of the best as are wanted.
  static func champions(
    of terms: Range<TermNumber>, within value: ResolvedQuery.FacetValue? = nil, weight: Float, wanted: Int,
    context: SegmentContext
  ) throws(TesseraError) -> ChampionList? {
    // A word that is worth next to nothing gives equal scores.
    guard wanted <= ChampionSelection.depth, weight > leastWeight else { return nil }
    let list =
      if let value { try list(of: terms, within: value, context) } else {
        try context.segment.reader.champions.list(of: terms, scratch: context.scratch)
      }
    guard let list, isSure(list, for: wanted, context) else { return nil }
    return list
  }

  private static func list(
    of terms: Range<TermNumber>, within value: ResolvedQuery.FacetValue, _ context: SegmentContext
  ) throws(TesseraError) -> ChampionList? {
    let segment = context.segment.reader
    guard let all = segment.valueChampions, let record = try all.record(of: terms),
      let entry = try segment.facets[value.field].terms.find(value.folded)
    else { return nil }
    return try all.list(
      in: record, field: value.field, value: entry.number, scratch: context.scratch)
  }

  private static let leastWeight: Float = 1e-20

  /// Whether so many of the best are among the champions: with some of them deleted it is as many fewer.
  private static func isSure(_ list: ChampionList, for wanted: Int, _ context: SegmentContext) -> Bool {
    var sure = ChampionSelection.depth
    if let deleted = context.segment.deleted {
      for index in 0..<list.count where deleted.contains(list.docs[index]) { sure -= 1 }
    }
    guard wanted <= sure else { return false }
    return list.count == 0 || areStrict(list, context)
  }

  /// Whether a step in length makes a difference at every frequency that there is (see `ChampionSelection`).
  private static func areStrict(_ list: ChampionList, _ context: SegmentContext) -> Bool {
    let strict = context.segment.strictFrequency
    let isStrict = strict >= ChampionSelection.strictFrequency
    // There, of two documents, the lower one was added first.
    if isStrict, context.segment.reader.order.isIdentity { return true }
    var greatest: UInt32 = 0
    // Documents that are above one with so high a frequency have such a one too: none is shorter than the shortest.
    var shortest = UInt8.max
    for index in 0..<list.count where list.frequencies[index] > strict {
      greatest = max(greatest, list.frequencies[index])
      shortest = min(shortest, context.lengths[Int(list.docs[index])])
    }
    if greatest == 0 { return true }
    return isStrict
      && greatest <= LengthNorms.strictFrequency(context.norms, from: shortest)
  }

  /// Scores some of the documents by the sum of both weights, in the order of all searches, and inserts those not
  /// deleted.
  ///
  /// - Parameter words: how often each has the word that is the prefix itself, nil where none has it.
  private func insert(
    _ list: ChampionList, _ places: Range<Int>, _ words: UnsafePointer<UInt32>?, _ top: inout TopHits
  ) {
    if places.isEmpty { return }
    let (docs, count) = (list.docs + places.lowerBound, places.count)
    // With room to insert them in rows of sixteen.
    let sums = scratch.allocate(Float.self, count + 16)
    let hopeful = scratch.allocate(UInt32.self, count + 16)
    sums.update(repeating: 0, count: count)
    cvector_score(
      docs, list.frequencies + places.lowerBound, count, context.lengths, context.norms, weight, sums)
    if let words, let wordWeight {
      cvector_score(docs, words, count, context.lengths, context.norms, wordWeight, sums)
    }
    if let deleted = context.segment.deleted {
      // Below every score that there is.
      for index in 0..<count where deleted.contains(docs[index]) { sums[index] = -1 }
    }
    top.insert(scores: sums, docs: docs, count, places: hopeful)
  }
}
