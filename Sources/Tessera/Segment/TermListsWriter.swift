/// Writes the terms of a segment with their lists, and with them the lists of the planned prefixes, and of words and prefixes
/// the champions, levels and tiers, and what is counted and found within facet values.
///
/// Terms come in ascending order, each with its whole list; builder and merger use it alike.
struct TermListsWriter: ~Copyable {
  private var terms: TermDictionaryWriter
  private var lists: PostingListWriter
  private var prefixTerms: TermDictionaryWriter
  private var prefixLists: PostingListWriter
  private var champions: ChampionListsWriter
  /// nil in a segment whose documents are not numbered by length.
  private var levels: LevelListsWriter?
  private var tiers: TierListsWriter?
  /// nil where there are no facet fields.
  private var facetRanges: FacetRangesWriter?
  private let file: SegmentFileWriter
  private let model: ImpactModel
  private let plan: PrefixPlan

  /// The next of the plan to be completed, and the order in which they begin. Prefixes with the same terms are opened
  /// once.
  private var nextPrefix = 0
  private let opening: [Int]
  private var nextOpening = 0
  private var ranges: OpenRanges

  /// Terms seen, those without a document included: the places that the plan speaks of.
  private var place = 0
  private(set) var termCount = 0
  private(set) var postingCount = 0

  /// - Parameters:
  ///   - plan: a complete one.
  ///   - facets: the values of the documents, of each facet field.
  init(
    file: SegmentFileWriter, schema: Schema, documents: Int, model: ImpactModel, plan: PrefixPlan,
    facets: [FacetRows]
  ) {
    self.file = file
    self.model = model
    self.plan = plan
    terms = TermDictionaryWriter(file.section(SectionID(.terms)))
    lists = PostingListWriter(section: file.section(SectionID(.lists)), documents: documents)
    prefixTerms = TermDictionaryWriter(file.section(SectionID(.prefixTerms)))
    prefixLists = PostingListWriter(section: file.section(SectionID(.prefixLists)), documents: documents)
    champions = ChampionListsWriter(
      directory: file.section(SectionID(.champions)), lists: file.section(SectionID(.championLists)),
      lengths: model.lengths)
    if plan.hasLevels {
      levels = LevelListsWriter(
        directory: file.section(SectionID(.levels)), lists: file.section(SectionID(.levelLists)),
        documents: documents, model: model)
      tiers = TierListsWriter(
        directory: file.section(SectionID(.tiers)), lists: file.section(SectionID(.tierLists)),
        documents: documents, depth: plan.tierDepth, model: model)
    }
    facetRanges = FacetRangesWriter(file, facets, schema: schema, plan: plan, lengths: model.lengths)
    ranges = OpenRanges(documents: documents)
    let prefixes = plan.prefixes
    // In the order in which they begin; of those that begin together the longest term range is the outermost.
    opening = prefixes.indices.filter { $0 == 0 || prefixes[$0].terms != prefixes[$0 - 1].terms }.sorted {
      let (a, b) = (prefixes[$0].terms, prefixes[$1].terms)
      return a.lowerBound != b.lowerBound ? a.lowerBound < b.lowerBound : a.upperBound > b.upperBound
    }
  }

  /// Appends the next term; one without a document only keeps its place in the plan.
  mutating func append(
    term: UnsafeBufferPointer<UInt8>, docs: UnsafeBufferPointer<DocNumber>,
    frequencies: UnsafeBufferPointer<UInt32>
  ) {
    while nextOpening < opening.count, plan.prefixes[opening[nextOpening]].terms.lowerBound == place {
      ranges.open(firstTerm: TermNumber(termCount))
      nextOpening += 1
    }
    place += 1
    if docs.count > 0 { write(term, docs, frequencies) }
    while nextPrefix < plan.prefixes.count, plan.prefixes[nextPrefix].terms.upperBound == place {
      closePrefixes(of: term)
    }
  }

