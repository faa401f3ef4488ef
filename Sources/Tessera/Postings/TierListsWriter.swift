/// Selects and writes the tiers of prefixes.
struct TierListsWriter: ~Copyable {
  typealias Postings = ChampionSelection.Postings

  private var directory: TermRangeDirectoryWriter
  private let section: SectionWriter
  private var lists: PostingListWriter
  private let model: ImpactModel
  /// A tier has so many documents at most.
  private let depth: Int
  private var layer = FrequencyLayer()
  private var record: [UInt8] = []
  /// The documents of a prefix that do not have the word that it is, those that have it once, and those that have it more
  /// often.
  private var without = PostingsBuffer()
  private var once = PostingsBuffer()
  private var often = PostingsBuffer()

  /// The greatest impact of each block and page so far.
  var maxima: [Float] { lists.maxima }

  init(
    directory: SectionWriter, lists section: SectionWriter, documents: Int, depth: Int, model: ImpactModel
  ) {
    self.directory = TermRangeDirectoryWriter(directory)
    self.section = section
    lists = PostingListWriter(section: section, documents: documents)
    (self.depth, self.model) = (depth, model)
  }

  /// Appends the tiers of a prefix.
  ///
  /// - Parameters:
  ///   - sums: of all its terms, at least one document.
  ///   - word: the list of the first term where all others begin with it, else empty.
  mutating func append(terms: Range<TermNumber>, sums: Postings, word: Postings) {
    record.removeAll(keepingCapacity: true)
    if word.docs.count == 0 {
      appendRow(sums, ofWord: 0)
      record += [0, 0]
    } else {
      let greatest = part(sums, by: word)
      appendRow(without.elements, ofWord: 0)
      appendRow(once.elements, ofWord: 1)
      appendRow(often.elements, ofWord: greatest)
    }
    directory.enter(terms, offset: section.count, byteCount: record.count, documents: sums.docs.count)
    section.append(record)
  }

  mutating func finish() { directory.finish() }

  /// - Parameter ofWord: the greatest frequency of the word.
  private mutating func appendRow(_ postings: Postings, ofWord: UInt32) {
    if postings.docs.count == 0 { return record.append(0) }
    let greatest = layer.count(postings.frequencies)
    // One for each frequency, until one has all that are left.
    let count = layer.least(ofAtMost: depth, most: PrefixTiers.most)
    ListVarint.append(UInt64(count), to: &record)
    ListVarint.append(UInt64(ofWord), to: &record)
    ListVarint.append(UInt64(greatest), to: &record)
    for least in 1...count {
      let isCut = layer.collect(postings.docs, postings.frequencies, least: UInt32(least), most: depth)
      let bytes = lists.append(
        docs: layer.docs.elements, frequencies: layer.frequencies.elements, model: model)
      ListVarint.append(UInt64(least), to: &record)
      ListVarint.append(UInt64(layer.docs.count) << 1 | (isCut ? 1 : 0), to: &record)
      ListVarint.append(UInt64(bytes), to: &record)
      if isCut { ListVarint.append(UInt64(layer.docs[layer.docs.count - 1]), to: &record) }
    }
  }

  /// Parts a prefix's documents by how often they have the word; gives how often one has it at most.
  ///
  /// - Parameter word: documents of the prefix, ascending.
  private mutating func part(_ sums: Postings, by word: Postings) -> UInt32 {
    without.removeAll()
    once.removeAll()
    often.removeAll()
    var (next, greatest) = (0, 1 as UInt32)
    for index in 0..<sums.docs.count {
      let (doc, frequency) = (sums.docs[index], sums.frequencies[index])
      guard next < word.docs.count, word.docs[next] == doc else {
        without.append(doc, frequency)
        continue
      }
      let ofWord = word.frequencies[next]
      if ofWord == 1 { once.append(doc, frequency) } else { often.append(doc, frequency) }
      greatest = max(greatest, ofWord)
      next += 1
    }
    return greatest
  }
}

/// Documents and their frequencies, in memory of their own.
private struct PostingsBuffer: ~Copyable {
  private var docs = Buffer<DocNumber>()
  private var frequencies = Buffer<UInt32>()

  var elements: ChampionSelection.Postings { (docs.elements, frequencies.elements) }

  mutating func removeAll() {
    docs.removeAll()
    frequencies.removeAll()
  }

  @inline(__always)
  mutating func append(_ doc: DocNumber, _ frequency: UInt32) {
    docs.append(doc)
    frequencies.append(frequency)
  }
}
