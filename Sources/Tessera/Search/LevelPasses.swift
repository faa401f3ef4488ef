import CVector

/// The best documents of a conjunction of long lists, in several passes over the levels of the lists (see
/// `FrequencyLevels`).
///
/// A *band* of a list is a level without what the next higher one has: its documents have frequencies from the level's
/// least to some greatest. A pass is a band of each list, and each match is in just one pass. Documents ascend by length,
/// so that within a pass the bound, what a document gets that has the greatest frequency of each band, only falls: where
/// it no longer reaches the worst of the best the pass ends. The passes with the highest bounds come first, over lists of
/// few documents, and with the worst they leave mostly little remains to be seen of the long ones.
struct LevelPasses {
  /// A band of a list.
  struct Band: BitwiseCopyable {
    /// The list that has it, once it is open.
    var list: PostingList?
    /// Which level that is; nil for the whole list.
    var level: FrequencyLevels.Level?
    /// The greatest frequency of its documents; what has `next` or more is of another band.
    var greatest: UInt32
    var next: UInt32
  }

  /// A band for each clause, as the pass with the number says.
  private struct Pass: BitwiseCopyable {
    var number: Int
    var bound: Float
  }

  private let parts: Parts
  private let context: SegmentContext
  private let lists: LevelLists
  /// For each part its bands, the whole list last.
  private let bands: UnsafeMutablePointer<Band>
  private let bandCounts: UnsafeMutablePointer<Int>
  /// Highest bounds first.
  private let passes: UnsafeMutablePointer<Pass>
  private let passCount: Int
  /// What the lists of a part share, and the passes.
  private let probes: UnsafeMutablePointer<ListProbe.Memory>
  private let memory: Conjunction.Memory
  private let current: UnsafeMutablePointer<Band>

  private static let mostBands = FrequencyLevels.most + 1
  /// So many bands has a list where one or two score. With three, measured, the passes are too many, and each has too few
  /// matches to end early.
  private static let bandsOfScored = [0, mostBands, 3]
  /// So many times as many matches as are wanted there are, if the lists have nothing to do with each other. With few
  /// matches no pass ends early.
  private static let matchesToWanted = 8

  /// nil where that is not likely to pay: when no list has levels, the shortest is short, or few documents are in all.
  ///
  /// - Parameter wanted: of the best.
  init?(_ parts: Parts, wanted: Int, context: SegmentContext) throws(TesseraError) {
    let scratch = context.scratch
    guard let lists = context.segment.reader.levels, !lists.isEmpty,
      parts.fewest(.max) >= lists.leastDocuments,
      Self.expectedMatches(parts, context.documents) / Double(Self.matchesToWanted) >= Double(wanted)
    else { return nil }
    var scored = 0
    for index in 0..<parts.count where parts[index].weight > 0 { scored += 1 }
    guard scored > 0, scored < Self.bandsOfScored.count else { return nil }
    let most = Self.bandsOfScored[scored]
    bands = scratch.allocate(Band.self, parts.count * Self.mostBands)
    bandCounts = scratch.allocate(Int.self, parts.count)
    var (count, hasLevels) = (1, false)
    for index in 0..<parts.count {
      let part = parts[index]
      var levels: FrequencyLevels?
      if part.weight > 0, let terms = part.terms {
        levels = try lists.levels(of: terms, documents: part.list.count, scratch: scratch)
      }
      hasLevels = hasLevels || levels != nil
      bandCounts[index] = Self.setBands(part, levels, room: most, bands + index * Self.mostBands)
      count *= bandCounts[index]
    }
    guard hasLevels else { return nil }
    (self.parts, self.context, self.lists) = (parts, context, lists)
    passCount = count
    passes = scratch.allocate(Pass.self, count)
    probes = scratch.allocate(ListProbe.Memory.self, parts.count)
    for index in 0..<parts.count { probes[index] = ListProbe.Memory(scratch) }
    memory = Conjunction.Memory(scratch)
    current = scratch.allocate(Band.self, parts.count)
    setPasses()
  }

