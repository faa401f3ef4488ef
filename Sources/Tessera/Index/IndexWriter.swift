/// The one writer of an index, within `SearchIndex.write`. For one thread at a time.
public final class IndexWriter {
  let index: SearchIndex
  let options: WriteOptions
  private let lock: WriterLock
  /// What the next commit will say; its segments are put in at the end.
  private var manifest: Manifest
  /// What the commit on disk names; what two commits name while nobody knows which of them that is.
  private var committedFiles: Set<String>
  private var live: LiveSegments
  /// Documents not yet on disk, one builder for each thread that was used.
  private(set) var workers: [BuildWorker] = []
  /// How many documents, and bytes of them, are added before limits and memory are looked at again.
  private var unchecked = (documents: 0, bytes: 0)
  /// The number of the next batch of documents; later ones replace documents of earlier ones.
  var nextBatch = 0
  private var mergesAll = false
  private var hasChanged = false
  /// What lost documents of this writer, once that has happened: it can only be dropped then.
  private var loss: TesseraError?
  private let reader: JSONDocumentReader
  private var fields = DocumentFields()

  init(_ index: SearchIndex, options: WriteOptions) throws(TesseraError) {
    self.index = index
    self.options = options
    lock = try WriterLock(folder: index.folder, files: index.files)
    try Manifest.removeLeftovers(in: index.folder, files: index.files)
    manifest = try Manifest.load(from: index.folder, files: index.files)
    try index.checkSchema(of: manifest)
    try manifest.checkTextRules(in: index.folder)
    committedFiles = manifest.fileNames
    live = try LiveSegments(manifest, in: index.folder, schema: index.schema, files: index.files)
    reader = JSONDocumentReader(schema: index.schema)
  }

  // MARK: Documents

  /// Adds a document, or replaces the one with the same key.
  ///
  /// - Throws: `.invalidDocument` when it is not one JSON object, `.limitExceeded`; the writer goes on.
  public func add(json: String) throws(TesseraError) {
    var json = json
    try json.withUTF8 { bytes in Result { () throws(TesseraError) in try add(json: bytes) } }.get()
  }

  /// Adds a document given as UTF-8.
  public func add(json: UnsafeBufferPointer<UInt8>) throws(TesseraError) {
    try reader.read(json, into: &fields)
    try add(fields)
  }

  /// Adds a document already taken apart.
  package func add(_ fields: DocumentFields) throws(TesseraError) {
    if unchecked.documents == 0 { try allowUnchecked() }
    let worker = try worker(0)
    worker.begin(batch: nextBatch)
    nextBatch += 1
    try worker.builder.add(fields)
    unchecked.documents -= 1
    unchecked.bytes -= fields.bytes.count
    if unchecked.bytes < 0 || unchecked.documents == 0 {
      unchecked.documents = 0
      if isOverBudget { try flush() }
    }
  }

  /// Lets some documents be added before memory and limits are looked at again.
  private func allowUnchecked() throws(TesseraError) {
    let documents = live.documentCount + pendingDocuments
    if documents >= options.limits.documents { throw tooMany(documents + 1) }
    let inSegment = options.limits.documentsInSegment - (workers.first?.builder.documents ?? 0)
    unchecked = (
      max(1, min(SegmentBuilder.uncheckedBytes, options.limits.documents - documents, inSegment)),
      SegmentBuilder.uncheckedBytes
    )
  }

  /// Deletes the document with this key; says whether there was one in the last commit or in this writer.
  @discardableResult
  public func delete(_ key: String) throws(TesseraError) -> Bool {
    try checkWhole()
    let bytes = Array(key.utf8)
    // Documents without a key of their own get theirs when they go to disk.
    if index.schema.key == nil || bytes.first == UInt8(ascii: "#") { try flush() }
    var found = false
    for worker in workers where worker.builder.delete(key: bytes) { found = true }
    if try live.delete(key: bytes) { found = true }
    if found { hasChanged = true }
    return found
  }

  /// Makes one segment of all of them at the next commit, without the deleted documents.
  public func mergeAll() throws(TesseraError) { mergesAll = true }

  // MARK: Commit

  /// Commits what was done so far, and goes on.
  ///
  /// - Throws: `.io`; the writer may then be dropped, or try again. Where documents could not be written they are
  ///   lost to this writer, and every further call throws.
  public func commit() throws(TesseraError) {
    try checkWhole()
    try flush()
    try merge()
    guard hasChanged else { return }
    try lock.checkInPlace()
    try live.write(to: &manifest)
    manifest.generation += 1
    do throws(TesseraError) {
      try manifest.commit(in: index.folder, files: index.files)
    } catch {
      // Where it stands there all the same, a power failure may leave this commit or the one before.
      let found = try? Manifest.load(from: index.folder, files: index.files)
      if found == nil || found == manifest { committedFiles.formUnion(manifest.fileNames) }
      throw error
    }
    committedFiles = manifest.fileNames
    hasChanged = false
    // Those of the commit before, and what calls that failed have left.
    if let leftovers = try? manifest.leftovers(in: index.folder, files: index.files) {
      removeFiles(Set(leftovers))
    }
  }

  func finish() throws(TesseraError) { try commit() }

  /// A commit must not look whole without documents that were added and lost.
  private func checkWhole() throws(TesseraError) {
    guard var error = loss else { return }
    error.detail =
      "documents of this write are lost, end it and write them again; what failed: " + error.detail
    throw error
  }

