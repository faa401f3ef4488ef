import CVector

/// The best of a lone word or a lone prefix, from its champions alone.
struct ChampionSearch {
  private let context: SegmentContext
  private var scratch: ScratchMemory { context.scratch }
  /// What is asked for, where it is a word or a prefix that may have champions.
  private var terms: Range<TermNumber>?
  /// What all of its words are worth, and what the one that is the prefix itself is worth besides.
  private var weight: Float = 0
  private var wordWeight: Float?

  init(_ query: ResolvedQuery, lookup: SegmentLookup, weights: QueryWeights, context: SegmentContext) {
    self.context = context
    guard query.conditions.isEmpty else { return }
    if query.prefix == nil {
      guard query.words.count == 1, let entry = lookup.words[0] else { return }
      terms = entry.number..<entry.number + 1
      weight = weights.words[0]
    } else if query.words.isEmpty, let range = lookup.prefix, !range.isEmpty, lookup.apart == nil {
      terms = range.lower..<range.upper
      weight = weights.prefix
      if lookup.exact != nil { wordWeight = weights.exact }
    }
  }

  /// Inserts the best, and gives how many documents there are, deleted ones included; nil, and inserts none, when
  /// there are no champions, or they are not sure to hold as many of the best as are wanted.
  func run(top: inout TopHits) throws(TesseraError) -> Int? {
    // A word that is worth next to nothing gives equal scores.
    guard let terms, top.capacity > 0, top.capacity <= ChampionSelection.depth,
      weight > Self.leastWeight, wordWeight ?? weight >= weight,
      let list = try context.segment.reader.champions.list(of: terms, scratch: scratch),
      isSure(list, for: top.capacity)
    else { return nil }
    guard wordWeight != nil else {
      insert(list.docs, list.frequencies, nil, list.count, &top)
      return list.documents
    }
    if terms.count == 1 {
      insert(list.docs, list.frequencies, list.frequencies, list.count, &top)
      return list.documents
    }
    guard let parts = list.parts else { return nil }
    insertApart(list, parts, &top)
    return list.documents
  }

  private static let leastWeight: Float = 1e-20

  /// Whether so many of the best are among the champions: with some of them deleted it is as many fewer.
  private func isSure(_ list: ChampionList, for wanted: Int) -> Bool {
    var sure = ChampionSelection.depth
    if let deleted = context.segment.deleted {
      for index in 0..<list.count where deleted.contains(list.docs[index]) { sure -= 1 }
    }
    guard wanted <= sure else { return false }
    let strict = context.segment.strictFrequency
    return strict >= ChampionSelection.strictFrequency
      || (0..<list.count).allSatisfy { list.frequencies[$0] <= strict }
  }

  /// Those with the word that is the prefix itself and those without it, each in one go.
  private func insertApart(
    _ list: ChampionList, _ parts: UnsafeMutablePointer<UInt32>, _ top: inout TopHits
  ) {
    let docs = scratch.allocate(DocNumber.self, list.count)
    let frequencies = scratch.allocate(UInt32.self, list.count)
    let words = scratch.allocate(UInt32.self, list.count)
    var with = 0
    var without = list.count
    for index in 0..<list.count {
      let has = parts[index] > 0
      without -= has ? 0 : 1
      let place = has ? with : without
      (docs[place], frequencies[place], words[place]) = (
        list.docs[index], list.frequencies[index], parts[index]
      )
      with += has ? 1 : 0
    }
    insert(docs, frequencies, words, with, &top)
    insert(docs + with, frequencies + with, nil, list.count - with, &top)
  }

  /// Scores documents by the sum of both weights, in the order of all searches, and inserts those not deleted.
  private func insert(
    _ docs: UnsafePointer<DocNumber>, _ frequencies: UnsafePointer<UInt32>,
    _ wordFrequencies: UnsafePointer<UInt32>?, _ count: Int, _ top: inout TopHits
  ) {
    if count == 0 { return }
    let sums = scratch.allocate(Float.self, count)
    sums.update(repeating: 0, count: count)
    cvector_score(docs, frequencies, count, context.lengths, context.norms, weight, sums)
    if let wordFrequencies, let wordWeight {
      cvector_score(docs, wordFrequencies, count, context.lengths, context.norms, wordWeight, sums)
    }
    for index in 0..<count {
      if let deleted = context.segment.deleted, deleted.contains(docs[index]) { continue }
      top.insert(score: sums[index], doc: context.base + docs[index])
    }
  }
}