  private static func expectedMatches(_ parts: Parts, _ documents: Int) -> Double {
    var matches = Double(documents)
    for index in 0..<parts.count { matches *= Double(parts[index].list.count) / Double(documents) }
    return matches
  }

  /// The bands of a part, highest first: at most `room`.
  private static func setBands(
    _ part: Part, _ levels: FrequencyLevels?, room: Int, _ bands: UnsafeMutablePointer<Band>
  ) -> Int {
    let count = min(levels?.count ?? 0, room - 1)
    var greatest = levels?.greatest ?? UInt32(Int32.max)
    var next = UInt32.max
    for place in 0..<count {
      guard let level = levels?.levels[count - 1 - place] else { break }
      bands[place] = Band(list: nil, level: level, greatest: greatest, next: next)
      (greatest, next) = (level.least - 1, level.least)
    }
    bands[count] = Band(list: part.list, level: nil, greatest: greatest, next: next)
    return count + 1
  }

  private func setPasses() {
    for number in 0..<passCount {
      choose(number)
      let pass = Pass(
        number: number, bound: LevelBound(parts, current, context).value(at: 0))
      var place = number
      while place > 0, passes[place - 1].bound < pass.bound {
        passes[place] = passes[place - 1]
        place -= 1
      }
      passes[place] = pass
    }
  }

  /// Sets `current` to the bands of a pass.
  private func choose(_ number: Int) {
    var rest = number
    for index in 0..<parts.count {
      current[index] = bands[index * Self.mostBands + rest % bandCounts[index]]
      rest /= bandCounts[index]
    }
  }

  /// Inserts the best, but those that `covered` has, and shows the matches that the sink wants to see.
  func run(
    except covered: ListProbe?, top: inout TopHits, sink: inout MatchSink
  ) throws(TesseraError) {
    for place in 0..<passCount {
      let pass = passes[place]
      guard sink.seesAll || top.admits(bound: pass.bound, from: 0, through: context.lastDoc) else {
        sink.skip()
        continue
      }
      try open(pass.number)
      let clauses = Clauses(count: parts.count, scratch: context.scratch) { index in
        Clause(
          probe: ListProbe(current[index].list ?? parts[index].list, probes[index]),
          weight: parts[index].weight, impacts: context.segment.impacts.base)
      }
      var conjunction = Conjunction(
        clauses: clauses, except: covered, context: context, memory: memory)
      try conjunction.sweep(current, LevelBound(parts, current, context), &top, &sink)
      if context.scratch.isStopped { return }
    }
  }

  /// Opens the lists of a pass.
  private func open(_ number: Int) throws(TesseraError) {
    var rest = number
    for index in 0..<parts.count {
      let band = bands + index * Self.mostBands + rest % bandCounts[index]
      rest /= bandCounts[index]
      if band.pointee.list == nil, let level = band.pointee.level {
        band.pointee.list = try lists.open(level, scratch: context.scratch)
      }
      current[index] = band.pointee
    }
  }
}

/// What a document can get in a pass, by its length.
struct LevelBound {
  /// A list that scores, and the greatest frequency it has in the pass.
  struct Word: BitwiseCopyable {
    var weight: Float
    var greatest: UInt32
  }

  /// In the order of the query.
  private let words: ScratchArray<Word>
  private let context: SegmentContext
  private let slack: Float

  /// Up to this frequency a greater one gives more, in `Float` too; above, rounding may turn it round.
  private static let strictFrequency = 255

  init(_ words: ScratchArray<Word>, _ context: SegmentContext) {
    (self.words, self.context) = (words, context)
    var greatest: UInt32 = 0
    for word in words { greatest = max(greatest, word.greatest) }
    slack = greatest > Self.strictFrequency ? 1 + 1e-6 : 1
  }

  init(_ parts: Parts, _ bands: UnsafePointer<LevelPasses.Band>, _ context: SegmentContext) {
    var words = ScratchArray<Word>(capacity: parts.count, scratch: context.scratch)
    for index in 0..<parts.count where parts[index].weight > 0 {
      words.append(Word(weight: parts[index].weight, greatest: bands[index].greatest))
    }
    self.init(words, context)
  }