  private mutating func write(
    _ term: UnsafeBufferPointer<UInt8>, _ docs: UnsafeBufferPointer<DocNumber>,
    _ frequencies: UnsafeBufferPointer<UInt32>
  ) {
    let bytes = lists.append(docs: docs, frequencies: frequencies, model: model)
    terms.add(term: term, documentCount: UInt32(docs.count), byteCount: bytes)
    let number = TermNumber(termCount)
    if docs.count >= plan.leastChampions {
      champions.append(terms: number..<number + 1, docs: docs, frequencies: frequencies)
    }
    if docs.count >= plan.leastLevels {
      levels?.append(terms: number..<number + 1, docs: docs, frequencies: frequencies)
    }
    facetRanges?.append(documentCount: docs.count)
    facetRanges?.append(terms: number..<number + 1, (docs, frequencies))
    ranges.add(term: term, (docs, frequencies))
    termCount += 1
    postingCount += docs.count
  }

  /// The innermost terms are complete: the lists of the prefixes that stand for them are written.
  private mutating func closePrefixes(of term: UnsafeBufferPointer<UInt8>) {
    let first = nextPrefix
    let range = plan.prefixes[first].terms
    while nextPrefix < plan.prefixes.count, plan.prefixes[nextPrefix].terms == range { nextPrefix += 1 }
    let upper = TermNumber(termCount)
    guard let (firstTerm, sums, word) = ranges.close() else { return }
    for prefix in plan.prefixes[first..<nextPrefix] where prefix.postings >= plan.leastPostings {
      writeList(of: UnsafeBufferPointer(rebasing: term[..<prefix.byteCount]), sums)
      if upper - firstTerm > 1, sums.docs.count >= plan.leastLevels {
        levels?.append(terms: firstTerm..<upper, docs: sums.docs, frequencies: sums.frequencies)
      }
    }
    // Of a single term they are written with its list.
    if upper - firstTerm > 1 {
      if sums.docs.count >= plan.leastTiered {
        tiers?.append(terms: firstTerm..<upper, sums: sums, word: word)
      }
      champions.append(terms: firstTerm..<upper, docs: sums.docs, frequencies: sums.frequencies, word: word)
      facetRanges?.append(terms: firstTerm..<upper, sums, word: word)
    }
  }

  private mutating func writeList(
    of prefix: UnsafeBufferPointer<UInt8>, _ sums: ChampionSelection.Postings
  ) {
    let bytes = prefixLists.append(docs: sums.docs, frequencies: sums.frequencies, model: model)
    var key = [UInt8](prefix)
    key.append(PrefixKey.terminator)
    key.withUnsafeBufferPointer {
      prefixTerms.add(term: $0, documentCount: UInt32(sums.docs.count), byteCount: bytes)
    }
  }

  /// Completes dictionaries, bounds and codebook.
  mutating func finish(averageLength: Double) {
    terms.finish()
    prefixTerms.finish()
    champions.finish()
    levels?.finish()
    tiers?.finish()
    facetRanges?.finish()
    let (levelMaxima, tierMaxima) = (levels?.maxima, tiers?.maxima)
    let codebook = ImpactCodebook(
      maxima: lists.maxima + prefixLists.maxima + (levelMaxima ?? []) + (tierMaxima ?? []),
      averageLength: averageLength)
    file.section(SectionID(.listBounds)).append(lists.maxima.map(codebook.code(for:)))
    file.section(SectionID(.prefixBounds)).append(prefixLists.maxima.map(codebook.code(for:)))
    if let levelMaxima {
      file.section(SectionID(.levelBounds)).append(levelMaxima.map(codebook.code(for:)))
    }
    if let tierMaxima {
      file.section(SectionID(.tierBounds)).append(tierMaxima.map(codebook.code(for:)))
    }
    let section = file.section(SectionID(.codebook))
    section.append(averageLength.bitPattern)
    for impact in codebook.impacts { section.append(impact.bitPattern) }
  }
}

/// How a prefix stands in the dictionary of prefixes.
enum PrefixKey {
  /// Behind every prefix: greater than any byte of a term, so that a prefix sorts behind the longer ones it begins,
  /// which is the order in which their lists are complete.
  static let terminator: UInt8 = 0xFF
}
