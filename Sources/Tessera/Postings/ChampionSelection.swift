import CVector

/// Finds the documents of a list that can be among the best, whatever the average length: its champions (Manning,
/// Raghavan & Schütze, "Introduction to Information Retrieval", 7.1.3), as the *k*-skyband of frequency and length
/// (Papadias et al., "Progressive Skyline Computation in Database Systems", 2005).
///
/// A document *dominates* another when it has no lower frequency and no greater length code, so that its score is not
/// lower: each of norm, sum, quotient and product is rounded monotonically. Whoever has `depth` documents above
/// itself is out. Dominance alone is not enough, since equal scores go to the document added first; so a document
/// counts as above another that it dominates
/// - when it has the lower number. Then it has the same length and was added first, or it is shorter and scores more:
///   up to `strictFrequency` in any case, above where `LengthNorms.strictFrequency(_:from:)` says so, or
/// - when the other's frequency is at most `strictFrequency` and their pairs of frequency and length differ. Then it
///   scores more, in `Float` too, where the query's statistics are such that a step in length makes a difference
///   (`LengthNorms.strictFrequency`): a step in either makes more than 1e-6 of the score, and the at most four
///   roundings of each of two scores less than half of that. For a step in frequency, norm / (tf · (tf + 1 + norm)),
///   with a norm of at least 0.3, is 4e-6 at 255.
///
/// Being above is transitive. So the best `depth` of those above an absent document are champions themselves: sort
/// them so that each comes behind those above it, and the one at place *i* has fewer than *i* of them. And with *x*
/// champions deleted, the best `depth - x` of the rest are still among them.
///
/// Where the prefix itself is a word, documents with that word score for both, prefix first. Among them, a document is
/// above another when neither frequency is lower, the length is not greater, and
/// - it has the lower number, or
/// - the other's frequency is at most `strictFrequency`, and they differ in the length or in the word's frequency. A
///   step in length makes a difference of 1e-6 in both parts of the score. The word's part is at least
///   *t* / (*t* + *f*) of the score, for frequencies *t* of the word and *f* of the prefix: its weight is not lower
///   than that of the prefix, which more documents have. So a step in the word's frequency makes at least
///   0.3 / ((*t* + 1.3) (*t* + *f*)) of the score, which is more than 2e-6.
///
/// Documents without the word have the others above them as before, since a word more only adds to the score.
struct ChampionSelection: ~Copyable {
  /// How many of the best are surely among the champions.
  static let depth = 16
  /// Up to which frequency a difference in frequency or length is relied on to make a difference in score.
  static let strictFrequency = Int(CVECTOR_BAND_EXACT)

  typealias Postings = (docs: UnsafeBufferPointer<DocNumber>, frequencies: UnsafeBufferPointer<UInt32>)

  /// First those that have the word that is the prefix itself, then those that do not, each ascending.
  private(set) var docs = Buffer<DocNumber>()
  private(set) var frequencies = Buffer<UInt32>()
  /// For the first documents: how often each has the word.
  private(set) var wordFrequencies = Buffer<UInt32>()

  private var rows = Buffer<UInt8>()
  private var ties = Buffer<UInt16>()
  private var places = Buffer<UInt32>()
  private var wordPlaces = Buffer<UInt32>()
  private var wordSums = Buffer<UInt32>()
  private var seen = Buffer<UInt32>()

  /// Selects from a list.
  ///
  /// - Parameter word: the postings of the word that is the prefix itself, all their documents in `docs`; may be
  ///   empty.
  /// - Complexity: O(*p*) for *p* postings, nearly always one comparison for each.
  mutating func select(
    docs: UnsafeBufferPointer<DocNumber>, frequencies: UnsafeBufferPointer<UInt32>,
    word: Postings, lengths: UnsafeBufferPointer<UInt8>
  ) {
    selectPlain(docs, frequencies, lengths)
    wordPlaces.removeAll()
    if word.docs.count > 0 { selectWord(docs, frequencies, word, lengths) }
    combine(docs, frequencies, word)
  }

  private mutating func selectPlain(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>,
    _ lengths: UnsafeBufferPointer<UInt8>
  ) {
    beginTable(rows: Int(CVECTOR_BAND_ROWS))
    ties.removeAll()
    ties.append(repeating: 0, count: Self.strictFrequency + 1)
    places.removeAll()
    let found = places.appendUninitialized(docs.count)
    var count = cvector_band_enter(
      docs.baseAddress, frequencies.baseAddress, docs.count, lengths.baseAddress, rows.base, found)
    count = cvector_band_keep(
      docs.baseAddress, frequencies.baseAddress, lengths.baseAddress, rows.base, ties.base, found, count)
    places.removeLast(docs.count - count)
  }

  private mutating func selectWord(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>,
    _ word: Postings,
    _ lengths: UnsafeBufferPointer<UInt8>
  ) {
    wordSums.removeAll()
    var place = 0
    for doc in word.docs {
      while docs[place] < doc { place += 1 }
      wordSums.append(frequencies[place])
    }
    beginTable(rows: Int(CVECTOR_PAIR_CLASSES * CVECTOR_PAIR_CLASSES))
    let found = wordPlaces.appendUninitialized(word.docs.count)
    var count = cvector_pair_enter(
      word.docs.baseAddress, wordSums.base, word.frequencies.baseAddress, word.docs.count,
      lengths.baseAddress, rows.base, found)
    seen.removeAll()
    count = cvector_pair_keep(
      word.docs.baseAddress, wordSums.base, word.frequencies.baseAddress, lengths.baseAddress, rows.base,
      found, count, seen.appendUninitialized(2 * count))
    wordPlaces.removeLast(word.docs.count - count)
  }

  private mutating func beginTable(rows count: Int) {
    rows.removeAll()
    rows.append(repeating: .max, count: count * Self.depth)
  }

  /// Puts the champions by both before those by the prefix.
  private mutating func combine(
    _ docs: UnsafeBufferPointer<DocNumber>, _ frequencies: UnsafeBufferPointer<UInt32>, _ word: Postings
  ) {
    self.docs.removeAll()
    self.frequencies.removeAll()
    wordFrequencies.removeAll()
    // Those of the prefix that have the word and are none by both: a prefix that is no word may have the same terms.
    var next = 0
    var found = 0
    var without = 0
    for index in 0..<places.count {
      let place = Int(places[index])
      let doc = docs[place]
      if let all = word.docs.baseAddress {
        found = AscendingDocs.firstPlace(in: all, word.docs.count, notBefore: doc, from: found)
      }
      guard found < word.docs.count, word.docs[found] == doc else {
        places[without] = places[index]
        without += 1
        continue
      }
      while next < wordPlaces.count, wordPlaces[next] < found {
        appendWord(Int(wordPlaces[next]), word)
        next += 1
      }
      if next < wordPlaces.count, wordPlaces[next] == found { next += 1 }
      appendWord(found, word)
    }
    while next < wordPlaces.count {
      appendWord(Int(wordPlaces[next]), word)
      next += 1
    }
    for place in places.elements[..<without] {
      self.docs.append(docs[Int(place)])
      self.frequencies.append(frequencies[Int(place)])
    }
  }

  private mutating func appendWord(_ place: Int, _ word: Postings) {
    docs.append(word.docs[place])
    frequencies.append(wordSums[place])
    wordFrequencies.append(word.frequencies[place])
  }
}