  /// At most what the document and longer ones can get: summed as scores are, so that it is what the best of them get.
  func value(at doc: DocNumber) -> Float {
    var (doc, sum) = (doc, 0 as Float)
    for word in words {
      var frequency = word.greatest
      cvector_score(&doc, &frequency, 1, context.lengths, context.norms, word.weight, &sum)
    }
    return sum * slack
  }
}

extension Conjunction {
  /// Visits the documents whose frequencies are in the bands of a pass, those that the sink wants to see, and inserts the
  /// best.
  mutating func sweep(
    _ bands: UnsafePointer<LevelPasses.Band>, _ bound: LevelBound, _ top: inout TopHits,
    _ sink: inout MatchSink
  ) throws(TesseraError) {
    let list = clauses[lead].list
    let blocks = list.form == .dense ? list.blockCount : list.arrayBlockCount
    var length = -1
    var most: Float = 0
    for block in 0..<blocks where !context.scratch.isStopped {
      let (first, last) = docs(ofBlock: block)
      if length != Int(context.lengths[Int(first)]) {
        length = Int(context.lengths[Int(first)])
        most = bound.value(at: first)
      }
      if !sink.seesAll {
        if most.bitPattern < top.rankFloor {
          sink.skip()
          break
        }
        guard top.admits(bound: most, from: first, through: last) else {
          sink.skip()
          continue
        }
      }
      let count =
        list.form == .dense ? matchesOfPage(block, words: .max) : matchesOfBlock(block)
      take(count, bands, &top, &sink)
    }
    if areAnyDamaged { throw context.damaged() }
  }

  /// The documents that a block of the lead may have.
  private func docs(ofBlock block: Int) -> (first: DocNumber, last: DocNumber) {
    let list = clauses[lead].list
    if list.form == .dense {
      let first = DocNumber(block * PostingListFormat.pageSize)
      return (
        min(first, context.lastDoc), min(first + DocNumber(PostingListFormat.pageSize - 1), context.lastDoc)
      )
    }
    let first = block == 0 ? 0 : list.lastDoc(ofArrayBlock: block - 1) &+ 1
    return (min(first, context.lastDoc), min(list.lastDoc(ofArrayBlock: block), context.lastDoc))
  }

  /// Scores those of some matches that are in the bands.
  private mutating func take(
    _ count: Int, _ bands: UnsafePointer<LevelPasses.Band>, _ top: inout TopHits, _ sink: inout MatchSink
  ) {
    if count == 0 { return }
    var count = context.filter(docs, slots, count)
    let showsCovered = sink.seesAll
    if covered != nil, !showsCovered { count = covered!.exclude(docs, slots, count, scratch: side) }
    sums.update(repeating: 0, count: count)
    for index in clauses.indices where clauses[index].scores && count > 0 {
      clauses[index].probe.frequencies(docs, slots, count, into: frequencies)
      if bands[index].next != .max { count = keep(below: bands[index].next, count) }
      cvector_score(docs, frequencies, count, context.lengths, context.norms, clauses[index].weight, sums)
    }
    if count == 0 { return }
    sink.add(docs, count)
    if covered != nil, showsCovered { count = exceptCovered(count) }
    // The frequencies are no longer needed.
    top.insert(scores: sums, docs: docs, count, places: frequencies)
  }

  /// Keeps the matches that are not scored elsewhere. Their slots are no longer needed.
  private mutating func exceptCovered(_ count: Int) -> Int {
    for index in 0..<count { slots[index] = UInt32(truncatingIfNeeded: index) }
    let kept = covered!.exclude(docs, slots, count, scratch: side)
    for index in 0..<kept { sums[index] = sums[Int(slots[index])] }
    return kept
  }

  /// Keeps the matches with a lower frequency.
  private func keep(below next: UInt32, _ count: Int) -> Int {
    var kept = 0
    for index in 0..<count {
      let frequency = frequencies[index]
      (docs[kept], slots[kept], sums[kept], frequencies[kept]) = (
        docs[index], slots[index], sums[index], frequency
      )
      kept += frequency < next ? 1 : 0
    }
    return kept
  }
}
