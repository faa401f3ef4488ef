/// The documents of a file or of standard input, in any of the forms of `FileForm`, also compressed (.gz, .zst).
///
/// Reads in blocks of about a megabyte, so the memory is bounded by the largest document. An array is read twice:
/// first all of it is checked, so that a syntax error anywhere in it adds nothing; an array that comes through a
/// pipe is kept in a temporary file (in `TMPDIR` or /var/tmp) for that.
package final class DocumentFile {
  private static let blockBytes = 1 << 20

  private enum Splitter {
    case lines(LineSplitter)
    case objects(ObjectSplitter)
    case array(ArraySplitter)
  }

  private let text: InputText
  private let maxDocumentBytes: Int
  private var splitter = Splitter.lines(LineSplitter())
  private var isPrepared = false
  /// What is read but not split, the bytes of text before it, and whether there is more to read.
  private var block = TextBlock(capacity: 0)
  private var start = 0
  private var offset = 0
  private var isAtEnd = false
  /// Batches given back, and the error that ended the reading.
  private var returned: [DocumentBatch] = []
  private var failure: TesseraError?
  private lazy var checker = JSONParser()

  /// Opens the file at `path`; `-` is standard input.
  ///
  /// - Parameter maxDocumentBytes: for tests of the limit; at least a megabyte.
  /// - Throws: `.notFound`, or `.io` when it cannot be read.
  package init(
    path: String, maxDocumentBytes: Int = JSONDocumentReader.maxDocumentBytes
  ) throws(TesseraError) {
    text = try InputText(path: path)
    self.maxDocumentBytes = maxDocumentBytes
  }

  /// The path, or `standard input`.
  package var name: String { text.name }
  /// Bytes of the file, compressed as they may be; nil for a pipe.
  package var totalBytes: Int? { text.totalBytes }

  /// The next documents of the file; nil at the end.
  ///
  /// - Throws: `.invalidDocument` for an array with a syntax error, before any batch is returned; `.corrupt` when it
  ///   cannot be decompressed, `.io` when it cannot be read, `.limitExceeded` for a document over the limit.
  package func nextBatch() throws(TesseraError) -> DocumentBatch? {
    if !returned.isEmpty { return returned.removeFirst() }
    if let failure { throw failure }
    do throws(TesseraError) {
      if !isPrepared { try prepare() }
      return try nextSplit()
    } catch {
      failure = error
      throw error
    }
  }

  /// Gives back the batches that `nextBatch` gave, in their order; it gives them again.
  package func putBack(_ batches: [DocumentBatch]) { returned = batches + returned }

  private func prepare() throws(TesseraError) {
    isPrepared = true
    try fill()
    try skipByteOrderMark()
    switch FileForm(beginning: rest) {
    case .lines: splitter = .lines(LineSplitter())
    case .objects: splitter = .objects(ObjectSplitter())
    case .array:
      splitter = .array(ArraySplitter())
      try checkArray()
      splitter = .array(ArraySplitter())
      try text.rewind()
      try restart()
    }
    text.stopRecording()
  }

  private func restart() throws(TesseraError) {
    block = TextBlock(capacity: 0)
    start = 0
    offset = 0
    isAtEnd = false
    try fill()
    try skipByteOrderMark()
  }

  private var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: block.bytes[start...]) }

  /// Replaces the block by a larger one or the next: what is not split yet, and what follows it in the file.
  private func fill() throws(TesseraError) {
    let next = TextBlock(capacity: max(Self.blockBytes, 2 * rest.count))
    next.append(rest)
    isAtEnd = try !next.fill(from: text)
    block = next
    start = 0
  }

  private func skipByteOrderMark() throws(TesseraError) {
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
      start = 3
      offset = 3
    } else if rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
      throw TesseraError(
        .invalidDocument, file: name,
        "expected UTF-8, found UTF-16 by its byte order mark; convert it with iconv first")
    }
  }

  private func nextSplit() throws(TesseraError) -> DocumentBatch? {
    while true {
      var entries: [DocumentBatch.Entry] = []
      let consumed = try split(into: &entries)
      let batch = DocumentBatch(block, start: start, entries: entries, offset: offset, of: text)
      start += consumed
      offset += consumed
      if isAtEnd, entries.isEmpty { return nil }
      if !isAtEnd {
        if rest.count > maxDocumentBytes { throw tooLarge() }
        try fill()
      }
      if !entries.isEmpty { return batch }
    }
  }

  /// Says how many bytes of `rest` are done with.
  private func split(into entries: inout [DocumentBatch.Entry]) throws(TesseraError) -> Int {
    switch splitter {
    case .lines(var lines):
      defer { splitter = .lines(lines) }
      return lines.split(rest, isLast: isAtEnd, into: &entries)
    case .objects(var objects):
      defer { splitter = .objects(objects) }
      return objects.split(rest, isLast: isAtEnd, into: &entries)
    case .array(var array):
      defer { splitter = .array(array) }
      do {
        return try array.split(rest, isLast: isAtEnd, into: &entries)
      } catch {
        // A bracket too many in an element shows only behind it: the first fault is the one to tell.
        throw syntaxError(in: entries, of: rest) ?? invalidArray(error, at: array.place(of: error, in: rest))
      }
    }
  }

  /// Reads the whole array and throws its first syntax error.
  private func checkArray() throws(TesseraError) {
    while let batch = try nextSplit() {
      if let error = syntaxError(in: batch.entries, of: batch.bytes) { throw error }
    }
  }

  /// The first syntax error in elements of an array.
  ///
  /// An element that is too deep, or no object, is no syntax error: it is refused alone, when it is read.
  private func syntaxError(
    in entries: [DocumentBatch.Entry], of text: UnsafeBufferPointer<UInt8>
  ) -> TesseraError? {
    for entry in entries {
      let element = UnsafeBufferPointer(rebasing: text[entry.start..<entry.start + entry.count])
      guard checker.parse(element) == nil, let fault = JSONSyntax.fault(in: element),
        fault.kind != .limitExceeded
      else { continue }
      let start = TextPlace(line: entry.line, column: entry.column)
      return invalidArray(fault, at: start.advanced(over: element, by: fault.offset))
    }
    return nil
  }

  private func invalidArray(_ fault: DocumentFault, at place: TextPlace) -> TesseraError {
    TesseraError(fault.kind, file: name, fault.message(at: place) + "; nothing of this file is added")
  }

  private func tooLarge() -> TesseraError {
    TesseraError(
      .limitExceeded, file: name,
      "expected documents of at most \(maxDocumentBytes >> 20) MB, found a longer one at byte \(offset); "
        + "split it, or check that this is JSON")
  }
}
