import CVector

/// All documents that match, of a query that has few: the best of them are found by scoring.
///
/// As long as the best have room nothing can be left out, so that block bounds cost time and save none where lists have
/// few documents in common. There all matches are found first, without scores (`MatchCounter`), and only their frequencies
/// are read.
struct FewMatches {
  private let matches: FoundMatches
  private let context: SegmentContext
  private let words: ScratchArray<Word>
  /// A prefix that was made a row.
  private let prefix: RowConjunction.Prefix?
  /// The prefix as a complete word, which not all matches have.
  private let exact: Part?

  private let docs: UnsafeMutablePointer<DocNumber>
  private let places: UnsafeMutablePointer<UInt32>
  private let frequencies: UnsafeMutablePointer<UInt32>
  private let rest: UnsafeMutablePointer<UInt32>
  private let sums: UnsafeMutablePointer<Float>

  /// A word that all matches have.
  private struct Word: BitwiseCopyable {
    let list: PostingList
    let weight: Float
    /// Where each match stands in a list that is no bitmap.
    let places: UnsafePointer<UInt32>?
  }

  /// Of more matches not all are scored.
  private static let scoredAtOnce = 24

  /// - Parameters:
  ///   - matches: of lists whose first are the words.
  ///   - wordCount: how many words there are.
  init(
    _ matches: FoundMatches, wordCount: Int, prefix: RowConjunction.Prefix?, exact: Part?,
    context: SegmentContext
  ) {
    (self.matches, self.context, self.prefix, self.exact) = (matches, context, prefix, exact)
    let scratch = context.scratch
    var words = ScratchArray<Word>(capacity: wordCount, scratch: scratch)
    for index in 0..<wordCount {
      let part = matches.lists[index]
      words.append(
        Word(list: part.list, weight: part.weight, places: matches.places(inList: index)))
    }
    self.words = words
    let room = matches.count + 16
    docs = scratch.allocate(DocNumber.self, room)
    places = scratch.allocate(UInt32.self, room)
    frequencies = scratch.allocate(UInt32.self, room)
    rest = scratch.allocate(UInt32.self, PostingListFormat.blockSize)
    sums = scratch.allocate(Float.self, room)
  }

  /// Inserts the best. Of many matches first those with the highest bounds are scored, and then those of the others that
  /// can still be among the best.
  func insert(into top: inout TopHits) throws(TesseraError) {
    let count = matches.count
    if count == 0 { return }
    // They are needed when frequencies are read.
    for index in 0..<count { cvector_prefetch(context.lengths + Int(matches.docs[index])) }
    let chosen = context.scratch.allocate(UInt32.self, count)
    guard count > Self.scoredAtOnce, count > top.capacity else {
      for index in 0..<count { chosen[index] = UInt32(truncatingIfNeeded: index) }
      return try insert(chosen, count, &top)
    }
    let bounds = try self.bounds()
    let least = max(cvector_reached_by(bounds, count, top.capacity), top.sumFloor)
    try insert(chosen, choose(chosen) { bounds[$0] >= least }, &top)
    let floor = top.sumFloor
    try insert(chosen, choose(chosen) { bounds[$0] < least && bounds[$0] >= floor }, &top)
  }

  @inline(__always)
  private func choose(_ chosen: UnsafeMutablePointer<UInt32>, _ isWanted: (Int) -> Bool) -> Int {
    var number = 0
    for index in 0..<matches.count {
      chosen[number] = UInt32(truncatingIfNeeded: index)
      number += isWanted(index) ? 1 : 0
    }
    return number
  }

  /// Scores some of the matches, and inserts them.
  private func insert(
    _ chosen: UnsafePointer<UInt32>, _ count: Int, _ top: inout TopHits
  ) throws(TesseraError) {
    if count == 0 { return }
    for index in 0..<count { docs[index] = matches.docs[Int(chosen[index])] }
    sums.update(repeating: 0, count: count)
    for word in words { try add(word, chosen, count, to: sums) }
    try addPrefix(count, to: sums)
    // The frequencies are no longer needed.
    top.insert(scores: sums, docs: docs, count, places: frequencies)
  }

  /// At most what each match can score: what the word of the greatest weight and the prefix have in it, and the bounds of
  /// the other words where it stands.
  private func bounds() throws(TesseraError) -> UnsafeMutablePointer<Float> {
    let count = matches.count
    let bounds = context.scratch.allocate(Float.self, count + 16)
    bounds.update(repeating: 0, count: count)
    docs.update(from: matches.docs, count: count)
    var worthiest = 0
    for index in words.indices where words[index].weight >= words[worthiest].weight {
      worthiest = index
    }
    for index in words.indices {
      // Of a prefix that stands decoded the frequency costs no more than a bound.
      if index == worthiest || index == matches.prefixPlace {
        try add(words[index], nil, count, to: bounds)
      } else {
        addBounds(words[index], to: bounds)
      }
    }
    try addPrefix(count, to: bounds)
    return bounds
  }

  /// Adds the share of the prefix to the sums of `docs`.
  private func addPrefix(
    _ count: Int, to sums: UnsafeMutablePointer<Float>
  ) throws(TesseraError) {
    if let prefix {
      prefix.row.frequencies(docs, count, into: frequencies)
      score(count, prefix.weight, sums)
    }
    guard let exact else { return }
    let lookups = FewLookups(docs, count, scratch: context.scratch)
    guard let found = lookups.look(in: exact.list) else { throw context.damaged() }
    if found == 0 { return }
    lookups.spread(found)
    frequencies.update(from: lookups.frequencies, count: count)
    score(count, exact.weight, sums)
  }

  /// Adds the share of a word to the sums of `docs`.
  ///
  /// - Parameter chosen: which matches these are; nil for all.
  private func add(
    _ word: Word, _ chosen: UnsafePointer<UInt32>?, _ count: Int, to sums: UnsafeMutablePointer<Float>
  ) throws(TesseraError) {
    var isSound = true
    if let all = word.places {
      for index in 0..<count { places[index] = all[chosen.map { Int($0[index]) } ?? index] }
      isSound = word.list.frequencies(at: places, count, rest: rest, into: frequencies)
    } else {
      isSound = word.list.frequencies(ofDocs: docs, count, ranks: places, into: frequencies)
    }
    guard isSound else { throw context.damaged() }
    score(count, word.weight, sums)
  }

  private func score(_ count: Int, _ weight: Float, _ sums: UnsafeMutablePointer<Float>) {
    cvector_score(docs, frequencies, count, context.lengths, context.norms, weight, sums)
  }

  private func addBounds(_ word: Word, to sums: UnsafeMutablePointer<Float>) {
    let (weight, impacts) = (word.weight, context.segment.impacts.base)
    let shift = UInt32(PostingListFormat.blockSize.trailingZeroBitCount)
    for index in 0..<matches.count {
      // A list without bounds: no impact reaches 1.
      guard let bounds = word.list.bounds else {
        sums[index] += weight
        continue
      }
      let block = word.places.map { $0[index] >> shift } ?? (docs[index] >> 6)
      sums[index] += weight * impacts[Int(bounds[Int(block)])]
    }
  }
}
