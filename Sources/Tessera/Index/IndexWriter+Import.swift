/// What became of the documents of a file.
package struct ImportSummary: Sendable, Hashable {
  package var accepted = 0
  package var refusedCount = 0
  package var warningCount = 0
  /// The first of those refused, and of the warnings.
  package var refused: [RefusedDocument] = []
  package var warnings: [RefusedDocument] = []

  /// How many of each are kept.
  package static let kept = 100

  package var documents: Int { accepted + refusedCount }

  package init() {}

  mutating func refuse(_ document: RefusedDocument) {
    refusedCount += 1
    if refused.count < Self.kept { refused.append(document) }
  }

  mutating func warn(_ document: RefusedDocument) {
    warningCount += 1
    if warnings.count < Self.kept { warnings.append(document) }
  }

  package mutating func add(_ other: ImportSummary) {
    accepted += other.accepted
    refusedCount += other.refusedCount
    warningCount += other.warningCount
    refused += other.refused.prefix(Self.kept - min(Self.kept, refused.count))
    warnings += other.warnings.prefix(Self.kept - min(Self.kept, warnings.count))
  }
}

/// How far an import is.
package struct ImportProgress: Sendable, Hashable {
  package var documents: Int
  /// Of JSON, decompressed.
  package var bytes: Int
  /// Of the file as it is on disk; nil for a pipe.
  package var fraction: Double?
}

extension IndexWriter {
  /// Adds all documents of a file, on as many threads as the options say.
  ///
  /// With one thread documents are numbered in the order of the file; with more, batches of about a megabyte are.
  /// Documents that cannot be taken are refused and the others go on.
  ///
  /// - Parameters:
  ///   - progress: called now and then from the calling thread.
  ///   - shouldStop: asked before each batch, from any thread.
  /// - Throws: `.cancelled` when it was told to stop, or what the file threw; the documents added so far are then
  ///   in the writer, which is best dropped.
  package func importDocuments(
    from file: DocumentFile, progress: (ImportProgress) -> Void = { _ in },
    shouldStop: @escaping @Sendable () -> Bool = { false }
  ) throws(TesseraError) -> ImportSummary {
    let source = BatchSource(file, firstBatch: nextBatch, shouldStop: shouldStop)
    let count = max(1, options.threads)
    return try withoutActuallyEscaping(progress) { progress in
      Result { () throws(TesseraError) in
        while !source.isAtEnd {
          for number in 0..<count { _ = try worker(number) }
          let budget = max(8 << 20, options.memoryBudget) / count
          let threads = SharedImport(workers: workers, schema: index.schema, progress: progress)
          WorkerThreads.run(count) { number in
            threads.run(number, from: source, budget: budget, reportsProgress: number == count - 1)
          }
          nextBatch = source.nextBatch
          if let failure = source.failure { throw failure }
          if isOverBudget { try flush() }
        }
        return source.summary
      }
    }.get()
  }
}

/// The batches of a file for several threads, and what they report.
private final class BatchSource: Sendable {
  private struct State: @unchecked Sendable {
    let file: DocumentFile
    var nextBatch: Int
    var isAtEnd = false
    var isPaused = false
    var failure: TesseraError?
    var summary = ImportSummary()
  }
  private let state: Guarded<State>
  private let shouldStop: @Sendable () -> Bool

  init(_ file: DocumentFile, firstBatch: Int, shouldStop: @escaping @Sendable () -> Bool) {
    state = Guarded(State(file: file, nextBatch: firstBatch))
    self.shouldStop = shouldStop
  }

  var isAtEnd: Bool { state.withLock { $0.isAtEnd } }
  var nextBatch: Int { state.withLock { $0.nextBatch } }
  var failure: TesseraError? { state.withLock { $0.failure } }
  var summary: ImportSummary { state.withLock { $0.summary } }

  /// Lets threads take batches again after a pause.
  func resume() { state.withLock { $0.isPaused = false } }

  /// The next batch and its number; nil when there is none, or threads shall come to an end for now.
  func next() -> (batch: DocumentBatch, number: Int)? {
    state.withLock { state in
      guard !state.isAtEnd, !state.isPaused, state.failure == nil else { return nil }
      if shouldStop() {
        state.failure = TesseraError(.cancelled, "the import was stopped; nothing of it is committed")
        return nil
      }
      do throws(TesseraError) {
        guard let batch = try state.file.nextBatch() else {
          state.isAtEnd = true
          return nil
        }
        state.nextBatch += 1
        return (batch, state.nextBatch - 1)
      } catch {
        state.failure = error
        return nil
      }
    }
  }

  /// Takes what a batch came to; gives how many documents there are so far.
  func report(_ part: ImportSummary, pauses: Bool) -> Int {
    state.withLock { state in
      state.summary.add(part)
      if pauses { state.isPaused = true }
      return state.summary.documents
    }
  }
}

/// What the threads of an import share; each uses its own worker, and the calling thread alone reports.
private struct SharedImport: @unchecked Sendable {
  let workers: [BuildWorker]
  let schema: Schema
  let progress: (ImportProgress) -> Void

  func run(_ number: Int, from source: BatchSource, budget: Int, reportsProgress: Bool) {
    source.resume()
    let worker = workers[number]
    let reader = JSONDocumentReader(schema: schema)
    var fields = DocumentFields()
    while let (batch, batchNumber) = source.next() {
      worker.begin(batch: batchNumber)
      let part = Self.add(batch, to: worker, reader: reader, fields: &fields)
      let isFull = worker.builder.byteCount > budget || !worker.builder.hasRoom
      let documents = source.report(part, pauses: isFull)
      if reportsProgress {
        let fraction = batch.totalBytes.map { $0 == 0 ? 1 : Double(batch.bytesRead) / Double($0) }
        progress(ImportProgress(documents: documents, bytes: batch.offset, fraction: fraction))
      }
    }
  }

  private static func add(
    _ batch: DocumentBatch, to worker: BuildWorker, reader: JSONDocumentReader, fields: inout DocumentFields
  ) -> ImportSummary {
    var part = ImportSummary()
    var refused: [RefusedDocument] = []
    var warnings: [RefusedDocument] = []
    try? batch.forEachDocument(
      reader: reader, fields: &fields,
      accept: { document in
        do throws(TesseraError) {
          try worker.builder.add(document)
          part.accepted += 1
        } catch {
          refused.append(RefusedDocument(file: batch.file, line: 0, byte: 0, reason: error.detail))
        }
      },
      refuse: { refused.append($0) }, warn: { warnings.append($0) })
    for document in refused { part.refuse(document) }
    for document in warnings { part.warn(document) }
    return part
  }
}