  /// Forgets what was not committed and removes its files.
  func abandon() {
    for worker in workers { worker.builder.abandon() }
    workers = []
    // A commit that failed may be the one on disk all the same: what either names stays.
    guard let newest = try? Manifest.load(from: index.folder, files: index.files),
      let leftovers = try? newest.leftovers(in: index.folder, files: index.files)
    else { return }
    removeFiles(Set(leftovers).subtracting(committedFiles))
  }

  /// Readers that have a file mapped keep it; one that fails to go is a leftover for the next writer.
  private func removeFiles(_ names: Set<String>) {
    guard lock.isInPlace else { return }
    for name in names { try? index.files.unlink(index.folder + "/" + name) }
  }

  // MARK: Segments

  /// The builder of a thread, made when it is first used.
  func worker(_ number: Int) throws(TesseraError) -> BuildWorker {
    try checkWhole()
    while workers.count <= number {
      let name = manifest.makeSegmentName()
      let builder = try SegmentBuilder(
        schema: index.schema, path: index.folder + "/" + name, files: index.files)
      workers.append(BuildWorker(name: name, builder: builder))
    }
    return workers[number]
  }

  private var memoryBudget: Int { max(8 << 20, options.memoryBudget) }

  var isOverBudget: Bool {
    let budget = memoryBudget / max(1, workers.count)
    return workers.contains {
      $0.builder.byteCount > budget || !$0.builder.hasRoom
        || $0.builder.documents >= options.limits.documentsInSegment
    }
  }

  private var pendingDocuments: Int { workers.reduce(0) { $0 + $1.builder.documents } }

  private func tooMany(_ documents: Int) -> TesseraError {
    TesseraError(
      .limitExceeded, file: index.folder,
      "too many documents: expected at most \(options.limits.documents) with deleted ones, found \(documents); "
        + "merge the index if documents of it are deleted, or use a second one")
  }

  /// Writes the documents in memory as segments, one for each thread.
  func flush() throws(TesseraError) {
    try lock.checkInPlace()
    let full = workers.filter { $0.builder.documents > 0 }
    for empty in workers where empty.builder.documents == 0 { empty.builder.abandon() }
    workers = []
    unchecked = (0, 0)
    guard !full.isEmpty else { return }
    let documents = live.documentCount + full.reduce(0) { $0 + $1.builder.documents }
    if documents > options.limits.documents {
      for worker in full { worker.builder.abandon() }
      let error = tooMany(documents)
      loss = error
      throw error
    }
    hasChanged = true
    // Above every number that a caller's key has taken, in these documents and any before.
    for worker in full {
      manifest.nextAutomaticKey = max(manifest.nextAutomaticKey, worker.builder.firstFreeNumber)
    }
    for worker in full {
      worker.firstAutomaticKey = manifest.nextAutomaticKey
      manifest.nextAutomaticKey += UInt64(worker.builder.documents)
    }
    let shared = SharedWorkers(full)
    let budget = memoryBudget / full.count
    WorkerThreads.run(full.count) { shared.workers[$0].finish(memoryBudget: budget) }
    do throws(TesseraError) {
      var built: [BuiltSegment] = []
      for worker in full { built.append(try worker.result()) }
      try live.append(built)
    } catch {
      loss = error
      throw error
    }
    try mergeTiers()
  }

  private func mergeTiers() throws(TesseraError) {
    let limit = options.limits.documentsInSegment
    while let range = MergePolicy.next(live.segments, mostDocuments: limit) { try merge(range) }
  }

  private func merge() throws(TesseraError) {
    try live.applyDeletions()
    try mergeTiers()
    guard mergesAll else { return }
    // One segment, or as few as can be.
    var first = 0
    while first < live.segments.count {
      let range = MergePolicy.longest(
        live.segments, from: first, mostDocuments: options.limits.documentsInSegment)
      let isMerged = range.count == 1 && live.segments[first].deleted?.count ?? 0 == 0
      let count = live.segments.count
      if !isMerged { try merge(range) }
      // Where no document lived, nothing is left.
      if live.segments.count > count - range.count { first += 1 }
    }
    mergesAll = false
  }

  private func merge(_ range: Range<Int>) throws(TesseraError) {
    let before = Set(live.segments[range].map(\.entry.name))
    try live.merge(range, name: manifest.makeSegmentName())
    hasChanged = true
    removeFiles(before.subtracting(committedFiles))
  }
}

/// A builder, and what a thread needs beside it.
final class BuildWorker {
  let name: String
  let builder: SegmentBuilder
  var firstAutomaticKey: UInt64 = 0
  private var runs: [(doc: Int, batch: Int)] = []
  private var failure: TesseraError?

  init(name: String, builder: SegmentBuilder) {
    self.name = name
    self.builder = builder
  }

  /// Says that the next documents are from this batch of the input.
  func begin(batch: Int) {
    // One document after the other from a single thread makes one run: doc numbers tell their order.
    if let last = runs.last, last.batch + (builder.documents - last.doc) == batch { return }
    runs.append((builder.documents, batch))
  }

  func finish(memoryBudget: Int) {
    do throws(TesseraError) {
      _ = try builder.finish(firstAutomaticKey: firstAutomaticKey, memoryBudget: memoryBudget)
    } catch {
      builder.abandon()
      failure = error
    }
  }

  func result() throws(TesseraError) -> BuiltSegment {
    if let failure { throw failure }
    return BuiltSegment(name: name, replaced: builder.replaced, runs: runs)
  }
}

/// Hands each thread its own worker.
struct SharedWorkers: @unchecked Sendable {
  let workers: [BuildWorker]
  init(_ workers: [BuildWorker]) { self.workers = workers }
}
