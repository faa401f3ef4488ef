import CVector

/// All matches of a query, ascending, and where they stand in the lists that score and are no bitmaps.
struct FoundMatches: BitwiseCopyable {
  /// With room for more.
  let docs: UnsafeMutablePointer<DocNumber>
  private(set) var count = 0
  private(set) var lists: Parts
  /// Which of the lists is a prefix of the matches alone; -1 where none is.
  private(set) var prefixPlace = -1
  private let lead: Int
  private var placements: UnsafeMutablePointer<Placement>

  /// How the places in a list are known.
  private struct Placement: BitwiseCopyable {
    /// The place of each match.
    var places: UnsafeMutablePointer<UInt32>?
    /// All documents of the list.
    var docs: UnsafeMutablePointer<DocNumber>?
  }

  /// - Parameters:
  ///   - lead: of the lists the one that has as many documents as there are matches at most.
  ///   - scores: whether places are noted at all.
  init(_ lists: Parts, lead: Int, scores: Bool, scratch: ScratchMemory) {
    (self.lists, self.lead) = (lists, lead)
    let most = lists[lead].list.count + PostingListFormat.blockSize
    docs = scratch.allocate(DocNumber.self, most)
    placements = scratch.allocate(Placement.self, lists.count)
    for index in 0..<lists.count {
      let needsPlaces = scores && lists[index].weight > 0 && lists[index].list.form != .dense
      placements[index] = Placement(places: needsPlaces ? scratch.allocate(UInt32.self, most) : nil)
    }
  }

  /// The same as a list that only filters.
  var list: PostingList {
    PostingList(
      docs: docs, frequencies: docs, count: count, documents: lists[lead].list.documents,
      hasFrequencies: false)
  }

  func with(count: Int) -> FoundMatches {
    var found = self
    found.count = count
    return found
  }

  /// Room for the documents of a list that is decoded whole; nil where they are not needed.
  func roomForDocs(ofList list: Int, _ scratch: ScratchMemory) -> UnsafeMutablePointer<DocNumber>? {
    guard placements[list].places != nil else { return nil }
    let docs = scratch.allocate(DocNumber.self, lists[list].list.count + PostingListFormat.blockSize)
    placements[list].docs = docs
    return docs
  }

  /// Says that matches from number `first` on stand in a block of the lead.
  func place(block: Int, _ slots: UnsafePointer<UInt32>, _ number: Int, from first: Int) {
    guard let places = placements[lead].places else { return }
    let start = UInt32(truncatingIfNeeded: block &* PostingListFormat.blockSize)
    for index in 0..<number { places[first + index] = start &+ slots[index] }
  }

  /// Says that matches from number `first` on stand where a probe has just found them.
  func place(
    _ probe: ListProbe, list: Int, _ slots: UnsafePointer<UInt32>, _ number: Int, from first: Int
  ) {
    guard let places = placements[list].places else { return }
    for index in 0..<number { places[first + index] = probe.place(ofSlot: slots[index]) }
  }

  /// Where the matches stand in a list that scores and is no bitmap.
  func places(inList list: Int) -> UnsafePointer<UInt32>? {
    guard let places = placements[list].places else { return nil }
    if let all = placements[list].docs {
      var place = 0
      for index in 0..<count {
        place = AscendingDocs.firstPlace(
          in: all, lists[list].list.count, notBefore: docs[index], from: place)
        places[index] = UInt32(truncatingIfNeeded: place)
      }
    }
    return UnsafePointer(places)
  }

  /// Keeps some of the matches.
  ///
  /// - Parameter slots: which, ascending.
  private func keeping(_ slots: UnsafePointer<UInt32>, _ kept: Int) -> FoundMatches {
    for list in 0..<lists.count {
      guard let places = placements[list].places, placements[list].docs == nil else { continue }
      for index in 0..<kept { places[index] = places[Int(slots[index])] }
    }
    return with(count: kept)
  }

  /// Keeps the matches that a row has.
  func filtered(by row: PrefixRow, scratch: ScratchMemory) -> FoundMatches {
    let slots = scratch.allocate(UInt32.self, count + 16)
    for index in 0..<count { slots[index] = UInt32(truncatingIfNeeded: index) }
    let kept = cvector_filter_bytes(docs, slots, count, row.bytes)
    return keeping(slots, kept)
  }

  /// Keeps the matches that a prefix has.
  ///
  /// - Parameters:
  ///   - prefix: a list of some of the matches, decoded.
  ///   - slots: which these are.
  ///   - place: how many of the lists come before it.
  func joined(
    with prefix: Part, _ slots: UnsafePointer<UInt32>, at place: Int, scratch: ScratchMemory
  ) -> FoundMatches {
    let kept = prefix.list.count
    for index in 0..<kept { docs[index] = docs[Int(slots[index])] }
    var joined = keeping(slots, kept)
    joined.prefixPlace = place
    joined.lists = Parts(capacity: lists.count + 1, scratch: scratch)
    joined.placements = scratch.allocate(Placement.self, lists.count + 1)
    for index in 0...lists.count {
      if index == place {
        let places = scratch.allocate(UInt32.self, kept)
        for index in 0..<kept { places[index] = UInt32(truncatingIfNeeded: index) }
        joined.placements[joined.lists.count] = Placement(places: places)
        joined.lists.append(prefix)
      }
      guard index < lists.count else { break }
      joined.placements[joined.lists.count] = placements[index]
      joined.lists.append(lists[index])
    }
    return joined
  }
}
