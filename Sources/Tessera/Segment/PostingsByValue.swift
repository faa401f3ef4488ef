import CVector

/// Postings sorted out by some values of a facet field.
struct PostingsByValue: ~Copyable {
  private var docs = Buffer<DocNumber>()
  private var frequencies = Buffer<UInt32>()
  /// Of each of the values wanted, where its postings are.
  private var ranges: [Range<Int>] = []
  /// Of each value of the field, where its next posting goes; `unwanted` where it is none of these.
  private var places = Buffer<Int>()
  private static var unwanted: Int { -1 }
  /// So many documents are looked at before it is asked what can be passed over.
  private static var step: Int { 256 }

  /// The postings of the value at a place among those wanted.
  subscript(place: Int) -> ChampionSelection.Postings {
    (
      UnsafeBufferPointer(rebasing: docs.elements[ranges[place]]),
      UnsafeBufferPointer(rebasing: frequencies.elements[ranges[place]])
    )
  }

  /// Takes all postings.
  ///
  /// - Parameter values: the values wanted, each with as many postings as there are of it, or more.
  mutating func take(
    _ postings: ChampionSelection.Postings, in rows: FacetRows, of values: [TopCounts.Entry]
  ) {
    begin(values, most: postings.docs.count, of: rows)
    take(postings, 0..<postings.docs.count, in: rows)
    end(values)
  }

  /// Takes the postings that can be champions of a value, and perhaps others: documents are numbered by length, so that
  /// each is above all that come behind it and have no higher frequency. Where each value has enough of a frequency or
  /// higher ones, those of this and lower ones are passed over.
  ///
  /// - Parameter word: documents that are taken in any case.
  mutating func takeFirst(
    _ postings: ChampionSelection.Postings, in rows: FacetRows, of values: [TopCounts.Entry],
    word: UnsafeBufferPointer<DocNumber>
  ) {
    begin(values, most: postings.docs.count, of: rows)
    let count = postings.docs.count
    var passedOver: UInt32 = 0
    var place = 0
    while place < count, passedOver == 0 {
      let end = min(place + Self.step, count)
      take(postings, place..<end, in: rows)
      place = end
      raise(&passedOver, values)
    }
    var words = WordPlaces(word, in: postings.docs, from: place)
    var high = postings.frequencies.place(above: passedOver, from: place)
    var left = Self.step
    while min(high, words.next) < count {
      place = min(high, words.next)
      take(postings, place..<place + 1, in: rows)
      if place == words.next { words.advance() }
      left -= 1
      if left == 0 {
        left = Self.step
        raise(&passedOver, values)
      }
      if place >= high { high = postings.frequencies.place(above: passedOver, from: place + 1) }
    }
    end(values)
  }

  /// Passes over what has become of no use.
  private func raise(_ passedOver: inout UInt32, _ values: [TopCounts.Entry]) {
    while passedOver < ChampionSelection.strictFrequency, areEnough(above: passedOver, values) {
      passedOver += 1
    }
  }

  private mutating func begin(_ values: [TopCounts.Entry], most: Int, of rows: FacetRows) {
    places.removeAll()
    places.append(repeating: Self.unwanted, count: rows.valueCount)
    ranges.removeAll(keepingCapacity: true)
    var room = 0
    for value in values {
      ranges.append(room..<room)
      places[Int(value.number)] = room
      room += min(Int(value.count), most)
    }
    docs.removeAll()
    frequencies.removeAll()
    _ = docs.appendUninitialized(room)
    _ = frequencies.appendUninitialized(room)
  }

  private mutating func end(_ values: [TopCounts.Entry]) {
    for (index, value) in values.enumerated() {
      ranges[index] = ranges[index].lowerBound..<places[Int(value.number)]
    }
  }

  @inline(__always)
  private func take(_ postings: ChampionSelection.Postings, _ range: Range<Int>, in rows: FacetRows) {
    let (docs, frequencies, places) = (docs.base, frequencies.base, places.base)
    rows.forEachValue(of: UnsafeBufferPointer(rebasing: postings.docs[range])) { index, value in
      let place = places[value]
      if place == Self.unwanted { return }
      docs[place] = postings.docs[range.lowerBound + index]
      frequencies[place] = postings.frequencies[range.lowerBound + index]
      places[value] = place + 1
    }
  }

  /// Whether of each value as many documents are taken with higher frequencies as can be above another.
  private func areEnough(above frequency: UInt32, _ values: [TopCounts.Entry]) -> Bool {
    for (index, value) in values.enumerated() {
      var missing = ChampionSelection.depth
      var place = ranges[index].lowerBound
      let end = places[Int(value.number)]
      while missing > 0, place < end {
        missing -= frequencies[place] > frequency ? 1 : 0
        place += 1
      }
      if missing > 0 { return false }
    }
    return true
  }
}

/// Where the documents of a word stand among those of a prefix, one after the other.
private struct WordPlaces {
  private let word: UnsafeBufferPointer<DocNumber>
  private let docs: UnsafeBufferPointer<DocNumber>
  private var index: Int
  /// As many as there are documents where no more comes.
  private(set) var next: Int

  /// - Parameter place: from which on they are sought.
  init(_ word: UnsafeBufferPointer<DocNumber>, in docs: UnsafeBufferPointer<DocNumber>, from place: Int) {
    (self.word, self.docs) = (word, docs)
    (index, next) = (word.count, docs.count)
    guard place < docs.count, let all = word.baseAddress else { return }
    index = AscendingDocs.firstPlace(in: all, word.count, notBefore: docs[place], from: 0)
    find(from: place)
  }

  mutating func advance() {
    index += 1
    find(from: next + 1)
  }

  private mutating func find(from place: Int) {
    guard index < word.count, let all = docs.baseAddress else { return next = docs.count }
    next = AscendingDocs.firstPlace(in: all, docs.count, notBefore: word[index], from: place)
  }
}

extension UnsafeBufferPointer<UInt32> {
  /// The place from `from` on of the first number above `floor`; `count` where there is none.
  fileprivate func place(above floor: UInt32, from: Int) -> Int {
    // As far as may be read by whole vectors.
    let padded = count - 16
    var place = from
    if let all = baseAddress, place < padded {
      place = cvector_find_above(all, place, padded, floor)
      if place < padded { return place }
    }
    while place < count, self[place] <= floor { place += 1 }
    return place
  }
}
