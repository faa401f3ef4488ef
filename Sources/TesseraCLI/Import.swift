import CPlatform
import Tessera

/// Brings files of documents into an index, all in one commit, and remembers what became of them.
final class Import {
  private let files: [DocumentFile]
  private let options: WriteOptions
  private let progress: Progress

  private(set) var summary = ImportSummary()
  /// Why files are refused of which nothing is added.
  private(set) var refusedFiles: [TesseraError] = []

  init(_ files: [DocumentFile], options: WriteOptions = WriteOptions(), progress: Progress = Progress(.never))
  {
    self.files = files
    self.options = options
    self.progress = progress
  }

  /// Documents and files that are not added.
  var refusedCount: Int { summary.refusedCount + refusedFiles.count }

  /// The schema that the first documents suggest; nil when there are none.
  func findSchema(like given: Schema) -> Schema? {
    look(atMost: SchemaInference.maxDocuments).schema(like: given)
  }

  /// Those fields of which none of the first documents has a value, and how many were looked at.
  func unseenFields(of schema: Schema) -> (paths: [String], documents: Int) {
    let seen = look(atMost: 1)
    let paths = Set(
      schema.text.map(\.path) + schema.facets + schema.numbers + [schema.key].compactMap(\.self))
    return (seen.documents == 0 ? [] : paths.filter { !seen.hasValues(at: $0) }.sorted(), seen.documents)
  }

  /// Looks at documents, a batch at a time. They are still there to be imported.
  private func look(atMost documents: Int) -> SchemaInference {
    var inference = SchemaInference()
    for file in files {
      var batches: [DocumentBatch] = []
      // A file that cannot be read fails again, and is told, when it is imported.
      while inference.documents < documents, let batch = try? file.nextBatch() {
        inference.observe(batch)
        batches.append(batch)
      }
      file.putBack(batches)
    }
    return inference
  }

  /// - Throws: `.cancelled` when the person interrupts it; nothing is committed then, as after any error.
  func run(_ index: SearchIndex) throws {
    defer { progress.end() }
    try index.write(options: options) { writer in
      var position = ImportPosition(files)
      for file in files {
        do {
          let part = try writer.importDocuments(
            from: file, progress: { progress.show(position.moved(by: $0, in: file)) },
            shouldStop: { tessera_was_interrupted() })
          summary.add(part)
        } catch let error as TesseraError where error.kind == .invalidDocument {
          refusedFiles.append(error)
        }
        position.end(file)
      }
    }
  }
}

/// How far an import of several files is.
private struct ImportPosition {
  /// Bytes of all files as they are on disk; nil when one is a pipe.
  private let size: Int?
  private var sizeBefore = 0
  private var documentsBefore = 0
  private var bytesBefore = 0
  private var latest: ImportProgress?

  init(_ files: [DocumentFile]) {
    let sizes = files.compactMap(\.totalBytes)
    size = sizes.count == files.count ? sizes.reduce(0, +) : nil
  }

  /// How far all of it is when the file is so far.
  mutating func moved(by part: ImportProgress, in file: DocumentFile) -> ImportProgress {
    var whole = part
    whole.documents += documentsBefore
    whole.bytes += bytesBefore
    whole.fraction = nil
    if let size, size > 0, let fraction = part.fraction, let fileSize = file.totalBytes {
      whole.fraction = (Double(sizeBefore) + fraction * Double(fileSize)) / Double(size)
    }
    latest = whole
    return whole
  }

  mutating func end(_ file: DocumentFile) {
    sizeBefore += file.totalBytes ?? 0
    documentsBefore = latest?.documents ?? 0
    bytesBefore = latest?.bytes ?? 0
  }
}
