/// Writes the terms of a segment with their lists, and the lists of the planned prefixes with them.
///
/// Terms come in ascending order, each with its whole list; builder and merger use it alike.
struct TermListsWriter: ~Copyable {
  private var terms: TermDictionaryWriter
  private var lists: PostingListWriter
  private var prefixTerms: TermDictionaryWriter
  private var prefixLists: PostingListWriter
  private let file: SegmentFileWriter
  private let model: ImpactModel
  private let plan: [PrefixPlan.Prefix]
  private let documents: Int

  /// The next of `plan` to be completed, the order in which they begin, and how many have begun and not ended.
  private var nextPrefix = 0
  private let opening: [Int]
  private var nextOpening = 0
  private var depth = 0
  private var accumulators = AccumulatorStack()
  private var docs = Buffer<DocNumber>()
  private var sums = Buffer<UInt32>()

  /// Terms seen, those without a document included: the places that the plan speaks of.
  private var place = 0
  private(set) var termCount = 0
  private(set) var postingCount = 0

  init(file: SegmentFileWriter, documents: Int, model: ImpactModel, plan: [PrefixPlan.Prefix]) {
    self.file = file
    self.model = model
    self.plan = plan
    self.documents = documents
    terms = TermDictionaryWriter(file.section(SectionID(.terms)))
    lists = PostingListWriter(section: file.section(SectionID(.lists)), documents: documents)
    prefixTerms = TermDictionaryWriter(file.section(SectionID(.prefixTerms)))
    prefixLists = PostingListWriter(section: file.section(SectionID(.prefixLists)), documents: documents)
    // In the order in which they begin; of those that begin together the longest term range is the outermost.
    opening = plan.indices.sorted {
      let (a, b) = (plan[$0], plan[$1])
      return a.terms.lowerBound != b.terms.lowerBound
        ? a.terms.lowerBound < b.terms.lowerBound : a.byteCount < b.byteCount
    }
  }

  /// Appends the next term; one without a document only keeps its place in the plan.
  mutating func append(
    term: UnsafeBufferPointer<UInt8>, docs: UnsafeBufferPointer<DocNumber>,
    frequencies: UnsafeBufferPointer<UInt32>
  ) {
    while nextOpening < opening.count, plan[opening[nextOpening]].terms.lowerBound == place {
      accumulators.push(documents: documents)
      nextOpening += 1
      depth += 1
    }
    place += 1
    if docs.count > 0 { write(term, docs, frequencies) }
    while nextPrefix < plan.count, plan[nextPrefix].terms.upperBound == place {
      writePrefix(UnsafeBufferPointer(rebasing: term[..<plan[nextPrefix].byteCount]))
      nextPrefix += 1
    }
  }

  private mutating func write(
    _ term: UnsafeBufferPointer<UInt8>, _ docs: UnsafeBufferPointer<DocNumber>,
    _ frequencies: UnsafeBufferPointer<UInt32>
  ) {
    let bytes = lists.append(docs: docs, frequencies: frequencies, model: model)
    terms.add(term: term, documentCount: UInt32(docs.count), byteCount: bytes)
    if depth > 0 { accumulators.add(at: depth - 1, docs: docs, frequencies: frequencies) }
    termCount += 1
    postingCount += docs.count
  }

  /// The list of the innermost prefix is complete: it is written, and added to the prefix around it.
  private mutating func writePrefix(_ prefix: UnsafeBufferPointer<UInt8>) {
    depth -= 1
    accumulators.drain(at: depth, docs: &docs, sums: &sums)
    guard docs.count > 0 else { return }
    let bytes = prefixLists.append(docs: docs.elements, frequencies: sums.elements, model: model)
    var key = [UInt8](prefix)
    key.append(PrefixKey.terminator)
    key.withUnsafeBufferPointer {
      prefixTerms.add(term: $0, documentCount: UInt32(docs.count), byteCount: bytes)
    }
    if depth > 0 { accumulators.add(at: depth - 1, docs: docs.elements, frequencies: sums.elements) }
  }

  /// Completes dictionaries, bounds and codebook.
  mutating func finish(averageLength: Double) {
    terms.finish()
    prefixTerms.finish()
    let codebook = ImpactCodebook(maxima: lists.maxima + prefixLists.maxima, averageLength: averageLength)
    file.section(SectionID(.listBounds)).append(lists.maxima.map(codebook.code(for:)))
    file.section(SectionID(.prefixBounds)).append(prefixLists.maxima.map(codebook.code(for:)))
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

/// The accumulators of nested prefixes, kept from one prefix to the next.
private struct AccumulatorStack: ~Copyable {
  private final class Level {
    let accumulator: PrefixAccumulator
    init(documents: Int) { accumulator = PrefixAccumulator(documents: documents) }
  }

  private var levels: [Level] = []
  private var used = 0

  mutating func push(documents: Int) {
    if used == levels.count { levels.append(Level(documents: documents)) }
    used += 1
  }

  func add(
    at level: Int, docs: UnsafeBufferPointer<DocNumber>, frequencies: UnsafeBufferPointer<UInt32>
  ) {
    levels[level].accumulator.add(docs: docs, frequencies: frequencies)
  }

  mutating func drain(at level: Int, docs: inout Buffer<DocNumber>, sums: inout Buffer<UInt32>) {
    levels[level].accumulator.drain(docs: &docs, sums: &sums)
    used -= 1
  }
}
