/// Selects and writes the levels of long lists.
struct LevelListsWriter: ~Copyable {
  private var directory: TermRangeDirectoryWriter
  private let section: SectionWriter
  private var lists: PostingListWriter
  private let model: ImpactModel
  private var layer = FrequencyLayer()
  private var record: [UInt8] = []

  /// The greatest impact of each block and page so far.
  var maxima: [Float] { lists.maxima }

  init(directory: SectionWriter, lists section: SectionWriter, documents: Int, model: ImpactModel) {
    self.directory = TermRangeDirectoryWriter(directory)
    self.section = section
    lists = PostingListWriter(section: section, documents: documents)
    self.model = model
  }

  /// Appends the levels of the list of a range of terms. A range that came just before is not written anew.
  ///
  /// - Parameter docs: at least one.
  mutating func append(
    terms: Range<TermNumber>, docs: UnsafeBufferPointer<DocNumber>, frequencies: UnsafeBufferPointer<UInt32>
  ) {
    if directory.hasJustEntered(terms) { return }
    let greatest = layer.count(frequencies)
    let leasts = layer.leasts(of: docs.count)
    record.removeAll(keepingCapacity: true)
    ListVarint.append(UInt64(greatest), to: &record)
    ListVarint.append(UInt64(leasts.count), to: &record)
    for least in leasts {
      layer.collect(docs, frequencies, least: least)
      let bytes = lists.append(
        docs: layer.docs.elements, frequencies: layer.frequencies.elements, model: model)
      ListVarint.append(UInt64(least), to: &record)
      ListVarint.append(UInt64(layer.docs.count), to: &record)
      ListVarint.append(UInt64(bytes), to: &record)
    }
    directory.enter(terms, offset: section.count, byteCount: record.count, documents: docs.count)
    section.append(record)
  }

  mutating func finish() { directory.finish() }
}
